"""The pair hall: the same pairs by each method, and tests that grow as theory says."""

import numpy as np
import pytest

from game.lab.exhibits import pair_hall
from game.lab.exhibits.pair_hall import (
    COUNTS,
    FIGURE,
    HALLS,
    METHODS,
    MOST_FOR_ALL,
    RESTS,
    PairHall,
    all_tests,
    expected_pairs,
    expected_tests,
    lowest,
    sides_of,
    slopes_of,
)
from game.lab.physics import broad_phase_methods
from game.lab.physics.pairs import cell_sides, search_boxes
from tests.lab.physics.test_pairs import brute_force
from tests.lab.rooms import HERE, Run


def values_of(boxes, method="sweep", hall="hall", speed=1.0):
    return {"boxes": float(boxes), "method": float(METHODS.index(method)), "hall": float(list(HALLS).index(hall)), "speed": speed}


def by_brute_force(bodies):
    return brute_force(bodies.centres - bodies.halves, bodies.centres + bodies.halves)


def test_the_lectures_figure_has_two_pairs():
    """C:784-791: of A0 A1 R0 B0 R1 C0 B1 C1 only R and B, and B and C."""
    hall = PairHall()
    for method in METHODS:
        values = values_of(FIGURE, method)
        bodies, readout = hall.tick(values, hall.begin(values), frozenset(), HERE, 60)
        assert bodies.pairs.tolist() == [[1, 2], [2, 3]] and readout.figures["pairs"] == 2
        ends = sorted((x, name + end) for name, (x0, x1) in zip("ARBC", intervals(bodies)) for x, end in ((x0, "0"), (x1, "1")))
        assert [name for _, name in ends] == ["A0", "A1", "R0", "B0", "R1", "C0", "B1", "C1"]
    assert bodies.tests <= all_tests(FIGURE) * len(METHODS)


def intervals(bodies):
    return [(c - h, c + h) for c, h in zip(bodies.centres[:, 0], bodies.halves[:, 0])]


@pytest.mark.parametrize("name", HALLS)
@pytest.mark.parametrize("method", METHODS)
def test_each_tick_has_the_pairs_of_brute_force(name, method):
    hall, values = PairHall(), values_of(200, method, name, 2.0)
    bodies = hall.begin(values)
    swaps = 0
    for _ in range(80):
        bodies, readout = hall.tick(values, bodies, frozenset(), HERE, 60)
        assert np.array_equal(bodies.pairs, by_brute_force(bodies))
        swaps += readout.figures["swaps"]
        low, high = lowest(sides_of(values)), lowest(sides_of(values)) + np.array(sides_of(values))
        assert (bodies.centres - bodies.halves >= low - 1e-9).all() and (bodies.centres + bodies.halves <= high + 1e-9).all()
    assert (swaps > 0) == (method == "sweep"), "an order that is kept must be sorted again"


def test_another_method_sorts_from_the_start_and_finds_the_same():
    hall = PairHall()
    bodies = hall.begin(values_of(500, "sweep"))
    for method in ("grid", "sweep", "tree", "sweep", "all"):
        bodies, _ = hall.tick(values_of(500, method), bodies, frozenset({"method"}), HERE, 60)
        assert np.array_equal(bodies.pairs, by_brute_force(bodies))


def test_tests_grow_as_the_theory_says():
    """E23: all n^2, the plane sweep along one axis n^(5/3) in a hall of constant density, the grid about n, the tree n log n."""
    hall, samples = PairHall(), []
    for count in (1000, 2000, 5000, 10_000, 20_000):
        _, readout = hall.tick(values_of(count), hall.begin(values_of(FIGURE)), frozenset({"boxes"}), HERE, 60)
        assert readout.sample is not None
        samples.append(readout.sample)
    slopes = slopes_of(tuple(samples))
    assert slopes["all"] == pytest.approx(2.0, abs=0.02)
    assert slopes["sweep"] == pytest.approx(5 / 3, abs=0.05)
    assert slopes["grid"] == pytest.approx(1.05, abs=0.08)
    assert slopes["tree"] == pytest.approx(1.17, abs=0.1)


@pytest.mark.parametrize("name", HALLS)
@pytest.mark.parametrize("method", ["all", "grid", "sweep"])
def test_pairs_and_tests_are_as_many_as_by_formula(name, method):
    values = values_of(5000, method, name)
    bodies = PairHall(seed=7).begin(values)
    sides = sides_of(values)
    assert len(bodies.pairs) == pytest.approx(expected_pairs(5000, sides), rel=0.15)
    assert bodies.tests == pytest.approx(expected_tests(method, 5000, sides), rel=0.05)


def test_all_pairs_of_many_boxes_are_counted_and_not_tested():
    values = values_of(20_000, "all")
    assert 20_000 > MOST_FOR_ALL
    bodies = PairHall().begin(values)
    assert bodies.tests == 199_990_000
    assert np.array_equal(bodies.pairs, PairHall().begin(values_of(20_000, "grid")).pairs)


def test_boxes_at_rest_are_not_searched_again(monkeypatch):
    hall, values = PairHall(), values_of(1000, "sweep", speed=0.0)
    searches = []
    monkeypatch.setattr(pair_hall, "search_boxes", lambda *arguments: searches.append(arguments[1]) or search_boxes(*arguments))
    bodies = hall.begin(values)
    assert sorted(searches) == ["grid", "sweep", "tree"], "each method once"
    after, readout = hall.tick(values, bodies, frozenset(), HERE, 60)
    assert len(searches) == 3 and after.pairs is bodies.pairs and readout.figures["pairs"] == len(bodies.pairs)
    other, _ = hall.tick(values, after, frozenset({"method"}), HERE, 60)
    assert len(searches) == 4 and np.array_equal(other.pairs, bodies.pairs)


@pytest.mark.parametrize("name", HALLS)
def test_the_cells_that_are_drawn_are_those_of_the_search(name):
    values = values_of(5000, "grid", name)
    last = PairHall().begin(values)
    low = last.centres - last.halves
    scratch = broad_phase_methods.scratch_for(len(low))
    widest = cell_sides(np.hstack((low, last.centres + last.halves)))
    broad_phase_methods.grid_pairs(np.hstack((low, last.centres + last.halves)), widest, scratch, np.empty((0, 2), np.int64))
    sides = pair_hall.sides_of_cells(np.ptp(low, axis=0), widest, len(low))
    assert 1.0 / scratch.frame[1, :2] == pytest.approx(sides[:2])
    lines = pair_hall.grid_lines(sides_of(values), low.min(axis=0), sides)
    across = lines[lines[:, 0, 0] == lines[:, 1, 0], 0, 0]
    assert across[0] == pytest.approx(scratch.frame[0, 0])
    every = max(1, round(sides_of(values)[0] / sides[0] / 120))
    assert np.diff(across) == pytest.approx(every * sides[0])


def test_the_dial_begins_with_the_lectures_figure():
    assert PairHall.CONTROLS[0].positions[0] == COUNTS[0] == FIGURE


def test_boxes_rest_while_methods_are_compared():
    run, found = Run("pair_hall"), []
    for name in (*range(len(METHODS)), 0):
        run.go(21, f"pair_hall.method:{name}")
        found.append(sorted(map(tuple, np.sort(run.bodies.pairs, axis=1).tolist())))
        assert run.readouts[-1].figures["pairs"] == run.readouts[-21].figures["pairs"]
    assert found[0] and all(pairs == found[0] for pairs in found)
    centres = run.bodies.centres
    assert (run.go(round(RESTS * 60)).bodies.centres != centres).all(), "then they go on"


def test_the_plot_has_lines_and_dots_at_once():
    plot = Run("pair_hall").board.plot
    lines, dots = [c for c in plot.curves if not c.is_dots], [c for c in plot.curves if c.is_dots]
    assert [len(line.points) for line in lines] == [7, 7, 7, 1] and [len(one.points) for one in dots] == [1] * 4
    for line, one in zip(lines[:3], dots):
        near = line.points[np.argmin(abs(line.points[:, 0] - one.points[0, 0]))]
        assert one.points[0] == pytest.approx(near, abs=0.03), "the formula goes through what is counted"
