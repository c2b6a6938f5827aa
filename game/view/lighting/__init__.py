"""Baked light: sun, shadows and sky light of a level, computed once and stored in vertex colours.

bake              the light of a level, computed once
bake_cache        baked levels on disk
level_light       the light at points of a level
light_rays        rays to sun, sky and surfaces
exposure          brighter light for dark levels and rooms
surface_pictures  the pictures of materials, decoded
lit_facets        facets with light at their vertices
mesh/             the surfaces of a level as a mesh to be lit
ray_hit_triangles, sampling  helpers of these
"""
