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
    """The result of the test of one candidate triangle in one sweep, in the order of the tests: the cheapest first."""

    UNREACHED = 0  # its box, expanded by the sphere, is beside the path
    BACK_FACING = 1  # culled: the velocity does not go against its front
    INTERVAL_OUTSIDE = 2  # the sphere does not touch its plane within this displacement
    STAYS_AWAY = 3  # its distance, convex along the path, does not come down to the sphere's radius
    FULL_TEST = 4  # face, edges and corners tested: no contact, or a later one than the nearest
    HIT = 5  # the nearest contact of this sweep


class Pass(IntEnum):
    """The purpose of a sweep."""

    MOVE = 0
    STEP_UP = 1
    STEP_FORWARD = 2
    STEP_DOWN = 3
    GRAVITY = 4
    GROUND = 5  # search for the floor below, to snap to it


class Ending(IntEnum):
    """The reason for the end of an iteration."""

    ARRIVED = 0  # no contact: moved by the whole displacement
    SLID = 1  # stopped at a contact, goes on along the sliding plane
    LANDED = 2  # gravity reached ground that can be stood on
    BLOCKED = 3  # the planes touched leave no displacement
    TOO_SHORT = 4  # the rest of the displacement is negligible
    ITERATIONS = 5  # the rules allow no more iterations
    STOPPED = 6  # a plain sweep: stops at its first contact


FACE, EDGE, CORNER = (int(feature) for feature in Feature)
UNREACHED, BACK_FACING, INTERVAL_OUTSIDE, STAYS_AWAY, FULL_TEST, HIT = (int(outcome) for outcome in Outcome)
MOVE, STEP_UP, STEP_FORWARD, STEP_DOWN, GRAVITY, GROUND = (int(name) for name in Pass)
ARRIVED, SLID, LANDED, BLOCKED, TOO_SHORT, ITERATIONS, STOPPED = (int(ending) for ending in Ending)
