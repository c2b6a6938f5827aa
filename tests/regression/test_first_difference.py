"""The first difference between a run and its record."""

import re
from math import inf, nan, nextafter

import pytest

from game.level import load_level
from game.level.contents.level import Case
from game.regression.case_simulation import run_case
from game.regression.first_difference import first_other_figure, trajectory_finding
from game.regression.golden_records import FigureRow, trajectory_of
from game.regression.verdict import are_close
from tests.app.small_level import write_small_level

ROWS = tuple(FigureRow(tick, "gas", "energy", repr(value)) for tick, value in ((1, 2.5), (4, 2.0), (9, nan)))


@pytest.fixture(scope="module")
def level(tmp_path_factory):
    return load_level(write_small_level(tmp_path_factory.mktemp("level")))


@pytest.fixture(scope="module")
def straight(level):
    return rows_of(level, "60 forward=1")


def rows_of(level, script):
    return trajectory_of(run_case(level, Case("any", script=script)))


def test_the_first_tick_that_differs(level, straight):
    assert trajectory_finding(rows_of(level, "36 forward=1\n24 right=1"), straight).tick == 37


def test_how_far_apart(level, straight):
    back = trajectory_finding(rows_of(level, "20 forward=1\n40 forward=-1"), straight)
    assert back.farthest == pytest.approx(40 * 2 * 5 / 60, rel=0.2)  # two ways of 40 ticks, some of it up steps
    assert "another path" in back.words and "at tick 60" in back.words


def test_equal_runs_have_no_difference(level, straight):
    assert trajectory_finding(rows_of(level, "60 forward=1"), straight) is None


@pytest.mark.parametrize("apart, words", [(1e-12, "rounding"), (1e-6, "skin"), (1e-3, "another path")])
def test_how_bad_it_is(straight, apart, words):
    moved = tuple(row._replace(x=row.x + apart) for row in straight)
    finding = trajectory_finding(moved, straight)
    assert words in finding.words and finding.farthest == pytest.approx(apart, rel=1e-3) and finding.tick == 0


def test_numbers_that_print_alike_show_their_difference(straight):
    moved = tuple(row._replace(x=row.x + 2e-16) for row in straight)
    assert trajectory_finding(moved, straight).words.startswith("x is 2e-16 m instead of 0 m")
    row = straight[7]
    other = (*straight[:7], row._replace(z=nextafter(row.z, -9.0)), *straight[8:])
    assert re.match(r"z is [\d.]+e-16 m less than 0.9", trajectory_finding(other, straight).words)


def test_the_last_bit_of_any_value_counts(straight):
    for name in ("x", "y", "z", "vx", "vy", "vz", "nx", "ny", "nz"):
        row = straight[7]
        other = (*straight[:7], row._replace(**{name: nextafter(getattr(row, name), 9.0)}), *straight[8:])
        finding = trajectory_finding(other, straight)
        assert finding.tick == 7 and finding.words.startswith(f"{name} is ")


def test_a_shorter_run_is_a_difference(straight):
    assert trajectory_finding(straight[:-1], straight).words == "59 ticks instead of 60"


# The figures of the lab


@pytest.mark.parametrize(
    "now, words",
    [
        (ROWS, None),
        (ROWS[:2], (9, "gas: energy is nan, on record only")),
        ((*ROWS[:1], ROWS[1]._replace(value="2.1"), ROWS[2]), (4, "gas: energy is 2.1 instead of 2.0")),
        ((*ROWS[:1], ROWS[1]._replace(tick=3), ROWS[2]), (3, "gas: energy is 2.0, unchanged on record")),
        ((*ROWS[:1], ROWS[1]._replace(tick=5), ROWS[2]), (4, "gas: energy is 2.0 on record, unchanged now")),
        ((*ROWS, FigureRow(11, "gas", "energy", "1.0")), (11, "gas: energy is 1.0, not on record")),
    ],
)
def test_the_first_difference_in_words(now, words):
    assert first_other_figure(now, ROWS) == words


def test_the_last_digits_are_rounding():
    moved = [ROWS[0]._replace(value=repr(nextafter(2.5, inf))), *ROWS[1:]]
    assert are_close(moved, ROWS) and first_other_figure(moved, ROWS) is not None
    assert not are_close([ROWS[0]._replace(value="2.500001"), *ROWS[1:]], ROWS)
    assert not are_close([*ROWS[:2], ROWS[2]._replace(value="1.0")], ROWS), "a number instead of nan"
