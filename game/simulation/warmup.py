"""Compilation before a game starts, with progress: the collision module, then the player's tick."""

from .. import collision
from ..collision import Ellipsoid, Rules
from ..collision.engine.warmup import near_nothing
from .advance import advance
from .params import PlayerParams
from .state import Intent, PlayerState

COLLISION = 0.65  # part of the time that the collision module takes


def warm_up(progress=lambda fraction, text: None, alone=False):
    """Compile all functions that a game calls, or load them from the cache.

    progress: called as progress(fraction, next step); alone: True to start no second process
    """
    collision.warm_up(lambda fraction, text: progress(COLLISION * fraction, text), alone)
    progress(COLLISION, "compiling the player")
    high_up = PlayerState((0.0, 0.0, 9.0))
    advance(near_nothing(), Ellipsoid(), high_up, Intent(), PlayerParams(), Rules.modern(), 1.0 / 60.0)
    progress(1.0, "compiled")
