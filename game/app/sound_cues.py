"""The sounds and messages of events, goals and incidents in exhibits. This module uses no sound device."""

from math import dist
from typing import NamedTuple

from ..core.right_forward_up_frame import up_of
from ..core.vec3 import along
from ..lab import IncidentKind
from ..simulation import EventKind
from ..simulation.event_detection import strides
from ..simulation.race_times_and_checkpoints import finish_of, medal_of, run_seconds

SOFT = ("grass", "earth", "sand", "moss", "meadow")
STEPS = {"wood": "wood", "tread": "wood", **dict.fromkeys(SOFT, "grass")}  # other materials: stone
HARDEST = 12.0  # [m/s] speed at which a landing is loudest: after a fall of 7 m
SOFTEST = 1.5  # [m/s] a slower landing makes no sound
RUNNING = 8.0  # [m/s] speed at which footsteps are loudest
# Largest difference in pitch and in loudness between footsteps. Smaller: they sound mechanical; larger: like several people
PITCH_SPREAD, LOUDNESS_SPREAD = 0.06, 0.2
GOLDEN, SILVER = 0.618, 0.414  # turns from one step to the next, so that successive steps differ


class SoundCue(NamedTuple):
    """A sound to play once.

    name: name of a sound file in assets/sounds, without ".wav"
    loudness: 0..1
    pitch: factor of the speed of playback
    """

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


def event_sounds(events, record, level, hz):
    """Return a list of SoundCues for the Events of a TickRecord in a Level, and for the incidents of its exhibits.

    hz: ticks per second
    """
    cues = []
    for event in events:
        if event.kind == EventKind.FOOTSTEP:
            cues.append(footstep(event, record, level))
        elif event.kind == EventKind.LANDED:
            cues += landing(event, record, level)
        elif event.kind == EventKind.ENTERED and level.volumes[event.volume].kind == "water":
            cues.append(SoundCue("splash", min(1.0, 0.3 + event.amount / HARDEST)))
        elif event.kind == EventKind.FINISHED:
            medal = medal_of(finish_of(level), run_seconds(record.after, hz))
            cues.append(SoundCue("medal" if medal else "finish", 0.8))
        elif event.kind in PLAIN:
            cues.append(PLAIN[event.kind])
    return cues + incident_sounds(record)


def incident_sounds(record):
    """Return a list of SoundCues for the incidents of a TickRecord's exhibits: for each sound the loudest incident.

    The loudness falls with the distance from the player, and grows with the impulse of a STRUCK incident. Sounds below QUIETEST
    are left out.
    """
    loudest = {}
    exhibits = record.lab.exhibits if record.lab else ()
    for exhibit in exhibits:
        for incident in record.lab.readout(exhibit.place.name).incidents:
            away = dist(exhibit.place.to_world(incident.place), record.after.position)
            full = BASE + PER_IMPULSE * abs(incident.amount) if incident.kind == IncidentKind.STRUCK else 0.7
            loudness = min(1.0, full) / (1.0 + (away / FAR) ** 2)
            name = INCIDENTS[incident.kind]
            if loudness >= max(QUIETEST, loudest.get(name, 0.0)):
                loudest[name] = loudness
    return [SoundCue(name, loudness) for name, loudness in loudest.items()]


def footstep(event, record, level):
    """Return the SoundCue of a footstep Event in a TickRecord and its Level.

    It depends on the ground, alternates between two feet, and varies slightly.
    """
    number = strides(record.after, record)
    foot = "_2" if number % 2 else ""
    loudness = min(1.0, 0.35 + 0.4 * event.amount / RUNNING) * (1.0 - LOUDNESS_SPREAD * (number * SILVER % 1.0))
    pitch = 1.0 + PITCH_SPREAD * (2.0 * (number * GOLDEN % 1.0) - 1.0)
    return SoundCue(f"step_{ground_sound(event, record, level)}{foot}", loudness, pitch)


def landing(event, record, level):
    """Return a list of the SoundCues of a landing Event in a TickRecord and its Level: the impact, and the feet on the ground.

    A faster impact is louder and lower. The list is empty for an impact that is not faster than SOFTEST.
    """
    if event.amount <= SOFTEST:
        return []
    hard = min(1.0, event.amount / HARDEST)
    feet = SoundCue(f"step_{ground_sound(event, record, level)}", min(1.0, 0.4 + 0.4 * hard))
    return [SoundCue("land", hard, 1.1 - 0.25 * hard), feet]


def ground_sound(event, record, level):
    """Return the name of the ground's sound: "water", "iron", "wood", "grass" or "stone".

    It is "water" in a volume of water, and "wood" or "iron" on a mover.
    event: footstep or landing Event, which knows the material of the ground
    record: TickRecord of its tick
    level: Level
    """
    if any(level.volumes[number].kind == "water" for number in record.after.inside):
        return "water"
    if record.after.ground_body >= 0:
        surfaces = level.movers[record.after.ground_body].surfaces
        return "wood" if any(level.materials[surface].name == "wood" for surface in surfaces) else "iron"
    name = level.materials[event.surface].name if 0 <= event.surface < len(level.materials) else ""
    return STEPS.get(name, "stone")


LOUDNESS = 0.8  # of the bell, 0..1
REACH = 1.3  # [m] from the feet to the goal. Less: the player walks past it; more: it is found through a wall


class Goals:
    """The goals of a level: golden marks that the player finds by coming near them.

    level: Level
    progress: Progress, which stores the goals found
    show_view(): called when the player finds a goal that has a view
    found: set of the names of the goals found
    """

    def __init__(self, level, progress, show_view=lambda: None):
        self._level, self._progress, self._show_view = level, progress, show_view
        self.found = progress.goals(level.name) & {goal.name for goal in level.goals}  # a goal may have been renamed

    def update(self, record, is_players):
        """Check if the player finds a goal in one tick. Return ([SoundCue, ...], message) if so, else ([], None).

        record: TickRecord of the tick
        is_players: False for a tick in which no goal can be found: of a recording, a script or a lesson
        """
        goal = self._find(record) if is_players and not self.is_complete else None
        if goal is None:
            return [], None
        if goal.view:
            self._show_view()
        count = f"{len(self.found)} of {len(self._level.goals)} golden marks, which show what is worth a visit"
        bell = SoundCue("medal" if self.is_complete else "checkpoint", LOUDNESS)
        return [bell], f"You found {goal.name}: {count}. {goal.found}"

    @property
    def invitation(self):
        """A sentence with the number of goals not found yet, or "" if all are found."""
        left = len(self._level.goals) - len(self.found)
        return f"Golden marks to find: {left}. A golden arrow points to the nearest." if left else ""

    def _find(self, record):
        """Return the Goal that the player finds in a TickRecord, and store it as found. Return None without a new goal."""
        state = record.after
        feet = along(state.position, up_of(state.frame), -record.params.at(state.crouched).feet)
        for goal in self._level.goals:
            if goal.name not in self.found and dist(feet, goal.at) < REACH:
                self.found.add(goal.name)
                self._progress.store_goal(self._level.name, goal.name)
                return goal
        return None

    @property
    def is_complete(self):
        """True once all goals of the level are found, and in a level without goals."""
        return len(self.found) == len(self._level.goals)


def respawn_message(before, after, is_timed):
    """Return the message if the player respawned between two PlayerStates, else None.

    It may contain the name of an action in braces, for `name_keys` (input/bindings.py).
    is_timed: True in a level with a clock. It runs after the player's first input.
    """
    is_running = is_timed and after.started >= 0
    where = "at the last checkpoint" if after.checkpoint >= 0 else "at the start"
    if after.crushed > before.crushed:
        return f"crushed: you are back {where}"
    if after.deaths > before.deaths:
        return f"you died: you are back {where}" + (". {restart} resets the clock" if is_running and after.checkpoint < 0 else "")
    if after.returns > before.returns:
        return "you fell out of the level: you are back where you last stood"
    return None
