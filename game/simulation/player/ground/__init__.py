"""The ground under the player: steps, falls, and the path down over steps and slopes. It is compiled, too.

ground_sweeps  the ground under the player, found by sweeps
step_up        climbing a step
gravity_pass   falling and landing, the ground state
ground_snap    following the floor down: over steps, slopes and edges
water_jump     leaping out of water over an edge
"""
