"""Prediction of the eyes' height. The solver computes the body's next positions for an unchanged input.

So the eyes can move early, before stairs, kerbs, ramps, movers and walls. The prediction ends when the player leaves the floor or
is teleported. It does not change the run.
"""

from collections import deque

from ...core.right_forward_up_frame import up_of
from ...core.vec3 import dot, sub
from ..environment.respawn_and_portals import was_teleported
from ..tick_input_and_output import Ground


class EyePrediction:
    """A prediction of the player's next `seconds` in a Simulation, after any of its records.

    Each tick of the game costs one predicted tick as long as the prediction is correct.
    """

    def __init__(self, simulation, seconds):
        self._simulation, self._seconds = simulation, seconds
        self._inputs = None  # (intent, params, rules, hz)
        self._predicted = deque()  # (PlayerState after it, rise of the eyes [m]) of each predicted tick

    def mean_rise(self, record):
        """Return the mean height [m] of the eyes' rest position in the next `seconds`, relative to that after a StepRecord.

        The rest position is `eye_height` above the feet.
        """
        inputs = record.intent, record.params, record.rules, self._simulation.hz
        expected = self._predicted.popleft()[0] if self._predicted and inputs == self._inputs else None
        if expected != record.after:
            self._predicted.clear()
        self._inputs = inputs
        ticks = max(round(self._seconds * self._simulation.hz), 1)
        self._extend(record, ticks)
        return mean([climb for _, climb in self._predicted], ticks)

    def _extend(self, record, ticks):
        """Extend the prediction after a StepRecord to `ticks` ticks, or until the player leaves the floor or is teleported.

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


def mean(climbs, ticks):
    """Return the mean height [m] of a path above its start, over `ticks` ticks.

    climbs: rise [m] in each of the first ticks. The path is level in the other ticks.
    """
    return sum(climb * (ticks - number - 0.5) for number, climb in enumerate(climbs)) / ticks


def eye_rise(before, after, ride, params):
    """Return the rise of the eyes' rest position [m] in a tick, along the player's up and without the displacement by movers.

    before, after: PlayerStates of the tick; ride: Ride of the tick; params: PlayerParams of the standing player
    Only crouching counts in a tick that does not end on a floor. The tick that ends a fall counts in full.
    """
    old, new = params.at(before.crouched), params.at(after.crouched)
    grown = new.eye_height - old.eye_height
    if after.ground != Ground.FLOOR:
        return grown
    up, way = up_of(after.frame), sub(after.position, before.position)
    return dot(way, up) - dot(ride.displacement, up) - (new.feet - old.feet) + grown
