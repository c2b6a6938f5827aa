"""The physics of the lab: particles, two bodies, bodies on a line, many balls, many boxes, shapes and ground.

integrators                    the forces on a particle, eight methods for one step of it, and trajectories
motion_and_stability_formulas  predictions by formula: energies, errors, speeds
targeting                      the launch angles that hit a target at a given speed
bullet_tests                   overlap tests, bisection, subdivision, and one shot at obstacles by each method
plane_and_sphere_sweeps        a sphere swept against a plane or a moving sphere: as printed, and repaired
one_dimension                  bodies on a line: the cradle, the counting wall, infinitely many bounces
ball_array                     rows of balls, their overlaps, momentum and energy, and all that acts on them in their box
contact_impulses               the velocities and spins after a collision, and the friction of a table
walls_of_turning_box           the box around the balls, the time when a ball meets its walls, and how these push the player
ellipsoid_among_balls          the player among the balls: an ellipsoid of infinite mass
free_flight                    paths between events, and the time when two balls meet
cells                          a grid that finds neighbours
event_driven                   collisions in the order of time
ball_pairs_in_box              pairs within reach, in the frame of the box
simultaneous_contacts          all contacts of a step at once, in the frame of the box; no overlap at any speed
overlap_response               springs between balls that overlap, or balls moved apart; a floor that is a spring
forum_ball_method              the method of a forum program: overlap tests at the end of a step
forum_picking                  a triangle under the mouse: a forum program as printed
balls_in_box_step              one step of the balls in a turning box by any of these methods, or by the event-driven one
collision_laws_and_effects     prologue, collision and epilogue of a meeting of two bodies
balls_as_triangles             balls as triangles that stop the player
pairs                          pairs of boxes that touch or overlap, by four methods
broad_phase_methods            the compiled search of each of them: all pairs, a grid, a plane sweep, a tree
shapes                         convex bodies, from the three files below
convex_hull                    the polyhedron around points
gjk_and_depth                  sums and differences of two bodies, their distance and their depth
bounding_volumes               spheres and boxes around points
ground                         the ground under a point: height fields, irregular networks, weights of a triangle's corners
outline_and_delaunay           the outline of points in a plane, and their triangulation
"""
