"""Other engines, measured beside Glissade.

contenders  each contender as a function that makes its i-th call
bullet, panda, rapier  the engines
"""
