"""The drawing of each kind of exhibit. Each file has the same name as the file of its kind in lab/exhibits.

Shapes and positions are in the exhibit's own frame [m]. exhibit_drawings.py says what functions each file has.

springs                     masses on springs, their energies and their errors
bullet_test_race            bullets, panes and the tests of the lanes
billiards                   a table with a cue and fifteen balls
ball_room                   balls in a box, at rest or turning
cradle                      balls on strings, and the impulses between them
cannon_aim_and_integrators  barrel, paths and target
sphere_sweep_formulas       a sphere that moves towards a plane or another sphere
projectile_impacts          a ball or a rocket in front of a wall
zeno_row                    balls dropped together, each with its own restitution
penalty_floor               balls on a floor that is a stiff spring
tunnelling_finish_line      a car and two kinds of finish line
colliding_blocks            two blocks, a wall and the number of their collisions
"""
