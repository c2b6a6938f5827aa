"""The pictures of a tour: both cameras at the moments with the most contacts."""

from game.pictures.tour_pictures import best_moments, tour_of

SIZE = (480, 270)


def test_the_tour_shows_both_cameras_at_the_best_moments(level, tmp_path):
    reported = []
    paths = tour_of(level, tmp_path, SIZE, lambda fraction, text: reported.append(fraction))
    assert len(paths) == 8 and all(path.exists() for path in paths)
    assert sum("third" in path.name for path in paths) == 4
    assert reported == sorted(reported) and 0.0 <= reported[0] and reported[-1] <= 1.0


def test_best_moments_are_those_with_contacts(climbing):
    moments = best_moments(list(climbing.history))
    assert len(moments) == 4 and [m.tick for m in moments] == sorted(m.tick for m in moments)
    assert any(iteration.hit for iteration in moments[-1].trace.iterations)
