"""The ways in which the window explains a tick, as one record for those that switch them."""

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
