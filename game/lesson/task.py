"""A task of a lesson's page: something to do in the game, which the game notices when it is done."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from ..core.value_rules import Number, OneOf, Text, Whole, Yes
from ..explain.tick_overlay import Switches

MOST_TICKS = 100_000  # of a task. Smaller: long runs cannot be asked for; larger: a typing error
CLOSE = 1e-9  # between a control's value and the demanded one
SPACES = ("world", "ellipsoid", "both")


class Attempt(NamedTuple):
    """The state of the game that decides if the reader of a page has done its task."""

    tick: int  # of the displayed moment
    iteration: int = 0  # number of the inspected iteration in its tick, from 1, or 0 while the tick inspector is off
    overlays: frozenset[str] = frozenset()  # names of the overlays that are shown
    space: str = "world"  # name of the displayed space
    is_minkowski: bool = False  # True in the Minkowski view
    is_flat: bool = False  # and in the side view without perspective
    has_picked: bool = False  # True if a triangle is picked
    used: Mapping[str, float] = {}  # {"exhibit.control": value} of the controls used since the page was opened


@dataclass(frozen=True)
class Task:
    """Something to do on a page. It is done when all of its conditions hold at the same moment. Without any, it is never done.

    Each key but `say` and `value` is a condition, unless it has its default.
    minkowski, flat, pick: the Minkowski view is on; the side view has no perspective; a triangle is picked
    """

    say: Text  # the instruction, one sentence. "{step}" is the key of the action step (view/input/bindings.py).
    tick: Annotated[int, Whole(0, MOST_TICKS)] = 0  # the displayed moment is this tick or a later one
    iteration: Annotated[int, Whole(0, 64)] = 0  # the tick inspector shows this iteration of the tick, from 1
    overlay: Annotated[str, OneOf(("", *Switches.names()))] = ""  # this overlay is shown
    space: Annotated[str, OneOf(("", *SPACES))] = ""  # this space is displayed
    minkowski: Yes = False
    flat: Yes = False
    pick: Yes = False
    use: Text = ""  # "exhibit.control" of a control that was used, and value: its last value, or None for any value
    value: Annotated[float | None, Number(-1e9, 1e9)] = None

    def is_done(self, attempt: Attempt) -> bool:
        """True if all conditions hold in an Attempt; False if there are none."""
        conditions = (
            (self.tick, attempt.tick >= self.tick),
            (self.iteration, attempt.iteration == self.iteration),
            (self.overlay, self.overlay in attempt.overlays),
            (self.space, attempt.space == self.space),
            (self.minkowski, attempt.is_minkowski),
            (self.flat, attempt.is_flat),
            (self.pick, attempt.has_picked),
            (self.use, self._is_used(attempt.used)),
        )
        wanted = [holds for demand, holds in conditions if demand]
        return bool(wanted) and all(wanted)

    def _is_used(self, used: Mapping[str, float]) -> bool:
        return self.use in used and (self.value is None or abs(used[self.use] - self.value) < CLOSE)
