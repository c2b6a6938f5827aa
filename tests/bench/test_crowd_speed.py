"""The table of crowds: a row a level, with everybody somewhere and nobody inside of anything."""

from game.bench.crowd_speed import COLUMNS, crowd_row, crowd_table, depth
from game.level import load_level
from game.simulation import Crowd


def test_a_row_a_level():
    table = crowd_table([("stairs", 5, 0.2), ("planet", 3, 0.2)])
    assert [row[:2] for row in table.rows] == [("stairs", 5), ("planet", 3)]
    assert all(len(row) == len(COLUMNS) and row[2] > 0.0 and row[-1] == 0 for row in table.rows)


def test_all_of_a_crowd_among_movers_are_told_of():
    _, walkers, _, _, _, resting, _, inside = crowd_row("platforms", 6, 0.2)
    assert (walkers, resting, inside) == (6, 6, 0)


def test_who_is_in_a_mover_is_found():
    crowd = Crowd(load_level("platforms"), 1)
    number = next(n for n, mover in enumerate(crowd.movers.all) if mover.name == "lift")
    pose = crowd.movers.pose(number, 0)
    state = crowd.state(0)._replace(position=(pose.x, pose.y, pose.z))
    assert depth(crowd, state) > 0.1 and depth(crowd, crowd.state(0)) <= 0.0
