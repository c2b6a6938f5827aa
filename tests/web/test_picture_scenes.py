"""The scenes of lesson pages: the same bodies, overlays, exhibits and camera as their pictures, and one mesh for each level."""

from functools import cache

import numpy as np
import pytest

from game.collision import Outcome
from game.core.shapes import Lines, Point
from game.explain import palette
from game.explain.tick_overlay import corners_after
from game.lab.exhibits.billiards import HEIGHT
from game.pictures.lesson_book import pictures_of
from game.web.picture_scenes import PictureScenes, middle_of
from tests.lesson_pages import lesson_of, run_of
from tests.web.reading import read_mesh, read_packed

SIZE = (64, 36)


def ignored(fraction, text):
    pass


@cache
def scene_of(name, number):
    """Return (scene, run, origin) of the first picture of a page, whose number counts from 1."""
    run, scenes = run_of(name, number), PictureScenes()
    list(pictures_of(lesson_of(name), number - 1, run, SIZE, ignored, scenes))
    return read_packed(scenes.text(ignored))["scenes"][0], run, middle_of(run.simulation.level)


def rows(group, kind, width):
    return group.get(kind, np.empty(0)).reshape(-1, width).astype(float)


def test_candidates_have_their_corners_and_colours():
    scene, run, origin = scene_of("nearest", 1)
    record, found = run.record(), rows(scene["always"], "triangles", 12)
    wanted = corners_after(run.simulation, np.sort(record.trace.candidates), record) - origin
    assert np.abs(found[:, :9] - wanted.reshape(-1, 9)).max() < 1e-4
    colours = np.array([palette.OUTCOMES[outcome] for outcome in Outcome] + [palette.GRAVITY_COLOUR])
    assert all(np.abs(colours - colour).max(axis=1).min() < 1e-6 for colour in found[:, 9:])


def test_the_body_is_solid_with_rings_and_has_no_arrows_inside():
    scene, run, origin = scene_of("climbing", 3)
    (body,) = rows(scene["things"], "bodies", 16)
    assert body[:3] == pytest.approx(np.subtract(run.record().after.position, origin), abs=1e-4) and body[15] == 1.0
    assert np.linalg.norm(body[3:12].reshape(3, 3), axis=1) == pytest.approx(run.record().body.radii)
    assert scene["stretches"] and scene["part"] == 0.0
    (ring,) = rows(scene["always"], "rings", 16)
    assert ring[:3] == pytest.approx(body[:3])
    assert len(rows(scene["always"], "discs", 10)) == len(run.record().contacts) == len(rows(scene["always"], "balls", 8))


def test_twins_are_translucent_at_their_places():
    scene, run, origin = scene_of("climbing", 4)
    tick, found = run.page.shot.tick, rows(scene["always"], "bodies", 16)
    places = [run.of(number).state(tick).position for number in range(len(run.twins) + 1)]
    assert found[:, :3] == pytest.approx(np.array(places) - origin, abs=1e-4) and (found[:, 15] < 1.0).all()
    assert len(np.unique(found[:, 12:15], axis=0)) == len(places)
    assert len(rows(scene["always"], "rods", 11)) > 10, "and their paths"


def test_a_section_is_cut_across_the_view_through_the_contact():
    scene, run, origin = scene_of("climbing", 9)
    (step,) = scene["steps"]
    contact = np.subtract(run.record().trace.iterations[run.page.inside].point, origin)
    normal = np.array(step["section"]["normal"])
    assert scene["cut"] and normal @ (contact - step["section"]["at"]) == pytest.approx(0.0, abs=1e-4)
    places, _, triangles = read_mesh(step["section"]["faces"])
    assert len(triangles) and np.abs((places - contact) @ normal).max() < 1e-3
    names = {mark.name for mark in run.page.marks if mark.name} | {"arrows: 5 times their length"}
    assert {label["text"] for label in step["labels"]} == names


def test_the_minkowski_view_is_a_shell_in_ellipsoid_space_without_the_body():
    scene, _, _ = scene_of("sweep", 11)
    assert len(read_mesh(scene["always"]["shells"])[2]) > 100
    assert not len(rows(scene["things"], "bodies", 16)) and scene["part"] == 1.0 and not scene["stretches"]


def test_exhibits_have_their_balls_and_boxes_where_they_are():
    scene, run, origin = scene_of("impulse", 1)
    number = next(n for n, exhibit in enumerate(run.simulation.lab.exhibits) if exhibit.place.name == "billiards")
    place, state = run.simulation.lab.exhibits[number].place, run.record().lab.after[number]
    assert place.heading == 0.0
    found = rows(scene["things"], "balls", 8)
    for ball in state.bodies.balls:
        wanted = ball["position"] + place.at + (0.0, 0.0, HEIGHT) - origin
        nearest = found[np.linalg.norm(found[:, :3] - wanted, axis=1).argmin()]
        assert nearest[:4] == pytest.approx([*wanted, ball["radius"]], abs=1e-4)
    assert not scene["stretches"], "the player only looks on"
    table = np.subtract([*place.at[:2], place.at[2] + (HEIGHT - ball["radius"]) / 2.0], origin)
    assert np.linalg.norm(rows(scene["things"], "boxes", 15)[:, :3] - table, axis=1).min() < 1e-4


def test_signs_are_papers_with_their_words_on_both_sides():
    scene, run, origin = scene_of("iterating", 1)
    found = scene["things"]["texts"]
    signs = {sign.text: sign for sign in run.simulation.level.signs}
    assert 3 <= len(found) < 2 * len(signs), "the near ones"
    for text, colour, at, across, up in found:
        middle = np.add(at, origin) + (np.array(across) + up) / 2.0
        assert colour.startswith("rgb(") and np.linalg.norm(middle - signs[text].at) < 2.0 * signs[text].height
        assert np.dot(across, up) == pytest.approx(0.0, abs=1e-4)
    assert len(found) == 2 * len({text for text, *_ in found})
    places, _, triangles = read_mesh(scene["things"]["papers"])
    assert len(triangles) == scene["things"]["papers"]["solids"] and len(triangles) >= 2 * len(found)


def test_boards_have_their_numbers_and_plots():
    scene, run, _ = scene_of("pointing", 2)
    words = {text for text, *_ in scene["things"]["texts"]}
    (exhibit,), (state,) = run.simulation.lab.exhibits, run.record().lab.after
    sheet = exhibit.kind.sheet(state)
    assert {sheet.title, *sheet.notes, *(row.measured for row in sheet.rows)} - {""} <= words
    bodies = exhibit.kind.bodies(state, state, 1.0)
    lines = sum(len(shape.segments) for shape in bodies if isinstance(shape, Lines))
    assert len(rows(scene["things"], "rods", 11)) > lines


def test_captions_have_their_words():
    scene, run, _ = scene_of("ground", 5)
    words = {text for text, *_ in scene["things"]["texts"]}
    near = {exhibit.place.name: (exhibit, state) for exhibit, state in zip(run.simulation.lab.exhibits, run.record().lab.after)}
    for name in ("hill", "statues"):
        exhibit, state = near[name]
        captions = {caption.text for caption in exhibit.kind.captions(state, exhibit.place)}
        assert captions and captions <= words


def test_exhibits_far_away_are_left_out():
    shapes = [Point((0.0, 0.0, 9.0), (1.0, 1.0, 1.0)), Lines(np.array([[(0.0, 0, 0), (50, 0, 0)]]), (1.0, 1.0, 1.0), 0.1)]
    for reach, near in ((8.0, shapes[1:]), (9.5, shapes)):
        assert [shape for shape in shapes if shape.is_near(np.zeros(3), reach)] == near


def test_the_camera_looks_from_the_place_of_the_shot():
    scene, run, origin = scene_of("climbing", 3)
    shot, camera = run.page.shot, scene["camera"]
    eye, target = (np.array(camera[name]) + origin for name in ("eye", "target"))
    assert target == pytest.approx(shot.target, abs=1e-3)
    away, wanted = eye - target, np.subtract(shot.eye, shot.target)
    assert away / np.linalg.norm(away) == pytest.approx(wanted / np.linalg.norm(wanted), abs=1e-3)
    assert np.linalg.norm(away) >= np.linalg.norm(wanted) - 1e-3 and camera["field"] == 80.0


def test_pages_of_one_level_share_its_mesh():
    lesson, scenes = lesson_of("espace"), PictureScenes()
    for number in (1, 2, 10):
        list(pictures_of(lesson, number, run_of("espace", number + 1), SIZE, ignored, scenes))
    found = read_packed(scenes.text(ignored))["scenes"]
    assert len(found) >= 3 and found[0]["level"]["triangles"] is not None
    assert (found[0]["level"]["positions"] == found[1]["level"]["positions"]).all() and found[0]["reach"] > 0.0
    assert found[2]["reach"] == 0.0, "a small level is whole"


def test_the_same_page_has_the_same_bytes():
    texts = []
    for _ in range(2):
        scenes = PictureScenes()
        list(pictures_of(lesson_of("nearest"), 0, run_of("nearest", 1), SIZE, ignored, scenes))
        texts.append(scenes.text(ignored))
    assert texts[0] == texts[1]
