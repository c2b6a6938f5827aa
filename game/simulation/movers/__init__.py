"""Movers, bodies that move by themselves: lifts, doors, discs.

mover_poses_and_queries  poses and triangles of the movers at a tick, and the movers near a position
carrying                 base motion: a mover carries the player that stands on it
pushing                  contacts with a mover that runs into the player
interior_recovery        recovery from the interior of a closed mover
"""
