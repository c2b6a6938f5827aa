"""The numbers of two spheres in one step solve the quadratic."""

import pytest

from game.lesson import load_lesson, play
from game.lesson.course import MEASURES


def test_the_numbers_of_two_spheres_solve_the_quadratic():
    run = play(load_lesson("spheres").pages[3])
    bench = {"exhibit": "bench"}
    names = ("AA", "AB", "BB", "RR", "radicand", "dd", "closest", "time")
    aa, ab, bb, rr, radicand, dd, closest, time = (MEASURES["spheres_sweep"](term=term, **bench)(run) for term in names)
    assert bb * time * time + 2.0 * ab * time + aa == pytest.approx(rr) and radicand == pytest.approx(ab * ab - bb * (aa - rr))
    assert dd == pytest.approx(aa + ab * closest) and closest == pytest.approx(-ab / bb)
    offset = [MEASURES["relative"](of="A", axis=axis, **bench)(run) for axis in "xyz"]
    assert sum(x * x for x in offset) == pytest.approx(aa)
