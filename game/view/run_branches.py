"""Branches of a run for undo and redo. A run that is replaced is kept and can be restored.

A cursor is the number of ticks from the displayed tick to the newest one.
"""

from collections import deque
from math import gcd
from typing import NamedTuple

from ..errors import InputError
from ..simulation.simulation import Snapshot

MOST = 8  # branches kept. Fewer: after some changes the first cannot be undone; more: each takes up to 25 MB of memory


class Kept(NamedTuple):
    """A run that was replaced.

    run: Snapshot of the Simulation
    cursor: number of ticks from the displayed tick to the newest one
    forks: ticks at which the run had left another branch, in ascending order
    """

    run: Snapshot
    cursor: int
    forks: tuple


class Branches:
    """The branches of a Simulation: runs that were replaced, which `undo` and `redo` restore.

    forks: ticks at which the current run left another branch, in ascending order
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
        """Store the current run, which is about to be replaced from a branching point on.

        cursor: number of ticks from the displayed tick to the newest one
        ticks: number of ticks from the branching point to the newest one
        """
        self._kept.append(self._now(cursor))
        self._undone.clear()
        fork = self._sim.state.tick - ticks
        self.forks = (*(earlier for earlier in self.forks if earlier < fork), fork)

    def _now(self, cursor):
        """Return the current run as Kept. `cursor` is the number of ticks from the displayed tick to the newest one."""
        return Kept(self._sim.snapshot(), cursor, self.forks)

    def undo(self, cursor=0):
        """Restore the run that was replaced last. Return its cursor, or None if there is no such run.

        cursor: the current run's cursor, which `redo` gives back
        """
        return self._change(self._kept, self._undone, cursor)

    def redo(self, cursor=0):
        """Restore the run that was undone last. Return its cursor, or None if there is none or a new branch was made.

        cursor: number of ticks from the displayed tick of the current run to its newest tick, to which `undo` returns
        """
        return self._change(self._undone, self._kept, cursor)

    def _change(self, runs, others, cursor):
        """Restore the last run of `runs`, and append the current run to `others`.

        Return the restored cursor, or None without a run.

        runs, others: deques of Kept
        cursor: number of ticks from the displayed tick of the current run to its newest tick
        """
        if not runs:
            return None
        others.append(self._now(cursor))
        run, cursor, self.forks = runs.pop()
        self._sim.load_snapshot(run)
        return cursor

    def replay(self, cursor, ticks, rules=None, params=None, hz=None):
        """Simulate the last `ticks` ticks again with other Rules, PlayerParams or ticks per second (hz). None means no change.

        A new rate starts a new history at the last tick that both rates share.
        cursor: number of ticks from the displayed tick to the newest one, for `undo`
        """
        sim, before = self._sim, self._sim.hz
        hz, ticks = hz or before, min(ticks, len(sim.history))
        if hz != before:
            ticks = self._to_common(ticks, hz)
        if ticks or hz != before:
            self.keep(cursor, ticks)
        again = list(sim.history)[len(sim.history) - ticks :]
        self._go_back(ticks, hz)
        for tick in range(ticks * hz // before):
            record = again[tick * before // hz]
            self._go_by(rules or record.rules, params or record.params)
            sim.tick(record.intent)
        self._go_by(rules or sim.rules, params or sim.params)

    def _go_back(self, ticks, hz):
        """Rewind the Simulation by a number of ticks, and set its rate `hz` [ticks per second]."""
        self._sim.rewind(ticks)
        try:
            if hz != self._sim.hz:
                self._sim.set_rate(hz)
                self.forks = (self._sim.state.tick,)
        except InputError:
            self.undo()
            self._undone.clear()
            raise

    def _to_common(self, ticks, hz):
        """Return the least number of ticks, at least `ticks`, back to a time that is also a tick at the rate `hz`."""
        sim = self._sim
        every = sim.hz // gcd(sim.hz, hz)
        ticks += (sim.state.tick - ticks) % every
        if ticks > len(sim.history):
            raise InputError(f"{hz} ticks a second: no remembered tick is also a tick at that rate")
        return ticks

    def _go_by(self, rules, params):
        """Set Rules and PlayerParams of the Simulation, if they differ."""
        sim, rules = self._sim, params.on(rules)
        if (params, rules) != (sim.params, sim.rules):
            sim.set_params(params)
            sim.set_rules(rules)
