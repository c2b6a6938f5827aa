"""The enumerations of the trace: feature touched, outcome of a test, pass, ending of an iteration.

Compiled code uses the plain numbers at the end.
"""

from enum import IntEnum


class Feature(IntEnum):
    """The part of a triangle that was touched."""

    FACE = 0
    EDGE = 1
    CORNER = 2


class Outcome(IntEnum):
    """The result of testing one candidate triangle in one sweep, in the order of the tests: the cheapest first."""

    UNREACHED = 0  # its box, expanded by the sphere's radius, does not overlap the box of the path
    BACK_FACING = 1  # culled: the velocity points out of its front side
    INTERVAL_OUTSIDE = 2  # the sphere does not touch its plane within this displacement
    STAYS_AWAY = 3  # its distance, convex along the path, does not come down to the sphere's radius
    FULL_TEST = 4  # tested to the end: no contact, or one that is not the nearest of this sweep
    HIT = 5  # the nearest contact of this sweep


class Pass(IntEnum):
    """The purpose of a pass. A pass is a displacement with all its iterations."""

    MOVE = 0  # the body's own velocity; slides
    STEP_UP = 1  # climbing a step: a plain sweep up,
    STEP_FORWARD = 2  # then forward onto the step; slides,
    STEP_DOWN = 3  # then a plain sweep down to its tread
    GRAVITY = 4  # gravity; slides, or lands on walkable ground
    GROUND = 5  # a plain sweep down that searches for the floor, to snap to it


class Ending(IntEnum):
    """The reason for the end of an iteration."""

    ARRIVED = 0  # no contact: moved by the whole displacement
    SLID = 1  # stopped at a contact; another iteration goes on along the sliding plane
    LANDED = 2  # the gravity pass reached walkable ground, or a walkable crease of steep planes
    BLOCKED = 3  # the contact planes leave no displacement
    TOO_SHORT = 4  # the rest of the displacement is negligible
    ITERATIONS = 5  # the rules allow no more iterations
    STOPPED = 6  # a plain sweep: stops at its first contact


FACE, EDGE, CORNER = (int(feature) for feature in Feature)
UNREACHED, BACK_FACING, INTERVAL_OUTSIDE, STAYS_AWAY, FULL_TEST, HIT = (int(outcome) for outcome in Outcome)
MOVE, STEP_UP, STEP_FORWARD, STEP_DOWN, GRAVITY, GROUND = (int(name) for name in Pass)
ARRIVED, SLID, LANDED, BLOCKED, TOO_SHORT, ITERATIONS, STOPPED = (int(ending) for ending in Ending)
