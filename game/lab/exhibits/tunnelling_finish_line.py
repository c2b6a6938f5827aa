"""Finish line: a car crosses a line between two ticks. A test of positions can miss it, a sweep of each tick's path cannot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar, NamedTuple

from ...core.value_rules import Number
from ..controls import Control, button, dial
from ..exhibit_kinds import exhibit
from ..step_input_and_output import Actor, Incident, IncidentKind, Readout
from ..sweeps.bullet_tests import LOOK, SWEEP, Found, lane, shoot
from ..sweeps.overlap_tests import noticed_at_plate, plate

SPEEDS = (5.0, 10.0, 20.0, 40.0, 80.5, 120.0, 200.0)  # 80.5 m/s are the 180 mph of Gomez's car
DEPTHS = (0.1, 0.2, 0.5, 1.0, 1.5)  # [m] of the line, along the track
STARTS = 40  # starts at equal distances within one step. Fewer: the share is coarse; more: not to be counted by eye
BEFORE, BEHIND = 4.0, 4.0  # [m] of track before and behind the middle of the line
CROSSING = 3.0  # [s] in which the car's run is shown, at any speed. Shorter: it is not followed; longer: a long wait
MOST_STEPS = 1000  # of a run: 8 m at 5 m/s and 240 tests a second take 384


class FinishBodies(NamedTuple):
    """The last run of the car, with the result of both tests, and the counts of many runs.

    start: number of the start, 0 to STARTS - 1
    look, sweep: the Found of the last run by each test
    age: time since the start of the run [s]; the run is shown for CROSSING seconds
    speed: of the car [m/s]; depth: of the line [m]
    counted: ((speed [m/s], depth [m], runs noticed by look, by sweep), ...), each of STARTS runs
    """

    start: int
    look: Found
    sweep: Found
    age: float
    speed: float
    depth: float
    counted: tuple[tuple[float, float, int, int], ...] = ()


@exhibit("finish_line")
@dataclass(frozen=True)
class FinishLine:
    """A track of two lanes along y, with a finish line across its middle. The same car runs on both.

    rate: tests per second
    """

    rate: Annotated[float, Number(5.0, 240.0, "tests/s")] = 60.0

    TITLE: ClassVar[str] = "The finish line: a look, or a sweep"
    CONTROLS: ClassVar[tuple[Control, ...]] = (
        dial("speed", SPEEDS, 80.5, "m/s", "of the car"),
        dial("depth", DEPTHS, 0.5, "m", "of the line"),
        button("start", "one run, in slow motion; the next one has another start"),
        button("all", "forty runs from forty starts, and count"),
    )
    FIGURES: ClassVar[Mapping[str, str]] = {
        "predicted": "share", "looks": "of 40", "sweeps": "of 40", "time": "s, by the sweep", "exact time": "s",
    }  # fmt: skip
    CURVES: ClassVar[tuple[str, ...]] = ()

    def begin(self, values: Mapping[str, float]) -> FinishBodies:
        speed, depth = values["speed"], values["depth"]
        return FinishBodies(0, *self.run(0, speed, depth), 1e9, speed, depth)

    def step(self, values: Mapping[str, float], bodies: FinishBodies, used: frozenset[str], actor: Actor, hz: int):
        speed, depth = values["speed"], values["depth"]
        bodies, incidents = bodies._replace(age=bodies.age + 1.0 / hz), ()
        if "all" in used:
            found = [self.run(start, speed, depth) for start in range(STARTS)]
            counts = tuple(sum(one.obstacle >= 0 for one in column) for column in zip(*found))
            others = tuple(row for row in bodies.counted if row[:2] != (speed, depth))
            bodies = bodies._replace(counted=tuple(sorted((*others, (speed, depth, *counts)))))
        if used:
            start = (bodies.start + 7) % STARTS if "start" in used else bodies.start  # 7 and 40 share no factor
            bodies = FinishBodies(start, *self.run(start, speed, depth), 0.0, speed, depth, bodies.counted)
        elif bodies.age - 1.0 / hz < CROSSING <= bodies.age:
            noticed = [one.obstacle >= 0 for one in (bodies.look, bodies.sweep)]
            kinds = [IncidentKind.STRUCK if one else IncidentKind.PASSED for one in noticed]
            incidents = tuple(Incident(kind, (0.0, 0.0, 1.0), 1.0, (number,)) for number, kind in enumerate(kinds))
        counts = next((row[2:] for row in bodies.counted if row[:2] == (bodies.speed, bodies.depth)), (float("nan"),) * 2)
        figures = {
            "predicted": self.predicted(bodies.speed, bodies.depth),
            "looks": float(counts[0]),
            "sweeps": float(counts[1]),
            "time": (bodies.sweep.step + bodies.sweep.fraction) / self.rate,
            "exact time": self.exact_time(bodies),
        }
        return bodies, Readout(figures, incidents, restarted=bool(used), busy=bodies.age < CROSSING)

    def predicted(self, speed: float, depth: float) -> float:
        """Return the share of runs, 0..1, that tests of positions notice. speed: [m/s]; depth: of the line [m]"""
        return noticed_at_plate(depth, 0.0, speed / self.rate)

    def first_place(self, start: int, speed: float) -> float:
        """Return the y of the car at the beginning of a run [m]. start: number of the start; speed: [m/s]"""
        return -BEFORE + (start + 0.5) / STARTS * speed / self.rate

    def exact_time(self, bodies: FinishBodies) -> float:
        """Return the time from the beginning of the last run to the near edge of the line [s]: distance over speed."""
        return (-bodies.depth / 2.0 - self.first_place(bodies.start, bodies.speed)) / bodies.speed

    def run(self, start: int, speed: float, depth: float) -> tuple[Found, Found]:
        """Return (look, sweep): the results, as Found, of the position test and of the sweep for one run. The car is a point.

        start: index of the start, 0 to STARTS - 1; speed: of the car [m/s]; depth: of the line, along the track [m]
        """
        step = speed / self.rate
        line = lane([plate((0.0, 0.0, 0.0), (0.0, -1.0, 0.0), depth)], 0.0, min(int((BEFORE + BEHIND) / step) + 1, MOST_STEPS))
        first = (0.0, self.first_place(start, speed), 0.0)
        look, sweep = (Found(*shoot(method, line, first, (0.0, step, 0.0))) for method in (LOOK, SWEEP))
        return look, sweep
