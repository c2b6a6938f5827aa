"""Branches of a run for undo and redo. A run that is replaced is stored and can be restored.

A cursor is the position of the displayed tick: the number of ticks from it to the newest one.
"""

from collections import deque
from math import gcd
from typing import NamedTuple

from ...core.input_errors import InputError
from ...simulation.simulation import Snapshot
from ...simulation.world_and_player_tick import check_rate

MOST = 8  # branches kept. Fewer: after some changes the first cannot be undone; more: each takes up to 25 MB of memory


class StoredRun(NamedTuple):
    """A run that was replaced.

    run: Snapshot of the Simulation
    cursor: number of ticks from the displayed tick to the newest one
    forks: numbers of the ticks at which the run had left another branch, in ascending order
    """

    run: Snapshot
    cursor: int
    forks: tuple


class Branches:
    """The branches of a Simulation: replaced runs, which `undo` and `redo` restore.

    At most MOST runs are stored for `undo`, and at most MOST for `redo`.
    sim: Simulation
    forks: numbers of the ticks at which the current run left another branch, in ascending order
    """

    def __init__(self, sim):
        self._sim = sim
        self.forget()

    def forget(self):
        """Delete all runs except the current one."""
        self._kept, self._undone, self.forks = deque(maxlen=MOST), deque(maxlen=MOST), ()

    def __len__(self):
        """Return the number of runs that can be undone."""
        return len(self._kept)

    def keep(self, cursor, ticks):
        """Store the current run, which is about to be replaced from a branching point on. Undone runs can no longer be restored.

        cursor: number of ticks from the displayed tick to the newest one
        ticks: number of ticks from the branching point to the newest one
        """
        self._kept.append(self._now(cursor))
        self._undone.clear()
        fork = self._sim.state.tick - ticks
        self.forks = (*(earlier for earlier in self.forks if earlier < fork), fork)

    def _now(self, cursor):
        """Return the current run as StoredRun. `cursor` is the number of ticks from the displayed tick to the newest one."""
        return StoredRun(self._sim.snapshot(), cursor, self.forks)

    def undo(self, cursor=0):
        """Restore the run that was replaced last. Return its cursor, or None if there is no such run.

        cursor: cursor of the current run. It is stored with this run, and `redo` returns it.
        """
        return self._change(self._kept, self._undone, cursor)

    def redo(self, cursor=0):
        """Restore the run that was undone last. Return its cursor, or None if there is no such run, as after a new branch.

        cursor: cursor of the current run. It is stored with this run, and `undo` returns it.
        """
        return self._change(self._undone, self._kept, cursor)

    def _change(self, runs, others, cursor):
        """Restore the last run of `runs`, and append the current run to `others`.

        Return the cursor of the restored run, or None if there is no run to restore.
        runs, others: deques of StoredRun
        cursor: cursor of the current run
        """
        if not runs:
            return None
        others.append(self._now(cursor))
        run, cursor, self.forks = runs.pop()
        self._sim.load_snapshot(run)
        return cursor

    def replay(self, cursor, ticks, rules=None, params=None, hz=None):
        """Simulate the last `ticks` ticks again with other Rules, PlayerParams or ticks per second (hz). None means no change.

        A replaced run is stored for `undo`. A new rate clears the history. The new history begins at the last time, at or
        before the start of these ticks, that is a tick at both rates. So more ticks may be simulated again.
        cursor: number of ticks from the displayed tick to the newest one
        ticks: number of ticks to simulate again, limited to the number of stored ones. With 0, the change is for the next tick.
        Raises InputError if the rate is not valid, or if no stored tick is at such a time. The run is then unchanged.
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

    def _ticks_to_common_time(self, ticks, hz):
        """Return the least number of ticks, at least `ticks`, back to a time that is also a tick at the rate `hz`.

        Raises InputError if that tick is no longer stored.
        """
        sim = self._sim
        every = sim.hz // gcd(sim.hz, hz)
        ticks += (sim.state.tick - ticks) % every
        if ticks > len(sim.history):
            raise InputError(f"{hz} ticks a second: no remembered tick is also a tick at that rate")
        return ticks

    def _set_rules(self, rules, params):
        """Set Rules and PlayerParams of the Simulation, if they differ. Skin, slope limit and step height come from `params`."""
        sim, rules = self._sim, params.on(rules)
        if (params, rules) != (sim.params, sim.rules):
            sim.set_params(params)
            sim.set_rules(rules)
