"""The scene graph: the level, bodies, overlays.

moment          all that a picture shows
session_moment  the moment that a session has reached
scene           draws a moment as a picture
scenery         surfaces, movers, volumes, signs and sky of a level
overlay_scene   overlay shapes
space_scene     the scene as one space shows it
split_screen    one picture or two, and their cameras
geometry_nodes  arrays to nodes
node_placement  position and orientation of a node
"""
