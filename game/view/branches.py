"""Other ways a run could have gone: what is left behind is kept, and can be brought back."""

from collections import deque
from math import gcd
from typing import NamedTuple

from ..errors import InputError
from ..simulation.simulation import Snapshot

MOST = 8  # branches kept. Fewer: a switch tried out too often cannot be undone; more: up to 25 MB of records each


class Kept(NamedTuple):
    """A run that was left. cursor: how far behind its newest tick one was; forks: as Branches'"""

    run: Snapshot
    cursor: int
    forks: tuple


class Branches:
    """Of a Simulation. `forks`: the ticks at which the run that is played left another one, in order."""

    def __init__(self, sim):
        self._sim = sim
        self.forget()

    def forget(self):
        """There is one run only."""
        self._kept, self._undone, self.forks = deque(maxlen=MOST), deque(maxlen=MOST), ()

    def __len__(self):
        """How many can be undone."""
        return len(self._kept)

    def keep(self, cursor, ticks):
        """Remember the run as it is. The one to come leaves it so many ticks before its newest."""
        self._kept.append(self._now(cursor))
        self._undone.clear()
        fork = self._sim.state.tick - ticks
        self.forks = (*(earlier for earlier in self.forks if earlier < fork), fork)

    def _now(self, cursor):
        return Kept(self._sim.snapshot(), cursor, self.forks)

    def undo(self, cursor=0):
        """Back to the run that was left last: its cursor, or None when there is none. cursor: as Session's, for `redo`"""
        return self._change(self._kept, self._undone, cursor)

    def redo(self, cursor=0):
        """The same to the run that was undone last, as long as no new one was begun."""
        return self._change(self._undone, self._kept, cursor)

    def _change(self, runs, others, cursor):
        """To the last of `runs`; the one that is left goes to the others."""
        if not runs:
            return None
        others.append(self._now(cursor))
        run, cursor, self.forks = runs.pop()
        self._sim.load_snapshot(run)
        return cursor

    def replay(self, cursor, ticks, rules=None, params=None, hz=None):
        """Play the last ticks again by other Rules, PlayerParams or ticks a second, None: as they were.

        At another rate it goes back to the last tick that both rates have, and the history begins there.
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
        """At least so many ticks, back to one that is also a tick at `hz`."""
        sim = self._sim
        every = sim.hz // gcd(sim.hz, hz)
        ticks += (sim.state.tick - ticks) % every
        if ticks > len(sim.history):
            raise InputError(f"{hz} ticks a second: none of the ticks that are remembered is one at that rate, too")
        return ticks

    def _go_by(self, rules, params):
        sim, rules = self._sim, params.on(rules)
        if (params, rules) != (sim.params, sim.rules):
            sim.set_params(params)
            sim.set_rules(rules)
