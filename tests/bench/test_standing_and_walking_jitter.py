"""The measurement of jitter detects jitter, its tables are complete, and the eyes move smoothly over kerbs, stairs and ramps."""

from xml.etree import ElementTree as xml

import numpy as np
import pytest

from game.bench import smoothness
from game.cli_commands import main
from game.level import level_names
from game.simulation import Intent, Simulation
from tests.shipped_levels import shipped


def test_a_player_that_stands_on_a_shipped_level_does_not_move(monkeypatch):
    """Less than 1e-6 m in each tick of a second, at every place."""
    monkeypatch.setattr(smoothness, "load_level", shipped)
    table = smoothness.standing_table()
    assert [row[0] for row in table.rows] == level_names()
    for _, places, largest in table.rows:
        assert places >= 15 and largest < 1e-6


def test_a_place_where_the_player_cannot_stand_is_left_out():
    simulation = Simulation(shipped("stairs"), history=1)
    assert smoothness.largest_move(simulation, np.array((0.0, 0.0, -0.5))) is None  # inside the ground
    assert smoothness.largest_move(simulation, np.zeros(3)) == 0.0


def test_jitter_is_detected(monkeypatch):
    simulation = Simulation(shipped("stairs"), history=1)
    monkeypatch.setattr(smoothness, "Intent", lambda: jittering(simulation.state.tick))
    assert smoothness.largest_move(simulation, np.zeros(3)) == pytest.approx(5.0 / 60)


def jittering(tick):
    return Intent((0.0, (-1.0) ** tick))


def test_every_case_has_a_row_and_the_eyes_shake_far_less_than_the_body():
    """Walking and running, at 60 and 240 ticks a second; limits in m/s2. The eyes stay within the bounds of the head."""
    table = smoothness.walking_table()
    assert len(table.rows) == len(smoothness.cases()) * len(smoothness.SPEEDS)
    rows = {row[0]: row[1:] for row in table.rows}
    assert rows["floor, 5 m/s"] == rows["floor, 8 m/s"] == pytest.approx((0.0,) * 8, abs=1e-6)
    for direction, walking, running in (("up", 24.0, 38.0), ("down", 38.0, 66.0)):
        assert max(rows[f"ramp of 30 degrees, {direction}, 5 m/s"][2:4]) < walking
        assert max(rows[f"ramp of 30 degrees, {direction}, 8 m/s"][2:4]) < running
    for name, (slow, quick, *eyes, _, _, lowest, highest) in rows.items():
        assert eyes[0] <= 0.5 * slow and eyes[1] <= quick / 5.0, name
        assert -0.6 < lowest <= 0.0 <= highest < 0.16, name


def test_a_profile_is_walked_from_end_to_end():
    profile = smoothness.with_flat_ends(smoothness.steps_profile(0.18, 0.28))
    for direction in (1, -1):
        _, records = smoothness.walk_along(profile, direction, 60)
        rise = records[-1].after.position[2] - records[0].before.position[2]
        assert rise == pytest.approx(direction * 16 * 0.18, abs=1e-4)


def test_the_drawing_shows_the_ground_and_both_lines_twice(tmp_path, capsys):
    path = tmp_path / "eyes.svg"
    assert main(["bench", "--eyes", str(path)]) == 0 and capsys.readouterr().out == f"{path}\n"
    drawn = xml.fromstring(path.read_text(encoding="utf-8"))
    lines = [line.get("points").split() for line in drawn.iter("{http://www.w3.org/2000/svg}polyline")]
    assert [len(line) > 100 for line in lines] == [False, True, True, True, True]
    assert all(0.0 <= float(number) <= 960.0 for line in lines for point in line for number in point.split(","))


def test_a_drawing_that_cannot_be_written_is_an_error(tmp_path, capsys):
    assert main(["bench", "--eyes", str(tmp_path / "no" / "eyes.svg")]) == 2
    assert "cannot be written" in capsys.readouterr().err
