"""The text of the head-up display for one tick."""

from collections import Counter
from collections.abc import Mapping
from math import acos, degrees, hypot

from ..collision import Iteration, Outcome, Trace
from ..core.right_forward_up_frame import to_frame
from ..core.shapes import Colour
from ..core.vec3 import Vector, scale, sub
from ..level import Level
from ..simulation import PlayerState, Simulation, TickRecord
from ..simulation.movers import Movers
from ..simulation.race_clock_and_medals import finish_of
from .palette import PASSES

PASS_WORDS = {"move": "for the move", "step": "for the step", "gravity": "for gravity", "ground": "to find the ground"}
PASS_PARTS = {name: (words, words) for name, words in PASS_WORDS.items()}
FEATURE_PARTS = {name: (name, f"{name}s") for name in ("face", "edge", "corner")}


def hud_rows(record: TickRecord, sim: Simulation) -> list[tuple[str, str]]:
    """Return [(name, value), ...] of a tick."""
    after = record.after
    passes = Counter(one.pass_.name.partition("_")[0].lower() for one in record.trace.iterations)
    seconds = f", {after.tick / sim.hz:.2f} s" if finish_of(sim.level) is None else ""  # a race has a clock of its own
    return [
        ("tick", f"{after.tick}{seconds}"),
        ("position", ", ".join(f"{value:.3f}" for value in after.position) + " m"),
        ("speed", speed_text(record)),
        ("ground", ground_text(after, sim.movers) + volumes_text(after, sim.level)),
        ("iterations", counted(passes, PASS_PARTS)),
        ("contacts", counted(Counter(iteration.feature.name.lower() for iteration in record.contacts), FEATURE_PARTS)),
        ("candidates", str(len(record.trace.candidates))),
        ("tests", tests_text(record.trace)),
        ("time", f"{record.microseconds:.0f} µs a tick"),
    ]


def speed_text(record: TickRecord) -> str:
    """Return text with the horizontal, the wished and the vertical speed, unless that is nearly 0, in the player's frame."""
    x, y, z = into_frame(record.after, record.after.velocity)
    params = record.params.at(record.after.crouched)
    wish = hypot(*record.intent.wish) * (params.run_speed if record.intent.run else params.speed)  # not yet limited
    text = f"{hypot(x, y):.2f} of {wish:.2f} m/s"
    return text if abs(z) < 0.005 else f"{text}  {abs(z):.2f} {'up' if z > 0.0 else 'down'}"


def motion_text(record: TickRecord, hz: int) -> str:
    """Return text with the horizontal and the vertical speed of the centre in a tick, in the player's frame.

    After a portal or a new life they are those of the velocity. `speed` of game/web/play.js computes them, too: change both.
    """
    before, after = record.before.position, record.after.position
    x, y, z = into_frame(record.after, record.after.velocity if record.after.event else scale(sub(after, before), hz))
    text = f"{hypot(x, y):.2f} m/s horizontal"
    return text if abs(z) < 0.005 else f"{text}, {abs(z):.2f} {'up' if z > 0.0 else 'down'}"


def into_frame(state: PlayerState, vector: Vector) -> Vector:
    return vector if state.frame is None else to_frame(state.frame, vector)


def ground_text(state: PlayerState, movers: Movers | None = None) -> str:
    """Return text with the ground state, the slope under the feet, the name of the mover that is the floor, and crouching."""
    name, low = state.ground.name.lower(), "  crouched" if state.crouched > 0.0 else ""
    if name == "air":
        return f"{name}{low}"
    ridden = f"  on {movers.all[state.ground_body].name}" if movers and state.ground_body >= 0 else ""
    slope = degrees(acos(max(-1.0, min(1.0, into_frame(state, state.normal)[2]))))
    return f"{name}  {slope:.1f}°{ridden}{low}"


def volumes_text(state: PlayerState, level: Level) -> str:
    kinds = dict.fromkeys(level.volumes[number].kind.replace("_", " ") for number in state.inside)
    return f"  in {', '.join(kinds)}" if kinds else ""


def counted(counts: Mapping[str, int], words: Mapping[str, tuple[str, str]]) -> str:
    """Return a total and its parts, such as "6: 2 move, 3 step, 1 ground", or "1 edge", or "none".

    words: {name: (words for one, words for several)}, used if all are of one kind
    """
    if len(counts) == 1:
        ((name, number),) = counts.items()
        return f"{number} {words[name][number > 1]}"
    total = sum(counts.values())
    return f"{total}: " + ", ".join(f"{number} {name}" for name, number in counts.items()) if total else "none"


def tests_text(trace: Trace) -> str:
    left = trace.statistics()
    early = left[Outcome.UNREACHED] + left[Outcome.INTERVAL_OUTSIDE] + left[Outcome.STAYS_AWAY]
    full = left[Outcome.FULL_TEST] + left[Outcome.HIT]
    return f"{early} early, {left[Outcome.BACK_FACING]} back-facing, {full} in full"


def iteration_rows(record: TickRecord) -> list[tuple[Colour, str, str]]:
    return [
        (PASSES[one.pass_], f"{one.pass_.name.capitalize().replace('_', ' ')} {one.number + 1}", iteration_result(one))
        for one in record.trace.iterations
    ]


def iteration_result(iteration: Iteration) -> str:
    ending = iteration.ending.name.lower().replace("_", " ")
    return f"{iteration.feature.name.lower()}, {ending}" if iteration.hit else ending


def iteration_text(iteration: Iteration) -> str:
    """Return one line of text: pass, iteration, contact and ending."""
    what = (
        f"{iteration.feature.name.lower()} of triangle {iteration.triangle} at {iteration.fraction:.3f}"
        if iteration.hit
        else "free"
    )
    name = iteration.pass_.name.lower().replace("_", " ")
    return f"{name} {iteration.number + 1}  {what}  {iteration.ending.name.lower().replace('_', ' ')}"
