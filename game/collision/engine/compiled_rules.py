"""The rules and the body as compiled code reads them: an array of one row, and the PassRules made of it."""

from __future__ import annotations

from math import inf, pi, radians
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .compiling.jit import inlined
from .elementary_functions import kept_cos

if TYPE_CHECKING:
    from ..ellipsoid_and_espace import Ellipsoid
    from ..rules import Rules
    from .vec3 import Vector

SWITCHES = (  # that compiled code reads
    *("exact_contact", "skin_from_plane", "slide_in_world", "keep_planes", "gravity_lands"),
    *("steep_is_wall", "class_by_face", "two_sided", "separate_gravity"),
)
NUMBERS = ("skin", "very_close", "walkable_cos", "climb")
VECTORS = [("space", "f8", 6), ("extents", "f8", 3), ("floor_normal", "f8", 3)]
# A body and its rules as compiled code is given them: an array of one row. floor_normal: of the floor that the body walks on.
FIELDS = [*((name, "f8") for name in NUMBERS), ("max_iterations", "i8"), *VECTORS, *((name, "?") for name in SWITCHES)]
SETTINGS = np.dtype(FIELDS)
# Angle [rad] by which ground may be steeper than max_slope, because files round corners. 1 km from the origin float32 tilts
# triangles of 1 m by up to .004 degrees; four decimals tilt them by up to .007. Smaller: of a flat ramp at the limit, one half is
# ground and the other a wall; larger: ramps that are steeper on purpose, by .01 degrees, can be walked on.
SLOPE_ROUNDING = radians(0.0095)


class PassRules(NamedTuple):
    """The rules of a pass. Fields that are not named here have the meaning that they have in Rules (rules.py).

    walkable_cos: cosine of max_slope, with the angle SLOPE_ROUNDING
    floor_normal: unit normal (3,) of the floor under the body
    faces_up_to: greatest z [m] of a contact point, relative to the body's centre at the tick's start, for class_by_face
    """

    exact_contact: bool
    skin_from_plane: bool
    slide_in_world: bool
    keep_planes: bool
    gravity_lands: bool
    steep_is_wall: bool
    two_sided: bool
    separate_gravity: bool
    skin: float
    very_close: float
    walkable_cos: float
    max_iterations: int
    floor_normal: Vector
    class_by_face: bool
    climb: float
    faces_up_to: float


@inlined
def pass_rules(settings):
    """Return the PassRules that an array of one row of SETTINGS contains. `faces_up_to` is inf: all contacts are below it."""
    row = settings[0]
    x, y, z = row["floor_normal"]
    return PassRules(
        bool(row["exact_contact"]),
        bool(row["skin_from_plane"]),
        bool(row["slide_in_world"]),
        bool(row["keep_planes"]),
        bool(row["gravity_lands"]),
        bool(row["steep_is_wall"]),
        bool(row["two_sided"]),
        bool(row["separate_gravity"]),
        float(row["skin"]),
        float(row["very_close"]),
        float(row["walkable_cos"]),
        int(row["max_iterations"]),
        (float(x), float(y), float(z)),
        bool(row["class_by_face"]),
        float(row["climb"]),
        inf,
    )


@inlined
def replace_ground_rules(rules, class_by_face, climb, faces_up_to):
    """Return a copy of PassRules with other values of the three fields that decide if an edge counts as walkable ground.

    class_by_face, climb, faces_up_to: as in PassRules
    """
    return PassRules(
        rules.exact_contact,
        rules.skin_from_plane,
        rules.slide_in_world,
        rules.keep_planes,
        rules.gravity_lands,
        rules.steep_is_wall,
        rules.two_sided,
        rules.separate_gravity,
        rules.skin,
        rules.very_close,
        rules.walkable_cos,
        rules.max_iterations,
        rules.floor_normal,
        class_by_face,
        climb,
        faces_up_to,
    )


@inlined
def space_of(settings):
    """Return the change of basis to eSpace (ellipsoid_and_espace.py) in an array of SETTINGS, as a tuple of six numbers."""
    space = settings[0]["space"]
    return float(space[0]), float(space[1]), float(space[2]), float(space[3]), float(space[4]), float(space[5])


def walkable_cosine(max_slope: float) -> float:
    """Return the least z of the unit normal of ground to stand on, with SLOPE_ROUNDING. max_slope: as in Rules [rad]"""
    return kept_cos(min(max_slope + SLOPE_ROUNDING, 0.5 * pi))


def settings_of(body: Ellipsoid, rules: Rules) -> np.ndarray:
    """Return an array of one row of SETTINGS for a body and its rules, with a level floor."""
    numbers = rules.skin, rules.very_close, walkable_cosine(rules.max_slope), rules.climb, rules.max_iterations
    switches = (getattr(rules, name) for name in SWITCHES)
    return np.array([(*numbers, body.space, body.extents, (0.0, 0.0, 1.0), *switches)], SETTINGS)
