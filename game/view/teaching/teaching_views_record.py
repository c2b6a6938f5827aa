"""The record TickViews, with the views that explain a tick: space, Minkowski view, twins and tick inspector."""

from typing import NamedTuple

from .minkowski_view import MinkowskiView
from .space_choice_and_morph import SpaceChoice
from .tick_inspector import TickInspector
from .twin_manager import TwinManager


class TickViews(NamedTuple):
    """The views of the window that explain a tick.

    space: the SpaceChoice of the displayed space
    minkowski: the MinkowskiView, which expands triangles by the body
    twins: the TwinManager of the player's twins
    inspector: the TickInspector
    """

    space: SpaceChoice
    minkowski: MinkowskiView
    twins: TwinManager
    inspector: TickInspector
