"""The camera.

camera_modes   the window's camera: first person, third person, flying, paused, circling
camera         view direction, third-person spring arm, free flight
pause_camera   the camera while the game is paused: it flies, orbits, zooms
framing        where a camera stands so that body and contact fill the free part of the window
area           a rectangle of the window
orbit_camera   a camera that circles a level
line_of_sight  ray casts against the level and its movers
"""
