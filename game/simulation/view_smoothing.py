"""The height of the eyes: smooth over steps, because it looks ahead to the next ones.

So the eyes can move early, before stairs, kerbs, ramps, movers and walls. The prediction ends when the player leaves the floor or
is teleported. It does not change the run.

1. A critically damped spring pulls the eyes, so that their height and their speed never jump. The spring lags by 2 TIME.
2. So the spring's target is the body's mean position in the next PREDICTION_TIME, for an unchanged input.
   The head leaves little space above the eyes' rest position. So ahead of a climb the eyes rise only by the part EARLY of this
   space. In a descent they sink as fast as the body. In a climb slower than BRISK they may lag.
3. The eyes always stay in the ellipsoid. On stairs, ramps and kerbs they never touch its bounds.
4. In the air the eyes move with the body. After a landing they keep the body's speed for a moment, as if the knees bent.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from ..core.elementary_functions import exp
from ..core.right_forward_up_frame import up_of
from ..core.vec3 import dot, sub
from ..player.player_params import PlayerParams
from ..player.player_state import Ground, PlayerState
from .intent_and_tick_record import Ride, TickRecord
from .respawn_and_portals import was_teleported
from .simulation import Simulation


class EyePrediction:
    """A prediction of the player's next `seconds` after any record. As long as it is correct, each tick costs one more."""

    def __init__(self, simulation: Simulation, seconds: float):
        self._simulation, self._seconds = simulation, seconds
        self._inputs: tuple | None = None  # (intent, params, rules, hz)
        self._predicted: deque[tuple[PlayerState, float]] = deque()  # of each tick: state after it, rise of the eyes [m]

    def mean_rise(self, record: TickRecord) -> float:
        """Return the mean height [m] of the eyes' rest position in the next `seconds`, relative to that after a TickRecord."""
        inputs = record.intent, record.params, record.rules, self._simulation.hz
        expected = self._predicted.popleft()[0] if self._predicted and inputs == self._inputs else None
        if expected != record.after:
            self._predicted.clear()
        self._inputs = inputs
        ticks = max(round(self._seconds * self._simulation.hz), 1)
        self._extend(record, ticks)
        return mean([climb for _, climb in self._predicted], ticks)

    def _extend(self, record: TickRecord, ticks: int) -> None:
        """Extend the prediction after a TickRecord to `ticks` ticks, or until the player leaves the floor or is teleported.

        Nothing is predicted if the parameters or rules have changed since the record.
        """
        simulation, predicted = self._simulation, self._predicted
        if (record.params, record.rules) != (simulation.params, simulation.rules):
            return
        state = predicted[-1][0] if predicted else record.after
        while len(predicted) < ticks and state.ground == Ground.FLOOR:
            before = state
            state, ride = simulation.predict(before, record.intent)
            if was_teleported(before, state):
                return
            predicted.append((state, eye_rise(before, state, ride, simulation.params)))


def mean(climbs: Sequence[float], ticks: int) -> float:
    """Return the mean height [m] of a path above its start over `ticks` ticks: it climbs [m] in the first, then it is level."""
    return sum(climb * (ticks - number - 0.5) for number, climb in enumerate(climbs)) / ticks


def eye_rise(before: PlayerState, after: PlayerState, ride: Ride, params: PlayerParams) -> float:
    """Return the rise of the eyes' rest position [m] in a tick, along the player's up and without the displacement by movers.

    Only crouching counts in a tick that does not end on a floor. The tick that ends a fall counts in full.
    """
    old, new = params.at(before.crouched), params.at(after.crouched)
    grown = new.eye_height - old.eye_height
    if after.ground != Ground.FLOOR:
        return grown
    up, way = up_of(after.frame), sub(after.position, before.position)
    return dot(way, up) - dot(ride.displacement, up) - (new.feet - old.feet) + grown


TIME = 0.04  # [s] of the spring. Smaller: stairs shake the view; larger: the eyes still rise a quarter of a second after a kerb
PREDICTION_TIME = 4.0 * TIME  # [s]; its middle is as far ahead as the spring is behind. Smaller: too late; larger: too early
PACE_TIME = 2.0 * TIME  # [s] of the average of the body's pace. Smaller: pace jumps at each step; larger: slopes end too late
EARLY = 0.5  # part of the space above the eyes that they rise ahead. Smaller: kerbs up shake; larger: the head is soon reached
BRISK = 3.0  # [m/s]; on slower climbs the eyes lag. Smaller: stairs up shake; larger: on fast climbs the eyes sink to the belt
TOP = 0.01  # [m] least distance between the eyes and the top of the head. Smaller: the view leaves the head; larger: less space
DEEPEST = 0.37  # largest part of their height to sink. Smaller: a hard landing jerks the eyes; larger: they sink to the feet

REMEMBERED = 20.0 * TIME  # [s]; older motion has an effect below 1e-5. Smaller: the eyes leap on stairs; larger only costs time


class Eye(NamedTuple):
    """The state of the eyes. Their rest position is `eye_height` above the feet."""

    above: float = 0.0  # height over their rest position [m], negative below it
    speed: float = 0.0  # their speed upwards, without that of a lift [m/s]
    pace: float = 0.0  # mean speed at which the body rises [m/s], negative if it sinks


STRAIGHT = Eye()


def advance_eye(eye: Eye, record: TickRecord, ahead: float, params: PlayerParams, dt: float) -> Eye:
    """Return the Eye after a tick of dt [s]. After a teleport it is STRAIGHT. ahead: from `EyePrediction.mean_rise` [m]"""
    before, after = record.before, record.after
    if was_teleported(before, after):
        return STRAIGHT
    rise = eye_rise(before, after, record.ride, params)
    landing = before.ground != Ground.FLOOR and after.ground == Ground.FLOOR
    speed = eye.speed + dot(before.velocity, up_of(after.frame)) if landing else eye.speed
    pace = eye.pace + ((0.0 if landing else rise / dt) - eye.pace) * (1.0 - exp(-dt / PACE_TIME))
    lowest, highest = bounds(params.at(after.crouched))
    place = min(ahead, 2.0 * TIME * (min(pace, 0.0) + max(pace - BRISK, 0.0)) + EARLY * highest)
    lag, speed = step_spring(eye.above - rise - place, speed, dt)
    return Eye(max(lowest, min(place + lag, highest)), speed, pace)


def step_spring(lag: float, speed: float, dt: float) -> tuple[float, float]:
    """Return the lag [m] and the speed [m/s] of a critically damped spring after dt [s]."""
    push, left = speed + lag / TIME, exp(-dt / TIME)
    return (lag + push * dt) * left, (speed - push * dt / TIME) * left


def bounds(params: PlayerParams) -> tuple[float, float]:
    """Return the limits (least, greatest) of the height [m] of the eyes over their rest position, for a player of that posture.

    The least is negative. The greatest is TOP below the top of the head, or 0 if the rest position is above that.
    """
    return -DEEPEST * params.eye_height, max(2.0 * params.radii[2] - params.eye_height - TOP, 0.0)


def above_centre(state: PlayerState, params: PlayerParams) -> float:
    """Return the height of the eyes' rest position above the body's centre [m]. params: of the standing player"""
    params = params.at(state.crouched)
    return params.eye_height - params.feet


class Eyes:
    """The Eye of a Simulation's player before and after any record in its history."""

    def __init__(self, simulation: Simulation):
        self._simulation, self._prediction = simulation, EyePrediction(simulation, PREDICTION_TIME)
        self._record: TickRecord | None = None  # of the last call, as the next one
        self._around = STRAIGHT, STRAIGHT

    def before_and_after(self, behind: int) -> tuple[Eye, Eye]:
        """Return the Eyes before and after a tick of the history, which is not empty. behind: its age in ticks, from 0 on"""
        history, dt = self._simulation.history, 1.0 / self._simulation.hz
        end = len(history) - behind
        records = list(islice(history, max(0, end - 1 - round(REMEMBERED / dt)), end))
        known = next((number for number, record in enumerate(records) if record is self._record), -1)
        around = self._around if known >= 0 else (STRAIGHT, STRAIGHT)
        for record in records[known + 1 :]:
            around = around[1], advance_eye(around[1], record, self._prediction.mean_rise(record), record.params, dt)
        self._record, self._around = records[-1], around
        return around


def heights(simulation: Simulation, records: Sequence[TickRecord]) -> list[float]:
    """Return the height of the eyes [m] after each of successive records, at least one.

    They begin with the centre's height above the world's origin. Each displacement counts along the player's up in its tick.
    """
    eye, found, prediction = STRAIGHT, [], EyePrediction(simulation, PREDICTION_TIME)
    height = dot(records[0].before.position, up_of(records[0].before.frame))
    for record in records:
        before, after = record.before, record.after
        eye = advance_eye(eye, record, prediction.mean_rise(record), record.params, 1.0 / simulation.hz)
        height += dot(sub(after.position, before.position), up_of(after.frame))
        found.append(height + above_centre(after, record.params) + eye.above)
    return found


def accelerations(heights: Sequence[float], dt: float) -> list[float]:
    """Return the vertical accelerations [m/s2] after all ticks of dt [s] except the first and the last, from heights [m]."""
    return [(a - 2.0 * b + c) / dt**2 for a, b, c in zip(heights, heights[1:], heights[2:])]
