"""The public calls: sweep, overlap, collide and slide, depenetrate. Each checks its arguments and gathers once."""

from typing import NamedTuple

import numpy as np

from .checks import float_rows, vector
from .kinds import GROUND, Feature
from .nearby import Nearby
from .rules import Rules
from .trace import Trace

MODERN = Rules.modern()
ZERO = (0.0, 0.0, 0.0)


class Hit(NamedTuple):
    """First contact of a sweep. fraction of the displacement, 0..1; point and unit normal in the world."""

    fraction: float
    point: tuple
    normal: tuple
    feature: Feature
    triangle: int


class Move(NamedTuple):
    """Result of collide_and_slide. position [m]; velocity: what the slides left of the velocity [m a tick];
    contacts: the iterations that touched something (TraceStep), both passes."""

    position: tuple
    velocity: tuple
    contacts: tuple


def nearby(mesh, body, rules):
    """The mesh's own scratch room, made when it is first asked for, set to a body and rules."""
    if mesh.nearby is None:
        mesh.nearby = Nearby(mesh)
    return mesh.nearby.use(body, rules)


def box_of(displacement):
    """Two corners of the box around a displacement."""
    return tuple(min(x, 0.0) for x in displacement), tuple(max(x, 0.0) for x in displacement)


def sweep(mesh, body, position, displacement):
    """Sweep an ellipsoid and find its first contact (the paper's chapter 3, repaired).

    position: the centre (3,) [m]; displacement: (3,) [m]. A body that touches or is inside hits at fraction 0 when
    it approaches, and not when it does not. Returns Hit or None. Raises ValueError that names the argument.
    """
    position, displacement = vector("position", position), vector("displacement", displacement)
    near = nearby(mesh, body, MODERN).gather(position, *box_of(displacement))
    near.run(GROUND, ZERO, displacement)
    step = near.trace().steps[0]
    return Hit(step.fraction, step.point, step.normal, step.feature, step.triangle) if step.hit else None


def overlap(mesh, body, position):
    """Deepest penetration of an ellipsoid at `position` into any triangle [m]: how far it has to be moved along the
    contact's normal to touch no more. At most 0 when free; -inf when nothing is near."""
    return nearby(mesh, body, MODERN).gather(vector("position", position), ZERO, ZERO).deepest()[0]


def collide_and_slide(mesh, body, position, velocity, gravity=ZERO, rules=MODERN, trace=None):
    """Move an ellipsoid and slide along what it meets; then the same for gravity (the paper's appendix F).

    velocity, gravity: displacements of this tick (3,) [m]; rules: Rules; trace: a Trace to be filled, or None
    Returns Move. Raises ValueError that names the argument.
    """
    position, velocity = vector("position", position), vector("velocity", velocity)
    near = nearby(mesh, body, rules)
    position, left = near.step(position, velocity, vector("gravity", gravity))
    record = near.fill(trace if trace is not None else Trace())
    return Move(position, left, record.contacts)


def collide_and_slide_many(mesh, body, positions, velocities, gravity=ZERO, rules=MODERN):
    """`collide_and_slide` for many bodies of one shape in one call.

    positions, velocities: (n, 3) [m]; gravity: (3,) [m]
    Returns (positions (n, 3), velocities left (n, 3), contacts (n,) int).
    """
    positions, velocities = float_rows("positions", positions), float_rows("velocities", velocities)
    if len(positions) != len(velocities):
        raise ValueError(f"velocities must have a row a position: {len(velocities)} rows, {len(positions)} positions")
    results = nearby(mesh, body, rules).step_many(positions, velocities, vector("gravity", gravity))
    return results[:, :3], results[:, 3:6], results[:, 6].astype(np.int64)


def depenetrate(mesh, body, position, rules=MODERN):
    """Bring an embedded body out through the nearest faces, never deeper on the way.

    Returns (position, free): the position [m], and whether it touches nothing there any more.
    """
    position, near = vector("position", position), nearby(mesh, body, rules)
    near.gather(position, ZERO, ZERO)
    depth, normal, _ = near.deepest()
    for _ in range(rules.max_iterations):
        if depth <= 0.0:
            return position, True
        way = depth + rules.skin
        moved = tuple(p + n * way for p, n in zip(position, normal))
        near.gather(moved, ZERO, ZERO)
        new_depth, normal, _ = near.deepest()
        if new_depth >= depth:
            return position, False
        position, depth = moved, new_depth
    return position, depth <= 0.0
