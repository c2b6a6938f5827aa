"""Shapes that parts are made of.

shape     triangles with roles
solids    closed solids
polygon   triangulation of flat polygons
wall_run  walls along a path, with doors and windows
"""
