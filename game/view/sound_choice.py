"""Which sound an event makes, and how loud. No renderer, no sound device."""

from game.simulation import EventKind
from game.simulation.events import STRIDE

STEPS = {"wood": "wood", "tread": "wood", "grass": "grass", "earth": "grass", "sand": "grass"}  # others: stone
HARDEST = 12.0  # [m/s] a landing this hard is as loud as it gets; 7 m high
SOFTEST = 1.5  # [m/s] a softer landing makes no sound
RUNNING = 8.0  # [m/s], at which footsteps are as loud as they get

PLAIN = {
    EventKind.JUMPED: ("jump", 0.5),
    EventKind.BUMPED_HEAD: ("bump", 0.7),
    EventKind.PORTED: ("portal", 0.7),
    EventKind.CHECKPOINT: ("checkpoint", 0.7),
    EventKind.FINISHED: ("finish", 0.9),
    EventKind.DIED: ("die", 0.7),
}


def sounds_of(events, record, level):
    """[(name of a file in assets/sounds, loudness 0..1), ...] for the events of a record."""
    chosen = [sound_of(event, record, level) for event in events]
    return [sound for sound in chosen if sound]


def sound_of(event, record, level):
    if event.kind == EventKind.FOOTSTEP:
        return step_sound(event, record, level)
    if event.kind == EventKind.LANDED and event.amount > SOFTEST:
        return "land", min(1.0, event.amount / HARDEST)
    if event.kind == EventKind.ENTERED and level.volumes[event.volume].kind == "water":
        return "splash", min(1.0, 0.3 + event.amount / HARDEST)
    return PLAIN.get(event.kind)


def step_sound(event, record, level):
    """A footstep by what is underfoot, the left foot a little different from the right one."""
    loudness = min(1.0, 0.35 + 0.4 * event.amount / RUNNING)
    if any(level.volumes[number].kind == "water" for number in record.after.inside):
        return "step_water", loudness
    name = level.materials[event.surface].name if 0 <= event.surface < len(level.materials) else ""
    foot = "_2" if int(record.after.walked / STRIDE) % 2 else ""
    return f"step_{STEPS.get(name, 'stone')}{foot}", loudness
