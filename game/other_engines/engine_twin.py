"""A peer's character as a twin of the player."""

from __future__ import annotations

from math import dist, hypot

from ..collision import Nearby
from ..core.vec3 import Vector
from ..simulation import PlayerState, Simulation, StepRecord
from ..simulation.environment.respawn_and_portals import was_teleported
from ..simulation.twins import Mark, Twin, rules_of, time_text
from .engine_characters import NAMES, check, new_characters
from .failure_detection import PeerFailureWatch, is_new

OUT = 10.0  # [m] below the mesh at which a fresh character begins. Less: the fall is hardly seen; more: it is gone for longer
SHOWN = 8  # marks of a peer. Fewer: earlier places vanish; more: labels hide the level
GAP = 0.02  # [m] above the player's feet at the start. Less: a peer begins inside its own margin; more: it drops visibly


class PeerTwin:
    """A character of another engine that gets the player's intents. It never alters the player.

    It collides only with the static mesh, and ignores movers, volumes and exhibits. It walks, runs and jumps, and stays upright
    while the player crouches. Other engines cannot go back to an earlier state. So after a rewind, the path up to the player's
    tick stays as it was, and a fresh character continues from the player's place. A fresh character also begins after a teleport
    of the player, and after the peer fell out of the level.
    player: Simulation of the player
    choice: the name of the peer
    failures: Failures since the start, oldest first, without those near an earlier one of the same kind
    Raises InputError if the peer is not installed or cannot walk in this level.
    """

    def __init__(self, player: Simulation, choice: str):
        check(choice, player.level)
        self.choice, self.failures = choice, []
        self._params, self._hz, self._near = player.params, player.hz, Nearby(player.mesh)
        self._characters = new_characters(choice, player.mesh, player.params, player.hz)
        self._character, self._begins = None, 0

    def tick(self, record: StepRecord) -> tuple[PlayerState, float]:
        """Repeat a tick of the player. Returns the peer's PlayerState after it and the peer's distance from the player [m].

        The state's `ported` counts the fresh characters, so that no path is drawn between two of them.
        """
        if self._character is None:
            self._begin(record.before)
        before, after, intent = self._character.position(), record.after, record.intent
        self._character.step(self._velocity(record), intent.jump and not record.before.jump_held)
        own = self._character.position()
        is_moved = was_teleported(record.before, after)
        if not is_moved:
            self._store_failures(record, own)
        if is_moved or own[2] < self._near.mesh.bounds[0][2] - OUT:
            self._begin(after)
            before = own = self._character.position()
        velocity = tuple((b - a) * self._hz for a, b in zip(before, own))
        state = PlayerState(own, velocity, heading=after.heading, tick=after.tick, ported=self._begins)
        return state, dist(own, after.position)

    def _begin(self, state: PlayerState) -> None:
        """Make a fresh character at the place of the player with this PlayerState.

        Its feet are GAP above the player's feet, also if the player crouches.
        """
        x, y, z = state.position
        lift = GAP + self._params.feet - self._params.at(state.crouched).feet
        self._character = self._characters((x, y, z + lift))
        self._watch, self._begins = PeerFailureWatch(self._near, self._params, self._hz), self._begins + 1

    def _velocity(self, record: StepRecord) -> tuple[float, float]:
        """Return the horizontal velocity (x, y) [m/s] that the input of a tick requests, at most the walking or running speed."""
        params, (x, y) = self._params.at(record.after.crouched), record.intent.wish
        speed = (params.run_speed if record.intent.run else params.speed) / max(1.0, hypot(x, y))
        return x * speed, y * speed

    def _store_failures(self, record: StepRecord, own: Vector) -> None:
        """Store the failures of a tick that are not near earlier ones of the same kind.

        No failure counts while the player crouches, because the upright peer may not fit there.
        record: StepRecord of the player's tick
        own: centre of the peer's body after the tick (3,) [m]
        """
        before, after = record.before, record.after
        if after.crouched > 0.0:
            self._watch = PeerFailureWatch(self._near, self._params, self._hz)
            return
        carried = (record.ride.displacement[axis] + after.flow[axis] / self._hz for axis in (0, 1))
        walked = tuple(after.position[axis] - before.position[axis] - by for axis, by in enumerate(carried))
        found = self._watch.detect(record.tick, own, after.position, walked)
        self.failures += [failure for failure in found if is_new(failure, self.failures)]

    def go_back(self, state: PlayerState) -> None:
        """Forget all failures after an earlier PlayerState of this twin. The next tick begins with a fresh character."""
        self._character = None
        self.failures = [failure for failure in self.failures if failure.tick <= state.tick]

    def marks(self, tick: int) -> list[Mark]:
        """Return the newest failures up to a tick, at most SHOWN, as Marks."""
        known = [failure for failure in self.failures if failure.tick <= tick]
        return [Mark(place, f"{kind} here: {time_text(at, self._hz)}") for kind, at, place in known[-SHOWN:]]

    def status(self, tick: int) -> str:
        """Return a short text about the newest failure up to a tick, or "walks along so far" if there is none."""
        known = [failure for failure in self.failures if failure.tick <= tick]
        return f"{known[-1].kind} at {time_text(known[-1].tick, self._hz)}" if known else "walks along so far"


def twin_of(player: Simulation, choice: str, state: PlayerState) -> Twin | PeerTwin:
    """Return a twin of the player: a PeerTwin for the name of a peer, a Twin for the name of rules.

    player: Simulation of the player; choice: the name; state: PlayerState in which a Twin begins
    Raises InputError if the peer is not installed or cannot walk in this level, and ValueError for an unknown name.
    """
    if choice in NAMES:
        return PeerTwin(player, choice)
    try:
        rules_of(choice)
    except ValueError as problem:
        raise ValueError(f"{problem}, {', '.join(NAMES)}") from None
    return Twin(player, choice, state)
