"""The overlays of a tick as shapes, the switches that turn them on and off, and the legend of their colours.

All shapes come from the solver's record, so they show what the solver did. Each function for an overlay takes the TickRecord and
returns a list of shapes; `candidates` also takes the Simulation that made it, which has the triangles.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from math import cos, radians

import numpy as np

from ..collision import Iteration, Nearby, Outcome, Pass, Trace
from ..collision.trace import Ending
from ..core.shapes import Arrow, Colour, Disc, EllipsoidShape, Label, Point, Polyline, Shape, Triangles
from ..core.vec3 import Vector, along
from ..lab.exhibit_and_desk_shapes import lab_shapes
from ..simulation import Simulation, TickRecord
from . import palette
from .describe_trace import OUTCOME_WORDS
from .plain_sentences import is_head_on, plain_subject, slid


@dataclass(frozen=True)
class Switches:
    """One switch for each overlay. Keys, menu and help use the same names."""

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
    def names(cls) -> tuple[str, ...]:
        return tuple(field.name for field in fields(cls))

    @classmethod
    def none(cls) -> "Switches":
        return cls(**dict.fromkeys(cls.names(), False))

    @classmethod
    def all(cls) -> "Switches":
        return cls(**dict.fromkeys(cls.names(), True))

    @classmethod
    def only(cls, names: Iterable[str] | None) -> "Switches":
        """Return Switches with only these names on, or the default ones for None. Raises TypeError for an unknown name."""
        return cls() if names is None else replace(cls.none(), **dict.fromkeys(names, True))

    def toggled(self, name: str) -> "Switches":
        """Return a copy with one switch toggled. Raises AttributeError for an unknown name."""
        return replace(self, **{name: not getattr(self, name)})

    def quiet(self) -> "Switches":
        """Return a copy in which ellipsoid, normals, velocity and path are off, because they block the view in first person."""
        return replace(self, ellipsoid=False, normals=False, velocity=False, path=False)

    def any(self) -> bool:
        return any(getattr(self, name) for name in self.names())


PLANE_RADIUS = 0.55  # [m]. Smaller: hidden by the body; larger: planes of neighbouring contacts look like one
QUIET_RADIUS = 0.35  # [m] in first person. Smaller: the plane's slope is not seen; larger: the rim crosses the view as an arc
NORMAL_LENGTH = 0.5  # [m]
PLAIN_ARROW = 0.9  # [m] for a newcomer, however short the way is. Shorter: the disc hides it; longer: it leaves the picture
SAME_ARROW = 1.0  # [degrees] Nearer normals get one arrow. Smaller: one arrow lies in another; larger: a visible angle is lost
VELOCITY_SCALE = 0.2  # [s], arrow length per speed: a walk of 5 m/s is drawn 1 m long
SAME_PLACE = 1e-6  # [m] between places that are one. Smaller: arrows of rounding are drawn; larger: short slides have none
SHORTEST_ARROW = 1e-3  # [m/s]; a slower body is at rest, and its direction is rounding


def build_overlay(record: TickRecord, sim: Simulation, switches: Switches, first_person: bool = False) -> list[Shape]:
    """Return the shapes of one tick in the world, without those that block the view in first person."""
    switches = switches.quiet() if first_person else switches
    builders: tuple[tuple[bool, Callable[[TickRecord], Sequence[Shape]]], ...] = (
        (switches.candidates, partial(candidates, sim=sim)),
        (switches.planes, partial(planes, radius=QUIET_RADIUS, fades=True) if first_person else planes),
        (switches.path, path),
        (switches.normals, normals),
        (switches.contacts, contacts),
        (switches.velocity, velocity),
        (switches.labels, labels),
        (switches.ellipsoid, ellipsoid),
        (switches.exhibits, lab_shapes),
    )
    return [shape for wanted, build in builders if wanted for shape in build(record)]


def ellipsoid(record: TickRecord) -> list[Shape]:
    return [body_at(record.after.position, record)]


def body_at(centre: Vector, record: TickRecord) -> EllipsoidShape:
    """Return the body of a tick at a position [m]. A round one gets the player's heading, which its visor shows."""
    body, after = record.body, record.after
    heading = after.heading if body.radii[0] == body.radii[1] else body.heading
    return EllipsoidShape(centre, body.radii, heading, palette.PLAYER, after.frame)


def contacts(record: TickRecord) -> list[Shape]:
    return [Point(iteration.point, palette.CONTACT) for iteration in record.contacts]


def normals(record: TickRecord) -> list[Shape]:
    """Return an Arrow for each contact normal, and for the triangle's normal if an edge or a corner makes it visibly differ."""
    shapes: list[Shape] = []
    for iteration in record.contacts:
        shapes.append(
            Arrow(iteration.point, along(iteration.point, iteration.normal, NORMAL_LENGTH), palette.NORMAL, is_normal=True)
        )
        if has_two_normals(iteration):
            tip = along(iteration.point, iteration.face_normal, NORMAL_LENGTH / 2)
            shapes.append(Arrow(iteration.point, tip, palette.UNDONE, 0.006, is_normal=True))
    return shapes


def has_two_normals(iteration: Iteration) -> bool:
    return float(np.dot(iteration.normal, iteration.face_normal)) < cos(radians(SAME_ARROW))


def planes(record: TickRecord, radius: float = PLANE_RADIUS, fades: bool = False) -> list[Shape]:
    """Return a Disc in the sliding plane of each contact. It is perpendicular to the contact normal in the world."""
    looks = [(one.point, one.normal, radius, palette.PASSES[one.pass_]) for one in record.contacts]
    return [Disc(*look, fades=fades) for look in looks]


def velocity(record: TickRecord) -> list[Shape]:
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


def path(record: TickRecord) -> list[Shape]:
    """Return a line and an end point for the path of each iteration, and a grey line for what a contact prevented."""
    shapes: list[Shape] = []
    for iteration in record.trace.iterations:
        wanted = along(iteration.start, iteration.displacement, 1.0)
        if iteration.hit and differ(wanted, iteration.end):
            shapes.append(Polyline(np.array([iteration.end, wanted]), palette.UNDONE, 0.004))
        if differ(iteration.start, iteration.end):
            shapes.append(Polyline(np.array([iteration.start, iteration.end]), palette.PASSES[iteration.pass_]))
        shapes.append(Point(iteration.end, palette.PASSES[iteration.pass_], 0.015))
    return shapes


def candidates(record: TickRecord, sim: Simulation) -> list[Shape]:
    """Return the candidates as one Triangles shape, sorted by triangle number, because the order changes the picture."""
    trace = record.trace
    if not len(trace.candidates):
        return []
    order = np.argsort(trace.candidates)
    return [Triangles(corners_after(sim, trace.candidates[order], record), candidate_colours(trace)[order])]


def corners_after(sim: Simulation, numbers: np.ndarray, record: TickRecord) -> np.ndarray:
    """Return the corners (k, 3, 3) [m] of triangles of the mesh, of movers and of exhibits, as a tick left them."""
    triangles = sim.mesh.triangles
    is_static = numbers < len(triangles)
    corners = np.empty((len(numbers), 3, 3))
    corners[is_static] = sim.mesh.vertices[triangles[numbers[is_static]]]
    if not is_static.all():
        corners[~is_static] = [sim.solid_corners(int(number), record) for number in numbers[~is_static]]
    return corners


def corners_around(record: TickRecord, sim: Simulation, position: Vector, half: float) -> np.ndarray:
    """Return the corners (n, 3, 3) [m] of triangles that meet a cube of half side `half` around a position [m], after a tick."""
    near, sides = Nearby(sim.mesh), (half, half, half)
    if sim.movers and (numbers := sim.movers.near(position, sides, record.tick)):
        near.mover_triangles = sim.movers.triangles(numbers, record.tick)
    near.gather(position, (-half, -half, -half), sides)
    return corners_after(sim, near.triangles(), record)


def candidate_colours(trace: Trace) -> np.ndarray:
    """Return a colour (k, 3) for each candidate by its furthest outcome. Gravity and ground hits have gravity's."""
    table = np.array([palette.OUTCOMES[outcome] for outcome in Outcome])
    moving = furthest(trace, lambda iteration: iteration.pass_ not in (Pass.GRAVITY, Pass.GROUND))
    falling = furthest(trace, lambda iteration: iteration.pass_ in (Pass.GRAVITY, Pass.GROUND))
    colours = table[np.maximum(moving, falling)]
    colours[(falling == Outcome.HIT) & (moving != Outcome.HIT)] = palette.GRAVITY_COLOUR
    return colours


def furthest(trace: Trace, wanted: Callable[[Iteration], bool]) -> np.ndarray:
    """Return the furthest Outcome (k,) that each candidate reached in the wanted iterations."""
    reached = np.zeros(len(trace.candidates), dtype=np.uint8)
    for iteration in filter(wanted, trace.iterations):
        np.maximum(reached, np.asarray(iteration.outcomes, dtype=np.uint8), out=reached)
    return reached


def plain_marks(iteration: Iteration | None) -> list[Shape]:
    """Mark for a newcomer what `plain_sentence` says of an iteration: the contact, its disc, the way and the rest of the move."""
    if iteration is None:
        return []
    way, marks = np.subtract(iteration.end, iteration.start), []
    if differ(iteration.start, iteration.end) and (iteration.pass_ not in (Pass.MOVE, Pass.GRAVITY) or not iteration.hit):
        tip = along(iteration.start, way, max(1.0, PLAIN_ARROW / float(np.linalg.norm(way))))
        marks = [Arrow(iteration.start, tip, palette.VELOCITY_BEFORE, in_front=True)]
    return [*marks, *contact_marks(iteration, iteration.ending == Ending.SLID and not is_head_on(iteration))]


def plain_marks_of_tick(record: TickRecord) -> list[Shape]:
    """Mark for a newcomer what `plain_words` says of a tick: its contact, the disc, and the rest of the move if it slid."""
    contact = plain_subject(record)
    return contact_marks(contact, slid(record)) if contact else []


def contact_marks(contact: Iteration, has_arrow: bool) -> list[Shape]:
    if not contact.hit:
        return []
    at, rest = contact.point, np.asarray(contact.next_displacement)
    marks: list[Shape] = [Point(at, palette.CONTACT), Disc(at, contact.normal, PLANE_RADIUS, palette.PASSES[contact.pass_])]
    if contact.pass_ == Pass.MOVE and has_arrow:
        marks.append(Arrow(at, along(at, rest / np.linalg.norm(rest), PLAIN_ARROW), palette.VELOCITY_AFTER))
    return marks


def labels(record: TickRecord) -> list[Shape]:
    """Return a Label for each contact, with pass, iteration, feature and fraction, beyond the tip of its normal."""
    places = [along(iteration.point, iteration.normal, NORMAL_LENGTH + 0.06) for iteration in record.contacts]
    return [
        Label(place, label_text(iteration), palette.CONTACT, foot=iteration.point)
        for place, iteration in zip(places, record.contacts)
    ]


def label_text(iteration: Iteration) -> str:
    name = iteration.pass_.name.lower().replace("_", " ")
    return f"{name} {iteration.number + 1}: {iteration.feature.name.lower()} at {iteration.fraction:.2f}"


def differ(a: Vector, b: Vector) -> bool:
    return any(abs(x - y) > SAME_PLACE for x, y in zip(a, b))


PASS_NAMES = {
    "move": (Pass.MOVE,),
    "step": (Pass.STEP_UP, Pass.STEP_FORWARD, Pass.STEP_DOWN),
    "gravity": (Pass.GRAVITY,),
    "search for ground": (Pass.GROUND,),
}
SNAP = "gravity, snaps to the floor"  # of a player that stands


Entries = list[tuple[Colour, str]]  # colours and their names


def legend(switches: Switches, record: TickRecord, minkowski: bool = False) -> list[tuple[str, Entries]]:
    """Name the colours of the overlays that are on and show something of a tick, under headings."""
    sections: tuple[tuple[str, Entries], ...] = (
        ("expanded", [(colour, feature.name.lower()) for feature, colour in palette.FEATURES.items()] if minkowski else []),
        ("contact", contact_entries(switches, record.contacts)),
        ("pass", pass_entries(switches, record.trace.iterations)),
        ("velocity", velocity_entries(record) if switches.velocity else []),
        ("candidates", candidate_entries(record.trace) if switches.candidates else []),
    )
    return [(heading, entries) for heading, entries in sections if entries]


def contact_entries(switches: Switches, touched: Sequence[Iteration]) -> Entries:
    entries = [(palette.CONTACT, "contact point")] * bool(switches.contacts and touched)
    entries += [(palette.NORMAL, "normal of the sliding plane")] * bool(switches.normals and touched)
    is_other = any(has_two_normals(iteration) for iteration in touched)
    return entries + [(palette.UNDONE, "normal of the triangle")] * bool(switches.normals and is_other)


def pass_entries(switches: Switches, iterations: Sequence[Iteration]) -> Entries:
    drawn = {iteration.pass_ for iteration in iterations if switches.path or (switches.planes and iteration.hit)}
    entries = [(palette.PASSES[passes[0]], name) for name, passes in PASS_NAMES.items() if drawn.intersection(passes)]
    if any(iteration.ending == Ending.SNAPPED for iteration in iterations):
        entries = [(colour, SNAP if name == "gravity" else name) for colour, name in entries]
    is_prevented = switches.path and any(iteration.hit for iteration in iterations)
    return entries + [(palette.UNDONE, "prevented displacement")] * is_prevented


def velocity_entries(record: TickRecord) -> Entries:
    ends = (record.before, palette.VELOCITY_BEFORE, "velocity before"), (record.after, palette.VELOCITY_AFTER, "velocity after")
    return [(colour, name) for state, colour, name in ends if sum(v * v for v in state.velocity) > SHORTEST_ARROW**2]


def candidate_entries(trace: Trace) -> Entries:
    seen = set(map(tuple, candidate_colours(trace).tolist()))
    entries = [(palette.OUTCOMES[outcome], words) for outcome, words in OUTCOME_WORDS.items()]
    return [(colour, name) for colour, name in [*entries, (palette.GRAVITY_COLOUR, "hit by gravity")] if tuple(colour) in seen]
