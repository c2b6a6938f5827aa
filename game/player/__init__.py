"""The player's own tick, which is compiled. Read `tick` first, then the other files in the order of its stages.

tick                   one tick: jump, walk, step up, fall
player_state           PlayerState, a view of the row of a player, and the row of its input
player_params          the player's sizes, speeds and limits, and their row
gravity_aligned_frame  the player's frame, and its rotation towards gravity before a tick
obstacles              the triangles that a tick can meet, how far a tick reaches, and walls that let the player pass
oriented_collider      the level and its movers for a body whose up is not +z, or that is turned
volumes                players in volumes: containment, first entry of a displacement, volumes that act once
forces                 gravity, water, wind and belts of one tick
walking_and_jumping    from a wish to a displacement along the ground; jumping, and leaping out of water over an edge
body_shape             the shape of the body in a tick, and crouching
step_up                climbing a step
edges_of_ground        edges of ground: treads, ground behind an edge, a floor below one
ground_sweeps          the ground under the player, found by sweeps
gravity_pass           falling and landing, the ground state; following the floor down, over steps, slopes and edges
"""
