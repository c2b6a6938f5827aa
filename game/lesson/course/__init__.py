"""Each lesson's own drawings and measures, in a file of the same name as its text in levels/lessons. A file registers them.

algorithm  single calls on small meshes, with a known right answer
climbing   the normals at a step's edge, edges that are too steep, the round bottom
drum       a turning box's wall, its conserved quantity, shadows, energy along chords, overlaps, pairs of balls, room for a ball
espace     the two parts of the algorithm, sums and bases of vectors, a ramp in two spaces
features   the inside test, the disc in a triangle's plane, the equations of an edge and of a corner
forum      the printed program's body, its invisible faces, its steps and slides, the signs of its text
gravity    walking, falling and sliding on a slope, a steep wall, two passes or one at a step's edge
ground     the cell and the triangle under the player, their heights by formula, an irregular net
impulse    impulses, bounces, colliding blocks, the cradle, the circle that counts digits of pi
iterating  the printed stop before a contact, and a displacement that is divided among calls
nearest    a sweep between posts, and the candidates that it would touch if each were alone
overlap    tests of a bullet at the ends of its steps, the shots that they miss, bisection, late packets
particle   a flight's slopes, forces on a mass, the cycle of motion, swings, falls and slides
pointing   a ray and the forum program's foot, where they disagree, and the winding number without its Else
recovery   a body inside a surface or between two walls, its depths and pushes
response   the impulse at a wall, a ball in a penalty floor, the energy that a bounce keeps
skin       the gap at a contact, by angle and by tick, and the look-ahead
sliding    the ellipsoid's normal from two tangents, a ramp's normal in eSpace, the gradient of a surface
solids     sums and differences of shapes, the steps of GJK, depths, and boxes around a plank and a cube
spheres    a sphere and a plane, two moving spheres, wrong answers and errors of their formulas
stepping   the sweeps and the height of a step, the rays at a tread, edges behind or beside the player
steps      the first steps of explicit Euler, energies of springs, errors of flights, steps that are too long
sweep      a wall that is jumped over, a parallel plane, front and back faces, the numbers of a plane
target     the launches that hit a target, their limit, and a flight in steps
tree       the query box of a tick, the boxes of the tree, the outcomes of its triangles
wedges     corners from above, planes that are kept, a body that trembles, projections of a displacement
"""

from ..tools.registry import DRAWINGS, MEASURES, drawing, import_files, measure

import_files(__name__, __path__)

__all__ = ["DRAWINGS", "MEASURES", "drawing", "measure"]
