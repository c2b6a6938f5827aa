"""The text of the head-up display for one tick."""

from collections import Counter
from math import acos, degrees, hypot

from ..collision import Outcome
from ..core.right_forward_up_frame import to_frame
from .palette import PASSES

PASS_WORDS = {"move": "for the move", "step": "for the step", "gravity": "for gravity", "ground": "to find the ground"}
PASS_PARTS = {name: (words, words) for name, words in PASS_WORDS.items()}
FEATURE_PARTS = {name: (name, f"{name}s") for name in ("face", "edge", "corner")}


def hud_rows(record, sim):
    """Return [(name, value), ...] of a TickRecord, where every value is a short text. `sim` is the Simulation that made it."""
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
    """Return the lines of the head-up display as a list: the level's title, then texts with a name and a value each.

    record: TickRecord; sim: Simulation that made it
    """
    return [sim.level.title, *(f"{name:<11}{value}" for name, value in hud_rows(record, sim))]


def speed_text(record):
    """Return text with the horizontal speed, the speed that the input requests, and the vertical speed unless it is nearly 0.

    Horizontal and vertical are relative to the player's up direction.
    record: TickRecord
    """
    x, y, z = into_frame(record.after, record.after.velocity)
    text = f"{hypot(x, y):.2f} of {wish_speed(record.intent, record.params.at(record.after.crouched)):.2f} m/s"
    return text if abs(z) < 0.005 else f"{text}  {abs(z):.2f} {'up' if z > 0.0 else 'down'}"


def into_frame(state, vector):
    """Return a world vector (3,) in the player's frame: right, forward, up. `state` is the PlayerState."""
    return vector if state.frame is None else to_frame(state.frame, vector)


def wish_speed(intent, params):
    """Return the speed that an Intent requests [m/s].

    The speed of a wish longer than 1 is not limited here, although the tick cuts such a wish to 1.
    params: PlayerParams, those for crouching if the player crouches
    """
    return hypot(*intent.wish) * (params.run_speed if intent.run else params.speed)


def ground_text(state, movers=None):
    """Return text with the ground state, the slope under the feet, the name of the mover that is the floor, and crouching.

    state: PlayerState. In the air, slope and mover are left out.
    movers: Movers of the Simulation, or None to leave out the name of the mover
    """
    name, low = state.ground.name.lower(), "  crouched" if state.crouched > 0.0 else ""
    if name == "air":
        return f"{name}{low}"
    ridden = f"  on {movers.all[state.ground_body].name}" if movers and state.ground_body >= 0 else ""
    return f"{name}  {degrees(slope(into_frame(state, state.normal))):.1f}°{ridden}{low}"


def volumes_text(state, level):
    """Return text with the kinds of the volumes that contain the player, or "" if there are none.

    state: PlayerState; level: Level with the volumes
    """
    kinds = dict.fromkeys(level.volumes[number].kind.replace("_", " ") for number in state.inside)
    return f"  in {', '.join(kinds)}" if kinds else ""


def slope(normal):
    """Return the angle between a unit normal (3,) and the z axis [rad], 0..pi."""
    return acos(max(-1.0, min(1.0, normal[2])))


def iterations_text(trace):
    """Return text with the number of iterations in total and by pass, or "none". The passes of a step count together.

    trace: Trace or None
    """
    iterations = trace.iterations if trace else ()
    return counted(Counter(iteration.pass_.name.partition("_")[0].lower() for iteration in iterations), PASS_PARTS)


def contacts_text(contacts):
    """Return text with the number of contacts, in total and by feature, or "none". contacts: list of Iterations with a hit"""
    return counted(Counter(iteration.feature.name.lower() for iteration in contacts), FEATURE_PARTS)


def counted(counts, words):
    """Return a total and its parts as text, such as "6: 2 move, 3 step, 1 ground".

    With one kind only, the text is, for example, "1 edge". With no kind it is "none".
    counts: {name: number}
    words: {name: (words for one, words for several)}, used if all are of one kind
    """
    if len(counts) == 1:
        ((name, number),) = counts.items()
        return f"{number} {words[name][number > 1]}"
    total = sum(counts.values())
    return f"{total}: " + ", ".join(f"{number} {name}" for name, number in counts.items()) if total else "none"


def tests_text(trace):
    """Return text with the number of triangle tests by the stage at which they ended, as in the paper's conclusion.

    trace: Trace, or None for "0"
    """
    if trace is None:
        return "0"
    left = trace.statistics()
    early = left[Outcome.UNREACHED] + left[Outcome.INTERVAL_OUTSIDE] + left[Outcome.STAYS_AWAY]
    full = left[Outcome.FULL_TEST] + left[Outcome.HIT]
    return f"{early} early, {left[Outcome.BACK_FACING]} back-facing, {full} in full"


def iteration_rows(record):
    """Return [(colour (3,), name, result), ...] for the iterations of a TickRecord, or [] without a trace.

    The colour is that of the pass. Name and result are short texts.
    """
    return [
        (PASSES[iteration.pass_], iteration_name(iteration), iteration_result(iteration))
        for iteration in (record.trace.iterations if record.trace else ())
    ]


def iteration_name(iteration):
    """Return the pass of an Iteration and the number of its iteration, from 1, as text."""
    return f"{iteration.pass_.name.capitalize().replace('_', ' ')} {iteration.number + 1}"


def iteration_result(iteration):
    """Return the touched feature and the ending of an Iteration as text."""
    ending = iteration.ending.name.lower().replace("_", " ")
    return f"{iteration.feature.name.lower()}, {ending}" if iteration.hit else ending


def iteration_text(iteration):
    """Return one line of text about an Iteration: pass, iteration, contact and ending."""
    what = (
        f"{iteration.feature.name.lower()} of triangle {iteration.triangle} at {iteration.fraction:.3f}"
        if iteration.hit
        else "free"
    )
    name = iteration.pass_.name.lower().replace("_", " ")
    return f"{name} {iteration.number + 1}  {what}  {iteration.ending.name.lower().replace('_', ' ')}"
