"""Branches of a run: a run that is left is kept, and can be brought back."""

from collections import deque
from math import gcd
from typing import NamedTuple

from ..errors import InputError
from ..simulation.simulation import Snapshot

MOST = 8  # branches kept. Fewer: after some changes the first cannot be undone; more: up to 25 MB of records each


class Kept(NamedTuple):
    """A run that was left. cursor: how many ticks behind the newest the one shown was; forks: as Branches'"""

    run: Snapshot
    cursor: int
    forks: tuple


class Branches:
    """The branches of a Simulation. forks: the ticks at which the run that is played left another one, in order"""

    def __init__(self, sim):
        self._sim = sim
        self.forget()

    def forget(self):
        """Forget all runs but the one that is played."""
        self._kept, self._undone, self.forks = deque(maxlen=MOST), deque(maxlen=MOST), ()

    def __len__(self):
        """Number of runs that can be undone."""
        return len(self._kept)

    def keep(self, cursor, ticks):
        """Keep the run as it is. ticks: how many before its newest tick the next run leaves it"""
        self._kept.append(self._now(cursor))
        self._undone.clear()
        fork = self._sim.state.tick - ticks
        self.forks = (*(earlier for earlier in self.forks if earlier < fork), fork)

    def _now(self, cursor):
        return Kept(self._sim.snapshot(), cursor, self.forks)

    def undo(self, cursor=0):
        """Go back to the run that was left last. Returns its cursor, None if there is none. cursor: of the run now, for `redo`"""
        return self._change(self._kept, self._undone, cursor)

    def redo(self, cursor=0):
        """Go forward to the run that was undone last, as long as no new one was begun. Returns as `undo` does."""
        return self._change(self._undone, self._kept, cursor)

    def _change(self, runs, others, cursor):
        """Go to the last of `runs`, and keep the run now among the others."""
        if not runs:
            return None
        others.append(self._now(cursor))
        run, cursor, self.forks = runs.pop()
        self._sim.load_snapshot(run)
        return cursor

    def replay(self, cursor, ticks, rules=None, params=None, hz=None):
        """Simulate the last ticks again by other Rules, PlayerParams or ticks a second, None: no change.

        Another rate begins at the last tick that both rates have, and so does the history.
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
        """The least number of ticks, at least `ticks`, back to one that is also a tick at `hz`."""
        sim = self._sim
        every = sim.hz // gcd(sim.hz, hz)
        ticks += (sim.state.tick - ticks) % every
        if ticks > len(sim.history):
            raise InputError(f"{hz} ticks a second: no remembered tick is also a tick at that rate")
        return ticks

    def _go_by(self, rules, params):
        sim, rules = self._sim, params.on(rules)
        if (params, rules) != (sim.params, sim.rules):
            sim.set_params(params)
            sim.set_rules(rules)
