"""Where each fact stands in the rows that the compiled code writes: candidates, and the record of each iteration.

A column of three numbers is named by its first. Positions are in metres relative to the start of the tick, where doubles
have the most digits; e_ marks eSpace.
"""

# A candidate: a triangle near the body, in eSpace, relative to the start of the tick.
P1, P2, P3, E_FACE_NORMAL = 0, 3, 6, 9
E_LOW, E_HIGH = 12, 15  # the triangle's box, grown by the sphere's radius
WINDING, HEIGHT, MESH_TRIANGLE = 18, 19, 20
CANDIDATE_COLUMNS = 21

# One iteration of one pass.
START, DISPLACEMENT, END = 0, 3, 6
POINT, NORMAL, FRACTION, FEATURE, TRIANGLE, IS_HIT = 9, 12, 15, 16, 17, 18  # in a row: `sweep` reads them in one go
FACE_NORMAL, E_POINT, E_NORMAL, NEXT = 19, 22, 25, 28
CANDIDATE, ENDING, PASS, ITERATION = 31, 32, 33, 34
PLANES, REMAINING, WALKABLE, IS_WALL, E_DISTANCE = 35, 36, 37, 38, 39
# From here on how each candidate left the test. Row 0, the header, has the candidate's number in the mesh there, and before it
# the normals of the planes that restrain the slide (plane_set.py).
OUTCOMES = 48
HEADER, FIRST = 0, 1  # rows
