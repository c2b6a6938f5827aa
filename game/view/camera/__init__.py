"""The cameras of the window and of pictures.

camera_controller    the window's camera: first person, third person, noclip flight, paused, circling
look_and_spring_arm  view direction, third-person spring arm, free flight
pause_camera         the camera while the game is paused: it flies, orbits, zooms
framing              camera positions for which body and contact fill the free area of the window
contact_view         a near view of a contact, from a side that no wall hides
window_area          a rectangle of the window
panorama_turn        a full turn about the player, at a place with a view
front_page_camera    a camera that circles a level
level_raycast        ray casts against the level with its movers
"""
