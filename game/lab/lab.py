"""Lab: all exhibits of a level. A tick is a pure function of a state, the player and its actions."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from ..core.input_errors import InputError, cut
from ..core.value_rules import call_checked, nearest
from ..level.contents.exhibit_place import CONTROL_SPACING, ExhibitPlace
from .exhibits.exhibit import (
    MOST_INCIDENTS,
    NUMBERS,
    Action,
    Actor,
    ControlKind,
    Exhibit,
    ExhibitKind,
    ExhibitState,
    Incident,
    IncidentKind,
    Readout,
    StateHash,
    load_kinds,
)
from .physics.balls_as_triangles import ball_triangles

# Samples of a plot that are kept: of the last seconds of an exhibit. Fewer: curves with corners; more: each tick copies a longer
# tuple, and a board draws more lines than it has pixels.
MOST_SAMPLES = 240

LabState = tuple[ExhibitState, ...]
ASLEEP = Readout()
NOBODY = Actor((0.0, 0.0, 1e6), (0.4, 0.4, 0.9))  # a player far from all exhibits


class Lab:
    """The exhibits of a level. Raises InputError, which names the table, as `kind_of` does."""

    def __init__(self, places: Iterable[ExhibitPlace], hz: int):
        self.hz = hz
        self.exhibits = tuple(Exhibit(place, kind_of(place)) for place in places)
        self.numbers = {exhibit.place.name: number for number, exhibit in enumerate(self.exhibits)}
        self._first: LabState | None = None

    def begin(self) -> LabState:
        """Return the state at the start of the level. It is computed once: it is read-only, and each restart needs it."""
        if self._first is None:
            self._first = tuple(first_state(exhibit) for exhibit in self.exhibits)
        return self._first

    def warm_up(self, exhibit: Exhibit) -> None:
        """Use all positions of each switch and the ends of each dial, so that an exhibit's machine code is compiled or loaded."""
        start = first_state(exhibit)
        for control in exhibit.controls:
            values = control.positions or (1.0,)
            for value in values if control.kind is ControlKind.SWITCH else (values[0], values[-1]):
                ticked(exhibit, start, [Action(exhibit.place.name, control.name, value)], NOBODY, self.hz)

    def check(self, actions: Iterable[Action]) -> None:
        """Raise InputError for an action on an unknown exhibit or control, or with a value that the control cannot have."""
        for action in actions:
            if action.exhibit not in self.numbers:
                there = f"the exhibits are {', '.join(self.numbers)}"
                raise InputError(f"use={cut(action.exhibit)}: no such exhibit{nearest(action.exhibit, self.numbers)}; {there}")
            exhibit = self.exhibits[self.numbers[action.exhibit]]
            names = [control.name for control in exhibit.controls]
            if action.control not in names:
                has = f"{action.exhibit} has {', '.join(names) or 'no controls'}"
                use = f"use={action.exhibit}.{cut(action.control)}"
                raise InputError(f"{use}: no such control{nearest(action.control, names)}; {has}")
            control = exhibit.controls[names.index(action.control)]
            control.check(action.value, f"use={action.exhibit}.{action.control}")

    def tick(self, state: LabState, actor: Actor, actions: Iterable[Action]) -> tuple[LabState, Mapping[str, Readout]]:
        """Compute one tick. Returns (the next state, {name: Readout} of the awake). A sleeping exhibit's state is the same."""
        after, readouts, actions = [], {}, tuple(actions)
        for exhibit, before in zip(self.exhibits, state):
            name = exhibit.place.name
            used = [action for action in actions if action.exhibit == name]
            if not (used or before.busy or exhibit.place.is_in_room(actor.position)):
                after.append(before)
                continue
            now, readouts[name] = ticked(exhibit, before, used, own_actor(exhibit.place, actor), self.hz)
            after.append(now)
        return tuple(after), readouts

    def solids(self, state: LabState, actor: Actor, awake: Iterable[str]) -> np.ndarray | None:
        """Return the corners (n, 9) [m] of the exhibits' triangles near the player in the world, such as around balls."""
        found = []
        for exhibit, now in zip(self.exhibits, state):
            if exhibit.place.name not in awake:
                continue
            own = own_actor(exhibit.place, actor)
            balls, corners = exhibit.kind.obstacles(now.bodies, own), exhibit.kind.walls(now, own)
            if balls is not None and len(balls[0]):
                x, y, z = balls[0].T
                found.append(ball_triangles(np.stack(exhibit.place.pose.to_world((x, y, z)), axis=1), balls[1]))
            if corners is not None and len(corners):
                x, y, z = np.moveaxis(corners, 2, 0)
                found.append(np.stack(exhibit.place.pose.to_world((x, y, z)), axis=2).reshape(-1, 9))
        return np.concatenate(found) if found else None


def kind_of(place: ExhibitPlace) -> ExhibitKind:
    """Return the kind of an exhibit, built from the keys of its table. Raises InputError that names the table."""
    kinds = load_kinds()
    if place.kind not in kinds:
        close, allowed = nearest(place.kind, kinds), ", ".join(sorted(kinds))
        raise InputError(f'{place.where}: unknown kind "{cut(place.kind)}"{close}; allowed: {allowed}')
    kind = call_checked(kinds[place.kind], dict(place.keys), place.where)
    least = len(kind.CONTROLS) * CONTROL_SPACING
    if place.desk and place.desk.width < least:
        raise InputError(
            f"{place.where}: a desk {place.desk.width:g} m wide is too short for {len(kind.CONTROLS)} controls; "
            f"its width must be at least {least:.2f}"
        )
    return kind


def first_state(exhibit: Exhibit) -> ExhibitState:
    """Return an exhibit's state at the start of the level. `starts` of its kind replaces first values of controls."""
    starts = {control.name: control.start for control in exhibit.controls} | exhibit.kind.starts()
    values = tuple(starts[control.name] for control in exhibit.controls)
    bodies = exhibit.kind.begin(starts)
    size = make_read_only(bodies)
    return ExhibitState(values, bodies, StateHash(values, bodies, size), (), size)


def ticked(exhibit: Exhibit, before: ExhibitState, actions: list[Action], actor: Actor, hz: int) -> tuple[ExhibitState, Readout]:
    """Compute one tick of an exhibit that is awake. The player is in its frame."""
    controls = exhibit.controls
    values = {control.name: value for control, value in zip(controls, before.values)}
    for control in controls:
        for action in actions:
            if action.control == control.name and control.kind is not ControlKind.BUTTON:
                values[control.name] = action.value
    used = frozenset(action.control for action in actions)
    bodies, readout = exhibit.kind.tick(values, before.bodies, used, actor, hz)
    samples = () if readout.restarted else before.samples
    if readout.sample is not None:
        samples = (*samples[-MOST_SAMPLES + 1 :], readout.sample)
    operated = tuple(Incident(IncidentKind.OPERATED, actor.position) for _ in used)
    readout = readout._replace(incidents=(*operated, *readout.incidents)[:MOST_INCIDENTS])
    kept = tuple(values[control.name] for control in controls)
    size = make_read_only(bodies)
    return ExhibitState(kept, bodies, StateHash(kept, bodies, size), samples, size, readout.busy), readout


def own_actor(place: ExhibitPlace, actor: Actor) -> Actor:
    """Return the player in the frame of an exhibit, from the world's."""
    return actor._replace(
        position=place.pose.to_own(actor.position),
        velocity=place.pose.vector_to_own(actor.velocity),
        heading=actor.heading - place.heading,
    )


def make_read_only(part: Any) -> int:
    """Make all arrays of a state read-only, and return its size [bytes]: of the arrays, and 8 for each number or None."""
    if isinstance(part, np.ndarray):
        part.flags.writeable = False
        return part.nbytes
    if not isinstance(part, tuple):
        return 8
    return 8 * len(part) if frozenset(map(type, part)) in NUMBERS else sum(map(make_read_only, part))
