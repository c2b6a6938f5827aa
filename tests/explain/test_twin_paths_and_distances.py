"""The shapes of twins, traces and marks, and the plot of their distances."""

import numpy as np
import pytest

from game.core.shapes import Label, Point, Polyline
from game.explain.palette import PLAYER, TWINS
from game.explain.twin_paths_and_distances import (
    BESIDE,
    HEAD,
    LEAST,
    RADIUS,
    axis_height,
    distance_plot,
    metres,
    times_of,
    twin_shapes,
)
from game.level import load_level
from game.other_engines.engine_twins_and_failures import Failure, twin_of
from game.simulation import Intent, Simulation, Twins
from game.simulation.twins import SEEN


@pytest.fixture(scope="module")
def walk():
    """(Simulation, Twins) after a walk up the stairs by the printed and by the default rules."""
    sim = Simulation(load_level("stairs"))
    twins = Twins(sim, ("fauerby", "modern"))
    for _ in range(90):
        sim.tick(Intent((0.0, 1.0)))
    twins.update()
    return sim, twins


def test_each_trace_ends_at_the_position_of_its_twin(walk):
    sim, twins = walk
    record = sim.history[60]
    traces = [shape for shape in twin_shapes(twins, record, sim.hz) if isinstance(shape, Polyline)]
    traces = [trace for trace in traces if trace.radius == RADIUS]  # the poles of marks are thinner
    assert [trace.colour for trace in traces] == [PLAYER, *TWINS]
    ends = [record.after, *twins.at(record).states]
    assert [tuple(trace.points[-1]) for trace in traces] == [state.position for state in ends]
    assert 2 <= len(traces[0].points) <= 31


def test_points_on_a_straight_line_are_left_out():
    from game.explain.twin_paths_and_distances import without_straight

    points = np.array([(0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 1), (4, 0, 1), (5, 0, 1)], float)
    assert without_straight(points).tolist() == [[0, 0, 0], [2, 0, 0], [3, 0, 1], [5, 0, 1]]


def test_a_trace_is_interrupted_by_a_teleport():
    from game.explain.twin_paths_and_distances import traces_of

    sim = Simulation(load_level("stairs"))
    states = [sim.tick(Intent((0.0, 1.0))).after.replace(returns=n // 5) for n in range(10)]
    ends = [(trace.points[0].tolist(), trace.points[-1].tolist()) for trace in traces_of(states, PLAYER, 1)]
    assert ends == [(list(states[a].position), list(states[b].position)) for a, b in ((0, 4), (5, 9))]


def test_the_mark_is_at_the_divergence_and_not_before(walk):
    sim, twins = walk
    parting = twins.all[0].parted[SEEN]
    marks = {}
    for tick in (parting.tick - 1, parting.tick):
        shapes = twin_shapes(twins, sim.history[tick - 1], sim.hz)
        marks[tick] = [shape for shape in shapes if isinstance(shape, Point | Label)]
    point, label = marks[parting.tick]
    assert marks[parting.tick - 1] == []
    assert point.position == parting.place
    assert label.text == f"blue twin parts from you here: {parting.tick / 60:.2f} s"


def test_a_lesson_shows_the_paths_without_marks(walk):
    sim, twins = walk
    shapes = twin_shapes(twins, sim.history[-1], sim.hz, is_marked=False)
    assert [shape.colour for shape in shapes if isinstance(shape, Polyline)] == [PLAYER, *TWINS]
    assert all(isinstance(shape, Polyline) and shape.radius == RADIUS for shape in shapes)


def test_a_twin_beside_the_player_has_its_name_over_its_head(walk):
    """The printed rules fall behind on the stairs; the twin with the player's own rules stays inside, without a label."""
    sim, twins = walk
    record = sim.history[-1]
    labels = [shape for shape in twin_shapes(twins, record, sim.hz) if isinstance(shape, Label)]
    names = [label for label in labels if label.text == "blue twin"]
    (x, y, z), (state, _) = names[0].position, twins.at(record).states
    assert len(names) == 1 and twins.at(record).distances[0] > BESIDE
    assert (x, y) == state.position[:2] and z == pytest.approx(state.position[2] + record.body.radii[2] + HEAD)
    assert not [label for label in labels if label.text == "yellow twin"]


def test_each_failure_of_another_engine_has_a_mark_and_the_plot_names_the_newest():
    sim = Simulation(load_level("stairs"))
    twins = Twins(sim, ("Bullet",), twin_of)
    record = [sim.tick(Intent((0.0, 1.0))) for _ in range(9)][-1]
    twins.update()
    twins.all[0].failures = [Failure("sinks", 3, (1.0, 2.0, 3.0)), Failure("sticks", 8, (4.0, 5.0, 6.0))]
    shapes = [shape for shape in twin_shapes(twins, record, sim.hz) if isinstance(shape, Point | Label)]
    assert [shape.position for shape in shapes[::2]] == [(1.0, 2.0, 3.0), (4.0, 5.0, 6.0)]
    assert [shape.text for shape in shapes[1::2]] == ["blue twin sinks here: 0.05 s", "blue twin sticks here: 0.13 s"]
    assert distance_plot(twins, record, record, sim.hz).curves[0].status == "sticks at 0.13 s"
    assert distance_plot(twins, sim.history[4], record, sim.hz).curves[0].status == "sinks at 0.05 s"


def test_the_plot_shows_the_distances_of_the_moments(walk):
    sim, twins = walk
    record = sim.history[59]
    plot = distance_plot(twins, record, sim.history[-1], sim.hz)
    moment = twins.at(record)
    assert plot.height >= moment.distances[0]
    heights = dict(plot.curves[0].points)
    assert heights[plot.cursor] * plot.height == pytest.approx(moment.distances[0])
    assert {y for _, y in plot.curves[1].points} == {0.0}
    assert plot.curves[1][2:] == ("yellow twin", "all repairs", "in step", "same path as you so far")
    assert max(x for x, _ in plot.curves[0].points) == 1.0


def test_the_time_axis_has_the_numbers_of_the_level_s_clock(walk):
    """The walk is 1.5 s long and fills the axis. A longer one has an axis of 10 s. Numbers before the start are left out."""
    sim, twins = walk
    plot = distance_plot(twins, sim.history[-1], sim.history[-1], sim.hz)
    assert plot.seconds == 1.5
    assert plot.times == tuple((pytest.approx(part / 3.0), text) for part, text in enumerate(("0", "0.5", "1", "1.5")))
    assert times_of(17.8, 10.0) == tuple((pytest.approx((time - 17.8) / 10.0), str(time)) for time in (18, 20, 22, 24, 26))
    assert times_of(-8.5, 10.0) == ((pytest.approx(0.85), "0"),)


def test_the_cursor_is_at_the_end_during_play(walk):
    sim, twins = walk
    assert distance_plot(twins, sim.history[-1], sim.history[-1], sim.hz).cursor == 1.0


def test_there_is_no_plot_without_twins(walk):
    sim, _ = walk
    assert distance_plot(Twins(sim), sim.history[-1], sim.history[-1], sim.hz) is None
    assert twin_shapes(Twins(sim), sim.history[-1], sim.hz) == []


@pytest.mark.parametrize("most, height", [(0.0, LEAST), (0.011, 0.02), (0.2, 0.2), (0.21, 0.5), (7.0, 10.0), (1000.0, 1000.0)])
def test_the_axis_is_a_round_number(most, height):
    assert axis_height(most) == pytest.approx(height)


def test_distances_as_text():
    words = [metres(x) for x in (0.0, 1e-9, 1e-6, 0.0042, 0.5, 17.98)]
    assert words == ["in step", "in step", "< 0.1 mm", "4.2 mm", "0.50 m", "17.98 m"]


def test_colours_differ_in_brightness():
    weights = np.array([0.299, 0.587, 0.114])
    bright = sorted(float(weights @ colour) for colour in (PLAYER, *TWINS))
    assert min(np.diff(bright)) > 0.1
