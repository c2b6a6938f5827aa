"""Measures of ticks: positions and speeds, the floor, candidates, sweeps, contacts, sliding planes. Arguments: see registry."""

from math import acos, degrees, dist
from typing import Annotated

import numpy as np

from ...collision import Iteration, Pass, TriangleMesh
from ...core.value_rules import Number, OneOf, Yes
from ...explain.triangle_test_replay import TriangleTest, inspection_of
from ...simulation import Ground
from .lesson_records import Run
from .registry import Axis, Index, PassName, Tick, Twin, measure, names_of

SlidePart = Annotated[str, OneOf(("displacement", "into", "moved", "rest", "next", "growth"))]


def sweeps_of(run: Run, of: str = "move", tick: int = 0, twin: int = 0) -> list[Iteration]:
    return [iteration for iteration in run.of(twin).record(tick).trace.iterations if iteration.pass_ == Pass[of.upper()]]


def contact_of(run: Run, of: str = "move", contact: int = 0, tick: int = 0, twin: int = 0) -> Iteration:
    """Return the iteration of a contact, counted from 0, of the pass `of` in a tick. Raise IndexError if there are fewer."""
    return [iteration for iteration in sweeps_of(run, of, tick, twin) if iteration.hit][contact]


def centre_at_contact(iteration: Iteration) -> np.ndarray:
    """Return the body's centre (3,) [m] where its sweep has the contact, before it backs off from the surface."""
    return np.array(iteration.start) + iteration.fraction * np.array(iteration.displacement)


# Passes and iterations


@measure
def iterations(run: Run, of: PassName = "move", tick: Tick = 0, twin: Twin = 0) -> float:
    """Return the number of sweeps of the pass `of` in a tick."""
    return len(sweeps_of(run, of, tick, twin))


@measure
def contacts(run: Run, of: PassName = "move") -> float:
    """Return the number of sweeps of the pass `of` that had a contact in the tick."""
    return sum(iteration.hit for iteration in sweeps_of(run, of))


@measure
def pass_length(run: Run) -> float:
    """Return the length of the displacement at the start of the move pass [m]."""
    return float(np.linalg.norm(sweeps_of(run)[0].displacement))


@measure
def displacement(run: Run, axis: Axis, of: PassName = "move", tick: Tick = 0) -> float:
    """Return one component of the displacement of a sweep [mm]."""
    return 1000.0 * sweeps_of(run, of, tick)[0].displacement["xyz".index(axis)]


@measure
def iteration(run: Run, part: SlidePart, of: PassName = "move", contact: Index = 0, tick: Tick = 0, twin: Twin = 0) -> float:
    """Return a length of the iteration that ended at a contact [mm], or the ratio "growth".

    part: the displacement, its component "into" the normal, the distance "moved", the "rest", the "next" displacement, or their
    ratio "growth", next / rest
    """
    iteration = contact_of(run, of, contact, tick, twin)
    whole, moved = np.array(iteration.displacement), np.subtract(iteration.end, iteration.start)
    if part == "into":
        return 1000.0 * float(whole @ iteration.normal)
    if part == "growth":
        return float(np.linalg.norm(iteration.next_displacement) / np.linalg.norm(whole - moved))
    chosen = {"displacement": whole, "moved": moved, "rest": whole - moved, "next": np.array(iteration.next_displacement)}[part]
    return 1000.0 * float(np.linalg.norm(chosen))


# Contacts


@measure
def normal(run: Run, axis: Axis, of: PassName = "move", face: Yes = False, espace: Yes = False) -> float:
    """Return one component of a unit normal at a contact: of the sliding plane, of the touched `face`, or in eSpace."""
    iteration = contact_of(run, of)
    return float((iteration.face_normal if face else iteration.e_normal if espace else iteration.normal)["xyz".index(axis)])


@measure
def fraction(run: Run) -> float:
    """Return the fraction of the displacement, 0..1, at which the contact is."""
    return contact_of(run).fraction


@measure
def tilt(run: Run, of: PassName = "move", face: Yes = False, espace: Yes = False) -> float:
    """Return the slope [degrees] of a contact's sliding plane, or of the touched `face`, or in eSpace."""
    iteration = contact_of(run, of)
    normal = np.array(iteration.face_normal if face else iteration.normal)
    if espace:
        normal = normal * run.simulation.params.radii
        normal = normal / np.linalg.norm(normal)
    return degrees(acos(normal[2]))


@measure
def lean(run: Run, espace: Yes = False) -> float:
    """Return the angle [degrees] between a contact's normal and the line from it to the body's centre, or in eSpace."""
    iteration, radii = contact_of(run), np.array(run.simulation.params.radii)
    normal, towards = np.array(iteration.normal), centre_at_contact(iteration) - iteration.point
    if espace:
        normal, towards = normal * radii, towards / radii
    cosine = normal @ towards / np.linalg.norm(normal) / np.linalg.norm(towards)
    return degrees(acos(min(1.0, cosine)))


def alone(run: Run, triangle: int) -> TriangleMesh:
    mesh = run.simulation.mesh
    return TriangleMesh(mesh.vertices[mesh.triangles[triangle]], [(0, 1, 2)])


@measure
def candidates(run: Run) -> float:
    """Return the number of candidates, triangles that the tree found near the player, in the tick."""
    return len(run.record().trace.candidates)


def touched_test(run: Run, tick: int = 0) -> TriangleTest:
    iteration = contact_of(run, tick=tick)
    test = inspection_of(run.record(tick), run.simulation).test(iteration, iteration.candidate)
    assert test is not None  # a touched triangle was tested
    return test


@measure
def espace_speed(run: Run, of: PassName = "move") -> float:
    """Return the length of the displacement of the sweep that ended at a contact [eSpace]."""
    return float(np.linalg.norm(contact_of(run, of).displacement / np.array(run.simulation.params.radii)))


@measure
def espace_distance(run: Run) -> float:
    """Return the distance t |v| along the displacement from the start of a sweep to its contact [eSpace]."""
    return contact_of(run).e_distance


@measure
def plane_time(run: Run, last: Yes = False) -> float:
    """Return t0, or with `last` t1, of the touched triangle's plane in the move pass, as fractions of it (paper 3.2)."""
    return touched_test(run).interval[1 if last else 0]


GroundName = Annotated[str, OneOf(names_of(Ground))]
Height = Annotated[float, Number(-1e4, 1e4, "m")]


@measure
def highest(run: Run, twin: Twin = 0) -> float:
    """Return the largest height [m] above the start that the player or a twin reaches, below 0 if it only falls."""
    own = run.of(twin)
    return max(record.after.position[2] for record in own.records) - own.state(0).position[2]


@measure
def walked(run: Run, since: Tick = 0, until: Tick = 0, twin: Twin = 0) -> float:
    """Return the straight distance [m] between the positions after the ticks `since` and `until`, of the player or of a twin."""
    own = run.of(twin)
    return dist(own.record(until).after.position, own.state(since).position)


@measure
def pace(run: Run, since: Tick = 0, twin: Twin = 0) -> float:
    """Return the mean speed in a straight line from the tick `since` on, divided by the walking speed."""
    ticks = run.page.shot.tick - since
    return walked(run, since, twin=twin) * run.simulation.hz / ticks / run.simulation.params.speed


@measure
def ticks_to_height(run: Run, height: Height, twin: Twin = 0) -> float:
    """Return the number of ticks until the player or a twin is `height` [m] or more above its start, or inf if it never is."""
    own = run.of(twin)
    first = own.state(0).position[2]
    return next((record.tick for record in own.records if record.after.position[2] - first >= height), float("inf"))


@measure
def ticks_on_ground(run: Run, on: GroundName = "air") -> float:
    """Return the number of ticks of the script that ended with the ground state `on`, such as "floor" or "air"."""
    return sum(record.after.ground == Ground[on.upper()] for record in run.records)


@measure
def velocity(run: Run, axis: Axis, of: Annotated[str, OneOf(("walk", "fall"))], tick: Tick = 0) -> float:
    """Return a component of a velocity after a tick [m/s]: of walking, along x and y, or of jumping and falling."""
    return float(getattr(run.record(tick).after, of)["xyz".index(axis)])


@measure
def floor_normal(run: Run, axis: Axis) -> float:
    """Return one component of the floor's unit normal at the start of the tick."""
    return run.record().before.normal["xyz".index(axis)]


@measure
def floor_slope(run: Run, axis: Axis) -> float:
    """Return the fall of the floor along `axis` at the start of a tick [m per metre]: n_x / n_z or n_y / n_z of its normal n."""
    normal = run.record().before.normal
    return normal["xyz".index(axis)] / normal[2]
