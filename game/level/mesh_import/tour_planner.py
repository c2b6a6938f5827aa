"""Plan a tour through a mesh file: straight legs over safe floor towards open space, never over an edge."""

import math

import numpy as np

from ...collision import TriangleMesh
from ...core.elementary_functions import cos, each, sin
from ..contents.level import Spawn

DIRECTIONS = 24  # tried at every turn
STRIDE = 0.5  # [m] between two probes of the floor. Smaller: takes longer; larger: misses a gap that the player falls into
FARTHEST = 24  # strides of a leg
WIDE = 0.5  # [m] to each side and ahead that must be floor and free: a little more than the player's half width
EYE = 1.6  # [m] of the eyes above the feet
# Strides of the longest line of sight that counts for the first heading. Fewer: the first view in a hall is a near wall; more: a
# far thing beyond an edge wins over the room.
SIGHT = 60
STEP = 0.4  # [m] up or down from stride to stride
LEGS = 6
SPEED, RATE = 5.0, 60  # [m/s], [ticks/s] the script is written for
UP = np.array([0.0, 0.0, 1.0])


def plan_stroll(mesh: TriangleMesh, spawn: Spawn) -> tuple[float, str]:
    """Return (first heading [rad], script of a walk over safe floor from the spawn). The walk takes about 15 s or less.

    The heading of `spawn` is ignored. A leg of the walk has at least one stride, also if no direction is safe.
    """
    headings = math.tau * np.arange(DIRECTIONS) / DIRECTIONS
    feet = np.array(spawn.feet)
    legs: list[tuple[float, int]] = []
    for _ in range(LEGS):
        lengths, places = walks(mesh, feet, headings)
        bonus = -turning_penalty(headings, legs[-1][0]) if legs else view_lengths(mesh, feet, headings)
        best = int(np.argmax(lengths + bonus))
        strides = max(1, math.ceil(0.8 * lengths[best]))
        legs.append((float(headings[best]), strides))
        feet = places[strides, best]
    return legs[0][0], script_of(legs)


def script_of(legs: list[tuple[float, int]]) -> str:
    """Return the script that turns to each heading and walks its strides. `legs` are pairs (heading [rad], number of strides)."""
    lines = ["# over open floor, turning before its edges"]
    for heading, strides in legs:
        degrees = math.degrees(heading)
        lines += [f"20 heading={degrees:g}", f"{round(strides * STRIDE / SPEED * RATE)} heading={degrees:g} forward=1"]
    return "\n".join(lines) + "\n"


def view_lengths(mesh: TriangleMesh, feet: np.ndarray, headings: np.ndarray) -> np.ndarray:
    """Return the length (n,), in strides, of the free line of sight along each heading: 0 into the open sky, at most SIGHT.

    feet: (3,) [m]
    headings: (n,) [rad]
    """
    eyes = np.tile(feet + UP * EYE, (len(headings), 1))
    free = mesh.raycast(eyes, unit_vectors(headings), np.full(len(headings), SIGHT * STRIDE))
    return np.where(np.isfinite(free), free / STRIDE, 0.0)


def turning_penalty(headings: np.ndarray, before: float | None) -> np.ndarray:
    """Return the penalty (n,), in strides, of each heading (n,) [rad]. Turning back costs most.

    before: heading of the last leg [rad], or None for the first leg
    """
    return np.zeros(len(headings)) if before is None else 8.0 * (1.0 - each(cos, headings - before))


def walks(mesh: TriangleMesh, feet: np.ndarray, headings: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the number of strides (n,) that can be walked along each heading, and the feet after each stride.

    feet: start (3,) [m]
    headings: (n,) [rad]
    The second result is (FARTHEST + 1, n, 3) [m], with the start first. It repeats the last position after the end of a walk.
    """
    directions = unit_vectors(headings)
    places, walking = [np.tile(feet, (len(directions), 1))], np.ones(len(directions), bool)
    lengths = np.zeros(len(directions))
    for _ in range(FARTHEST):
        floor = floor_ahead(mesh, places[-1], directions)
        walking &= np.isfinite(floor) & is_open(mesh, places[-1], directions)
        lengths += walking
        ahead = places[-1] + directions * STRIDE
        ahead[:, 2] = np.where(walking, floor, places[-1][:, 2])
        places.append(np.where(walking[:, None], ahead, places[-1]))
    return lengths, np.array(places)


def unit_vectors(headings: np.ndarray) -> np.ndarray:
    """Return horizontal unit vectors (n, 3) for headings (n,) [rad]."""
    return np.stack([-each(sin, headings), each(cos, headings), np.zeros(len(headings))], axis=1)


def floor_ahead(mesh: TriangleMesh, feet: np.ndarray, directions: np.ndarray) -> np.ndarray:
    """Return the height (n,) [m] of the floor one stride ahead, or nan if this floor is not safe.

    It is safe if it is at most STEP higher or lower than the feet. The floor WIDE to each side of it and WIDE farther ahead may
    differ from the feet by at most 1.5 times STEP.
    feet: (n, 3) [m]
    directions: horizontal unit vectors (n, 3)
    """
    across = np.stack([directions[:, 1], -directions[:, 0], directions[:, 2]], axis=1)
    heights = []
    for forward, side in ((STRIDE, 0.0), (STRIDE, WIDE), (STRIDE, -WIDE), (STRIDE + WIDE, 0.0)):
        tops = feet + directions * forward + across * side + UP * (2 * STEP)
        drops = mesh.raycast(tops, np.tile(-UP, (len(feet), 1)), np.full(len(feet), 4 * STEP))
        heights.append(feet[:, 2] + 2 * STEP - drops)
    is_level = (np.abs(np.array(heights) - feet[:, 2]) <= 1.5 * STEP).all(axis=0)
    return np.where(is_level & (np.abs(heights[0] - feet[:, 2]) <= STEP), heights[0], np.nan)


def is_open(mesh: TriangleMesh, feet: np.ndarray, directions: np.ndarray) -> np.ndarray:
    """Return a mask (n,) of the directions in which the next stride is free at knee and chest height.

    feet: (n, 3) [m]
    directions: horizontal unit vectors (n, 3)
    """
    reach = np.full(len(feet), STRIDE + WIDE)
    free = [~np.isfinite(mesh.raycast(feet + UP * height, directions, reach)) for height in (0.6, 1.4)]
    return free[0] & free[1]
