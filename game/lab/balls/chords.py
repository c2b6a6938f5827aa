"""Balls that move along chords: straight lines in place of the parabolas on which they would fall within a step.

A sweep takes the velocity as constant over the step (Tang's lecture, limits of intersection testing). Between collisions, the
places and velocities at the ends of steps are exact. A collision on a chord changes the total energy, also an elastic one.
"""

from ...core.jit import machine_code_for_call
from . import event_driven
from .ball_array import rules
from .conserved_quantities import energy
from .event_driven import World


def advance_along_chords(balls, scratch, world):
    """Advance balls (n,) of BALL, in place, by the box's step, along straight lines.

    Gravity changes the velocities by half of its effect before the flights, and by the other half after them.
    scratch: event_driven.Scratch for as many balls
    world: World with the box, the rules and the obstacle of this step
    Flights with too many events end early, as in `event_driven.advance`.
    """
    half = 0.5 * world.box.step
    without = World(world.box, rules((0.0, 0.0, 0.0), world.rules.restitution, world.rules.friction), world.obstacle)
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
