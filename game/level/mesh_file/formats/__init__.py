"""Readers of mesh file formats, except glTF.

obj_file, ply_file, stl_file, off_file  formats that are read in Python
quake_map                     maps of TrenchBroom and other Quake editors, with their entities
panda_file                    formats that Panda3D reads
worker_process, native_worker Panda3D and the Draco decoder in a child process with limits
"""
