"""The mesh: checked triangles, their bounding volume hierarchy (the tree), the triangles near a body, and rays.

triangle_mesh        the mesh that every call takes
bvh                  the tree and its traversal
bvh_triangle_order   the order of the triangles in the tree
closed_shells        solids and rooms: the closed pieces of a mesh, and the points inside them
median_split         quick splits, for very many triangles
sah_split            splits by surface area, for small boxes
gather               the triangles near a body, in eSpace
panda_nodes          triangles of Panda3D nodes
raycast              rays against the tree
triangle_transforms  triangles moved to the pose of a mover, or to the frame of an oriented body
"""
