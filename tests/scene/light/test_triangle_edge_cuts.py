"""Cuts: whichever edges are cut, no gap opens, no area is lost, and two points of a triangle are joined."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.scene.light.facet_refinement import Edges, cut_edges, cut_triangles
from tests.scene.light.test_facet_refinement import SIDE, border_length, doubled_areas, square

CORNERS = np.array([(0.0, 0.0, 0.0), (3.0, 0.0, 0.0), (0.0, 3.0, 0.0), (1.0, 0.0, 0.0), (2.0, 1.0, 0.0), (0.0, 2.0, 0.0)])


@given(st.integers(0, 2**31), st.floats(0.05, 1.0))
def test_no_choice_of_edges_opens_a_gap_or_flips_a_triangle(seed, share):
    facets = square()
    edges = Edges.of(facets)
    random = np.random.default_rng(seed)
    parts = np.where(random.random(len(edges.ends)) < share, random.random(len(edges.ends)), np.nan)
    cut, chosen, where = cut_edges(facets, edges, parts)
    assert len(cut.positions) == len(facets.positions) + len(chosen) and (0.0 < where).all() and (where < 1.0).all()
    assert border_length(cut) == pytest.approx(4 * SIDE)
    assert (doubled_areas(cut) > 0).all()
    assert doubled_areas(cut).sum() / 2 == pytest.approx(SIDE**2)


@pytest.mark.parametrize("without", [0, 1, 2])
def test_two_points_of_a_triangle_are_joined(without):
    points = np.array([3, 4, 5])
    points[without] = -1
    made = cut_triangles(np.array([[0, 1, 2]]), points[None], CORNERS)
    sides = {frozenset(pair) for triangle in made.tolist() for pair in zip(triangle, triangle[1:] + triangle[:1])}
    assert len(made) == 3 and frozenset(points[points >= 0].tolist()) in sides


def test_edges_at_the_same_place_are_cut_at_the_same_point():
    one = square(1)
    two = type(one)(*(np.concatenate((value, value)) for value in list(vars(one).values())[:-1]), None)
    two.triangles = np.concatenate((one.triangles, one.triangles + len(one.positions)))
    edges = Edges.of(two)
    parts = np.full(len(edges.ends), np.nan)
    parts[0] = 0.3
    cut, chosen, _ = cut_edges(two, edges, parts)
    assert len(chosen) == 2
    assert (cut.positions[-1] == cut.positions[-2]).all() and cut.places[-1] == cut.places[-2]
