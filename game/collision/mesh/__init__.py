"""The mesh: checked triangles, their bounding volume hierarchy (the tree), and rays.

triangle_mesh  the mesh that every call takes, and triangles moved to a pose
bvh            the tree, its traversal, the order of the triangles in it, and rays against it
closed_shells  solids and rooms: the closed pieces of a mesh, and the points inside them
tree_splits    quick splits for very many triangles, and splits by surface area for small boxes
panda_nodes    triangles of Panda3D nodes
"""
