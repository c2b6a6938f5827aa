"""The geometry of parts: triangles, closed solids, flat polygons and walls.

shape                  triangles with roles
extrusion_and_loft     closed solids
polygon_triangulation  triangulation of flat polygons
wall_with_openings     walls along a path, with doors and windows
"""
