"""Messages keep clear of the body that is drawn in third person."""

from math import cos, sin
from types import SimpleNamespace

import pytest
from panda3d.core import NodePath

from game.app.panels.user_interface import Interface, area_of_body
from game.app.session.settings import Settings
from game.app.teaching.tick_inspector import InspectorPanel
from game.panels.hud_panel import MessagePanel, SpaceTitles
from game.panels.panel import hide_overlapped, rectangles_of
from game.scene.framing import WHOLE, Area
from game.scene.look_and_spring_arm import TILT, Look

SIZE = (1280, 720)
TEXT = "you fell out of the level: you are back where you last stood, and the clock of your run has not stopped in the meantime"


def moment(distance, **changes):
    """A Moment whose camera is at the end of an arm [m] behind a body at the origin."""
    shown = {
        "is_first_person": False, "is_split": False, "flat_height": None, "target": None, "area": WHOLE, "field_of_view": 85.0,
        "state": SimpleNamespace(position=(0.0, 0.0, 0.9), heading=0.0, frame=None),
        "body": SimpleNamespace(radii=(0.4, 0.4, 0.9)),
        "eye": (0.0, -distance * cos(TILT), 1.07 + distance * sin(TILT)), "look": Look(0.0, -TILT),
    }  # fmt: skip
    return SimpleNamespace(**(shown | changes))


def message(body, panel=None, area=WHOLE):
    """(rectangle of the shown message in pixels, its panel)."""
    panel = panel or MessagePanel(NodePath("window"), SIZE)
    panel.put(TEXT, area, body)
    (rectangle,) = rectangles_of(panel.canvas.root.getParent(), panel.canvas.root)
    return rectangle, panel


def test_the_area_of_the_body_shrinks_with_the_distance():
    near, far = (area_of_body(moment(distance), 16 / 9) for distance in (1.5, 4.0))
    assert near.width > 2.0 * far.width and near.middle[0] == pytest.approx(0.5) == far.middle[0]
    assert near.bottom > 1.0, "the feet are below the picture's edge"
    assert area_of_body(moment(1.5, is_first_person=True), 16 / 9) is None


def test_a_message_of_a_pause_is_in_the_middle_again_when_time_goes_on():
    _, panel = message(None, area=WHOLE._replace(right=0.66))
    (left, right, _, _), _ = message(None, panel)
    assert (left + right) / 2.0 == pytest.approx(SIZE[0] / 2.0, abs=3.0)


@pytest.mark.parametrize("distance", [1.2, 1.5, 1.9])
def test_a_message_does_not_cover_a_body_with_a_wall_behind_the_camera(distance):
    body = area_of_body(moment(distance), 16 / 9)
    (left, right, _, bottom), panel = message(body)
    assert left >= 0 and right <= SIZE[0] and bottom <= SIZE[1]
    assert right <= body.left * SIZE[0] or left >= body.right * SIZE[0], "both sides are equally wide"
    assert message(None, panel)[0] == (left, right, _, bottom), "it does not jump back"


def test_a_message_away_from_the_body_is_in_the_middle():
    for body in (None, area_of_body(moment(4.0), 16 / 9)):
        left, right, *_ = message(body)[0]
        assert (left + right) / 2.0 == pytest.approx(SIZE[0] / 2.0, abs=2.0)


def test_a_body_as_wide_as_the_window_is_covered():
    left, right, *_ = message(Area(0.1, 0.0, 0.9, 1.2))[0]
    assert (left + right) / 2.0 == pytest.approx(SIZE[0] / 2.0, abs=2.0)


def test_the_titles_of_the_spaces_take_room_from_the_pictures_and_none_from_the_page_over_them():
    """A newcomer read the numbers of an iteration below an empty strip of sky, on which the titles of both spaces stood."""
    interface, root = Interface.__new__(Interface), NodePath("root")
    interface._window, interface._settings, interface._prompt_height = SimpleNamespace(size=SIZE), Settings(), lambda: 0.0
    interface._session, interface._lesson_open = SimpleNamespace(live=False, paused=True, record=True), False
    titles = interface._titles = SpaceTitles(root, SIZE)
    titles.put((0.0, 1.0), (0.4, 0.4, 0.9))
    assert interface.area.top > 0.0 and interface.pictures.top == 0.0
    page = InspectorPanel(root, SIZE)
    page._large.canvas.box(0, interface.pictures.top, 1280, 600, (0.0, 0.0, 0.0, 1.0))
    hide_overlapped(root)
    assert titles.canvas.root.isHidden()
