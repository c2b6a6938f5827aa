"""The columns of the rows of numbers that the compiled tick reads and writes: players, their inputs, parameters.

A column of two or three numbers is named by its first.
"""

# The ground state of a player (state.py, Ground).
FLOOR, STEEP, AIR = range(3)

# A player: what a tick reads and writes of its state.
POSITION, FOOTING, FOOTING_NORMAL, WALK, FALL = 0, 3, 4, 7, 9
COYOTE, BUFFERED, JUMP_HELD, JUMPING = 12, 13, 14, 15
VELOCITY, AIRBORNE, WALKED, STOOD = 16, 19, 20, 21  # STOOD: NaN if it never did
LONG_AGO = 1e9  # [s], the COYOTE time after a jump from the floor: no further one counts
TOUCHED = 24  # triangle of the tick's last contact, -1: none
PLAYER_COLUMNS = 25

# The input of one tick: the player's intent, and what is around it (state.py, forces.py).
WISH, JUMP, RUN, PULL, KEPT, FLOW = 0, 2, 3, 4, 5, 6
INPUT_COLUMNS = 8

# The parameters (params.py).
SPEED, RUN_SPEED, ACCELERATION, FRICTION, AIR_CONTROL, KEEP_HORIZONTAL_SPEED = range(6)
JUMP_SPEED, JUMP_RELEASE, COYOTE_TIME, JUMP_BUFFER, USUAL_PULL, TERMINAL_SPEED = range(6, 12)
CLIMB_UP, CLIMB_DOWN, FEET, TREAD_DEPTH, TREAD_RISE, CLIMB_STEPS, TICK = range(12, 19)

# How a tick ended: done, or not begun, as candidates exceed the capacity or the player is inside something.
DONE, OVERFLOW, INSIDE = range(3)

# Values that may differ between players (agent_rows.py): the body's change of basis and half extents (espace.py). A player
# whose up is not +z also has its frame, its position, and half the sides of the box that its tick can reach.
BODY_COLUMNS = 9
FRAME, PLACE, SIDES, FRAME_COLUMNS = 0, 9, 12, 15
