"""Random walks through shipped levels, each from a seed, and what must be true of every tick of them, in closed form.

The levels are taken without what moves and flows in them. Players are round or wide, at all rates; they walk straight, in bows
and zigzags, into walls and back, run, jump, crouch and stand still.
"""

from functools import lru_cache
from math import cos, hypot, pi, sin, tan
from random import Random
from typing import NamedTuple

import numpy as np

from game.collision import overlap
from game.level import Level
from game.level.mesh_import.spawn_and_tour_search import floor_spots, is_free
from game.simulation import Ground, Intent, PlayerParams, Simulation
from game.simulation.respawn_and_portals import was_teleported
from tests.shipped_levels import shipped

SETTLE = 1.0  # [s] of standing still in which the player comes to rest
SKINS = 4e-4  # [m] that contacts may take or give
SHOULDERED = 0.6 * 6.0  # [m/s] that turning pushes a body .6 by .3 m beside a wall at most (crouching.py)


class Stroll(NamedTuple):
    """states: n + 1; intents: n"""

    sim: Simulation
    states: list
    intents: list


@lru_cache
def still(name):
    """(a level's walls and floors alone, the places where one can begin)"""
    level = shipped(name)
    places = [tuple(spot.tolist()) for spot in floor_spots(level.mesh) if is_free(level.mesh, spot)]
    return Level.of_mesh(name, level.mesh, level.spawn.at), places


def stroll(name, seed, seconds=10.0, rules=None):
    """The Stroll of a seed."""
    random, (level, places) = Random(f"{name} {seed}"), still(name)
    params = PlayerParams(radii=random.choice([(0.4, 0.4, 0.9), (0.4, 0.4, 0.9), (0.6, 0.3, 0.9)]))
    sim = Simulation(level, params, rules, hz=random.choice([30, 60, 60, 120, 240, 360]), history=1)
    x, y, z = random.choice(places)
    sim.teleport((x, y, z + params.feet + 0.1))
    states, intents = [sim.state], []
    while len(intents) < seconds * sim.hz:
        for intent in whim(random, sim.hz):
            intents.append(intent)
            states.append(sim.predict(states[-1], intent)[0])
    return Stroll(sim, states, intents)


def whim(random, hz):
    """Intents of a second or three."""
    angle, rate = random.uniform(-pi, pi), random.choice([0.0, 0.0, random.uniform(-1.5, 1.5)])
    swing = random.choice([0.0, 0.0, 0.8])
    pace, jumps, looks = random.choice([0.0, 1.0, 1.0, 1.0, 0.3]), random.random() < 0.15, random.random() < 0.7
    run, crouch = random.random() < 0.25, random.random() < 0.15
    for tick in range(round(random.uniform(1.0, 3.0) * hz)):
        seconds = tick / hz
        way = angle + rate * seconds + swing * (int(seconds / 0.3) % 2)
        wish = (-pace * sin(way), pace * cos(way))
        yield Intent(wish, jumps and int(seconds / 0.4) % 2 == 1, run, crouch, way if looks else None)


# What must be true


def faults(walk):
    """[(tick, what, how much), ...]: nothing, if all is well."""
    found = [(tick, what, amount) for tick in range(3, len(walk.intents)) for what, amount in faults_of_tick(walk, tick)]
    return found + creeping(walk) + trembling(walk) + passing_through(walk)


def faults_of_tick(walk, tick):
    """[(what, how much), ...] of one tick."""
    before, after, intent = walk.states[tick], walk.states[tick + 1], walk.intents[tick]
    if was_teleported(before, after) or before.crouched != after.crouched:
        return []
    asked = intent.jump or before.buffered > 0.0
    found = [("upward velocity", after.fall[2])] if not asked and after.fall[2] > max(before.fall[2], 0.0) + 1e-6 else []
    if before.ground == after.ground == Ground.FLOOR:
        found += faults_on_floor(walk.sim, before, after, intent)
    if tick % 5 == 0 and (depth := overlap(walk.sim.mesh, walk.sim.body_in(after), after.position)) > 1e-5:
        found.append(("inside of something", depth))
    return found


def faults_on_floor(sim, before, after, intent):
    """No tick on the floor leads farther than the wish, against it, or higher than a step and a slope are."""
    params = sim.params.at(after.crouched)
    most = hypot(*intent.wish) * (params.run_speed if intent.run else params.speed) / sim.hz
    x, y, z = np.subtract(after.position, before.position)
    turned = sim.params.radii[0] != sim.params.radii[1] and before.heading != after.heading
    aside = SKINS + (SHOULDERED / sim.hz if turned or before.facing != after.facing else 0.0)
    found = [("too far", hypot(x, y))] if hypot(x, y) > most * 1.001 + aside else []
    if x * intent.wish[0] + y * intent.wish[1] < -aside * hypot(*intent.wish):
        found.append(("backwards", hypot(x, y)))
    if z > params.step_up + most * tan(params.max_slope) + aside:
        found.append(("too high", z))
    return found


def spells(walk, belongs):
    """(first, end) of each spell of ticks that belong together: belongs(tick) is the same, and not None."""
    kinds, first = [belongs(tick) for tick in range(len(walk.intents))] + [None], 0
    for tick in range(1, len(kinds)):
        if kinds[tick] != kinds[first]:
            if kinds[first] is not None:
                yield first, tick
            first = tick


def creeping(walk):
    """A standing player without input stays in place."""
    rest = round(SETTLE * walk.sim.hz)

    def stays(tick):
        x, y = walk.intents[tick].wish
        return None if x or y or walk.intents[tick].jump else (walk.intents[tick].crouch, walk.states[tick + 1].heading)

    found = []
    for first, end in spells(walk, stays):
        later = walk.states[first + rest : end + 1]
        if len(later) > 1 and {state.ground for state in later} == {Ground.FLOOR}:
            way = np.abs(np.subtract([state.position for state in later], later[0].position)).max()
            found += [(end, "creeps", way)] if way > 1e-6 else []
    return found


def trembling(walk):
    """A player with the same input in every tick does not oscillate."""
    ways = np.diff([state.position for state in walk.states], axis=0)
    back = np.einsum("ij,ij->i", ways[1:], ways[:-1]) < -1e-10
    on_floor = [state.ground == Ground.FLOOR and state.facing is None for state in walk.states]
    wants = [walk.intents[tick].wish if on_floor[tick] and on_floor[tick + 1] else None for tick in range(len(walk.intents))]
    turns = [(first, int(back[first + 1 : end - 1].sum()), end) for first, end in spells(walk, wants.__getitem__)]
    return [(first, "trembles", number) for first, number, end in turns if number > 2 + (end - first) / walk.sim.hz]


def passing_through(walk):
    """The centre never goes through a triangle."""
    pairs = [pair for pair in zip(walk.states, walk.states[1:]) if not was_teleported(*pair)]
    starts, ways = np.array([a.position for a, _ in pairs]), np.array([np.subtract(b.position, a.position) for a, b in pairs])
    sizes = np.linalg.norm(ways, axis=1)
    moved = sizes > 1e-9
    hits = walk.sim.mesh.raycast(starts[moved], ways[moved] / sizes[moved, None], sizes[moved])
    return [(0, "through something", 0.0)] * int(np.isfinite(hits).sum())
