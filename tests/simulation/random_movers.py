"""A hunt for players that a mover passed through: random movers, players and gravity, each from a seed.

After every tick the player is in no mover deeper than it may be squeezed, or it is reported as crushed; its
centre is in no solid; and no mover's face has gone through its centre.
"""

from math import cos, pi, sin
from random import Random

import numpy as np

from game.core.right_forward_up_frame import frame_at
from game.level.contents.mover import Waypoint
from game.level.contents.volume import Down
from game.simulation import Intent, PlayerParams, Simulation
from game.simulation.oriented_body import OrientedBody
from game.simulation.pushing import CRUSH_DEPTH
from game.simulation.recovery import contains
from game.simulation.respawn_and_portals import was_teleported
from tests.simulation.scenes import box, floor, level_of, mover, wall

UPS = [(0.0, 0.0, 1.0)] * 2 + [(0.0, 0.0, -1.0), (0.0, -1.0, 0.0), (0.48, -0.6, 0.64)]
PATIENCE = 10  # ticks within which a player placed inside a mover must be out of it
EDGE = 0.45  # [m] from the rim of a plate the player may slip around it; further in it must not come through


def plate(random):
    """A plate that comes along its normal: upright or lying, thin or thick."""
    thick, wide, high = random.choice([0.01, 0.05, 0.5]), random.uniform(1.0, 4.0), random.uniform(0.3, 3.0)
    if random.random() < 0.3:
        return box((-wide, -wide, 0.0), (wide, wide, thick))
    return box((-wide, -thick, 0.01), (wide, 0.0, high))


def linear(random, shape):
    """Back and forth through the middle, at 0.5 to 100 m/s."""
    speed, angle = 10.0 ** random.uniform(-0.3, 2.0), random.uniform(-pi, pi)
    rise = random.choice([0.0, 0.0, 1.0]) * random.uniform(-1.0, 1.0)
    way = np.array([sin(angle) * random.random(), cos(angle), rise]) * random.uniform(3.0, 12.0)
    middle = np.array([random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(0.0, 1.5) if rise else 0.0])
    turn = random.choice([0.0, 0.0, random.uniform(-6.0, 6.0)])
    return mover(shape, at=tuple(middle - 0.5 * way), path=(Waypoint(), Waypoint(tuple(way))), speed=speed, turn=turn,
                 heading=angle + random.uniform(-0.5, 0.5), phase=random.uniform(0.0, 5.0))  # fmt: skip


def turning(random):
    """An arm or a disc with a bar on it, at up to 20 rad/s."""
    arm = box((-3.0, -0.005, 0.01), (3.0, 0.005, random.choice([0.3, 2.5])))
    disc = box((-4.0, -4.0, -0.2), (4.0, 4.0, 0.0))
    shape = random.choice([(arm,), (disc,), (disc, arm)])
    rise = random.choice([(), (Waypoint(), Waypoint((0.0, 0.0, random.uniform(-1.0, 2.0))))])
    at = (random.uniform(-2.0, 2.0), random.uniform(-2.0, 2.0), 0.0)
    return mover(*shape, at=at, turn=random.uniform(-20.0, 20.0), path=rise or (Waypoint(),), speed=random.uniform(0.5, 20.0))


def whim(random):
    """A random input for some ticks: (ticks, Intent)."""
    angle, walks = random.uniform(-pi, pi), random.random() < 0.7
    wish = (sin(angle), cos(angle)) if walks else (0.0, 0.0)
    return random.randint(5, 40), Intent(wish, random.random() < 0.3, random.random() < 0.3, random.random() < 0.3)


def scene_of(seed):
    """(Simulation, Random) of a seed."""
    random = Random(seed)
    hz, up = random.choice([30, 60, 60, 120, 240]), random.choice(UPS)
    static = floor(-1.0, (-9.0, -9.0), (9.0, 9.0)), wall(0.0, 4.0, random.choice([0.0, 0.4]))
    movers = [turning(random) if random.random() < 0.5 else linear(random, plate(random)) for _ in range(random.randint(1, 3))]
    frame = np.array(frame_at(up) or np.eye(3))
    level = level_of(*(part @ frame for part in static), feet=(0.0, 0.0, 0.0), movers=movers)
    level.gravity = Down(direction=tuple(-part for part in up)) if up[2] != 1.0 else None
    radii = random.choice([(0.4, 0.4, 0.9), (0.4, 0.4, 0.9), (0.6, 0.3, 0.9)])
    sim = Simulation(level, PlayerParams(radii=radii), hz=hz)
    sim.teleport(tuple(np.array([random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(0.0, 3.0)]) @ frame))
    return sim, random


def faults(seed, seconds=6.0):
    """[(tick, what, how much), ...] of a seed."""
    sim, random = scene_of(seed)
    found, ticks, intent, embedded = [], 0, Intent(), 0
    for _ in range(round(seconds * sim.hz)):
        if ticks == 0:
            ticks, intent = whim(random)
        ticks -= 1
        began, record = deepest(sim, sim.state), sim.tick(intent)
        is_deep = deepest(sim, record.after) > most(sim) and not was_teleported(record.before, record.after)
        embedded = embedded + 1 if is_deep else 0
        if began <= most(sim) or embedded > PATIENCE:  # placed in a mover: any exit will do
            found += faults_of(sim, record)
    return found


def faults_of(sim, record):
    after, tick = record.after, record.tick
    if not np.isfinite([*after.position, *after.velocity]).all():
        return [(tick, "not finite", 0.0)]
    if was_teleported(record.before, after):
        return []
    found = [(tick, "embedded by", depth)] if (depth := deepest(sim, after)) > most(sim) else []
    for number, each in enumerate(sim.movers.all):
        old, new = sim.movers.pose(number, tick - 1), sim.movers.pose(number, tick)
        if passed_through(each, old.to_own(record.before.position), new.to_own(after.position)):
            found.append((tick, f"through mover {number}", 0.0))
    return found


def most(sim):
    """Depth to which the player may be squeezed [m]."""
    return CRUSH_DEPTH * min(sim.params.radii)


def deepest(sim, state):
    """Depth of a state's body in any mover [m]; inf if its centre is inside one."""
    return max(depth_in(sim, state, sim.movers.pose(number, state.tick), each) for number, each in enumerate(sim.movers.all))


def depth_in(sim, state, pose, each):
    own = pose.to_own(state.position)
    body = OrientedBody(sim.body_in(state), state.frame).in_frame_of(pose)
    return np.inf if contains(each, own) else body.depth(each.mesh, own)


def passed_through(each, start, end):
    """True if the centre went through a face of the mover, away from its rim, in the mover's frame."""
    way = np.subtract(end, start)
    distance = each.mesh.raycast([start], [way], 1.0)[0] if np.linalg.norm(way) > 1e-12 else np.inf
    if not np.isfinite(distance):
        return False
    at = np.add(start, distance * way)
    low, high = (np.array(side) for side in each.mesh.bounds)
    room = np.sort(np.minimum(at - low, high - at))
    return bool(room[1] > EDGE)
