"""Other engines measured beside Glissade.

contenders  each contender as a function of its i-th call
bullet, panda, rapier  the engines
"""
