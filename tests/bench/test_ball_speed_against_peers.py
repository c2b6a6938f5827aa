"""Balls in a box beside other engines: the table has a row for each engine, and ours keeps what it should."""

import pytest

from game.bench import speed
from game.bench.speed import BallScene, lab_table, pairs_table
from game.core.jit import is_installed


@pytest.mark.parametrize("is_heap", [False, True])
def test_our_balls_keep_apart_and_a_gas_keeps_its_energy(monkeypatch, is_heap):
    monkeypatch.setattr(speed, "WARM", 5)
    monkeypatch.setattr(speed, "MEASURED", 5)
    table = lab_table((BallScene(60, is_heap),))
    names = [row[1] for row in table.rows]
    assert names[0] == "Glissade" and "Bullet" in names and all(len(row) == len(table.columns) for row in table.rows)
    _, _, settings, tick, ratio, energy, overlaps, deepest = table.rows[0]
    assert tick > 0.0 and ratio == 1.0 and overlaps == 0 and deepest < 1e-6 and settings
    if not is_heap:
        assert energy == pytest.approx(1.0, abs=1e-11)


def test_pairs_have_a_row_for_each_method(monkeypatch):
    monkeypatch.setattr(speed, "PAIR_ROUNDS", 1)
    table = pairs_table(((60, (2.0, 2.0, 1.0)),))
    names = [row[2] for row in table.rows]
    assert names == ["grid", "sweep", "tree", "sweep again", *(["cKDTree"] if is_installed("scipy") else [])]
    assert len({row[6] for row in table.rows[:4]}) == 1 and table.rows[0][6] > 0
    assert all(len(row) == len(table.columns) for row in table.rows)
