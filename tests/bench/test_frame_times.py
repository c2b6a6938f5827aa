"""Frame times: a row for each level, a time for each quality, with and without overlays."""

from game.bench import frame_times


def test_each_quality_has_a_time_with_and_without_overlays(monkeypatch):
    monkeypatch.setattr(frame_times, "FRAMES", 1)
    monkeypatch.setattr(frame_times, "BATCHES", 1)
    table = frame_times.frame_table(["corners"])
    ((name, *times),) = table.rows
    assert name == "corners" and len(times) == len(table.columns) - 1 == 2 * len(frame_times.QUALITIES)
    assert all(0.0 < time < 10_000.0 for time in times)
