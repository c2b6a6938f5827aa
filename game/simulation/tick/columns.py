"""Where each fact stands in the rows of numbers that the compiled tick reads and writes: players, their inputs, parameters.

A column of two or three numbers is named by its first.
"""

# What a player stands on (state.py, Ground).
FLOOR, STEEP, AIR = range(3)

# A player: what a tick reads and writes of his state.
POSITION, FOOTING, FOOTING_NORMAL, WALK, FALL = 0, 3, 4, 7, 9
COYOTE, BUFFERED, JUMP_HELD = 12, 13, 14
PLAYER_COLUMNS = 15

# What reaches him in one tick: his own intent, and what is around him (state.py, surroundings.py).
WISH, JUMP, RUN, PULL, KEPT, FLOW = 0, 2, 3, 4, 5, 6
INPUT_COLUMNS = 8

# The parameters (params.py).
SPEED, RUN_SPEED, ACCELERATION, JUMP_SPEED, USUAL_PULL, TERMINAL_SPEED, CLIMB_UP, CLIMB_DOWN = range(8)
COYOTE_TIME, JUMP_BUFFER, KEEP_HORIZONTAL_SPEED, FEET, TREAD_DEPTH, TREAD_RISE, CLIMB_STEPS, TICK = range(8, 16)

# How a tick ended: done, or not begun, because the candidates did not fit in or the player stands inside of something.
DONE, NO_ROOM, INSIDE = range(3)
