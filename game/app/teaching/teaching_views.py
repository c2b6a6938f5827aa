"""The displayed space and its animated change, the twins beside the player, and the overlays that are drawn or hidden."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from ...core.input_errors import InputError
from ...core.shapes import Shape
from ...explain.minkowski import MinkowskiView
from ...explain.spaces import CHOICES
from ...explain.tick_overlay import Switches, plain_marks_of_tick
from ...other_engines.engine_twins_and_failures import NAMES, features_without_collision, twin_of
from ...panels.bindings import name_of
from ...simulation import PlayerState, Simulation, TickRecord, Twins
from ...simulation.twins import twin_choices
from ..session.play_session import Session
from ..session.settings import Settings
from .tick_inspector import TickInspector

MORPH_TIME = 1.0  # [s] Smaller: too fast to follow; larger: a long wait


class SpaceChoice:
    """The displayed space. `name` is "world", "ellipsoid", or "both" for two pictures side by side."""

    def __init__(self, name: str = "world"):
        self.name = name
        self._morph = CHOICES[name][0]

    def choose(self, name: str) -> None:
        """Choose a space by its name. A change to two pictures is immediate, and `advance` changes a single one smoothly."""
        self.name = name
        if len(CHOICES[name]) > 1:
            self._morph = 0.0

    def next(self, places: int = 1) -> None:
        names = list(CHOICES)
        self.choose(names[(names.index(self.name) + places) % len(names)])

    def advance(self, seconds: float) -> None:
        target, most = CHOICES[self.name][0], seconds / MORPH_TIME
        self._morph += max(-most, min(most, target - self._morph))

    @property
    def blends(self) -> tuple[float, ...]:
        """A number for each picture: 0 for world space, 1 for ellipsoid space, or between during the change."""
        return (self._morph**2 * (3.0 - 2.0 * self._morph), *CHOICES[self.name][1:])


BEGIN = "twins on: they start inside you, and become visible as they leave you"


class TwinManager:
    """The player's twins: bodies with the player's input and other rules or engines. `problem`: why they cannot walk, or """""

    def __init__(self) -> None:
        self.choices, self._wanted, self.problem = ["fauerby", "thebigh"], False, ""
        self.twins: Twins | None = None  # None while switched off

    def begin(self, sim: Simulation, state: PlayerState | None = None) -> None:
        """Make new twins at a state, by default the player's newest, if they are on. `problem` says why this is not possible."""
        self.twins, self.problem = None, ""
        try:
            self.twins = Twins(sim, self.choices, twin_of) if self._wanted else None
        except InputError as problem:
            self.problem = str(problem)
        if self.twins and state is not None:
            self.twins.begin(state)
            self.twins.update()

    def toggle(self, session: Session) -> str:
        """Start twins at the displayed state of the Session's player, or remove the twins. Return the message for the user."""
        self._wanted = self.twins is None
        self.begin(session.sim, session.state)
        if self.twins is None:
            return self.problem or "twins: off"
        peers, unmet = [name for name in self.choices if name in NAMES], features_without_collision(session.sim.level)
        note = f". {' and '.join(peers)}: no {' or '.join(unmet)}" if peers and unmet else ""
        return BEGIN + note

    @property
    def configuration(self) -> tuple[list[str], bool]:
        return list(self.choices), self._wanted

    def configure(self, choices: Sequence[str], wanted: bool) -> None:
        """Set the twins' rules or engines by name, and switch the twins on or off. The next `begin` applies both."""
        self.choices, self._wanted = list(choices), wanted

    def choose(self, number: int, places: int, session: Session) -> str:
        """Give a twin the rules or engine `places` after its present one, and start all again. Return `problem`."""
        names, before = (*twin_choices(), *NAMES), self.choices[number]
        place = names.index(before) + places if before in names else 0
        self.choices[number] = names[place % len(names)]
        self.begin(session.sim, self.twins.start if self.twins and session.paused else session.state)
        return self.problem

    def update(self) -> None:
        if self.twins:
            self.twins.update()


class PlainView:
    """The plain picture of a stop, for newcomers: one sentence, and its contact, disc and arrow.

    is_explained(): True in a lesson, with twins and in the Minkowski view, which have drawings of their own
    """

    def __init__(self, session: Session, settings: Settings, is_explained: Callable[[], bool]):
        self._session, self._settings, self._is_explained = session, settings, is_explained
        self._marked: tuple[TickRecord | None, list[Shape]] = None, []

    @property
    def is_on(self) -> bool:
        """True while time stands or runs again, unless the user has chosen details or overlays: newcomers were lost in those."""
        is_chosen = self._settings.hud or self._settings.overlays != Switches()
        return not (self._session.live or is_chosen or self._is_explained())

    @property
    def marks(self) -> list[Shape]:
        """The marks of the displayed tick's contact: the same list for the same tick, which is then drawn once."""
        record = self._session.record
        if record is not None and record is not self._marked[0]:
            self._marked = record, plain_marks_of_tick(record)
        return self._marked[1]


class TickViews(NamedTuple):
    space: SpaceChoice
    minkowski: MinkowskiView
    twins: TwinManager
    inspector: TickInspector


class OverlayVisibility:
    """The rule that hides overlays while time runs, and numbers during a timed run, unless something is explained.

    Newcomers took a body with arrows and rings for a debug mode. The keys of overlays show them: in a timed run until its level
    is left, else until "all_overlays" hides them again.
    """

    def __init__(
        self, session: Session, settings: Settings, is_timed: Callable[[], bool], is_explained: Callable[[], bool],
        show_message: Callable[[str], None]
    ):
        self._session, self._settings, self._show_message = session, settings, show_message
        self._is_timed, self._is_explained, self.show_overlays = is_timed, is_explained, False

    @property
    def _is_played(self) -> bool:
        """True if time runs live at normal speed, without lesson, twins and Minkowski view."""
        return self._session.live and not self._session.slower and not self._is_explained()

    @property
    def is_clear(self) -> bool:
        """True in a timed run whose numbers and overlays are hidden."""
        return self._is_played and self._is_timed() and not self.show_overlays

    @property
    def shown(self) -> Switches:
        """The overlays to draw. Those of exhibits are a part of the lab."""
        overlays = self._settings.overlays
        if self.is_clear:
            return Switches.none()
        is_hidden = self._is_played and not self._is_timed() and not self._settings.overlays_in_play
        return replace(Switches.none(), exhibits=overlays.exhibits) if is_hidden else overlays

    def intercept(self, action: str) -> bool:
        """Show what is hidden, or hide it again for the action of all of it. Return True if the action does no more."""
        if not self._is_played:
            return False
        if not self._is_timed():
            in_play = self._settings.overlays_in_play
            if action in ("hud", "overlay_exhibits") or (in_play and action != "all_overlays"):
                return False
            self._settings.overlays_in_play = not in_play
            self._show_message(f"overlays: {'off while time runs. {pause} stops it' if in_play else 'on'}")
            return True
        if self.show_overlays and action != "hud":
            return False
        self.show_overlays = not self.show_overlays
        if action == "hud":  # else the numbers would come back in the next level
            self._settings.hud = self.show_overlays
        self._show_message(f"{name_of('hud')}: {'on' if self.show_overlays else 'off while the clock runs'}")
        return True


def is_overlay_action(action: str) -> bool:
    return action in ("hud", "all_overlays") or action.startswith("overlay_")
