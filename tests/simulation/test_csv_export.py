"""The table of a run: its columns, the start in row 0, and numbers that come back to the bit."""

import csv

import pytest

from game.simulation import Simulation
from game.simulation.recording import write_csv
from tests.simulation.driving import run, settled, simulate, walk
from tests.simulation.scenes import floor, staircase

COLUMNS = "tick,time,x,y,z,vx,vy,vz,ground,nx,ny,nz,contacts,iterations"


def table(tmp_path, sim):
    write_csv(sim.history, sim.hz, tmp_path / "run.csv")
    with open(tmp_path / "run.csv", newline="", encoding="utf-8") as file:
        head, *rows = csv.reader(file)
    return head, [dict(zip(head, row, strict=True)) for row in rows]


def test_columns_and_rows(tmp_path):
    sim = settled(simulate(staircase(5, 0.2, 0.3), feet=(0.0, -0.5, 0.0), hz=120))
    run(sim, 90, walk(0.3, 3.0, jump=True))
    head, rows = table(tmp_path, sim)
    assert ",".join(head) == COLUMNS
    assert [row["tick"] for row in rows] == [str(number) for number in range(92)]
    assert {row["ground"] for row in rows} <= {"floor", "steep", "air"}
    for row, record in zip(rows[1:], sim.history, strict=True):
        assert tuple(float(row[name]) for name in ("x", "y", "z")) == record.after.position
        assert tuple(float(row[name]) for name in ("vx", "vy", "vz")) == record.after.velocity
        assert float(row["time"]) == pytest.approx(record.tick / 120)
        assert (int(row["contacts"]), int(row["iterations"])) == (len(record.contacts), len(record.trace.iterations))


def test_row_zero_is_the_start(tmp_path):
    sim = settled(simulate(floor()))
    _, rows = table(tmp_path, sim)
    start = sim.history[0].before
    assert tuple(float(rows[0][name]) for name in ("x", "y", "z")) == start.position
    assert (rows[0]["contacts"], rows[0]["iterations"], rows[0]["time"]) == ("0", "0", "0.0")


def test_an_empty_run_is_a_table_with_its_head(tmp_path):
    sim = simulate(floor())
    assert isinstance(sim, Simulation) and table(tmp_path, sim)[1] == []
