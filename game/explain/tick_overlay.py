"""The overlays of a tick as shapes, and the switches that turn them on and off.

All shapes come from the solver's record, so they show what the solver did. Each function for an overlay takes the TickRecord and
the Simulation that made it, and returns a list of shapes.
"""

from dataclasses import dataclass, fields, replace
from math import cos, radians

import numpy as np

from ..collision import Outcome, Pass
from ..core.shapes import Arrow, Disc, EllipsoidShape, Label, Point, Polyline, Triangles
from ..lab.exhibit_drawings import lab_shapes
from . import palette


@dataclass(frozen=True)
class Switches:
    """One switch, on or off, for each overlay. Keys, menu and help use the same names."""

    ellipsoid: bool = True
    contacts: bool = True
    normals: bool = True
    planes: bool = True
    velocity: bool = True
    path: bool = True
    candidates: bool = False
    labels: bool = False
    exhibits: bool = False

    @classmethod
    def names(cls):
        """Return the names of all switches as a tuple."""
        return tuple(field.name for field in fields(cls))

    @classmethod
    def none(cls):
        return cls(**dict.fromkeys(cls.names(), False))

    @classmethod
    def all(cls):
        return cls(**dict.fromkeys(cls.names(), True))

    @classmethod
    def only(cls, names):
        """Return Switches with only these names on. Raise TypeError for an unknown name."""
        return replace(cls.none(), **dict.fromkeys(names, True))

    def toggled(self, name):
        """Return a copy with the switch `name` toggled. Raise AttributeError for an unknown name."""
        return replace(self, **{name: not getattr(self, name)})

    def quiet(self):
        """Return a copy in which ellipsoid, normals, velocity and path are off, because they block the view in first person."""
        return replace(self, ellipsoid=False, normals=False, velocity=False, path=False)

    def any(self):
        return any(getattr(self, name) for name in self.names())


PLANE_RADIUS = 0.55  # [m]. Smaller: hidden by the body; larger: planes of neighbouring contacts look like one
QUIET_RADIUS = 0.35  # [m] in first person. Smaller: the plane's slope is not seen; larger: the rim crosses the view as an arc
NORMAL_LENGTH = 0.5  # [m]
SAME_ARROW = 1.0  # [degrees] Nearer normals get one arrow. Smaller: one arrow lies in another; larger: a visible angle is lost
VELOCITY_SCALE = 0.2  # [s], arrow length per speed: a walk of 5 m/s is drawn 1 m long
SHORTEST_ARROW = 1e-3  # [m/s]; a slower body is at rest, and its direction is rounding


def build_overlay(record, sim, switches, first_person=False):
    """Return the shapes of one tick in world space, as a list (see shapes.py).

    record: TickRecord
    sim: Simulation that made the record, for its mesh and movers
    switches: Switches
    first_person: True to leave out shapes that block the view from the player's eyes
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
    """Return the body at the end of the tick as a list of one EllipsoidShape."""
    return [body_at(record.after.position, record)]


def body_at(centre, record):
    """Return the body of the tick of a TickRecord as an EllipsoidShape with its centre at a position (3,) [m].

    A round body gets the player's heading, which its visor shows. Another body keeps its own.
    """
    body, after = record.body, record.after
    heading = after.heading if body.radii[0] == body.radii[1] else body.heading
    return EllipsoidShape(centre, body.radii, heading, palette.PLAYER, after.frame)


def hits(record):
    """Return the Iterations of a TickRecord that have a contact, as a list. It is empty without a trace."""
    return [iteration for iteration in record.trace.iterations if iteration.hit] if record.trace else []


def contacts(record, sim):
    """Return a Point at each contact."""
    return [Point(iteration.point, palette.CONTACT) for iteration in hits(record)]


def normals(record, sim):
    """Return an Arrow for each contact normal, and a second one for the triangle's normal if the two visibly differ.

    They can differ only if an edge or a corner was touched. At a face, inaccurate contacts of the paper's rules turn the normal
    by less than SAME_ARROW.
    """
    shapes = []
    for iteration in hits(record):
        shapes.append(
            Arrow(iteration.point, along(iteration.point, iteration.normal, NORMAL_LENGTH), palette.NORMAL, is_normal=True)
        )
        if has_two_normals(iteration):
            tip = along(iteration.point, iteration.face_normal, NORMAL_LENGTH / 2)
            shapes.append(Arrow(iteration.point, tip, palette.UNDONE, 0.006, is_normal=True))
    return shapes


def has_two_normals(iteration):
    """True if the contact normal of an Iteration and the normal of its triangle differ by more than SAME_ARROW."""
    return float(np.dot(iteration.normal, iteration.face_normal)) < cos(radians(SAME_ARROW))


def planes(record, sim):
    """Return a Disc in the sliding plane of each contact. It is perpendicular to the contact normal in the world."""
    return [Disc(iteration.point, iteration.normal, PLANE_RADIUS, palette.PASSES[iteration.pass_]) for iteration in hits(record)]


def quiet_planes(record, sim):
    """Return a small Disc in the sliding plane of each contact. The Disc fades out near the eye."""
    return [
        Disc(iteration.point, iteration.normal, QUIET_RADIUS, palette.PASSES[iteration.pass_], fades=True)
        for iteration in hits(record)
    ]


def velocity(record, sim):
    """Return Arrows for the velocities before and after the tick, each at the body's centre then. At rest there is none."""
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
    """Return a line and an end point for the path of each iteration.

    A thin grey line shows the part of the displacement that a contact prevented. An iteration without motion has no other line.
    """
    shapes = []
    for iteration in record.trace.iterations if record.trace else ():
        wanted = along(iteration.start, iteration.displacement, 1.0)
        if iteration.hit and differ(wanted, iteration.end):
            shapes.append(Polyline(np.array([iteration.end, wanted]), palette.UNDONE, 0.004))
        if differ(iteration.start, iteration.end):
            shapes.append(Polyline(np.array([iteration.start, iteration.end]), palette.PASSES[iteration.pass_]))
        shapes.append(Point(iteration.end, palette.PASSES[iteration.pass_], 0.015))
    return shapes


def candidates(record, sim):
    """Return the candidates of the tick as a list of one Triangles shape, or [] without candidates.

    `candidate_colours` says what the colours mean.
    Candidates are sorted by their triangle numbers, because the order changes the picture of transparent triangles.
    """
    trace = record.trace
    if trace is None or not len(trace.candidates):
        return []
    order = np.argsort(trace.candidates)
    return [Triangles(corners_of(sim, trace.candidates[order], record.tick), candidate_colours(trace)[order])]


def corners_of(sim, numbers, tick):
    """Return the corners (k, 3, 3) [m] of triangles of the mesh, of movers and of exhibits.

    sim: Simulation; numbers: numbers (k,) of the triangles; tick: tick of the poses of movers and exhibits
    """
    triangles = sim.mesh.triangles
    is_static = numbers < len(triangles)
    corners = np.empty((len(numbers), 3, 3))
    corners[is_static] = sim.mesh.vertices[triangles[numbers[is_static]]]
    if not is_static.all():
        corners[~is_static] = [sim.solid_corners(int(number), tick) for number in numbers[~is_static]]
    return corners


def candidate_colours(trace):
    """Return a colour for each candidate of a trace, (k, 3), by the furthest outcome that it reached in any sweep.

    Triangles that only the gravity and ground sweeps hit have the colour of gravity.
    """
    table = np.array([palette.OUTCOMES[outcome] for outcome in Outcome])
    moving = furthest(trace, lambda iteration: iteration.pass_ not in (Pass.GRAVITY, Pass.GROUND))
    falling = furthest(trace, lambda iteration: iteration.pass_ in (Pass.GRAVITY, Pass.GROUND))
    colours = table[np.maximum(moving, falling)]
    colours[(falling == Outcome.HIT) & (moving != Outcome.HIT)] = palette.GRAVITY_COLOUR
    return colours


def furthest(trace, wanted):
    """Return the furthest Outcome (k,) that each candidate reached in those Iterations for which `wanted(iteration)` is true."""
    reached = np.zeros(len(trace.candidates), dtype=np.uint8)
    for iteration in filter(wanted, trace.iterations):
        np.maximum(reached, np.asarray(iteration.outcomes, dtype=np.uint8), out=reached)
    return reached


def labels(record, sim):
    """Return a Label for each contact, with pass, iteration, feature and fraction, beyond the tip of its normal."""
    places = [along(iteration.point, iteration.normal, NORMAL_LENGTH + 0.06) for iteration in hits(record)]
    return [
        Label(place, label_text(iteration), palette.CONTACT, foot=iteration.point)
        for place, iteration in zip(places, hits(record))
    ]


def label_text(iteration):
    name = iteration.pass_.name.lower().replace("_", " ")
    return f"{name} {iteration.number + 1}: {iteration.feature.name.lower()} at {iteration.fraction:.2f}"


def along(point, direction, length):
    """Return the point `point + length * direction` as a 3-tuple."""
    return tuple(p + length * d for p, d in zip(point, direction))


def differ(a, b):
    """True if two vectors differ by more than rounding in any component."""
    return any(abs(x - y) > 1e-6 for x, y in zip(a, b))
