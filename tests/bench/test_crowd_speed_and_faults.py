"""The table of crowds: one row for each level, all walkers counted, and none penetrating."""

from game.bench.speed import CROWD_COLUMNS, crowd_row, crowd_table, depth
from game.simulation import Crowd
from tests.shipped_levels import shipped


def test_there_is_one_row_for_each_level():
    table = crowd_table([("stairs", 5, 0.2), ("planet", 3, 0.2)])
    assert [row[:2] for row in table.rows] == [("stairs", 5), ("planet", 3)]
    assert all(len(row) == len(CROWD_COLUMNS) and row[2] > 0.0 and row[-1] == 0 for row in table.rows)


def test_all_walkers_among_movers_are_counted():
    _, walkers, _, _, _, resting, _, penetrating = crowd_row("platforms", 6, 0.2)
    assert (walkers, resting, penetrating) == (6, 6, 0)


def test_a_walker_inside_a_mover_is_found():
    crowd = Crowd(shipped("platforms"), 1)
    number = next(n for n, mover in enumerate(crowd.movers.all) if mover.name == "lift")
    pose = crowd.movers.pose(number, 0)
    state = crowd.state(0).replace(position=(pose.x, pose.y, pose.z))
    assert depth(crowd, state) > 0.1 and depth(crowd, crowd.state(0)) <= 0.0
