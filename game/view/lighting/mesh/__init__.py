"""The surfaces of a level as a mesh for shading.

shading_mesh              the mesh: vertices with normals, materials and texture axes
facet_refinement          edges of facets, and their split at midpoints
triangle_edge_cuts        facets cut where the border of a shadow or solid crosses their edges
shadow_border_refinement  facets fitted to the borders of shadows and solids
hidden_triangles          triangles that are hidden completely inside closed solids
closed_solids             the triangles that belong to closed solids
vertex_welding            equal numbers for corners at the same position
"""
