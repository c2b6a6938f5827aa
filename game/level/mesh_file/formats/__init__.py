"""One reader a format.

obj_file, ply_file, stl_file, off_file  read here
quake_map                     TrenchBroom's and other Quake editors' maps, with their entities
panda_file                    read by Panda3D
worker_process, native_worker Panda3D and the Draco decoder in a child process with limits
"""
