"""The geometry of parts: triangles, closed extrusion_and_loft, flat polygons and walls.

shape                  triangles with roles
solids                 closed solids
polygon_triangulation  triangulation of flat polygons
wall_with_openings     walls along a path, with doors and windows
"""
