"""Overlap tests, bisection and sweeps on the race wall, against the shares and times by formula."""

import numpy as np
import pytest

from game.core.input_errors import InputError
from game.lab.physics.bullet_tests import (
    BISECT,
    GOMEZ,
    LOOK,
    SUBDIVIDE,
    SWEEP,
    lane,
    missed_at_sphere,
    noticed_at_plate,
    plate,
    shoot,
    shoot_many,
    sphere,
)
from tests.lab.interpreting import assert_same_bits

EAST, SHOTS = (1.0, 0.0, 0.0), 10_000


def pane(thickness, at=0.0, cosine=1.0):
    """A plate at a place along the lane; cosine: of the angle between its normal and the lane."""
    return plate((at, 0.0, 0.0), (cosine, float(np.sqrt(1.0 - cosine * cosine)), 0.0), thickness)


def shots(method, obstacles, radius, path, aside=None):
    """(share noticed, times [steps], starts) of 10 000 shots that start some 4 paths before 0, at random phases."""
    starts = np.zeros((SHOTS, 3))
    reach = 2.0 * radius + 1.0 if aside is None else 2.5
    starts[:, 0] = -reach - path * np.random.default_rng(8).random(SHOTS)
    if aside is not None:
        starts[:, 1] = aside
    times = np.empty(SHOTS)
    track = lane(obstacles, radius, int(2.0 * reach / path) + 4)
    return shoot_many(method, track, starts, (path, 0.0, 0.0), times) / SHOTS, times, starts


@pytest.mark.parametrize("speed", [1.2, 2.0, 10.0, 100.0, 400.0])
def test_the_bullet_and_the_glass(speed):
    """(w + 2 r) / (v h): bullet 5 mm across, glass 10 mm, 60 Hz: never missed to 1.2 m/s (wide .025), then as the formula."""
    share, _, _ = shots(LOOK, [pane(0.010)], 0.005, speed / 60.0)
    assert share == pytest.approx(noticed_at_plate(0.010, 0.005, speed / 60.0), abs=0.015)
    assert shots(SWEEP, [pane(0.010)], 0.005, speed / 60.0)[0] == 1.0


def test_the_plate_of_the_cannon_range():
    """5 cm, ball of 10 cm radius, 25 m/s at 60 Hz: 60 +- 1.5 % of 10 000 shots noticed, all by the sweep."""
    assert noticed_at_plate(0.05, 0.10, 25.0 / 60.0) == pytest.approx(0.6)
    assert shots(LOOK, [pane(0.05)], 0.10, 25.0 / 60.0)[0] == pytest.approx(0.6, abs=0.015)
    assert shots(SWEEP, [pane(0.05)], 0.10, 25.0 / 60.0)[0] == 1.0


def test_a_slanted_plate_is_noticed_more_often():
    """(w + 2 r) / (v h cos a)."""
    share, _, _ = shots(LOOK, [pane(0.05, cosine=0.5)], 0.10, 1.0)
    assert share == pytest.approx(noticed_at_plate(0.05, 0.10, 1.0, 0.5), abs=0.015)


@pytest.mark.parametrize("ratio, missed", [(0.5, 0.0208), (1.0, 0.0833), (2.0, 0.333), (4.0, 0.667)])
def test_the_share_of_spheres_that_are_missed(ratio, missed):
    """s s / 12 R R up to 2 R, then 1 - 4 R / 3 s, for hits spread over the disc of radius R (claims.toml, E20)."""
    aside = np.sqrt(np.random.default_rng(9).random(SHOTS))
    share, _, _ = shots(LOOK, [sphere((0.0, 0.0, 0.0), 0.6)], 0.4, ratio, aside)
    assert missed_at_sphere(1.0, ratio) == pytest.approx(missed, abs=5e-4)
    assert 1.0 - share == pytest.approx(missed, abs=0.015)
    assert shots(SWEEP, [sphere((0.0, 0.0, 0.0), 0.6)], 0.4, ratio, aside)[0] == 1.0


@pytest.mark.parametrize("speed", [1.0, 1e3, 1e6])
def test_the_sweep_notices_all_shots_at_any_speed(speed):
    """10 000 of 10 000, and the time of impact (x - w / 2 - r) / v to 1e-12."""
    share, times, starts = shots(SWEEP, [pane(0.010)], 0.005, speed / 60.0)
    assert share == 1.0
    np.testing.assert_allclose(times, (-starts[:, 0] - 0.010) / (speed / 60.0), rtol=1e-12)


def test_gomez_misses_what_comes_from_behind():
    assert shots(GOMEZ, [pane(0.01)], 0.005, 1.0)[0] < 0.05
    front = plate((0.0, 0.0, 0.0), (-1.0, 0.0, 0.0), 0.01)
    assert shots(GOMEZ, [front], 0.005, 1.0)[0] == 1.0


def test_subdivision_catches_chords_longer_than_its_parts():
    """N tests along a path v h catch a chord c if v h / N <= c."""
    assert shots(SUBDIVIDE, [pane(0.05)], 0.04, 1.0)[0] == 1.0
    assert shots(SUBDIVIDE, [pane(0.02)], 0.02, 1.0)[0] == pytest.approx(8 * 0.06, abs=0.015)


def test_bisection_asks_the_five_places_of_the_lectures_figure():
    """For an impact at 0.42: .5, .25, .375, .4375, .40625, and the answer is the last free one."""
    track = lane([pane(0.0, at=1.0)], 0.58, steps=1)
    found = shoot(BISECT, track, (0.0, 0.0, 0.0), (1.0, 0.0, 0.0))
    assert track.tested.tolist() == [0.5, 0.25, 0.375, 0.4375, 0.40625]
    assert found == (0, 0, 0.40625, 6)


@pytest.mark.parametrize("halvings", [1, 5, 20, 40])
def test_each_halving_doubles_the_precision(halvings):
    """The free fraction lies at most 2^-n before the sweep's."""
    track = lane([sphere((0.7, 0.1, 0.0), 0.3)], 0.2, 1, halvings)
    exact = shoot(SWEEP, track, (0.0, 0.0, 0.0), (0.9, 0.0, 0.0)).fraction
    found = shoot(BISECT, track, (0.0, 0.0, 0.0), (0.9, 0.0, 0.0))
    assert exact - 2.0**-halvings <= found.fraction <= exact


def test_bisection_may_name_the_second_pane():
    """Of panes with random borders it names the later in half of the cases, though the first is .1 and this one .6 (E21)."""
    assert later_of(0.1, 0.2, 0.6)
    rng = np.random.default_rng(10)
    share = np.mean([later_of(*np.sort(rng.random(3)).tolist()) for _ in range(4000)])
    assert share == pytest.approx(0.5006, abs=0.024)  # three standard deviations


def later_of(enter, leave, second):
    """True if 40 halvings find the second of two panes: the first from enter to leave, the second from `second` on."""
    panes = [pane(leave - enter, (enter + leave) / 2.0), pane(4.0, second + 2.0)]
    return shoot(BISECT, lane(panes, 0.0, 1, 40), (0.0, 0.0, 0.0), (1.0, 0.0, 0.0)).obstacle == 1


@pytest.mark.parametrize("method", [LOOK, SUBDIVIDE, BISECT, GOMEZ, SWEEP])
def test_shots_have_the_same_bits_compiled_and_interpreted(method):
    track = lane([pane(0.05), sphere((1.0, 0.0, 0.0), 0.4)], 0.1, 12)
    assert_same_bits(shoot, method, track, (-2.0, 0.1, 0.0), (0.23, 0.01, 0.0))


def test_a_normal_that_is_no_unit_vector_is_refused():
    with pytest.raises(InputError, match="length 1"):
        plate((0.0, 0.0, 0.0), (2.0, 0.0, 0.0), 0.1)
