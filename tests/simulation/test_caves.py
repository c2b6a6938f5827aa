"""No wall is missed, by an oracle that is not the solver, and how a flat face is cut, turned or scaled is not felt.

A short form of `python -m tests.simulation.cave_hunt`, which goes on for as long as it is let.
"""

import numpy as np
import pytest

from game.simulation import Ground, Intent, PlayerParams, Simulation
from tests.simulation.cave_hunt import difference, faults
from tests.simulation.cave_oracle import closest, depth, is_shut_in, winding
from tests.simulation.caves import level_of
from tests.simulation.scenes import box

# A floor .9 m below the feet, the edge of a ledge beside the body, and a wall .6 m away: farther than a tick's way.
PIT = [
    [(0.46, -0.98, -2.0), (2.19, 1.03, -2.0), (0.46, 1.03, -2.0)],
    [(-0.33, 0.23, -0.68), (-0.34, -0.56, -0.68), (0.05, -0.28, -0.68)],
    [(0.68, 0.65, -1.25), (2.03, 1.43, -1.01), (2.03, 1.43, -1.25)],
]


def test_a_slide_beneath_a_large_step_meets_what_is_beside_it():
    """Off the edge the player slides down half a metre aside, farther than a tick's walk: a wall there was missed by 1.5 cm."""
    params = PlayerParams(radii=(0.2657, 0.3719, 0.4884), crouch_height=0.6, step_up=0.0, step_down=2.0)
    triangles, heading = np.array(PIT), 17.848436633813986
    sim = Simulation(level_of(triangles), params)
    sim.teleport((0.091013, 0.046287, -0.292083), heading)
    state = sim.state.replace(ground=Ground.FLOOR, walk=(4.366, 2.437))
    after, _ = sim.predict(state, Intent((0.8731318842303475, 0.4874840640886253), heading=heading))
    c, s = np.cos(heading), np.sin(heading)
    axes = np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]])
    assert np.hypot(*np.subtract(after.position, state.position)[:2]) > 0.2
    assert depth(triangles, np.array(after.position), params.radii, axes) < 0.0


@pytest.mark.parametrize("kind", ["cave", "moving"])
@pytest.mark.parametrize("seed", range(4))
def test_no_mesh_is_entered_and_no_player_gets_out(kind, seed):
    ticks, deepest, found = faults(seed, ticks=150, kind=kind)
    assert ticks == 150 and found == [] and deepest <= 0.0


@pytest.mark.parametrize("seed", (133, 769, 5987, 8342, 11084, 11167, 20341, 20365, 30673))
def test_a_mover_that_squeezes_a_body_leaves_it_in_nothing_if_there_is_a_way_out(seed):
    """In the corner of three walls, where gravity is turned: 7 mm in a wall, once; in a narrow wedge: 1.5 mm in the mover, and
    14 mm beside an edge of it. In 11084, under a slow press, the oracle once demanded a leap of 26 cm,
    because of the speed of another mover. In 11167 the path of 17 cm out of such a press is found. In 20341 the body turned
    into a wall by 13 um and ended 6 mm deep in it. In 20365 there is a place to be, but not for its skins, too. In 30673 a mover
    that goes 37 cm in the tick drives the body 27 cm out of a wedge."""
    assert faults(seed, kind="moving")[2] == []


# Each of these was felt once.
FELT = [
    ("halved", 85),
    ("halved", 93),
    ("halved", 119),
    ("parted", 93),
    ("notched", 6),
    ("notched", 31),
    ("turned", 81),
    ("turned", 94),
    ("turned", 102),
    ("scaled", 1),
    ("scaled", 2423),
    ("scaled", 2917),
    ("parted", 2386),
    ("notched", 2168),
    ("turned", 2470),
    ("turned", 276),
    ("turned", 30628),
    ("notched", 50775),
]


@pytest.mark.parametrize("change, seed", FELT)
def test_a_world_that_is_cut_turned_or_scaled_is_the_same(change, seed):
    apart, tick = difference(seed, change)
    assert apart == 0.0, f"{apart} m apart in tick {tick}"


def test_the_oracle_knows_what_is_inside():
    cube = box((-1.0, -1.0, -1.0), (1.0, 1.0, 1.0))
    assert winding(cube, np.zeros(3)) == pytest.approx(1.0) and winding(cube, np.array((3.0, 0.0, 0.0))) == pytest.approx(0.0)
    assert depth(cube, np.array((0.0, 0.0, 1.85)), (0.4, 0.4, 0.9)) == pytest.approx(0.05)
    assert depth(cube, np.array((1.45, 0.0, 0.0)), (0.4, 0.4, 0.9)) == pytest.approx(-0.05)
    open_side, shut = (box((-3.0, -3.0, -3.0), (3.0, -0.39, 3.0)), box((-3.0, 0.4, -3.0), (3.0, 3.0, 3.0)))
    body, nothing = ((0.4, 0.4, 0.9), np.eye(3)), np.zeros((0, 3, 3))
    assert not is_shut_in(nothing, open_side, np.zeros(3), 0.02, body)
    assert is_shut_in(shut, open_side, np.zeros(3), 0.02, body)
    corner, side = (
        np.array([[(1.0, 1.0, 0.0), (2.0, 1.0, 0.0), (1.0, 2.0, 0.0)]]),
        np.array([[(1.0, -1.0, 0.0), (1.0, 2.0, 0.0), (2.0, 0.0, 0.0)]]),
    )
    assert closest(corner)[0] == pytest.approx((1.0, 1.0, 0.0)) and closest(side)[0] == pytest.approx((1.0, 0.0, 0.0))
