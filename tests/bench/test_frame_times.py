"""Frame times: a row for each level, a time for each quality, with and without overlays."""

from game.bench import speed


def test_each_quality_has_a_time_with_and_without_overlays(monkeypatch):
    monkeypatch.setattr(speed, "FRAMES", 1)
    monkeypatch.setattr(speed, "BATCHES", 1)
    table = speed.frame_table(["corners"])
    ((name, *times),) = table.rows
    assert name == "corners" and len(times) == len(table.columns) - 1 == 2 * len(speed.QUALITIES)
    assert all(0.0 < time < 10_000.0 for time in times)
