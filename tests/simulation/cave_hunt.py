"""Checks of runs in random caves (caves.py) by an oracle (cave_oracle.py): no body in a wall, and none outside.

The solid angle of the shell says if the body has left the cave. A body may be deeper in a mover than its skin only if a search
finds no free position near it. The search goes as far as the movers that touch the body move in this tick, and at least LEAP.
A run must also be the same in the same world cut into other triangles, rotated or scaled.
"""

import sys
import time
from dataclasses import replace
from itertools import count

import numpy as np

from game.core.right_forward_up_frame import frame_at
from game.simulation import Simulation
from game.simulation.pushing import CRUSH_DEPTH
from game.simulation.respawn_and_portals import was_teleported
from tests.simulation.cave_oracle import TOUCH, axes_of, depth, is_shut_in, winding
from tests.simulation.caves import cave, direction, intents, level_of, mover, params_of, pick, volume

SAME = 1e-6  # [m] that two walks may be apart and be the same
LEAP = 0.5  # [least radii] that a slow mover may make a body leap out of a wedge. Less: ways out are missed; more: a leap is seen

# Runs


def start(rng, world, radii):
    """Return a random position (3,) [m] in a Cave at which a body with radii (3,) [m] is free, or None if none is found."""
    for _ in range(300):
        place = rng.random(3) * world.size
        if abs(winding(world.shell, place)) > 0.99 and depth(world.triangles, place, radii) < -0.002:
            return place
    return None


def faults(seed, ticks=300, kind="cave"):
    """Run a random player in a random cave, and return (ticks run, largest depth in the level [m], [(tick, fault, amount), ...]).

    kind: "cave", or "moving" for a cave with movers, volumes and gravity along any direction
    The run ends at the first tick with faults.
    """
    rng = np.random.default_rng([seed, 13])
    world, params = cave(rng), params_of(rng)
    place = start(rng, world, params.radii if kind == "cave" else (max(params.radii),) * 3)
    if place is None:
        return 0, -np.inf, []
    sim, tick, deepest = simulation(rng, world, params, place, kind), 0, -np.inf
    sim.teleport(tuple(place.tolist()))
    for tick, intent in enumerate(intents(rng, ticks), 1):
        record = sim.tick(intent)
        before, after = record.before, record.after
        if was_teleported(before, after) and before.returns == after.returns and not is_home_free(world, sim):
            break
        deep, found = faults_of_tick(world, record)
        deepest = max(deepest, deep)
        if found:
            return tick, deepest, [(tick, *fault) for fault in found]
    return tick, deepest, []


def simulation(rng, world, params, place, kind):
    """Return the Simulation of a seed's world.

    rng: the seed's random generator; world: Cave; params: PlayerParams
    place: position of the player (3,) [m]; kind: as for `faults`
    """
    hz, feet = int(rng.choice([30, 60, 60, 120, 480])), tuple((place - (0.0, 0.0, params.feet)).tolist())
    if kind == "cave":
        return Simulation(level_of(world.triangles), params, hz=hz)
    movers = tuple(mover(rng, world.size) for _ in range(rng.integers(0, 5)))
    volumes = tuple(volume(rng, world.size, feet) for _ in range(rng.integers(0, 5)))
    gravity = direction(rng) if rng.random() < 0.3 else None
    return Simulation(level_of(world.triangles, feet, movers, volumes, gravity), params, hz=hz)


def is_home_free(world, sim):
    """True if a body has room at the level's spawn. It may have none if a volume changes the direction of gravity there."""
    feet = np.array(sim.level.spawn.at)
    home = feet + np.array(sim.up_at(tuple(feet.tolist()))) * sim.params.feet
    return abs(winding(world.shell, home)) > 0.99 and depth(world.triangles, home, (max(sim.params.radii),) * 3) < 0.0


def faults_of_tick(world, record):
    """Return (depth in the level [m], [(fault, amount), ...]) of a TickRecord, by the oracle.

    world: Cave. The depth is -inf if the player was teleported or crushed in the tick.
    """
    before, after, body = record.before, record.after, record.body
    place = np.array(after.position)
    if not np.isfinite([*place, *after.velocity, *after.fall, *after.walk]).all():
        return -np.inf, [("no number", 0.0)]
    if abs(winding(world.shell, place)) < 0.95 or before.returns != after.returns:
        return -np.inf, [("escaped", winding(world.shell, place))]
    if was_teleported(before, after) or record.ride.crushed_by is not None:
        return -np.inf, []
    here, movers = (body.radii, axes_of(body, after.frame)), record.movers
    deep, found = depth(world.triangles, place, *here), []
    if deep > TOUCH:
        found.append(("deep", deep))
    if movers:
        parts = [corners_of(mover, movers.pose(number, after.tick)) for number, mover in enumerate(movers.all)]
        depths = [depth(part, place, *here) for part in parts]
        squeezed, moving, skin = max(depths), np.concatenate(parts), record.params.skin
        if squeezed > CRUSH_DEPTH * min(body.radii):
            found.append(("not crushed", squeezed))
        if squeezed > skin:
            begun = [corners_of(mover, movers.pose(number, before.tick)) for number, mover in enumerate(movers.all)]
            ways = [np.linalg.norm(part - old, axis=2).max() for part, old in zip(parts, begun)]  # of each mover in this tick
            touching = max(way for way, part in zip(ways, depths) if part > -2.0 * skin)
            far = squeezed + max(touching, min(movers.fastest / movers.hz, LEAP * min(body.radii)))
            if not is_shut_in(world.triangles, moving, place, far, here):
                found.append(("in a mover", squeezed))
    return deep, found


def corners_of(mover, pose):
    """Return the triangles (t, 3, 3) [m] of a Mover in a Pose."""
    return np.array([[pose.to_world(corner) for corner in triangle] for triangle in mover.corners.tolist()])


# The same walk in the same world, given otherwise


def halved(triangles, rng):
    """Return the triangles (4 t, 3, 3) of a mesh (t, 3, 3), each cut into four at the middles of its sides."""
    a, b, c = np.moveaxis(triangles, 1, 0)
    ab, bc, ca = (a + b) / 2.0, (b + c) / 2.0, (c + a) / 2.0
    return np.concatenate([np.stack(part, 1) for part in ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))])


def parted(triangles, rng):
    """Return the triangles (3 t, 3, 3) of a mesh (t, 3, 3), each cut into three from a random point inside it."""
    middle = (triangles * rng.dirichlet((2.0, 2.0, 2.0), len(triangles))[:, :, None]).sum(axis=1)
    a, b, c = np.moveaxis(triangles, 1, 0)
    return np.concatenate([np.stack(part, 1) for part in ((a, b, middle), (b, c, middle), (c, a, middle))])


def notched(triangles, rng):
    """Return a mesh (t, 3, 3) with half of its triangles cut in two, from a corner to a point of the opposite side.

    Their neighbours get T-junctions.
    """
    cut = rng.random(len(triangles)) < 0.5
    a, b, c = np.moveaxis(triangles[cut], 1, 0)
    point = b + rng.uniform(0.1, 0.9, (len(b), 1)) * (c - b)
    return np.concatenate([triangles[~cut], np.stack([a, b, point], 1), np.stack([a, point, c], 1)])


CUTS = {"halved": halved, "parted": parted, "notched": notched}
LENGTHS = ("eye_height", "speed", "run_speed", "crouch_height", "crouch_speed", "acceleration", "friction", "gravity")
LENGTHS += ("jump_height", "terminal_speed", "step_up", "step_down", "skin")


def scaled(params, factor):
    """Return the PlayerParams of the same player in a world that is larger by a factor."""
    lengths = {name: getattr(params, name) * factor for name in LENGTHS}
    return replace(params, radii=tuple(radius * factor for radius in params.radii), **lengths)


def path(triangles, params, hz, place, inputs, gravity=None):
    """Return the centres (n + 1, 3) [m] of a run: at the start, and after each of the Intents `inputs`.

    triangles: (t, 3, 3) of the level [m]; place: position at the start (3,) [m]; gravity: Down, or None for -z
    """
    sim = Simulation(level_of(triangles, gravity=gravity), params, hz=hz, history=1)
    sim.teleport(tuple(place.tolist()))
    return np.array([sim.state.position] + [sim.tick(intent).after.position for intent in inputs])


def difference(seed, change, ticks=150):
    """Compare a run with that in a changed world. Return (first distance over SAME [m], its tick), or None without a free start.

    change: a name of CUTS, "turned" or "scaled"
    The result is (0.0, 0) if the runs agree. It is that, too, if runs from starts some 1e-12 m apart do not agree.
    """
    rng = np.random.default_rng([seed, 17])
    world, params = cave(rng), params_of(rng)
    params = replace(params, speed=min(params.speed, 5.0), run_speed=8.0)
    place, hz, inputs = start(rng, world, params.radii), int(rng.choice([30, 60, 120])), intents(rng, ticks)
    if place is None:
        return None
    plain = path(world.triangles, params, hz, place, inputs)
    if change == "turned":
        gravity = direction(rng)
        basis = np.array(frame_at(gravity.up((0.0, 0.0, 0.0))))  # rows: right, forward, up
        other = path(world.triangles @ basis, params, hz, place @ basis, inputs, gravity) @ basis.T
    elif change == "scaled":
        factor = pick(rng, 0.25, 64.0)
        other = path(world.triangles * factor, scaled(params, factor), hz, place * factor, inputs) / factor
    else:
        other = path(CUTS[change](world.triangles, rng), params, hz, place, inputs)
    apart = np.abs(other - plain).max(axis=1)
    far = np.flatnonzero(apart > SAME)
    if not len(far):
        return 0.0, 0
    for _ in range(8):
        nudged = path(world.triangles, params, hz, place + 1e-12 * rng.normal(size=3), inputs)
        if (np.abs(nudged - plain).max(axis=1)[: far[0] + 1] > SAME).any():
            return 0.0, 0
    return float(apart[far[0]]), int(far[0])


if __name__ == "__main__":  # python -m tests.simulation.cave_hunt FIRST SECONDS: a long hunt, from a seed on
    first, end = int(sys.argv[1]), time.monotonic() + float(sys.argv[2])
    done, worst, walks, found = 0, -np.inf, dict.fromkeys((*CUTS, "turned", "scaled"), 0), 0
    for seed in count(first):
        if time.monotonic() > end:
            break
        for kind in ("cave", "moving"):
            ticks, deepest, wrong = faults(seed, kind=kind)
            done, worst, found = done + ticks, max(worst, deepest), found + len(wrong)
            for fault in wrong:
                print(f"seed {seed}, {kind}: {fault}", flush=True)
        for change in walks:
            apart = difference(seed, change)
            walks[change] += apart is not None
            if apart and apart[0]:
                found += 1
                print(f"seed {seed}, {change}: {apart[0]:.3g} m apart in tick {apart[1]}", flush=True)
        if seed % 100 == 99:
            print(f"to seed {seed}: {done} ticks, deepest {worst:.3g} m, walks made twice {walks}, {found} faults", flush=True)
    print(f"to seed {seed - 1}: {done} ticks, deepest {worst:.3g} m, walks made twice {walks}, {found} faults")
