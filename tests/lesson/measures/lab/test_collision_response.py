"""Measures of collisions agree with the conserved quantities."""

import pytest

from game.lesson import load_lesson, play
from game.lesson.course import MEASURES


def test_a_collision_of_blocks_keeps_the_momentum():
    run = play(load_lesson("impulse").pages[2])
    blocks = {"exhibit": "blocks"}
    light, heavy = (MEASURES["block_speed"](block=block, **blocks)(run) for block in ("light", "heavy"))
    assert light + 100.0 * heavy == pytest.approx(100.0) and MEASURES["block_collisions"](tick=61, **blocks)(run) == 1.0
    assert MEASURES["block_impulse"](tick=61, **blocks)(run) == pytest.approx(light)


def test_a_bounce_keeps_its_part_of_the_speed():
    run = play(load_lesson("impulse").pages[1])
    for ball, restitution in ((4, 0.6), (5, 0.8), (6, 1.0)):
        assert MEASURES["kept_speed"](exhibit="zeno", ball=ball)(run) == pytest.approx(restitution)
        assert MEASURES["bounce_height"](exhibit="zeno", ball=ball)(run) == pytest.approx(restitution**2)


def test_the_cradle_keeps_momentum_and_energy():
    run = play(load_lesson("impulse").pages[3])
    speeds = [MEASURES["cradle_speed"](exhibit="cradle", ball=ball)(run) for ball in range(1, 6)]
    assert (sum(speeds), sum(speed * speed for speed in speeds)) == pytest.approx((1.0, 1.0))
