"""Which sound an event makes, and how loud. No renderer, no sound device."""

from typing import NamedTuple

from game.simulation import EventKind
from game.simulation.events import strides
from game.simulation.race import finish_of, medal_of, run_seconds

SOFT = ("grass", "earth", "sand", "moss", "meadow")
STEPS = {"wood": "wood", "tread": "wood", **dict.fromkeys(SOFT, "grass")}  # others: stone
HARDEST = 12.0  # [m/s] a landing this hard is as loud as it gets; 7 m high
SOFTEST = 1.5  # [m/s] a softer landing makes no sound
RUNNING = 8.0  # [m/s], at which footsteps are as loud as they get
# How much higher or lower, and how much softer, one step is than another. Smaller: a machine gun; larger: others join in
PITCH_SPREAD, LOUDNESS_SPREAD = 0.06, 0.2
GOLDEN, SILVER = 0.618, 0.414  # turns from one step to the next: no two near each other are alike


class Heard(NamedTuple):
    """name: of a file in assets/sounds; loudness: 0..1; pitch: how many times as fast it is played"""

    name: str
    loudness: float
    pitch: float = 1.0


PLAIN = {
    EventKind.JUMPED: Heard("jump", 0.5),
    EventKind.BUMPED_HEAD: Heard("bump", 0.7),
    EventKind.PORTED: Heard("portal", 0.7),
    EventKind.CHECKPOINT: Heard("checkpoint", 0.6),
    EventKind.DIED: Heard("die", 0.7),
}


def sounds_of(events, record, level, hz):
    """[Heard, ...] for the events of a record. hz: ticks a second"""
    return [heard for event in events for heard in sounds_of_event(event, record, level, hz)]


def sounds_of_event(event, record, level, hz):
    """A list: a landing is heard by what it is on, too."""
    if event.kind == EventKind.FOOTSTEP:
        return [varied(step_sound(event, record, level), strides(record.after, record))]
    if event.kind == EventKind.LANDED:
        return landing_sounds(event, record, level)
    if event.kind == EventKind.ENTERED and level.volumes[event.volume].kind == "water":
        return [Heard("splash", min(1.0, 0.3 + event.amount / HARDEST))]
    if event.kind == EventKind.FINISHED:
        return [finish_sound(record, level, hz)]
    return [PLAIN[event.kind]] if event.kind in PLAIN else []


def step_sound(event, record, level):
    """A footstep by what is underfoot, the left foot a little different from the right one."""
    loudness = min(1.0, 0.35 + 0.4 * event.amount / RUNNING)
    foot = "_2" if strides(record.after, record) % 2 else ""
    return Heard(f"step_{underfoot(event, record, level)}{foot}", loudness)


def underfoot(event, record, level):
    """How what he stands on sounds: water, iron, wood, grass or stone."""
    if any(level.volumes[number].kind == "water" for number in record.after.inside):
        return "water"
    if record.after.ground_body >= 0:
        surfaces = level.movers[record.after.ground_body].surfaces
        return "wood" if any(level.materials[surface].name == "wood" for surface in surfaces) else "iron"
    name = level.materials[event.surface].name if 0 <= event.surface < len(level.materials) else ""
    return STEPS.get(name, "stone")


def varied(heard, number):
    """The sound of a step as the number'th would be: a little higher or lower, and softer, than others."""
    pitch = 1.0 + PITCH_SPREAD * (2.0 * (number * GOLDEN % 1.0) - 1.0)
    return Heard(heard.name, heard.loudness * (1.0 - LOUDNESS_SPREAD * (number * SILVER % 1.0)), pitch)


def landing_sounds(event, record, level):
    """The body's weight, the louder the harder and the lower, and the feet on what is there."""
    if event.amount <= SOFTEST:
        return []
    hard = min(1.0, event.amount / HARDEST)
    return [Heard("land", hard, 1.1 - 0.25 * hard), Heard(f"step_{underfoot(event, record, level)}", min(1.0, 0.4 + 0.4 * hard))]


def finish_sound(record, level, hz):
    """Another one for who won a medal."""
    medal = medal_of(finish_of(level), run_seconds(record.after, hz))
    return Heard("medal" if medal else "finish", 0.8)
