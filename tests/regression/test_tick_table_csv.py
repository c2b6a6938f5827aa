"""The table of a run is written and read back with every bit, and a damaged one is refused."""

import pytest

from game.regression.golden_records import CsvRow, csv_of, rows_from


def test_a_table_is_read_back_to_the_bit(straight):
    assert rows_from(csv_of(straight)) == straight and all(type(row) is CsvRow for row in rows_from(csv_of(straight)))


@pytest.mark.parametrize("spoil", [lambda text: "", lambda text: text[:-40], lambda text: text.replace("\n2,", "\n3,", 1)])
def test_a_spoilt_table_is_refused(straight, spoil):
    with pytest.raises(ValueError):
        rows_from(spoil(csv_of(straight)))
