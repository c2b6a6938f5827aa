"""The scene graph: the level, overlays and what else stands in the world.

moment            all that a picture shows
scene             the one way from a moment to a picture
scenery           a level's surfaces, edges, signs and sky
moving_scenery    movers
volume_scenery    volumes
overlay_scene     overlay shapes
space_scene       the scene in ellipsoid space
split_screen      one picture or two
sign_boards, sky, surface_textures, feature_edges  parts of the scenery
geometry          arrays to nodes
node_placement    position and orientation of a node
"""
