"""The marks of the timeline: events of a run and changes of its rules, derived from the TickRecords."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from enum import IntEnum
from itertools import groupby
from typing import NamedTuple

from ..collision import Pass, Rules, Trace
from ..simulation import Event, EventKind, PlayerParams, TickRecord, events_of

SOFTEST = 0.5  # [m/s] slower landings have no mark. Smaller: each joint of a rough floor has one; larger: low hops have none


class MarkKind(IntEnum):
    """The kinds of marks, the most important first: of marks at one pixel of the timeline, only this is shown."""

    DIED = 0
    RULES = 1
    BRANCH = 2
    FINISH = 3
    CHECKPOINT = 4
    PORTAL = 5
    BUMP = 6
    JUMP = 7
    LANDING = 8
    STEP_UP = 9
    STEP_DOWN = 10
    WALL = 11


class Mark(NamedTuple):
    """An event on the timeline. tick: the tick that ends with it"""

    tick: int
    kind: MarkKind
    words: str


# sign, colour, name; the sign alone is enough for people with colour vision deficiencies
LOOKS = {
    MarkKind.DIED: ("✕", (0.96, 0.33, 0.42), "respawn"),
    MarkKind.RULES: ("§", (0.97, 0.93, 0.36), "other rules"),
    MarkKind.BRANCH: ("Ψ", (0.97, 0.93, 0.36), "branch"),
    MarkKind.FINISH: ("◎", (0.36, 0.86, 0.48), "finish"),
    MarkKind.CHECKPOINT: ("◆", (0.36, 0.86, 0.48), "checkpoint"),
    MarkKind.PORTAL: ("◊", (0.74, 0.48, 0.97), "portal"),
    MarkKind.BUMP: ("⇑", (0.97, 0.62, 0.18), "bumped head"),
    MarkKind.JUMP: ("↑", (0.55, 0.78, 0.96), "jump"),
    MarkKind.LANDING: ("↓", (0.74, 0.60, 0.97), "landing"),
    MarkKind.STEP_UP: ("▲", (0.60, 0.90, 0.80), "step up"),
    MarkKind.STEP_DOWN: ("▼", (0.60, 0.90, 0.80), "step down"),
    MarkKind.WALL: ("■", (0.97, 0.62, 0.18), "wall"),
}

OF_EVENTS = {
    EventKind.JUMPED: (MarkKind.JUMP, lambda event: "jump"),
    EventKind.BUMPED_HEAD: (MarkKind.BUMP, lambda event: f"bumped the head on triangle {event.triangle}"),
    EventKind.LANDED: (MarkKind.LANDING, lambda event: f"landing at {event.amount:.1f} m/s"),
    EventKind.STEPPED_UP: (MarkKind.STEP_UP, lambda event: f"step up of {height_text(event.amount)}"),
    EventKind.STEPPED_DOWN: (MarkKind.STEP_DOWN, lambda event: f"step down of {height_text(event.amount)}"),
    EventKind.PORTED: (MarkKind.PORTAL, lambda event: "through a portal"),
    EventKind.CHECKPOINT: (MarkKind.CHECKPOINT, lambda event: "checkpoint"),
    EventKind.FINISHED: (MarkKind.FINISH, lambda event: "finish"),
    EventKind.DIED: (MarkKind.DIED, lambda event: "died or fell: respawned"),
}


def marks_of(record: TickRecord, events: Iterable[Event] | None = None) -> list[Mark]:
    """Return the marks of a tick: its events of OF_EVENTS, except soft landings, and the first contact with a wall."""
    found = [
        Mark(record.tick, OF_EVENTS[event.kind][0], OF_EVENTS[event.kind][1](event))
        for event in (events_of(record) if events is None else events)
        if event.kind in OF_EVENTS and not (event.kind == EventKind.LANDED and event.amount < SOFTEST)
    ]
    wall = wall_touched(record.trace)
    if wall is not None and wall_touched(record.earlier) is None:
        found.append(Mark(record.tick, MarkKind.WALL, f"met a wall, triangle {wall}"))
    return found


def wall_touched(trace: Trace | None) -> int | None:
    """Return the number of the first triangle that the move pass touched and that is too steep to walk on, or None."""
    walls = (one.triangle for one in (trace.contacts if trace else ()) if one.pass_ == Pass.MOVE and not one.walkable)
    return next(walls, None)


class MarkBook:
    """A cache of the marks of tick records. Records that appear again on another branch are not processed again."""

    def __init__(self) -> None:
        self._pages: dict[int, tuple[TickRecord, list[Mark]]] = {}  # by the id of a record

    def enter(self, record: TickRecord, events: Iterable[Event] | None = None) -> list[Mark]:
        """Return the marks of a tick, which are computed at the first call. events: as for `marks_of`"""
        page = self._pages.get(id(record))
        if page is None or page[0] is not record:
            page = self._pages[id(record)] = record, marks_of(record, events)
        return page[1]

    def read(self, records: Iterable[TickRecord], forks: Iterable[int] = ()) -> list[Mark]:
        """Return the sorted marks of successive ticks: events, rule changes, and branches at the ticks `forks`."""
        records = list(records)
        found = [mark for record in records for mark in self.enter(record)]
        found += [
            Mark(record.tick, MarkKind.RULES, words)
            for earlier, record in zip(records, records[1:])
            if (words := rule_changes(earlier, record))
        ]
        first = records[0].tick if records else 0
        found += [
            Mark(max(fork, first), MarkKind.BRANCH, "left another branch")
            for fork in forks
            if records and first - 1 <= fork <= records[-1].tick
        ]
        if len(self._pages) > 1000 + 4 * len(records):  # many more than there are: records of branches that are gone
            self._pages = {id(record): self._pages[id(record)] for record in records}
        return sorted(found)


def mark_lines(marks: Iterable[Mark]) -> Iterator[str]:
    """Yield a line of text for each mark, or one for marks of a kind in successive ticks. marks: sorted"""
    counted = enumerate(marks)
    for (kind, _), group in groupby(counted, lambda pair: (pair[1].kind, pair[1].tick - pair[0])):
        first, *_, last = (found := [mark for _, mark in group]) * 2
        ticks = f"{first.tick}" if len(found) == 1 else f"{first.tick} to {last.tick}"
        yield f"{ticks:>12}  {first.words if len(found) == 1 else LOOKS[kind][2]}"


def height_text(metres: float) -> str:
    return f"{100 * metres:.0f} cm" if metres >= 0.01 else f"{1000 * metres:.0f} mm"


def rule_changes(earlier: TickRecord, record: TickRecord) -> str:
    """Return the changes of rules and parameters between two ticks as text: at most two, else their number, or ""."""
    if record.rules is earlier.rules and record.params is earlier.params:
        return ""
    names = [*changed_fields(earlier.rules, record.rules), *changed_fields(earlier.params, record.params)]
    if len(names) > 2:
        return f"{len(names)} rules or parameters are others"
    return ", ".join(f"{name.replace('_', ' ')}: {value}" for name, value in names)


def changed_fields(old: Rules | PlayerParams, new: Rules | PlayerParams) -> list[tuple[str, str]]:
    pairs = ((field.name, getattr(old, field.name), getattr(new, field.name)) for field in fields(new))
    return [(name, value_text(now)) for name, before, now in pairs if before != now]


def value_text(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value:g}" if isinstance(value, float) else str(value)


def summary(marks: Sequence[Mark]) -> str:
    """Describe marks close together, at least one: the words of a single mark, or the number of each kind."""
    first, last = marks[0], marks[-1]
    if len(marks) == 1:
        return f"tick {first.tick}: {first.words}"
    counts = Counter(LOOKS[kind][2] for kind in sorted(mark.kind for mark in marks))
    ticks = f"ticks {first.tick} to {last.tick}" if first.tick < last.tick else f"tick {first.tick}"
    return f"{ticks}: {', '.join(f'{count} × {name}' if count > 1 else name for name, count in counts.items())}"
