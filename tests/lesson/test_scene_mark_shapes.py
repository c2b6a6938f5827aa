"""Marks in the scene of a page are at the places of the page's run."""

from dataclasses import replace

import numpy as np
import pytest

from game.core.shapes import Arrow, Disc, Label
from game.lesson import play
from game.lesson.scene_mark_shapes import marks_of, named_place, section, shapes_of
from game.lesson.tools.lesson_records import FORMS, PLACES, SIDES, SceneMark
from game.lesson.tools.motion_and_contacts import sweeps_of
from game.panels.label_layer import ANGLES
from tests.lesson_pages import page_of


@pytest.fixture(scope="module")
def run():
    """A sweep that is stopped by the front of a wall, y = 3.5 m."""
    return play(page_of("sweep", 4))


@pytest.mark.parametrize("name", PLACES)
def test_places_agree_with_the_trace(run, name):
    (place, step) = named_place(run, 0, name), sweeps_of(run)[0]
    assert np.isfinite(place).all()
    if name in ("contact", "q", "p1", "p2", "p3"):
        assert place[1] == pytest.approx(3.5), "these places are in the plane of the wall"
    if name == "q":
        assert place == pytest.approx(step.point), "the inside is touched"


@pytest.mark.parametrize("form", FORMS)
def test_each_form_has_shapes_and_a_name(run, form):
    mark = SceneMark(form, ("touching", (0.0, 0.1, 0.0)), ("end", (0.0, 0.0, 0.0)), "here")
    shapes = shapes_of(mark, run)
    assert len(shapes) >= 2 and isinstance(shapes[-1], Label) and shapes[-1].text == "here"
    assert shapes_of(SceneMark(form, mark.at, mark.to), run)[-1] is not Label


def test_a_disc_is_level_and_as_wide_as_from_its_centre_to_the_second_place(run):
    (disc,) = shapes_of(SceneMark("disc", ("", (1.0, 2.0, 3.0)), ("", (1.3, 2.4, 3.0))), run)
    assert isinstance(disc, Disc) and disc.centre == (1.0, 2.0, 3.0) and disc.normal == (0.0, 0.0, 1.0)
    assert disc.radius == pytest.approx(0.5)


def test_a_thicker_mark_with_its_name_on_a_side(run):
    mark = SceneMark("arrow", ("start", (0.0, 0.0, 0.0)), ("end", (0.0, 0.0, 0.0)), "v", side="below left", thick=3.0)
    arrow, label = shapes_of(mark, run)
    (thin, free) = shapes_of(replace(mark, side="", thick=1.0), run)
    assert arrow.radius == pytest.approx(3.0 * thin.radius) and (label.side, free.side) == (-120.0, None)


def test_every_side_of_a_mark_is_one_that_labels_can_have():
    assert set(SIDES.values()) == {None, *ANGLES}


def test_a_longer_arrow(run):
    mark = SceneMark("arrow", ("start", (0.0, 0.0, 0.0)), ("end", (0.0, 0.0, 0.0)), length=2.0)
    (arrow,) = shapes_of(mark, run)
    step = sweeps_of(run)[0]
    assert isinstance(arrow, Arrow) and np.subtract(arrow.end, arrow.start) == pytest.approx(2.0 * np.array(step.displacement))


def test_the_section_is_in_the_plane_and_on_the_body(run):
    centre = named_place(run, 0, "touching") + (0.0, 0.2, 0.0)
    curve, radii = section(run, 0, centre), np.array(run.record().body.radii)
    assert curve[:, 1] == pytest.approx(3.5) and np.linalg.norm((curve - centre) / radii, axis=1) == pytest.approx(1.0)
    with pytest.raises(ValueError, match="does not reach"):
        section(run, 0, named_place(run, 0, "start"))


def test_some_marks_wait_for_the_answer(run):
    waiting = SceneMark("point", ("contact", (0.0, 0.0, 0.0)), answered=True)
    asking = replace(run, page=replace(run.page, marks=(waiting, replace(waiting, answered=False))))
    assert len(marks_of(asking, False)) == 1 and len(marks_of(asking, True)) == 2


@pytest.mark.parametrize("name", ["contact", "normal", "face_normal", "q", "p1"])
def test_a_sweep_without_a_contact_has_no_place_of_a_contact(name):
    free = play(page_of("gravity", 1))
    assert not sweeps_of(free, tick=1)[0].hit and np.isfinite(named_place(free, 1, "end")).all()
    with pytest.raises(IndexError):
        named_place(free, 1, name)
