"""Pairs of boxes: four methods against brute force, their work, and what is refused."""

from itertools import combinations

import numpy as np
import pytest

from game.lab import pairs
from game.lab.physics import broad_phase_methods
from tests.lab.interpreting import assert_same_bits


def brute_force(low, high):
    """The pairs by the definition: two closed boxes have a common point if their intervals meet along each axis."""
    low, high = np.asarray(low, float).reshape(-1, 3), np.asarray(high, float).reshape(-1, 3)
    meets = (low[:, None] <= high[None]) & (low[None] <= high[:, None])
    return np.argwhere(np.triu(meets.all(axis=2), 1))


def boxes_in(room, count, size, seed=1):
    """(low, high) of boxes with sides from `size` / 2 to `size` [m], in a room (3,) [m]."""
    random = np.random.default_rng(seed)
    centres, half = random.uniform(0.0, 1.0, (count, 3)) * room, random.uniform(0.25, 0.5, (count, 3)) * size
    return centres - half, centres + half


def scene(name, count=300):
    """(low, high) of one of the scenes."""
    random = np.random.default_rng(sum(map(ord, name)))
    low, high = boxes_in((6.0, 6.0, 3.0), count, 0.5, seed=count)
    if name == "on a lattice":  # most neighbours touch, in a side, an edge or a corner
        low = random.integers(0, 9, (count, 3)).astype(float)
        high = low + random.integers(0, 3, (count, 3))
    elif name == "flat":
        low[: count // 2, 2] = high[: count // 2, 2] = 1.0
    elif name == "points and lines":
        low = random.integers(0, 4, (count, 3)).astype(float)
        high = low + random.integers(0, 2, (count, 1)) * [1.0, 0.0, 0.0]
    elif name == "all the same":
        low[:], high[:] = 1.0, 2.0
    elif name == "one place":
        low[:] = high[:] = 7.0
    elif name == "a line of boxes":
        low[:, 1:], high[:, 1:] = 0.0, 1.0
    elif name == "sizes from a millimetre to a kilometre":
        centre, half = random.uniform(-500.0, 500.0, (count, 3)), 10.0 ** random.uniform(-3.0, 3.0, (count, 1)) / 2.0
        low, high = centre - half, centre + half
    elif name == "a few are very large":
        high[:3] += 1000.0
    elif name == "a million metres away":
        low, high = low + [1e6, -1e6, 1e6], high + [1e6, -1e6, 1e6]
    elif name == "a nanometre, a million metres away":
        low = 1e6 + random.integers(0, 40, (count, 3)) * 2.0**-30
        high = low + random.integers(0, 20, (count, 3)) * 2.0**-30
    elif name == "at the limit":
        low, high = low * 1e29, high * 1e29
    elif name == "as wide as a cell":  # cells of 1/3, whose borders are rounded
        low = np.tile(np.arange(count)[:, None] % 30 / 3.0, 3) + random.integers(0, 2, (count, 3)) / 3.0
        high = low + 1.0 / 3.0
    return low, high


SCENES = (
    "usual", "on a lattice", "flat", "points and lines", "all the same", "one place", "a line of boxes",
    "sizes from a millimetre to a kilometre", "a few are very large", "a million metres away",
    "a nanometre, a million metres away", "at the limit", "as wide as a cell",
)  # fmt: skip


@pytest.mark.parametrize("method", pairs.METHODS)
@pytest.mark.parametrize("name", SCENES)
def test_all_methods_find_the_pairs_of_brute_force(name, method):
    for count in (2, 3, 5, 17, 300):
        low, high = scene(name, count)
        found = pairs.find_pairs(low, high, method)
        assert found.dtype == np.int64 and np.array_equal(found, brute_force(low, high)), count


@pytest.mark.parametrize("method", pairs.METHODS)
def test_many_random_boxes_on_a_lattice(method):
    random = np.random.default_rng(7)
    for _ in range(200):
        low = random.integers(-3, 4, (int(random.integers(0, 13)), 3))
        high = low + random.integers(0, 3, low.shape)
        assert np.array_equal(pairs.find_pairs(low, high, method), brute_force(low, high))


@pytest.mark.parametrize("method", pairs.METHODS)
def test_no_box_one_box_and_a_touch(method):
    assert pairs.find_pairs([], [], method).shape == pairs.find_pairs(np.zeros((0, 3)), np.zeros((0, 3)), method).shape == (0, 2)
    assert pairs.find_pairs([(0, 0, 0)], [(1, 1, 1)], method).shape == (0, 2)
    low, gap = np.array([(0.0, 0.0, 0.0), (1.0, 1.0, 1.0)]), np.nextafter(1.0, 2.0)
    assert pairs.find_pairs(low, low + 1.0, method).tolist() == [[0, 1]]
    assert pairs.find_pairs(low * [1.0, gap, 1.0], low + 1.0, method).tolist() == []


@pytest.mark.parametrize("method", pairs.METHODS)
def test_the_figure_of_the_lecture(method):
    """Along x the sides are A0 A1 R0 B0 R1 C0 B1 C1. So R overlaps B, and B overlaps C (Tang's lecture, plane sweep)."""
    place = {name: float(x) for x, name in enumerate("A0 A1 R0 B0 R1 C0 B1 C1".split())}
    low, high = ([(place[f"{name}{end}"], 0.0, 0.0) for name in "ABCR"] for end in (0, 1))
    names = ["".join("ABCR"[i] for i in pair) for pair in pairs.find_pairs(low, np.add(high, (0.0, 1.0, 1.0)), method)]
    assert names == ["BC", "BR"]


def test_the_work_grows_as_the_theory_says():
    """The exponents of n at a constant density: 2, 1.67 +- .05 (5/3), 1.05 +- .05, 1.17 +- .1.

    So the O(n) of the lecture is right for a grid. It is wrong for a sweep along one axis.
    """
    counts = np.array([1250, 2500, 5000, 10_000, 20_000])
    tests = {method: [] for method in pairs.METHODS}
    for count in counts:
        low, high = boxes_in(np.array([10.0, 10.0, 4.0]) * np.cbrt(count / 1250.0), count, 0.5)
        found = {method: pairs.search(low, high, method) for method in pairs.METHODS if method != "all" or count <= 5000}
        for method, result in found.items():
            tests[method].append(result.tests)
            assert np.array_equal(result.pairs, found["grid"].pairs)
    slopes = {method: np.polyfit(np.log(counts[: len(made)]), np.log(made), 1)[0] for method, made in tests.items()}
    assert slopes["all"] == pytest.approx(2.0, abs=0.02) and slopes["sweep"] == pytest.approx(5.0 / 3.0, abs=0.05)
    assert slopes["grid"] == pytest.approx(1.05, abs=0.05) and slopes["tree"] == pytest.approx(1.17, abs=0.1)
    assert tests["all"][0] == 1250 * 1249 // 2


@pytest.mark.parametrize("room", [(6.0, 6.0, 2.5), (15.0, 15.0, 1.0), (40.0, 2.0, 1.0)], ids=["hall", "plain", "corridor"])
def test_the_sweep_sorts_again_what_moved_a_little(room):
    """From tick to tick only neighbours change places: 3 m/s at 60 ticks a second."""
    (low, high), random = boxes_in(room, 300, 0.5), np.random.default_rng(3)
    velocities = random.normal(size=(300, 3)) * 3.0 / np.sqrt(3.0)
    last = pairs.search(low, high, "sweep")
    assert last.swaps == 0
    for _ in range(60):
        low, high = low + velocities / 60.0, high + velocities / 60.0
        last = pairs.search(low, high, "sweep", last)
        assert np.array_equal(last.pairs, brute_force(low, high)) and last.swaps < 2000
        assert (np.diff(low[last.order, last.axis]) >= 0.0).all()
    assert last.axis == int(np.argmax(room)) or room[0] == room[1]


def test_one_large_box_does_not_fill_the_grid():
    """The grid compares the few boxes that are wider than a cell with all others, and keeps its cells narrow."""
    low, high = boxes_in((16.0, 16.0, 6.4), 5000, 0.5)
    usual = pairs.search(low, high, "grid").tests
    high[0] = 100.0
    assert pairs.search(low, high, "grid").tests < usual + 2 * 5000


def test_compiled_and_interpreted_results_are_the_same_bits():
    for name in ("usual", "on a lattice", "sizes from a millimetre to a kilometre"):
        boxes = pairs.boxes_of(*scene(name, 60))
        order, scratch = np.argsort(boxes[:, 0], kind="stable"), broad_phase_methods.scratch_for(60)
        for array in scratch:
            array.fill(0)
        found = np.zeros((2000, 2), np.int64)
        count = assert_same_bits(broad_phase_methods.all_pairs, boxes, found)[0][0]
        assert_same_bits(broad_phase_methods.grid_pairs, boxes, pairs.cell_sides(boxes), scratch, found)
        assert_same_bits(broad_phase_methods.sort_again, boxes[:, 1].copy(), order)
        _, arguments = assert_same_bits(broad_phase_methods.sweep_pairs, boxes, 0, order, scratch, found)
        assert_same_bits(broad_phase_methods.tree_pairs, boxes, 32, scratch, found)
        assert_same_bits(broad_phase_methods.sort_pairs, arguments[-1][:count], found[:count], np.zeros(61, np.int64))


GOOD = [(0.0, 0.0, 0.0), (5.0, 0.0, 0.0)]


@pytest.mark.parametrize(
    "low, high, method, words",
    [
        (GOOD, [(1, 1, 1), (6, 1, float("nan"))], "all", "high: row 1 is not finite"),
        ([(0, 0, float("-inf")), (5, 0, 0)], GOOD, "grid", "low: row 0 is not finite"),
        (GOOD, [(1, 1, 1), (6, -1, 1)], "tree", "high: row 1 is below low"),
        (GOOD, GOOD[:1], "sweep", "low and high must have the same shape"),
        (GOOD, [], "sweep", "high is empty"),
        ([(0.0, 0.0)], [(1.0, 1.0)], "all", r"low must have shape \(n, 3\), not \(1, 2\)"),
        ([(0.0, 0.0, 0.0), (1.0,)], GOOD, "all", r"low must have shape \(n, 3\)"),
        (GOOD, [("a", "b", "c")] * 2, "all", "high must be numbers"),
        (GOOD, GOOD, "octree", "method must be one of all, grid, sweep, tree, not 'octree'"),
    ],
)
def test_wrong_arguments_are_refused_by_name(low, high, method, words):
    with pytest.raises(ValueError, match=words) as refused:
        pairs.find_pairs(low, high, method)
    assert "\n" not in str(refused.value)


def test_arguments_stay_as_they_are():
    low, high = boxes_in((3.0, 3.0, 3.0), 50, 0.5)
    copies = low.copy(), high.copy()
    for method, other in combinations(pairs.METHODS, 2):
        before = pairs.search(low, high, method)
        order = before.order.copy()
        pairs.search(low, high, other, before)
        assert np.array_equal(low, copies[0]) and np.array_equal(high, copies[1]) and np.array_equal(order, before.order)
