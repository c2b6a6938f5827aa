"""Drawings of the detection: vectors and spaces, the broad phase, the test of one triangle, the nearest contact.

vectors_and_spaces     the two parts of the algorithm, sums and bases of vectors, the cross product, a ramp in two spaces
broad_phase            the query box of a tick, the boxes of the tree
sweeps_against_planes  a wall that is jumped over, a parallel plane, a front and a back face, a plane seen from above
triangle_test          one triangle's inside test, the disc in its plane, the squared distance from a corner or an edge
edges_and_corners      an edge's right triangle, the closest approach to a corner, the nearest point, a start that touches
nearest_contact        a sweep between posts, and the candidates that it would touch if each were alone
"""
