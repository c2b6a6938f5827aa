"""No panel covers the body or the contact while time stands: both are projected into windows of several sizes."""

from types import SimpleNamespace

import numpy as np
import pytest
from panda3d.core import NodePath

from game.app.panels.timeline_panel import TimelinePanel
from game.app.session.play_session import Session
from game.app.session.settings import TEXT_SIZES, Settings
from game.app.teaching.tick_inspector import TickInspector
from game.app.teaching.tutorial import HEIGHT, PAUSED_TOP
from game.explain.iteration_overlay import InspectedTick
from game.explain.section import plane_of
from game.explain.spaces import CHOICES, WORLD, space_between
from game.explain.tick_overlay import Switches, legend
from game.lesson import lesson_names
from game.level import level_names
from game.level.contents.level import SECTION, LevelRaycast
from game.panels.bindings import name_keys
from game.panels.canvas import set_text_size
from game.panels.hud_panel import MARGIN, MessagePanel
from game.panels.lesson_panel import LessonPanel, Reading, lesson_sheet
from game.panels.panel import free_area, rectangles_of, strip_height
from game.panels.side_panel import SidePanel, focus_end
from game.panels.text_column_layout import MORE_HEIGHT
from game.panels.tick_and_iteration_content import iteration_sheet, tick_sheet
from game.pictures.offscreen import Studio
from game.pictures.tour_pictures import best_moments, play_tour
from game.scene.framing import WHOLE, Framing, Screen, page_framing, page_points, section_view, side_view, subject_of
from game.scene.look_and_spring_arm import Look, SpringArm
from game.simulation import Intent, PlayerParams, Simulation
from game.simulation.view_smoothing import above_centre
from tests.lesson_pages import lesson_of, page_tables, run_of
from tests.shipped_levels import shipped
from tests.simulation.scenes import floor, join, level_of, wall

SIZES = ((800, 600), (1280, 720), (1920, 1080))
WINDOWS = [(size, text) for size in SIZES for text in (1.0, TEXT_SIZES[-1] / 100)]
FIELD_OF_VIEW = float(Settings().field_of_view)
PAGES = [(name, number) for name in lesson_names() for number in range(len(page_tables(name)))]


@pytest.fixture(scope="module")
def screens():
    """{size: SplitScreen}: the cameras and lenses of real pictures, of which none is drawn."""
    studios = {size: Studio(size) for size in SIZES}
    yield {size: studio.screen for size, studio in studios.items()}
    for studio in studios.values():
        studio.close()


@pytest.fixture(scope="module")
def stops():
    """[(Simulation, TickRecord), ...]: the best moments of each level's tour."""
    found = []
    for name in level_names():
        simulation = Simulation(shipped(name))
        found += [(simulation, record) for record in best_moments(play_tour(simulation))]
    return found


def projected(screen, framing, points, number=0):
    """Places (n, 2) of points in parts of the window, of which all are in front of the camera."""
    screen.aim(framing.place, framing.look, framing.field_of_view, None, framing.near)
    camera, (left, right) = screen.cameras[number], screen.across(number)
    local = np.column_stack([points, np.ones(len(points))]) @ np.array(camera.getTop().getMat(camera))
    assert (local[:, 1] > framing.near).all(), "the near plane cuts nothing of the body"
    x, y, _, depth = (local @ np.array(camera.node().getLens().getProjectionMat())).T
    return np.column_stack([left + (1.0 + x / depth) / 2.0 * (right - left), (1.0 - y / depth) / 2.0])


def outside(places, area):
    """The places that are not in an Area."""
    return [(x, y) for x, y in places if not (area.left <= x <= area.right and area.top <= y <= area.bottom)]


def behind(simulation, record):
    """The Framing of the third person."""
    state = record.after
    eye = np.array(state.position) + above_centre(state, simulation.params) * np.array(record.trace.up)
    sight = LevelRaycast(simulation.level, record.tick / simulation.hz)
    place, look = SpringArm().advance(sight, tuple(eye), Look(state.heading, frame=state.frame), 1e9)
    return Framing(place, look, state.position, FIELD_OF_VIEW)


@pytest.mark.parametrize("size, text", WINDOWS)
def test_inside_the_ticks_of_all_tours(screens, stops, size, text):
    area = free_area(size, text)
    window = Screen(size[0] / size[1], area)
    screens[size].split(False, area)
    for simulation, record in stops:
        sight = LevelRaycast(simulation.level, record.tick / simulation.hz)
        for iteration in record.trace.iterations:
            subject = subject_of(record, iteration)
            places = projected(screens[size], side_view(subject, sight, window), subject.points())
            assert not outside(places, area), (simulation.level.name, record.tick, iteration.pass_, iteration.number)


@pytest.mark.parametrize("size, text", WINDOWS)
def test_the_contact_of_a_section_is_in_the_middle_third(screens, stops, size, text):
    """A newcomer saw the contact at the lowest edge of the picture, below sky and walls. Also below the tutorial's card."""
    for top, camera in ((0.0, None), (PAUSED_TOP + HEIGHT, (9.0, -9.0, 9.0))):
        area = free_area(size, text, top=top)
        window = Screen(size[0] / size[1], area)
        screens[size].split(False, area)
        for _, record in stops:
            for iteration in record.contacts:
                subject, plane = subject_of(record, iteration), plane_of(record, iteration)
                framing = section_view(subject, plane, window, camera, is_near=True)
                assert abs(framing.look.forward() @ plane.towards) == pytest.approx(1.0), "perpendicular to the section"
                assert_in_middle_third(screens[size], framing, subject, area)
                scale = 2 * window.slopes(framing.field_of_view)[0]
                assert scale * np.linalg.norm(np.subtract(framing.place, framing.pivot)) == pytest.approx(1.5), "[m] wide"


@pytest.mark.parametrize("size, text", WINDOWS)
@pytest.mark.parametrize("name", CHOICES)
def test_the_body_is_whole_in_the_view_of_a_section_in_each_space(screens, stops, size, text, name):
    """Newcomers saw an orange bow, and did not recognise the body in it. So was the sphere of ellipsoid space."""
    parts, screen = CHOICES[name], screens[size]
    for top in (0.0, PAUSED_TOP + HEIGHT):
        area = free_area(size, text, top=top)
        screen.split(len(parts) > 1, area)
        window = Screen(size[0] / size[1], area, len(parts) > 1)
        for simulation, record in stops:
            spaces = [space_between(record.body, record.after.frame, record.after.position, part) for part in parts]
            for iteration in record.trace.iterations:
                subject = subject_of(record, iteration)
                framing = section_view(subject, plane_of(record, iteration), window, spaces=spaces)
                for picture, space in enumerate(spaces):
                    left, right = screen.across(picture)
                    free = area._replace(left=left, right=min(right, area.right))
                    body, where = subject._replace(contact=None), (simulation.level.name, record.tick, iteration.pass_)
                    assert not outside(projected(screen, framing, body.points(space), picture), free), where
                    if subject.contact is not None:
                        assert_in_middle_third(screen, framing, subject, free, space, picture)


@pytest.mark.parametrize("radii", [(0.15, 0.15, 0.15), (0.4, 0.4, 0.9), (1.2, 0.3, 0.5), (1.5, 1.5, 2.0)])
def test_a_body_of_any_size_is_whole_in_the_view_of_a_section(screens, radii):
    size, area = (1280, 720), free_area((1280, 720))
    screens[size].split(False, area)
    simulation = Simulation(level_of(join(floor(), wall(0.0, 2.0))), params=PlayerParams(radii=radii))
    for _ in range(90):
        record = simulation.tick(Intent((0.3, 1.0)))
        for iteration in record.trace.iterations:
            subject = subject_of(record, iteration)
            framing = section_view(subject, plane_of(record, iteration), Screen(size[0] / size[1], area))
            assert not outside(projected(screens[size], framing, subject.points()), area)


def assert_in_middle_third(screen, framing, subject, area, space=WORLD, number=0):
    """The contact is there, at least 8 % of the picture's height above the free area's lower edge, and the body is not cut."""
    x, y = projected(screen, framing, [*subject.points(space), *space.points([subject.contact])], number)[-1]
    assert abs(x - area.middle[0]) <= area.width / 6 and abs(y - area.middle[1]) <= area.height / 6
    assert y <= area.bottom - 0.08


@pytest.mark.parametrize("size, text", WINDOWS)
def test_from_behind_at_all_stops_of_tours(screens, stops, size, text):
    """Only where walls leave room for the camera: elsewhere the body is larger than the window."""
    area, seen = free_area(size, text), 0
    screens[size].split(False, area)
    for simulation, record in stops:
        framing, subject = behind(simulation, record), subject_of(record)
        if np.linalg.norm(np.subtract(framing.place, subject.centre)) > 3.0:
            seen += 1
            assert not outside(projected(screens[size], framing, subject.points()), area), (simulation.level.name, record.tick)
    assert seen > len(stops) / 2


@pytest.mark.parametrize("size, text", WINDOWS)
def test_the_longest_messages_leave_the_feet_visible_in_third_person(screens, size, text):
    """Also with a wall 2.5 m behind the body, so that its feet are lower in the picture."""
    simulation = Simulation(level_of(join(floor(), wall(0.0, -2.5))))
    record, screen, root = simulation.tick(Intent()), screens[size], NodePath("window")
    screen.split(False, WHOLE)
    set_text_size(root, text)
    message = MessagePanel(root, size)
    message.show(("You found the end of a long way: " + 6 * "here is some more to read, ", 0.0, 1.0, 1.0 - MARGIN / size[1]))
    ((_, _, top, _),) = rectangles_of(root, message.canvas.root)
    lowest = projected(screen, behind(simulation, record), subject_of(record).points())[:, 1].max()
    assert lowest < top / size[1]


@pytest.mark.parametrize("name, number", PAGES)
def test_every_page_of_every_lesson(screens, name, number):
    run = run_of(name, number + 1)
    page = run.page
    record = run.record()
    iteration = record.trace.iterations[page.inside] if page.inside is not None else None
    subject = subject_of(record, iteration)
    for (size, text), has_strip in ((window, strip) for window in WINDOWS for strip in (True, False)):
        area, spaces, screen = free_area(size, text, has_strip), CHOICES[page.space], screens[size]
        screen.split(len(spaces) > 1, area)
        window = Screen(size[0] / size[1], area, len(spaces) > 1)
        framing = page_framing(page, record, run.simulation, FIELD_OF_VIEW, window) or behind(run.simulation, record)
        for picture, part in enumerate(spaces):
            space = space_between(record.body, record.after.frame, record.after.position, part)
            left, right = screen.across(picture)
            free = area._replace(left=left, right=min(right, area.right))
            if page.shot.camera == SECTION:
                assert_in_middle_third(screen, framing, subject, free, space, picture)
                continue
            points = space.points(page_points(page, subject)) if page.shot.camera == "free" else subject.points(space)
            assert not outside(projected(screen, framing, points, picture), free), (size, text, part)


# The panels keep out of the area, and their text is within them and large enough


@pytest.fixture(scope="module")
def busy(stops):
    """A paused Session at the tick with the most iterations, and its TickInspector."""
    simulation, record = max(stops, key=lambda stop: len(stop[1].trace.iterations))
    session = Session(simulation)
    session.show_tick(simulation.state.tick - record.tick)
    inspector = TickInspector(session, None, lambda message: None)
    inspector.toggle()
    inspector.update(0.0)
    return session, inspector


@pytest.fixture(scope="module")
def sheets(busy):
    """The Sheets of a paused tick, of an iteration, and of the longest pages of lessons. No window's size is in them."""
    session, inspector = busy
    pages = [Reading(lesson_of(name), number) for name, number in PAGES]
    longest = sorted(pages, key=lambda reading: -len(reading.page.text))[:3]
    marks = legend(Switches.all(), session.record)
    return [tick_sheet(session, marks, True), iteration_sheet(inspector), *map(lesson_sheet, longest)]


@pytest.fixture(scope="module")
def iterations(stops):
    """[((level, tick, number), Sheet), ...]: the iterations of a dozen stops."""
    found = []
    for simulation, record in stops[:12]:
        tick = InspectedTick(record, simulation)
        for number in range(len(record.trace.iterations)):
            sheet = iteration_sheet(SimpleNamespace(tick=tick, number=number, picked=None, legend=tick.legend(number)))
            found.append(((simulation.level.name, record.tick, number), sheet))
    return found


@pytest.mark.parametrize("size, text", WINDOWS)
def test_panels_leave_the_area_free_and_hold_their_text(busy, sheets, size, text):
    area = free_area(size, text)
    for sheet in sheets:
        root = NodePath("window")
        set_text_size(root, text)
        side, strip, message = SidePanel(root, size), TimelinePanel(root, size), MessagePanel(root, size)
        side.show(sheet)
        strip.show(busy[0])
        message.show(("a new branch from tick 120: Z goes back to the old one", 0.0, area.right, area.bottom))
        for canvas in root.getChildren():
            for left, right, top, bottom in rectangles_of(root, canvas):
                assert left >= -0.5 and top >= -0.5 and right <= size[0] + 3.0 and bottom <= size[1] + 3.0
                if canvas.getName() == "side":
                    assert left >= area.right * size[0] - 1.0
                elif canvas.getName() != "message":
                    assert top >= area.bottom * size[1] - 1.0
        for path in side.canvas.root.findAllMatches("**/+TextNode"):
            low, high = path.getTightBounds(root)
            assert low.x >= area.right * size[0] and high.x <= size[0] and -low.z <= area.bottom * size[1], path.node().getText()
        for path in root.findAllMatches("**/+TextNode"):
            assert path.getScale().x >= 14 * size[1] / 720 - 0.5, path.node().getText()


@pytest.mark.parametrize("size, text", WINDOWS)
def test_every_line_is_reached_by_scrolling(sheets, size, text):
    for sheet in sheets:
        root, drawn = NodePath("window"), set()
        set_text_size(root, text)
        side = SidePanel(root, size)
        side.show(sheet)
        side.scroll(1000)  # to the start: the focus is shown first
        before = -1.0
        while side._scrolled > before:
            drawn |= {path.node().getText() for path in root.findAllMatches("**/+TextNode")}
            before = side._scrolled
            side.scroll(-1)
        words = " ".join(drawn).split()
        spans = [span for block in sheet.blocks for span in block.spans if not span.style.mono]
        assert all(word in words for span in spans for word in name_keys(span.text, {}).split()[:1])


@pytest.mark.parametrize("size, text", [(size, text / 100) for size in SIZES for text in TEXT_SIZES])
def test_the_inspector_begins_with_its_sentences_and_shows_the_line_that_decided(iterations, size, text):
    """With text of 125 % it opened already scrolled. With 150 %, there is room for the sentences alone."""
    root = NodePath("pixel2d")
    set_text_size(root, text)
    panel, below = SidePanel(root, size), []
    for place, sheet in iterations:
        column = panel.arranged(sheet)
        assert column.scrolled_to_focus == 0.0, place
        if focus_end(column.lines) > column.end - column.top - MORE_HEIGHT * (column.hidden > 0.0) + 0.01:
            below.append(place)
    assert not below or text == TEXT_SIZES[-1] / 100, below


def test_the_panels_are_as_large_as_promised():
    for size, text in WINDOWS:
        area = free_area(size, text)
        assert area.width >= (2.0 / 3.0 if text == 1.0 else 7.0 / 12.0) - 1e-3 and strip_height(size) <= 64 * size[1] / 720 + 0.5
    assert free_area((1280, 720), 1.0, False, False).width == 1.0
    assert LessonPanel.NAME != SidePanel.NAME, "one hides the other"
