"""Describe a trace as text, with the paper's symbols and sections."""

from math import acos, degrees

from ..collision.trace import Ending, Outcome, Pass
from ..core.vec3 import add, dot
from .describe_triangle_test import describe_triangle_test
from .line_and_number_format import length, lines_of, list_text, number, point, without_repeats
from .triangle_test_replay import sweep_of

PASS_WORDS = {
    Pass.MOVE: "Move pass",
    Pass.STEP_UP: "Step: up",
    Pass.STEP_FORWARD: "Step: forward",
    Pass.STEP_DOWN: "Step: down",
    Pass.GRAVITY: "Gravity pass",
    Pass.GROUND: "Ground probe",
}
# The text of each ending, with its section of the paper.
ENDING_WORDS = {
    Ending.ARRIVED: ("F", "No contact: moves by the whole displacement."),
    Ending.SLID: ("4.2", "Goes on along the sliding plane."),
    Ending.LANDED: ("4.4", "Lands: gravity does not slide on walkable ground."),
    Ending.BLOCKED: ("4.2", "Stops: the contact planes block every direction."),
    Ending.TOO_SHORT: ("F", "Stops: the remaining displacement is too short."),
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
    """Return the iterations of a Trace as text, each pass under its title.

    inspection: Inspection of the same trace, which adds the tests of triangles that were hit, or None to leave them out
    """
    lines = [f"{len(trace.candidates)} candidate triangles: {list_text(sorted(trace.candidates))}"]
    for step in trace.steps:
        if step.iteration == 0:
            lines += ["", PASS_WORDS[step.pass_]]
        described = describe_step(trace, step, inspection)
        lines += [f"  iteration {step.iteration + 1}", *(f"    {section:4}{text}" for section, text in described)]
    return "\n".join(lines)


def describe_step(trace, step, inspection=None):
    """Return Lines about one iteration: the sweep, its candidates, the contact, and the slide along its plane.

    trace: Trace that contains the iteration; step: TraceStep of the iteration
    inspection: as for `describe_trace`
    """
    lines = lines_of("F", f"from {point(step.start)}", f"by {point(step.displacement)}, {number(length(step.displacement))} m")
    sweep = sweep_of(trace, step)
    if sweep:
        lines += lines_of("2.4", f"basePoint {point(sweep.base)}", f"velocity {point(sweep.velocity)}")
    counts = [f"{step.count(outcome)} {words}" for outcome, words in OUTCOME_WORDS.items() if step.count(outcome)]
    lines += lines_of("3.1", f"candidates: {', '.join(counts)}" if counts else "no candidates")
    if step.hit:
        lines += describe_triangle_test(inspection.test(step, step.candidate)) if inspection else []
        nearest = f"nearest: {step.feature.name.lower()} of triangle {step.triangle} at t = {number(step.fraction)}"
        lines += lines_of("3.1", nearest, f"contact point {point(step.point)}")
        lines += describe_plane(step, trace.up) + describe_slide(step)
    else:
        lines += lines_of("F", f"arrives at {point(step.end)}")
    return without_repeats(lines + lines_of(*ENDING_WORDS[step.ending]))


def describe_plane(step, up):
    """Return Lines about the sliding plane of a TraceStep: its equation in eSpace, and its normal, tilt and class in the world.

    The class says if the plane can be stood on, and if it was treated as a vertical wall.
    step: TraceStep with a contact; up: unit vector against gravity (3,)
    """
    normal, constant = step.e_plane
    ground = "can" if step.walkable else "cannot"
    return lines_of(
        "4.1",
        f"slidePlaneNormal {point(normal)}",
        f"constant {number(constant)}; both in eSpace",
        f"in the world {point(step.normal)}",
        f"tilted {tilt(step.normal, up):.2f} degrees; face {tilt(step.face_normal, up):.2f} degrees",
        f"{ground} be stood on",
        *(["treated as a vertical wall"] if step.wall else []),
    )


def describe_slide(step):
    """Return Lines about the position near the contact at which a TraceStep ends, and about the slide that follows, if any.

    A slide has the destination before and after its projection on the sliding plane, and the new velocity.
    step: TraceStep with a contact
    """
    close = lines_of("4.2", f"moves close, to {point(step.end)}")
    if step.ending != Ending.SLID:
        return close
    displacement = step.next_displacement
    return close + lines_of(
        "4.2",
        f"destinationPoint {point(add(step.start, step.displacement))}",
        f"newDestinationPoint {point(add(step.end, displacement))}",
        f"newVelocityVector {point(displacement)}, {number(length(displacement))} m",
    )


def tilt(normal, up):
    """Return the angle between a plane and the horizontal plane [degrees], more than 90 for a plane that faces down.

    normal: unit normal of the plane (3,)
    up: unit vector against gravity (3,)
    """
    return degrees(acos(max(-1.0, min(1.0, dot(normal, up)))))
