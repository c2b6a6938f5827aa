"""The rung `lab`: a changed figure of an exhibit is found, with its tick and both values."""

from math import nan

import pytest

from game.core.input_errors import InputError
from game.level.contents.level import Case
from game.regression.case_simulation import run_case
from game.regression.first_difference import findings_of
from game.regression.golden_records import FigureRow, figures_csv, figures_from, figures_of, golden_of, read_golden, write_golden
from game.regression.verdict import Matter, matter_of
from tests.shipped_levels import shipped

AT_THE_DESK = {"spawn": (-10.0, 18.6, 0.0), "heading": 0.0}
PULL = "1 use=springs.rate:{}\n1 use=springs.pull\n20"
ROWS = tuple(FigureRow(tick, "gas", "energy", repr(value)) for tick, value in ((1, 2.5), (4, 2.0), (9, nan)))


@pytest.fixture(scope="module")
def lab():
    return shipped("lab")


def golden(lab, rate):
    return golden_of(run_case(lab, Case("springs", script=PULL.format(rate), **AT_THE_DESK)))


def test_another_step_of_the_springs_is_found(lab):
    now, was = golden(lab, 30), golden(lab, 60)
    (finding,) = findings_of(now, was)
    assert finding.rung == "lab" and finding.tick == 1 and finding.words.startswith("springs: step_angle is 0.209")
    assert matter_of([finding], now, was) == Matter.LAB
    assert findings_of(golden(lab, 60), was) == []


def test_a_level_without_exhibits_has_no_figures():
    assert figures_of(run_case(shipped("corners"), Case("any", script="9 forward=1"))) == ()


def test_only_changes_are_on_record(lab):
    rows = golden(lab, 20).figures
    latest = {}
    for row in rows:
        assert latest.get(row[1:3]) != row.value
        latest[row[1:3]] = row.value
    assert len(rows) > 20


def test_the_table_keeps_every_bit():
    assert figures_from(figures_csv(ROWS)) == ROWS
    for damaged in ("", "tick,exhibit,figure,value\n", figures_csv(ROWS)[:-1], figures_csv(ROWS) + "7,gas\n"):
        with pytest.raises(ValueError):
            figures_from(damaged)


def test_a_record_holds_the_figures_and_a_damaged_table_is_named(lab, tmp_path):
    kept, case = golden(lab, 60), Case("springs", script=PULL.format(60), **AT_THE_DESK)
    write_golden(tmp_path / "springs", kept)
    assert read_golden(tmp_path / "springs", shipped("lab"), case) == kept
    (tmp_path / "springs" / "lab.csv").write_text("tick\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"lab\.csv"):
        read_golden(tmp_path / "springs", shipped("lab"), case)
