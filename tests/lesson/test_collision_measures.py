"""Measures of two bodies and of collisions agree with the formulas that they stand for."""

import pytest

from game.lesson import load_lesson, play
from game.lesson.measures import MEASURES


def test_the_listing_misses_all_steps_from_behind():
    """(1 - r r) / 4 of all: d0 is below -r with the probability (1 - r) / 2, and d1 above -r with (1 + r) / 2."""
    for radius in (0.2, 0.5):
        assert MEASURES["missed_by_listing"](radius=radius)(None) == pytest.approx(25.0 * (1.0 - radius**2), abs=1.0)


def test_the_numbers_of_two_spheres_solve_the_quadratic():
    run = play(load_lesson("spheres").pages[3])
    bench = {"exhibit": "bench"}
    names = ("AA", "AB", "BB", "RR", "radicand", "dd", "closest", "time")
    aa, ab, bb, rr, radicand, dd, closest, time = (MEASURES["spheres_sweep"](term=term, **bench)(run) for term in names)
    assert bb * time * time + 2.0 * ab * time + aa == pytest.approx(rr) and radicand == pytest.approx(ab * ab - bb * (aa - rr))
    assert dd == pytest.approx(aa + ab * closest) and closest == pytest.approx(-ab / bb)
    offset = [MEASURES["relative"](of="A", axis=axis, **bench)(run) for axis in "xyz"]
    assert sum(x * x for x in offset) == pytest.approx(aa)


def test_far_away_the_quadratic_errs_and_the_closest_approach_does_not():
    """Lengths of 10 000 km are rounded to 1e-9 m, their squares to 1e-2 m2."""
    quadratic, closest = (MEASURES["place_error"](far=1e4, form=form)(None) for form in ("quadratic", "closest approach"))
    assert 1e-3 < quadratic < 1.0 and closest < 1e-8
    assert MEASURES["lost_hits"](far=1e3)(None) == 0.0 < MEASURES["lost_hits"](far=1e5)(None)


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
