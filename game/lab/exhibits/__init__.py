"""The kinds of exhibits, one file each: its bodies, its step, its drawing and its board.

exhibit        what a kind is: its class, controls of its desk, inputs and outputs of a step
board_content  the content of a board: rows of numbers, and a plot
springs        masses on springs, each computed by a different method
race_wall      bullets and panes, each lane with a different test
billiards      a cue ball and fifteen balls on a table
ball_room      balls in a box, at rest with the player in it, or turning
cradle         balls on strings, with contacts in pairs or all at once
cannon         two angles that hit a target, and the misses of integrators
swept_spheres  a sphere swept against a plane or a sphere, by printed formulas and by ours
court          a ball or a rocket and a wall: prologue, collision, epilogue
zeno_row       balls that bounce infinitely often in a finite time
penalty_floor  balls that bounce on a floor that is a stiff spring
finish_line    a car that crosses a line, detected from the car's positions or from its swept path
pointing       a triangle under the mouse: what a program of a forum finds, and what the eye sees
sums           two convex bodies, their sum and difference, and the steps of GJK
hill           a hill to walk on: its cell, triangle and height under the player, by a grid or an irregular net
statues        a figure, a plank and a cube in simple volumes, tested from the large ones to the small ones
pair_hall      boxes that drift, and four methods that find those that overlap
counting_wall  two blocks and a wall that count the digits of pi
"""
