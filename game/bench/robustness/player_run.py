"""The robustness run of the whole player, which walks, steps, jumps and falls in hostile rooms. Every tick is checked."""

from collections import Counter
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from ...collision import Rules, TriangleMesh, overlap
from ...simulation import Intent, PlayerParams, PlayerState, Simulation
from .rooms import HostileRoom, hostile_room, mesh_of

TICKS = 300  # ticks of one player
PLAYERS = 4  # in a room, each with random parameters
FAULTS = ("escaped", "not a number", "penetrates")


class PlayerFailure(NamedTuple):
    """A tick of a player with a fault. It is the newest tick of its simulation."""

    fault: str
    seed: int
    player: int  # index in the room
    simulation: Simulation


def run_players(ticks: int, seed: int = 0) -> tuple[int, Counter, list[PlayerFailure]]:
    """Run at least `ticks` ticks of players in the rooms `seed`, `seed` + 1, and so on, with the modern rules.

    Returns the number of ticks, the count of each fault, and the first failure of each player that had one.
    """
    done = 0
    counts: Counter[str] = Counter()
    failures: list[PlayerFailure] = []
    while done < ticks:
        more, found, failed = run_player_room(seed)
        done, counts, failures, seed = done + more, counts + found, failures + failed, seed + 1
    return done, counts, failures


def run_player_room(seed: int, rules: Rules | None = None) -> tuple[int, Counter, list[PlayerFailure]]:
    """Run the players in the room of a seed. Returns as `run_players` does. A player without a free position is left out."""
    room = hostile_room(seed)
    mesh = mesh_of(room)
    rng = np.random.default_rng([seed, 3])
    ticks, failures = 0, []
    for player in range(PLAYERS):
        simulation = player_in(room, mesh, rng, rules)
        if simulation is None:
            continue
        fault = first_fault(room, simulation, rng)
        ticks += simulation.state.tick
        failures += [PlayerFailure(fault, seed, player, simulation)] if fault else []
    return ticks, Counter(failure.fault for failure in failures), failures


def first_fault(room: HostileRoom, simulation: Simulation, rng: np.random.Generator) -> str | None:
    """Simulate random Intents until a tick has a fault of FAULTS, which is returned."""
    for intent in intents(rng):
        fault = fault_of(room, simulation, simulation.state, simulation.tick(intent).after)
        if fault:
            return fault
    return None


def player_in(room: HostileRoom, mesh: TriangleMesh, rng: np.random.Generator, rules: Rules | None) -> Simulation | None:
    """Return a simulation of a player with random parameters at a free position, or None if no free position is found."""
    params = random_params(rng)
    level: Any = SimpleNamespace(name="hostile room", mesh=mesh, spawn=SimpleNamespace(feet=(0.0, 0.0, 0.0), heading=0.0))
    simulation = Simulation(level, params, rules, hz=int(rng.choice([30, 60, 60, 240])))
    heading = float(rng.uniform(-np.pi, np.pi))
    places = room.random_points(rng, 200)
    for place in places[room.chamber(places) >= 0].tolist():
        simulation.teleport(place, heading)
        if overlap(mesh, simulation.body, place) <= 0.0:
            return simulation
    return None


def random_params(rng: np.random.Generator) -> PlayerParams:
    """Return random PlayerParams: radii .1 to .6 m, walking speeds 2 to 400 m/s, steps of 0 to 1.5 m."""
    across, along, up = rng.uniform(0.1, 0.6, 3).tolist()
    radii = (across, along if rng.random() < 0.5 else across, up)
    speed = float(rng.choice([2.0, 5.0, 8.0, 40.0, 400.0]))
    step = float(rng.choice([0.0, 0.4, radii[2], 2.5 * radii[2]]))
    jump = float(rng.uniform(0, 2))
    return PlayerParams(radii, speed=speed, run_speed=2 * speed, step_up=step, step_down=step, jump_height=jump, crouch_height=up)


def intents(rng: np.random.Generator) -> Iterator[Intent]:
    """Yield TICKS random Intents that turn, stop, run, jump, crouch and jitter."""
    heading, low = float(rng.uniform(-np.pi, np.pi)), False
    for _ in range(TICKS):
        heading += float(rng.normal(0, 0.3)) if rng.random() < 0.9 else np.pi
        size = float(rng.choice([0.0, 1.0, 1.0, 1.0, rng.random()]))
        wish = (-np.sin(heading) * size, np.cos(heading) * size)
        low = low != bool(rng.random() < 0.08)
        yield Intent(wish, jump=bool(rng.random() < 0.05), run=bool(rng.random() < 0.2), crouch=low, heading=heading)


def fault_of(room: HostileRoom, simulation: Simulation, before: PlayerState, after: PlayerState) -> str | None:
    """Return the fault of the tick of FAULTS that `simulation` has just made, or None if it has none."""
    places = np.array([before.position, after.position])
    if not np.isfinite([*after.position, *after.velocity]).all():
        return "not a number"
    was, now = room.chamber(places)
    if was != now:
        return "escaped"
    penetrates = overlap(simulation.mesh, simulation.body, after.position) > simulation.params.skin
    return "penetrates" if penetrates else None
