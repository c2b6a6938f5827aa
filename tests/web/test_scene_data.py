"""The data for the browser: arrays that come back, shapes at their places, the level around the body and no more."""

import re
from types import SimpleNamespace

import numpy as np
import pytest

from game.core.shapes import (
    Arrow,
    Balls,
    Boxes,
    Disc,
    EllipsoidShape,
    Faces,
    Label,
    Lines,
    Point,
    Polyline,
    Rings,
    Skin,
    Triangles,
)
from game.web.scene_data import (
    HERE,
    LEVEL_GRAIN,
    SCRIPTS,
    SHADE,
    WIDTHS,
    Packer,
    coded_mesh,
    face_data,
    label_data,
    look,
    mesh_data,
    shape_rows,
    walked_over,
)
from tests.web.reading import read_mesh, read_packed

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
        (
            Boxes(np.array([AT]), np.array([[1.0, 2.0, 4.0]]), np.array([RED])),
            "boxes",
            [[1, 2, 3, 1, 0, 0, 0, 2, 0, 0, 0, 4, *RED]],
        ),
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


def test_surfaces_are_meshes_and_labels_have_their_feet():
    packer, colours = Packer(), np.array([[(1.0, 0.5, 0.25, 0.5)] * 3])
    places = np.array([[AT, np.add(AT, (1, 0, 0)), np.add(AT, (0, 1, 0))]])
    shapes = [Skin(places, colours), Skin(places[:, ::-1], colours, is_solid=True), Faces(places, np.array([RED]))]
    found = read_packed(packer.text(face_data(shapes, ORIGIN, packer)))
    assert list(found) == ["opaque", "shells", "faces"]
    for name, colour in (("shells", (255, 128, 64, 128)), ("faces", (255, 128, 64, 128)), ("opaque", (128, 64, 10, 255))):
        positions, shades, (corners,) = read_mesh(found[name])
        turned = places[0, ::-1] if name == "shells" else places[0]
        assert any((positions[np.roll(corners, turn)] == turned - ORIGIN).all() for turn in range(3))
        assert np.abs(shades.astype(int) - colour).max() <= 1
    assert face_data([Point(AT, RED)], ORIGIN, packer) == {}
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
    assert whole["solids"] == 2 and len(read_mesh(whole)[2]) == 3
    near = read_packed(packer.text(mesh_data(baked, (0, 0, 0), packer, (np.array([(1.0, 0, 0)]), 6.0))))
    assert near["solids"] == 1
    places, colours, triangles = read_mesh(near)
    for found, numbers in zip(triangles, ((6, 7, 8), (0, 1, 2))):
        turns = [np.roll(numbers, turn) for turn in range(3)]  # the same triangle, seen from the same side
        assert any(np.abs(places[found] - positions[turn]).max() <= LEVEL_GRAIN / 2 for turn in turns)
        assert np.abs(np.sort(colours[found][:, 0].astype(int)) - np.sort([3 * number for number in numbers])).max() <= SHADE / 2
    two = np.array([(1.0, 0, 0), (21.0, 0, 0)]), np.array([1.0, 6.0])
    far = read_packed(packer.text(mesh_data(baked, (0, 0, 0), packer, two)))
    assert far["solids"] == 1 and len(read_mesh(far)[2]) == 2, "each place has its own distance"


def test_a_walk_over_triangles_keeps_each_with_its_turning():
    rng = np.random.default_rng(1)
    triangles = np.array([rng.choice(40, 3, replace=False) for _ in range(60)])
    found = walked_over(triangles)
    assert sorted(tuple(np.roll(row, -row.argmin())) for row in found) == sorted(
        tuple(np.roll(row, -row.argmin())) for row in triangles
    )
    assert walked_over(np.empty((0, 3), int)).shape == (0, 3)


def test_neighbours_follow_each_other_in_a_walk():
    grid = np.arange(100).reshape(10, 10)
    a, b, c, d = grid[:-1, :-1].ravel(), grid[:-1, 1:].ravel(), grid[1:, 1:].ravel(), grid[1:, :-1].ravel()
    triangles = np.random.default_rng(2).permutation(np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)]))
    found = walked_over(triangles).tolist()
    assert np.mean([len(set(one) & set(other)) == 2 for one, other in zip(found, found[1:])]) > 0.7


def test_a_mesh_comes_back_from_its_small_numbers():
    rng = np.random.default_rng(3)
    positions, colours = rng.integers(-9, 9, (50, 3)) * LEVEL_GRAIN, rng.integers(0, 256, (50, 4)).astype(np.uint8)
    triangles, packer = rng.integers(0, 50, (80, 3)), Packer()
    mesh = read_packed(packer.text(coded_mesh(positions, colours, triangles, LEVEL_GRAIN, packer)))
    places, shades, corners = read_mesh(mesh)
    assert (places[corners] == positions[triangles]).all() and (shades[corners] == colours[triangles]).all()
    assert len(places) == len(np.unique(triangles))
