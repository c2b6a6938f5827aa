"""Drawings of the detection: vectors, spaces and sweeps_against_planes, and the test of one triangle.

vectors_and_spaces  the two parts of the algorithm, sums and bases of vectors, the cross product, a ramp in two spaces
planes              a wall that is jumped over, a parallel plane, a front and a back face, a plane seen from above
triangle_test       one triangle's inside test, the disc in its plane, the squared distance from a corner or an edge
edges_and_corners   an edge's right triangle, the closest approach to a corner, the nearest point, a needle
"""
