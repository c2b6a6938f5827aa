"""A trace and the test of a triangle as text: short lines, each with its section of the paper, and numbers in one format.

All values are in eSpace. A time t is the fraction of the velocity, which is a displacement: 0 at its start, 1 at its end. Names
such as basePoint are those of the paper.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from math import acos, degrees, inf
from textwrap import wrap
from typing import NamedTuple

from ..collision import Iteration, Trace
from ..collision.trace import Ending, Feature, Outcome, Pass
from ..core.vec3 import ZERO, Vector, add, dot, length, reject, sub
from ..player.step_up import StepOutcome
from ..simulation import Ground, PlayerState, TickRecord
from .rule_explanations import NAMES
from .triangle_test_replay import Inspection, Stage, TrianglePart, TriangleTest, sweep_of

WIDTH = 52  # letters of a line, except for long vectors. Smaller: most lines wrap; larger: they do not fit beside the game
NO_BREAK = "\N{NO-BREAK SPACE}"
SHORT = 5e-5  # [m] of a walk without words, because it is 0.0 mm. Longer: real walks have none; shorter: rounding has some
LISTED = 24  # numbers of candidates that are written out. Fewer: an ordinary tick is cut; more: a dense one fills the panel
ROUNDING = 1e-6  # part of the skin. Larger: a gap of its own is not said; smaller: a body that rests on it seems to move
LEANS = 0.01  # of unit vectors that differ. Larger: edges near the body's middle are not named; smaller: rounding leans
EXPONENT_FROM = 1e6  # larger numbers are written with an exponent, because their decimals are rounding


class ExplanationLine(NamedTuple):
    """A line of an explanation. `section` is that of the paper, such as "3.2", or "" for that of the line before."""

    section: str
    text: str


class Sentence(NamedTuple):
    """A sentence of an explanation, as SENTENCES has them."""

    section: str
    text: str
    fact: str = ""


def lines_of(section: str, *texts: str) -> list[ExplanationLine]:
    """Return texts of one section of the paper, each wrapped into lines of at most WIDTH letters, further ones indented."""
    lines: list[str] = []
    for text in texts:  # most are short, and to wrap a text takes long
        lines += [text] if 0 < len(text) <= WIDTH else wrap(text, WIDTH, subsequent_indent="  ", break_long_words=False)
    return [ExplanationLine(section, line.replace(NO_BREAK, " ")) for line in lines]


def without_repeats(lines: Sequence[ExplanationLine]) -> list[ExplanationLine]:
    """Copy the lines. Of successive lines of one section, only the first keeps the section. The others have ""."""
    sections = ["", *(line.section for line in lines)]
    return [ExplanationLine("" if line.section == last else line.section, line.text) for last, line in zip(sections, lines)]


def number_text(value: float) -> str:
    """Return a number as text with six decimals, or with six digits and an exponent from EXPONENT_FROM on."""
    return f"{value:.6g}" if abs(value) >= EXPONENT_FROM else f"{round(float(value), 6) + 0.0:.6f}"


def millimetres(distance: float) -> str:
    return f"{round(1000.0 * distance, 1) + 0.0:.1f} mm"


def fine(distance: float) -> str:
    return f"{round(1000.0 * distance, 3) + 0.0:.3f} mm"


def point(vector: Vector) -> str:
    """Return a vector as text "(x, y, z)", with no-break spaces, so that `lines_of` does not wrap it."""
    return f"({f',{NO_BREAK}'.join(map(number_text, vector))})"


def list_text(numbers: Sequence[int]) -> str:
    """Return numbers separated by commas. Those after the first LISTED are only counted, as in "1, 2 and 5 more"."""
    shown = ", ".join(str(n) for n in numbers[:LISTED])
    return shown if len(numbers) <= LISTED else f"{shown} and {len(numbers) - LISTED} more"


# The sentences about the test of a triangle, in the order of the paper, as SENTENCES are. `ABOUT_PARTS` is the place of PART, the
# sentences about a corner or an edge: its quadratic equation, the roots, and the reason to accept or reject them.
ABOUT_PARTS = Sentence("3.4", "", "outline")
TEST = (
    Sentence("3.2", "triangle {triangle}"),
    Sentence("3.2", f"N {{normal}}, Cp{NO_BREAK}{{constant}}"),
    Sentence("3.1", "not tested: its box is out of the sweep's reach", "unreached"),
    Sentence("3.2", "SignedDistance(basePoint) {distance}", "reached"),
    Sentence("3.2", "N · velocity {closing}: back-facing, skipped", "back-facing"),
    Sentence("3.2", "N · velocity {closing}: t0 {t0}, t1 {t1}", "crosses the plane"),
    Sentence("3.2", "N · velocity {closing}: parallel to the plane", "parallel"),
    Sentence("3.2", "[t0, t1] does not overlap [0, 1]: out of reach", "plane out of reach"),
    Sentence("3", "distance to the triangle at the start {atStart}", "starts near"),
    Sentence("3", "touches already, {depth} deep, and moves towards it", "approaches"),
    Sentence("3", "touches already, {depth} deep, and does not move towards it", "leaves"),
    Sentence("3.3", "planeIntersectionPoint {planePoint}", "has a plane point"),
    Sentence("3.3", "barycentric {weights}: inside", "inside"),
    Sentence("3.3", "barycentric {weights}: outside", "outside"),
    ABOUT_PARTS,
    Sentence("3", "its distance, convex along the sweep, stays above 1", "stays away"),
    Sentence("3.5", "no contact before t = {nearest}", "no contact"),
    Sentence("3.5", "contact with its {feature} at t = {t}", "contact"),
)
PART = (
    Sentence("3.4", "{part}: B² - 4 A C {square}, no root", "no real root"),
    Sentence("3.4", "{part}: parallel to the velocity, no root", "parallel"),
    Sentence("3.4", "{part}: A {a}, B {b}, C {c}", "has roots"),
    Sentence("3.4", "  x1 {x1}, x2 {x2}: {verdict}", "corner with roots"),
    Sentence("3.4", f"  x1 {{x1}}, x2 {{x2}}, f0{NO_BREAK}{{f0}}: {{verdict}}", "edge with roots"),
)
EARLY = {Stage.UNREACHED: "unreached", Stage.BACK_FACING: "back-facing", Stage.INTERVAL: "plane out of reach"}
PLANE_POINT = {Stage.INSIDE: "inside", Stage.OUTLINE: "outside"}


def describe_triangle_test(test: TriangleTest) -> list[ExplanationLine]:
    values, facts = values_of_test(test), facts_of_test(test)
    lines: list[ExplanationLine] = []
    for sentence in TEST:
        if sentence is ABOUT_PARTS:
            lines += [line for part in test.parts for line in said(PART, values_of_part(part), facts_of_part(part))]
        else:
            lines += said([sentence], values, facts)
    return lines


def said(sentences: Iterable[Sentence], values: Mapping[str, str], facts: set[str]) -> list[ExplanationLine]:
    """Return the lines of the sentences that are true, with their values."""
    true = (one for one in sentences if not one.fact or one.fact in facts)
    return [line for section, text, _ in true for line in lines_of(section, text.format_map(values))]


def facts_of_test(test: TriangleTest) -> set[str]:
    """Return the facts about the test of a triangle on which TEST depends."""
    stage, early = test.stage, EARLY.get(test.stage, "")
    if stage == Stage.UNREACHED:
        return {early}
    facts = {"reached", early}
    if stage != Stage.BACK_FACING:
        facts.add("crosses the plane" if test.normal_dot_velocity else "parallel")
    if early:
        return facts
    if test.at_start is not None:  # only the exact test needs it
        facts.add("starts near")
        if stage == Stage.TOUCHING:
            facts.add("approaches" if test.outcome == Outcome.HIT else "leaves")
    if stage in PLANE_POINT and test.point_on_plane is not None and test.barycentric is not None:
        facts |= {"has a plane point", PLANE_POINT[stage]}
    if stage == Stage.AWAY:
        return facts | {"stays away"}
    return facts | {"no contact" if test.feature is None or test.t is None else "contact"}


def values_of_test(test: TriangleTest) -> dict[str, str]:
    """Return the values of TEST as text. Those that need a fact are there only with it."""
    (t0, t1), (start, _) = test.interval, test.at_start or (inf, inf)
    vectors = {"normal": test.normal, "planePoint": test.point_on_plane, "weights": test.barycentric}
    numbers = {"constant": test.constant, "distance": test.distance, "closing": test.normal_dot_velocity, "t0": t0, "t1": t1,
               "atStart": start, "depth": 1.0 - start, "nearest": test.nearest, "t": test.t}  # fmt: skip
    words = {"triangle": str(test.triangle), "feature": "" if test.feature is None else test.feature.name.lower()}
    words |= {name: point(vector) for name, vector in vectors.items() if vector is not None}
    return words | {name: number_text(value) for name, value in numbers.items() if value is not None}


def facts_of_part(part: TrianglePart) -> set[str]:
    """Return the facts about a corner or an edge on which PART depends."""
    a, b, c = part.equation
    if part.roots[0] == inf:
        return {"no real root" if b * b - 4.0 * a * c < 0.0 else "parallel"}
    return {"has roots", "corner with roots" if part.f0 is None else "edge with roots"}


def values_of_part(part: TrianglePart) -> dict[str, str]:
    (a, b, c), (x1, x2) = part.equation, part.roots
    numbers = {"a": a, "b": b, "c": c, "x1": x1, "x2": x2, "f0": part.f0, "square": b * b - 4.0 * a * c}
    kind = "corner" if len(part.points) == 1 else "edge"
    words = {"part": f"{kind} {part.name}", "verdict": part.verdict.value.replace(" ", NO_BREAK)}
    return words | {name: number_text(value) for name, value in numbers.items() if value is not None}


PASS_WORDS = {
    Pass.MOVE: "Move pass",
    Pass.STEP_UP: "Step: up",
    Pass.STEP_FORWARD: "Step: forward",
    Pass.STEP_DOWN: "Step: down",
    Pass.GRAVITY: "Gravity pass",
    Pass.GROUND: "Search for ground",
}
# The text of each ending, with its section of the paper.
ENDING_WORDS = {
    Ending.ARRIVED: ("F", "No contact: moves by the whole displacement."),
    Ending.SLID: ("4.2", "Goes on along the sliding plane."),
    Ending.LANDED: ("4.4", "Stops: gravity does not slide on walkable ground."),
    Ending.BLOCKED: ("4.2", "Stops: the contact planes block every direction."),
    Ending.TOO_SHORT: ("F", "Stops: the remaining displacement is too short."),
    Ending.ITERATIONS: ("F", "Stops: no more iterations are allowed."),
    Ending.STOPPED: ("3.5", "Stops at the first contact."),
    Ending.SNAPPED: ("4.4", "Stands on the floor. This sweep down is longer than the fall of a tick, to find it."),
}
CARRIED = "4.4", "Lands: the steep surfaces that it touches carry it together."  # the ending LANDED on none that is ground
OUTCOME_WORDS = {
    Outcome.UNREACHED: "too far",
    Outcome.BACK_FACING: "back-facing",
    Outcome.INTERVAL_OUTSIDE: "plane out of reach",
    Outcome.STAYS_AWAY: "never near enough",
    Outcome.FULL_TEST: "tested in full",
    Outcome.HIT: "hit",
}

SECTIONS = (
    "Kasper Fauerby, “Improved Collision detection and Response”, 2003. Numbers such as 3.1 and 4.2 are its sections, F is its "
    "appendix F. Names such as slidePlaneNormal are those of its program."
)
GLOSSARY = (
    ("tick", "a sixtieth of a second, in which the game moves the body once"),
    ("pass", "a part of a tick: the move, the three sweeps of a step (up, ahead, down), gravity"),
    ("sweep", "a straight motion of the body up to its first contact"),
    ("iteration", "one sweep, and the turn of what is left of the displacement into the sliding plane; a pass has several"),
    ("displacement", "how far, and where, the body is to move"),
    ("candidate", "a triangle near the sweep, which is tested"),
    ("sliding plane", "the plane that touches the body at its contact, along which it goes on; drawn as a disc"),
    ("ellipsoid space", "the world, stretched until the body is a ball of radius 1; names of the paper are values there"),
    ("the paper", SECTIONS),
    ("printed rules", "the program as the paper prints it, with its faults"),
    ("rules after the forum", "the same with the repairs from the FreeBASIC forum, “Collision detection in 3D”, 2020"),
    ("orange", "the body; half clear where it was, or was to go, with rings; rods between them: its way"),
    ("grey", "the inside of the level where the picture cuts it"),
    ("twin", "a second body with the same input and other rules"),
)


def describe_trace(trace: Trace, inspection: Inspection | None = None) -> str:
    """Return the iterations as text, each pass under its title. An Inspection adds the tests of triangles that were hit."""
    lines = [f"{len(trace.candidates)} candidate triangles: {list_text(sorted(trace.candidates))}"]
    for iteration in trace.iterations:
        if iteration.number == 0:
            lines += ["", PASS_WORDS[iteration.pass_]]
        described = describe_iteration(trace, iteration, inspection)
        lines += [f"  iteration {iteration.number + 1}", *(f"    {section:4}{text}" for section, text in described)]
    return "\n".join(lines)


# The gap that a body keeps to what it met: the text, and its fact.
GAP_SENTENCES = (
    ("the contact is beyond the displacement, but nearer to its end than the skin", "looks ahead"),
    ("stops {skin} before the sliding plane: the skin", "keeps the skin"),
    ("{near} from the sliding plane already: the skin is {skin}", "is within the skin"),
    ("stops {veryClose} before the contact, along the displacement: veryCloseDistance", "keeps veryCloseDistance"),
    ("nearer to the contact than veryCloseDistance already", "is within veryCloseDistance"),
)
# The sentences about an iteration, in the order of the paper: section, text with names of values in braces, and the fact without
# which it is not said, or "". The scripts of pages say the same ones (web/inspector.js). `ABOUT_TEST` is the place of the test.
ABOUT_TEST = Sentence("3.2", "", "touches")
SENTENCES = (
    Sentence("F", "from {start}"),
    Sentence("F", "by {displacement}, {way} m"),
    Sentence("2.4", "basePoint {base}", "moves"),
    Sentence("2.4", "velocity {velocity}", "moves"),
    Sentence("3.1", "candidates: {counts}", "tests"),
    Sentence("3.1", "no candidates", "tests nothing"),
    ABOUT_TEST,
    Sentence("3.1", "nearest: {feature} of triangle {triangle} at t = {fraction}", "touches"),
    Sentence("3.1", "contact point {point}", "touches"),
    Sentence("4.1", "slidePlaneNormal {eNormal}", "touches"),
    Sentence("4.1", "constant {constant}; both in eSpace", "touches"),
    Sentence("4.1", "in the world {normal}", "touches"),
    Sentence("4.1", "tilted {tilt} degrees; face {faceTilt} degrees", "touches"),
    Sentence("4.1", "can be stood on: not steeper than {steepest} degrees", "touches ground"),
    Sentence("4.1", "can be stood on: its face is not steeper than {steepest} degrees", "touches ground by its face"),
    Sentence("4.1", "its face could be stood on, but it is {height} m above the feet, a step at most {climb} m", "is no step"),
    Sentence("4.1", "too steep to stand on: steeper than {steepest} degrees", "is too steep"),
    Sentence("4.1", "faces down: nothing to stand on", "faces down"),
    Sentence("4.1", "its face does not count: the rule “{class_by_face}” is off", "its face may not count"),
    Sentence("4.1", "its face is less steep, but does not count here", "its face does not count"),
    Sentence("4.1", "treated as a vertical wall", "touches a wall"),
    Sentence("4.1", "no vertical wall: the rule “{steep_is_wall}” is off", "may be walked up"),
    Sentence("4.2", "moves close, to {end}", "touches"),
    *(Sentence("4.2", text, fact) for text, fact in GAP_SENTENCES),
    Sentence("4.2", "destinationPoint {destination}", "slides"),
    Sentence("4.2", "newDestinationPoint {newDestination}", "slides"),
    Sentence("4.2", "newVelocityVector {next}, {nextWay} m", "slides"),
    Sentence("F", "arrives at {end}", "arrives"),
)
STOPPED = "what stops the body is {height} m above the feet. Raised by {climb} m"
# The same in short, in the order of events and in the world: what it is, its words, the fact. The ending follows.
STORY = (
    Sentence("this pass", "thrown away, because the step gets farther", "is thrown away"),
    Sentence("displacement", "{asked}", "sweeps"),
    Sentence("displacement", "{asked}: as high as a step may be", "sweeps up"),
    Sentence("displacement", "{asked}: down again, and farther by the greatest step down", "sweeps down"),
    Sentence("hit", "{feature} of triangle {triangle}, after {reached} along the displacement", "touches"),
    Sentence("hit", "nothing", "arrives"),
    *(Sentence("gap", text, fact) for text, fact in GAP_SENTENCES),
    Sentence("remains", "{kept} along the sliding plane", "slides"),
    Sentence("remains", "{rise} of it upwards: the round bottom slides over the edge", "slides up an edge"),
)
# Why a tick took no step over what it met, as the solver has recorded it. height: of the lowest contact that is no ground
REFUSALS = {
    StepOutcome.OFF_FLOOR: "No step is tried: the body does not stand on the floor.",
    StepOutcome.RULE_OFF: "No step: the rule “{climb_steps}” is off. It would lift the body over edges up to {climb} m.",
    StepOutcome.NO_HEIGHT: "No step: its greatest height is 0.",
    StepOutcome.NO_OBSTACLE: "No step is needed: what it met is ground to walk on.",
    StepOutcome.NO_ROOM: "No step: something is right above the body.",
    StepOutcome.SLID_AS_FAR: "No step: the slide gets as far as a step could.",
    StepOutcome.NO_FARTHER: f"No step: {STOPPED}, it gets no farther.",
    StepOutcome.MET_AGAIN: f"No step: {STOPPED}, it meets the same again.",
    StepOutcome.NO_GROUND: f"No step: {STOPPED}, it gets farther, but comes down on no ground.",
    StepOutcome.TOO_HIGH: f"No step: {STOPPED}, it gets farther, but the ground there is higher than a step.",
    StepOutcome.TOO_NARROW: f"No step: {STOPPED}, it gets farther, but the ground there is too narrow for a foot.",
    StepOutcome.TOO_STEEP: f"No step: {STOPPED}, it finds ground, but the way up to it is too steep.",
    StepOutcome.TOO_LONG: f"No step: {STOPPED}, it gets farther, but finds no ground for a foot, not even halfway.",
}
# What a tick came to, in whole sentences: what moved the player to another place, how far walking led, then what gravity did.
# Texts and facts as in SENTENCES. Lengths are horizontal, in the direction of walking: so the solver compares slide and step.
RESULT = (
    ("Returned to the last safe place: the body fell out of the level. Before that:", "fell out"),
    ("Returned to the start: the body fell out of the level. Before that:", "fell out before it stood"),
    ("Returned to the last checkpoint. Before that:", "died after a checkpoint"),
    ("Returned to the start. Before that:", "died"),
    ("Returned to the last checkpoint after a fall. Before that:", "fell after a checkpoint"),
    ("Returned to the start after a fall. Before that:", "fell"),
    ("A mover crushed it, and it returned to the last checkpoint. Before that:", "crushed after a checkpoint"),
    ("A mover crushed it, and it returned to the start. Before that:", "crushed"),
    ("Came out of a portal. Before that:", "ported"),
    ("Nothing is in the way: {asked} horizontally ahead.", "is free"),
    ("Horizontally ahead, the slide gets {slid} of {asked}.", "is met"),
    ("Horizontally ahead, the slide gets {slid} of {asked}: the round bottom slides up over the edge, by {risen}.", "slides up"),
    ("Horizontally ahead, the slide gets {slid} of {asked}, the step gets {stepped}: the step is kept.", "takes a step"),
    *((text, outcome.name) for outcome, text in REFUSALS.items()),
    ("Walking and falling are one pass: the rule “{separate_gravity}” is off.", "is one pass"),
    ("Ends on the floor.", "ends on the floor"),
    ("Ends on a steep slope.", "ends on a steep slope"),
    ("Ends in the air.", "ends in the air"),
    ("Stands on the floor.", "stands"),
    ("Stands on an edge of the floor.", "stands on an edge"),
    ("Stays on the floor.", "stays"),
    ("Lands on the floor.", "lands"),
    ("Steep surfaces carry it together.", "is carried"),
    ("Rises.", "rises"),
    ("Rises, and touches something.", "rises to something"),
    ("Falls.", "falls"),
    ("Slides down what is too steep to stand on.", "slides down"),
    ("Is held between steep surfaces.", "is held"),
    ("Rests on the floor.", "rests"),
    ("Slides down the floor: the rule “{gravity_lands}” is off.", "may slide"),
    ("Rests on an edge, which is no ground: the rule “{class_by_face}” is off.", "rests on an edge"),
    ("Slides off an edge, which is no ground: the rule “{class_by_face}” is off.", "slides off an edge"),
)

BACK = {  # the message of a game after such a fact
    "fell out": "you fell out of the level: you are back where you last stood",
    "fell out before it stood": "you fell out of the level: you are back at the start",
    "died after a checkpoint": "you died: you are back at the last checkpoint",
    "died": "you died: you are back at the start",
    "fell after a checkpoint": "you fell: you are back at the last checkpoint",
    "fell": "you fell: you are back at the start",
    "crushed after a checkpoint": "crushed: you are back at the last checkpoint",
    "crushed": "crushed: you are back at the start",
}


def respawn_message(before: PlayerState, after: PlayerState, is_timed: bool) -> str | None:
    """Return the message if the player respawned between two states, else None. `is_timed`: in a level with a clock"""
    fact = teleport_of(before, after)
    if fact not in BACK:
        return None
    is_clock_reset = fact in ("died", "fell", "crushed") and is_timed and before.started >= 0
    return BACK[fact] + ", with the clock at zero" * is_clock_reset


def result_of(record: TickRecord) -> str:
    """Return what a tick came to, as the sentences of RESULT that are true of its record, or "" without iterations."""
    trace, passes = record.trace, dict[Pass, list[Iteration]]((name, []) for name in Pass)
    for iteration in trace.iterations:
        passes[iteration.pass_].append(iteration)
    moves, forward, gravity = passes[Pass.MOVE], passes[Pass.STEP_FORWARD], passes[Pass.GRAVITY]
    values, facts = walk_result(trace, moves, forward) if moves else ({}, set())
    stood = record.before.ground == Ground.FLOOR
    if {"is met", "slides up"} & facts:
        facts.add(StepOutcome(record.after.step).name)
        values |= heights_of_step(trace, walk_of(moves))
    facts |= {gravity_result(trace, gravity, stood) if gravity else "", teleport_of(record.before, record.after)}
    if not trace.rules.separate_gravity and trace.iterations:
        facts |= {"is one pass"} if gravity else {"is one pass", ENDS[record.after.ground]}
    return " ".join(text.format_map(values | NAMES) for text, fact in RESULT if fact in facts)


ENDS = {Ground.FLOOR: "ends on the floor", Ground.STEEP: "ends on a steep slope", Ground.AIR: "ends in the air"}


def teleport_of(before: PlayerState, after: PlayerState) -> str:
    """Return the fact of RESULT about what moved the player to another place between two states, or ""."""
    if after.crushed > before.crushed or after.deaths > before.deaths:
        fell = before.ground == Ground.AIR and before.fall != ZERO  # and was not just put into a kill volume
        cause = "crushed" if after.crushed > before.crushed else "fell" if fell else "died"
        return f"{cause} after a checkpoint" if after.checkpoint >= 0 else cause
    if after.returns > before.returns:
        return "fell out" if after.stood is not None else "fell out before it stood"
    return "ported" if after.ported > before.ported else ""


def walk_of(moves: list[Iteration]) -> list[Iteration]:
    """Return the iterations of the first move pass. A second one is that of wind, water or a belt, and not of walking."""
    return moves[: next((at for at, one in enumerate(moves) if at and not one.number), len(moves))]


def walk_result(trace: Trace, moves: list[Iteration], forward: list[Iteration]) -> tuple[dict[str, str], set[str]]:
    """Return the values and facts of RESULT about the iterations of the move pass and of a step. One refused has none."""
    moves = walk_of(moves)
    start, wanted = moves[0].start, reject(moves[0].displacement, trace.up)
    asked = length(wanted)
    if asked < SHORT:
        return {}, set()
    ends = {"slid": moves[-1].end, "stepped": forward[-1].end if forward else start}
    values = {name: millimetres(dot(sub(end, start), wanted) / asked) for name, end in ends.items()}
    values["asked"] = millimetres(asked)
    if forward:
        return values, {"takes a step"}
    edges = [one for one in moves if one.hit and is_upper_edge(one, trace.up)]
    risen = dot(sub(ends["slid"], start), trace.up)
    slopes = [one for one in moves if one.hit and one.feature == Feature.FACE and dot(one.normal, trace.up) > LEANS]
    if edges and not slopes and risen > SHORT:
        return values | {"risen": millimetres(risen)}, {"slides up"}
    return values, {"is met" if any(one.hit for one in moves) else "is free"}


def heights_of_step(trace: Trace, moves: list[Iteration]) -> dict[str, str]:
    """Return the values of REFUSALS for a walk that met something."""
    _, lowest = min((one.walkable, one.e_point[2]) for one in moves if one.hit)
    return {"height": f"{(1.0 + lowest) / trace.space[4]:.3f}", "climb": f"{trace.rules.climb:.3f}"}


def texts_that_differ(one: float, other: float) -> list[str]:
    """Return two lengths [m] as text, with as many decimals, 2 to 8, as make them differ."""
    digits = next(digits for digits in range(2, 9) if digits == 8 or f"{one:.{digits}f}" != f"{other:.{digits}f}")
    return [f"{length:.{digits}f}" for length in (one, other)]


def is_upper_edge(iteration: Iteration, up: Vector) -> bool:
    """True if a contact is with the upper edge of a wall: not with a face, an edge within one, or an upright edge."""
    is_between_faces = length(sub(iteration.normal, iteration.face_normal)) > LEANS
    return iteration.feature != Feature.FACE and is_between_faces and dot(iteration.normal, up) > LEANS


def gravity_result(trace: Trace, iterations: list[Iteration], stood: bool) -> str:
    """Return the fact of RESULT about the iterations of the gravity pass. stood: True if the tick began on the floor"""
    met, ending = [one for one in iterations if one.hit], iterations[-1].ending
    if ending == Ending.SNAPPED:
        return "stands on an edge" if is_upper_edge(iterations[-1], trace.up) else "stands"
    if ending == Ending.LANDED:
        return "is carried" if is_carried(iterations[-1]) else "stays" if stood else "lands"
    if iterations[0].own_displacement[2] > 0.0:
        return "rises to something" if met else "rises"
    if not met:
        return "falls"
    is_held = ending in (Ending.BLOCKED, Ending.TOO_SHORT)
    if any(one.walkable for one in met) and not trace.rules.gravity_lands:
        return "rests" if is_held else "may slide"
    if any(dot(one.face_normal, trace.up) >= trace.rules.walkable_cos for one in met) and not trace.rules.class_by_face:
        return "rests on an edge" if is_held else "slides off an edge"
    return "is held" if is_held else "slides down"


def is_carried(iteration: Iteration) -> bool:
    """True for the last iteration of a fall that several surfaces end together, although each of them is too steep."""
    return iteration.ending == Ending.LANDED and not iteration.walkable


def ending_of(iteration: Iteration) -> tuple[str, str]:
    """Return the section of the paper and the words about the end of an iteration."""
    return CARRIED if is_carried(iteration) else ENDING_WORDS[iteration.ending]


def is_thrown_away(trace: Trace, iteration: Iteration) -> bool:
    """True for the move pass of a tick that keeps a step instead. A step that is refused has no iterations.

    A move pass after the step is that of wind, water or a belt.
    """
    walk = takewhile(lambda one: one.pass_ == Pass.MOVE, trace.iterations)
    is_walk = any((one.number, one.own_start) == (iteration.number, iteration.own_start) for one in walk)
    return is_walk and iteration.pass_ == Pass.MOVE and any(one.pass_ == Pass.STEP_FORWARD for one in trace.iterations)


def story_of(trace: Trace, iteration: Iteration) -> list[tuple[str, str]]:
    """Return the rows of STORY that are true of an iteration, and what follows."""
    values, facts = values_of(trace, iteration), facts_of(trace, iteration)
    rows = [(about, text.format_map(values)) for about, text, fact in STORY if not fact or fact in facts]
    return [*rows, ("then", ending_of(iteration)[1])]


def describe_iteration(trace: Trace, iteration: Iteration, inspection: Inspection | None = None) -> list[ExplanationLine]:
    """Describe one iteration of a Trace: the sweep, its candidates, the contact, and the slide along its plane."""
    values, facts = values_of(trace, iteration), facts_of(trace, iteration)
    lines: list[ExplanationLine] = []
    for sentence in SENTENCES:
        if sentence is ABOUT_TEST:
            test = inspection.test(iteration, iteration.candidate) if inspection and iteration.hit else None
            lines += describe_triangle_test(test) if test else []
        else:
            lines += said([sentence], values, facts)
    return without_repeats(lines + lines_of(*ending_of(iteration)))


@lru_cache(maxsize=1)  # an iteration's story and its lines have the same facts and values
def facts_of(trace: Trace, iteration: Iteration) -> set[str]:
    """Return the facts about an iteration on which SENTENCES depend."""
    facts = {"tests" if len(iteration.outcomes) else "tests nothing", "touches" if iteration.hit else "arrives"}
    facts.add({Pass.STEP_UP: "sweeps up", Pass.STEP_DOWN: "sweeps down"}.get(iteration.pass_, "sweeps"))
    if sweep_of(trace, iteration):
        facts.add("moves")
    if is_thrown_away(trace, iteration):
        facts.add("is thrown away")
    if iteration.hit:
        facts |= {plane_fact(trace, iteration), face_fact(trace, iteration), gap_fact(trace, iteration)}
        is_oblique = LEANS < dot(iteration.normal, trace.up) < trace.rules.walkable_cos
        if iteration.wall:
            facts.add("touches a wall")
        elif is_oblique and not trace.rules.steep_is_wall and iteration.pass_ in (Pass.MOVE, Pass.STEP_FORWARD):
            facts.add("may be walked up")
        if gap_to_contact(trace, iteration)[0] > length(iteration.displacement):
            facts.add("looks ahead")
        if iteration.ending == Ending.SLID:
            facts.add("slides")
            is_up = dot(iteration.next_displacement, trace.up) > SHORT and iteration.pass_ == Pass.MOVE
            facts |= {"slides up an edge"} if is_up and is_upper_edge(iteration, trace.up) else set()
    return facts


def plane_fact(trace: Trace, iteration: Iteration) -> str:
    """Return the fact about what a body can do on the plane of a contact: stand, or not because of its slope or its height."""
    slope = dot(iteration.normal, trace.up)
    if not iteration.walkable:
        return "faces down" if slope < -LEANS else "is too steep"
    if slope >= trace.rules.walkable_cos:
        return "touches ground"
    return "is no step" if iteration.wall else "touches ground by its face"


def face_fact(trace: Trace, iteration: Iteration) -> str:
    """Return the fact about a face that could be stood on, but does not count, or ""."""
    if iteration.walkable or dot(iteration.face_normal, trace.up) < trace.rules.walkable_cos:
        return ""
    return "its face does not count" if trace.rules.class_by_face else "its face may not count"


def gap_to_contact(trace: Trace, iteration: Iteration) -> tuple[float, float]:
    """Return the distances [m] from the start of a sweep to its contact: along the displacement, and to the sliding plane."""
    sweep = sweep_of(trace, iteration)
    part = iteration.e_distance / sweep.length if sweep else 0.0
    return part * length(iteration.displacement), -part * dot(iteration.normal, iteration.displacement)


def gap_fact(trace: Trace, iteration: Iteration) -> str:
    """Return the fact of GAP_SENTENCES about the gap that the body keeps, as `fraction_to_move` computes it."""
    rules = trace.rules
    if rules.skin_from_plane:
        return "keeps the skin" if gap_to_contact(trace, iteration)[1] > rules.skin * (1.0 + ROUNDING) else "is within the skin"
    return "keeps veryCloseDistance" if iteration.e_distance >= rules.very_close else "is within veryCloseDistance"


@lru_cache(maxsize=1)
def values_of(trace: Trace, iteration: Iteration) -> dict[str, str]:
    """Return the values of SENTENCES as text. Those that need a fact are there only with it."""
    counts = [f"{count} {words}" for outcome, words in OUTCOME_WORDS.items() if (count := iteration.count(outcome))]
    displacement, rest, sweep = iteration.displacement, iteration.next_displacement, sweep_of(trace, iteration)
    vectors = {"start": iteration.start, "displacement": displacement, "end": iteration.end, "next": rest}
    numbers = {"way": length(displacement), "nextWay": length(rest)}
    words = {"counts": ", ".join(counts), "asked": millimetres(length(displacement)), "kept": millimetres(length(rest))}
    if sweep:
        vectors |= {"base": sweep.base, "velocity": sweep.velocity}
    if iteration.hit:
        normal, constant = iteration.e_plane
        vectors |= {"point": iteration.point, "eNormal": normal, "normal": iteration.normal}
        vectors |= {"destination": add(iteration.start, displacement), "newDestination": add(iteration.end, rest)}
        numbers |= {"fraction": iteration.fraction, "constant": constant}
        tilts = {"tilt": iteration.normal, "faceTilt": iteration.face_normal}
        words |= {name: f"{tilt(plane, trace.up):.2f}" for name, plane in tilts.items()}
        words |= {"feature": iteration.feature.name.lower(), "triangle": str(iteration.triangle)}
        reached, near = gap_to_contact(trace, iteration)
        words |= {"reached": millimetres(reached), "near": fine(near), "skin": fine(trace.rules.skin)}
        words |= {"veryClose": fine(trace.rules.very_close / sweep.length * length(displacement))} if sweep else {}
        words["rise"] = millimetres(dot(rest, trace.up))
        words["steepest"] = f"{degrees(acos(trace.rules.walkable_cos)):.2f}"
        height = (1.0 - iteration.e_normal[2]) / trace.space[4]
        words |= dict(zip(("height", "climb"), texts_that_differ(height, trace.rules.climb)))
        words |= {name: NAMES[name] for name in ("class_by_face", "steep_is_wall")}
    words |= {name: point(vector) for name, vector in vectors.items()}
    return words | {name: number_text(value) for name, value in numbers.items()}


def tilt(normal: Vector, up: Vector) -> float:
    """Return the angle between a plane with a unit normal and the horizontal [degrees], more than 90 for one that faces down."""
    return degrees(acos(max(-1.0, min(1.0, dot(normal, up)))))
