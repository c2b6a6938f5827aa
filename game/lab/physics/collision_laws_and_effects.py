"""Contact rules: prologue, collision and epilogue of each meeting (Tang's lecture, resolving collisions).

A meeting is the first contact of two bodies in a tick. The prologue may let the pair pass until it is apart again. The collision
gives both new velocities. The epilogue causes effects, such as a charred patch, at the end of the tick, by time and body numbers.
"""

from collections.abc import Iterable, Mapping
from math import inf, sqrt
from typing import NamedTuple

from ...core.vec3 import Vector, along, dot, scale, sub

NEVER, ALWAYS, FROM_BEHIND = "never", "always", "from behind"
PROLOGUE, COLLISION, EPILOGUE = "prologue", "collision", "epilogue"
DESTROY, DECAL, BLAST, SOUND = "destroy", "decal", "blast", "sound"
NEAREST = 0.25  # distance below which a blast grows no more [m]. Smaller: a body in its centre flies off; larger: weak blasts

Pairs = frozenset[tuple[int, int]]  # of body numbers


class Body(NamedTuple):
    """A body that can meet others."""

    number: int  # identifies the body in Meetings
    kind: str  # name of its material, such as "ball"; Laws apply to pairs of kinds
    position: Vector  # [m]
    velocity: Vector  # [m/s]
    inverse_mass: float  # [1/kg], 0.0 for a body of infinite mass
    front: Vector = (0.0, 0.0, 0.0)  # for a one-way wall, the outward unit normal of the side that stops bodies; else zero


class BodyMeeting(NamedTuple):
    """The first contact of two bodies in a tick. first, second: numbers of the bodies"""

    time: float  # since the start of the tick [s]
    first: int
    second: int
    place: Vector  # contact point [m]
    normal: Vector  # unit vector from the second body to the first


class Law(NamedTuple):
    """The rules of a collision between bodies of two kinds."""

    passes: str = NEVER  # NEVER, ALWAYS, or FROM_BEHIND. With FROM_BEHIND, a body passes a one-way wall only towards its front.
    restitution: float = 0.5  # 0..1
    destroys: tuple[str, ...] = ()  # names of the kinds that are destroyed
    above: float = 0.0  # least closing speed for all effects but the sound [m/s]
    sound: str = ""  # name of the sound, "" for none
    decal: float = 0.0  # radius of the charred patch [m], 0.0 for none
    blast: float = 0.0  # radius of the blast [m], 0.0 for none
    strength: float = 0.0  # impulse of the blast at 1 m [N s]


class Effect(NamedTuple):
    """An effect of an epilogue, or the sound of a pair that passes."""

    kind: str  # DESTROY, DECAL, BLAST or SOUND
    time: float  # since the start of the tick [s]
    bodies: tuple[int, int]  # numbers of both bodies; (n, n) for DESTROY of body n
    place: Vector  # contact point [m]
    normal: Vector
    radius: float = 0.0  # of the patch or blast [m]
    strength: float = 0.0  # impulse of the blast at 1 m [N s]
    name: str = ""  # of the sound


class Phase(NamedTuple):
    time: float  # since the start of the tick [s]
    bodies: tuple[int, int]  # numbers of both bodies, the smaller first
    phase: str  # PROLOGUE, COLLISION or EPILOGUE
    closing: float  # speed along the normal before the meeting [m/s], above 0 if the bodies approach
    words: str  # result of the step, as text


class MeetingOutcome(NamedTuple):
    bodies: dict[int, Body]  # {number: Body} with the new velocities
    phases: list[Phase]  # of all meetings, in the order of time
    effects: list[Effect]  # of all meetings
    passing: Pairs  # of bodies that pass through each other until they are apart


def pair_of(meeting: BodyMeeting) -> tuple[int, int]:
    return min(meeting.first, meeting.second), max(meeting.first, meeting.second)


def resolve(
    laws: Mapping[tuple[str, str], Law], bodies: Iterable[Body], meetings: Iterable[BodyMeeting], passing: Pairs = frozenset()
) -> MeetingOutcome:
    """Resolve the meetings of a tick in the order of time, then of body numbers, and return the MeetingOutcome.

    passing: pairs not yet apart since an earlier tick. Their meetings, and later ones of a destroyed body, are left out.
    """
    now = {body.number: body for body in bodies}
    outcome = MeetingOutcome(now, [], [], passing)
    gone: set[int] = set()
    for meeting in sorted(meetings, key=lambda meeting: (meeting.time, *pair_of(meeting))):
        pair = pair_of(meeting)
        if pair in outcome.passing or gone & set(pair):
            continue
        first, second = now[meeting.first], now[meeting.second]
        rules = laws.get((first.kind, second.kind)) or laws.get((second.kind, first.kind)) or Law()
        closing = -dot(meeting.normal, sub(first.velocity, second.velocity))
        if prologue(outcome, rules, meeting, closing):
            outcome = outcome._replace(passing=outcome.passing | {pair})
            continue
        collision(outcome, rules, meeting, closing)
        gone |= epilogue(outcome, rules, meeting, closing)
    return outcome


def prologue(outcome: MeetingOutcome, rules: Law, meeting: BodyMeeting, closing: float) -> bool:
    """Append the prologue's Phase, and return True if the pair passes. It sounds once. closing: speed along the normal [m/s]"""
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
    """Change both velocities by an impulse along the normal, and append the collision's Phase. Bodies that part keep theirs."""
    first, second = outcome.bodies[meeting.first], outcome.bodies[meeting.second]
    light = first.inverse_mass + second.inverse_mass
    size = (1.0 + rules.restitution) * closing / light if closing > 0.0 and light > 0.0 else 0.0
    for body, sign in ((first, 1.0), (second, -1.0)):
        velocity = along(body.velocity, meeting.normal, sign * size * body.inverse_mass)
        outcome.bodies[body.number] = body._replace(velocity=velocity)
    outcome.phases.append(Phase(meeting.time, pair_of(meeting), COLLISION, closing, f"impulse {size:.4g} N s"))


def epilogue(outcome: MeetingOutcome, rules: Law, meeting: BodyMeeting, closing: float) -> set[int]:
    """Append the effects that the Law demands, and the epilogue's Phase that names them. Return the destroyed bodies' numbers."""
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
    """Return {number: Body} at the end of the tick: without destroyed bodies, with velocities changed by blasts."""
    gone = {effect.bodies[0] for effect in outcome.effects if effect.kind == DESTROY}
    bodies = {number: body for number, body in outcome.bodies.items() if number not in gone}
    for effect in outcome.effects:
        if effect.kind == BLAST:
            for number, body in bodies.items():
                push = scale(blast_impulse(effect, body.position), body.inverse_mass)
                bodies[number] = body._replace(velocity=along(body.velocity, push, 1.0))
    return bodies


def blast_impulse(effect: Effect, position: Vector) -> Vector:
    """Return the impulse [N s] of a BLAST on a body at a position [m], by the square of the distance beyond NEAREST."""
    offset = sub(position, effect.place)
    distance = sqrt(dot(offset, offset))
    if distance >= (effect.radius or inf) or distance == 0.0:
        return 0.0, 0.0, 0.0
    near = max(distance, NEAREST)
    return scale(offset, effect.strength / (near * near) / distance)


def still_passing(passing: Pairs, touching: Iterable[tuple[int, int]]) -> Pairs:
    """Return the pairs of `passing` that still touch. All pairs have the smaller number first."""
    return passing & frozenset(touching)
