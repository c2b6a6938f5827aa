"""The drawing of the court, in which a launcher shoots a ball or a rocket at a wall.

There are also loose balls on the floor, charred patches, and three lamps for the steps of a collision.
"""

from math import atan2

import numpy as np

from ....lab.contact_resolution_and_effects import BLAST, COLLISION, DECAL, DESTROY, EPILOGUE, PROLOGUE
from ....lab.exhibits.projectile_impacts import (  # fmt: skip
    BALL_RADIUS,
    BRICK,
    COLUMNS,
    EFFECTS,
    FAR,
    FLIERS,
    HALF_THICK,
    HEIGHT,
    LAWS,
    RADIUS,
    ROWS,
    WALLS,
    brick_place,
)
from ...geometry.shape_types import Arrow, Balls, Boxes, Lines, Polyline, Skin
from ..board_types import Caption, Curve, Plot, Row, Sheet

STONE, CLAY, STEEL, CHARRED = (0.66, 0.64, 0.60), (0.72, 0.36, 0.26), (0.36, 0.38, 0.42), (0.08, 0.07, 0.07)
MAGIC, ONE_WAY = (0.56, 0.42, 0.86), (0.25, 0.62, 0.88)
BALL, ROCKET, LOOSE = (0.90, 0.62, 0.18), (0.85, 0.22, 0.16), (0.30, 0.66, 0.32)
LAMPS = ((0.97, 0.84, 0.16), (0.92, 0.45, 0.12), (0.30, 0.72, 0.32))
DARK = (0.24, 0.25, 0.28)
# Over the lamps of the three steps, and in one line on the board.
CAPTIONS = f"1 {PROLOGUE}:\nmay they\ncollide?", f"2 {COLLISION}:\nnew speeds", f"3 {EPILOGUE}:\nwhat else\nhappens"
NAMES = tuple(caption.replace("\n", " ") for caption in CAPTIONS)
APART, ABOVE = 1.8, 0.45  # [m] between two lamps; of a lamp over the wall
# Ticks between the lamps of the three steps, which are in the same instant. Fewer: the lamps seem to light together; more: a
# visitor looks away before the last one.
DELAY = 45
EFFECT_WORDS = {DESTROY: "breaks", DECAL: "patch", BLAST: "blast"}
HALF_WIDTH, TOP = COLUMNS * BRICK[0] / 2.0, ROWS * BRICK[1]


def bodies(exhibit, before, after, part):
    """Make the overlay shapes of wall, lamps, launchers, projectile, loose balls and patches at a moment within a tick.

    exhibit: Exhibit; before, after: its ExhibitStates at both ends of the tick; part: fraction of the tick, 0..1
    """
    values, last = exhibit.values(after), after.bodies
    first = before.bodies if before.bodies.ticks <= last.ticks else last
    shapes = [*wall_shapes(WALLS[int(values["wall"])], last.bricks, -1.0 if values["from"] else 1.0), lamps(last)]
    for side in (-1.0, 1.0):
        tube = np.array([(0.0, side * (FAR + 1.2), HEIGHT), (0.0, side * (FAR + 0.25), HEIGHT)])
        shapes.append(Polyline(tube, STEEL, 0.3))
        shapes.append(Boxes(np.array([(0.0, side * (FAR + 0.8), 0.55)]), np.array([(0.2, 0.3, 0.55)]), np.array([STEEL])))
    balls = [np.array(a[0]) * (1.0 - part) + np.array(b[0]) * part for a, b in zip(first.balls, last.balls)]
    shapes.append(Balls(np.array(balls), np.full(len(balls), BALL_RADIUS), np.tile(LOOSE, (len(balls), 1))))
    if last.flier is not None:
        start = first.flier if first.flier is not None else last.flier
        place = np.array(start) * (1.0 - part) + np.array(last.flier) * part
        shapes += flier_shapes(FLIERS[int(values["flier"])], place, last.velocity)
    return shapes + [patch(*one) for one in last.patches]


def flier_shapes(name, place, velocity):
    """Make the shapes of the projectile: the ball, or the rocket with its flame.

    The rocket points along y, in its direction of flight.
    name: "ball" or "rocket"; place: centre (3,) [m]; velocity: (3,) [m/s]
    """
    if name == "ball":
        return [Balls(np.array([place]), np.array([RADIUS]), np.array([BALL]))]
    ahead = np.sign(velocity[1]) * np.array((0.0, 1.0, 0.0))
    tip, tail = place + RADIUS * ahead, place - 0.7 * ahead
    return [Polyline(np.array([tail, place]), ROCKET, 0.14), Arrow(tuple(place), tuple(tip), ROCKET, 0.14),
            Polyline(np.array([tail - 0.35 * ahead, tail]), LAMPS[0], 0.07)]  # fmt: skip


def wall_shapes(name, bricks, away):
    """Make the shapes of the wall, and for the brick wall also those of its rubble.

    name: one of WALLS
    bricks: True for each brick that is intact, row by row from the bottom; not used for other walls
    away: direction along y in which the projectile flies and the rubble falls, 1 or -1
    """
    if name == "brick":
        places = [brick_place(number) for number, stands in enumerate(bricks) if stands]
        halves = np.tile((BRICK[0] / 2.0 - 0.012, HALF_THICK, BRICK[1] / 2.0 - 0.012), (len(places), 1))
        fallen = [(brick_place(n)[0], away * (0.6 + 0.23 * (n % 3)), 0.1) for n, stands in enumerate(bricks) if not stands]
        rubble = np.tile((0.16, 0.1, 0.1), (len(fallen), 1))
        everywhere = np.array(places + fallen).reshape(-1, 3)
        return [Boxes(everywhere, np.concatenate([halves, rubble]), np.tile(CLAY, (len(everywhere), 1)))]
    middle, half = np.array([(0.0, 0.0, TOP / 2.0)]), np.array([(HALF_WIDTH, HALF_THICK, TOP / 2.0)])
    if name == "stone":
        return [Boxes(middle, half, np.array([STONE]))]
    colour = MAGIC if name == "magic" else ONE_WAY
    corners = np.array([(-HALF_WIDTH, 0.0, 0.0), (HALF_WIDTH, 0.0, 0.0), (HALF_WIDTH, 0.0, TOP), (-HALF_WIDTH, 0.0, TOP)])
    shapes = [Skin(corners[[0, 1, 2, 0, 2, 3]].reshape(2, 3, 3), np.tile((*colour, 0.45), (2, 3, 1)))]
    shapes.append(Polyline(np.concatenate([corners, corners[:1]]), colour, 0.05))
    if name == "one way":
        heights = (0.5, 1.35, 2.2)
        shapes += [Arrow((x, 0.5, z), (x, -0.5, z), colour, 0.03) for x in (-1.1, 0.0, 1.1) for z in heights]
    return shapes


def patch(place, normal, radius):
    """Make the Skin of a charred patch: a disc in an xz plane, 2 cm in front of the wall.

    place: centre on the wall (3,) [m]; normal: unit normal of the wall (3,), along y; radius: [m]
    """
    angles = np.linspace(0.0, 2.0 * np.pi, 25)
    rim = np.column_stack([np.cos(angles), np.zeros(25), np.sin(angles)]) * radius
    middle = np.array(place) + 0.02 * np.array(normal)
    fan = np.stack([np.zeros((24, 3)), rim[:-1], rim[1:]], axis=1) + middle
    colours = np.empty((24, 3, 4))
    colours[..., :3], colours[..., 3] = CHARRED, 0.95
    colours[:, 1:, 3] = 0.25
    return Skin(fan, colours)


def lamps(bodies_):
    """Make the three lamps over the wall, one for each step of a collision. A lamp shines from its turn until the next launch.

    The lamps of one collision light one after the other, DELAY ticks apart.
    bodies_: CourtBodies
    """
    shining = [
        any(step.phase == phase and bodies_.ticks - step.tick >= phase * DELAY for step in bodies_.steps) for phase in range(3)
    ]
    centres = np.array([(APART * (phase - 1), 0.0, TOP + ABOVE) for phase in range(3)])
    return Balls(centres, np.full(3, 0.2), np.array([LAMPS[n] if is_on else DARK for n, is_on in enumerate(shining)]))


def captions(exhibit):
    """Make a Caption over each lamp. The texts face the desk. exhibit: Exhibit"""
    desk = exhibit.place.desk
    x, y, _ = exhibit.place.to_own(desk.at) if desk else (0.0, -1.0, 0.0)
    places = [(APART * (phase - 1), 0.0, TOP + ABOVE + 0.58) for phase in range(3)]
    return [Caption(text, place, height=0.12, heading=atan2(-x, y)) for text, place in zip(CAPTIONS, places)]


def sheet(exhibit, state):
    """Make the Sheet with the steps of the newest collision, by rule and measured, and the Plot of the projectile's speed.

    exhibit: Exhibit; state: its ExhibitState
    """
    values, shown = exhibit.values(state), state.bodies
    flier, wall = FLIERS[int(values["flier"])], WALLS[int(values["wall"])]
    rules, steps = LAWS[flier, wall], last_steps(shown)
    notes = (
        f"A {flier}, a {wall} wall: all in one instant. The lamps light one by one.",
        f"They met {1e3 * steps[0].time:.1f} ms after tick {steps[0].tick} began. A blast pushes the green balls."
        if steps
        else "Press launch. A blast pushes the green balls.",
    )
    rows = tuple(Row(NAMES[step.phase], expected(step, rules), seen(step)) for step in steps)
    return Sheet(exhibit.kind.TITLE, notes, rows, plot_of(state, values["speed"]), ("rule", "here"))


def plot_of(state, top):
    """Make the Plot of the projectile's speed over the first two seconds after its launch.

    state: ExhibitState; top: speed of the launch [m/s]
    """
    samples = np.array(state.samples) if state.samples else np.zeros((0, 2))
    points = np.column_stack([samples[:, 0] / 2.0, samples[:, 1] / (1.1 * top)])[samples[:, 0] <= 2.0]
    marks = ((0.0, "0"), (1.0 / 2.2, f"{top / 2.0:g}"), (1.0 / 1.1, f"{top:g}"))
    return Plot("speed of what flies [m/s]", (Curve("speed", ROCKET, np.clip(points, 0.0, 1.0), True),), marks, "0 to 2 s")


def last_steps(shown):
    """Return the Steps of the newest collision, at most three, or () before the first collision. shown: CourtBodies"""
    starts = [number for number, step in enumerate(shown.steps) if step.phase == 0]
    return shown.steps[starts[-1] :] if starts else ()


def expected(step, rules):
    """Return the rule for a Step as text, such as "bounce 0.7: parts at 5.6 m/s". rules: Law of projectile and wall"""
    if step.phase == 0:
        return {"never": "yes", "always": "no: it passes"}.get(rules.passes, "no, from behind")
    if step.phase == 1:
        return f"bounce {rules.restitution:g}: parts at {rules.restitution * step.closing:.3g} m/s"
    return f"above {rules.above:g} m/s" if rules.above else "at any speed"


def seen(step):
    """Return the measured result of a Step as text, such as "came at 8 m/s"."""
    if step.phase == 0:
        return "no: it passes" if step.passes else "yes"
    if step.phase == 1:
        return f"came at {step.closing:.3g} m/s"
    return ", ".join(EFFECT_WORDS.get(kind, kind) for n, kind in enumerate(EFFECTS) if step.effects >> n & 1) or "nothing"


def overlay(exhibit, state):
    """Make the line of flight, an arrow for the velocity if there is a projectile, and a ring around each charred patch.

    exhibit: Exhibit; state: its ExhibitState
    """
    shown, shapes = state.bodies, [Lines(np.array([[(0.0, -FAR, HEIGHT), (0.0, FAR, HEIGHT)]]), LAMPS[0], 0.008)]
    if shown.flier is not None:
        tip = np.array(shown.flier) + 0.25 * np.array(shown.velocity)
        shapes.append(Arrow(tuple(shown.flier), tuple(tip), LAMPS[0], 0.03))
    angles = np.linspace(0.0, 2.0 * np.pi, 33)
    for place, _, radius in shown.patches:
        ring = np.column_stack([radius * np.cos(angles), np.zeros(33), radius * np.sin(angles)])
        shapes.append(Polyline(np.array(place) + ring, LAMPS[1], 0.015))
    return shapes
