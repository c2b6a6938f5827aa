"""Bodies that move by themselves: lifts, doors, discs.

movers         where movers are at a tick, and which are near
carrying       a player that stands on a mover
pushing        a mover that meets the player
point_in_mesh  a player inside a closed mover
placement      placement after a teleport, free of movers
"""
