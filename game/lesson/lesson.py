"""A lesson: pages, each with a text and the moment of a run that shows what the text says."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf

from game.collision import Rules
from game.level.regression_case import Shot

AT_ONCE = 0  # the moment is shown at once, without the run up to it
SLOWDOWNS = (AT_ONCE, 1, 2, 4, 8, 16, 30, 60)  # factors: the run up to the moment is shown this many times slower than real time

Vector = tuple[float, float, float]


@dataclass(frozen=True)
class Claim:
    """A figure in a page's text, and the measurement that gives it. measure: a function of a Run (measures/)"""

    name: str  # in braces in the text
    figure: str  # as written in the text; true if the measurement, rounded to the same decimals, equals it
    measure: Callable

    @property
    def decimals(self) -> int:
        return len(self.figure.partition(".")[2])


@dataclass(frozen=True)
class Answer:
    """An answer to a question. It is right if low <= measurement < high."""

    text: str
    low: float = -inf
    high: float = inf


@dataclass(frozen=True)
class Question:
    """A question that the game answers: it plays the page's script, and a measurement gives the right answer.

    right: index of the answer that the author expects; ask_at: the tick at which the game waits for an answer
    """

    ask: str
    answers: tuple[Answer, ...]
    right: int
    because: str
    measure: Callable
    ask_at: int = 1

    def answer_for(self, measured: float) -> int:
        """Index of the answer that is right for a measurement; -1 if none is."""
        return next((n for n, answer in enumerate(self.answers) if answer.low <= measured < answer.high), -1)


@dataclass(frozen=True)
class RulesChoice:
    """A preset of Rules by name, and the fields changed in it, such as ("keep_planes", False)."""

    rules: str = "modern"
    switches: tuple[tuple[str, bool | float], ...] = ()

    def build(self) -> Rules:
        return replace(Rules.named(self.rules), **dict(self.switches))


@dataclass(frozen=True)
class Table:
    """A table of words. rows: as many cells as the head has"""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Page:
    """One screen of a lesson.

    section: of the paper (paper_sections.py); text: paragraphs with the figures of the claims; exercise: something to try
    formula: lines of LaTeX; drawing: a function of the page's Run that returns a formula.Svg; code: pseudo-code
    shot: the moment, the camera and the overlays; slower: one of SLOWDOWNS
    level: a name; feet, heading: start of the run, None: the level's spawn
    twins: rules of twins that walk beside the player; space, minkowski, inside: what the view shows of the moment
    """

    title: str
    section: str
    text: tuple[str, ...]
    level: str
    shot: Shot
    formula: tuple[str, ...] = ()
    drawing: Callable | None = None
    code: str = ""
    table: Table | None = None
    exercise: str = ""
    script: str = ""
    slower: int = AT_ONCE
    feet: Vector | None = None
    heading: float | None = None  # [degrees]
    hz: int = 60
    rules: RulesChoice = RulesChoice()
    settings: tuple[tuple[str, str], ...] = ()  # of the player, as on the command line
    twins: tuple[str, ...] = ()  # names of rules (game.simulation.twins)
    space: str = "world"
    minkowski: bool = False
    inside: int | None = None  # the only iteration of the moment that is shown, from 0
    claims: tuple[Claim, ...] = ()
    question: Question | None = None

    @property
    def words(self) -> int:
        """The number of words to read before the question."""
        return len(" ".join([*self.text, self.shot.look, self.exercise]).split())


@dataclass(frozen=True)
class Lesson:
    name: str
    title: str
    order: int
    about: str
    pages: tuple[Page, ...]
