"""Mesh files of other programs, read into a level.

mesh_file     any mesh file as a level
model         what every format is read into
faces         triangulation of faces with any number of corners
formats       one reader a format
gltf          the reader of glTF
spawn_search  where the player begins
tour_planner  a tour through an unknown mesh
"""
