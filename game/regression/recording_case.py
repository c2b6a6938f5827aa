"""A recording as a case: the same start, script, rate, rules and player, and shots at its key moments."""

from dataclasses import fields, replace
from math import cos, degrees, inf, nextafter, radians, sin

import numpy as np

from ..collision import Rules
from ..collision.engine.vec3 import add, along, cross, scale, sub
from ..errors import InputError
from ..level.case import FREE, THIRD, Case, Shot
from ..level.file.case_table import setting_text
from ..simulation import PlayerParams, Simulation
from ..simulation.params import ANGLES
from .key_moments import moments
from .run_case import walk

# Where a camera stands beside the player [m]: to his side, behind him, above his centre. Nearer: the step is not seen whole.
ASIDE, BEHIND, ABOVE = 2.7, 0.95, 0.7
BEYOND = 1.1  # of its distance that is free behind the camera. Nearer 1: it stands in a wall; larger: narrow places have no side


def case_of(recording, level, name, source):
    """(Case, its settings as a table {name: value}) that walks as a Recording does. source: of the recording, for messages

    InputError when a case cannot say it, or when it does not come to the recorded end.
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
    walked = walk(level, case)
    if walked.simulation.state_hash() != recording.final_hash:
        refuse_another_end(recording, level, source)
    return replace(case, shots=tuple(shot_of(walked, tick, look) for tick, look in moments(walked.records))), values


def refuse_changes(recording, source):
    if recording.changes:
        raise InputError(
            f"{source}: rules or player were changed after tick {recording.changes[0][0]}, but a case has one set of them: "
            "record again without a change"
        )


def refuse_another_end(recording, level, source):
    """InputError: the code has changed since, or the start lies where no line of a case can put it."""
    if recording.verify(level)[0]:
        raise InputError(f"{source}: begins where a case cannot: record again from where the player stands on the floor (F5)")
    raise InputError(f"{source}: does not come to its recorded end any more, the code has changed since: record again")


# Rules, player


def rules_name(recording, source):
    """The name of the recording's rules."""
    for name in Rules.NAMES:
        if recording.params.on(Rules.named(name)) == recording.rules:
            return name
    raise InputError(f"{source}: its rules are none of {', '.join(Rules.NAMES)}, and a case has no others: record again with one")


def settings_of(params):
    """{name: value} of the parameters that are not the usual ones, as `set` takes them: angles in degrees."""
    usual, found = PlayerParams(), {}
    for field in fields(params):
        value = getattr(params, field.name)
        if value != getattr(usual, field.name):
            found[field.name] = in_degrees(value) if field.name in ANGLES else value
    return {name: list(value) if isinstance(value, tuple) else value for name, value in found.items()}


def in_degrees(angle):
    """The shortest number of degrees that becomes this angle [rad] again, to the bit where there is one."""
    return shortest(degrees(angle), lambda number: radians(number) == angle)


# Start


def start_of(recording, level):
    """{"feet": ..., "heading": ...} of a Case; what is the level's own is left out."""
    simulation = Simulation(level, recording.params, recording.rules, recording.hz, history=1)
    found = {}
    if simulation.state.position != recording.position:
        found["feet"] = feet_of(recording, simulation)
    if simulation.state.heading != recording.heading:
        found["heading"] = in_degrees(recording.heading)
    return found


def feet_of(recording, simulation):
    """Feet [m] above which the recording's start lies, each coordinate as short as it may be."""
    params, up = recording.params, simulation.up_at(recording.position)
    guess = along(along(recording.position, up, -params.skin), up, -params.feet)

    def centre(feet):
        simulation.begin_at(feet, 0.0)
        return simulation.state.position

    for axis in range(3):
        tried = list(guess)

        def lies_there(number, axis=axis, tried=tried):
            tried[axis] = number
            return centre(tuple(tried))[axis] == recording.position[axis]

        guess = (*guess[:axis], shortest(guess[axis], lies_there), *guess[axis + 1 :])
    return guess


def shortest(number, fits):
    """The number itself or a neighbour, with the fewest digits that fit; the number where none does."""
    near = [number, nextafter(number, inf), nextafter(number, -inf)]
    texts = (float(f"{one:.{digits}g}") for digits in range(1, 18) for one in near)
    return next((text + 0.0 for text in texts if fits(text)), number)


# Shots


def shot_of(walked, tick, look):
    """A shot from beside the player where the view is free, else from behind him."""
    state = walked.records[tick - 1].after
    if state.frame is None:
        for side in (ASIDE, -ASIDE):
            eye = eye_beside(state, side)
            if is_seen(walked.level.mesh, eye, state.position):
                return Shot(tick, look, FREE, rounded(eye), rounded(state.position))
    return Shot(tick, look, THIRD)


def eye_beside(state, side):
    forward = (-sin(state.heading), cos(state.heading), 0.0)
    right = cross(forward, (0.0, 0.0, 1.0))
    return add(add(state.position, scale(right, side)), add(scale(forward, -BEHIND), (0.0, 0.0, ABOVE)))


def is_seen(mesh, eye, place):
    return not np.isfinite(mesh.raycast(np.array([place]), np.array([sub(eye, place)]), BEYOND)).any()


def rounded(place):
    """To the centimetre: a camera needs no more."""
    return tuple(round(x, 2) + 0.0 for x in place)
