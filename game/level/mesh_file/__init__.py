"""Mesh files of other programs, read into a level.

mesh_file     any mesh file as a level
model         what every format is read into
obj_file, gltf_file, panda_file  one reader a format
spawn_search  where the player begins
tour_planner  a tour through an unknown mesh
"""
