"""The mesh and its tree: checked triangles, the bounding volume hierarchy over them, rays.

triangle_mesh    the mesh that every call takes
argument_checks  checks of arguments
bvh              the tree and its traversal
spatial_sort     the order of the triangles in the tree
median_split     quick splits, for very many triangles
sah_split        splits by surface area, for small boxes
gather           the triangles near a body, in eSpace
panda_nodes      triangles of Panda3D nodes
raycast          rays against the tree
triangle_placement  triangles of movers, and in the frame of a turned body
"""
