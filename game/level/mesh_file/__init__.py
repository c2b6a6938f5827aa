"""Mesh files of other programs, read into a level.

mesh_level                    a mesh file as a level
mesh_file                     any mesh file as a model: triangles in metres, z up
model                         the record that every format is read into
triangle_material_assignment  the material of each triangle of a model, and colours
formats                       a reader for each format
gltf                          the reader of glTF
face_triangulation            triangulation of faces with any number of corners, of strips and fans
likely_axis_and_unit          up axis, size, likely unit
object_roles                  the purpose of each object of the modelling program
objects_to_level_tables       spawn, volumes and movers of the objects, as tables of a level file
mesh_to_level_file            a level file for a mesh file
spawn_search                  search for a spawn point
reach                         the part of a mesh that can be reached on foot
tour_planner                  a tour through an unknown mesh
"""
