"""The drawing of the race wall: barrels, bullets in slow motion, the positions tested, and the targets."""

import numpy as np

from ....lab.exhibits.bullet_test_race import BALL, BETWEEN, FLIGHT, LANES, NAMES, PANES, REMOTE, SPEEDS
from ....lab.sweeps.bullet_tests import BISECT, GOMEZ, LOOK, SUBDIVIDE, SWEEP
from ...geometry.shape_types import Balls, Boxes, Lines, Skin
from ..board_types import Caption, Curve, Plot, Row, Sheet

STEP, HEIGHT = 1.45, 1.3  # [m] between two lanes; of the barrels
COLOURS = {
    SWEEP: (0.30, 0.66, 0.32), GOMEZ: (0.25, 0.55, 0.88), BISECT: (0.56, 0.42, 0.80), SUBDIVIDE: (0.90, 0.62, 0.18),
    LOOK: (0.85, 0.22, 0.16), REMOTE: (0.50, 0.52, 0.56),
}  # fmt: skip
STEEL, GLASS, TESTED = (0.30, 0.32, 0.36), (0.72, 0.88, 0.95), (0.96, 0.94, 0.86)
HALF_PANE = 0.62  # [m]
MOST_TESTED = 60  # most outlines drawn in a lane. More: they become a solid bar
SHARDS = ((-0.5, 0.35), (0.2, 0.5), (0.5, -0.1), (-0.15, -0.45), (-0.45, -0.2), (0.4, -0.5), (0.05, 0.05))


def lane_x(number_):
    """Return the x position of a lane in the exhibit's frame [m]. number_: index of the lane"""
    return (number_ - (len(LANES) - 1) / 2.0) * STEP


def flown(bodies):
    """Return the fraction, 0..1, of the flight that was shown so far. bodies: RaceBodies"""
    return min(bodies.age / FLIGHT, 1.0)


def end_of(exhibit, shot):
    """Return the distance from the barrel at which a bullet stops [m]: at its impact, or in the wall behind the targets.

    shot: Shot of the bullet's lane
    """
    return shot.distance if shot.obstacle >= 0 else exhibit.kind.range + BETWEEN + 1.6


def bodies(exhibit, before, after, part):
    """Make the overlay shapes of barrels, bullets, targets, and positions tested so far, at a moment within a tick.

    exhibit: Exhibit; before, after: its ExhibitStates at both ends of the tick; part: fraction of the tick, 0..1
    """
    kind, last = exhibit.kind, after.bodies
    start = flown(before.bodies) if before.bodies.age <= last.age else 0.0
    done = start + (flown(last) - start) * part
    reach = kind.range + BETWEEN + 1.6
    shapes, boxes, balls = [], [], []
    for lane, (method, shot) in enumerate(zip(LANES, last.shots)):
        x, colour = lane_x(lane), COLOURS[method]
        boxes.append(((x, -0.5, HEIGHT), (0.11, 0.5, 0.11), STEEL))
        boxes.append(((x, -0.6, HEIGHT / 2.0), (0.06, 0.06, HEIGHT / 2.0), STEEL))
        if method == REMOTE:
            now = done * reach / last.speed
            is_over = done >= 1.0 or now >= kind.news(last)  # a flight may end before the news: then it is shown at last
            at = shot.distance if is_over and shot.obstacle >= 0 else min(kind.shown_remotely(last, now), reach)
        else:
            at, is_over = min(done * reach, end_of(exhibit, shot)), done * reach >= shot.distance
            places = [y for y in tested_distances(exhibit, last, method, shot) if y <= done * reach]
            balls += [((x, y, HEIGHT), 0.3 * kind.radius, TESTED) for y in places[:MOST_TESTED]]
        balls.append(((x, at, HEIGHT), kind.radius, colour))
        shapes += target_shapes(exhibit, last, x, shot, is_over)
    shapes.append(Boxes(*(np.array(column) for column in zip(*[(c, h, k) for c, h, k in boxes]))))
    return [*shapes, Balls(*(np.array(column) for column in zip(*balls)))]


def tested_distances(exhibit, shown, method, shot):
    """Return a list of the distances from the barrel at which a lane tests [m], at most 400.

    For a method that sweeps, these are the ends of the steps. The tests end at the hit or at the wall behind the targets.
    shown: RaceBodies
    method: method of the lane, such as SWEEP
    shot: Shot of the lane
    """
    step = shown.speed / exhibit.kind.rate
    last = shot.distance if shot.obstacle >= 0 and method in (SUBDIVIDE, LOOK) else end_of(exhibit, shot)
    parts = 8 if method == SUBDIVIDE else 1
    count = int((last - shown.first) / step * parts + 1e-6) + 1
    return [shown.first + step * n / parts for n in range(max(min(count, 400), 0))]


def target_shapes(exhibit, shown, x, shot, is_over):
    """Make the shapes of the targets of a lane: one pane, two panes or a ball.

    A pane breaks, or a ball becomes yellow, when the bullet arrives. This happens only if the lane's test noticed the hit.
    shown: RaceBodies
    x: position of the lane [m]
    shot: Shot of the lane
    is_over: True once the bullet has arrived
    """
    kind = exhibit.kind
    if shown.target == BALL:
        colour = (0.95, 0.80, 0.25) if is_over and shot.obstacle >= 0 else (0.55, 0.60, 0.66)
        return [Balls(np.array([(x, kind.range, HEIGHT)]), np.array([kind.ball]), np.array([colour]))]
    shapes = []
    for pane, y in enumerate((kind.range, kind.range + BETWEEN)[: 1 + (shown.target == PANES)]):
        frame = np.array([(x - HALF_PANE, y, HEIGHT - HALF_PANE), (x + HALF_PANE, y, HEIGHT - HALF_PANE),
                          (x + HALF_PANE, y, HEIGHT + HALF_PANE), (x - HALF_PANE, y, HEIGHT + HALF_PANE)])  # fmt: skip
        shapes.append(Lines(np.stack([frame, np.roll(frame, -1, axis=0)], axis=1), STEEL, 0.02))
        if is_over and shot.obstacle == pane:
            centres = np.array([(x + a, y - 0.15 - 0.2 * abs(b), 0.03) for a, b in SHARDS])
            shapes.append(Boxes(centres, np.full((len(SHARDS), 3), (0.12, 0.09, 0.01)), np.tile(GLASS, (len(SHARDS), 1))))
        else:
            corners = frame[[0, 1, 2, 0, 2, 3]].reshape(2, 3, 3)
            shapes.append(Skin(corners, np.tile((*GLASS, 0.45), (2, 3, 1))))
    return shapes


def sheet(exhibit, state):
    """Make the Sheet with the shares of shots that an overlap test and our sweep notice, by formula and counted.

    The last row has the distance [m] by which another machine draws the bullet beyond its impact, before the news arrives.
    exhibit: Exhibit; state: its ExhibitState
    """
    shown, kind = state.bodies, exhibit.kind
    path = shown.speed / kind.rate
    shares = next((row[2] for row in shown.measured if row[:2] == (shown.speed, shown.target)), None)
    size = 2.0 * (kind.radius + kind.ball) if shown.target == BALL else kind.thickness + 2.0 * kind.radius
    notes = (
        f"{shown.speed:g} m/s, {kind.rate:g} tests a second: {path:.3g} m from test to test.",
        f"Bullet and target are {size:.2g} m deep. Our sweep: {shown.shots[0].tests} tests, the parts: {shown.shots[3].tests}.",
    )
    counted = [f"{100.0 * share:.4g} %" for share in shares] if shares else ['press "many"'] * len(LANES)
    rows = (
        Row("overlap test notices", f"{100.0 * kind.predicted(shown.speed, shown.target):.4g} %", counted[LANES.index(LOOK)]),
        Row("our sweep notices", "100 %", counted[0]),
        Row("shown 150 ms late: too far by", *(f"{far:.3g} m" for far in kind.put_back(shown))),
    )
    return Sheet(kind.TITLE, notes, rows, plot_of(exhibit, shown))


def plot_of(exhibit, shown):
    """Make the Plot of the shares of noticed shots over the speed, for the chosen target.

    The speeds of the dial are at equal distances on the axis.

    exhibit: Exhibit; shown: RaceBodies
    """
    across = np.linspace(0.0, 1.0, 12 * len(SPEEDS))
    speeds = np.exp(np.interp(across, np.linspace(0.0, 1.0, len(SPEEDS)), np.log(SPEEDS)))
    predicted = [exhibit.kind.predicted(speed, shown.target) for speed in speeds]
    curves = [Curve("by formula", (0.35, 0.37, 0.40), np.column_stack([across, predicted]))]
    rows = [row for row in shown.measured if row[1] == shown.target]
    for lane, method in enumerate(LANES):
        points = [(SPEEDS.index(row[0]) / (len(SPEEDS) - 1), row[2][lane]) for row in rows if row[0] in SPEEDS]
        curves.append(Curve(NAMES[lane], COLOURS[method], np.array(points).reshape(-1, 2), is_dots=True))
    marks = tuple((part, f"{100 * part:g} %") for part in (0.0, 0.25, 0.5, 0.75, 1.0))
    return Plot("shots that each test notices", tuple(curves), marks, f"{SPEEDS[0]:g} to {SPEEDS[-1]:g} m/s")


def captions(exhibit):
    """Make two Captions with the name of each lane's test: under the barrel and over the target. exhibit: Exhibit"""
    made, far = [], exhibit.kind.range
    for lane, (method, name) in enumerate(zip(LANES, NAMES)):
        made.append(Caption(name, (lane_x(lane), -0.7, HEIGHT - 0.3), COLOURS[method], 0.115))
        made.append(Caption(name, (lane_x(lane), far, HEIGHT + HALF_PANE + 0.2), COLOURS[method], 0.14))
    return made


def overlay(exhibit, state):
    """Make outlines of the bullet at the positions tested, and lines along the volume that a sweep covers.

    A lane has at most MOST_TESTED outlines. The lane REMOTE has none, and only SWEEP and GOMEZ have the lines.

    exhibit: Exhibit; state: its ExhibitState
    """
    kind, shapes = exhibit.kind, []
    angles = np.linspace(0.0, 2.0 * np.pi, 17)
    for lane, (method, shot) in enumerate(zip(LANES, state.bodies.shots)):
        x, end = lane_x(lane), end_of(exhibit, shot)
        ring = np.column_stack([x + kind.radius * np.cos(angles), np.zeros(17), HEIGHT + kind.radius * np.sin(angles)])
        places = [] if method == REMOTE else tested_distances(exhibit, state.bodies, method, shot)[:MOST_TESTED]
        rings = [np.stack([ring[:-1] + (0.0, y, 0.0), ring[1:] + (0.0, y, 0.0)], axis=1) for y in places]
        if method in (SWEEP, GOMEZ):
            rings += [np.array([[ring[n], ring[n] + (0.0, end, 0.0)] for n in range(0, 16, 2)])]
        if rings:
            shapes.append(Lines(np.concatenate(rings), COLOURS[method], 0.005))
    return shapes
