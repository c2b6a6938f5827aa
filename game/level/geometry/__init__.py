"""The geometry of parts: triangles, closed solids, flat polygons and walls.

shape                  triangles with roles
solids                 closed solids
polygon_triangulation  triangulation of flat polygons
wall_run               walls along a path, with doors and windows
"""
