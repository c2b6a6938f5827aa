"""glTF 2.0, read into a model.

gltf_file   the whole file
document    its JSON, buffers and numbers
nodes       the nodes of the scene and their places
primitives  the meshes
skins       skins at rest
meshopt, meshopt_attributes, meshopt_corners, draco  compressed buffers and primitives
"""
