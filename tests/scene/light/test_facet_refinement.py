"""Refinement: for every choice of edges no gap opens, no area is lost and no triangle becomes a needle."""

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.scene.light.facet_refinement import Edges, Facets, place_numbers, split_edges, split_long_edges

SIDE = 4


def square(side=SIDE):
    """A level square of side x side cells of 1 m, two triangles each."""
    x, y = np.meshgrid(np.arange(side + 1.0), np.arange(side + 1.0))
    positions = np.column_stack((x.ravel(), y.ravel(), np.zeros(x.size)))
    a = (np.arange(side)[:, None] * (side + 1) + np.arange(side)).ravel()
    triangles = np.concatenate((np.column_stack((a, a + 1, a + side + 2)), np.column_stack((a, a + side + 2, a + side + 1))))
    count = len(positions)
    normals = np.tile((0.0, 0.0, 1.0), (count, 1))
    frames = np.tile(np.eye(3)[:2], (count, 1, 1))
    return Facets(positions, normals, np.arange(count), np.zeros(count, int), np.ones(count, bool), frames, triangles)


def doubled_areas(facets):
    corners = facets.corners
    return np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])[:, 2]


def border_length(facets):
    """Length of all edges with one triangle only [m]: the outline's, and more where there is a gap."""
    edges = Edges.of(facets)
    return edges.lengths[np.bincount(edges.sides.ravel()) == 1].sum()


@given(st.lists(st.integers(0, 2**31), min_size=1, max_size=4))
def test_no_choice_of_edges_opens_a_gap_or_flips_a_triangle(seeds):
    facets = square()
    for seed in seeds:
        edges = Edges.of(facets)
        wanted = np.random.default_rng(seed).random(len(edges.ends)) < 0.2
        facets = split_edges(facets, edges, edges.with_neighbours(wanted))
    assert border_length(facets) == pytest.approx(4 * SIDE)
    assert (doubled_areas(facets) > 0).all()
    assert doubled_areas(facets).sum() / 2 == pytest.approx(SIDE**2)


def test_triangles_stay_compact():
    facets = square()
    for _ in range(6):  # always at the same corner
        edges = Edges.of(facets)
        near = np.linalg.norm(facets.positions[edges.ends].mean(axis=1), axis=1) < 2 * edges.lengths
        facets = split_edges(facets, edges, edges.with_neighbours(near))
    edges = Edges.of(facets)
    longest = edges.lengths[edges.sides].max(axis=1)
    assert (doubled_areas(facets) / longest**2).min() > 0.4  # half the square over the hypotenuse has 0.5


def test_surfaces_that_meet_are_split_together():
    one = square(1)
    two = Facets(*(np.concatenate((value, value)) for value in list(vars(one).values())[:-1]), None)
    two.triangles = np.concatenate((one.triangles, one.triangles + len(one.positions)))
    edges = Edges.of(two)
    wanted = np.zeros(len(edges.ends), dtype=bool)
    wanted[0] = True
    split = edges.with_neighbours(wanted)
    partner = (edges.spans == edges.spans[0]).nonzero()[0]
    assert len(partner) == 2 and split[partner].all()


def test_shortened_leaves_no_edge_longer():
    facets = split_long_edges(square(), 0.4, 10_000)
    assert Edges.of(facets).lengths.max() <= 0.4
    assert doubled_areas(facets).sum() / 2 == pytest.approx(SIDE**2)


@pytest.mark.parametrize("far", [1e9, 1e12, 1e17, 1e19, -1e30, 1e30])
def test_places_far_away_have_numbers_without_a_warning(far):
    points = np.array([(0, 0, 0), (far, 0, 1), (far, 0, 1), (0, 0, 4e-6), (-far, far, 0), (far, 1, 1)], float)
    with warnings.catch_warnings(action="error"):
        numbers = place_numbers(points)
    assert numbers[1] == numbers[2] and numbers[0] == numbers[3] and len(set(numbers.tolist())) == 4
