"""The teaching views of the window as one record: space, Minkowski view, twins, tick inspector."""

from typing import NamedTuple

from .minkowski_view import MinkowskiView
from .space_choice import SpaceChoice
from .tick_inspector import TickInspector
from .twin_manager import TwinManager


class Explanations(NamedTuple):
    """The teaching views: the displayed space, the Minkowski view, the player's twins, and the tick inspector."""

    space: SpaceChoice
    minkowski: MinkowskiView
    twins: TwinManager
    inspector: TickInspector
