"""Contact rules: prologue, collision and epilogue of each meeting (Tang's lecture, resolving collisions).

A meeting is the first contact of two bodies in a tick. The prologue may refuse the collision, so that the pair passes until it
is apart again. The collision gives both bodies new velocities. The epilogue causes effects: a body is destroyed, a patch is
charred, a blast pushes, a sound is played. Effects act at the end of the tick, in the order of time, then of body numbers.
"""

from collections.abc import Iterable, Mapping
from math import inf, isfinite, sqrt
from typing import NamedTuple

from ...core.input_errors import InputError, shown
from ...core.vec3 import Vector, along, dot, scale, sub

NEVER, ALWAYS, FROM_BEHIND = "never", "always", "from behind"
PROLOGUE, COLLISION, EPILOGUE = "prologue", "collision", "epilogue"
DESTROY, DECAL, BLAST, SOUND = "destroy", "decal", "blast", "sound"
NEAREST = 0.25  # distance below which a blast grows no more [m]. Smaller: a body in its centre flies off; larger: weak blasts


class Body(NamedTuple):
    """A body that can meet others.

    number: identifies the body in Meetings
    kind: name of its material, such as "ball"; Laws apply to pairs of kinds
    position, velocity: (3,) [m], [m/s]
    inverse_mass: [1/kg], 0.0 for a body of infinite mass
    front: for a one-way wall, the outward unit normal of the side that stops bodies; else zero
    """

    number: int
    kind: str
    position: Vector
    velocity: Vector
    inverse_mass: float
    front: Vector = (0.0, 0.0, 0.0)


class BodyMeeting(NamedTuple):
    """The first contact of two bodies in a tick.

    time: since the start of the tick [s]
    first, second: numbers of the bodies
    place: contact point (3,) [m]
    normal: unit vector from the second body to the first
    """

    time: float
    first: int
    second: int
    place: Vector
    normal: Vector


class Law(NamedTuple):
    """The rules of a collision between bodies of two kinds.

    passes: NEVER, ALWAYS, or FROM_BEHIND. With FROM_BEHIND, a body passes a one-way wall only towards its front.
    restitution: 0..1
    destroys: names of the kinds that are destroyed
    above: least closing speed for all effects but the sound [m/s]
    sound: name of the sound, "" for none
    decal: radius of the charred patch [m], 0.0 for none
    blast: radius of the blast [m], 0.0 for none; strength: impulse of the blast at 1 m [N s]
    """

    passes: str = NEVER
    restitution: float = 0.5
    destroys: tuple[str, ...] = ()
    above: float = 0.0
    sound: str = ""
    decal: float = 0.0
    blast: float = 0.0
    strength: float = 0.0


class Effect(NamedTuple):
    """An effect of an epilogue, or the sound of a pair that passes.

    kind: DESTROY, DECAL, BLAST or SOUND
    time: since the start of the tick [s]
    bodies: numbers of both bodies; (n, n) for DESTROY of body n
    place, normal: contact point (3,) [m] and unit normal
    radius, strength: radius [m] of the patch or blast; impulse of the blast at 1 m [N s]
    name: of the sound
    """

    kind: str
    time: float
    bodies: tuple[int, int]
    place: Vector
    normal: Vector
    radius: float = 0.0
    strength: float = 0.0
    name: str = ""


class Phase(NamedTuple):
    """One of the three steps of a meeting.

    time: since the start of the tick [s]
    bodies: numbers of both bodies, the smaller first
    phase: PROLOGUE, COLLISION or EPILOGUE
    closing: speed along the normal before the meeting [m/s], above 0 if the bodies approach
    words: result of the step, as text
    """

    time: float
    bodies: tuple[int, int]
    phase: str
    closing: float
    words: str


class MeetingOutcome(NamedTuple):
    """The result of all meetings of a tick.

    bodies: {number: Body} with the new velocities
    phases: of all meetings, in the order of time
    effects: of all meetings
    passing: pairs of body numbers that pass through each other until they are apart
    """

    bodies: dict[int, Body]
    phases: list[Phase]
    effects: list[Effect]
    passing: frozenset


def law(**keys) -> Law:
    """Return a Law. keys: its fields; those left out have their defaults

    Raises InputError for an unknown `passes` and for numbers out of range.
    """
    made = Law(**keys)
    if made.passes not in (NEVER, ALWAYS, FROM_BEHIND):
        raise InputError(f"passes must be {NEVER!r}, {ALWAYS!r} or {FROM_BEHIND!r}, not {shown(made.passes)}")
    if not 0.0 <= made.restitution <= 1.0:
        raise InputError(f"restitution must be 0 to 1, not {shown(made.restitution)}")
    for name in ("above", "decal", "blast", "strength"):
        if not (isfinite(getattr(made, name)) and getattr(made, name) >= 0.0):
            raise InputError(f"{name} must be zero or more, not {shown(getattr(made, name))}")
    return made


def pair_of(meeting: BodyMeeting) -> tuple[int, int]:
    """Return the numbers of a BodyMeeting's bodies, the smaller first."""
    return min(meeting.first, meeting.second), max(meeting.first, meeting.second)


def law_of(laws: Mapping[tuple[str, str], Law], first: Body, second: Body) -> Law:
    """Return the Law for the kinds of two bodies, Law() if `laws` has none.

    laws: {(kind, kind): Law}, with both kinds in either order
    """
    return laws.get((first.kind, second.kind)) or laws.get((second.kind, first.kind)) or Law()


def resolve(
    laws: Mapping[tuple[str, str], Law], bodies: Iterable[Body], meetings: Iterable[BodyMeeting], passing: frozenset = frozenset()
) -> MeetingOutcome:
    """Resolve the meetings of a tick in the order of time, then of body numbers, and return the MeetingOutcome.

    laws: {(kind, kind): Law}, with both kinds in either order
    bodies: at least those that meet, with their velocities before the meetings
    passing: pairs of body numbers that passed in an earlier tick and are not yet apart
    Meetings of these pairs and later meetings of a destroyed body are left out.
    """
    now = {body.number: body for body in bodies}
    outcome, gone = MeetingOutcome(now, [], [], passing), set()
    for meeting in sorted(meetings, key=lambda meeting: (meeting.time, *pair_of(meeting))):
        pair = pair_of(meeting)
        if pair in outcome.passing or gone & set(pair):
            continue
        first, second = now[meeting.first], now[meeting.second]
        rules, closing = law_of(laws, first, second), -dot(meeting.normal, sub(first.velocity, second.velocity))
        if prologue(outcome, rules, meeting, closing):
            outcome = outcome._replace(passing=outcome.passing | {pair})
            continue
        collision(outcome, rules, meeting, closing)
        gone |= epilogue(outcome, rules, meeting, closing)
    return outcome


def prologue(outcome: MeetingOutcome, rules: Law, meeting: BodyMeeting, closing: float) -> bool:
    """Append the prologue's Phase to the outcome, and return True if the pair passes. A pair that passes makes its sound once.

    rules: Law of the pair
    closing: speed along the normal [m/s], above 0 if the bodies approach
    """
    pair, first, second = pair_of(meeting), outcome.bodies[meeting.first], outcome.bodies[meeting.second]
    relative = sub(first.velocity, second.velocity)
    comes_from_behind = dot(relative, second.front) > 0.0 or dot(relative, first.front) < 0.0
    passes = rules.passes == ALWAYS or (rules.passes == FROM_BEHIND and comes_from_behind)
    words = "passes" if passes else "collides"
    outcome.phases.append(Phase(meeting.time, pair, PROLOGUE, closing, words))
    if passes and rules.sound:
        outcome.effects.append(Effect(SOUND, meeting.time, pair, meeting.place, meeting.normal, name=rules.sound))
    return passes


def collision(outcome: MeetingOutcome, rules: Law, meeting: BodyMeeting, closing: float) -> None:
    """Change both velocities by an impulse along the normal, and append the collision's Phase to the outcome.

    Bodies that do not approach keep their velocities.
    rules: Law of the pair
    closing: speed along the normal [m/s], above 0 if the bodies approach
    """
    first, second = outcome.bodies[meeting.first], outcome.bodies[meeting.second]
    light = first.inverse_mass + second.inverse_mass
    size = (1.0 + rules.restitution) * closing / light if closing > 0.0 and light > 0.0 else 0.0
    for body, sign in ((first, 1.0), (second, -1.0)):
        velocity = along(body.velocity, meeting.normal, sign * size * body.inverse_mass)
        outcome.bodies[body.number] = body._replace(velocity=velocity)
    outcome.phases.append(Phase(meeting.time, pair_of(meeting), COLLISION, closing, f"impulse {size:.4g} N s"))


def epilogue(outcome: MeetingOutcome, rules: Law, meeting: BodyMeeting, closing: float) -> set[int]:
    """Append the effects of a collision, and the epilogue's Phase that names them, to the outcome.

    Effects are destroyed bodies, a charred patch, a blast and a sound, as the Law demands.
    rules: Law of the pair
    closing: speed along the normal before the collision [m/s]
    Returns the numbers of the destroyed bodies.
    """
    pair, gone = pair_of(meeting), set()
    common = meeting.time, pair, meeting.place, meeting.normal
    if closing >= rules.above:
        for number in pair:
            if outcome.bodies[number].kind in rules.destroys:
                gone.add(number)
                outcome.effects.append(Effect(DESTROY, meeting.time, (number, number), meeting.place, meeting.normal))
        if rules.decal > 0.0:
            outcome.effects.append(Effect(DECAL, *common, radius=rules.decal))
        if rules.blast > 0.0:
            outcome.effects.append(Effect(BLAST, *common, radius=rules.blast, strength=rules.strength))
    if rules.sound:
        outcome.effects.append(Effect(SOUND, *common, name=rules.sound))
    words = ", ".join(
        effect.kind for effect in outcome.effects if effect.time == meeting.time and set(effect.bodies) <= set(pair)
    )
    outcome.phases.append(Phase(meeting.time, pair, EPILOGUE, closing, words or "nothing"))
    return gone


def apply_effects(outcome: MeetingOutcome) -> dict[int, Body]:
    """Return {number: Body} at the end of the tick: destroyed bodies are removed, and blasts have changed the velocities.

    Positions stay as they are.
    """
    gone = {effect.bodies[0] for effect in outcome.effects if effect.kind == DESTROY}
    bodies = {number: body for number, body in outcome.bodies.items() if number not in gone}
    for effect in outcome.effects:
        if effect.kind == BLAST:
            for number, body in bodies.items():
                push = scale(blast_impulse(effect, body.position), body.inverse_mass)
                bodies[number] = body._replace(velocity=along(body.velocity, push, 1.0))
    return bodies


def blast_impulse(effect: Effect, position: Vector) -> Vector:
    """Return the impulse (3,) [N s] of a blast on a body at a position (3,) [m].

    effect: Effect of the kind BLAST
    The magnitude of the impulse falls with the square of the distance, but is constant within NEAREST. The impulse is zero at
    the centre, and from the blast's radius on. A radius of 0 sets no limit.
    """
    offset = sub(position, effect.place)
    distance = sqrt(dot(offset, offset))
    if distance >= (effect.radius or inf) or distance == 0.0:
        return 0.0, 0.0, 0.0
    near = max(distance, NEAREST)
    return scale(offset, effect.strength / (near * near) / distance)


def still_passing(passing: frozenset, touching: Iterable[tuple[int, int]]) -> frozenset:
    """Return the pairs of `passing` that still touch, so that they continue to pass.

    passing, touching: pairs of body numbers, the smaller first
    """
    return passing & frozenset(touching)
