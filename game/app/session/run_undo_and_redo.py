"""Branches of a run for undo and redo. A run that is replaced is stored and can be restored.

A cursor is the position of the displayed tick: the number of ticks from it to the newest one.
"""

from collections import deque
from math import gcd
from typing import NamedTuple

from ...collision import Rules
from ...core.input_errors import InputError
from ...simulation import PlayerParams, Simulation
from ...simulation.simulation import Snapshot
from ...simulation.world_and_player_tick import check_rate

MOST = 8  # branches kept. Fewer: after some changes the first cannot be undone; more: each takes up to 25 MB of memory


class StoredRun(NamedTuple):
    """A run that was replaced. `forks` are the ticks at which the run had left another branch, in ascending order."""

    run: Snapshot
    cursor: int
    forks: tuple[int, ...]


class Branches:
    """The branches of a Simulation: at most MOST replaced runs each. `forks` are the ticks of the current run's branching."""

    def __init__(self, sim: Simulation):
        self._sim = sim
        self.forget()

    def forget(self) -> None:
        self._kept: deque[StoredRun] = deque(maxlen=MOST)
        self._undone: deque[StoredRun] = deque(maxlen=MOST)
        self.forks: tuple[int, ...] = ()

    def __len__(self) -> int:
        return len(self._kept)

    def keep(self, cursor: int, ticks: int) -> None:
        """Store the current run, whose last `ticks` ticks are about to be replaced. Undone runs can no longer be restored."""
        self._kept.append(self._now(cursor))
        self._undone.clear()
        fork = self._sim.state.tick - ticks
        self.forks = (*(earlier for earlier in self.forks if earlier < fork), fork)

    def _now(self, cursor: int) -> StoredRun:
        return StoredRun(self._sim.snapshot(), cursor, self.forks)

    def undo(self, cursor: int = 0) -> int | None:
        """Restore the run that was replaced last. Return its cursor, or None. `redo` returns the cursor of the current run."""
        return self._change(self._kept, self._undone, cursor)

    def redo(self, cursor: int = 0) -> int | None:
        """Restore the run that was undone last. Return its cursor, or None, as after a new branch."""
        return self._change(self._undone, self._kept, cursor)

    def _change(self, runs: deque[StoredRun], others: deque[StoredRun], cursor: int) -> int | None:
        """Restore the last of `runs`, and append the current run to `others`. Return the restored cursor, or None."""
        if not runs:
            return None
        others.append(self._now(cursor))
        run, cursor, self.forks = runs.pop()
        self._sim.load_snapshot(run)
        return cursor

    def replay(
        self, cursor: int, ticks: int, rules: Rules | None = None, params: PlayerParams | None = None, hz: int | None = None
    ) -> None:
        """Simulate the last `ticks` ticks again with other rules, parameters or ticks per second (hz), and keep the old run.

        A new rate clears the history, which then begins at the last time, at or before these ticks, that is a tick at both rates.
        Raises InputError without such a tick or if the rate is not valid. The run is then unchanged.
        """
        sim, before = self._sim, self._sim.hz
        hz, ticks = hz or before, min(ticks, len(sim.history))
        check_rate(hz)
        if hz != before:
            ticks = self._ticks_to_common_time(ticks, hz)
        if ticks or hz != before:
            self.keep(cursor, ticks)
        again = list(sim.history)[len(sim.history) - ticks :]
        sim.rewind(ticks)
        if hz != before:
            sim.set_rate(hz)
            self.forks = (sim.state.tick,)
        for tick in range(ticks * hz // before):
            record = again[tick * before // hz]
            self._set_rules(rules or record.rules, params or record.params)
            sim.tick(record.intent)
        self._set_rules(rules or sim.rules, params or sim.params)

    def _ticks_to_common_time(self, ticks: int, hz: int) -> int:
        """Return the least number of ticks, at least `ticks`, back to a tick at the rate `hz`. Raises InputError without one."""
        sim = self._sim
        every = sim.hz // gcd(sim.hz, hz)
        ticks += (sim.state.tick - ticks) % every
        if ticks > len(sim.history):
            raise InputError(f"{hz} ticks a second: no remembered tick is also a tick at that rate")
        return ticks

    def _set_rules(self, rules: Rules, params: PlayerParams) -> None:
        """Set rules and parameters of the Simulation, if they differ. Skin, slope limit and step height come from `params`."""
        sim, rules = self._sim, params.on(rules)
        if (params, rules) != (sim.params, sim.rules):
            sim.set_params(params)
            sim.set_rules(rules)
