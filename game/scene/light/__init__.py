"""Baked light: sun, shadows and sky light of a level, computed once and stored in vertex colours.

bake                        the baked light of a level, and its files on disk
exposure                    the factors that brighten dark levels and rooms, and the display colours of linear light
facet_refinement            triangles that are cut where light needs vertices
level_light                 the light of sun and sky at points of a level: colours, patterns of rays, threads that cast them
light_adaptive_subdivision  vertices added where light interpolated along an edge is wrong
ray_traced_light            light by ray casting: sun with soft shadows, sky, one reflection
shading_mesh                the triangles of a level that need light
shadow_border_refinement    the borders of shadows and of solids, and triangles cut along them
texture_decoding            the image textures of a level's materials, decoded
"""
