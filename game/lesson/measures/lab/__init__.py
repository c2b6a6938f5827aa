"""Measures of the lab's lessons: numbers in the states of exhibits, on their boards, and by the formulas of game.lab.

exhibits                      boards, incidents and states of the lab's exhibits
flights_and_springs           flights, falls, springs, errors of integrators
cannon_aiming                 the launches of the lab's cannons that hit
bullet_overlap_tests          what tests at the end of a step notice of the lab's bullets
two_body_sweeps               formulas of a sphere and a plane, and of two moving spheres
sphere_sweep_accuracy         wrong answers and errors of these formulas, over random pairs
collision_response            blocks, the cradle, balls that bounce, billiards
turning_box_balls             speeds, heights and energies of the balls in a box
ball_overlaps_and_gaps        overlaps and pairs of balls
court_wall_and_penalty_floor  the projectile at its wall, balls on the penalty floor
"""
