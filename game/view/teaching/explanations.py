"""All explanations of a tick in the window, as one record."""

from typing import NamedTuple

from .minkowski_view import MinkowskiView
from .space_choice import SpaceChoice
from .tick_inspector import TickInspector
from .twin_manager import TwinManager


class Explanations(NamedTuple):
    """Which space is shown, the Minkowski view, the twins beside the player, and the iteration that is looked into."""

    space: SpaceChoice
    minkowski: MinkowskiView
    twins: TwinManager
    inspector: TickInspector
