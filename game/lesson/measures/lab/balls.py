"""Measures of the lab's balls: at a wall of the court, on the penalty floor, and in boxes.

Arguments: see argument_types.
exhibit: name of the exhibit in its level; ball: index of a ball, from 0; method: name of an integrator
"""

from math import dist, pi
from typing import Annotated

import numpy as np

from game.collision.engine.vec3 import cross, dot
from game.lab.balls.ball_array import deepest_overlap, near_pairs, rules
from game.lab.balls.chords import energies_along_chords
from game.lab.balls.conserved_quantities import energy
from game.lab.balls.event_driven import World, scratch_of
from game.lab.balls.moving_ellipsoid import NO_OBSTACLE
from game.lab.balls.turning_box_walls import AXIS, axes_at, box
from game.lab.exhibits.ball_room import GRAVITY
from game.lab.exhibits.penalty_floor import LANES, NAMES
from game.lab.exhibits.projectile_at_wall import HALF_THICK, RADIUS
from game.lab.particles.predicted_results import energy_factor
from game.value_rules import OneOf, Text, Whole

from ..argument_types import Index, Tick
from ..registry import measure
from .exhibits import exhibit_at, state_of

Method = Annotated[str, OneOf(NAMES)]
BallNumber = Annotated[int, Whole(0, 19_999)]
TOUCHING = 4e-3  # [m] of a gap: in a heap, that of balls in contact. Smaller: pairs that rest on each other count as apart
FLOOR = 2  # axis of a box that is upright at the start


def bodies_of(run, exhibit, tick=0):
    """Return (bodies before a tick, bodies after it) of an exhibit, each a NamedTuple of the exhibit's kind."""
    return tuple(exhibit_at(run, exhibit, tick, before)[1].bodies for before in (True, False))


def lane_of(run, exhibit, method, until):
    """Return a list of the BouncingBall of a method after each tick from 1 to `until`, or to the shot's tick for 0."""
    last = until or run.page.shot.tick
    return [bodies_of(run, exhibit, tick)[1].balls[NAMES.index(method)] for tick in range(1, last + 1)]


def kind_of(run, exhibit):
    """Return the BallRoom of an exhibit."""
    return exhibit_at(run, exhibit)[0].kind


def rate_of(run, exhibit, tick=0):
    """Return the rate at which the box of an exhibit turned in a tick [rad/s], positive counterclockwise about its axis."""
    before, after = bodies_of(run, exhibit, tick)
    return (after.angle - before.angle) / (after.time - before.time)


@measure
def ball_speed(run, exhibit: Text, ball: BallNumber = 0, tick: Tick = 0) -> float:
    """Return the speed of a ball after a tick [m/s]."""
    return float(np.linalg.norm(bodies_of(run, exhibit, tick)[1].balls["velocity"][ball]))


@measure
def wall_speed(run, exhibit: Text, ball: BallNumber = 0, tick: Tick = 0) -> float:
    """Return the normal speed [m/s] of a turning box's wall at the ball that it strikes in a tick.

    The ball must be at rest before the tick.
    """
    before, after = bodies_of(run, exhibit, tick)
    start, end = (bodies.balls["velocity"][ball] for bodies in (before, after))
    normal = (end - start) / np.linalg.norm(end - start)
    spin = rate_of(run, exhibit, tick) * np.array(AXIS)
    return float(dot(cross(tuple(spin), tuple(before.balls["position"][ball])), normal))


@measure
def turning_sum(run, exhibit: Text, tick: Tick = 0) -> float:
    """Return the scalar product of the box's angular velocity and the balls' angular momentum after a tick [J]."""
    figures = run.record(tick).lab.readouts[exhibit].figures
    return figures["energy"] - figures["kept"]


@measure
def overlap(run, exhibit: Text, since: Tick = 0, until: Tick = 0) -> float:
    """Return the depth [mm] of the deepest overlap of two balls after the ticks following `since`, up to `until`.

    It is 0 if no balls overlap.
    """
    last = until or run.page.shot.tick
    return 1000.0 * max(deepest_overlap(bodies_of(run, exhibit, tick)[1].balls) for tick in range(since + 1, last + 1))


@measure
def touching_pairs(run, exhibit: Text, tick: Tick = 0) -> float:
    """Return the number of pairs of balls whose gap is below 4 mm after a tick."""
    grown = bodies_of(run, exhibit, tick)[1].balls.copy()
    grown["radius"] += TOUCHING / 2.0  # `near_pairs` has all pairs that overlap, but not all that are apart
    return float(sum(int((depths > 0.0).sum()) for _, _, depths in near_pairs(grown)))


@measure
def compared_pairs(run, exhibit: Text, tick: Tick = 0) -> float:
    """Return the number of pairs of balls in the same or in adjacent cells of a grid, after a tick."""
    return float(sum(len(depths) for _, _, depths in near_pairs(bodies_of(run, exhibit, tick)[1].balls)))


@measure
def all_pairs(run, exhibit: Text, tick: Tick = 0) -> float:
    """Return the number of all pairs of balls, n (n - 1) / 2."""
    count = len(bodies_of(run, exhibit, tick)[1].balls)
    return count * (count - 1) / 2.0


@measure
def energy_by_chords(run, exhibit: Text, tick: Tick = 0) -> float:
    """Return the energy after a tick if balls moved along chords, as a percentage of the energy at the start.

    Potential energy counts from the floor. The box is at rest, and its balls bounce without loss.
    """
    return 100.0 * float(chord_energies(run, exhibit, tick or run.page.shot.tick)[-1])


def chord_energies(run, exhibit, ticks):
    """Return the energies (ticks + 1,) of an exhibit's balls if they move along chords, divided by their energy at the start.

    A chord is the straight line that replaces the parabola of a step (chords.py). The box is at rest, and no collision loses
    energy. The potential energy of a ball is 0 when it lies on the box's floor.
    """
    kind, balls, gravity = kind_of(run, exhibit), bodies_of(run, exhibit, 1)[0].balls, (0.0, 0.0, -GRAVITY)
    world = World(box(kind.half, 1.0 / run.page.hz), rules(gravity), NO_OBSTACLE)
    energies = np.array(energies_along_chords(balls, scratch_of(len(balls)), world, ticks))
    height = float((balls["mass"] * GRAVITY * (kind.half[2] - balls["radius"])).sum())
    return (energies + height) / (energy(balls, gravity) + height)


def floor_distance(run, exhibit, ball, tick):
    """Return (unit normal (3,) of the box's floor, signed distance [m] of a ball's centre from the floor) after a tick.

    The normal points out of the box, and the distance is negative inside.
    """
    bodies, kind = bodies_of(run, exhibit, tick)[1], kind_of(run, exhibit)
    normal = -np.array(axes_at(bodies.angle)[FLOOR])
    return normal, float(dot(normal, bodies.balls["position"][ball]) - kind.half[FLOOR])


@measure
def ball_height(run, exhibit: Text, ball: BallNumber = 0, tick: Tick = 0) -> float:
    """Return the height [m] of a ball's centre above the floor of its box after a tick."""
    return -floor_distance(run, exhibit, ball, tick)[1]


@measure
def shadow_height(run, exhibit: Text, ball: BallNumber = 0, tick: Tick = 0) -> float:
    """Return the height of a ball's shadow by the printed formula, divided by the height of the ball's centre above the floor."""
    normal, distance = floor_distance(run, exhibit, ball, tick)
    centre = bodies_of(run, exhibit, tick)[1].balls["position"][ball]
    place = centre + distance * normal
    return float(dot(normal, place) - kind_of(run, exhibit).half[FLOOR]) / distance


@measure
def flier_impulse(run, exhibit: Text, since: Tick = 0, until: Tick = 0) -> float:
    """Return the magnitude of the impulse [N s] on the court's projectile of 1 kg, from the tick `since` to the tick `until`.

    For `since`, 0 counts as 1.
    """
    first, last = bodies_of(run, exhibit, max(since, 1))[1], bodies_of(run, exhibit, until)[1]
    return dist(first.velocity, last.velocity)


@measure
def in_wall(run, exhibit: Text, until: Tick = 0) -> float:
    """Return the number of ticks, up to `until`, after which the court's projectile overlaps the wall."""
    last = until or run.page.shot.tick
    fliers = [bodies_of(run, exhibit, tick)[1].flier for tick in range(1, last + 1)]
    return float(sum(flier is not None and abs(flier[1]) < RADIUS + HALF_THICK for flier in fliers))


@measure
def deepest(run, exhibit: Text, method: Method, until: Tick = 0) -> float:
    """Return the greatest depth [m] of a method's ball in the penalty floor after any tick up to `until`.

    It is negative if the ball is above the floor after all of them.
    """
    return -min(ball.height for ball in lane_of(run, exhibit, method, until))


@measure
def bounce_by_formula(run, exhibit: Text, method: Method, tick: Tick = 0) -> float:
    """Return the fraction of energy that is left after a bounce on the penalty floor, by the formula factor ** (pi / angle).

    Here factor is the energy after one step of the method over the energy before it. The angle is the floor's angular frequency
    times the time step [rad], the exhibit's figure after `tick`.
    """
    angle = run.record(tick).lab.readouts[exhibit].figures["step_angle"]
    return energy_factor(LANES[NAMES.index(method)], angle) ** (pi / angle)


@measure
def chord_bend(run) -> float:
    """Return the greatest distance [mm] between the parabola of a falling ball and its chord in a tick, g h^2 / 8."""
    return 1000.0 * GRAVITY / run.page.hz**2 / 8.0


@measure
def ball_gap(run, exhibit: Text, ball: Index, other: Index, tick: Tick = 0) -> float:
    """Return the distance [m] between the surfaces of two balls of a table after a tick, negative if they overlap.

    ball, other: indices from 0
    """
    balls = state_of(run, exhibit, tick).bodies.balls[[ball, other]]
    return float(np.linalg.norm(balls["position"][0] - balls["position"][1]) - balls["radius"].sum())
