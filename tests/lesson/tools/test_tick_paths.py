"""Paths of a script."""

from game.lesson.tools.tick_paths import places_of


def test_places_of_a_path_are_merged():
    assert places_of([(0.0, 0.0), (1.0, 0.0), (0.0, 1e-6)], 7) == {(0.0, 0.0): [7, 9], (1.0, 0.0): [8]}
