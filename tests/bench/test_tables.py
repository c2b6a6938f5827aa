"""The arithmetic of the benchmark: tables and statistics."""

import json
from argparse import Namespace

import numpy as np
import pytest

from game.bench import measurements, start_times
from game.bench.harness import ResultTable, text, write_json
from game.bench.robustness import directions_in_cone, report
from game.bench.triangle_test_statistics import EspacePlanes
from game.core.input_errors import InputError


def test_tables_are_printed_and_written(tmp_path):
    table = ResultTable("Title", ("what", "value"), [("long name", 1.23456), ("x", None)], "Note.")
    assert "long name   1.23" in text(table) and text(table).endswith("Note.")
    write_json([table], str(tmp_path / "out.json"))
    written = json.loads((tmp_path / "out.json").read_text())
    assert written["tables"][0]["rows"] == [{"what": "long name", "value": 1.23456}, {"what": "x", "value": None}]
    with pytest.raises(InputError, match="cannot be written"):
        write_json([table], str(tmp_path / "none" / "out.json"))


def test_the_papers_outcomes():
    """A unit sphere swept down and up between a floor, a ceiling and a far floor."""
    floor = [(-9, -9, 0), (9, -9, 0), (0, 9, 0)]
    ceiling = [(-9, -9, 5), (0, 9, 5), (9, -9, 5)]
    far = [(-9, -9, -20), (9, -9, -20), (0, 9, -20)]
    planes = EspacePlanes(np.array([floor, ceiling, far], dtype=float), (1.0, 1.0, 1.0))
    assert planes.outcomes((0, 0, 2.5), (0, 0, -2.0)).tolist() == [2, 0, 1]
    assert planes.outcomes((0, 0, 2.5), (0, 0, 2.0)).tolist() == [0, 2, 0]


def test_the_movement_that_planes_allow():
    wish, floor, wall = np.array([1.0, 0.0, -1.0]), np.array([0.0, 0.0, 1.0]), np.array([-1.0, 0.0, 0.0])
    directions = directions_in_cone(wish, np.array([floor]))
    assert max(wish @ direction for direction in directions) == pytest.approx(1.0)
    blocked = directions_in_cone(wish, np.array([floor, wall]))
    assert max((wish @ direction for direction in blocked), default=0.0) == pytest.approx(0.0)


def test_a_robustness_run_without_faults_returns_0(capsys):
    assert report(1000, 3, None) == 0
    printed = capsys.readouterr().out
    assert "Hostile rooms" in printed and "whole player" in printed


@pytest.mark.parametrize("steps, seed", [(0, None), (-5, None), (10, -1)])
def test_impossible_runs_are_refused(steps, seed):
    with pytest.raises(InputError, match="at least"):
        report(steps, seed, None)


def test_the_statistics_do_not_depend_on_the_up_direction():
    """A world that is rotated together with the body has the same counts."""
    rng = np.random.default_rng(0)
    corners, start, move = rng.normal(size=(200, 3, 3)), rng.normal(size=3), rng.normal(size=3)
    frame = ((0.0, 0.0, -1.0), (0.0, 1.0, 0.0), (1.0, 0.0, 0.0))
    radii, turn = (0.4, 0.4, 0.9), np.array(frame)
    upright = EspacePlanes(corners, radii).outcomes(start, move)
    turned = EspacePlanes(corners @ turn, radii, frame).outcomes(turn.T @ start, turn.T @ move)
    assert (upright == turned).all() and len(set(upright.tolist())) == 3
    assert (EspacePlanes(corners @ turn, radii).outcomes(turn.T @ start, turn.T @ move) != upright).any()


def test_every_table_is_found(monkeypatch):
    """All modules of the tables are imported before the first of them is measured."""
    first = ResultTable("First", (), [])
    monkeypatch.setattr(start_times, "startup_table", lambda: first)
    options = dict.fromkeys(("peers", "frames", "lab", "start", "routes"))
    assert next(measurements(Namespace(**options))) is first
