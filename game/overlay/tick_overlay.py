"""The overlays of a tick as shapes: one function for each overlay, in the order of drawing.

All shapes come from the solver's record, so they show what happened.
"""

import numpy as np

from game.collision import Outcome, Pass

from . import palette
from .geometry.shapes import Arrow, Disc, Ellipsoid, Label, Point, Polyline, Triangles
from .lab.drawing import lab_shapes

PLANE_RADIUS = 0.55  # [m]. Smaller: hidden by the body; larger: planes of neighbouring contacts look like one
QUIET_RADIUS = 0.35  # [m] in first person. Smaller: its slope is not seen; larger: its rim crosses the view as an arc
NORMAL_LENGTH = 0.5  # [m]
VELOCITY_SCALE = 0.2  # [s], arrow length per speed: a walk of 5 m/s is drawn 1 m long
SHORTEST_ARROW = 1e-3  # [m/s]; a slower body rests, and its direction means nothing


def build_overlay(record, sim, switches, first_person=False):
    """The shapes of one tick.

    record: StepRecord; sim: Simulation (its mesh and parameters); switches: Switches
    first_person: only contacts and small planes (and candidates and labels), which do not block the view
    Returns a list of shapes (see shapes.py), world space.
    """
    switches = switches.quiet() if first_person else switches
    builders = (
        (switches.candidates, candidates),
        (switches.planes, quiet_planes if first_person else planes),
        (switches.path, path),
        (switches.normals, normals),
        (switches.contacts, contacts),
        (switches.velocity, velocity),
        (switches.labels, labels),
        (switches.ellipsoid, ellipsoid),
        (switches.exhibits, lab_shapes),
    )
    return [shape for wanted, build in builders if wanted for shape in build(record, sim)]


def ellipsoid(record, sim):
    """The body at the end of the tick."""
    after, body = record.after, record.body
    return [Ellipsoid(after.position, body.radii, body.heading, palette.PLAYER, after.frame)]


def hits(record):
    return [step for step in record.trace.steps if step.hit] if record.trace else []


def contacts(record, sim):
    """A small ball at each contact point."""
    return [Point(step.point, palette.CONTACT) for step in hits(record)]


def normals(record, sim):
    """The contact normal, and beside it the triangle's own where the two differ (an edge or a corner was touched)."""
    shapes = []
    for step in hits(record):
        shapes.append(Arrow(step.point, along(step.point, step.normal, NORMAL_LENGTH), palette.NORMAL, is_normal=True))
        if differ(step.normal, step.face_normal):
            tip = along(step.point, step.face_normal, NORMAL_LENGTH / 2)
            shapes.append(Arrow(step.point, tip, palette.UNDONE, 0.006, is_normal=True))
    return shapes


def planes(record, sim):
    """The sliding plane of each contact: through the contact point, at right angles to the world normal."""
    return [Disc(step.point, step.normal, PLANE_RADIUS, palette.PASSES[step.pass_]) for step in hits(record)]


def quiet_planes(record, sim):
    """The same planes as small discs that fade out near the eye."""
    return [Disc(step.point, step.normal, QUIET_RADIUS, palette.PASSES[step.pass_], fades=True) for step in hits(record)]


def velocity(record, sim):
    """Two arrows from the body's centre: the velocity before the tick and after it."""
    arrows = (
        (record.before, palette.VELOCITY_BEFORE, 0.016),
        (record.after, palette.VELOCITY_AFTER, 0.012),
    )
    return [
        Arrow(state.position, along(state.position, state.velocity, VELOCITY_SCALE), colour, radius)
        for state, colour, radius in arrows
        if np.linalg.norm(state.velocity) > SHORTEST_ARROW
    ]


def path(record, sim):
    """The path of each iteration, and in thin grey the part of the displacement that a contact prevented."""
    shapes = []
    for step in record.trace.steps if record.trace else ():
        wanted = along(step.start, step.displacement, 1.0)
        if step.hit and differ(wanted, step.end):
            shapes.append(Polyline(np.array([step.end, wanted]), palette.UNDONE, 0.004))
        if differ(step.start, step.end):
            shapes.append(Polyline(np.array([step.start, step.end]), palette.PASSES[step.pass_]))
        shapes.append(Point(step.end, palette.PASSES[step.pass_], 0.015))
    return shapes


def candidates(record, sim):
    """Every triangle gathered this tick, coloured by its furthest outcome in any sweep of the tick.

    In the order of their numbers: transparent triangles look different in another order, and the tree's order is arbitrary.
    """
    trace = record.trace
    if trace is None or not len(trace.candidates):
        return []
    order = np.argsort(trace.candidates)
    return [Triangles(corners_of(sim, trace.candidates[order], record.tick), candidate_colours(trace)[order])]


def corners_of(sim, numbers, tick):
    """Corners (k, 3, 3) of triangles by number; triangles of movers, numbered after the mesh's own, at their pose of the tick."""
    triangles = sim.mesh.triangles
    is_static = numbers < len(triangles)
    corners = np.empty((len(numbers), 3, 3))
    corners[is_static] = sim.mesh.vertices[triangles[numbers[is_static]]]
    if not is_static.all():
        corners[~is_static] = [sim.movers.corners(int(number), tick) for number in numbers[~is_static]]
    return corners


def candidate_colours(trace):
    """Colours (k, 3) of the candidates, by the highest outcome that each one reached.

    Triangles that only the gravity and ground sweeps hit have the colour of gravity.
    """
    table = np.array([palette.OUTCOMES[outcome] for outcome in Outcome])
    moving = furthest(trace, lambda step: step.pass_ not in (Pass.GRAVITY, Pass.GROUND))
    falling = furthest(trace, lambda step: step.pass_ in (Pass.GRAVITY, Pass.GROUND))
    colours = table[np.maximum(moving, falling)]
    colours[(falling == Outcome.HIT) & (moving != Outcome.HIT)] = palette.GRAVITY_COLOUR
    return colours


def furthest(trace, wanted):
    """(k,) the highest outcome that each candidate reached in the wanted steps."""
    reached = np.zeros(len(trace.candidates), dtype=np.uint8)
    for step in filter(wanted, trace.steps):
        np.maximum(reached, np.asarray(step.outcomes, dtype=np.uint8), out=reached)
    return reached


def labels(record, sim):
    """Pass, iteration, feature and fraction of each contact, beyond the tip of its normal."""
    places = [along(step.point, step.normal, NORMAL_LENGTH + 0.06) for step in hits(record)]
    return [
        Label(place, label_text(step), palette.CONTACT, foot=step.point)
        for place, step in zip(places, hits(record))
    ]


def label_text(step):
    name = step.pass_.name.lower().replace("_", " ")
    return f"{name} {step.iteration}: {step.feature.name.lower()} at {step.fraction:.2f}"


def along(point, direction, length):
    """The point `length` directions away, as a 3-tuple."""
    return tuple(p + length * d for p, d in zip(point, direction))


def differ(a, b):
    return any(abs(x - y) > 1e-6 for x, y in zip(a, b))
