"""Baked light.

bake           a level's light, computed once
bake_cache     baked levels on disk
level_light    the light at points of a level
light_rays     rays to sun, sky and surfaces
facets         surfaces ready to be lit
lit_facets     facets with light at their vertices
refine         finer facets where light changes
closed_solids, mesh_rows, sampling, weld  helpers of these
"""
