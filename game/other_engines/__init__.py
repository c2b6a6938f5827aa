"""Other engines: Bullet, Rapier and Panda3D, as twins in the window and as contenders of measurements.

bullet, rapier, panda  the engines: their worlds, characters and sweeps
engine_characters      the peers with a character, by their names
capsule_shape          the capsule that stands for the player's body
engine_twin            a peer's character as a twin of the player, and where it sticks, falls or sinks
"""
