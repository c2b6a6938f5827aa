"""Balls that move along chords: straight lines in place of the parabolas on which they would fall within a step.

A sweep takes the velocity as constant over the step (Tang's lecture, limits of intersection testing). Between collisions, the
places and velocities at the ends of steps are exact. A collision on a chord changes the total energy, also an elastic one.

Arguments: see argument_types.
exhibit: name of the exhibit in its level; ball: index of a ball, from 0
"""

from typing import Annotated

import numpy as np

from ....core.jit import machine_code_for_call
from ....core.value_rules import Text, Whole
from ....core.vec3 import cross, dot
from ....lab.exhibits.ball_room import GRAVITY
from ....lab.physics import event_driven
from ....lab.physics.ball_array import energy, rules
from ....lab.physics.event_driven import BallWorld, scratch_of
from ....lab.physics.moving_ellipsoid import NO_OBSTACLE
from ....lab.physics.turning_box import AXIS, axes_at, box
from ..argument_types import Tick
from ..registry import measure
from .exhibits import bodies_of, exhibit_at


def advance_along_chords(balls, scratch, world):
    """Advance balls (n,) of BALL, in place, by the box's step, along straight lines.

    Gravity changes the velocities by half of its effect before the flights, and by the other half after them.
    scratch: event_driven.Scratch for as many balls
    world: BallWorld with the box, the rules and the obstacle of this step
    Flights with too many events end early, as in `event_driven.advance`.
    """
    half = 0.5 * world.box.step
    without = BallWorld(world.box, rules((0.0, 0.0, 0.0), world.rules.restitution, world.rules.friction), world.obstacle)
    for axis in range(3):
        balls["velocity"][:, axis] += half * world.rules.gravity[axis]
    machine_code_for_call(event_driven.advance, balls, scratch, without)(balls, scratch, without)
    for axis in range(3):
        balls["velocity"][:, axis] += half * world.rules.gravity[axis]


def energies_along_chords(balls, scratch, world, steps):
    """Return the energies [J] of balls (n,) of BALL along chords, at the start and after each of `steps` steps, as a list.

    The balls stay as they are. scratch, world: as in `advance_along_chords`
    """
    moved, gravity = balls.copy(), world.rules.gravity
    energies = [energy(moved, gravity)]
    for _ in range(steps):
        advance_along_chords(moved, scratch, world)
        energies.append(energy(moved, gravity))
    return energies


BallNumber = Annotated[int, Whole(0, 19_999)]
FLOOR = 2  # axis of a box that is upright at the start


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
def energy_by_chords(run, exhibit: Text, tick: Tick = 0) -> float:
    """Return the energy after a tick if balls moved along chords, as a percentage of the energy at the start.

    Potential energy counts from the floor. The box is at rest, and its balls bounce without loss.
    """
    return 100.0 * float(chord_energies(run, exhibit, tick or run.page.shot.tick)[-1])


def chord_energies(run, exhibit, ticks):
    """Return the energies (ticks + 1,) of an exhibit's balls if they move along chords, divided by their energy at the start.

    A chord is the straight line that replaces the parabola of a step. The box is at rest, and no collision loses energy.
    The potential energy of a ball is 0 when it lies on the box's floor.
    """
    kind, balls, gravity = kind_of(run, exhibit), bodies_of(run, exhibit, 1)[0].balls, (0.0, 0.0, -GRAVITY)
    world = BallWorld(box(kind.half, 1.0 / run.page.hz), rules(gravity), NO_OBSTACLE)
    energies = np.array(energies_along_chords(balls, scratch_of(len(balls)), world, ticks))
    height = float((balls["mass"] * GRAVITY * (kind.half[2] - balls["radius"])).sum())
    return (energies + height) / (energy(balls, gravity) + height)


@measure
def chord_bend(run) -> float:
    """Return the greatest distance [mm] between the parabola of a falling ball and its chord in a tick, g h^2 / 8."""
    return 1000.0 * GRAVITY / run.page.hz**2 / 8.0


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
