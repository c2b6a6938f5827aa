"""The measurement of jitter: that what trembles is seen to do so, and that its tables have a row for everything."""

from types import SimpleNamespace

import numpy as np
import pytest

from game.bench import jitter
from game.level import level_names, load_level
from game.simulation import Simulation


def test_nobody_who_stands_on_a_shipped_level_moves():
    """Anywhere, by 1e-6 in any tick of a second."""
    table = jitter.standing_table()
    assert [row[0] for row in table.rows] == level_names()
    for _, places, farthest in table.rows:
        assert places >= 15 and farthest < 1e-6


def test_a_place_where_nobody_can_stand_is_left_out():
    simulation = Simulation(load_level("stairs"), history=1)
    assert jitter.farthest_way(simulation, np.array((0.0, 0.0, -0.5))) is None  # inside of the ground
    assert jitter.farthest_way(simulation, np.zeros(3)) == 0.0


def test_who_trembles_is_seen(monkeypatch):
    simulation = Simulation(load_level("stairs"), history=1)
    monkeypatch.setattr(jitter, "Intent", lambda: trembling(simulation.state.tick))
    assert jitter.farthest_way(simulation, np.zeros(3)) == pytest.approx(5.0 / 60)


def trembling(tick):
    return SimpleNamespace(wish=(0.0, (-1.0) ** tick), jump=False, run=False, crouch=False, heading=None)


def test_every_case_has_a_row_a_rate():
    table = jitter.walking_table()
    assert len(table.rows) == len(jitter.cases()) * len(jitter.RATES)
    rows = {row[:2]: row[2:] for row in table.rows}
    assert rows["floor", 60] == pytest.approx((0.0, 0.0, 0.0, 0.0, 0.0), abs=1e-6)
    for (name, _), (body, _, eyes, rms, lag) in rows.items():
        assert eyes <= body and rms <= eyes and 0.0 <= lag <= 0.6, name


def test_a_profile_is_walked_from_end_to_end():
    profile = jitter.level_at_ends(jitter.flight(0.18, 0.28))
    for way in (1, -1):
        _, records = jitter.walked(profile, way, 60)
        rise = records[-1].after.position[2] - records[0].before.position[2]
        assert rise == pytest.approx(way * 16 * 0.18, abs=1e-4)
