"""The drawing of balls in a box: the balls, their soft shadows, and the box if it turns."""

from colorsys import hsv_to_rgb

import numpy as np

from ....core.vec3 import length
from ....lab.balls.conserved_quantities import momentum
from ....lab.balls.player_in_turning_box import end_walls, side_walls
from ...geometry.shape_types import Balls, Lines, Skin
from ..board_types import Curve, Plot, Row, Sheet, number

COLOURS = np.array([hsv_to_rgb(kind / 16.0, 0.55 if kind % 2 else 0.8, 0.92 if kind % 3 else 0.7) for kind in range(16)])
EDGE, GLASS, RIM = (0.30, 0.33, 0.38), (0.62, 0.80, 0.92), (0.90, 0.62, 0.18)
SHADOW, SIDES = (0.10, 0.11, 0.13), 10
SIGNS = np.array([(a, b, c) for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)])
EDGES = [(i, j) for i in range(8) for j in range(i) if np.abs(SIGNS[i] - SIGNS[j]).sum() == 2]
MOST_SHADOWS = 250  # More: the software renderer takes long; fewer: balls seem to float


def bodies(exhibit, before, after, part):
    """Make the overlay shapes of the balls, and of the box if it turns, at a moment within a tick.

    The first MOST_SHADOWS balls have shadows.

    exhibit: Exhibit; before, after: its ExhibitStates at both ends of the tick; part: fraction of the tick, 0..1
    """
    kind, last = exhibit.kind, after.bodies
    first = before.bodies if len(before.bodies.balls) == len(last.balls) and before.bodies.time <= last.time else last
    places = first.balls["position"] * (1.0 - part) + last.balls["position"] * part + (0.0, 0.0, kind.height)
    shapes = [Balls(places, last.balls["radius"], COLOURS[last.balls["kind"]])]
    if kind.turning:
        shapes += box_shapes(kind, first.angle + (last.angle - first.angle) * part)
    return [*shapes, shadows(places[:MOST_SHADOWS], last.balls["radius"][:MOST_SHADOWS])]


def box_shapes(kind, angle):
    """Make the edges and the tinted floor of the box, and the walls of a box with a hatch.

    kind: BallRoom; angle: of the box [rad]
    """
    corners = (SIGNS * np.array(kind.half)) @ np.array(kind.axes_at(angle)) + (0.0, 0.0, kind.height)
    floor = corners[[number for number in range(8) if SIGNS[number, 2] < 0]][[0, 2, 3, 0, 3, 1]].reshape(2, 3, 3)
    edges = Lines(np.array([[corners[i], corners[j]] for i, j in EDGES]), EDGE, 0.05)
    shapes = [edges, Skin(floor, np.tile((*GLASS, 0.35), (2, 3, 1)))]
    return [*shapes, *hatch_shapes(kind, angle)] if kind.hatch else shapes


def hatch_shapes(kind, angle):
    """Make the tinted glass walls of a box with a hatch, and the rim of the hatch. kind: BallRoom; angle: of the box [rad]"""
    ends = end_walls(kind.half, kind.hatch)
    front = 2 * len(ends) // 3  # the rest is the wall behind
    glass = np.concatenate([ends[:front], side_walls(kind.half, kind.axes_at(angle))]) + (0.0, 0.0, kind.height)
    rim = ends[: front // 2, :2] + (0.0, 0.0, kind.height)
    tint = np.repeat([(*GLASS, 0.3), (*GLASS, 0.12)], [front, len(glass) - front], axis=0)
    return [Skin(glass, np.repeat(tint[:, None], 3, axis=1)), Lines(rim, RIM, 0.06)]


def shadows(places, radii):
    """Make a dark disc on the floor under each ball, fainter for higher balls.

    places: centres (n, 3) in the exhibit's frame [m], above its floor at z = 0; radii: (n,) [m]
    """
    angles = np.linspace(0.0, 2.0 * np.pi, SIDES + 1)
    rim = np.column_stack([np.cos(angles), np.sin(angles), np.zeros(SIDES + 1)])
    fan = np.stack([np.zeros((SIDES, 3)), rim[:-1], rim[1:]], axis=1)
    feet = places * (1.0, 1.0, 0.0) + (0.0, 0.0, 0.012)
    corners = feet[:, None, None] + radii[:, None, None, None] * fan
    colours = np.empty((len(places), SIDES, 3, 4))
    colours[..., :3] = SHADOW
    colours[..., 3] = (0.45 / (1.0 + 0.5 * places[:, 2]))[:, None, None]
    colours[:, :, 1:, 3] *= 0.25
    return Skin(corners.reshape(-1, 3, 3), colours.reshape(-1, 3, 4))


def sheet(exhibit, state):
    """Make the Sheet with the balls' energy E.

    For a box at rest it also has the magnitude of the total momentum. For a turning box it has the number of balls outside and
    E - omega L. Here omega is the box's angular velocity, and L is the balls' angular momentum about the same axis. Without
    gravity, a constant omega conserves this difference. Collisions that were cut off change both sums, and the Sheet says so.
    exhibit: Exhibit; state: its ExhibitState
    """
    values, bodies_ = exhibit.values(state), state.bodies
    now, kept = exhibit.kind.kept_sums(bodies_.balls, values)
    first = max(abs(bodies_.first[0]), 1e-12)
    drift = abs(kept - bodies_.first[1]) / first if not (values["gravity"] and values.get("turning", 0.0)) else None
    cut_off = f"{bodies_.cut:.2f} s had too many collisions and ended all at once: this changed E."
    if exhibit.kind.turning:
        outside = exhibit.kind.outside(bodies_)
        notes = (
            "The walls change the energy E. A steady turn keeps E - \u03c9L (L: angular momentum).",
            "It waits: a ball is caught between you and a wall."
            if bodies_.waits
            else cut_off
            if bodies_.cut
            else "The forum's law forgets that walls move: slow balls get out.",
        )
        given = "not kept: gravity" if drift is None else number(bodies_.first[1])
        rows = (
            Row("energy E [J]", "", number(now)),
            Row("E - \u03c9L [J]", "not kept: cut off" if bodies_.cut else given, number(kept)),
            Row("balls outside", "0", str(outside), outside > 0),
        )
    else:
        notes = (
            "Walk in: they bounce off you, and you can kick them.",
            cut_off
            if bodies_.cut
            else "Only you change their energy E: stay outside, and it is kept."
            if values["bounce"] == 1.0
            else "Bounce is below 1, so each collision takes energy E away.",
        )
        rows = (
            Row("energy E [J]", "not kept: cut off" if bodies_.cut else number(bodies_.first[0]), number(now)),
            Row("momentum [kg m/s]", "", number(length(momentum(bodies_.balls).tolist()))),
        )
    return Sheet(exhibit.kind.TITLE, notes, rows, plot_of(state))


def plot_of(state):
    """Make the Plot of the ratio of the energy to the first energy, over time. state: ExhibitState"""
    samples = np.array(state.samples) if state.samples else np.zeros((0, 2))
    most = max(2.0, float(samples[:, 1].max()) if len(samples) else 2.0)
    top = next(size for size in (2.0, 5.0, 10.0, 100.0, 1e4, 1e300) if most <= size)
    first = samples[0, 0] if len(samples) else 0.0
    points = np.column_stack([(samples[:, 0] - first) / 24.0, samples[:, 1] / top])
    curve = Curve("energy", (0.85, 0.22, 0.16), np.clip(points, 0.0, 1.0), True)
    marks = tuple((part, f"{part * top:g}") for part in (0.0, 0.5, 1.0))
    return Plot("energy over the first energy", (curve,), marks, f"{first:.0f} to {first + 24:.0f} s")


def overlay(exhibit, state):
    """Make lines for the displacements of the first 400 balls in the next tenth of a second, at most 1.5 m long.

    exhibit: Exhibit; state: its ExhibitState
    """
    balls = state.bodies.balls[:400]
    start = balls["position"] + (0.0, 0.0, exhibit.kind.height)
    step = 0.1 * balls["velocity"]
    length = np.maximum(np.linalg.norm(step, axis=1, keepdims=True), 1e-12)
    return [Lines(np.stack([start, start + step * np.minimum(1.0, 1.5 / length)], axis=1), (0.97, 0.84, 0.16), 0.012)]
