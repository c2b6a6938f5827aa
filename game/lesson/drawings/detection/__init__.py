"""Drawings of the detection: vectors and spaces, the broad phase, the test of one triangle, the nearest contact.

vectors_and_spaces                parts of the algorithm, sums and bases of vectors, the cross product, a ramp in two spaces
broad_phase                       the query box of a tick, the boxes of the tree
plane_sweeps_and_back_faces       a wall that is jumped over, a parallel plane, a front and a back face, a plane seen from above
triangle_test                     the inside test, the disc in a triangle's plane, the squared distance from a corner or an edge
edges_corners_and_nearest_points  an edge's right triangle, the approach to a corner, the nearest point, a touching start
nearest_contact                   a sweep between posts, and the candidates that it would touch if each were alone
"""
