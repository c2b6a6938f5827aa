"""The player's own tick, which is compiled. Read `tick` first, then the other files in the order of its stages.

tick                         one tick: jump, walk, step up, fall
player_state                 PlayerState, a view of the row of a player, and the row of its input
player_params                the player's sizes, speeds and limits, and their row
obstacles_and_one_way_walls  the triangles that a tick can meet, how far a tick reaches, and walls that let the player pass
forces                       gravity, water, wind and belts of one tick
gravity_aligned_frame        the player's frame, and its rotation towards gravity before a tick
body_shape                   the shape of the body in a tick, and crouching
walking_and_jumping          from a wish to a displacement along the ground; jumping, and leaping out of water over an edge
passes_and_ground            the passes of a tick, and the ground under the player, found by sweeps
step_up                      climbing a step
treads_and_edges             edges of ground: treads, ground behind an edge, a floor below one
gravity_pass                 falling and landing, the ground state; following the floor down, over steps, slopes and edges
volume_containment           players in volumes: containment, first entry of a displacement, volumes that act once
"""
