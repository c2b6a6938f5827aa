"""The game around an open lesson: what it does for the lesson, and its view from before the lesson."""

from collections.abc import Callable
from typing import NamedTuple

from ...explain.tick_overlay import Switches
from ...level import Level
from ...simulation import PlayerState
from ..input.intent_source import Intents
from ..race.race_tracker import RaceTracker


class PlayerView(NamedTuple):
    """The view, level and run before the lesson, which are restored after the lesson."""

    overlays: Switches
    third_person: bool  # True for a camera behind the player
    space: str  # name of the displayed space
    minkowski: bool  # True in the Minkowski view
    twins: tuple  # `TwinManager.configuration`
    level: Level
    options: dict  # `Session.options`
    was_title: bool  # True if the front page was open
    state: PlayerState
    race: RaceTracker


class LessonCallbacks(NamedTuple):
    """The actions of the game that a lesson needs.

    load(level, leaving=None, **options): starts a level with the options of a Session. leaving() is called just before the old
    level is removed.
    replay(sim, script): runs a Simulation of the level by a script of Intents.
    intents: Intents, the script or the controls
    show_title(): opens the front page.
    show_message(message): shows a message.
    changed(): called after the time or the lesson has started or stopped
    race(): returns the RaceTracker of the present Simulation
    """

    load: Callable
    replay: Callable
    intents: Intents
    show_title: Callable
    show_message: Callable
    changed: Callable
    race: Callable
