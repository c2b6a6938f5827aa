"""The player's own tick, compiled. Read `tick` first, then the rest in the order of its stages.

tick            one tick: walk, step up, jump, fall
walking         from a wish to a displacement along the ground; jumping
step_up         climb a step
ground          what carries the player
gravity_pass    fall, land, snap to the ground
rows, state_rows  the rows that the tick reads and writes: players, inputs, parameters
obstacles       the triangles that a tick can meet, and how far it reaches
crouching       crouched and turned bodies
embedded_start  recovery of a player that starts a tick inside something
view_smoothing, eye_prediction  the height of the eyes
"""
