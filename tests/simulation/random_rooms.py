"""A search for faults in random closed rooms, each made from a seed.

The rooms have lifts, doors, discs with steps, pushers, belts, portals, wind, water and gravity of all kinds.

After every tick all numbers are finite, and the player's centre is in the room. The player does not respawn in a mover. For more
than a few ticks it is in no mover deeper than it may be squeezed, and in no mesh deeper than a skin. The same ticks again give
the same bits, and an agent of a crowd equals the player.
"""

from math import cos, pi, sin
from random import Random

import numpy as np

from game.level.contents.mover import Waypoint
from game.level.contents.volume import Checkpoint, Conveyor, Down, Gravity, Kill, Portal, TurnedGravity, Water, Wind
from game.simulation import Crowd, PlayerParams, Simulation
from game.simulation.oriented_body import OrientedBody
from game.simulation.respawn_and_portals import was_teleported
from tests.simulation.random_movers import deepest, most, whim
from tests.simulation.scenes import box, join, level_of, mover, volume

HALF, HIGH = 6.0, 4.0  # of the room [m]
PATIENCE = 5  # ticks within which an embedded player must be free, or crushed
UPWARDS, ASIDE, ASLANT = Down(direction=(0.0, 0.0, 1.0)), Down(direction=(0.0, 1.0, 0.0)), Down(direction=(0.48, 0.6, -0.64))


def room(random):
    """Six walls seen from inside, and some steps, a low beam or a pillar."""
    inside = box((-HALF, -HALF, 0.0), (HALF, HALF, HIGH))[:, ::-1]
    steps = box((-5.9, 3.0, 0.0), (-3.0, 5.9, 0.35)), box((-5.9, 4.0, 0.35), (-3.0, 5.9, 0.7))
    things = [*steps, box((3.0, 3.0, 1.9), (5.0, 5.0, 2.1))]
    return join(inside, *random.sample(things, random.randint(0, 3)))


def place(random, low=0.0, high=0.0):
    return random.uniform(-4.5, 4.5), random.uniform(-4.5, 4.5), random.uniform(low, high)


def lift(random):
    """Up to under the ceiling, or into it."""
    half, top = random.uniform(0.8, 2.0), random.choice([1.0, HIGH - 1.85, HIGH - 1.0, HIGH])
    way = Waypoint(), Waypoint((0.0, 0.0, top), pause=random.choice([0.0, 0.5]))
    return mover(box((-half, -half, -0.2), (half, half, 0.0)), at=place(random), path=way, speed=10 ** random.uniform(-0.3, 1.3),
                 ease=random.choice(["linear", "smooth"]), phase=random.uniform(0, 5))  # fmt: skip


def door(random):
    """A leaf that slides shut against a wall, another leaf or nothing."""
    x, y, _ = place(random)
    long = random.choice([0.0, 5.0])
    way = Waypoint(), Waypoint((long - x if long else random.uniform(-3, 3), 0.0, 0.0), pause=0.3)
    return mover(box((-1.0, -0.1, 0.01), (1.0, 0.1, 2.5)), at=(x, y, 0.0), path=way, speed=10 ** random.uniform(-0.3, 1.0),
                 heading=random.uniform(-pi, pi) if not long else 0.0, phase=random.uniform(0, 5))  # fmt: skip


def disc(random):
    """A turning disc with steps and a bar on it."""
    step, bar = box((0.5, -0.6, 0.15), (1.6, 0.6, 0.45)), box((-1.8, -0.1, 0.15), (-0.4, 0.1, 1.5))
    parts = [box((-2.0, -2.0, -0.2), (2.0, 2.0, 0.15)), step, bar]
    path = random.choice([(Waypoint(),), (Waypoint(), Waypoint((0.0, 0.0, 1.5)))])
    return mover(*parts[: random.randint(1, 3)], at=place(random), turn=random.uniform(-8.0, 8.0), path=path, speed=1.0,
                 turns_view=random.random() < 0.3)  # fmt: skip


def pusher(random):
    high, angle = random.choice([0.3, 2.0, HIGH - 0.02]), random.uniform(-pi, pi)
    way = random.uniform(1.0, 6.0)
    there, speed = (-way * sin(angle), way * cos(angle), 0.0), 10 ** random.uniform(-0.3, 1.6)
    return mover(box((-1.2, -0.3, 0.01), (1.2, 0.3, high)), at=place(random), heading=angle, speed=speed,
                 path=(Waypoint(), Waypoint(there)), phase=random.uniform(0, 5))  # fmt: skip


def something(random):
    """A volume of any kind."""
    speeds = tuple(random.uniform(-4, 4) for _ in range(2))
    turned = [TurnedGravity(1.0, down) for down in (UPWARDS, ASIDE, ASLANT, Down(towards=(0.0, 0.0, 2.0)))]
    wind, out = Wind((0.0, 0.0, random.uniform(-9, 12))), Portal(place(random, 0.0, 1.5), random.uniform(-pi, pi))
    water, weight = Water((*speeds, 0.0), 1.25, 3.0, 3.0, 0.6), Gravity(random.choice([-1.0, 0.0, 0.16, 3.0]))
    effect = random.choice([water, wind, Wind((*speeds, 0.0)), Conveyor(speeds[0]), weight, *turned, Kill(), Checkpoint(), out])
    small = isinstance(effect, (Kill, Portal))
    size = random.uniform(0.5, 1.0) if small else random.uniform(0.5, 7.0)
    high = random.uniform(0.2, 3.5)
    return volume(effect, at=place(random, 0.0, 4.0 - high), size=(size, size), height=high, heading=random.uniform(-pi, pi))


def scene_of(seed):
    """(level, options of a Simulation) of a seed."""
    random = Random(seed)
    movers = [random.choice([lift, door, disc, pusher])(random) for _ in range(random.randint(1, 5))]
    volumes = [something(random) for _ in range(random.randint(0, 4))]
    for number, each in enumerate(volumes):
        if isinstance(each.effect, Portal) and random.random() < 0.5:  # onto a mover
            (_, _, _), (_, _, top) = movers[0].mesh.bounds
            x, y, z = movers[0].pose(random.uniform(0.0, 3.0)).to_world((0.3, 0.3, top + 0.01))
            if max(abs(x), abs(y)) < HALF - 0.5 and z < HIGH - 1.85:
                volumes[number] = volume(Portal((x, y, z), 1.0), at=each.at, size=each.size, height=each.height)
    level = level_of(room(random), feet=place(random), movers=movers, volumes=volumes)
    radii = random.choice([(0.4, 0.4, 0.9), (0.4, 0.4, 0.9), (0.45, 0.3, 0.9)])
    return level, {"params": PlayerParams(radii=radii), "hz": random.choice([30, 60, 60, 120])}


def intents_of(seed, ticks):
    random, intents = Random(-seed), []
    while len(intents) < ticks:
        count, intent = whim(random)
        looks = random.uniform(-pi, pi) if random.random() < 0.5 else None
        intents += [intent._replace(heading=looks)] * count
    return intents[:ticks]


def faults(seed, seconds=4.0):
    """[(tick, what, how much), ...] of a seed."""
    level, options = scene_of(seed)
    sim, found = Simulation(level, **options), []
    crowd = Crowd(level, 2, **options)
    crowd.agents.set_state(1, sim.state)
    intents = intents_of(seed, round(seconds * sim.hz))
    saved, half = None, len(intents) // 2
    for number, intent in enumerate(intents):
        saved = sim.snapshot() if number == half else saved
        record = sim.tick(intent)
        found += faults_of(sim, record)
        heading = np.nan if intent.heading is None else intent.heading
        crowd.tick(intent.wish, intent.jump, intent.run, intent.crouch, heading)
        if crowd.state(1) != record.after and not any(what == "a crowd differs" for _, what, _ in found):
            found.append((record.tick, "a crowd differs", 0.0))
    found, ended = lasting(found), sim.state_hash()
    sim.load_snapshot(saved)
    for intent in intents[half:]:
        sim.tick(intent)
    return found if sim.state_hash() == ended else [*found, (sim.state.tick, "another hash the second time", 0.0)]


def lasting(found):
    """The faults that count. A player that is squeezed, or turned in a narrow place, may be embedded for some ticks."""
    ticks = {tick for tick, what, _ in found if what.startswith("embedded")}
    held = {tick for tick in ticks if {*range(tick - PATIENCE, tick + 1)} <= ticks}
    return [fault for fault in found if not fault[1].startswith("embedded") or fault[0] in held]


def faults_of(sim, record):
    after, tick = record.after, record.tick
    if not np.isfinite([*after.position, *after.velocity, *after.fall, *after.walk]).all():
        return [(tick, "not finite", 0.0)]
    found = []
    x, y, z = after.position
    if max(abs(x), abs(y)) > HALF or not 0.0 < z < HIGH:
        found.append((tick, "out of the room", max(abs(x) - HALF, abs(y) - HALF, -z, z - HIGH)))
    teleported = was_teleported(record.before, after)
    if (depth := deepest(sim, after)) > most(sim):
        found.append((tick, "put back into a mover" if teleported else "embedded in a mover", depth))
    stands = OrientedBody(sim.body_in(after), after.frame).depth(sim.mesh, after.position)
    if stands > sim.params.skin and not teleported:  # where a level begins may be in its steps
        found.append((tick, "embedded in what stands", stands))
    return found
