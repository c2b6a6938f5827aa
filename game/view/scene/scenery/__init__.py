"""The scenery: a level's surfaces, movers, volumes, signs and sky as nodes of the scene graph.

static_scenery      surfaces, edges, signs and sky of a level under one node
mover_models        movers
volume_scenery      volumes
water_surface       waves, depth and shore of water
goal_markers        markers of the goals
feature_edges       thin lines along sharp edges
sign_boards         letters on boards
sky                 the dome and the sun's glow
surface_textures    computed patterns of materials
mesh_file_finishes  image textures and transparency of materials from mesh files
"""
