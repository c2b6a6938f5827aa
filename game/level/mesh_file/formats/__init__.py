"""Readers of mesh file formats, except glTF.

obj_file, ply_file, stl_file, off_file  formats that are read in Python
obj_materials                           the materials of an OBJ file
ply_body                                the rows of a PLY file
quake_map                               maps of TrenchBroom and other Quake editors, with their entities
quake_brushes                           the brushes of such a map, cut into polygons
sandboxed_panda_loader                  formats that Panda3D reads
native_worker_client, native_worker     Panda3D and the Draco decoder in a child process with limits
"""
