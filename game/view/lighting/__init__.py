"""Baked light: sun, shadows and sky light of a level, computed once and stored in vertex colours.

bake              the light of a level, computed once
bake_cache        baked levels on disk
level_light       the light at points of a level
light_rays        rays to sun, sky and surfaces
facets            the surfaces of a level as a mesh to be lit
straight_borders  facets fitted to the borders of shadows and solids
lit_facets        facets with light at their vertices
facet_refinement, cuts  smaller facets: edges halved, and cut at borders
closed_solids, ray_hit_triangles, sampling, vertex_welding  helpers of the files above
"""
