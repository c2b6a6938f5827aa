"""The records of lessons: pages, claims, questions, tasks, marks in the scene; a page's run."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from math import inf
from typing import Annotated, Any, NamedTuple, get_args

from ...collision import Rules
from ...core.input_errors import InputError, counted
from ...core.value_rules import (
    TEXT,
    Degrees,
    ListOf,
    Number,
    OneOf,
    Passing,
    Point,
    TableOf,
    Text,
    Whole,
    Yes,
    call_checked,
    nearest,
    parameters,
    refusal,
)
from ...core.vec3 import Vector
from ...explain import palette
from ...explain.spaces import CHOICES
from ...explain.tick_overlay import Switches
from ...level.contents.level import LATEST_TICK, SCRIPT, SECTION, SETTINGS, Shot
from ...simulation import PlayerParams, PlayerState, Simulation, TickRecord, Twins, parse_script
from ...simulation.twins import forum_repairs, rules_of, twin_choices
from .document_headings import SECTIONS, TOPICS
from .latex_to_svg import Svg, check_formula
from .registry import DRAWINGS, MEASURES, Tick

COLOURS = {
    "white": palette.BODY,
    "blue": palette.VELOCITY_BEFORE,
    "pink": palette.VELOCITY_AFTER,
    "yellow": palette.CONTACT,
    "green": palette.NORMAL,
    "red": palette.OUTCOMES[max(palette.OUTCOMES)],
    "olive": palette.LAST_TOUCH,
    "sky": palette.MOVE_COLOUR,
}
FORMS = {  # and their own colours
    "point": "yellow",
    "arrow": "blue",
    "line": "white",
    "disc": "yellow",
    "body": "white",
    "section": "yellow",
    "triangle": "red",
    "candidates": "white",
}
SIDES = {  # directions in the picture [degrees counterclockwise from the right]
    "": None,
    "right": 0.0,
    "above right": 60.0,
    "above": 90.0,
    "above left": 120.0,
    "left": 180.0,
    "below left": -120.0,
    "below": -90.0,
    "below right": -60.0,
}
PLACES = ("before", "after", "start", "touching", "end", "contact", "normal", "face_normal", "q", "p1", "p2", "p3")


class PlaceRule:
    """The schema of a place: coordinates, the name of a place, or a list of a name and an offset."""

    def __str__(self) -> str:
        return f"[x, y, z], the name of a place, or [name, dx, dy, dz]; there are {', '.join(PLACES)}"

    def check(self, value: Any, where: str) -> tuple[str, Vector]:
        """Return (name, offset [m]) of a place; ("", coordinates) for coordinates. Raise InputError if it is invalid."""
        name, offset = (value, [0, 0, 0]) if isinstance(value, str) else ("", value)
        if isinstance(value, list) and value and isinstance(value[0], str):
            name, offset = value[0], value[1:]
        if name and name not in PLACES:
            raise refusal(value, where, self)
        return name, get_args(Point)[1].check(offset, where)


Place = tuple[str, Vector]  # (name, offset [m]), or ("", coordinates [m])


@dataclass(frozen=True)
class SceneMark:
    """A named point, disc, arrow or outline in the scene, by the keys of its TOML table.

    Places are those of the first sweep of a tick's move pass.
    draw: form of the mark:
        "point": a point at `at`; "arrow", "line": from `at` to `to`;
        "disc": a horizontal disc with its centre at `at`, as wide as from `at` to `to`;
        "body": the outline of the body with its centre at `at`;
        "section": the curve in which the body with its centre at `at` cuts the plane of the touched triangle;
        "triangle": the touched triangle; "candidates": all candidates, in the colours of their outcomes
    at, to: places:
        "before", "after": the body's centre before and after the tick;
        "start", "touching", "end": the body's centre at t = 0, at the contact and at t = 1;
        "contact": the contact point; "normal", "face_normal": the tips of the normals at the contact;
        "q": the point where the sphere first meets the plane of the touched triangle; "p1", "p2", "p3": its corners
    """

    draw: Annotated[str, OneOf(tuple(FORMS))]
    at: Annotated[Place, PlaceRule()] = ("contact", (0.0, 0.0, 0.0))
    to: Annotated[Place | None, PlaceRule()] = None
    name: Text = ""  # text beside the mark
    side: Annotated[str, OneOf(tuple(SIDES))] = ""  # of the mark on which its name is, if there is room; "" for any
    thick: Annotated[float, Number(0.2, 10.0)] = 1.0  # factor of the width of a line or an arrow, and of the size of a point
    colour: Annotated[str, OneOf(tuple(COLOURS))] = ""  # a key of COLOURS, or "" for the form's own
    tick: Tick = 0  # counted from 1; 0 is the tick of the page's shot
    length: Annotated[float, Number(0.1, 10.0)] = 1.0  # factor by which an arrow or a line is longer than from `at` to `to`
    answered: Yes = False  # True to draw the mark only after the page's question was answered

    @property
    def is_fixed(self) -> bool:
        """True if its places are coordinates, so that it is the same in every tick."""
        return self.draw in ("point", "arrow", "line", "disc") and not self.at[0] and not (self.to and self.to[0])


AT_ONCE = 0  # the moment is shown at once, without the run up to it
SLOWDOWNS = (AT_ONCE, 1, 2, 4, 8, 16, 30, 60)  # factors: the run up to the moment is shown this many times slower than real time
# A page that a text names: "lesson 2, page 9", "lesson 3, pages 8 to 11", in pseudo-code "# 2, 9". First the lesson.
PAGE_MENTION = r"(?:\blesson|#) \d+, (?:pages? )?\d+"
LONGEST_TASK = 100_000  # [ticks]. Smaller: long runs cannot be asked for; larger: a typing error
WALKED = 1.0  # [s] of a walk that a task demands. Less: nothing is felt; more: one that is there soon has to wait
CLOSE = 1e-9  # between a control's value and the demanded one
SPACES = tuple(CHOICES)
BOUND = Number(-1e9, 1e9)

Drawing = Callable[["Run"], Svg]
Measure = Callable[["Run"], float]


class Attempt(NamedTuple):
    tick: int  # of the displayed moment
    iteration: int = 0  # number of the inspected iteration in its tick, from 1, or 0 while the tick inspector is off
    overlays: frozenset[str] = frozenset()  # names of the overlays that are shown
    space: str = "world"  # name of the displayed space
    is_minkowski: bool = False  # True in the Minkowski view
    is_flat: bool = False  # and in the side view without perspective
    has_picked: bool = False  # True if a triangle is picked
    used: Mapping[str, float] = {}  # {"exhibit.control": value} of the controls used since the page was opened
    walked: int = 0  # number of the task's rules with which the player has walked


@dataclass(frozen=True)
class Task:
    """Something to do on a page, done when all conditions hold at once: all keys but `say`, `value`, `near`, and defaults."""

    say: Text  # the instruction, one sentence. "{step}" is the key of the action step (panels/bindings.py).
    tick: Annotated[int, Whole(0, LONGEST_TASK)] = 0  # the displayed moment is this tick or a later one
    iteration: Annotated[int, Whole(0, 64)] = 0  # the tick inspector shows this iteration of the tick, from 1
    overlay: Annotated[str, OneOf(("", *Switches.names()))] = ""  # this overlay is shown
    space: Annotated[str, OneOf(("", *SPACES))] = ""  # this space is displayed
    minkowski: Yes = False  # the Minkowski view is on
    flat: Yes = False  # the side view has no perspective
    pick: Yes = False  # a triangle is picked
    use: Text = ""  # "exhibit.control" of a control that was used, and value: its last value, or None for any value
    value: Annotated[float | None, BOUND] = None
    # The player walks with each of these rules, one after the other, for at least WALKED, and to a place.
    walk: Annotated[tuple[str, ...], ListOf(OneOf(Rules.NAMES), least=1)] = ()
    near: Point = (0.0, 0.0, 0.0)  # the place [m], and the largest distance of the feet to it
    within: Annotated[float, Number(0.1, 100.0)] = 1.5

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
            (self.walk, attempt.walked >= len(self.walk)),
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
        return self.written(measured) == self.figure


@dataclass(frozen=True)
class Answer:
    """An answer to a question. It is right if low <= measurement < high."""

    text: Text
    low: Annotated[float, BOUND] = -inf
    high: Annotated[float, BOUND] = inf


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
class Table:
    head: Annotated[tuple[str, ...], ListOf(TEXT, least=1)]
    rows: Annotated[tuple[tuple[str, ...], ...], ListOf(ListOf(TEXT, least=1), least=1)]

    def __post_init__(self) -> None:
        if any(len(row) != len(self.head) for row in self.rows):
            raise ValueError(f"each row needs {len(self.head)} cells, as many as the head")

    def filled(self, figures: dict[str, str]) -> "Table":
        return replace(self, rows=tuple(tuple(fill_in(cell, figures) for cell in row) for row in self.rows))


# The rules of a page's keys. `check(value, where)` returns what a page keeps, or raises InputError. `where` names the value.

PLAYERS = ("skin", "max_slope", "climb")  # fields of Rules that the player's parameters set (PlayerParams.on)
FIGURE = Passing(  # a claimed number, whose decimals say how exact the claim is
    'a number in quotes, such as "1.18"', lambda value: isinstance(value, str) and bool(re.fullmatch(r"-?\d+(\.\d+)?", value))
)
FREE = tuple(field.name for field in fields(Rules) if field.name not in PLAYERS)


class SwitchesRule:
    """The schema of the table `switches`: fields of Rules, with the values that replace the preset's."""

    def __str__(self) -> str:
        return "a table of " + ", ".join(FREE)

    def check(self, value: Any, where: str) -> tuple:
        if not isinstance(value, dict):
            raise refusal(value, where, self)
        for name, wanted in value.items():
            if name not in FREE:
                raise refusal(name, where, f"{self}{nearest(name, FREE)}")
            if isinstance(wanted, bool) != (name in Rules.SWITCHES) or not isinstance(wanted, (bool, int, float)):
                raise refusal(wanted, f"{where}.{name}", "true or false" if name in Rules.SWITCHES else "a number")
        return tuple(value.items())


class TwinRule:
    """The schema of a twin: a value must be the name of rules that a twin can have, or a choice for `forum_repairs`."""

    def __str__(self) -> str:
        return "one of " + ", ".join(f'"{name}"' for name in twin_choices())

    def check(self, value: Any, where: str) -> str:
        try:
            if forum_repairs(value) is None:
                rules_of(value)
        except (ValueError, AttributeError):
            raise refusal(value, where, f"{self}{nearest(value, twin_choices())}") from None
        return value


def claim_head(name: Text, figure: Annotated[str, FIGURE]) -> dict:
    return {"name": name, "figure": figure}


def question_head(
    ask: Text,
    answers: Annotated[tuple, ListOf(TableOf(Answer), least=2)],
    right: Annotated[int, Whole(1, 4)],
    because: Text,
    ask_at: Annotated[int, Whole(1, LATEST_TICK)] = 1,
) -> dict:
    """Return a question's keys that are not its measure's, `right` from 0. Raises ValueError unless they fit."""
    if not 2 <= len(answers) <= 4 or right > len(answers):
        raise ValueError(f"a question has two to four answers, of which `right` is one; not {len(answers)} and {right}")
    return {"ask": ask, "answers": answers, "right": right - 1, "because": because, "ask_at": ask_at}


@dataclass(frozen=True)
class MeasuredRule:
    """The schema of a table that names a measure, and becomes a Claim or a Question. `head` takes its other keys."""

    build: Callable[..., Claim | Question]
    head: Callable[..., dict]
    keys: str

    def __str__(self) -> str:
        return f"a table of {self.keys}, measure and the measure's own keys"

    def check(self, value: Any, where: str) -> Claim | Question:
        if not isinstance(value, dict):
            raise refusal(value, where, self)
        common = parameters(self.head)
        measure = built(MEASURES, "measure", {key: part for key, part in value.items() if key not in common}, where)
        head = call_checked(self.head, {key: part for key, part in value.items() if key in common}, where)
        return self.build(measure=measure, **head)


CLAIM = MeasuredRule(Claim, claim_head, "name, figure")
QUESTION = MeasuredRule(Question, question_head, "ask, answers, right, because, ask_at")


def built(registry: dict[str, Callable], key: str, table: dict, where: str) -> Callable:
    """Return the function of a Run that a table chooses: it names one of a registry with a key, and gives its arguments."""
    name = table.get(key)
    if not isinstance(name, str) or name not in registry:
        raise InputError(f"{where}: {key} = {name!r} does not exist{nearest(name, registry)}; there are {', '.join(registry)}")
    kind = "drawing" if key == "draw" else key
    return call_checked(registry[name], {own: part for own, part in table.items() if own != key}, f"{where}: {kind} {name}")


class DrawingRule:
    """The schema of a drawing's TOML table, which becomes a function from a Run to an Svg."""

    def __str__(self) -> str:
        return "a table of draw, the name of a drawing, and the drawing's own keys"

    def check(self, value: Any, where: str) -> Drawing:
        if not isinstance(value, dict):
            raise refusal(value, where, self)
        return built(DRAWINGS, "draw", value, where)


@dataclass(frozen=True)
class Page:
    """One page of a lesson, by the keys of its TOML table. The run starts at the level's spawn without `spawn` and `heading`.

    In text, exercise, table and a question's `because`, {name} is replaced by the claimed number of that name. In a formula's
    lines of LaTeX it is @name.
    """

    title: Text
    section: Annotated[str, OneOf((*SECTIONS, *TOPICS))]  # section of the paper or topic of another source
    text: Text  # paragraphs, with empty lines between them
    level: Text  # name of the level
    shot: Annotated[Shot, TableOf(Shot)]  # the tick of the run that the page shows, with camera and overlays
    formula: Annotated[tuple[str, ...], ListOf(TEXT)] = ()  # lines of LaTeX
    drawing: Annotated[Drawing | None, DrawingRule()] = None
    code: Text = ""  # pseudo-code
    table: Annotated[Table | None, TableOf(Table)] = None
    exercise: Text = ""  # something to think about or to try
    task: Annotated[Task | None, TableOf(Task)] = None
    script: Annotated[str, SCRIPT] = ""  # input of the run; without one, the player gets no input until the shot
    slower: Annotated[int, Whole(0, SLOWDOWNS[-1])] = AT_ONCE  # slow-motion factor of the run up to the shot, one of SLOWDOWNS
    spawn: Point | None = None  # position of the feet at the start [m]
    heading: Degrees | None = None
    hz: Annotated[int, Whole(30, 480)] = 60  # ticks per second
    rules: Annotated[str, OneOf(("modern", "fauerby", "thebigh"))] = "modern"  # name of a preset of Rules
    switches: Annotated[tuple, SwitchesRule()] = ()  # table of fields of Rules, with the values that replace the preset's
    set: Annotated[tuple, SETTINGS] = ()  # settings of the player, as of the option --set
    twins: Annotated[tuple[str, ...], ListOf(TwinRule())] = ()  # names of rules (game.simulation.twins)
    space: Annotated[str, OneOf(SPACES)] = "world"
    minkowski: Yes = False
    inside: Annotated[int | None, Whole(0, 63)] = None  # the only iteration of the moment that is shown, from 0
    claims: Annotated[tuple[Claim, ...], ListOf(CLAIM)] = ()  # the numbers that the page states
    question: Annotated[Question | None, QUESTION] = None
    marks: Annotated[tuple[SceneMark, ...], ListOf(TableOf(SceneMark))] = ()  # drawn in the scene at the moments of the page
    expert: Yes = False  # True for a page that the short path leaves out
    below: Yes = False  # True if the book has room for the drawing below a short text, where it is larger than over the picture

    def __post_init__(self) -> None:
        """Fill figures in. Raise ValueError for keys that exclude each other, or a tick or {name} that does not exist."""
        check_moment(self.script, self.shot, self.question)
        if self.shot.camera == SECTION and self.inside is None:
            raise ValueError('a page whose camera is "section" needs `inside`, the iteration at which the level is cut')
        if self.question and self.inside is not None:
            raise ValueError("a page with a question cannot have `inside`: both use the keys Up and Down")
        if self.task and (self.question or self.exercise):
            raise ValueError("a page has one thing to do: a question, a task or an exercise")
        if self.task and replace(self.task, say="", value=None, near=(0.0, 0.0, 0.0), within=1.5) == Task(""):
            raise ValueError("task: nothing says when it is done")
        if self.task and self.task.walk and self.task.walk[0] != self.rules:
            raise ValueError(f'task: walk begins with "{self.task.walk[0]}", but the rules of the page are "{self.rules}"')
        if self.slower not in SLOWDOWNS:
            raise ValueError(f"slower = {self.slower}: allowed is one of {', '.join(map(str, SLOWDOWNS))}")
        PlayerParams.from_settings(dict(self.set))
        self.chosen_rules()
        figures = {claim.name: claim.figure for claim in self.claims}
        paragraphs = (" ".join(paragraph.split()) for paragraph in self.text.strip().split("\n\n"))
        filled = {
            "text": fill_in("\n\n".join(paragraphs), figures),
            "formula": tuple(fill_in_formula(line, figures) for line in self.formula),
            "code": self.code.strip("\n"),
            "table": self.table and self.table.filled(figures),
            "exercise": fill_in(" ".join(self.exercise.split()), figures),
            "question": self.question and replace(self.question, because=fill_in(self.question.because, figures)),
        }
        for name, value in filled.items():
            object.__setattr__(self, name, value)

    @property
    def paragraphs(self) -> list[str]:
        return self.text.split("\n\n")

    def chosen_rules(self) -> Rules:
        return replace(Rules.named(self.rules), **dict(self.switches))


def check_moment(script: str, shot: Shot, question: Question | None) -> None:
    """Raise ValueError unless the script reaches the shot's tick, the question comes before it, and the shot's overlays exist."""
    ticks = parse_script(script, "script").ticks if script else shot.tick
    if shot.tick > ticks:
        raise ValueError(f"shot: tick {shot.tick}: the script has only {counted(ticks, 'tick')}")
    if question and question.ask_at >= shot.tick:
        raise ValueError(f"question: ask_at {question.ask_at}: must be before the shot's tick {shot.tick}")
    for name in shot.overlays or ():
        if name not in Switches.names():
            raise ValueError(f"shot: no overlay {name!r}; there are {', '.join(Switches.names())}")


def fill_in(text: str, figures: dict[str, str], mark: str = r"\{(\w*)\}") -> str:
    """Return the text with each {name}, by the regular expression `mark`, replaced. Raises ValueError for an unknown name."""

    def figure_of(found: re.Match) -> str:
        if found[1] not in figures:
            claims = ", ".join(figures) or "none"
            raise ValueError(f"text: {found[0]} is no claim of this page; claims are {claims}")
        return figures[found[1]]

    return re.sub(mark, figure_of, text)


def fill_in_formula(latex: str, figures: dict[str, str]) -> str:
    """Return a line of LaTeX with each @name replaced by the claim's number. Raises ValueError if it is not valid LaTeX."""
    line = fill_in(latex, figures, r"@(\w+)")
    check_formula(line)
    return line


@dataclass(frozen=True)
class Lesson:
    name: str  # of its file, without the ending
    title: str
    order: int  # number by which lessons are sorted in their list
    about: str  # a sentence about it
    pages: tuple[Page, ...]

    @property
    def heading(self) -> str:
        return f"Lesson {self.order}: {self.title}"

    def after_experts(self, number: int) -> int | None:
        """Return the index of the first page after `number` that is not for experts, or None."""
        return next((n for n in range(number + 1, len(self.pages)) if not self.pages[n].expert), None)


@dataclass(frozen=True)
class Run:
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
