"""The reader of glTF 2.0 files.

gltf_importer                                        the whole file
document_and_accessors                               its JSON, buffers and numbers
nodes                                                the nodes of the scene and their transforms
mesh_primitives                                      the meshes
materials                                            colours and pictures
skins                                                skins in their rest pose
meshopt, meshopt_attributes, meshopt_indices, draco  compressed buffers and primitives
"""
