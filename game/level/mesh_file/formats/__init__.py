"""One reader a format.

obj_file, ply_file, stl_file  read here
panda_file                    read by Panda3D
native_reader, native_child   Panda3D and the Draco decoder in a child process with limits
"""
