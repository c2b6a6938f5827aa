"""What surrounds the player: volumes, forces, gravity of any direction.

volumes           which volumes hold the player, and their effects
forces            gravity, water, wind and belts of one tick
one_way_walls     walls that let the player pass
respawn           placement after a fall, a crush or a death
orientation       the player's frame, and how it follows gravity
reorientation     the frame's turn before a tick
oriented_body     a body that is upright in a frame
oriented_tick     a tick of a player whose up is not +z
gravity_blending  borders between gravities
"""
