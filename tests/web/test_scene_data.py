"""The data for the browser: arrays that come back, shapes at their places, the level around the body and no more."""

import re
from types import SimpleNamespace

import numpy as np
import pytest

from game.core.shapes import Arrow, Balls, Boxes, Disc, EllipsoidShape, Label, Lines, Point, Polyline, Rings, Skin, Triangles
from game.web.scene_data import (
    HERE,
    LEVEL_GRAIN,
    SCRIPTS,
    WIDTHS,
    Packer,
    face_data,
    label_data,
    look,
    mesh_data,
    relative,
    shape_rows,
)
from tests.web.reading import read_packed

RED, ORIGIN = (0.5, 0.25, 0.0), (100.0, 200.0, -50.0)
AT = (101.0, 202.0, -47.0)  # (1, 2, 3) from the origin


def test_arrays_come_back_from_the_packed_text():
    packer = Packer()
    odd = np.arange(5, dtype=np.uint8)  # 5 bytes: the next array must begin at a multiple of 4
    head = {"a": packer.add(odd, "B"), "b": [packer.add([[0.5, -1.25]])], "c": packer.add([70000], "I"), "w": "</script> \u2028"}
    found = read_packed(packer.text(head))
    assert found["a"].tolist() == odd.tolist() and found["b"][0].tolist() == [0.5, -1.25]
    assert found["w"] == head["w"] and found["c"].tolist() == [70000]


@pytest.mark.parametrize(
    "shape, kind, rows",
    [
        (Arrow(AT, AT, RED, 0.5, is_normal=True), "rods", [[1, 2, 3, 1, 2, 3, 0.5, 2, *RED]]),
        (Polyline(np.array([AT, AT, AT]), RED, 0.25), "rods", [[1, 2, 3, 1, 2, 3, 0.25, 0, *RED]] * 2),
        (Lines(np.array([[AT, AT]]), RED, 0.25), "rods", [[1, 2, 3, 1, 2, 3, 0.25, 0, *RED]]),
        (Point(AT, RED, 0.5), "balls", [[1, 2, 3, 0.5, 1, *RED]]),
        (Balls(np.array([AT]), np.array([2.0]), np.array([RED])), "balls", [[1, 2, 3, 2, 0, *RED]]),
        (Disc(AT, (0.0, 0.0, 1.0), 0.5, RED), "discs", [[1, 2, 3, 0, 0, 1, 0.5, *RED]]),
        (Triangles(np.array([[AT] * 3]), np.array([RED])), "triangles", [[1, 2, 3] * 3 + [*RED]]),
        (Rings(AT, (1.0, 2.0, 4.0), np.eye(3), RED, 0.5), "rings", [[1, 2, 3, 1, 0, 0, 0, 2, 0, 0, 0, 4, *RED, 0.5]]),
        (EllipsoidShape(AT, (1.0, 2.0, 4.0), 0.0, RED), "bodies", [[1, 2, 3, 1, 0, 0, 0, 2, 0, 0, 0, 4, *RED, 0.5]]),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_shape_becomes_rows_relative_to_the_origin(shape, kind, rows):
    found = shape_rows([shape], ORIGIN)
    assert list(found) == [kind] and found[kind].tolist() == rows


def test_the_scripts_have_rows_of_the_same_widths():
    text = (HERE / "scene.js").read_text()
    rows = {kind: eval(row) for kind, row in re.findall(r"^  (\w+): {row: (\[[^]]*\])", text, re.MULTILINE)}
    assert {kind: sum(row) for kind, row in rows.items() if row} == WIDTHS


def test_the_scripts_use_every_constant_and_write_none_of_them_again():
    text = "".join((HERE / name).read_text() for name in SCRIPTS)
    assert all(re.search(rf"\b{name}\b", text) for name in look())


def test_surfaces_are_faces_and_labels_have_their_feet():
    packer = Packer()
    skin = Skin(np.array([[AT] * 3]), np.full((1, 3, 4), 0.5))
    boxes = Boxes(np.array([AT]), np.array([[1.0, 1.0, 1.0]]), np.array([RED]))
    found = read_packed(packer.text(face_data([skin, boxes], ORIGIN, packer)))
    assert len(found["positions"]) == 3 * (36 + 3) and len(found["colours"]) == 4 * (36 + 3)
    assert found["positions"][-3:].tolist() == [1.0, 2.0, 3.0] and found["colours"][-1] == 128
    assert face_data([Point(AT, RED)], ORIGIN, packer) is None
    (label,) = label_data([Label(AT, "<b>", RED, foot=AT), Point(AT, RED)], ORIGIN)
    assert label["text"] == "<b>" and label["at"] == label["foot"] == [1.0, 2.0, 3.0]


def test_only_triangles_near_a_place_are_sent_and_those_seen_from_both_sides_come_last():
    positions = np.float32([[x + dx, dy, 0.0] for x in (0, 20, 5) for dx, dy in ((0, 0), (1.0001, 0), (0, 1))])
    baked = SimpleNamespace(
        positions=positions,
        triangles=np.arange(9).reshape(3, 3),
        colours=np.arange(27, dtype=np.uint8).reshape(9, 3),
        solid=np.repeat([False, True, True], 3),
    )
    packer = Packer()
    whole = read_packed(packer.text(mesh_data(baked, (0, 0, 0), packer)))
    assert whole["solids"] == 2 and len(whole["triangles"]) == 9
    near = read_packed(packer.text(mesh_data(baked, (0, 0, 0), packer, (np.array([(1.0, 0, 0)]), 6.0))))
    assert near["solids"] == 1
    for found, numbers in zip(absolute(near["triangles"]), ((6, 7, 8), (0, 1, 2))):
        turns = [np.roll(numbers, turn) for turn in range(3)]  # the same triangle, seen from the same side
        assert any(np.abs(near["positions"].reshape(-1, 3)[found] - positions[turn]).max() <= LEVEL_GRAIN / 2 for turn in turns)
        assert sorted(near["colours"].reshape(-1, 3)[found][:, 0]) == [3 * number for number in numbers]


def absolute(triangles):
    """Vertex numbers (n, 3) of triangles as `relative` has them."""
    first, second, third = np.reshape(triangles, (-1, 3)).astype(int).T
    return np.stack([first.cumsum(), first.cumsum() + second, first.cumsum() + third], axis=1)


def test_triangles_keep_corners_and_turning_with_small_numbers():
    rng = np.random.default_rng(1)
    triangles = np.array([rng.choice(40, 3, replace=False) for _ in range(30)])
    is_solid = rng.random(30) < 0.5
    found = [tuple(np.roll(row, -row.argmin())) for row in absolute(relative(triangles, is_solid))]
    count = np.count_nonzero(is_solid)
    for part, given in ((found[:count], triangles[is_solid]), (found[count:], triangles[~is_solid])):
        assert sorted(part) == sorted(tuple(np.roll(row, -row.argmin())) for row in given)
