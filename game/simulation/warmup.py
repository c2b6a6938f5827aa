"""Compiling all that a game calls, with progress: the collision module, then the player's tick."""

from .. import collision
from ..collision import Ellipsoid, Rules
from ..collision.engine.warmup import near_nothing
from .advance import advance
from .params import PlayerParams
from .state import Intent, PlayerState

COLLISION = 0.65  # part of the time that is over when the collision module is compiled


def warm_up(progress=lambda fraction, text: None):
    """Compile, or load from the cache, all that a game calls. progress: called as progress(fraction done, what comes next)"""
    collision.warm_up(lambda fraction, text: progress(COLLISION * fraction, text))
    progress(COLLISION, "compiling the player")
    compile_tick()
    progress(1.0, "compiled")


def compile_tick():
    """A tick far above a mesh of nothing."""
    high_up = PlayerState((0.0, 0.0, 9.0))
    advance(near_nothing(), Ellipsoid(), high_up, Intent(), PlayerParams(), Rules.modern(), 1.0 / 60.0)
