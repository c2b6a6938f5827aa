"""The kinds of exhibits, one file each.

springs                     masses on springs, each computed by a different method
bullet_test_race            bullets and panes, each lane with a different test
billiards                   a cue ball and fifteen balls on a table
ball_room                   balls in a box, at rest with the player in it, or turning
cradle                      balls on strings, with contacts in pairs or all at once
cannon_aim_and_integrators  two angles that hit a target, and the misses of integrators
sphere_sweep_formulas       a sphere swept against a plane or a sphere, by printed formulas and by ours
projectile_impacts          a ball or a rocket and a wall: prologue, collision, epilogue
zeno_row                    balls that bounce infinitely often in a finite time
penalty_floor               balls that bounce on a floor that is a stiff spring
tunnelling_finish_line      a car that crosses a line, detected from the car's positions or from its swept path
colliding_blocks            two blocks and a wall that count the digits of pi
"""
