"""What pages claim of single ticks, as pure functions of a page's run: sweeps, contacts, sliding planes, tests.

Everything comes from the recorded trace, or from the public calls of game.collision on the triangles it names.
"""

from math import acos, degrees, inf

import numpy as np

from game.collision import Outcome, Pass, TriangleMesh, overlap, sweep
from game.explain.recorded_triangles import inspection_of
from game.level.schema import Yes

from .registry import Index, OutcomeName, Outcomes, PassName, Tick, Twin, measure

FEELER = 0.1  # [m], how far a gap is looked for


def sweeps_of(run, of, tick, twin=0):
    """The iterations of a pass in a tick."""
    return [step for step in run.of(twin).record(tick).trace.steps if step.pass_ == Pass[of.upper()]]


def contact_of(run, of, tick, number, twin=0):
    """One of the contacts of a pass in a tick."""
    return [step for step in sweeps_of(run, of, tick, twin) if step.hit][number]


# Passes and iterations


@measure
def iterations(run, of: PassName = "move", tick: Tick = 0, twin: Twin = 0) -> float:
    """How many sweeps a pass took."""
    return len(sweeps_of(run, of, tick, twin))


@measure
def contacts(run, of: PassName = "move", tick: Tick = 0, twin: Twin = 0) -> float:
    """How many sweeps of a pass touched something."""
    return sum(step.hit for step in sweeps_of(run, of, tick, twin))


@measure
def all_contacts(run, of: PassName = "move", twin: Twin = 0) -> float:
    """How many sweeps of a pass touched something in the whole script."""
    return sum(contacts(run, of, record.tick, twin) for record in run.of(twin).records)


@measure
def asked(run, of: PassName = "move", tick: Tick = 0) -> float:
    """The way that a pass was asked to go [m]."""
    return float(np.linalg.norm(sweeps_of(run, of, tick)[0].displacement))


# Contacts


@measure
def fraction(run, of: PassName = "move", contact: Index = 0, tick: Tick = 0, twin: Twin = 0) -> float:
    """The part of the way at which it touched."""
    return contact_of(run, of, tick, contact, twin).fraction


@measure
def feature(run, of: PassName = "move", contact: Index = 0, tick: Tick = 0, twin: Twin = 0) -> float:
    """What it touched: 0 a face, 1 an edge, 2 a corner."""
    return int(contact_of(run, of, tick, contact, twin).feature)


@measure
def tilt(run, of: PassName = "move", contact: Index = 0, tick: Tick = 0, face: Yes = False, espace: Yes = False) -> float:
    """How steep a sliding plane is, or the face that was touched, in the world or in ellipsoid space."""
    step = contact_of(run, of, tick, contact)
    normal = np.array(step.face_normal if face else step.normal)
    if espace:
        normal = normal * run.simulation.params.radii
        normal = normal / np.linalg.norm(normal)
    return degrees(acos(normal[2]))


@measure
def lean(run, of: PassName = "move", contact: Index = 0, tick: Tick = 0, espace: Yes = False) -> float:
    """The angle between the sliding plane's normal and the way from the contact to the body's centre there, in either space."""
    step, radii = contact_of(run, of, tick, contact), np.array(run.simulation.params.radii)
    centre = np.array(step.start) + step.fraction * np.array(step.displacement)
    normal, towards = np.array(step.normal), centre - step.point
    if espace:
        normal, towards = normal * radii, towards / radii
    cosine = normal @ towards / np.linalg.norm(normal) / np.linalg.norm(towards)
    return degrees(acos(min(1.0, cosine)))


@measure
def inside(run, tick: Tick = 0, twin: Twin = 0) -> float:
    """How deep he is in the level after a tick [m]; 0 or less when he is free."""
    own = run.of(twin)
    return overlap(own.simulation.mesh, own.simulation.body, own.record(tick).after.position)


@measure
def gap(run, of: PassName = "move", contact: Index = 0, tick: Tick = 0, twin: Twin = 0) -> float:
    """How far the body is at the end of a tick from the triangle it touched [mm]."""
    own = run.of(twin)
    step = contact_of(run, of, tick, contact, twin)
    inwards = tuple(-FEELER * n for n in step.normal)
    hit = sweep(alone(own, step.triangle), own.simulation.body, own.record(tick).after.position, inwards)
    return 1000.0 * FEELER * hit.fraction if hit else inf


@measure
def least_gap(run, of: PassName = "move", twin: Twin = 0) -> float:
    """The least such distance in the script [mm]."""
    return min(gaps(run, of, twin))


@measure
def widest_gap(run, of: PassName = "move", twin: Twin = 0) -> float:
    """The widest such distance in the second half of the script [mm], when he has long been there."""
    found = gaps(run, of, twin)
    return max(found[len(found) // 2 :])


def gaps(run, of, twin):
    """`gap` after each tick in which the pass touched something."""
    ticks = [record.tick for record in run.of(twin).records if contacts(run, of, record.tick, twin)]
    return [gap(run, of, 0, tick, twin) for tick in ticks]


def alone(run, triangle):
    """A mesh of one triangle."""
    mesh = run.simulation.mesh
    return TriangleMesh(mesh.vertices[mesh.triangles[triangle]], [(0, 1, 2)])


# The test of single triangles


@measure
def triangles(run) -> float:
    """How many the level has."""
    return len(run.simulation.mesh.triangles)


@measure
def candidates(run, tick: Tick = 0) -> float:
    """How many triangles the tree gathered."""
    return len(run.record(tick).trace.candidates)


@measure
def gathered(run) -> float:
    """How many triangles the tree gathered in a tick, on average."""
    return float(np.mean([len(record.trace.candidates) for record in run.records]))


@measure
def share(run, of: Outcomes) -> float:
    """The part of the triangles sent to the test, in all sweeps of the script, that left it in these ways [per cent].

    Those are not counted whose boxes lie beside the way: they are not sent.
    """
    counts = np.array([list(record.trace.statistics().values()) for record in run.records]).sum(axis=0)
    counts[Outcome.UNREACHED] = 0
    return 100.0 * sum(counts[Outcome[name.upper()]] for name in of) / counts.sum()


@measure
def plane_time(run, contact: Index = 0, tick: Tick = 0, last: Yes = False) -> float:
    """t0 of the plane of the triangle that the move pass touched (paper 3.2), or t1: parts of the way."""
    step = contact_of(run, "move", tick, contact)
    test = inspection_of(run.record(tick), run.simulation).test(step, step.candidate)
    return test.interval[1 if last else 0]


@measure
def left(run, how: OutcomeName, of: PassName = "move", sweep: Index = 0, tick: Tick = 0) -> float:
    """How many candidates left the test of a sweep in this way."""
    return sweeps_of(run, of, tick)[sweep].count(Outcome[how.upper()])


def times(run, contact, tick):
    """(fraction, triangle) of each candidate that a sweep of the move pass would touch, by itself, in the mesh's order."""
    step = contact_of(run, "move", tick, contact)
    numbers = sorted(int(number) for number in run.record(tick).trace.candidates)
    found = ((sweep(alone(run, number), run.simulation.body, step.start, step.displacement), number) for number in numbers)
    return [(hit.fraction, number) for hit, number in found if hit]


@measure
def on_the_way(run, contact: Index = 0, tick: Tick = 0) -> float:
    """How many of the candidates that sweep would touch, if each stood there alone."""
    return len(times(run, contact, tick))


@measure
def first_found(run, contact: Index = 0, tick: Tick = 0) -> float:
    """The part of the way at which the first of them in the mesh's order would be touched."""
    return times(run, contact, tick)[0][0]


@measure
def too_deep(run, contact: Index = 0, tick: Tick = 0) -> float:
    """How deep he would be in the others [mm] if the sweep stopped at the first triangle found, in the mesh's order."""
    step = contact_of(run, "move", tick, contact)
    first = times(run, contact, tick)[0][0]
    there = np.array(step.start) + first * np.array(step.displacement)
    return 1000.0 * overlap(run.simulation.mesh, run.simulation.body, there)
