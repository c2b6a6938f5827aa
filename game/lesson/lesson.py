"""What a lesson is once read: pages, each a text and the moment of a run that shows what it says."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf

from game.collision import Rules
from game.level.case import Shot

AT_ONCE = 0  # nothing is watched: the moment is there
WATCHED = (AT_ONCE, 1, 2, 4, 8, 16, 30, 60)  # times slower than life

Vector = tuple[float, float, float]


@dataclass(frozen=True)
class Claim:
    """A figure that a page names, and the measurement that it is. measure: of a Run, see measures.py"""

    name: str  # what stands in braces in the text
    figure: str  # as it is written; it is right when the measurement, rounded to as many digits, is it
    measure: Callable

    @property
    def decimals(self) -> int:
        return len(self.figure.partition(".")[2])


@dataclass(frozen=True)
class Answer:
    """An answer to a question: the right one when what is measured lies from `low` up to, but without, `high`."""

    text: str
    low: float = -inf
    high: float = inf


@dataclass(frozen=True)
class Question:
    """A question that the game answers: the page's script is played, and what is measured then decides.

    right: number of the answer that the author expects, from 0; ask_at: the tick at which the world waits for an answer
    """

    ask: str
    answers: tuple[Answer, ...]
    right: int
    because: str
    measure: Callable
    ask_at: int = 1

    def decided(self, measured: float) -> int:
        """Number of the answer that a measurement makes right; -1 when none."""
        return next((n for n, answer in enumerate(self.answers) if answer.low <= measured < answer.high), -1)


@dataclass(frozen=True)
class Ruled:
    """Rules by name, and what is changed in them: ("keep_planes", False)."""

    rules: str = "modern"
    switches: tuple[tuple[str, bool | float], ...] = ()

    def made(self) -> Rules:
        return replace(Rules.named(self.rules), **dict(self.switches))


@dataclass(frozen=True)
class Page:
    """One screen of a lesson.

    section: of the paper (paper_sections.py); text: paragraphs with the figures of the claims; exercise: a thing to try
    shot: the moment, the camera and the overlays; slower: how many times slower than life the way to that moment is watched
    level: a name; feet, heading: where the run begins, None: at the level's spawn
    twins: who walks beside by other rules; space, minkowski, inside: what the view shows of the moment
    """

    title: str
    section: str
    text: tuple[str, ...]
    level: str
    shot: Shot
    exercise: str = ""
    script: str = ""
    slower: int = AT_ONCE
    feet: Vector | None = None
    heading: float | None = None  # [degrees]
    hz: int = 60
    ruled: Ruled = Ruled()
    settings: tuple[tuple[str, str], ...] = ()  # of the player, as on the command line
    twins: tuple[str, ...] = ()  # names of their rules (game.simulation.twins)
    space: str = "world"
    minkowski: bool = False
    inside: int | None = None  # the iteration of the moment that is shown alone, from 0
    claims: tuple[Claim, ...] = ()
    question: Question | None = None

    @property
    def words(self) -> int:
        """How many there are to read before anything is asked."""
        return len(" ".join([*self.text, self.shot.look, self.exercise]).split())


@dataclass(frozen=True)
class Lesson:
    name: str
    title: str
    order: int
    about: str
    pages: tuple[Page, ...]
