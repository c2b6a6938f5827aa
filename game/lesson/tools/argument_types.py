"""Types of arguments that measures and drawings share: ticks, twins, axes, indices, times, names of passes and rules.

run: the page's Run
tick: counted from 1; 0 is the tick of the page's shot
since, until: first and last tick; 0 is the start of the run for `since`, and the shot's tick for `until`
twin: 1 is the first twin, 0 the player
of: the name of a pass, such as "move" or "gravity"
exhibit: name of an exhibit in its level; reading: name of a figure on its board
ball: index of a ball of an exhibit, from 0; method, lane: name of an integrator, or of a method on the board
sweep: index of a sweep in its pass, from 0; contact: index of a contact in its pass, from 0
axis: "x", "y" or "z"
espace: true for values in ellipsoid space instead of the world
"""

from typing import Annotated

from ...collision import Pass, Rules
from ...core.value_rules import Number, OneOf, Whole
from ...level.case_table import MOST_TICKS

Tick = Annotated[int, Whole(0, MOST_TICKS)]  # 0: the page's moment; as the first tick of a range: the start
Twin = Annotated[int, Whole(0, 9)]  # 0: the player, 1: the first twin
Axis = Annotated[str, OneOf(("x", "y", "z"))]
Index = Annotated[int, Whole(0, 95)]  # of a contact in its pass, from 0


def names_of(kinds):
    """Return the names of an enum's members in lower case, as lessons write them, in a tuple."""
    return tuple(kind.name.lower() for kind in kinds)


PassName = Annotated[str, OneOf(names_of(Pass))]
Seconds = Annotated[float, Number(0.0, 60.0, "s")]
RulesName = Annotated[str, OneOf(Rules.NAMES)]
