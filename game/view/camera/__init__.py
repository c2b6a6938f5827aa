"""The camera.

viewpoint      the window's camera, whichever it is
camera         view direction, third-person spring arm, free flight
free_camera    the camera while the game is paused
orbit          a camera that circles a level
line_of_sight  ray casts against the level and its movers
"""
