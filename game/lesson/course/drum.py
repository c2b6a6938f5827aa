"""Lesson "drum": a turning box's wall, its conserved quantity, shadows, energy along chords, overlaps and pairs of balls."""

from functools import cache
from math import cos, floor, log, log10, sin, sqrt
from typing import Annotated

import numpy as np

from ...core.value_rules import Number, OneOf, Text, Whole, Yes
from ...core.vec3 import ZERO, cross, dot
from ...lab import pairs
from ...lab.exhibits.ball_room import GRAVITY, forum_reach, forum_tally
from ...lab.physics import event_driven
from ...lab.physics.ball_array import BallRules, BallWorld, deepest_overlap, energy, near_pairs
from ...lab.physics.ellipsoid_among_balls import NO_OBSTACLE
from ...lab.physics.event_driven import EventScratch, scratch_of
from ...lab.physics.forum_ball_method import UNITS
from ...lab.physics.walls_of_turning_box import AXIS, axes_at, box
from ..tools.exhibit_measures import board, bodies_at, bodies_of, bodies_until, figures_of, kind_at
from ..tools.latex_to_svg import Svg
from ..tools.lesson_records import Run
from ..tools.registry import Tick, drawing, measure
from ..tools.svg_canvas import AFTER, BEFORE, BODY, CONTACT, FAINT, INK, NORMAL, PLANE, SOLID, T1, SvgSheet, diagram

BallNumber = Annotated[int, Whole(0, 19_999)]
PairMethod = Annotated[str, OneOf(pairs.METHODS)]
BOX_SIDE = 0.5  # [m] of random boxes
LEAST_BOXES, MOST_BOXES, MOST_FOR_ALL = 1250, 20_000, 2500  # whose tests are counted. More: all pairs take long
FLOOR = 2  # axis of a box that is upright at the start
SECONDS = 0.5  # of a velocity that an arrow shows. More: arrows leave the drawing; fewer: they are too short to compare


# Measures


@measure
def overlap_depth(run: Run, exhibit: Text) -> float:
    """Return the depth [mm] of the deepest overlap of two balls up to the tick, 0 for none."""
    return 1000.0 * max(deepest_overlap(bodies.balls) for bodies in bodies_until(run, exhibit))


@measure
def compared_pairs(run: Run, exhibit: Text) -> float:
    """Return the number of pairs of balls in the same or in adjacent cells of a grid, after the tick."""
    return float(sum(len(depths) for _, _, depths in near_pairs(bodies_at(run, exhibit).balls)))


@measure
def all_pairs(run: Run, exhibit: Text) -> float:
    """Return the number of all pairs of balls, n (n - 1) / 2."""
    count = len(bodies_at(run, exhibit).balls)
    return count * (count - 1) / 2.0


@measure
def radius_sum(run: Run, exhibit: Text, form: Annotated[str, OneOf(("exact", "rounded", "gap"))]) -> float:
    """Return the sum of two balls' radii in units of the forum's program, "exact" or "rounded", or their "gap" there [mm]."""
    rounded, exact = forum_reach(bodies_at(run, exhibit).balls)
    return {"exact": exact * UNITS, "rounded": rounded * UNITS, "gap": 1000.0 * (rounded - exact)}[form]


@measure
def energy_sum(run: Run, exhibit: Text, form: Annotated[str, OneOf(("exact", "rounded"))]) -> float:
    """Return the energy of all balls in units of the forum's program [kg units2/tick2], "exact" or "rounded" after each ball."""
    return forum_tally(bodies_at(run, exhibit).balls)[form == "exact"]


@drawing
def rounded_sums(run: Run, exhibit: Text) -> Svg:
    """Draw how far the program's sum of the energies is from the exact one after each ball [kg units2/tick2]."""
    balls = bodies_at(run, exhibit).balls
    errors = [shown - exact for shown, exact in (forum_tally(balls[:count]) for count in range(1, len(balls) + 1))]
    most = max(1.0, *map(abs, errors))
    sheet = diagram((0.0, -most, len(errors) + 3.0, 0.0), "ball", "error of the sum")
    for count, error in enumerate(errors, 1):
        sheet.path([(count, 0.0), (count, error)], CONTACT, 2.0)
        sheet.dot((count, error), CONTACT, 4.0)
    sheet.letter((len(errors), errors[-1]), f"{errors[-1]:.2f}", CONTACT, (0, -1))
    return sheet.svg(f"The error of the sum after each of {len(errors)} balls. After the last it is {errors[-1]:.2f}.")


@measure
def digits(run: Run, exhibit: Text, reading: Text) -> float:
    """Return the number of zero decimals, up to 17, of a figure's largest absolute value up to the tick: 3 for 0.0004."""
    most = max(map(abs, figures_of(run, exhibit, reading)))
    return float(floor(-log10(max(most, 1e-17))))


def advance_along_chords(balls: np.ndarray, scratch: EventScratch, world: BallWorld) -> None:
    """Advance balls (n,) of BALL, in place, by the box's step, along straight lines, with gravity before and after."""
    half = 0.5 * world.box.step
    without = BallWorld(world.box, world.rules._replace(gravity=ZERO), world.obstacle)
    for axis in range(3):
        balls["velocity"][:, axis] += half * world.rules.gravity[axis]
    event_driven.advance.with_same_types(balls, scratch, without)
    for axis in range(3):
        balls["velocity"][:, axis] += half * world.rules.gravity[axis]


def energies_along_chords(balls: np.ndarray, scratch: EventScratch, world: BallWorld, steps: int) -> list[float]:
    """Return the energies [J] of balls (n,) of BALL along chords, before and after each of `steps` steps. The balls stay."""
    moved, gravity = balls.copy(), world.rules.gravity
    energies = [energy(moved, gravity)]
    for _ in range(steps):
        advance_along_chords(moved, scratch, world)
        energies.append(energy(moved, gravity))
    return energies


def rate_of(run: Run, exhibit: str, tick: int = 0) -> float:
    """Return the rate at which the box of an exhibit turned in a tick [rad/s], positive counterclockwise about its axis."""
    before, after = bodies_of(run, exhibit, tick)
    return (after.angle - before.angle) / (after.time - before.time)


@measure
def ball_speed(run: Run, exhibit: Text, tick: Tick = 0) -> float:
    """Return the speed of the first ball after a tick [m/s]."""
    return float(np.linalg.norm(bodies_at(run, exhibit, tick).balls["velocity"][0]))


@measure
def wall_speed(run: Run, exhibit: Text, tick: Tick = 0) -> float:
    """Return the normal speed [m/s] of a turning box's wall at the first ball, at rest before, that it strikes in a tick."""
    before, after = bodies_of(run, exhibit, tick)
    start, end = (bodies.balls["velocity"][0] for bodies in (before, after))
    normal = (end - start) / np.linalg.norm(end - start)
    spin = rate_of(run, exhibit, tick) * np.array(AXIS)
    return float(dot(cross(tuple(spin), tuple(before.balls["position"][0])), normal))


@measure
def turning_sum(run: Run, exhibit: Text, tick: Tick = 0) -> float:
    """Return the scalar product of the box's angular velocity and the balls' angular momentum after a tick [J]."""
    figures = board(run.record(tick), exhibit)
    return figures["energy"] - figures["kept"]


@measure
def energy_by_chords(run: Run, exhibit: Text) -> float:
    """Return the energy after the tick in percent of that at the start, if balls moved along chords without loss."""
    return 100.0 * float(chord_energies(run, exhibit)[-1])


def chord_energies(run: Run, exhibit: str) -> np.ndarray:
    """Return the energies (ticks + 1,) of balls along chords, over that at the start, 0 at rest on the box's floor."""
    kind, balls, gravity = kind_at(run, exhibit), bodies_at(run, exhibit, 1, before=True).balls, (0.0, 0.0, -GRAVITY)
    world = BallWorld(box(kind.half, 1.0 / run.page.hz), BallRules(gravity), NO_OBSTACLE)
    energies = np.array(energies_along_chords(balls, scratch_of(len(balls)), world, run.page.shot.tick))
    height = float((balls["mass"] * GRAVITY * (kind.half[2] - balls["radius"])).sum())
    return (energies + height) / (energy(balls, gravity) + height)


@measure
def chord_bend(run: Run) -> float:
    """Return the greatest distance [mm] between the parabola of a falling ball and its chord in a tick, g h^2 / 8."""
    return 1000.0 * GRAVITY / run.page.hz**2 / 8.0


def floor_distance(run: Run, exhibit: str) -> tuple[np.ndarray, float]:
    """Return (outward unit normal of the box's floor, signed distance [m] of the first ball's centre from it)."""
    bodies, kind = bodies_at(run, exhibit), kind_at(run, exhibit)
    normal = -np.array(axes_at(bodies.angle)[FLOOR])
    return normal, float(dot(normal, bodies.balls["position"][0]) - kind.half[FLOOR])


@measure
def ball_height(run: Run, exhibit: Text) -> float:
    """Return the height [m] of the first ball's centre above the floor of its box after the tick."""
    return -floor_distance(run, exhibit)[1]


@measure
def shadow_height(run: Run, exhibit: Text, repaired: Yes = False) -> float:
    """Return the height of a ball's shadow over that of its centre above the floor, by the printed or the `repaired` formula."""
    normal, distance = floor_distance(run, exhibit)
    centre = bodies_at(run, exhibit).balls["position"][0]
    place = centre + (-distance if repaired else distance) * normal
    return float(dot(normal, place) - kind_at(run, exhibit).half[FLOOR]) / distance


# Room for a ball, in pixels from the middle of the program's box

HALF_BOX, ROOM, PLACES = 256.0, 30.0, 20_000  # half side; least distance of a free place from a wall; number of random places
HEIGHT_STEP = 20.0  # the printed test takes the number of a wall times this as the place's z
ZSource = Annotated[str, OneOf(("ball", "number"))]


def has_room(place: np.ndarray, z: str) -> np.ndarray:
    """Return, (n,), if no wall is nearer than ROOM to places (n, 3). z: "number" for the printed test, "ball" for their own z

    The program numbers the walls from 1, here in the order -x, x, -y, y, -z, z.
    """
    free = np.ones(len(place), bool)
    for number in range(1, 7):
        axis, side = (number - 1) // 2, -HALF_BOX if number % 2 else HALF_BOX
        tested = np.full(len(place), HEIGHT_STEP * number) if axis == 2 and z == "number" else place[:, axis]
        free &= np.abs(tested - side) >= ROOM
    return free


def random_places(count: int) -> np.ndarray:
    return np.random.default_rng(994).uniform(-HALF_BOX, HALF_BOX, (count, 3))


@measure
def wrong_rooms(run: Run, z: ZSource) -> float:
    """Return the percentage of 20 000 random places in the program's box with a wrong answer about room for a ball.

    z: of the tested points, "number" for that of the printed test, "ball" for the ball's own
    """
    places = random_places(PLACES)
    margins = HALF_BOX - np.abs(places)
    return 100.0 * float((has_room(places, z) != (margins.min(axis=1) >= ROOM)).mean())


@measure
def wrong_rooms_formula(run: Run, part: Yes = False) -> float:
    """Return the percentage of places near a wall across z and far from all others, or with `part` the share 0..1."""
    near = ROOM / HALF_BOX
    return (1.0 if part else 100.0) * near * (1.0 - near) ** 2


@drawing
def room_places(run: Run) -> Svg:
    """Draw the program's box from the side, z up, with random places: right and wrong answers of the printed test for room."""
    sheet = SvgSheet((-2.0 * HALF_BOX, -1.05 * HALF_BOX, 2.0 * HALF_BOX, 1.05 * HALF_BOX), 400, 230, margin=4)
    places = random_places(900)
    places[:, 1] *= 0.5  # away from the walls across y, which the drawing does not show
    true = (HALF_BOX - np.abs(places)).min(axis=1) >= ROOM
    for (x, _, z), is_wrong in zip(places, has_room(places, "number") != true):
        sheet.dot((x, z), CONTACT if is_wrong else NORMAL, 3.0 if is_wrong else 2.0)
    sheet.rectangle((-HALF_BOX, -HALF_BOX, HALF_BOX, HALF_BOX), SOLID, 2.4)
    for number in range(1, 7):
        sheet.path([(HALF_BOX, HEIGHT_STEP * number), (1.1 * HALF_BOX, HEIGHT_STEP * number)], INK, 1.4)
    sheet.letter((1.1 * HALF_BOX, 3.5 * HEIGHT_STEP), "$20\\,k$, tested", INK, (1, 0))
    sheet.letter((-HALF_BOX, 0.93 * HALF_BOX), "wrong answers", CONTACT, (-1, 0))
    return sheet.svg("The wrong answers lie along the walls across z, which the printed test never finds.")


def searches(method: str, count: int, moved: float = 0.0) -> tuple[pairs.Search, pairs.Search]:
    """Return the Search among random boxes, one for each cubic metre of a cube, and another one after moves up to `moved` [m]."""
    random = np.random.default_rng(4)
    low = random.uniform(0.0, count ** (1.0 / 3.0), (count, 3))
    before = pairs.search(low, low + BOX_SIDE, method)
    low = low + random.uniform(-moved, moved, (count, 3))
    return before, pairs.search(low, low + BOX_SIDE, method, before)


@cache
def tests_of(method: str, count: int) -> int:
    return searches(method, count)[0].tests


@measure
def tests_power(run: Run, method: PairMethod) -> float:
    """Return the power of the number of boxes with which a method's tests grow, from 1250 boxes to 20 000 at the same density."""
    most = MOST_FOR_ALL if method == "all" else MOST_BOXES
    return log(tests_of(method, most) / tests_of(method, LEAST_BOXES)) / log(most / LEAST_BOXES)


@measure
def exchanges(run: Run, count: Annotated[int, Whole(2, 20_000)], moved: Annotated[float, Number(0.0, 10.0, "m")]) -> float:
    """Return the exchanges, for each of `count` boxes, that sort a plane sweep again after moves of all up to `moved` [m]."""
    return searches("sweep", count, moved)[1].swaps / count


# Drawings


@drawing
def newton_step(run: Run) -> Svg:
    """Draw H, a ball's distance outside a wall, near the end of a tick, and its tangent there, which is 0 at Newton's new t."""
    start, slope, root = 0.3, 4.5, 0.4 ** (1.0 / 3.0)  # of H = 1.5 t**3 - 0.6: the first t drawn, H' at t = 1, and its root
    sheet = SvgSheet((start, -0.6, 1.0, 0.9), height=100, stretched=True, margin=10)
    curve = [(t, 1.5 * t**3 - 0.6) for t in np.linspace(start, 1.0, 40)]
    end = curve[-1]
    new = end[0] - end[1] / slope
    sheet.arrow((start, 0.0), (1.01, 0.0), FAINT, 1.4)
    sheet.letter((start, 0.0), "outside: $H > 0$", INK, (1, 1))
    sheet.letter((start, 0.0), "inside: $H < 0$", INK, (1, -0.8))
    sheet.path([(end[0], 0.0), end], FAINT, 1.2, dashed=True)
    sheet.path([(new, 0.0), end], AFTER, 1.6, dashed=True)
    sheet.path(curve, BODY, 2.4)
    for place, colour in (((root, 0.0), CONTACT), ((new, 0.0), AFTER), (end, BODY)):
        sheet.dot(place, colour, 4.0)
    sheet.letter((root, 0.0), "$H = 0$", CONTACT, (-1, 0.6))
    sheet.letter((new, 0.0), "new $t$", AFTER, (0.6, -0.8))
    sheet.letter((1.0, 0.0), "tick's end", INK, (-0.4, -1))
    return sheet.svg("H over a tick: Newton's method leads from the tick's end, outside, back towards the time at which H is 0.")


@drawing
def wall_velocity(run: Run, exhibit: Text, tick: Tick = 0) -> Svg:
    """Draw a ball at rest that a wall meets in a tick: the wall's velocity, its normal component, and the ball's new velocity."""
    before, after = bodies_of(run, exhibit, tick)
    new = after.balls["velocity"][0] - before.balls["velocity"][0]
    inwards = new / np.linalg.norm(new)
    wall = np.cross(rate_of(run, exhibit, tick) * np.array(AXIS), before.balls["position"][0])
    along = wall - (wall @ inwards) * inwards
    side, size = float(np.linalg.norm(along)), float(wall @ inwards)
    radius = float(before.balls["radius"][0])
    top = 2.0 * size * SECONDS
    sheet = SvgSheet((-1.3, -0.35, 1.9, radius + top + 0.15), height=200, margin=8)
    sheet.wall((2.6, 0.0), (-2.6, 0.0), -0.3)
    sheet.circle((0.0, radius), radius, BODY, 2.0)
    sheet.dot((0.0, 0.0), CONTACT, 4.0)
    sheet.arrow((0.0, 0.0), (side * SECONDS, size * SECONDS), PLANE, text=r"$\omega \times p$", towards=(1, -0.2))
    sheet.path([(side * SECONDS, size * SECONDS), (0.0, size * SECONDS)], FAINT, 1.2, dashed=True)
    sheet.line((-0.75, 0.0), (-0.75, size * SECONDS), PLANE, 1.2, dashed=True, text=f"{size:.2f} m/s", towards=(-1, -1))
    sheet.path([(-0.75, size * SECONDS), (0.0, size * SECONDS)], FAINT, 1.2, dashed=True)
    sheet.arrow((0.0, radius), (0.0, radius + top), AFTER, text=f"$v'$: {np.linalg.norm(new):.2f} m/s", towards=(1, -0.6))
    sheet.arrow((-1.25, 0.0), (-1.25, -0.32), NORMAL, text="$n$", towards=(1, 0.4))
    sheet.letter((1.5, 0.0), "wall", INK, (0, -1))
    return sheet.svg("A wall that moves towards a ball at rest; the ball leaves with twice the wall's speed along its normal.")


@drawing
def kept_curves(run: Run, exhibit: Text) -> Svg:
    """Draw energy, angular velocity times angular momentum, and their difference, over the time from the start to the shot."""
    figures = [board(record, exhibit) for record in run.records[: run.page.shot.tick]]
    energies, kept = (np.array([one[name] for one in figures]) for name in ("energy", "kept"))
    times, turning = np.arange(1, len(figures) + 1) / run.page.hz, energies - kept
    low, high = min(turning.min(), 0.0), energies.max()
    sheet = SvgSheet((0.0, low, times[-1], high), height=200, stretched=True, margin=22)
    sheet.arrow((0.0, 0.0), (1.03 * times[-1], 0.0), FAINT, 1.4)
    sheet.letter((times[-1], 0.0), f"{times[-1]:.0f} s", INK, (-0.4, -1))
    sheet.letter((0.0, 0.0), "0 J", INK, (-1, 0))
    turned = r"$\omega \cdot L$"
    curves = ((energies, "$E$", BEFORE, 0.9), (turning, turned, PLANE, 0.8), (kept, f"$E$ - {turned}", AFTER, -0.6))
    for values, name, colour, up in curves:
        sheet.path(list(zip(times, values)), colour, 2.4)
        middle = len(values) * 4 // 5
        sheet.letter((times[middle], values[middle]), name, colour, (0, 1.6 * up))
    return sheet.svg("Energy and angular velocity times angular momentum change alike; their difference is a level line.")


@drawing
def shadow_places(run: Run, exhibit: Text) -> Svg:
    """Draw a ball over the floor of its upright box: the foot of the perpendicular, and the printed place of the shadow."""
    distance = -floor_distance(run, exhibit)[1]
    radius, side = float(bodies_at(run, exhibit).balls["radius"][0]), kind_at(run, exhibit).half[0]
    sheet = SvgSheet((-side, -0.3, side, 2.0 * distance + 0.3), height=200, margin=10)
    sheet.wall((side, 0.0), (-side, 0.0), -0.3)
    for x in (-side, side):
        sheet.path([(x, 0.0), (x, 2.0 * distance + 0.4)], SOLID, 2.4)
    left = -0.4 * side
    sheet.circle((left, distance), radius, BODY, 2.0)
    sheet.dot((left, distance), INK)
    sheet.letter((left + radius, distance), "$p$", INK, (0.6, 0))
    for height, words, colour in ((0.0, "correct: $p - d\\,n$", AFTER), (2.0 * distance, "printed: $p + d\\,n$", BEFORE)):
        sheet.circle((left, height), (radius, 0.25 * radius), colour, 1.8, fill=colour, opacity=0.35)
        sheet.letter((left + radius, height), words, colour, (1, 0.6 if height == 0.0 else -0.4))
    for low in (0.0, distance):
        side_line = left - 1.6 * radius
        sheet.path([(side_line, low), (side_line, low + distance)], INK, 1.2, dashed=True)
        sheet.dot((side_line, low + distance), INK, 2.4)
        sheet.letter((side_line, low + 0.5 * distance), f"{distance:.2f} m", INK, (-1, 0))
    sheet.arrow((side - 0.5, 0.6), (side - 0.5, 0.0), NORMAL, text="$n$", towards=(1, 0), part=0)
    return sheet.svg(f"The printed shadow is at {2.0 * distance:.2f} m over the floor, twice as high as the ball.")


@drawing
def chord_curve(run: Run, exhibit: Text) -> Svg:
    """Draw a tick's parabola and its chord, with the bend enlarged, and the balls' energy over time on both kinds of paths."""
    sheet = SvgSheet((0.0, 0.0, 4.0, 1.7), height=170, margin=8)
    places = [(0.15 + 1.2 * t, 1.45 - 1.25 * t + 1.1 * t * (1.0 - t)) for t in np.linspace(0.0, 1.0, 30)]
    sheet.path(places, T1, 2.4)
    sheet.path([places[0], places[-1]], BEFORE, 2.0, dashed=True)
    sheet.path([(0.0, 0.5), (1.55, 0.5)], SOLID, 2.4)
    crossing = (0.15 + 1.2 * 0.95 / 1.25, 0.5)
    part = (sqrt(0.15**2 + 4.0 * 1.1 * 0.95) - 0.15) / 2.2  # of the tick, until the parabola meets the floor
    meets = (0.15 + 1.2 * part, 0.5)
    sheet.dot(crossing, BEFORE, 4.0)
    sheet.dot(meets, T1, 4.0)
    sheet.letter(places[10], "parabola", T1, (1, 0.8))
    sheet.letter((0.15 + 1.2 * 0.45, 1.45 - 1.25 * 0.45), "chord", BEFORE, (-1, -0.6))
    sheet.letter((0.35, 0.5), "floor", INK, (0, -1))
    parts = chord_energies(run, exhibit) - 1.0
    most = float(np.abs(parts).max())
    left, width, base, scale = 1.95, 1.95, 0.75, 0.75 / most
    sheet.arrow((left, base), (left + width + 0.08, base), FAINT, 1.4)
    curve = [(left + width * k / (len(parts) - 1), base + scale * part) for k, part in enumerate(parts)]
    sheet.path(curve, BEFORE, 2.0)
    sheet.path([(left, base), (left + width, base)], T1, 2.4)
    sheet.letter(curve[-1], f"{100.0 * parts[-1]:+.1f} %", BEFORE, (-1, 0.6))
    sheet.letter((left + 0.1, base + 0.8), "energy: by chords", BEFORE, (1, 0))
    sheet.letter((left + 0.1, base), "by parabolas", T1, (1, -1))
    sheet.letter((left + width, base), f"{(len(parts) - 1) / run.page.hz:.0f} s", INK, (-0.6, -1))
    return sheet.svg("A chord meets the floor before its parabola; the energy by chords wanders, that by parabolas stays.")


@drawing
def pair_gap(run: Run) -> Svg:
    """Draw two balls with the gap G and the normal n: whole displacements, which lead to an overlap, and shares that do not."""
    sheet = SvgSheet((-1.55, -0.72, 1.55, 0.74), height=200, margin=2)
    turn, radius, gap = 0.35, 0.42, 0.6
    normal = np.array((cos(turn), sin(turn)))
    half, paths = (radius + 0.5 * gap) * normal, np.array([(-0.55, -0.5), (0.62, 0.12)])
    share = gap / float(normal @ (paths[1] - paths[0]))
    names = (0.2, -0.47), (-0.136, -0.307)  # places of the names of the whole displacements, beside all circles
    for sign, name, path, named in zip((1, -1), "ab", paths, names):
        centre = sign * half
        sheet.circle(tuple(centre), radius, BODY, 2.0)
        sheet.dot(tuple(centre), INK)
        sheet.circle(tuple(centre + share * path), radius, AFTER, 1.4, dashed=True)
        sheet.arrow(tuple(centre), tuple(centre + path), BEFORE, 1.6)
        sheet.arrow(tuple(centre), tuple(centre + share * path), AFTER, 3.0)
        outside = centre + sign * radius * normal
        sheet.letter(tuple(outside), f"ball {name}", BODY, (sign, 0.8 * sign))
        sheet.letter(named, f"$h w_{name}$", BEFORE, (0, 0))
        sheet.letter(tuple(outside), rf"$\alpha_{name} h w_{name}$", AFTER, (sign, -0.8 * sign))
    ends = [tuple(sign * 0.5 * gap * normal) for sign in (-1, 1)]
    sheet.path(ends, CONTACT, 3.0)
    sheet.letter(ends[1], "$G$", CONTACT, (-1.2, 1.4))
    start = np.array((0.75, -0.62))
    sheet.arrow(tuple(start), tuple(start + 0.4 * normal), NORMAL, text="$n$", towards=(1, 0))
    return sheet.svg("Two balls with a gap G: whole displacements overlap, shares of them do not.")
