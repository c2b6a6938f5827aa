"""The text of the head-up display for one tick."""

from collections import Counter
from math import acos, degrees, hypot

from game.collision import Outcome
from game.collision.engine.orientation_frame import to_frame

from ..palette import PASSES


def hud_rows(record, sim):
    """Return [(name, value), ...] of a StepRecord. Every value is a short text."""
    after = record.after
    return [
        ("tick", f"{after.tick}, {after.tick / sim.hz:.2f} s"),
        ("position", ", ".join(f"{value:.3f}" for value in after.position) + " m"),
        ("speed", speed_text(record)),
        ("ground", ground_text(after, sim.movers) + volumes_text(after, sim.level)),
        ("iterations", iterations_text(record.trace)),
        ("contacts", contacts_text(record.contacts)),
        ("candidates", str(len(record.trace.candidates) if record.trace else 0)),
        ("tests", tests_text(record.trace)),
        ("time", f"{record.microseconds:.0f} µs a tick"),
    ]


def hud_lines(record, sim):
    """Return the text lines of the head-up display, with the level's title first."""
    return [sim.level.title, *(f"{name:<11}{value}" for name, value in hud_rows(record, sim))]


def speed_text(record):
    """Return text with the horizontal speed, the wished speed, and the vertical speed unless it is nearly 0."""
    x, y, z = into_frame(record.after, record.after.velocity)
    text = f"{hypot(x, y):.2f} of {wish_speed(record.intent, record.params.at(record.after.crouched)):.2f} m/s"
    return text if abs(z) < 0.005 else f"{text}  {z:+.2f} up"


def into_frame(state, vector):
    """Rotate a vector (3,) from the world to the player's frame: right, forward and up."""
    return vector if state.frame is None else to_frame(state.frame, vector)


def wish_speed(intent, params):
    """Return the speed that the input asks for [m/s]."""
    return hypot(*intent.wish) * (params.run_speed if intent.run else params.speed)


def ground_text(state, movers=None):
    """Return text with the ground state, the slope under the feet, the mover that is the floor, and crouching."""
    name, low = state.ground.name.lower(), "  crouched" if state.crouched > 0.0 else ""
    if name == "air":
        return f"{name}{low}"
    ridden = f"  on {movers.all[state.ground_body].name}" if movers and state.ground_body >= 0 else ""
    return f"{name}  {degrees(slope(into_frame(state, state.normal))):.1f}°{ridden}{low}"


def volumes_text(state, level):
    """Return text with the kinds of the volumes that contain the player, or ""."""
    kinds = dict.fromkeys(level.volumes[number].kind.replace("_", " ") for number in state.inside)
    return f"  in {', '.join(kinds)}" if kinds else ""


def slope(normal):
    """Return the angle between a unit normal (3,) and the z axis [rad]."""
    return acos(max(-1.0, min(1.0, normal[2])))


def iterations_text(trace):
    """Return text with the number of iterations, in total and by pass."""
    steps = trace.steps if trace else ()
    passes = Counter(step.pass_.name.partition("_")[0] for step in steps)
    return f"{len(steps)}{counted(passes)}"


def contacts_text(contacts):
    return f"{len(contacts)}{counted(Counter(step.feature.name for step in contacts))}"


def counted(counts):
    """Write the parts of a total, such as ` = 2 move, 3 step, 1 ground`."""
    named = ", ".join(f"{number} {name.lower()}" for name, number in counts.items())
    return f" = {named}" if named else ""


def tests_text(trace):
    """Return text with the number of triangle tests by the stage at which they ended, as in the paper's conclusion."""
    if trace is None:
        return "0"
    left = trace.statistics()
    early = left[Outcome.UNREACHED] + left[Outcome.INTERVAL_OUTSIDE] + left[Outcome.STAYS_AWAY]
    full = left[Outcome.FULL_TEST] + left[Outcome.HIT]
    return f"{early} early, {left[Outcome.BACK_FACING]} back-facing, {full} in full"


def step_rows(record):
    """Return [(colour, name, result), ...] of the iterations of a StepRecord, as short text."""
    return [(PASSES[step.pass_], step_name(step), step_result(step)) for step in (record.trace.steps if record.trace else ())]


def step_name(step):
    return f"{step.pass_.name.capitalize().replace('_', ' ')} {step.iteration + 1}"


def step_result(step):
    ending = step.ending.name.lower().replace("_", " ")
    return f"{step.feature.name.lower()}, {ending}" if step.hit else ending


def step_text(step):
    what = f"{step.feature.name.lower()} of triangle {step.triangle} at {step.fraction:.3f}" if step.hit else "free"
    name = step.pass_.name.lower().replace("_", " ")
    return f"{name} {step.iteration}  {what}  {step.ending.name.lower().replace('_', ' ')}"
