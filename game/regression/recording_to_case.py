"""A recording as a regression case: the ticks of its pictures are chosen by its events, and it is written as a TOML table."""

import json
from dataclasses import fields, replace
from math import degrees, inf, nextafter, radians

import numpy as np

from ..collision import Pass, Rules
from ..core.elementary_functions import cos, sin
from ..core.input_errors import InputError
from ..core.vec3 import add, along, cross, dot, scale, sub
from ..level.case_table import setting_text
from ..level.contents.level import FREE, THIRD, Case, Shot
from ..simulation import PlayerParams, Simulation
from ..simulation.event_detection import EventKind, events_of
from ..simulation.player_params import ANGLES
from .case_simulation import run_case

USUAL = Case("")


def case_text(case, values):
    """Return the text of a table [[cases]] for a Case.

    values: its player parameters as {name: value}, which are written instead of `case.settings`
    """
    lines = ["[[cases]]", f"name = {quoted(case.name)}"]
    lines += [f"about = {quoted(case.about)}"] if case.about else []
    lines += ['script = """', *(quoted(line)[1:-1] for line in case.script.splitlines()), '"""'] if case.script else []
    lines += [f"{name} = {toml(getattr(case, name))}" for name in ("hz", "rules") if getattr(case, name) != getattr(USUAL, name)]
    lines += [f"set = {{ {', '.join(f'{name} = {toml(value)}' for name, value in values.items())} }}"] if values else []
    lines += [f"spawn = {toml(case.feet)}"] if case.feet is not None else []
    lines += [f"heading = {toml(case.heading)}"] if case.heading is not None else []
    lines += ["shots = [", *(f"  {shot_text(shot)}," for shot in case.shots), "]"] if case.shots else []
    return "\n".join(lines) + "\n"


def shot_text(shot):
    """Return a Shot as an inline table of TOML, without its overlays."""
    free = f", eye = {toml(shot.eye)}, target = {toml(shot.target)}" if shot.camera == FREE else ""
    return f"{{ tick = {shot.tick}, camera = {quoted(shot.camera)}{free}, look = {quoted(shot.look)} }}"


def toml(value):
    """Return a truth value, a number, a text, or a list or tuple of them as TOML text."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (tuple, list)):
        return f"[{', '.join(map(toml, value))}]"
    return quoted(value) if isinstance(value, str) else repr(value)


def quoted(text):
    """Return a text as a TOML string in quotes. Line breaks and other control characters become escapes."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")  # TOML has JSON's escapes, and forbids DEL


MOST = 5  # pictures of a case. Fewer: events without a picture; more: pictures that look the same
SEEN = 0.5  # least speed of a landing [m/s]. Smaller: steps and the first tick count; larger: small jumps do not


def moments(records):
    """Return 2 to MOST pairs (tick, text about what to see in its picture), sorted by tick, each tick once.

    records: all TickRecords of a run, at least three
    """
    happened = [(record, event) for record in records for event in events_of(record)]
    found = {}
    for choose in (first_step_up, top, landing, step_down, head, obstacle, take_off):
        for record, look in choose(happened):
            if len(found) < MOST:
                found.setdefault(record.tick, look)
    if len(found) < 2:
        found.setdefault(records[len(records) // 2].tick, "the middle of the run")
        found.setdefault(records[-1].tick, "the end of the run")
    return sorted(found.items())


def of_kind(happened, kind):
    """Return the pairs (TickRecord, Event) in `happened` whose event has the EventKind `kind`."""
    return [(record, event) for record, event in happened if event.kind == kind]


def first_step_up(happened):
    """Yield (TickRecord, text for its picture) of the first step up, if there is one.

    happened: all (TickRecord, Event) of the run
    """
    for record, _ in of_kind(happened, EventKind.STEPPED_UP)[:1]:
        yield record, "the first step up: the riser ends the slide, and the moves up, forward and down climb it"


def top(happened):
    """Yield (TickRecord, text for its picture) of the step up that ends highest, or nothing if there are fewer than two.

    Of equal heights the earliest step is taken.
    happened: all (TickRecord, Event) of the run
    """
    taken = of_kind(happened, EventKind.STEPPED_UP)
    if len(taken) < 2:
        return
    highest, _ = max(taken, key=lambda one: (round(height(one[0]), 6), -one[0].tick))
    steps = sum(record.tick <= highest.tick for record, _ in taken)
    yield highest, f"the top: the last of {steps} ticks that climb a step"


def height(record):
    """Return the height of the body's centre after the tick of a TickRecord, above the origin along the up direction [m]."""
    return dot(record.after.position, record.trace.up)


def step_down(happened):
    """Yield (TickRecord, text for its picture) of the first step down, if there is one.

    happened: all (TickRecord, Event) of the run
    """
    for record, _ in of_kind(happened, EventKind.STEPPED_DOWN)[:1]:
        yield record, "the first step down: the body snaps to the floor below"


def landing(happened):
    """Yield (TickRecord, text for its picture) of the fastest landing, if one is faster than SEEN.

    happened: all (TickRecord, Event) of the run
    """
    landed = [one for one in of_kind(happened, EventKind.LANDED) if one[1].amount > SEEN]
    for record, event in sorted(landed, key=lambda one: -one[1].amount)[:1]:
        yield record, f"the landing at {event.amount:.1f} m/s: the gravity pass ends on the floor"


def head(happened):
    """Yield (TickRecord, text for its picture) of the first contact of the head with a ceiling, if there is one.

    happened: all (TickRecord, Event) of the run
    """
    for record, _ in of_kind(happened, EventKind.BUMPED_HEAD)[:1]:
        yield record, "the head meets the ceiling: the contact is above, its plane faces down"


def obstacle(happened):
    """Yield (TickRecord, text for its picture) of the first contact with a steep surface in the move pass, without a step up.

    Nothing is yielded without such a contact.
    happened: all (TickRecord, Event) of the run
    """
    stepped = {record.tick for record, _ in of_kind(happened, EventKind.STEPPED_UP)}
    for record, _ in of_kind(happened, EventKind.CONTACT_BEGAN):
        if record.tick not in stepped and is_stopped(record):
            yield record, "the first bump: the sliding plane of the obstacle, and the displacement left along it"
            return


def is_stopped(record):
    """True if the move pass of a TickRecord has a contact with a surface that is too steep to stand on."""
    return any(step.pass_ == Pass.MOVE and not step.walkable for step in record.contacts)


def take_off(happened):
    """Yield (TickRecord, text for its picture) of the first jump, if there is one.

    happened: all (TickRecord, Event) of the run
    """
    for record, _ in of_kind(happened, EventKind.JUMPED)[:1]:
        yield record, "the take-off: the feet leave the floor, the arrow of the velocity points up"


# Position of a camera relative to the player's centre [m]: to the side, behind, above. Smaller: a step is cut off; larger: a
# contact is too small.
ASIDE, BEHIND, ABOVE = 2.7, 0.95, 0.7
BEYOND = 1.1  # factor of the camera's distance that must be free. Nearer 1: cameras in walls; larger: no shot in narrow places


def case_of(recording, level, name, source):
    """Return the Case that repeats a Recording in a Level, and the settings of its player as {name: value}.

    The settings are the PlayerParams that differ from the defaults, with angles in degrees, as in a case's key `set`.
    name: name of the case
    source: path of the recording, for messages
    Raises InputError if a case cannot express the recording, or if the run does not reproduce the recorded hash.
    """
    refuse_changes(recording, source)
    values = settings_of(recording.params)
    case = Case(
        name,
        about=f"A recording of {recording.script.ticks / recording.hz:.1f} seconds.",
        script=f"{recording.script}",
        hz=recording.hz,
        rules=rules_name(recording, source),
        settings=tuple((key, setting_text(value)) for key, value in values.items()),
        **start_of(recording, level),
    )
    run = run_case(level, case)
    if run.simulation.state_hash() != recording.final_hash:
        refuse_other_end(recording, level, source)
    return replace(case, shots=tuple(shot_of(run, tick, look) for tick, look in moments(run.records))), values


def refuse_changes(recording, source):
    """Raise InputError if rules or player parameters change in a Recording. `source` is its path."""
    if recording.changes:
        raise InputError(
            f"{source}: rules or player were changed after tick {recording.changes[0][0]}, but a case has one set of them: "
            "record again without a change"
        )


def refuse_other_end(recording, level, source):
    """Raise InputError with the reason why a run of the case ends in another state than the Recording.

    Either the code has changed, or the Recording has a start that a case cannot express.
    level: Level of the Recording; source: path of the Recording
    """
    if recording.verify(level)[0]:
        raise InputError(f"{source}: a case cannot start at its position: record again with the player on the floor (F5)")
    raise InputError(f"{source}: the run no longer reproduces its final hash, the code has changed since: record again")


# Rules, player


def rules_name(recording, source):
    """Return the name of a Recording's rules. Raises InputError if they have no name. `source` is the path of the recording."""
    for name in Rules.NAMES:
        if recording.params.on(Rules.named(name)) == recording.rules:
            return name
    raise InputError(f"{source}: a case needs rules that are one of {', '.join(Rules.NAMES)}: record again with one of them")


def settings_of(params):
    """Return {name: value} of the PlayerParams that differ from the defaults, as in a case's key `set`: angles in degrees."""
    usual, found = PlayerParams(), {}
    for field in fields(params):
        value = getattr(params, field.name)
        if value != getattr(usual, field.name):
            found[field.name] = in_degrees(value) if field.name in ANGLES else value
    return {name: list(value) if isinstance(value, tuple) else value for name, value in found.items()}


def in_degrees(angle):
    """Convert an angle [rad] to the shortest number of degrees that converts back to it exactly, if there is one."""
    return shortest(degrees(angle), lambda number: radians(number) == angle)


# Start


def start_of(recording, level):
    """Return {"feet": (3,) [m], "heading": [degrees]} for a Case that starts like a Recording in a Level.

    A value that equals the level's spawn is left out.
    """
    simulation = Simulation(level, recording.params, recording.rules, recording.hz, history=1)
    found = {}
    if simulation.state.position != recording.position:
        found["feet"] = feet_of(recording, simulation)
    if simulation.state.heading != recording.heading:
        found["heading"] = in_degrees(recording.heading)
    return found


def feet_of(recording, simulation):
    """Return the feet (3,) [m] with which a case starts exactly at a Recording's position, or near it if that is not possible.

    Each coordinate has as few digits as possible.
    simulation: Simulation with the recording's level and parameters
    """
    params, up = recording.params, simulation.up_at(recording.position)
    guess = along(along(recording.position, up, -params.skin), up, -params.feet)

    def centre(feet):
        simulation.begin_at(feet, 0.0)
        return simulation.state.position

    for axis in range(3):
        tried = list(guess)

        def starts_there(number, axis=axis, tried=tried):
            tried[axis] = number
            return centre(tuple(tried))[axis] == recording.position[axis]

        guess = (*guess[:axis], shortest(guess[axis], starts_there), *guess[axis + 1 :])
    return guess


def shortest(number, fits):
    """Return the number with the fewest digits, near `number`, for which `fits(number)` is true, or `number` if there is none."""
    near = [number, nextafter(number, inf), nextafter(number, -inf)]
    texts = (float(f"{one:.{digits}g}") for digits in range(1, 18) for one in near)
    return next((text + 0.0 for text in texts if fits(text)), number)


# Shots


def shot_of(run, tick, look):
    """Return a Shot of the state after a tick of a CaseRun, with a camera beside the player or behind it.

    The camera is behind the player if the view from the side is blocked, or if the player's up is not +z.
    look: text about what the reader should see in the picture
    """
    state = run.records[tick - 1].after
    if state.frame is None:
        for side in (ASIDE, -ASIDE):
            eye = eye_beside(state, side)
            if is_seen(run.level.mesh, eye, state.position):
                return Shot(tick, look, FREE, rounded(eye), rounded(state.position))
    return Shot(tick, look, THIRD)


def eye_beside(state, side):
    """Return a camera position (3,) [m] beside the player, BEHIND it and ABOVE it.

    state: PlayerState
    side: distance to the player's right [m], negative to the left
    """
    forward = (-sin(state.heading), cos(state.heading), 0.0)
    right = cross(forward, (0.0, 0.0, 1.0))
    return add(add(state.position, scale(right, side)), add(scale(forward, -BEHIND), (0.0, 0.0, ABOVE)))


def is_seen(mesh, eye, target):
    """True if no triangle is between a target and a point a little beyond the camera position `eye`, both (3,) [m]."""
    return not np.isfinite(mesh.raycast(np.array([target]), np.array([sub(eye, target)]), BEYOND)).any()


def rounded(position):
    """Return a position (3,) [m], rounded to the centimetre."""
    return tuple(round(x, 2) + 0.0 for x in position)
