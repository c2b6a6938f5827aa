"""The sounds of a tick's events: which, how loud, and how fast they are played. An event without a file is silent."""

from collections.abc import Sequence
from math import dist
from pathlib import Path
from typing import NamedTuple

from ..lab import IncidentKind
from ..level import Level
from ..simulation import Event, EventKind, TickRecord
from ..simulation.event_detection import strides
from ..simulation.race_clock_and_medals import finish_of, medal_of, run_seconds

FOLDER = Path(__file__).resolve().parents[2] / "assets" / "sounds"
SOFT = ("grass", "earth", "sand", "moss", "meadow")
STEPS = {"wood": "wood", "tread": "wood", **dict.fromkeys(SOFT, "grass")}  # other materials: stone
HARDEST = 12.0  # [m/s] speed at which a landing is loudest: after a fall of 7 m
SOFTEST = 1.5  # [m/s] a slower landing makes no sound
RUNNING = 8.0  # [m/s] speed at which footsteps are loudest
# Largest difference in pitch and in loudness between footsteps. Smaller: they sound mechanical; larger: like several people
PITCH_SPREAD, LOUDNESS_SPREAD = 0.06, 0.2
GOLDEN, SILVER = 0.618, 0.414  # turns from one footstep to the next, so that successive ones differ

# Loops: files in assets/sounds, each as loud as the nearest source of its kind. KINDS: those of volumes
KINDS = {"water": "water", "wind": "wind", "conveyor": "belt"}
REACH = {"water": 12.0, "wind": 9.0, "belt": 9.0, "hum": 10.0}  # [m] distance at which a sound has faded out
LOUDEST = {"water": 0.45, "wind": 0.55, "belt": 0.40, "hum": 0.35}
SWELL = 0.25  # [s] of fading a loop in and out. Shorter: the loop clicks; longer: it is heard after its source is gone
FAINT = 0.002  # loudness below which a loop is not played


class SoundCue(NamedTuple):
    """A sound to play once: the name of its file in assets/sounds, its loudness 0..1, and a factor of the speed of playback."""

    name: str
    loudness: float
    pitch: float = 1.0


PLAIN = {
    EventKind.JUMPED: SoundCue("jump", 0.5),
    EventKind.BUMPED_HEAD: SoundCue("bump", 0.7),
    EventKind.PORTED: SoundCue("portal", 0.7),
    EventKind.CHECKPOINT: SoundCue("checkpoint", 0.6),
    EventKind.DIED: SoundCue("die", 0.7),
}

MAGIC = SoundCue("magic", 0.7)  # the same as for a ball in the lab's court
WITH_MEDAL, WITHOUT_MEDAL = SoundCue("medal", 0.8), SoundCue("finish", 0.8)
INCIDENTS = {
    IncidentKind.OPERATED: "switch",
    IncidentKind.STRUCK: "clink",
    IncidentKind.PASSED: "magic",
    IncidentKind.BROKE: "crack",
    IncidentKind.BURST: "burst",
}
FAR = 6.0  # [m] distance at which an incident is half as loud. Less: a board hides its exhibit; more: all rooms are heard at once
QUIETEST = 0.05  # loudness below which a sound is not played. Less: inaudible sounds replace audible ones
BASE, PER_IMPULSE = 0.25, 0.15  # loudness at a distance of 0 without an impulse, and for each N s of it


def event_sounds(events: Sequence[Event], record: TickRecord, level: Level, hz: int) -> list[SoundCue]:
    """Return the sounds of a tick's events, and of the incidents of its exhibits. `hz`: ticks per second"""
    cues = []
    for event in events:
        if event.kind == EventKind.FOOTSTEP:
            cues.append(footstep(event, record, level))
        elif event.kind == EventKind.LANDED:
            cues += landing(event, record, level)
        elif event.kind == EventKind.ENTERED and level.volumes[event.volume].kind == "water":
            cues.append(SoundCue("splash", min(1.0, 0.3 + event.amount / HARDEST)))
        elif event.kind == EventKind.ENTERED and level.volumes[event.volume].kind == "magic_wall":
            cues.append(MAGIC)
        elif event.kind == EventKind.FINISHED:
            medal = medal_of(finish_of(level), run_seconds(record.after, hz))
            cues.append(WITH_MEDAL if medal else WITHOUT_MEDAL)
        elif event.kind in PLAIN:
            cues.append(PLAIN[event.kind])
    return cues + incident_sounds(record)


def incident_sounds(record: TickRecord) -> list[SoundCue]:
    """Return the loudest incident for each sound of a tick's exhibits. It falls with the distance and grows with the impulse."""
    loudest: dict[str, float] = {}
    if record.lab is None:
        return []
    for exhibit in record.lab.exhibits:
        for incident in record.lab.readout(exhibit.place.name).incidents:
            away = dist(exhibit.place.pose.to_world(incident.place), record.after.position)
            full = BASE + PER_IMPULSE * abs(incident.amount) if incident.kind == IncidentKind.STRUCK else 0.7
            loudness = min(1.0, full) / (1.0 + (away / FAR) ** 2)
            name = INCIDENTS[incident.kind]
            if loudness >= max(QUIETEST, loudest.get(name, 0.0)):
                loudest[name] = loudness
    return [SoundCue(name, loudness) for name, loudness in loudest.items()]


def footstep(event: Event, record: TickRecord, level: Level) -> SoundCue:
    """Return the sound of a footstep. It depends on the ground, alternates between two feet, and varies slightly."""
    number = strides(record.after, record)
    foot = "_2" if number % 2 else ""
    loudness = min(1.0, 0.35 + 0.4 * event.amount / RUNNING) * (1.0 - LOUDNESS_SPREAD * (number * SILVER % 1.0))
    pitch = 1.0 + PITCH_SPREAD * (2.0 * (number * GOLDEN % 1.0) - 1.0)
    return SoundCue(f"step_{ground_sound(event, record, level)}{foot}", loudness, pitch)


def landing(event: Event, record: TickRecord, level: Level) -> list[SoundCue]:
    """Return the sounds of an impact faster than SOFTEST, and of the feet on the ground. A faster one is louder and lower."""
    if event.amount <= SOFTEST:
        return []
    hard = min(1.0, event.amount / HARDEST)
    feet = SoundCue(f"step_{ground_sound(event, record, level)}", min(1.0, 0.4 + 0.4 * hard))
    return [SoundCue("land", hard, 1.1 - 0.25 * hard), feet]


def ground_sound(event: Event, record: TickRecord, level: Level) -> str:
    """Return the ground's sound at a footstep or landing: "water" in water, "wood" or "iron" on a mover, "grass" or "stone"."""
    if any(level.volumes[number].kind == "water" for number in record.after.inside):
        return "water"
    if record.after.ground_body >= 0:
        surfaces = level.movers[record.after.ground_body].surfaces
        return "wood" if any(level.materials[surface].name == "wood" for surface in surfaces) else "iron"
    name = level.materials[event.surface].name if 0 <= event.surface < len(level.materials) else ""
    return STEPS.get(name, "stone")
