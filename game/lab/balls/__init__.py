"""Many balls that move and collide.

ball_array             rows of balls, their overlaps, and the rules of their box
conserved_quantities   momentum, angular momentum and energy
contact_impulses       the velocities and spins after a collision
turning_box_walls      the box that contains the balls, and the time when a ball meets its walls
player_in_turning_box  the walls of the turning box that stop and push the player inside
moving_ellipsoid       an ellipsoid of infinite mass: the player among the balls
free_flight            paths between events, and the time when two balls meet
chords                 straight lines in place of the parabolas, to show what they cost
cells                  a grid that finds neighbours
event_queue            the next event of each ball
event_driven           collisions in the order of time
table_friction         friction of a table: sliding, then rolling
"""
