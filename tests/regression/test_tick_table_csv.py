"""The table of a run is written and read back with every bit, and a damaged one is refused."""

import pytest

from game.level import load_level
from game.level.contents.level import Case
from game.regression.case_simulation import run_case
from game.regression.golden_records import CsvRow, csv_of, rows_from, trajectory_of
from tests.app.small_level import write_small_level


@pytest.fixture(scope="module")
def straight(tmp_path_factory):
    level = load_level(write_small_level(tmp_path_factory.mktemp("level")))
    return trajectory_of(run_case(level, Case("any", script="60 forward=1")))


def test_a_table_is_read_back_to_the_bit(straight):
    assert rows_from(csv_of(straight)) == straight and all(type(row) is CsvRow for row in rows_from(csv_of(straight)))


@pytest.mark.parametrize("spoil", [lambda text: "", lambda text: text[:-40], lambda text: text.replace("\n2,", "\n3,", 1)])
def test_a_spoilt_table_is_refused(straight, spoil):
    with pytest.raises(ValueError):
        rows_from(spoil(csv_of(straight)))
