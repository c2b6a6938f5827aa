"""Mesh files of other programs, read into a Model: triangles in metres, z up, with colours, pictures and objects.

trimesh 5.2 is not used for STL, OFF and PLY. In the child process it takes 165 ms of processor time and 45 MB for each file.
200 000 triangles of STL or PLY take 0.21 s instead of 0.03 s, of OFF 0.80 s instead of 0.94 s. Positions are the same to the
bit, but 104 of 348 tests of these formats fail: concave faces, strips, faces of several sizes, any name in STL, kinds of OFF.

mesh_file              the reader of any mesh file, with the likely up axis and unit of a file that does not say them
model                  what a reader returns, and the materials of its triangles
object_roles           objects that are not scenery: spawn points, movers, volumes, by their names
spawn_and_tour_search  a place to begin in a mesh without one, what a player can reach from it, and a walk
files_beside           the files that a mesh file names
obj_file               OBJ, with its materials
ply_file               PLY
stl_file               STL
off_file               OFF
quake_map              maps of TrenchBroom and other Quake editors, with their entities, brushes and patches
gltf_importer          glTF: nodes and their transforms, and skins in their rest pose
gltf_document          its JSON, buffers and numbers
gltf_primitives        its meshes
gltf_materials         its colours and pictures
meshopt                its buffers compressed by meshopt
sandboxed_loaders      formats that Panda3D reads, and Draco, in a child process with limits
native_worker          the program of that process, with Panda3D and the Draco decoder
"""
