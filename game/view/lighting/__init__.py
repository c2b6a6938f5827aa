"""Baked light: sun, shadows and sky light of a level, computed once and stored in vertex colours.

bake                        computes the light of a level and stores it in vertex colours
bake_cache                  baked levels on disk
sun_and_sky_light           the light at points of a level
ray_traced_light            compiled ray casting to sun, sky and surfaces
level_and_room_exposure     brighter light for dark levels and rooms
texture_decoding            the image textures of materials, decoded
triangle_visibility         compiled test for triangles that are hidden inside solids
light_adaptive_subdivision  the mesh with light at its vertices, refined where light changes
mesh                        the surfaces of a level as a mesh for shading
triangle_of_tree_row        the level's triangle for each row of the collision tree
sample_patterns             directions in which light rays are cast
"""
