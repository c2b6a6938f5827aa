"""Telling a trace in words, with the paper's symbols and sections."""

from math import acos, degrees

from ..collision.engine.vec3 import add, dot
from ..collision.kinds import Ending, Outcome, Pass
from .describe_triangle_test import tell_test
from .replay import sweep_of
from .text import length, listed, number, point, say, without_repeats

PASS_WORDS = {
    Pass.MOVE: "Move pass",
    Pass.STEP_UP: "Step: up",
    Pass.STEP_FORWARD: "Step: forward",
    Pass.STEP_DOWN: "Step: down",
    Pass.GRAVITY: "Gravity pass",
    Pass.GROUND: "Looking for the floor",
}
# With the section that speaks of it.
ENDING_WORDS = {
    Ending.ARRIVED: ("F", "Nothing in the way: the whole displacement."),
    Ending.SLID: ("4.2", "Goes on along the sliding plane."),
    Ending.LANDED: ("4.4", "Lands: gravity does not slide on such ground."),
    Ending.BLOCKED: ("4.2", "Stops: the planes touched leave no way."),
    Ending.TOO_SHORT: ("F", "Stops: what is left is too short to bother."),
    Ending.ITERATIONS: ("F", "Stops: no more iterations are allowed."),
    Ending.STOPPED: ("3.5", "Stops at the first contact."),
}
OUTCOME_WORDS = {
    Outcome.UNREACHED: "too far",
    Outcome.BACK_FACING: "back-facing",
    Outcome.INTERVAL_OUTSIDE: "plane out of reach",
    Outcome.STAYS_AWAY: "never near enough",
    Outcome.FULL_TEST: "tested in full",
    Outcome.HIT: "hit",
}


def describe_trace(trace, inspection=None):
    """All iterations, in order, under the titles of their passes; with an Inspection the test of what was hit, too."""
    lines = [f"{len(trace.candidates)} candidate triangles: {listed(sorted(trace.candidates))}"]
    for step in trace.steps:
        if step.iteration == 0:
            lines += ["", PASS_WORDS[step.pass_]]
        lines += [f"  iteration {step.iteration}", *(f"    {section:4}{text}" for section, text in tell(trace, step, inspection))]
    return "\n".join(lines)


def tell(trace, step, inspection=None):
    """One iteration as a list of Said."""
    told = say("F", f"from {point(step.start)}", f"by {point(step.displacement)}, {number(length(step.displacement))} m")
    told += tell_espace(trace, step) + say("3.1", outcomes_text(step))
    if step.hit:
        told += tell_test(inspection.test(step, step.candidate)) if inspection else []
        told += tell_contact(step) + tell_plane(step, trace.up) + tell_slide(step)
    else:
        told += say("F", f"arrives at {point(step.end)}")
    return without_repeats(told + say(*ENDING_WORDS[step.ending]))


def tell_espace(trace, step):
    """What is asked, as the sphere sees it."""
    sweep = sweep_of(trace, step)
    if sweep is None:
        return []
    return say("2.4", f"basePoint {point(sweep.base)}", f"velocity {point(sweep.velocity)}")


def outcomes_text(step):
    """How many candidates left the test in which way."""
    counts = [f"{step.count(outcome)} {words}" for outcome, words in OUTCOME_WORDS.items() if step.count(outcome)]
    return f"candidates: {', '.join(counts)}" if counts else "no candidates"


def tell_contact(step):
    """The nearest contact of all candidates."""
    where = f"{step.feature.name.lower()} of triangle {step.triangle}"
    return say("3.1", f"the nearest: {where} at t = {number(step.fraction)}", f"contact point {point(step.point)}")


def tell_plane(step, up):
    """The sliding plane in both spaces, and what it counts as."""
    normal, constant = step.e_plane
    ground = "can" if step.walkable else "cannot"
    return say(
        "4.1",
        f"slidePlaneNormal {point(normal)}",
        f"constant {number(constant)}; both in eSpace",
        f"in the world {point(step.normal)}",
        f"tilted {tilt(step.normal, up):.2f} degrees; face {tilt(step.face_normal, up):.2f} degrees",
        f"{ground} be stood on",
        *(["taken for an upright wall"] if step.wall else []),
    )


def tell_slide(step):
    """Where it would have gone, and where it goes instead."""
    close = say("4.2", f"moves close, to {point(step.end)}")
    if step.ending != Ending.SLID:
        return close
    way = step.next_displacement
    return close + say(
        "4.2",
        f"destinationPoint {point(add(step.start, step.displacement))}",
        f"newDestinationPoint {point(add(step.end, way))}",
        f"newVelocityVector {point(way)}, {number(length(way))} m",
    )


def tilt(normal, up):
    """Angle of a plane against the level [degrees]."""
    return degrees(acos(max(-1.0, min(1.0, dot(normal, up)))))
