"""A tick written by hand: contact with a step's edge, free movement, then landing on the floor. Its overlays are known."""

from collections import Counter
from types import SimpleNamespace

import numpy as np

from game.collision import Ending, Feature, Outcome, Pass
from game.explain.hud_text import hud_rows
from game.simulation import Ground, PlayerParams

VERTICES = np.array([(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0), (-1, 1, 0.2), (1, 1, 0.2)], dtype=float)
TRIANGLES = np.array([(0, 1, 2), (0, 2, 3), (3, 2, 5), (3, 5, 4)])
EDGE_NORMAL = (0.0, -0.6, 0.8)


def hud_lines(record, sim):
    """The text of the head-up display: the level's title, and a line for each name and value."""
    return [sim.level.title, *(f"{name:<11}{value}" for name, value in hud_rows(record, sim))]


def iteration(pass_, number, start, displacement, fraction, hit=None, outcomes=(0, 0, 0, 0), ending=Ending.ARRIVED):
    """One iteration. hit: (feature, triangle, point, normal, face normal), or None."""
    end = tuple(s + fraction * d for s, d in zip(start, displacement))
    feature, triangle, point, normal, face_normal = hit or (Feature.FACE, -1, (0, 0, 0), (0, 0, 1), (0, 0, 1))
    return SimpleNamespace(
        pass_=pass_, number=number, start=start, displacement=displacement, end=end, hit=hit is not None,
        fraction=fraction, point=point, normal=normal, face_normal=face_normal, feature=feature, triangle=triangle,
        ending=ending, outcomes=np.array(outcomes, dtype=np.uint8),
    )  # fmt: skip


def state(position, velocity, tick):
    ground = {"ground": Ground.FLOOR, "normal": (0, 0, 1), "inside": ()}
    more = {"heading": 0.5, "tick": tick, "crouched": 0.0, "frame": None}
    return SimpleNamespace(position=position, velocity=velocity, **ground, **more)


def record():
    """Tick 42: stopped by the edge of triangle 3 after .4 of the displacement, slid on, landed on triangle 0."""
    back, outside, full, hit = Outcome.BACK_FACING, Outcome.INTERVAL_OUTSIDE, Outcome.FULL_TEST, Outcome.HIT
    edge = (Feature.EDGE, 3, (0.0, 1.0, 0.2), EDGE_NORMAL, (0.0, -1.0, 0.0))
    floor = (Feature.FACE, 0, (0.0, 0.72, 0.0), (0.0, 0.0, 1.0), (0.0, 0.0, 1.0))
    iterations = (
        iteration(Pass.MOVE, 0, (0.0, 0.6, 0.9), (0.0, 0.3, 0.0), 0.4, edge, (outside, back, full, hit), Ending.SLID),
        iteration(Pass.MOVE, 1, (0.0, 0.72, 0.9), (0.0, 0.1, 0.05), 1.0, None, (outside, 0, full, full)),
        iteration(Pass.GRAVITY, 0, (0.0, 0.82, 0.95), (0.0, 0.0, -0.1), 0.5, floor, (hit, full, 0, 0), Ending.LANDED),
    )
    outcomes = np.concatenate([iteration.outcomes for iteration in iterations]).tolist()
    return SimpleNamespace(
        tick=42,
        before=state((0.0, 0.6, 0.9), (0.0, 5.0, 0.0), 41),
        after=state((0.0, 0.82, 0.9), (0.0, 4.0, 0.5), 42),
        intent=SimpleNamespace(wish=(0.0, 1.0), run=True),
        trace=SimpleNamespace(candidates=np.arange(4), iterations=iterations, statistics=lambda: Counter(map(Outcome, outcomes))),
        contacts=tuple(s for s in iterations if s.hit),
        microseconds=12.6,
        params=PlayerParams(),
        body=SimpleNamespace(radii=(0.4, 0.3, 0.9), heading=0.5),
        lab=None,
    )


def simulation():
    return SimpleNamespace(
        mesh=SimpleNamespace(vertices=VERTICES, triangles=TRIANGLES),
        level=SimpleNamespace(title="Hand-made", volumes=()),
        movers=None,
        hz=60,
    )
