"""The player's environment: volumes, forces, and gravity of any direction.

volume_rows               rows of a level's volumes that the compiled tick reads
volume_overlap_and_sweep  players in volumes: containment, depth, first entry of a displacement
surroundings              the Surroundings of a level, and the volumes and gravity at a position
triggers                  volumes that act once, tested along the tick's displacement
forces                    gravity, water, wind and belts of one tick
one_way_walls             walls that let the player pass
teleport_placement        placement of the player after a teleport, free of movers
respawn_and_portals       placement after a fall out of the level, a crush, a death or a portal
oriented_collider         bodies that are upright in a frame other than the world
gravity_blending          borders between opposing gravities
"""
