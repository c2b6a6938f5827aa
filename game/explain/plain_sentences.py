"""A tick and an iteration for a newcomer, in plain sentences without numbers."""

from math import dist

from ..collision import Iteration, Trace
from ..collision.trace import Ending, Pass
from ..core.vec3 import Vector, dot, length, reject, sub
from ..simulation import Ground, TickRecord
from .describe_trace import BACK, LEANS, SHORT, is_thrown_away, is_upper_edge, teleport_of
from .rule_explanations import UPRIGHT

# Part of a move, at least, that a slide leaves. Smaller: an arrow shows a slide too short to be seen; larger: one that is seen
# has no arrow.
HEAD_ON = 0.3
SAME_WALL = 0.99  # least cosine between normals of one wall. Larger: a round column is many; smaller: a blunt corner is one


def is_head_on(contact: Iteration) -> bool:
    """True if a slide leaves so little of the displacement that the body seems to stop."""
    least = HEAD_ON * (1.0 - contact.fraction) * length(contact.displacement)
    return length(contact.next_displacement) <= max(least, SHORT)


def plain_subject(record: TickRecord) -> Iteration | None:
    """Return the contact of a tick that a newcomer is shown: with a wall, else with the ground, else None."""
    met = record.contacts
    walls = (one for one in met if one.pass_ == Pass.MOVE and not one.walkable)
    grounds = (one for one in met if one.pass_ in (Pass.GRAVITY, Pass.GROUND))
    return next(walls, None) or record.wall_contact or next(grounds, None)


def own_motion(record: TickRecord) -> Vector:
    """Return how a tick moved the body, from its positions, without what movers did to it (3,) [m]."""
    return sub(sub(record.after.position, record.before.position), record.ride.displacement)


def slid(record: TickRecord) -> bool:
    """True if the body went a good part of its move in a tick along the contact that `plain_subject` returns."""
    contact, up = plain_subject(record), record.trace.up
    if contact is None or contact.pass_ != Pass.MOVE or contact.ending != Ending.SLID or is_thrown_away(record.trace, contact):
        return False
    went, rest = reject(own_motion(record), up), reject(contact.next_displacement, up)
    asked = length(reject(contact.displacement, up))
    return dot(went, rest) >= HEAD_ON * asked * length(rest) and length(rest) > SHORT


def plain_words(record: TickRecord) -> str:
    """Say for a newcomer what happened in a tick, without numbers. The body's positions before and after it decide."""
    went, up, contact = own_motion(record), record.trace.up, plain_subject(record)
    if back := teleport_of(record.before, record.after):
        words = BACK.get(back, "you came out of a portal")
        return f"{words[0].upper()}{words[1:]}."
    risen = dot(went, up)
    if contact is None or contact.pass_ != Pass.MOVE:
        said = "You met no wall in this tick."
        said += " The ground carried you." if record.after.ground == Ground.FLOOR and contact is not None else ""
    elif any(one.pass_ == Pass.STEP_FORWARD for one in record.trace.iterations):
        said = f"You hit a low edge here: the blue disc. A step{' up' * (risen > SHORT)} carried you over it."
    else:
        said = words_of_walls(record, contact)
    if record.after.ground != Ground.FLOOR and abs(risen) > SHORT:
        slope = record.after.ground == Ground.STEEP
        said += " You rose." if risen > 0.0 else " You slid down a steep slope." if slope else " You fell."
    return said + (" Something that moves took you along." if length(record.ride.displacement) > SHORT else "")


def words_of_walls(record: TickRecord, contact: Iteration) -> str:
    """Say for a newcomer what contacts of the move pass did to the body. contact: of `plain_subject`"""
    trace, went = record.trace, reject(own_motion(record), record.trace.up)
    met, disc = plain_name(trace, contact), ": the blue disc."
    if slid(record):
        did = "went on" if contact.walkable else "slid"
        return f"You hit {met} here{disc} The arrow is the rest of your move: you {did} along it."
    asked = length(reject(contact.displacement, trace.up))
    if contact.walkable and asked <= SHORT:
        return f"{met[0].upper()}{met[1:]} carried you{disc}"
    if length(went) > max(HEAD_ON * asked, SHORT):
        return f"You touched {met}{disc}"
    if length(went) > SHORT:
        return f"You hit {met}{disc} It took almost all of your move."
    walls = [one for one in record.contacts if one.pass_ == Pass.MOVE and not one.walkable]
    names = [plain_name(trace, one) for one in walls]
    others = [name for one, name in zip(walls, names) if dot(one.normal, contact.normal) < SAME_WALL]
    did = "you did not move" if dist(record.before.position, record.after.position) <= SHORT else "you got no farther"
    if others:
        held = "Two walls" if {others[0], met} == {WALL} else f"{met[0].upper()}{met[1:]} and {another(others[0], met)}"
        return f"{held} held you: {did}."
    return f"{met[0].upper()}{met[1:]} stopped you{disc}"


WALL = "the wall"


def plain_name(trace: Trace, contact: Iteration) -> str:
    """Return what a newcomer calls the thing that a contact is with."""
    above = dot(contact.normal, trace.up)
    if above < -LEANS:
        return "something above you"
    height = (1.0 + contact.e_point[2]) / trace.space[4]
    if is_upper_edge(contact, trace.up) and above < trace.rules.walkable_cos and height <= trace.rules.climb + trace.rules.skin:
        return "the edge of a step"
    if contact.walkable:
        return "the ground"
    if is_upper_edge(contact, trace.up):
        return "the upper edge of a wall"
    return "the steep slope" if above > UPRIGHT else WALL


def another(name: str, first: str) -> str:
    """Return the name of what is met after `first`: "another wall" after "the wall"."""
    return name if name != first else "another wall" if name == WALL else "another one"


def moved(iteration: Iteration) -> bool:
    return dist(iteration.start, iteration.end) > SHORT


def plain_sentence(trace: Trace, iteration: Iteration) -> str:
    """Say for a newcomer what happened in an Iteration of a Trace, without numbers."""
    before, later = neighbours(trace, iteration)
    if iteration.pass_ in (Pass.GRAVITY, Pass.GROUND):
        return words_of_fall(iteration, before, later)
    if iteration.pass_ in STEP_WORDS:
        return f"A step: up, forward, and down again. This is the way {STEP_WORDS[iteration.pass_]}."
    if is_thrown_away(trace, iteration):
        met = "You hit a low edge here: the blue disc." if iteration.hit else "You did not go this way."
        return f"{met} A step carried you over {'it' if iteration.hit else 'the edge'}."
    along_it = f"You slid along {plain_name(trace, before)}" if before and moved(iteration) else ""
    if not iteration.hit:
        if before:
            return f"{along_it}; nothing else was in the way." if along_it else "Nothing else was in the way."
        return "Nothing was in the way" + (": you went as far as you wanted." if moved(iteration) else ".")
    met = plain_name(trace, iteration)
    if before and along_it:
        here = f"{along_it}, up to {another(met, plain_name(trace, before))}: the blue disc."
    elif before:
        here = f"{met[0].upper()}{met[1:]} is in the way, too: the blue disc."
    else:
        here = f"You hit {met} here: the blue disc."
    if iteration.ending == Ending.ITERATIONS:
        return f"{here} The rules end your move here."
    if iteration.ending != Ending.SLID:
        return f"{here} No way was left along it, so you stopped."
    if is_head_on(iteration):
        return f"{here} It took almost all of your move."
    if later and later.hit and not moved(later):
        return f"{here} The arrow is the rest of your move, but {another(plain_name(trace, later), met)} stopped it."
    return f"{here} The arrow is the rest of your move: you slid along it."


STEP_WORDS = {Pass.STEP_UP: "up", Pass.STEP_FORWARD: "forward", Pass.STEP_DOWN: "down"}


def words_of_fall(iteration: Iteration, before: Iteration | None, later: Iteration | None) -> str:
    """Say for a newcomer what happened in an Iteration of gravity. before, later: those beside it in its pass"""
    if iteration.own_displacement[2] > 0.0:
        return "You rise: " + ("the purple disc is in the way." if iteration.hit else "nothing was above you.")
    if not iteration.hit:
        slope = "you slid along a slope, and nothing else" if before and moved(iteration) else "nothing"
        return f"Gravity pulled you down: {slope} was below you."
    slides = iteration.ending == Ending.SLID and later is not None and moved(later)
    return "Gravity pulled you down: " + ("you slid along the purple disc." if slides else "the purple disc carries you.")


def neighbours(trace: Trace, iteration: Iteration) -> tuple[Iteration | None, Iteration | None]:
    """Return the iterations before and after one in its pass, or None."""
    rows = trace.iterations
    wanted = iteration.pass_, iteration.number, iteration.own_start
    at = next(k for k, one in enumerate(rows) if (one.pass_, one.number, one.own_start) == wanted)
    before = rows[at - 1] if iteration.number else None
    later = rows[at + 1] if at + 1 < len(rows) and rows[at + 1].number == iteration.number + 1 else None
    return before, later
