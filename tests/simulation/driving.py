"""Driving a player in the tests: a simulation in a scene, runs of ticks, and the closed forms of an ellipsoid at rest."""

from math import cos, hypot, radians, sin

from game.simulation import Intent, PlayerParams, Simulation
from tests.simulation.scenes import level_of

GRAVITY = 9.81
STILL = Intent()


def simulate(*parts, feet=(0.0, 0.0, 0.0), hz=60, movers=(), volumes=(), **params):
    """A player with these parameters, its feet one skin above `feet`."""
    return Simulation(level_of(*parts, feet=feet, movers=movers, volumes=volumes), PlayerParams(**params), hz=hz, history=10**6)


def walk(x, y, speed=5.0, **rest):
    """The intent to walk with a velocity (x, y) [m/s] that a player of this speed can have."""
    return Intent((x / speed, y / speed), **rest)


def run(sim, ticks, intent=STILL):
    """Ticks of one intent; returns their records."""
    return [sim.tick(intent) for _ in range(round(ticks))]


def settled(sim):
    """The simulation after the first tick, in which the player finds the floor below it."""
    sim.tick(STILL)
    return sim


def grounds(records):
    return {record.after.ground for record in records}


def path(records):
    """The positions (n, 3) after each tick."""
    return [record.after.position for record in records]


def apart(a, b):
    """Distance of two points, or size of the difference of two velocities."""
    return hypot(*(p - q for p, q in zip(a, b)))


def ways(records):
    """The distance of each tick [m]."""
    return [apart(record.before.position, record.after.position) for record in records]


def height_on(degrees, radii=(0.4, 0.4, 0.9), skin=1e-4):
    """Height of the centre above a slope that the body rests on, along z, with one skin between [m]."""
    angle = radians(degrees)
    return (hypot(radii[0] * sin(angle), radii[2] * cos(angle)) + skin) / cos(angle)


def on_slope(degrees, *parts, y=0.0, **options):
    """A player resting on the slope through the origin at that y, one skin off, before the floor is noted in its state."""
    sim = simulate(*parts, **options)
    params = sim.params
    rise = y * sin(radians(degrees)) / cos(radians(degrees))
    sim.teleport((0.0, y, rise + height_on(degrees, params.radii, params.skin)))
    return sim
