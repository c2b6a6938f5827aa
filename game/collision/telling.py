"""Telling a trace in words."""

from math import acos, degrees

from .kinds import Ending, Outcome, Pass
from .vec3 import dot

PASS_WORDS = {
    Pass.MOVE: "Move pass",
    Pass.STEP_UP: "Step: up",
    Pass.STEP_FORWARD: "Step: forward",
    Pass.STEP_DOWN: "Step: down",
    Pass.GRAVITY: "Gravity pass",
    Pass.GROUND: "Looking for the floor",
}
ENDING_WORDS = {
    Ending.ARRIVED: "Nothing in the way: moves by the whole displacement.",
    Ending.SLID: "Goes on along the sliding plane.",
    Ending.LANDED: "Lands: this ground can be stood on, gravity does not slide here.",
    Ending.BLOCKED: "Stops: the planes touched leave no way.",
    Ending.TOO_SHORT: "Stops: what is left is too short to bother.",
    Ending.ITERATIONS: "Stops: as many iterations as the rules allow.",
    Ending.STOPPED: "Stops at the first contact.",
}
OUTCOME_WORDS = {
    Outcome.UNREACHED: "too far",
    Outcome.BACK_FACING: "back-facing",
    Outcome.INTERVAL_OUTSIDE: "plane out of reach",
    Outcome.STAYS_AWAY: "never near enough",
    Outcome.FULL_TEST: "tested in full",
    Outcome.HIT: "hit",
}


def describe_trace(trace):
    """All iterations, in order, under the titles of their passes."""
    lines = [f"{len(trace.candidates)} candidate triangles: {numbers(sorted(trace.candidates))}"]
    for step in trace.steps:
        if step.iteration == 0:
            lines += ["", PASS_WORDS[step.pass_]]
        first, *rest = tell(step, trace.up)
        lines += [f"  iteration {step.iteration}: {first}", *(f"    {line}" for line in rest)]
    return "\n".join(lines)


def tell(step, up):
    """The lines of one iteration. up: unit vector that planes are tilted against"""
    yield f"from {point(step.start)} by {point(step.displacement)} ({length(step.displacement):.6f} m)"
    yield "candidates: " + ", ".join(
        f"{step.count(outcome)} {words}" for outcome, words in OUTCOME_WORDS.items() if step.count(outcome)
    )
    if step.hit:
        yield from tell_contact(step, up)
    yield f"{ENDING_WORDS[step.ending]} Now at {point(step.end)}"
    if step.ending == Ending.SLID:
        yield f"new displacement {point(step.next_displacement)} ({length(step.next_displacement):.6f} m)"


def tell_contact(step, up):
    """Where it touched, and the sliding plane in both spaces."""
    normal, constant = step.e_plane
    yield f"touches the {step.feature.name.lower()} of triangle {step.triangle} after {step.fraction:.6f} of the way"
    yield f"contact point {point(step.point)}"
    yield f"sliding plane in eSpace: normal {point(normal)}, constant {constant:.6f}"
    yield (
        f"sliding plane in the world: normal {point(step.normal)}, tilted {tilt(step.normal, up):.2f} degrees; "
        f"face {tilt(step.face_normal, up):.2f} degrees; {'can' if step.walkable else 'cannot'} be stood on"
    )


def point(vector):
    return "({:.6f}, {:.6f}, {:.6f})".format(*vector)


def length(vector):
    return sum(x * x for x in vector) ** 0.5


def tilt(normal, up):
    """Angle of a plane against the level [degrees]."""
    return degrees(acos(max(-1.0, min(1.0, dot(normal, up)))))


def numbers(candidates, most=24):
    shown = ", ".join(str(n) for n in candidates[:most])
    return shown if len(candidates) <= most else f"{shown} and {len(candidates) - most} more"
