"""How still the player stands and how smoothly he walks: what nobody should notice, in figures."""

from __future__ import annotations

from math import dist, radians, sqrt, tan
from types import SimpleNamespace

import numpy as np

from game.collision import TriangleMesh
from game.level import level_names, load_level
from game.level.mesh_file.spawn_search import floor_spots, is_free
from game.simulation import Ground, Intent, PlayerParams, Simulation
from game.simulation.player.view_smoothing import above_centre, accelerations, heights

from .tables import Table

PLACES = 40  # a level. Fewer may miss the one that trembles; more take longer than they tell
SETTLE = 120  # ticks in which a player put there falls those centimetres that he was put too high, or slides away
STILL = 60  # ticks watched
RATES, SPEEDS = (60, 240), (5.0, 8.0)
STEPS, HALF_WIDTH, AROUND = 16, 3.0, 6.0  # steps of a flight; [m] to the sides, and of level ground at both ends
SHY = 2.0  # [m] from the end of the ground: nearer to it he foresees that he will fall


# Standing


def standing_table() -> Table:
    """Every level: the farthest that anybody who stands moves in a tick."""
    rows = [(name, *standing(load_level(name))) for name in level_names()]
    note = f"From {PLACES} places spread over all floors: those where one stands after {SETTLE} ticks, watched for {STILL}."
    return Table("Standing still", ("level", "places", "farthest way of a tick [m]"), rows, note)


def standing(level, count: int = PLACES) -> tuple[int, float]:
    """(Number of places, the farthest way [m] of a tick of anybody who stands there)."""
    spots = floor_spots(level.mesh)
    simulation = Simulation(level, history=1)
    ways = [way for spot in spots[:: max(len(spots) // count, 1)] if (way := farthest_way(simulation, spot)) is not None]
    return len(ways), max(ways)


def farthest_way(simulation: Simulation, spot) -> float | None:
    """Of a tick of one who stands there [m]; None when he does not fit, does not stand, or stands on something that moves."""
    if not is_free(simulation.mesh, spot):
        return None
    x, y, z = map(float, spot)
    simulation.teleport((x, y, z + simulation.params.feet + 0.1))
    for _ in range(SETTLE):
        simulation.tick(Intent())
    if simulation.state.ground != Ground.FLOOR or simulation.state.ground_body >= 0:
        return None
    ticks = [simulation.tick(Intent()) for _ in range(STILL)]
    return max(dist(record.before.position, record.after.position) for record in ticks)


# Walking


def walking_table() -> Table:
    """Each ground walked and run over: vertical acceleration of the body, and of the eyes, which are smoothed."""
    paces = [(f"{name}, {speed:g} m/s", *case, speed) for name, case in cases().items() for speed in SPEEDS]
    rows = [(name, *measured(*pace)) for name, *pace in paces]
    columns = [f"{what} {hz}" for what in ("body", "eyes", "rms") for hz in RATES]
    note = f"Largest, and the eyes' root mean square, at {RATES[0]} and {RATES[1]} ticks a second; how far off they are."
    return Table("Vertical acceleration [m/s2]", ("ground", *columns, "lowest [m]", "highest [m]"), rows, note)


def cases() -> dict:
    """{name: (profile of the ground [(y, z)], +1 to walk it forwards or -1 backwards)}."""
    ramp, kerb = [(0.0, 0.0), (6.0, 6.0 * tan(radians(30.0)))], [(0.0, 0.0), (0.0, 0.39)]
    stairs = {f"stairs {rise:.2f} by {run:.2f}": flight(rise, run) for rise, run in ((0.18, 0.28), (0.30, 0.30), (0.40, 0.25))}
    found = {"floor": ([(-AROUND, 0.0), (AROUND, 0.0)], 1)}
    for name, profile in {"ramp of 30 degrees": ramp, "kerb of 0.39": kerb, **stairs}.items():
        found |= {f"{name}, {word}": (level_at_ends(profile), way) for word, way in (("up", 1), ("down", -1))}
    return found


def flight(rise: float, run: float) -> list:
    """A profile of stairs: up and forward, up and forward."""
    return [(step * run, (step + top) * rise) for step in range(STEPS) for top in (0, 1)]


def level_at_ends(profile: list) -> list:
    (first, low), (last, high) = profile[0], profile[-1]
    return [(first - AROUND, low), *profile, (last + AROUND, high)]


def ground_of(profile: list) -> TriangleMesh:
    """The profile drawn out to both sides."""
    points = [(x, y, z) for y, z in profile for x in (-HALF_WIDTH, HALF_WIDTH)]
    starts = range(0, len(points) - 2, 2)
    return TriangleMesh(np.array(points), np.array([t for i in starts for t in ((i, i + 1, i + 3), (i, i + 3, i + 2))]))


def measured(profile: list, way: int, speed: float) -> tuple:
    """A row of the table: at each rate the body's, then the eyes', then their rms [m/s2]; their lowest and highest [m]."""
    found = [shaking(profile, way, hz, speed) for hz in RATES]
    body, eyes, rms, lowest, highest = zip(*found)
    return *body, *eyes, *rms, min(lowest), max(highest)


def shaking(profile: list, way: int, hz: int, speed: float) -> tuple:
    """(largest of the body; largest, rms of the eyes [m/s2]; lowest, highest that these are above their place [m])."""
    simulation, records = walked(profile, way, hz, speed)
    places, eyes = places_of(records), heights(simulation, records)
    (body, _), (largest, rms) = (size(accelerations(line, 1.0 / hz)) for line in (places, eyes))
    above = [eye - place for eye, place in zip(eyes, places)]
    return body, largest, rms, min(above), max(above)


def places_of(records: list) -> list:
    """Where the eyes belong after each tick, their height [m]."""
    return [record.after.position[2] + above_centre(record.after, record.params) for record in records]


def walked(profile: list, way: int, hz: int, speed: float = SPEEDS[0]):
    """(Simulation, its records): from near one end to near the other."""
    (y, z), (end, _) = (profile[0], profile[-1])[::way]
    feet = (0.0, y + way * SHY, z)
    level = SimpleNamespace(name="profile", mesh=ground_of(profile), spawn=SimpleNamespace(feet=feet, heading=0.0))
    simulation = Simulation(level, PlayerParams(speed=speed), hz=hz, history=1)
    ticks = []
    while (end - simulation.state.position[1]) * way > SHY:
        ticks.append(simulation.tick(Intent((0.0, float(way)))))
    return simulation, ticks[1:]  # in the first he finds the floor


def size(values: list) -> tuple[float, float]:
    """The largest and the root mean square."""
    return max(map(abs, values)), sqrt(sum(value * value for value in values) / len(values))
