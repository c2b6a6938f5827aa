"""The records of lessons: pages, each with a text, a task, claims and a question, and the run that shows what the text says."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from math import inf
from typing import Annotated, Any, NamedTuple

from ...collision import Rules
from ...core.value_rules import Number, OneOf, Text, Whole, Yes
from ...core.vec3 import Vector
from ...explain.tick_overlay import Switches
from ...level.contents.level import Shot
from ...simulation import PlayerState, Simulation, TickRecord, Twins
from .latex_to_svg import Svg
from .scene_mark_schema import SceneMark

AT_ONCE = 0  # the moment is shown at once, without the run up to it
SLOWDOWNS = (AT_ONCE, 1, 2, 4, 8, 16, 30, 60)  # factors: the run up to the moment is shown this many times slower than real time
# A page that a text names: "lesson 2, page 9", "lesson 3, pages 8 to 11", in pseudo-code "# 2, 9". First the lesson.
PAGE_MENTION = r"(?:\blesson|#) \d+, (?:pages? )?\d+"
MOST_TICKS = 100_000  # of a task. Smaller: long runs cannot be asked for; larger: a typing error
CLOSE = 1e-9  # between a control's value and the demanded one
SPACES = ("world", "ellipsoid", "both")

Drawing = Callable[["Run"], Svg]
Measure = Callable[["Run"], float]


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
    """Something to do on a page, done when all conditions hold at once: all keys but `say`, `value`, and defaults."""

    say: Text  # the instruction, one sentence. "{step}" is the key of the action step (panels/bindings.py).
    tick: Annotated[int, Whole(0, MOST_TICKS)] = 0  # the displayed moment is this tick or a later one
    iteration: Annotated[int, Whole(0, 64)] = 0  # the tick inspector shows this iteration of the tick, from 1
    overlay: Annotated[str, OneOf(("", *Switches.names()))] = ""  # this overlay is shown
    space: Annotated[str, OneOf(("", *SPACES))] = ""  # this space is displayed
    minkowski: Yes = False  # the Minkowski view is on
    flat: Yes = False  # the side view has no perspective
    pick: Yes = False  # a triangle is picked
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


@dataclass(frozen=True)
class Claim:
    """A number in a page's text, and the measure that must give the same number, rounded to the same decimals."""

    name: str  # {name} in the page's text is replaced by the number
    figure: str  # the number as it is written in the text
    measure: Measure

    @property
    def decimals(self) -> int:
        return len(self.figure.partition(".")[2])

    def written(self, measured: float) -> str:
        """Return a measured number as the claim is written: rounded to the same decimals. A number rounded to 0 has no sign."""
        text = f"{measured:.{self.decimals}f}"
        return text.replace("-0", "0") if float(self.figure) == 0.0 else text

    def holds(self, measured: float) -> bool:
        """True if a measured number, rounded to the claim's decimals, is the claimed one."""
        return self.written(measured) == self.figure


@dataclass(frozen=True)
class Answer:
    """An answer to a question. It is right if low <= measurement < high."""

    text: str
    low: float = -inf
    high: float = inf


@dataclass(frozen=True)
class Question:
    """A question about the page's run. The game plays the script, and the measurement decides which answer is right."""

    ask: str  # text of the question
    answers: tuple[Answer, ...]
    right: int  # index of the answer that the author expects, from 0
    because: str  # explanation that is shown after the answer
    measure: Measure
    ask_at: int = 1  # the tick before which the game waits for an answer

    def answer_for(self, measured: float) -> int:
        """Return the index of the first answer whose range contains the value `measured`, or -1 if none does."""
        return next((n for n, answer in enumerate(self.answers) if answer.low <= measured < answer.high), -1)


@dataclass(frozen=True)
class RulesChoice:
    """A choice of rules. rules: name of a preset of Rules; switches: fields changed in it, such as ("keep_planes", False)"""

    rules: str = "modern"
    switches: tuple[tuple[str, bool | float], ...] = ()

    def build(self) -> Rules:
        changed: dict[str, Any] = dict(self.switches)
        return replace(Rules.named(self.rules), **changed)


@dataclass(frozen=True)
class Table:
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Page:
    """One page of a lesson. The run starts at the level's spawn without `feet` and `heading`."""

    title: str
    section: str  # section of the paper or topic of another source, a key of SECTIONS or TOPICS in paper_and_lecture_headings.py
    text: tuple[str, ...]  # paragraphs, with the claimed numbers filled in
    level: str  # name of the level
    shot: Shot  # the tick of the run that the page shows, with camera and overlays
    formula: tuple[str, ...] = ()  # lines of LaTeX
    drawing: Drawing | None = None
    code: str = ""  # pseudo-code
    table: Table | None = None
    exercise: str = ""  # something to think about or to try
    task: Task | None = None
    script: str = ""  # input of the run; without one, the player gets no input until the shot
    slower: int = AT_ONCE  # slow-motion factor of the run up to the shot, one of SLOWDOWNS
    feet: Vector | None = None  # [m]
    heading: float | None = None  # [degrees]
    hz: int = 60  # ticks per second
    rules: RulesChoice = RulesChoice()
    settings: tuple[tuple[str, str], ...] = ()  # of the player, as on the command line
    twins: tuple[str, ...] = ()  # names of rules (game.simulation.twins)
    space: str = "world"
    minkowski: bool = False
    inside: int | None = None  # the only iteration of the moment that is shown, from 0
    claims: tuple[Claim, ...] = ()
    question: Question | None = None
    marks: tuple[SceneMark, ...] = ()  # drawn in the scene at the moments of the page

    @property
    def word_count(self) -> int:
        """The number of words to read: of the text, the exercise, and what to look for; not of a question or a task."""
        return len(" ".join([*self.text, self.shot.look, self.exercise]).split())


@dataclass(frozen=True)
class Lesson:
    name: str  # of its file, without the ending
    title: str
    order: int  # number by which lessons are sorted in their list
    about: str  # a sentence about it
    pages: tuple[Page, ...]

    @property
    def heading(self) -> str:
        """The number by which other lessons name this one, and its title."""
        return f"Lesson {self.order}: {self.title}"


@dataclass(frozen=True)
class Run:
    """The simulated script of a page."""

    page: Page
    simulation: Simulation  # after the last tick
    records: list[TickRecord]  # of all ticks; records[0] is that of tick 1
    twins: list["Run"] = field(default_factory=list)  # of the same script, one for each twin's rules
    displayed_twins: Twins | None = None  # the same twins as the view draws them, or None without twins

    def record(self, tick: int = 0) -> TickRecord:
        """Return the record of a tick, counted from 1, or that of the page's shot for 0."""
        return self.records[(tick or self.page.shot.tick) - 1]

    def state(self, tick: int) -> PlayerState:
        """Return the state after a tick, counted from 1, or that at the start for 0."""
        return self.records[tick - 1].after if tick else self.records[0].before

    def of(self, twin: int) -> "Run":
        """Return the Run of the twin with this number, counted from 1, or this Run for 0."""
        return self.twins[twin - 1] if twin else self
