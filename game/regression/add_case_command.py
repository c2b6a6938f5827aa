"""The command `check --add`: append a recording as a case to the level's file, and write its golden record."""

import json
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from math import degrees, inf, nextafter, radians
from typing import Any

import numpy as np

from ..collision import Pass, Rules, TriangleMesh
from ..core.elementary_functions import cos, sin
from ..core.input_errors import InputError, counted
from ..core.safe_files import read_text, restored_on_failure, write_file
from ..core.value_rules import NAME
from ..core.vec3 import Vector, add, along, cross, dot, scale, sub
from ..level import Level
from ..level.case_table import beside, read_cases
from ..level.contents.level import FREE, THIRD, Case, Shot, setting_text
from ..level.toml_reader import shown_path
from ..player.player_params import ANGLES
from ..simulation import Event, PlayerParams, PlayerState, Recording, Simulation, TickRecord
from ..simulation.event_detection import EventKind, events_of
from ..simulation.recording import source_of
from .case_simulation import TOUR, CaseRun, cases_of, run_case, title_of
from .golden_records import golden_folder


def add_case(source: str, name: str, accept: Callable[[str], int], axis: str | None = None, scale: float | None = None) -> int:
    """Append a recording as a case to its level's file, and accept its run as golden record. Returns `accept`'s code.

    accept(word): accepts the run of the case LEVEL/CASE; axis, scale: as for load_level. A mesh file's are in NAME.cases.toml.
    Raises InputError and changes nothing if the name exists, the recording is damaged or of another level, or no case can express
    it.
    """
    recording = Recording.parse(read_text(source), source)
    level = recording.load_level(source, axis, scale)
    refuse_name(name, level)
    recording.simulation(level)  # refuses another level
    case, values = case_of(recording, level, name, source)
    path = level.path if level.path.suffix == ".toml" else beside(level.path)
    before = read_text(path, is_exact=True) if path.is_file() else ""
    with restored_on_failure(path):
        write_file(path, with_case(before, tour_text(level) + case_text(case, values), shown_path(path)))
        added = f"{counted(recording.script.ticks, 'tick')}, {counted(len(case.shots), 'shot')}"
        print(f"{shown_path(path)}: case {name!r} added, {added}")
        return accept(f"{source_of(level)}/{name}")


def refuse_name(name: str, level: Level) -> None:
    NAME.check(name, "--add")
    if name in [case.name for case in cases_of(level)]:
        raise InputError(f"{title_of(level, Case(name))}: there is a case of this name already: take another, or delete it there")


def tour_text(level: Level) -> str:
    """Return the TOML text that declares a level's tour with a record as a case before the first declared one, or ""."""
    undeclared = cases_of(level) == (TOUR,) and (golden_folder(level) / TOUR.name).is_dir()
    return case_text(TOUR, {}) + "\n" if undeclared else ""


def with_case(before: str, added: str, file: str) -> str:
    """Return a file's text with a table appended, with its own line endings. Raises InputError unless valid."""
    ending = "\r\n" if "\r\n" in before else "\n"
    gap = "" if not before else ending if before.endswith("\n") else 2 * ending
    text = before + gap + added.replace("\n", ending)
    try:
        tables = tomllib.loads(text)["cases"]
    except tomllib.TOMLDecodeError:
        raise InputError(f"{file}: no table can be added to its cases: write them as tables [[cases]]") from None
    read_cases(tables, text, file)
    return text


USUAL = Case("")


def case_text(case: Case, values: Mapping[str, Any]) -> str:
    """Return the text of a table [[cases]]. values: player parameters, which are written instead of `case.set`"""
    lines = ["[[cases]]", f"name = {quoted(case.name)}"]
    lines += [f"about = {quoted(case.about)}"] if case.about else []
    lines += ['script = """', *(quoted(line)[1:-1] for line in case.script.splitlines()), '"""'] if case.script else []
    lines += [f"{name} = {toml(getattr(case, name))}" for name in ("hz", "rules") if getattr(case, name) != getattr(USUAL, name)]
    lines += [f"set = {{ {', '.join(f'{name} = {toml(value)}' for name, value in values.items())} }}"] if values else []
    lines += [f"spawn = {toml(case.spawn)}"] if case.spawn is not None else []
    lines += [f"heading = {toml(case.heading)}"] if case.heading is not None else []
    lines += ["shots = [", *(f"  {shot_text(shot)}," for shot in case.shots), "]"] if case.shots else []
    return "\n".join(lines) + "\n"


def shot_text(shot: Shot) -> str:
    free = f", eye = {toml(shot.eye)}, target = {toml(shot.target)}" if shot.camera == FREE else ""
    return f"{{ tick = {shot.tick}, camera = {quoted(shot.camera)}{free}, look = {quoted(shot.look)} }}"


def toml(value: object) -> str:
    """Return a truth value, a number, a text, or a list or tuple of them as TOML text."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (tuple, list)):
        return f"[{', '.join(map(toml, value))}]"
    return quoted(value) if isinstance(value, str) else repr(value)


def quoted(text: str) -> str:
    """Return a text as a TOML string in quotes. Line breaks and other control characters become escapes."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")  # TOML has JSON's escapes, and forbids DEL


def case_of(recording: Recording, level: Level, name: str, source: str) -> tuple[Case, dict[str, Any]]:
    """Return the case that repeats a recording in a level, and the player's settings that differ, as in the key `set`.

    Raises InputError if a case cannot express the recording, or if the run does not reproduce the recorded hash.
    """
    refuse_changes(recording, source)
    values = settings_of(recording.params)
    feet, heading = start_of(recording, level)
    case = Case(
        name,
        about=f"A recording of {recording.script.ticks / recording.hz:.1f} seconds.",
        script=f"{recording.script}",
        hz=recording.hz,
        rules=rules_name(recording, source),
        set=tuple((key, setting_text(value)) for key, value in values.items()),
        spawn=feet,
        heading=heading,
    )
    run = run_case(level, case)
    if run.simulation.state_hash() != recording.final_hash:
        refuse_other_end(recording, level, source)
    return replace(case, shots=tuple(shot_of(run, tick, look) for tick, look in moments(run.records))), values


def refuse_changes(recording: Recording, source: str) -> None:
    """Raise InputError if rules or player parameters change in a recording."""
    if recording.changes:
        raise InputError(
            f"{source}: rules or player were changed after tick {recording.changes[0][0]}, but a case has one set of them: "
            "record again without a change"
        )


def refuse_other_end(recording: Recording, level: Level, source: str) -> None:
    """Raise InputError with the reason for another end state: changed code, or a start that no case can express."""
    if recording.verify(level)[0]:
        raise InputError(f"{source}: a case cannot start at its position: record again with the player on the floor (F5)")
    raise InputError(f"{source}: the run no longer reproduces its final hash, the code has changed since: record again")


# Rules, player


def rules_name(recording: Recording, source: str) -> str:
    """Return the name of a recording's rules. Raises InputError if they have no name."""
    for name in Rules.NAMES:
        if recording.params.on(Rules.named(name)) == recording.rules:
            return name
    raise InputError(f"{source}: a case needs rules that are one of {', '.join(Rules.NAMES)}: record again with one of them")


def settings_of(params: PlayerParams) -> dict[str, Any]:
    """Return {name: value} of the parameters that differ from the defaults, as in a case's key `set`: angles in degrees."""
    usual, found = PlayerParams(), {}
    for field in fields(params):
        value = getattr(params, field.name)
        if value != getattr(usual, field.name):
            found[field.name] = in_degrees(value) if field.name in ANGLES else value
    return {name: list(value) if isinstance(value, tuple) else value for name, value in found.items()}


def in_degrees(angle: float) -> float:
    """Convert an angle [rad] to the shortest number of degrees that converts back to it exactly, if there is one."""
    return shortest(degrees(angle), lambda number: radians(number) == angle)


# Start


def start_of(recording: Recording, level: Level) -> tuple[Vector | None, float | None]:
    """Return (feet [m], heading [degrees]) of a case that starts like a recording, each None if it equals the level's spawn."""
    simulation = Simulation(level, recording.params, recording.rules, recording.hz, history=1)
    is_elsewhere = simulation.state.position != recording.position
    heading = in_degrees(recording.heading) if simulation.state.heading != recording.heading else None
    return feet_of(recording, simulation) if is_elsewhere else None, heading


def feet_of(recording: Recording, simulation: Simulation) -> Vector:
    """Return the feet [m], with as few digits as possible, with which a case starts at a recording's position, or near it."""
    params, up = recording.params, simulation.up_at(recording.position)
    guess = along(along(recording.position, up, -params.skin), up, -params.feet)

    def centre(feet: Vector) -> Vector:
        simulation.begin_at(feet, 0.0)
        return simulation.state.position

    for axis in range(3):
        tried = list(guess)

        def starts_there(number: float, axis: int = axis, tried: list[float] = tried) -> bool:
            tried[axis] = number
            x, y, z = tried
            return centre((x, y, z))[axis] == recording.position[axis]

        guess = (*guess[:axis], shortest(guess[axis], starts_there), *guess[axis + 1 :])
    return guess


def shortest(number: float, fits: Callable[[float], bool]) -> float:
    """Return the number with the fewest digits, near `number`, for which `fits(number)` is true, or `number` if there is none."""
    near = [number, nextafter(number, inf), nextafter(number, -inf)]
    texts = (float(f"{one:.{digits}g}") for digits in range(1, 18) for one in near)
    return next((text + 0.0 for text in texts if fits(text)), number)


# Shots: the ticks of a run that are worth a picture, and cameras with free sight

Happened = Sequence[tuple[TickRecord, Event]]  # all events of a run
Look = tuple[TickRecord, str]  # a record and the text for its picture
MOST = 5  # pictures of a case. Fewer: events without a picture; more: pictures that look the same
SEEN = 0.5  # least speed of a landing [m/s]. Smaller: steps and the first tick count; larger: small jumps do not


def moments(records: Sequence[TickRecord]) -> list[tuple[int, str]]:
    """Return 2 to MOST pairs (tick, text about what to see in its picture) of at least three records, sorted."""
    happened = [(record, event) for record in records for event in events_of(record)]
    found: dict[int, str] = {}
    for choose in CHOICES:
        for record, look in choose(happened):
            if len(found) < MOST:
                found.setdefault(record.tick, look)
    if len(found) < 2:
        found.setdefault(records[len(records) // 2].tick, "the middle of the run")
        found.setdefault(records[-1].tick, "the end of the run")
    return sorted(found.items())


def of_kind(happened: Happened, kind: EventKind) -> Happened:
    return [(record, event) for record, event in happened if event.kind == kind]


def top(happened: Happened) -> Iterator[Look]:
    """Yield the step up that ends highest, the earliest of equal ones, or nothing if there are fewer than two."""
    taken = of_kind(happened, EventKind.STEPPED_UP)
    if len(taken) < 2:
        return
    highest, _ = max(taken, key=lambda one: (round(height(one[0]), 6), -one[0].tick))
    steps = sum(record.tick <= highest.tick for record, _ in taken)
    yield highest, f"the top: the last of {steps} ticks that climb a step"


def height(record: TickRecord) -> float:
    """Return the height of the body's centre after a tick, above the origin along the up direction [m]."""
    return dot(record.after.position, record.trace.up)


def landing(happened: Happened) -> Iterator[Look]:
    landed = [one for one in of_kind(happened, EventKind.LANDED) if one[1].amount > SEEN]
    for record, event in sorted(landed, key=lambda one: -one[1].amount)[:1]:
        yield record, f"the landing at {event.amount:.1f} m/s: the gravity pass ends on the floor"


def obstacle(happened: Happened) -> Iterator[Look]:
    """Yield the first contact with a steep surface in the move pass, without a step up, if there is one."""
    stepped = {record.tick for record, _ in of_kind(happened, EventKind.STEPPED_UP)}
    for record, _ in of_kind(happened, EventKind.CONTACT_BEGAN):
        if record.tick not in stepped and any(touch.pass_ == Pass.MOVE and not touch.walkable for touch in record.contacts):
            yield record, "the first bump: the sliding plane of the obstacle, and the displacement left along it"
            return


def first(kind: EventKind, look: str) -> Callable[[Happened], Iterator[Look]]:
    """Return a function that yields the first event of a kind, if there is one."""
    return lambda happened: ((record, look) for record, _ in of_kind(happened, kind)[:1])


CHOICES = (
    first(EventKind.STEPPED_UP, "the first step up: the riser ends the slide, and the moves up, forward and down climb it"),
    top,
    landing,
    first(EventKind.STEPPED_DOWN, "the first step down: the body snaps to the floor below"),
    first(EventKind.BUMPED_HEAD, "the head meets the ceiling: the contact is above, its plane faces down"),
    obstacle,
    first(EventKind.JUMPED, "the take-off: the feet leave the floor, the arrow of the velocity points up"),
)


# Position of a camera relative to the player's centre [m]: to the side, behind, above. Smaller: a step is cut off; larger: a
# contact is too small.
ASIDE, BEHIND, ABOVE = 2.7, 0.95, 0.7
BEYOND = 1.1  # factor of the camera's distance that must be free. Nearer 1: cameras in walls; larger: no shot in narrow places


def shot_of(run: CaseRun, tick: int, look: str) -> Shot:
    """Return a shot after a tick of a run, from the side, or from behind if that is blocked or the player tilted."""
    state = run.records[tick - 1].after
    if state.frame is None:
        for side in (ASIDE, -ASIDE):
            eye = eye_beside(state, side)
            if is_seen(run.level.mesh, eye, state.position):
                return Shot(tick, look, FREE, rounded(eye), rounded(state.position))
    return Shot(tick, look, THIRD)


def eye_beside(state: PlayerState, side: float) -> Vector:
    """Return a camera position [m] beside the player, BEHIND it and ABOVE it. side: to the player's right [m], negative: left"""
    forward = (-sin(state.heading), cos(state.heading), 0.0)
    right = cross(forward, (0.0, 0.0, 1.0))
    return add(add(state.position, scale(right, side)), add(scale(forward, -BEHIND), (0.0, 0.0, ABOVE)))


def is_seen(mesh: TriangleMesh, eye: Vector, target: Vector) -> bool:
    """True if no triangle is between a target and a point a little beyond the camera position `eye` [m]."""
    return not np.isfinite(mesh.raycast(np.array([target]), np.array([sub(eye, target)]), BEYOND)).any()


def rounded(position: Vector) -> Vector:
    x, y, z = (round(part, 2) + 0.0 for part in position)
    return x, y, z
