"""The player's environment: volumes, forces, gravity of any direction.

volumes           the volumes that contain the player, and their effects
forces            gravity, water, wind and belts of one tick
one_way_walls     walls that let the player pass
respawn           placement after a fall out of the level, a crush or a death
orientation       the player's frame, and its turn towards gravity before a tick
oriented_body     a body that is upright in a frame
oriented_tick     a tick of a player whose up is not +z
gravity_blending  borders between opposing gravities
"""
