"""Drawings of the lab's lessons, made from formulas of game.lab and from the figures of exhibits.

forces_springs_and_falls      a flight's slopes, forces on a mass, the cycle of motion, swings, falls and slides
integrators                   the first steps of explicit Euler, energies of springs, errors of flights, steps that are too long
cannon_aiming                 the launches that hit a target, their limit, and a flight in steps
tunnelling_and_overlap_tests  tests of a bullet at the ends of its steps, the shots that they miss, bisection
two_body_sweeps               a sphere and a plane, the relative motion of two spheres, digits lost by cancellation
collision_response            impulses, bounces, colliding blocks, Newton's cradle, the circle that counts digits of pi
ball_at_wall                  the impulse at a wall, a fast ball that passes through it, Newton's step to the contact
penalty_floor_and_energies    a ball in a penalty floor, the energy that a bounce keeps, energies of springs
turning_box                   a ball at a turning box's wall, its conserved quantity, shadow and energy along chords
"""
