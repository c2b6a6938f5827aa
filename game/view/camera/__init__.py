"""Where the camera is.

viewpoint      the window's camera, whichever it is
camera         first person, third person, free
free_camera    the camera while time stands
orbit          a camera that circles a level
line_of_sight  what a camera must not look through
"""
