"""Every part: closed, wound outward, without triangles that have no area, and as large as it says."""

import math

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from game.core.value_rules import ImpossibleShape
from game.level.parts import PARTS
from game.level.parts.walls_rooms_and_corridors import Opening
from tests.level.solidity import area_of, areas, extent, open_edges, same_both_ways, uprightness, volume

DOOR, WINDOW = Opening(1, 0.5, 1.0, 2.0), Opening(1, -1.2, 0.8, 0.9, 0.8)
HOOK = ((0.0, 0.0), (0.0, 6.0), (4.0, 9.0), (9.0, 9.0))
SOLIDS = [
    ("floor", {}),
    ("box", {"size": (2.0, 3.0, 0.5)}),
    ("pillar", {"sides": 5, "top_radius": 0.1}),
    ("planet", {"cells": 5}),
    ("disc", {}),
    ("disc", {"inner": 1.0}),
    ("disc", {"inner": 1.0, "angle": 100.0}),
    ("disc", {"angle": 270.0}),
    ("stairs", {}),
    ("stairs", {"landing": 2.0}),
    ("stairs", {"steps": 1}),
    ("stairs", {"style": "open", "landing": 1.5}),
    ("spiral_stairs", {}),
    ("spiral_stairs", {"winding": "right", "column": 0.0}),
    ("spiral_stairs", {"steps": 60, "turn": 20.0, "thickness": 0.05}),
    ("ramp", {}),
    ("ramp", {"landing": 2.0, "angle": 5.0}),
    ("wedge", {}),
    ("wedge", {"low": 0.3}),
    ("overhang", {}),
    ("bumps", {}),
    ("half_pipe", {}),
    ("half_pipe", {"flat": 0.0, "angle": 60.0}),
    ("crest", {}),
    ("crest", {"flat": 1.0, "up": 10.0}),
    ("funnel", {"sides": 2}),
    ("funnel", {"sides": 2, "hole": 0.5}),
    ("funnel", {"sides": 3}),
    ("funnel", {"sides": 12, "hole": 0.4}),
    ("v_corner", {"angle": 5.0}),
    ("v_corner", {"angle": 175.0}),
    ("wall", {"path": HOOK, "openings": (DOOR, WINDOW)}),
    ("wall", {"path": HOOK, "closed": True}),
    ("ring_wall", {"sides": 8, "openings": (Opening(3),), "battlements": True}),
    ("room", {"openings": (DOOR, WINDOW, Opening(3, 0.0, 2.0, 1.0, 2.0)), "ceiling": True, "battlements": True}),
    ("corridor", {"path": HOOK, "left": (DOOR,), "frames": (Opening(2, 0.0, 0.9, 2.0),)}),
    ("bridge", {}),
    ("bridge", {"arch": 0.0, "parapet": 0.0}),
    ("arch", {}),
    ("desk", {}),
    ("desk", {"width": 0.6}),
    ("terrain", {"roughness": 0.4, "seed": 3, "edge": 2.0}),
    ("terrain", {"heights": ((0.0, 1.0, 0.0), (0.5, 2.0, 0.0))}),
]


@pytest.mark.parametrize(("name", "values"), SOLIDS, ids=[f"{name}-{i}" for i, (name, _) in enumerate(SOLIDS)])
def test_a_part_is_closed_and_wound_outward(name, values):
    shape = PARTS[name].build(**values)
    assert open_edges(shape) == []
    assert volume(shape) > 0.0
    assert areas(shape).min() > 1e-6
    assert set(shape.roles) <= set(PARTS[name].materials)


def test_every_part_is_among_the_solids_above():
    assert set(PARTS) - {"mesh"} == {name for name, _ in SOLIDS}


lengths = st.floats(0.05, 3.0)


@settings(max_examples=60, deadline=None)
@given(rise=st.floats(0.07, 0.6), run=lengths, steps=st.integers(1, 30), width=lengths, landing=st.sampled_from([0.0, 1.3]))
def test_stairs_of_any_size_are_closed_and_as_large_as_named(rise, run, steps, width, landing):
    shape = PARTS["stairs"].build(rise=rise, run=run, steps=steps, width=width, landing=landing)
    assert open_edges(shape) == []
    assert extent(shape) == pytest.approx([width, steps * run + landing, steps * rise])
    solid = width * (run * rise * steps * (steps + 1) / 2 + landing * steps * rise)
    assert volume(shape) == pytest.approx(solid)
    assert area_of(shape, "riser") == pytest.approx(width * rise * steps)
    treads = steps if landing == 0.0 else steps - 1
    assert area_of(shape, "tread") == pytest.approx(width * run * treads)


@settings(max_examples=40, deadline=None)
@given(rise=st.floats(0.05, 0.4), turn=st.floats(5.0, 40.0), steps=st.integers(1, 50), thickness=st.floats(0.01, 0.5))
@example(rise=0.25, turn=5.0, steps=3, thickness=0.49999999999988715)
@example(rise=0.25, turn=5.0, steps=3, thickness=0.4999999999710107)
@example(rise=0.1, turn=20.0, steps=5, thickness=0.3 - 1e-15)
@example(rise=0.1, turn=20.0, steps=5, thickness=0.3 + 1e-15)
@example(rise=0.2, turn=33.0, steps=7, thickness=0.4 - 2e-7)
@example(rise=0.07, turn=12.0, steps=9, thickness=0.35000001)
def test_spiral_stairs_of_any_size_are_closed(rise, turn, steps, thickness):
    shape = PARTS["spiral_stairs"].build(rise=rise, turn=turn, steps=steps, thickness=thickness, column=0.0)
    assert open_edges(shape) == [] and volume(shape) > 0.0
    assert shape.vertices[:, 2].max() == pytest.approx(steps * rise)


@settings(max_examples=60, deadline=None)
@given(
    corner=st.floats(-130.0, 130.0),
    doors=st.lists(st.tuples(st.floats(-3.0, 3.0), lengths, lengths, st.floats(0.0, 2.0)), max_size=3),
)
def test_walls_with_any_openings_are_closed_or_refused(corner, doors):
    turn = math.radians(corner)
    path = ((0.0, 0.0), (0.0, 8.0), (-8.0 * math.sin(turn), 8.0 + 8.0 * math.cos(turn)))
    openings = tuple(Opening(1 + i % 2, *door) for i, door in enumerate(doors))
    try:
        shape = PARTS["wall"].build(path=path, height=5.0, thickness=0.4, openings=openings)
    except ImpossibleShape:
        return
    assert volume(shape) > 0.0
    assert same_both_ways(shape)


@pytest.mark.parametrize("angle", [5.0, 30.0, 45.0, 50.0, 75.0])
def test_a_ramp_leans_as_named(angle):
    shape = PARTS["ramp"].build(angle=angle, height=2.0, width=3.0)
    slope = uprightness(shape)[shape.roles == "top"]
    assert np.degrees(np.arccos(slope)) == pytest.approx(angle)
    assert volume(shape) == pytest.approx(3.0 * 2.0 * 2.0 / math.tan(math.radians(angle)) / 2)
    assert shape.sign.text == f"{angle:g}\N{DEGREE SIGN}"


@pytest.mark.parametrize("sides", [2, 3, 4, 6, 12])
def test_the_slopes_of_a_funnel_lean_as_named(sides):
    shape = PARTS["funnel"].build(sides=sides, angle=40.0)
    assert np.degrees(np.arccos(uprightness(shape)[shape.roles == "top"])) == pytest.approx(40.0)


@pytest.mark.parametrize("angle", [10.0, 60.0, 150.0])
def test_a_notch_opens_as_named(angle):
    shape = PARTS["v_corner"].build(angle=angle, length=2.0)
    apex = np.array([0.0, 2.0 * math.cos(math.radians(angle) / 2)])
    mouth = np.array([2.0 * math.sin(math.radians(angle) / 2), 0.0])
    flat = shape.vertices[:, :2]
    assert min(np.linalg.norm(flat - apex, axis=1)) < 1e-9 and min(np.linalg.norm(flat - mouth, axis=1)) < 1e-9


def test_a_door_leaves_its_opening():
    solid = PARTS["wall"].build(path=((0.0, 0.0), (0.0, 6.0)), height=3.0, thickness=0.5)
    holed = PARTS["wall"].build(path=((0.0, 0.0), (0.0, 6.0)), height=3.0, thickness=0.5, openings=(Opening(1, 0.0, 1.2, 2.1),))
    assert volume(solid) - volume(holed) == pytest.approx(1.2 * 2.1 * 0.5)
    assert area_of(holed, "frame") == pytest.approx((2 * 2.1 + 1.2) * 0.5)


def test_a_corridor_is_as_wide_as_named_round_a_corner():
    shape = PARTS["corridor"].build(path=((0.0, 0.0), (0.0, 5.0), (5.0, 5.0)), width=1.4, height=2.2, thickness=0.3, floor=False)
    corners = {tuple(np.round(v, 9)) for v in shape.vertices[:, :2]}
    assert {(0.7, 4.3), (-0.7, 5.7)} <= corners  # the inside corners of both walls, on the mitre


def test_bare_stairs_have_treads_and_risers_only():
    shape = PARTS["stairs"].build(style="surface", steps=4, width=4.0, rise=0.3, run=0.3)
    assert set(shape.roles) == {"tread", "riser"} and len(shape.triangles) == 16
    assert (uprightness(shape) >= -1e-12).all()


def test_a_terrain_follows_its_numbers_and_marks_what_is_steep():
    shape = PARTS["terrain"].build(size=(2.0, 2.0), heights=((0.0, 0.0, 0.0), (0.0, 3.0, 0.0), (0.0, 0.0, 0.0)), base=0.5)
    assert tuple(shape.vertices[4]) == (0.0, 0.0, 3.0)
    leaning = np.isin(shape.roles, ["steep", "ground"])
    assert np.array_equal(shape.roles[leaning] == "steep", uprightness(shape)[leaning] < math.cos(math.radians(35.0)))
    assert "steep" in shape.roles and "ground" in shape.roles


@pytest.mark.parametrize(("name", "values"), [
    ("funnel", {"hole": 3.0}),
    ("disc", {"inner": 4.0}),
    ("stairs", {"rise": 0.05, "style": "open"}),
    ("wall", {"path": ((0.0, 0.0), (0.0, 0.0))}),
    ("wall", {"path": ((0.0, 0.0), (0.0, 5.0), (0.1, 0.0))}),
    ("wall", {"path": ((0.0, 0.0), (0.0, 5.0)), "openings": (Opening(1, 0.0, 5.0),)}),
    ("wall", {"path": ((0.0, 0.0), (0.0, 5.0)), "openings": (Opening(2),)}),
    ("wall", {"path": ((0.0, 0.0), (0.0, 5.0)), "height": 2.0, "openings": (Opening(1, 0.0, 1.0, 2.5),)}),
    ("terrain", {"heights": ((0.0, -2.0), (0.0, 0.0))}),
    ("terrain", {"heights": ((0.0, 1.0), (0.0, 0.0, 0.0))}),
    ("arch", {"width": 4.0, "height": 1.0}),
])
def test_values_that_do_not_go_together_are_refused(name, values):
    with pytest.raises(ImpossibleShape):
        PARTS[name].build(**values)
