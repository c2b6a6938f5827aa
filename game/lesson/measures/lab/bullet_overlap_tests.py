"""Measures of overlap tests: how late a test notices a shot of the race wall, how many it misses, and what halving finds.

Arguments: see argument_types.
exhibit: name of a race wall or a finish line in its level; lane: name of a method on its board
"""

from functools import cache
from math import sqrt
from typing import Annotated, NamedTuple

import numpy as np

from ....core.value_rules import Number, OneOf, Text, Yes
from ....lab.exhibits.race_wall import BALL, LANES, NAMES, PANES, SHOTS
from ....lab.physics.bullet_tests import BISECT, LOOK, SWEEP, lane, missed_at_sphere, plate, shoot
from ..argument_types import Tick
from ..registry import measure
from .exhibits import exhibit_at

LaneName = Annotated[str, OneOf(NAMES)]
PAIRS = 10_000  # of panes at random places. Fewer: the share is a guess; more: the measure takes long
FINE = 40  # halvings until an impact is known better than any two panes are apart. Fewer: close panes are one


class LastShot(NamedTuple):
    """The last shot of all lanes of a race wall.

    kind: RaceWall; bodies: RaceBodies
    step: distance that the bullet covers in a step [m]
    reach: greatest distance between the centres of bullet and target at which they overlap [m]
    """

    kind: object
    bodies: object
    step: float
    reach: float

    def distance(self, method):
        """Return the distance [m] from the barrel to the impact that a method finds; without one, to the method's last test.

        method: one of LANES, such as LOOK
        """
        return self.bodies.shots[LANES.index(method)].distance

    def in_step(self, place):
        """Return (index of the step, fraction of it) at a distance `place` from the barrel [m]. Step 0 ends at the first test."""
        steps = (place - self.bodies.first) / self.step + 1.0
        return int(steps), steps - int(steps)

    def targets(self):
        """Return [(first, last), ...]: distances [m] from the barrel between which the bullet overlaps each target."""
        places = [self.kind.lane_of(self.bodies.target, 1).obstacles[n]["centre"][1] for n in range(1 + self.has_two)]
        return [(float(place) - self.reach, float(place) + self.reach) for place in places]

    @property
    def has_two(self):
        return self.bodies.target == PANES


def last_shot(run, name, tick=0):
    """Return the LastShot of the race wall of this name after a tick."""
    exhibit, state = exhibit_at(run, name, tick)
    kind, bodies = exhibit.kind, state.bodies
    size = kind.ball if bodies.target == BALL else kind.thickness / 2.0
    return LastShot(kind, bodies, bodies.speed / kind.rate, kind.radius + size)


@measure
def step_length(run, exhibit: Text) -> float:
    """Return the distance [m] between two tests of a race wall or of a finish line: the speed over the tests per second."""
    found, state = exhibit_at(run, exhibit)
    return state.bodies.speed / found.kind.rate


@measure
def late_by(run, exhibit: Text, tick: Tick = 0) -> float:
    """Return the distance [m] that the bullet covers between touching the target and the overlap test that notices it.

    If no test notices the target, the result is the distance to the last test, which is no delay.
    """
    shot = last_shot(run, exhibit, tick)
    return shot.distance(LOOK) - shot.distance(SWEEP)


@measure
def impact_part(run, exhibit: Text, lane: LaneName, tick: Tick = 0) -> float:
    """Return the time of the impact that a lane's method finds, as a fraction, 0..1, of the step with the impact."""
    shot = last_shot(run, exhibit, tick)
    return shot.in_step(shot.bodies.shots[NAMES.index(lane)].distance)[1]


@measure
def noticed_target(run, exhibit: Text, lane: LaneName, tick: Tick = 0) -> float:
    """Return the number of the target that a lane's method notices, 0 for none.

    It is 1 for the first pane or the only target, and 2 for the second pane.
    """
    return float(last_shot(run, exhibit, tick).bodies.shots[NAMES.index(lane)].obstacle + 1)


@measure
def percentage(run, exhibit: Text, reading: Text, missed: Yes = False, tick: Tick = 0) -> float:
    """Return a share on the exhibit's board in percent, or with `missed` 100 minus that percentage.

    reading: name of a figure on the board that is a share, 0..1
    """
    share = run.record(tick).lab.readouts[exhibit].figures[reading]
    return 100.0 * (1.0 - share if missed else share)


@measure
def share_spread(run, exhibit: Text) -> float:
    """Return the standard deviation [percent] of the share of noticed shots in 10 000 shots, 100 sqrt(p (1 - p) / 10 000).

    p is the share by formula, the exhibit's figure "predicted".
    """
    share = run.record().lab.readouts[exhibit].figures["predicted"]
    return 100.0 * sqrt(share * (1.0 - share) / SHOTS)


@measure
def missed_spheres(run, ratio: Annotated[float, Number(0.01, 1000.0)]) -> float:
    """Return the percentage of hits of a sphere that tests miss. `ratio`: distance between two tests / sum of the radii."""
    return 100.0 * missed_at_sphere(1.0, ratio)


@measure
def missed_share(run, exhibit: Text) -> float:
    """Return the share, 0..1, of hits that a race wall's overlap tests miss at the bullet's speed, by formula."""
    return 1.0 - run.record().lab.readouts[exhibit].figures["predicted"]


@measure
def sum_of_radii(run, exhibit: Text) -> float:
    """Return the distance [m] between the centres of bullet and ball, the target of a race wall, at which they touch."""
    return last_shot(run, exhibit).reach


@measure
def panes_apart(run, exhibit: Text) -> float:
    """Return the distance [m] between the two panes of a race wall."""
    (first, _), (second, _) = last_shot(run, exhibit).targets()
    return second - first


@measure
def second_pane_share(run) -> float:
    """Return the percentage of 10 000 random pairs of panes of which a bisection finds the second one.

    The bullet begins before both panes and ends in the second; the first is anywhere between.
    """
    return 100.0 * second_share()


@cache
def second_share():
    """Return the share, 0..1, of random pairs of panes of which a bisection finds the second one.

    Three sorted numbers, uniform in 0..1, are the two sides of the first pane and the near side of the second.
    """
    borders, found = np.sort(np.random.default_rng(1).random((PAIRS, 3)), axis=1), 0
    for enter, leave, second in borders.tolist():
        panes = [at_pane(enter, leave), at_pane(second, second + 4.0)]
        found += shoot(BISECT, lane(panes, 0.0, 1, FINE), (0.0, 0.0, 0.0), (1.0, 0.0, 0.0)).obstacle == 1
    return found / PAIRS


def at_pane(enter, leave):
    """Return a plate across the x axis, from x = enter to x = leave [m]."""
    return plate(((enter + leave) / 2.0, 0.0, 0.0), (-1.0, 0.0, 0.0), leave - enter)
