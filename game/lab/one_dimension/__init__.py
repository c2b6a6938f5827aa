"""Bodies on one line, where collisions can be counted.

newtons_cradle_solvers  Newton's cradle: contacts in pairs, and all at once
colliding_blocks        two blocks and a wall that count the digits of pi
bouncing_ball           infinitely many bounces in a finite time
"""
