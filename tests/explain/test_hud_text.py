"""The exact text of the head-up display."""

from collections import Counter
from types import SimpleNamespace

import pytest

from game.explain.hud_text import (
    FEATURE_PARTS,
    PASS_PARTS,
    counted,
    ground_text,
    iteration_rows,
    iteration_text,
    speed_text,
    volumes_text,
)
from tests.explain.hand_made import hud_lines, record, simulation


def test_lines_of_the_hand_made_tick():
    assert hud_lines(record(), simulation()) == [
        "Hand-made",
        "tick       42, 0.70 s",
        "position   0.000, 0.820, 0.900 m",
        "speed      4.00 of 8.00 m/s  0.50 up",
        "ground     floor  0.0°",
        "iterations 3: 2 move, 1 gravity",
        "contacts   2: 1 edge, 1 face",
        "candidates 4",
        "tests      5 early, 1 back-facing, 6 in full",
        "time       13 µs a tick",
    ]


COUNTS = [("edge", "1 edge"), ("edge edge edge", "3 edges"), ("", "none"), ("face edge", "2: 1 face, 1 edge")]


@pytest.mark.parametrize("kinds, text", COUNTS)
def test_a_count_of_one_kind_is_no_sum(kinds, text):
    """ "1 = 1 ground" and "3 = 3 edge" read like a formula."""
    assert counted(Counter(kinds.split()), FEATURE_PARTS) == text
    assert counted(Counter({"ground": 1}), PASS_PARTS) == "1 to find the ground"


def test_speed_is_compared_with_the_walking_speed():
    walking = record()
    walking.intent.run = False
    assert speed_text(walking).startswith("4.00 of 5.00 m/s")


@pytest.mark.parametrize("normal, degrees", [((0, 0, 1), "0.0"), ((0.5, 0, 0.75**0.5), "30.0"), ((0, 0.8, 0.6), "53.1")])
def test_ground_angle(normal, degrees):
    state = record().after
    state.normal = normal
    assert ground_text(state) == f"floor  {degrees}°"


def test_the_mover_under_the_player_is_named():
    state, movers = record().after, SimpleNamespace(all=[SimpleNamespace(name="lift"), SimpleNamespace(name="disc")])
    for number, text in ((-1, "floor  0.0°"), (0, "floor  0.0°  on lift"), (1, "floor  0.0°  on disc")):
        state.ground_body = number
        assert ground_text(state, movers) == text


def test_each_iteration_is_one_line():
    texts = [iteration_text(iteration) for iteration in record().trace.iterations]
    assert texts[0] == "move 1  edge of triangle 3 at 0.400  slid"
    assert texts[1] == "move 2  free  arrived"
    assert texts[2] == "gravity 1  face of triangle 0 at 0.500  landed"
    rows = [(name, result) for _, name, result in iteration_rows(record())]
    assert rows == [("Move 1", "edge, slid"), ("Move 2", "arrived"), ("Gravity 1", "face, landed")]


def test_crouching_is_shown_and_speed_is_compared_with_the_crouched_speed():
    low = record()
    low.after.crouched = 1.0
    assert ground_text(low.after) == "floor  0.0°  crouched"
    assert speed_text(low).startswith("4.00 of 2.50 m/s")


def test_the_volumes_that_the_player_is_in_are_named_once():
    level = SimpleNamespace(volumes=[SimpleNamespace(kind=kind) for kind in ("water", "magic_wall", "water")])
    assert volumes_text(SimpleNamespace(inside=(0, 1, 2)), level) == "  in water, magic wall"
    assert volumes_text(SimpleNamespace(inside=()), level) == ""
