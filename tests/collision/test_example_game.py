"""The example program: its player climbs its stairs and its ramp, jumps, and leaves its walls alone. No window is needed."""

from math import cos, hypot, pi, sin

import pytest

pytest.importorskip("panda3d")
from game.collision import example_game, overlap

MESH = example_game.solid(example_game.boxes_of_the_level())
FEET = 0.9  # of the player's centre above its lowest point


def player_after(ticks, position, wish, jump=False):
    player = example_game.Player(position)
    for _ in range(ticks):
        player.tick(MESH, wish, jump)
        assert overlap(MESH, example_game.BODY, player.position) < 1e-9
    return player


def test_it_climbs_the_stairs_to_the_platform():
    player = player_after(150, (-2.5, 1.0, FEET + 0.01), (0.0, example_game.WALK * 0.6))
    assert player.position[2] - FEET == pytest.approx(1.5, abs=1e-3) and player.on_ground


def test_it_climbs_the_ramp():
    player = player_after(100, (5.5, 0.0, FEET + 0.01), (0.0, example_game.WALK))
    assert player.position[2] - FEET > 2.0


def test_it_jumps_as_high_as_its_speed_says():
    player = player_after(20, (8.0, -8.0, FEET + 0.01), (0.0, 0.0))
    heights = [player.position[2]]
    for tick in range(60):
        player.tick(MESH, (0.0, 0.0), tick == 0)
        heights.append(player.position[2])
    assert max(heights) - heights[0] == pytest.approx(example_game.JUMP**2 / (2.0 * example_game.GRAVITY), abs=0.05)
    assert player.on_ground and heights[-1] == pytest.approx(heights[0], abs=1e-3)


@pytest.mark.parametrize("number", range(8))
def test_no_direction_leads_out_of_the_walls(number):
    angle = number * pi / 4.0 + 0.1
    player = player_after(300, (0.0, -8.0, 1.0), (example_game.WALK * cos(angle), example_game.WALK * sin(angle)))
    assert max(abs(player.position[0]), abs(player.position[1])) < 11.0 - 0.4
    assert hypot(*player.position[:2]) > 1.0
