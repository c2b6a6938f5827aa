"""Other engines: Bullet, Rapier and Panda3D, as twins in the window and as contenders of measurements.

bullet, rapier, panda      the engines: their worlds, characters and sweeps
capsule_shape              the capsule that stands for the player's body
engine_twins_and_failures  the characters of peers, also as twins of the player, and where they stick, fall or sink
"""
