"""Movers, bodies that move by themselves: lifts, doors, discs.

movers          poses of the movers at a tick, and the movers near a position
carrying        the motion that a mover gives to the player standing on it
pushing         contacts with a mover that runs into the player
mover_interior  recovery from the interior of a closed mover
placement       placement after a teleport, free of movers
"""
