"""Lesson "overlap": tests of a bullet at the ends of its steps, the shots that they miss, bisection, late packets."""

from fractions import Fraction
from functools import cache
from math import log, sqrt
from typing import Annotated, NamedTuple

import numpy as np

from ...core.value_rules import Number, OneOf, Text, Whole, Yes
from ...lab.exhibits.race_wall import (
    BALL,
    COLOURS,
    LANES,
    LINK,
    NAMES,
    PANES,
    SHOTS,
    SPEEDS,
    Packet,
    RaceBodies,
    RaceWall,
    error_after_bounce,
    error_without_gravity,
    newest_packet,
    reckoned,
)
from ...lab.exhibits.zeno_row import GRAVITY, RESTITUTIONS
from ...lab.physics.bullet_tests import BISECT, LOOK, SWEEP, lane, missed_at_sphere, plate, shoot
from ..tools.exhibit_measures import board, bodies_at, kind_at
from ..tools.latex_to_svg import Svg
from ..tools.lesson_records import Run
from ..tools.registry import Tick, drawing, measure
from ..tools.svg_canvas import AFTER, BODY, CONTACT, FAINT, INK, SOLID, T0, XY, SvgSheet, diagram, hex_of

BallNumber = Annotated[int, Whole(1, 6)]  # of a Zeno row, from 1
LaneName = Annotated[str, OneOf(NAMES)]
PAIRS = 10_000  # of panes at random places. Fewer: the share is a guess; more: the measure takes long
FINE = 40  # halvings until an impact is known better than any two panes are apart. Fewer: close panes are one
SEEN, UNSEEN = CONTACT, FAINT  # of tested places at which bullet and target overlap, or do not
METHOD = {method: hex_of(tuple(min(1.0, 0.15 + part) for part in colour)) for method, colour in COLOURS.items()}
ROW = 24.0  # [pixels] height of a row of a bisection. Smaller: its letters overlap


# Measures


class LastShot(NamedTuple):
    """The last shot of all lanes of a race wall."""

    kind: RaceWall
    bodies: RaceBodies
    step: float  # distance that the bullet covers in a step [m]
    reach: float  # greatest distance between the centres of bullet and target at which they overlap [m]

    def distance(self, method: int) -> float:
        """Return the distance [m] from the barrel to the impact that a method of LANES finds; without one, to its last test."""
        return self.bodies.shots[LANES.index(method)].distance

    def in_step(self, place: float) -> tuple[int, float]:
        """Return (index of the step, fraction of it) at a distance `place` from the barrel [m]. Step 0 ends at the first test."""
        steps = (place - self.bodies.first) / self.step + 1.0
        return int(steps), steps - int(steps)

    def targets(self) -> list[XY]:
        """Return [(first, last), ...]: distances [m] from the barrel between which the bullet overlaps each target."""
        places = [self.kind.lane_of(self.bodies.target, 1).obstacles[n]["centre"][1] for n in range(1 + self.has_two)]
        return [(float(place) - self.reach, float(place) + self.reach) for place in places]

    @property
    def has_two(self) -> bool:
        return self.bodies.target == PANES


def last_shot(run: Run, name: str) -> LastShot:
    kind, bodies = kind_at(run, name), bodies_at(run, name)
    size = kind.ball if bodies.target == BALL else kind.thickness / 2.0
    return LastShot(kind, bodies, bodies.speed / kind.rate, kind.radius + size)


@measure
def step_length(run: Run, exhibit: Text) -> float:
    """Return the distance [m] between two tests of a race wall or of a finish line: the speed over the tests per second."""
    return bodies_at(run, exhibit).speed / kind_at(run, exhibit).rate


@measure
def late_by(run: Run, exhibit: Text) -> float:
    """Return the distance [m] that the bullet covers from touching the target to the overlap test that notices it."""
    shot = last_shot(run, exhibit)
    return shot.distance(LOOK) - shot.distance(SWEEP)


@measure
def impact_part(run: Run, exhibit: Text, lane: LaneName) -> float:
    """Return the time of the impact that a lane's method finds, as a fraction, 0..1, of the step with the impact."""
    shot = last_shot(run, exhibit)
    return shot.in_step(shot.bodies.shots[NAMES.index(lane)].distance)[1]


@measure
def noticed_target(run: Run, exhibit: Text, lane: LaneName) -> float:
    """Return the number of the target that a lane's method notices: 0 for none, 2 for the second pane, else 1."""
    return float(last_shot(run, exhibit).bodies.shots[NAMES.index(lane)].obstacle + 1)


@measure
def percentage(run: Run, exhibit: Text, reading: Text, missed: Yes = False) -> float:
    """Return a share 0..1 on the exhibit's board in percent, or with `missed` 100 minus that percentage."""
    share = board(run.record(), exhibit)[reading]
    return 100.0 * (1.0 - share if missed else share)


@measure
def share_spread(run: Run, exhibit: Text) -> float:
    """Return the standard deviation [percent] of the noticed share of 10 000 shots: 100 sqrt(p (1 - p) / 10 000)."""
    share = board(run.record(), exhibit)["predicted"]
    return 100.0 * sqrt(share * (1.0 - share) / SHOTS)


@measure
def missed_spheres(run: Run, ratio: Annotated[float, Number(0.01, 1000.0)]) -> float:
    """Return the percentage of hits of a sphere that tests miss. `ratio`: distance between two tests / sum of the radii."""
    return 100.0 * missed_at_sphere(1.0, ratio)


@measure
def missed_share(run: Run, exhibit: Text) -> float:
    """Return the share, 0..1, of hits that a race wall's overlap tests miss at the bullet's speed, by formula."""
    return 1.0 - board(run.record(), exhibit)["predicted"]


@measure
def sum_of_radii(run: Run, exhibit: Text) -> float:
    """Return the distance [m] between the centres of bullet and ball, the target of a race wall, at which they touch."""
    return last_shot(run, exhibit).reach


@measure
def panes_apart(run: Run, exhibit: Text) -> float:
    """Return the distance [m] between the two panes of a race wall."""
    (first, _), (second, _) = last_shot(run, exhibit).targets()
    return second - first


@measure
def second_pane_share(run: Run) -> float:
    """Return the percentage of 10 000 random pairs of panes of which a bisection finds the second."""
    return 100.0 * second_share()


@cache
def second_share() -> float:
    """Return the share of random panes, three sorted numbers in 0..1, of which a bisection finds the second one."""
    borders, found = np.sort(np.random.default_rng(1).random((PAIRS, 3)), axis=1), 0
    for enter, leave, second in borders.tolist():
        panes = [at_pane(enter, leave), at_pane(second, second + 4.0)]
        found += shoot(BISECT, lane(panes, 0.0, 1, FINE), (0.0, 0.0, 0.0), (1.0, 0.0, 0.0)).obstacle == 1
    return found / PAIRS


def at_pane(enter: float, leave: float) -> np.ndarray:
    return plate(((enter + leave) / 2.0, 0.0, 0.0), (-1.0, 0.0, 0.0), leave - enter)


# What another machine shows


def ball_at(run: Run, exhibit: str, ball: int, tick: int) -> Packet:
    """Return the packet that a machine would send of a ball of a Zeno row after a tick. The row's clock begins with the run."""
    bodies = bodies_at(run, exhibit, tick)
    one = bodies.balls[ball - 1]
    return Packet(bodies.ticks / run.simulation.hz, (0.0, 0.0, one.height), (0.0, 0.0, one.speed))


def sent_tick(run: Run, tick: int) -> int:
    """Return the tick whose packet is the newest that has arrived after `tick`, below 1 for none."""
    hz = run.simulation.hz
    return round(newest_packet(LINK, tick / hz) * LINK.interval * hz)


def shown_height(run: Run, exhibit: str, ball: int, gravity: bool, tick: int) -> float:
    """Return the height [m] at which a receiver shows a ball of a Zeno row after a tick. gravity: True if it assumes gravity"""
    packet = ball_at(run, exhibit, ball, max(sent_tick(run, tick), 1))
    return reckoned(packet, tick / run.simulation.hz, (0.0, 0.0, -GRAVITY if gravity else 0.0))[2]


@measure
def packet_age(run: Run, tick: Tick = 0) -> float:
    """Return the age [s] of the newest packet that a receiver has after a tick."""
    tick = tick or run.page.shot.tick
    return (tick - sent_tick(run, tick)) / run.simulation.hz


@measure
def late_error(run: Run, exhibit: Text, ball: BallNumber, gravity: Yes, metres: Yes = False, tick: Tick = 0) -> float:
    """Return the distance [mm, or m] between a ball of a Zeno row and the place at which a receiver shows it after a tick."""
    tick = tick or run.page.shot.tick
    error = abs(shown_height(run, exhibit, ball, gravity, tick) - ball_at(run, exhibit, ball, tick).position[2])
    return error if metres else 1000.0 * error


@measure
def late_formula(run: Run, tick: Tick = 0) -> float:
    """Return g t^2 / 2 [mm], the error of a receiver that assumes no gravity, with the age of its newest packet."""
    return 1000.0 * error_without_gravity(GRAVITY, packet_age(run, tick))


def first_bounce(run: Run, exhibit: str) -> tuple[float, float]:
    """Return (time of the balls' first bounce since the drop [s], their speed at that time [m/s]) by formula."""
    height = bodies_at(run, exhibit).height
    return sqrt(2.0 * height / GRAVITY), sqrt(2.0 * height * GRAVITY)


@measure
def bounce_age(run: Run, exhibit: Text, tick: Tick = 0) -> float:
    """Return the time [s] from the first bounce of a Zeno row's balls to a tick."""
    return (tick or run.page.shot.tick) / run.simulation.hz - first_bounce(run, exhibit)[0]


@measure
def late_bounce(run: Run, exhibit: Text, ball: BallNumber, tick: Tick = 0) -> float:
    """Return the error [m] of a receiver after a ball's first bounce, of which it does not know, by formula."""
    _, speed = first_bounce(run, exhibit)
    after = RESTITUTIONS[ball - 1] * speed
    return error_after_bounce((0.0, 0.0, -speed), (0.0, 0.0, after), bounce_age(run, exhibit, tick))


@drawing
def late_heights(run: Run, exhibit: Text, ball: BallNumber, until: Tick) -> Svg:
    """Draw the height of a ball of a Zeno row over time, and as a receiver shows it, with gravity and without."""
    hz, ticks = run.simulation.hz, range(13, until + 1)
    curves = (
        ("true", BODY, [(tick / hz, ball_at(run, exhibit, ball, tick).position[2]) for tick in range(1, until + 1)]),
        ("with gravity", CONTACT, [(tick / hz, shown_height(run, exhibit, ball, True, tick)) for tick in ticks]),
        ("without", FAINT, [(tick / hz, shown_height(run, exhibit, ball, False, tick)) for tick in ticks]),
    )
    low, high = min(y for _, _, points in curves for _, y in points), max(y for _, _, points in curves for _, y in points)
    sheet = diagram((0.0, low, until / hz, high), "$t$ [s]", "height [m]")
    for name, colour, points in curves:
        sheet.path(points, colour, 2.2, dashed=name == "without")
    now = run.page.shot.tick
    places = [dict(points).get(now / hz, 0.0) for _, _, points in curves]
    sheet.path([(now / hz, places[0]), (now / hz, places[1])], INK, 1.2, dashed=True)
    for (_, colour, _), place in zip(curves, places):
        sheet.dot((now / hz, place), colour, 4.5)
    sheet.letter((now / hz, places[0]), "true", BODY, (-1, 0.6))
    sheet.letter((now / hz, places[1]), "shown, with gravity", CONTACT, (-1, -0.4))
    sheet.letter(curves[2][2][4], "shown, without", FAINT, (1, 0.7))
    return sheet.svg("After the bounce the receiver lets the ball fall on, into the floor, until a packet tells of it.")


# Drawings


@drawing
def tested_places(run: Run, exhibit: Text) -> Svg:
    """Draw the last shot of a race wall from the side: the bullet at each tested place, the pane, and where they overlap."""
    shot = last_shot(run, exhibit)
    radius, pane, step = shot.kind.radius, shot.kind.range, shot.step
    wide = max(1.6 * step, 5.0 * radius)
    sheet = SvgSheet((pane - wide, -3.6 * radius, pane + wide, 3.6 * radius), 400, 190, margin=6)
    left, bottom, right, top = sheet.box
    ((near, far),) = shot.targets()
    sheet.rectangle((near, bottom, far, top), "none", fill=CONTACT, opacity=0.13)
    half = shot.kind.thickness / 2.0
    sheet.rectangle((pane - half, bottom, pane + half, top), SOLID, 1.6, fill=SOLID, opacity=0.5)
    sheet.path([(left, 0.0), (right, 0.0)], FAINT, 1.2, dashed=True)
    number = shot.in_step(left)[0] - 1
    places = [shot.bodies.first + step * count for count in range(number, number + 40)]
    seen = shot.bodies.shots[LANES.index(LOOK)].obstacle >= 0
    shown = [place for place in places if left + radius < place < (shot.distance(LOOK) + 1e-9 if seen else right - radius)]
    for place in shown:
        colour = SEEN if near <= place <= far else UNSEEN
        sheet.circle((place, 0.0), radius, colour, 2.0, fill=colour, opacity=0.25)
        sheet.dot((place, 0.0), colour)
    before = max([place for place in shown if place < near], default=shown[0])
    low = -1.55 * radius
    sheet.arrow((before, low), (before + step, low), INK, 1.6, text=f"$v\\,h$ = {step:.3f} m", towards=(-1, -0.4), part=0)
    if seen:
        sheet.circle((near, 0.0), radius, T0, 1.6, dashed=True)
        sheet.letter((far, low), f"late by {shot.distance(LOOK) - near:.3f} m", T0, (1, -0.4))
    sheet.line((near, 0.8 * top), (far, 0.8 * top), CONTACT, 2.0, text=f"$w + 2r$ = {far - near:.3g} m", towards=(1, 0))
    return sheet.svg(f"Tests every {step:.3f} m, and a zone of {far - near:.3g} m in which they notice the pane.")


@drawing
def line_places(run: Run, exhibit: Text) -> Svg:
    """Draw the last run over a finish line from above: the line, and the tested places of the car's nose."""
    kind, shown = kind_at(run, exhibit), bodies_at(run, exhibit)
    step, half = shown.speed / kind.rate, shown.depth / 2.0
    sheet = SvgSheet((-2.0 * step, -0.75, 2.0 * step, 0.75), 400, 100, margin=3)
    left, bottom, right, top = sheet.box
    sheet.rectangle((-half, bottom, half, top), SOLID, 1.6, fill=SOLID, opacity=0.5)
    sheet.path([(left, 0.0), (right, 0.0)], FAINT, 1.2, dashed=True)
    first = kind.first_place(shown.start, shown.speed)
    places = [first + step * count for count in range(40)]
    for place in places:
        if left < place < right:
            sheet.dot((place, 0.0), SEEN if abs(place) <= half else BODY, 5.5)
    before = max(place for place in places if place < -half)
    sheet.arrow((before, -0.35), (before + step, -0.35), INK, 1.6, text=f"$v\\,h$ = {step:.3f} m", towards=(-1, -0.4), part=0)
    sheet.line((-half, 0.5), (half, 0.5), CONTACT, 2.0, text=f"$w$ = {shown.depth:g} m", towards=(1, 0))
    return sheet.svg(f"Tests every {step:.3f} m, and a line that is {shown.depth:g} m deep.")


@drawing
def noticed_shares(run: Run, exhibit: Text) -> Svg:
    """Draw the share of shots that overlap tests notice as a function of the speed: by formula, and counted in 10 000 shots."""
    kind, shown = kind_at(run, exhibit), bodies_at(run, exhibit)
    counted = [(row[0], row[2][LANES.index(LOOK)]) for row in shown.measured if row[1] == shown.target]
    first, last = SPEEDS[0], SPEEDS[-1]
    across = log(last / first)
    sheet = SvgSheet((0.0, 0.0, 1.0, 1.0), 400, 215, stretched=True, margin=42)
    for percent in (0, 50, 100):
        sheet.path([(0.0, percent / 100.0), (1.0, percent / 100.0)], FAINT, 1.0, dashed=percent > 0)
        sheet.letter((0.0, percent / 100.0), f"{percent} %", FAINT, (-1, 0))
    for speed in (2.0, 10.0, 100.0, 1000.0):
        sheet.letter((log(speed / first) / across, 0.0), f"{speed:g}", FAINT, (0, -1))
    sheet.letter((1.0, 0.0), "m/s", FAINT, (0, 1))
    speeds = np.geomspace(first, last, 80).tolist()
    curve = [(log(speed / first) / across, kind.predicted(speed, shown.target)) for speed in speeds]
    sheet.path(curve, T0, 2.2)
    sheet.letter((0.62, 0.9), "by formula", T0, (1, 0))
    sheet.letter((0.62, 0.76), "counted, 10 000 shots", METHOD[LOOK], (1, 0))
    sheet.path([(0.57, 0.9), (0.61, 0.9)], T0, 2.2)
    for place in [(log(speed / first) / across, share) for speed, share in counted] + [(0.59, 0.76)]:
        sheet.dot(place, METHOD[LOOK], 4.6)
    now = dict(counted)[shown.speed]
    sheet.letter((log(shown.speed / first) / across, now), f"{100.0 * now:.1f} % at {shown.speed:g} m/s", METHOD[LOOK], (1, 0.3))
    return sheet.svg("; ".join(f"{speed:g} m/s: {100.0 * share:.1f} percent" for speed, share in counted))


@drawing
def grazing_hit(run: Run, exhibit: Text) -> Svg:
    """Draw a race wall's ball, enlarged by the bullet's radius, and a path whose chord in it is shorter than a step."""
    shot = last_shot(run, exhibit)
    radii, step = shot.reach, shot.step
    chord = 0.62 * step
    aside = sqrt(radii * radii - chord * chord / 4.0)
    sheet = SvgSheet((-2.4 * radii, -1.1 * radii, 2.4 * radii, 1.4 * radii), 400, 215, margin=6)
    sheet.circle((0.0, 0.0), radii, CONTACT, 1.8, fill=CONTACT, opacity=0.13)
    sheet.circle((0.0, 0.0), shot.kind.ball, SOLID, 1.8, fill=SOLID, opacity=0.5)
    left, _, right, _ = sheet.box
    sheet.path([(left, aside), (right, aside)], FAINT, 1.2, dashed=True)
    sheet.path([(-chord / 2.0, aside), (chord / 2.0, aside)], CONTACT, 3.4)
    for count in range(-3, 4):
        place = (step * (count + 0.5), aside)
        if left + shot.kind.radius < place[0] < right - shot.kind.radius:
            sheet.circle(place, shot.kind.radius, FAINT, 1.8, fill=FAINT, opacity=0.25)
            sheet.dot(place, FAINT)
    sheet.line((0.0, 0.0), (0.0, aside), INK, 1.2, dashed=True, text="$b$", towards=(-1, 0), part=0.45)
    sheet.line((0.0, 0.0), (radii * 0.87, -radii * 0.49), CONTACT, 1.4, text=f"$R$ = {radii:.2f} m", towards=(1, 0))
    high = aside + 1.6 * shot.kind.radius
    sheet.letter((-0.6 * step, high), "yellow: chord $c$", CONTACT, (-1, 0))
    sheet.arrow((-0.5 * step, high), (0.5 * step, high), INK, 1.6, text=f"step $s$ = {step:.3f} m", towards=(1, 0))
    return sheet.svg("A path through the rim of the ball: two tests, one before and one behind the short overlap.")


@drawing
def halvings(run: Run, exhibit: Text) -> Svg:
    """Draw the bisection of the step in which a shot is noticed: each interval that is left, and the tested place in it."""
    shot = last_shot(run, exhibit)
    number, _ = shot.in_step(shot.distance(BISECT))
    start = shot.bodies.first + (number - 1) * shot.step
    overlaps = [((a - start) / shot.step, (b - start) / shot.step) for a, b in shot.targets()]
    rows, free, hit = [], 0.0, 1.0
    for _ in range(5):
        middle = (free + hit) / 2.0
        is_in = any(enter <= middle <= leave for enter, leave in overlaps)
        rows.append((free, hit, middle, is_in))
        free, hit = (free, middle) if is_in else (middle, hit)
    height = ROW * (len(rows) + 3)
    sheet = SvgSheet((-0.22, 0.0, 1.1, height), 400, int(height), stretched=True, margin=0)
    for enter, leave in overlaps:
        low, high = max(enter, 0.0), min(leave, 1.0)
        if low < high:
            sheet.rectangle((low, 0.0, high, height), "none", fill=CONTACT, opacity=0.16)
    sheet.letter((0.0, height - 0.5 * ROW), "start: free", INK, (1, 0))
    sheet.letter((1.0, height - 0.5 * ROW), "end: overlap", SEEN, (-0.5, 0))
    for count, (free_end, hit_end, middle, is_in) in enumerate(rows):
        y = height - (count + 1.5) * ROW
        sheet.path([(0.0, y), (1.0, y)], FAINT, 1.0)
        sheet.path([(free_end, y), (hit_end, y)], AFTER, 3.4)
        sheet.dot((middle, y), SEEN if is_in else INK, 5.0)
        part = Fraction(middle)
        sheet.letter((0.0, y), f"{part.numerator}/{part.denominator}", SEEN if is_in else INK, (-1, 0))
    last = height - (len(rows) + 1.5) * ROW
    sheet.path([(free, last), (hit, last)], AFTER, 5.0)
    sheet.letter((free, last), f"between {free:g} and {hit:g}", AFTER, (-1, 0) if free > 0.5 else (1, -1))
    return sheet.svg(", ".join(f"{middle:g}: {'overlap' if is_in else 'free'}" for _, _, middle, is_in in rows))
