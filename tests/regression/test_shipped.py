"""Every shipped level is walked as it is on record. `pytest --update-golden` puts today's walks and pictures on record.

Numbers of all levels, pictures of one: lighting the others for the first time takes too long for a test. `main.py check`
compares them all, to the bit; here there is room for the rounding of another processor and mathematics library.
"""

import pytest

from game.level import level_names, load_level
from game.regression.case import compare
from game.regression.command import GOLDEN, put_on_record
from game.regression.path import ROUNDING

PICTURED = "stairs"
ROUNDING_OF_LIGHT = 1.0  # of the worst tile, 0..255; a missing overlay has more than 50


@pytest.fixture(scope="session")
def renewed(request):
    """Puts all on record anew, when that was asked for."""
    if request.config.getoption("--update-golden"):
        put_on_record([load_level(name) for name in level_names()])


@pytest.mark.parametrize("name", level_names())
def test_the_tour_is_walked_as_on_record(name, renewed):
    case = compare(load_level(name), GOLDEN, pictures=False)
    assert case.difference is None or case.difference.farthest <= ROUNDING and not case.difference.ground, case.verdict


def test_the_pictures_are_those_on_record(renewed):
    case = compare(load_level(PICTURED), GOLDEN)
    if case.without:
        pytest.skip(case.without)
    worst = max(picture.difference.worst if picture.difference else 0.0 for picture in case.pictures)
    assert worst <= ROUNDING_OF_LIGHT, case.verdict


def test_every_record_belongs_to_a_level():
    assert sorted(path.stem for path in GOLDEN.glob("*.json")) == level_names()
    assert {path.stem.rpartition("-")[0] for path in GOLDEN.glob("*.webp")} == set(level_names())


def test_all_records_together_stay_small():
    assert sum(path.stat().st_size for path in GOLDEN.iterdir()) < 200_000 * len(level_names())
