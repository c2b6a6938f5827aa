"""Mesh files of other programs, read into a level.

mesh_level    a mesh file as a level
mesh_file     any mesh file as a model: triangles in metres, z up
model         what every format is read into
formats       one reader a format
gltf          the reader of glTF
face_triangulation  triangulation of faces with any number of corners
frame         up axis, size, likely unit
roles         what the objects of the modelling program are for
level_data    their spawn, volumes and movers, as tables of a level file
conversion    a level file for a mesh file
spawn_search  where the player begins
reach         how much of a mesh can be reached on foot
tour_planner  a tour through an unknown mesh
"""
