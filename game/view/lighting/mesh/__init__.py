"""The surfaces of a level as a mesh to be lit.

facets            triangles with normals, materials and texture coordinates
facet_refinement  smaller facets: edges halved
cuts              smaller facets: edges cut where a border crosses them
straight_borders  facets fitted to the borders of shadows and solids
closed_solids, vertex_welding  helpers of these
"""
