"""The player's own tick, which is compiled. Read `tick` first, then the other files in the order of its stages.

tick                                  one tick: jump, walk, step up, fall
walking_and_jumping                   from a wish to a displacement along the ground; jumping
ground                                the ground under the player: climbing a step, falling, landing, snapping to the ground
tick_rows, player_rows                the rows that the tick reads and writes: players, inputs, parameters
triangles_in_reach                    the triangles that a tick can meet, and how far a tick reaches
crouch_and_body_turn                  crouched and turned bodies
gravity_aligned_frame                 the player's frame, and its rotation towards gravity before a tick
embedded_start                        recovery of a player that starts a tick inside a surface
view_smoothing, eye_height_lookahead  the height of the eyes
"""
