"""Finish line: a car crosses a line between two ticks. A test of positions can miss it, a sweep of each tick's path cannot."""

from dataclasses import dataclass
from typing import Annotated, NamedTuple

import numpy as np

from ...core.shapes import Boxes, Lines, Shape
from ...core.value_rules import Number
from ...level.contents.exhibit_place import ExhibitPlace
from ..physics.bullet_tests import LOOK, SWEEP, Found, lane, noticed_at_plate, plate, shoot
from .board_content import BoardContent, BoardRow, Caption, Plot, speed_plot
from .exhibit import Actor, Chosen, ExhibitKind, ExhibitState, Incident, IncidentKind, Readout, button, dial, exhibit

SPEEDS = (5.0, 10.0, 20.0, 40.0, 80.5, 120.0, 200.0)  # 80.5 m/s are the 180 mph of Gomez's car
DEPTHS = (0.1, 0.2, 0.5, 1.0, 1.5)  # [m] of the line, along the track
STARTS = 40  # starts at equal distances within one step. Fewer: the share is coarse; more: not to be counted by eye
BEFORE, BEHIND = 4.0, 4.0  # [m] of track before and behind the middle of the line
CROSSING = 3.0  # [s] in which the car's run is shown, at any speed. Shorter: it is not followed; longer: a long wait
MOST_STEPS = 1000  # of a run: 8 m at 5 m/s and 240 tests a second take 384


class FinishBodies(NamedTuple):
    """The last run of the car, with the result of both tests, and the counts of many runs."""

    start: int  # number of the start, 0 to STARTS - 1
    look: Found
    sweep: Found
    age: float  # time since the start of the run [s]; the run is shown for CROSSING seconds
    speed: float  # of the car [m/s]
    depth: float  # of the line [m]
    counted: tuple[tuple[float, float, int, int], ...] = ()  # (speed [m/s], depth [m], noticed by look, by sweep) of STARTS runs


@exhibit("finish_line")
@dataclass(frozen=True)
class FinishLine(ExhibitKind[FinishBodies]):
    """A track of two lanes along y, with a finish line across its middle. The same car runs on both."""

    rate: Annotated[float, Number(5.0, 240.0, "tests/s")] = 60.0  # tests per second

    TITLE = "The finish line: a look, or a sweep"
    CONTROLS = (
        dial("speed", SPEEDS, 80.5, "m/s", "of the car"),
        dial("depth", DEPTHS, 0.5, "m", "of the line"),
        button("start", "one run, in slow motion; the next one has another start"),
        button("all", "forty runs from forty starts, and count"),
    )
    FIGURES = {
        "predicted": "share", "looks": "of 40", "sweeps": "of 40", "time": "s, by the sweep", "exact time": "s",
    }  # fmt: skip

    def begin(self, values: Chosen) -> FinishBodies:
        speed, depth = values["speed"], values["depth"]
        return FinishBodies(0, *self.run(0, speed, depth), 1e9, speed, depth)

    def tick(
        self, values: Chosen, bodies: FinishBodies, used: frozenset[str], actor: Actor, hz: int
    ) -> tuple[FinishBodies, Readout]:
        speed, depth = values["speed"], values["depth"]
        bodies = bodies._replace(age=bodies.age + 1.0 / hz)
        incidents: tuple[Incident, ...] = ()
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
        """Return the share of runs, 0..1, that tests of positions notice."""
        return noticed_at_plate(depth, 0.0, speed / self.rate)

    def first_place(self, start: int, speed: float) -> float:
        """Return the y of the car at the beginning of a run [m]. start: its number"""
        return -BEFORE + (start + 0.5) / STARTS * speed / self.rate

    def exact_time(self, bodies: FinishBodies) -> float:
        """Return the time from the beginning of the last run to the near edge of the line [s]: distance over speed."""
        return (-bodies.depth / 2.0 - self.first_place(bodies.start, bodies.speed)) / bodies.speed

    def run(self, start: int, speed: float, depth: float) -> tuple[Found, Found]:
        """Return the results (look, sweep) of the position test and of the sweep for one run. The car is a point."""
        step = speed / self.rate
        line = lane([plate((0.0, 0.0, 0.0), (0.0, -1.0, 0.0), depth)], 0.0, min(int((BEFORE + BEHIND) / step) + 1, MOST_STEPS))
        first = (0.0, self.first_place(start, speed), 0.0)
        look, sweep = (Found(*shoot(method, line, first, (0.0, step, 0.0))) for method in (LOOK, SWEEP))
        return look, sweep

    def bodies(self, before: ExhibitState[FinishBodies], after: ExhibitState[FinishBodies], part: float) -> list[Shape]:
        last = after.bodies
        if before.bodies.age <= last.age:
            last = last._replace(age=before.bodies.age + (last.age - before.bodies.age) * part)
        nose, boxes = car_place(self, last), []
        for (name, x, colour), found in zip(LANES, (last.look, last.sweep)):
            middle = (BEHIND - BEFORE) / 2.0
            boxes.append(((x, middle, 0.012), (HALF_WIDTH, (BEFORE + BEHIND) / 2.0 + 0.6, 0.012), ROAD))
            wide, deep = HALF_WIDTH / SQUARES, last.depth / 4.0
            for row in (-1, 1):
                for square in range(SQUARES):
                    at = x - HALF_WIDTH + (2 * square + 1) * wide, row * deep, 0.03
                    boxes.append((at, (wide, deep, 0.008), WHITE if (square + row // 2) % 2 else BLACK))
            boxes += [((x + a, nose + b, c), half, paint or colour) for (a, b, c), half, paint in CAR]
            if name == "look":
                seen = [y for y in tested_places(self, last) if y <= nose][:MOST_SHOWN]
                boxes += [((x - 0.6, y, 0.05), (0.06, 0.03, 0.03), WHITE) for y in seen]
            is_over = nose >= last.depth / 2.0 + last.speed / self.rate
            lamp = (NOTICED if found.obstacle >= 0 else MISSED) if is_over else OFF
            post = x + (1.0 if x > 0.0 else -1.0) * (HALF_WIDTH + 0.25)
            boxes += [((post, 0.0, 0.45), (0.05, 0.05, 0.45), STEEL), ((post, 0.0, 1.02), (0.15, 0.15, 0.15), lamp)]
        return [Boxes.of(boxes)]

    def sheet(self, state: ExhibitState[FinishBodies]) -> BoardContent:
        """Make the board with each test's share of noticed runs, by formula and counted, and with the time of the crossing."""
        shown = state.bodies
        counts = next((row[2:] for row in shown.counted if row[:2] == (shown.speed, shown.depth)), None)
        counted = [f"{count} of {STARTS}" for count in counts] if counts else ["press all"] * 2
        time = (shown.sweep.step + shown.sweep.fraction) / self.rate
        notes = (
            f"{shown.speed:g} m/s, {self.rate:g} tests a second: {shown.speed / self.rate:.3g} m from test to test.",
            f"Slow motion. The line is {shown.depth:g} m deep. White marks: tested positions.",
        )
        rows = (
            BoardRow("a test of positions notices", f"{100.0 * self.predicted(shown.speed, shown.depth):.3g} %", counted[0]),
            BoardRow("a sweep notices", "100 %", counted[1]),
            BoardRow("line crossed after", f"{1000.0 * self.exact_time(shown):.4f} ms", f"{1000.0 * time:.4f} ms"),
        )
        return BoardContent(self.TITLE, notes, rows, plot_of(self, shown))

    def captions(self, state: ExhibitState[FinishBodies], place: ExhibitPlace) -> list[Caption]:
        """Make the name of each lane's test, beside the line and low, so that the board behind it can be read."""
        return [Caption(WORDS[name], (2.5 * x, -0.5, 0.3), colour) for name, x, colour in LANES]

    def overlay(self, state: ExhibitState[FinishBodies]) -> list[Shape]:
        """Make lines across the first lane at the first MOST_SHOWN tested positions, and along the swept path in the second."""
        shown = state.bodies
        shapes: list[Shape] = []
        for name, x, colour in LANES:
            segments = [((x, -BEFORE, 0.25), (x, BEHIND, 0.25))]
            if name == "look":
                segments = [((x - 0.5, y, 0.25), (x + 0.5, y, 0.25)) for y in tested_places(self, shown)[:MOST_SHOWN]]
            shapes.append(Lines(np.array(segments), colour, 0.012))
        return shapes


LANES = (("look", -1.0, (0.85, 0.22, 0.16)), ("sweep", 1.0, (0.30, 0.66, 0.32)))  # test, x [m], colour
WORDS = {"look": "tests positions", "sweep": "sweeps"}
HALF_WIDTH = 0.8  # [m] of a lane
ROAD, WHITE, BLACK, STEEL = (0.22, 0.23, 0.26), (0.94, 0.93, 0.90), (0.10, 0.10, 0.12), (0.30, 0.32, 0.36)
OFF, NOTICED, MISSED = (0.32, 0.34, 0.38), (0.35, 0.85, 0.40), (0.95, 0.25, 0.18)  # of the lamps
SQUARES = 6  # of the line, across a lane
CAR = (  # boxes of the car: centre and half lengths [m]; the tested point is the middle of its nose
    ((0.0, -0.62, 0.22), (0.30, 0.62, 0.12), None),
    ((0.0, -0.72, 0.42), (0.22, 0.30, 0.11), BLACK),
    *(((x, y, 0.14), (0.07, 0.15, 0.14), BLACK) for x in (-0.34, 0.34) for y in (-0.25, -1.0)),
)
MOST_SHOWN = 60  # most tested positions that are drawn in a lane. More: they become a solid bar


def car_place(kind: FinishLine, shown: FinishBodies) -> float:
    """Return the y coordinate of the car's nose at the time `shown.age` [m]. It stops after CROSSING seconds."""
    first = kind.first_place(shown.start, shown.speed)
    return first + min(shown.age / CROSSING, 1.0) * (BEFORE + BEHIND)


def tested_places(kind: FinishLine, shown: FinishBodies) -> list[float]:
    """Return the y of all positions at which the car is tested [m], up to the first one at which it is noticed."""
    step = shown.speed / kind.rate
    count = shown.look.step + 1 if shown.look.obstacle >= 0 else shown.look.step
    return [kind.first_place(shown.start, shown.speed) + (number + 1) * step for number in range(count)]


def plot_of(kind: FinishLine, shown: FinishBodies) -> Plot:
    rows = [row for row in shown.counted if row[1] == shown.depth]
    curves = [
        (name, colour, [(row[0], row[2 + number] / STARTS) for row in rows]) for number, (name, _, colour) in enumerate(LANES)
    ]
    return speed_plot("runs that each test notices", SPEEDS, lambda speed: kind.predicted(speed, shown.depth), curves)
