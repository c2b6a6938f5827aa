"""A lesson: pages, each with a text and the tick of a run that shows it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf
from typing import Any

from ..collision import Rules
from ..level.contents.level import Shot
from .task import Task

AT_ONCE = 0  # the moment is shown at once, without the run up to it
SLOWDOWNS = (AT_ONCE, 1, 2, 4, 8, 16, 30, 60)  # factors: the run up to the moment is shown this many times slower than real time
# A page that a text names: "lesson 2, page 9", "lesson 3, pages 8 to 11", in pseudo-code "# 2, 9". First the lesson.
PAGE_MENTION = r"(?:\blesson|#) \d+, (?:pages? )?\d+"

Vector = tuple[float, float, float]


@dataclass(frozen=True)
class Claim:
    """A number in a page's text, and the measure that must give the same number, rounded to the same decimals."""

    name: str  # {name} in the page's text is replaced by the number
    figure: str  # the number as it is written in the text
    measure: Callable  # function of the page's Run, which returns the measurement

    @property
    def decimals(self) -> int:
        """The number of digits after the point in the claimed number."""
        return len(self.figure.partition(".")[2])


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
    measure: Callable  # function of the page's Run, which returns the measurement
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
        """Return the Rules: the preset with the changed fields."""
        changed: dict[str, Any] = dict(self.switches)
        return replace(Rules.named(self.rules), **changed)


@dataclass(frozen=True)
class Table:
    """A table of text in a page. Each row has as many cells as `head`."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Page:
    """One page of a lesson.

    feet, heading: start of the run, [m] and [degrees], or None for those of the level's spawn
    settings: player parameters as pairs (name, text)
    twins: names of the rules of the twins that start with the player
    space, minkowski, inside: the view's settings at the shot
    """

    title: str
    section: str  # section of the paper or topic of another source, a key of SECTIONS or TOPICS in paper_and_lecture_headings.py
    text: tuple[str, ...]  # paragraphs, with the claimed numbers filled in
    level: str  # name of the level
    shot: Shot  # the tick of the run that the page shows, with camera and overlays
    formula: tuple[str, ...] = ()  # lines of LaTeX
    drawing: Callable | None = None  # a function of the page's Run that returns an Svg
    code: str = ""  # pseudo-code
    table: Table | None = None
    exercise: str = ""  # something to think about or to try
    task: Task | None = None
    script: str = ""  # input of the run; without one, the player gets no input until the shot
    slower: int = AT_ONCE  # slow-motion factor of the run up to the shot, one of SLOWDOWNS
    feet: Vector | None = None
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
    marks: tuple = ()  # SceneMarks, drawn in the scene at the moments of the page

    @property
    def word_count(self) -> int:
        """The number of words to read on the page: of its text, its exercise, and the sentence on what to look for.

        What comes after them is not counted: a question or a task.
        """
        return len(" ".join([*self.text, self.shot.look, self.exercise]).split())


@dataclass(frozen=True)
class Lesson:
    """A lesson: pages in their order."""

    name: str  # of its file, without the ending
    title: str
    order: int  # number by which lessons are sorted in their list
    about: str  # a sentence about it
    pages: tuple[Page, ...]

    @property
    def heading(self) -> str:
        """The number by which other lessons name this one, and its title."""
        return f"Lesson {self.order}: {self.title}"
