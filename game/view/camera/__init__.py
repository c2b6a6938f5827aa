"""The camera.

camera_modes   the window's camera: first person, third person, flying, paused, circling
camera         view direction, third-person spring arm, free flight
pause_camera   the camera while the game is paused
orbit_camera   a camera that circles a level
line_of_sight  ray casts against the level and its movers
"""
