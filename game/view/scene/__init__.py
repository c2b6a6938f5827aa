"""The scene graph: the level, bodies, overlays.

moment          all that a picture shows
scene           the one way from a moment to a picture
scenery         surfaces, edges, signs and sky of a level
moving_scenery  movers
volume_scenery  volumes
overlay_scene   overlay shapes
space_scene     the scene as one space shows it
side_by_side    one picture or two, and their cameras
sign_boards, sky, surface_textures, feature_edges  parts of the scenery
geometry        arrays to nodes
node_placement  position and orientation of a node
"""
