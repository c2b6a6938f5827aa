"""A pause in front of a wall shows the body, not the wall alone."""

import itertools
import random
from math import dist, pi, radians
from types import SimpleNamespace

import numpy as np
import pytest

from game.app.action_handlers import CameraActions
from game.app.camera import WALL_AHEAD, Viewpoint
from game.app.contact_camera import is_contact_visible
from game.app.free_camera_and_panorama import AWAY
from game.app.session.play_session import BACKWARD, Session
from game.app.session.settings import Settings
from game.app.teaching.tick_inspector import TickInspector
from game.core.vec3 import along
from game.explain.plain_sentences import plain_subject
from game.explain.spaces import space_between
from game.level import level_names
from game.level.contents.level import LevelRaycast
from game.panels.panel import free_area
from game.scene.framing import Screen, is_in_view, side_view, subject_at, subject_of
from game.scene.look_and_spring_arm import FAR, Look
from game.simulation import Intent, Simulation, parse_script
from tests.app.run_actions import run_actions
from tests.shipped_levels import shipped
from tests.simulation.scenes import floor, join, level_of, wall

NO_KEYS = SimpleNamespace(axes=lambda: (0.0, 0.0, 0.0), clear_taps=list)


def paused(feet, heading=0.0, third_person=False):
    """A Viewpoint of a player that stood for a moment and paused there. A wall is at y = 2 m."""
    session = Session()
    session.begin(Simulation(level_of(join(floor(), wall(0.0, 2.0)), feet=feet)))
    viewpoint = Viewpoint(session, Settings(third_person=third_person), Screen)
    viewpoint.look.heading = heading
    session.advance(0.2, Intent)
    session.pause()
    viewpoint.update(NO_KEYS, 0.0)
    return viewpoint


def test_at_a_wall_the_camera_leaves_the_eyes():
    viewpoint = paused((0.0, 2.0 - 0.4 - 0.05, 0.0))
    framing = viewpoint.framing_after(10.0, 0.0)
    assert dist(framing.place, viewpoint._session.eye()) > 1.0 and framing.place[1] < 2.0
    viewpoint.free.return_to_player()
    assert viewpoint.framing_after(10.0, 0.0).place == pytest.approx(viewpoint._session.eye())


def walk_into_a_wall(wish, heading):
    """Return a Viewpoint of a newcomer that goes along `wish`, meets a wall at y = 2 m, looks along `heading`, and stops."""
    session = Session()
    session.begin(Simulation(level_of(join(floor(), wall(0.0, 2.0)), feet=(0.0, 1.0, 0.0))))
    viewpoint = Viewpoint(session, Settings(), Screen)
    viewpoint.is_plain = lambda: True
    while session.record is None or session.record.wall_contact is None:
        session.advance(1.0 / 60.0, lambda: Intent(wish))
    viewpoint.look.heading = heading
    viewpoint.update(NO_KEYS, 0.0)
    session.pause()
    viewpoint.update(NO_KEYS, 0.0)
    return viewpoint


@pytest.mark.parametrize("wish", [(0.0, 1.0), (0.7, 0.7), (-0.95, 0.3)])
@pytest.mark.parametrize("heading", [0.0, 0.5 * pi, pi, -2.5])
def test_a_stop_shows_the_contact_that_its_sentence_names(wish, heading):
    """Through the eyes the sentence named a blue disc and an arrow, which were beside the body and out of the picture."""
    viewpoint = walk_into_a_wall(wish, heading)
    contact = plain_subject(viewpoint._session.record)
    framing = viewpoint.free.framing
    assert framing is not None and is_in_view(np.array([contact.point]), framing, viewpoint.screen())
    assert body_is_in_view(viewpoint)


def test_a_rewind_that_ends_at_a_wall_shows_the_body_as_each_stop_does():
    viewpoint = walk_into_a_wall((0.7, 0.7), 0.0)
    session = viewpoint._session
    session.resume()
    session.advance(0.1, lambda: Intent((0.0, 0.7)))
    session.play_film(BACKWARD)
    viewpoint.update(NO_KEYS, 0.0)
    viewpoint.free.return_to_player()
    session.advance(1 / 60, lambda: None)
    viewpoint.update(NO_KEYS, 0.0)
    assert viewpoint.free.framing is None, "while it plays, it is seen through the eyes"
    session.pause()
    viewpoint.update(NO_KEYS, 0.0)
    assert viewpoint.free.framing is not None


def test_a_user_that_chooses_the_eyes_in_a_pause_keeps_them():
    viewpoint = walk_into_a_wall((0.7, 0.7), 0.0)
    actions = CameraActions(viewpoint._session, viewpoint._settings, SimpleNamespace(), viewpoint, lambda message: None)
    actions.third_person()
    actions.third_person()
    viewpoint.update(NO_KEYS, 0.0)
    viewpoint._session.scrub(-1)
    viewpoint.update(NO_KEYS, 0.0)
    viewpoint._session.scrub(1)
    viewpoint.update(NO_KEYS, 0.0)
    assert viewpoint.free.framing is None and not viewpoint.third_person
    viewpoint._session.resume()
    viewpoint.update(NO_KEYS, 0.0)
    viewpoint._session.pause()
    viewpoint.update(NO_KEYS, 0.0)
    assert viewpoint.free.framing is not None, "the next pause begins afresh"


def newcomer_at_a_wall(wish):
    """Return a Viewpoint that shows the first contact of a walk into a wall from the side, as to a newcomer; and the contact."""
    viewpoint = walk_into_a_wall(wish, 0.0)
    viewpoint.show_side(viewpoint._session.record.wall_contact)
    return viewpoint, viewpoint._session.record.wall_contact


@pytest.mark.parametrize("wish", [(0.0, 1.0), (0.3, 0.95), (0.7, 0.7), (-0.7, 0.7), (0.95, 0.3)])
def test_a_newcomer_sees_any_hit_of_a_wall_at_the_same_angle(wish):
    """A gamer saw the disc from its edge, from above, or a picture without a slide, as it happened."""
    viewpoint, contact = newcomer_at_a_wall(wish)
    at, (_, _, normal) = viewpoint.free.framing, ((), (), np.array(contact.normal))
    to = np.subtract(at.place, contact.point) / dist(at.place, contact.point)
    assert body_is_in_view(viewpoint) and is_in_view(np.array([contact.point]), at, viewpoint.screen())
    assert 0.25 < to @ normal < 0.6, "the disc is neither a line nor behind the body"
    assert abs(to[0]) < 0.85, "an arrow along the wall is not seen from its tip"
    assert to[0] * wish[0] >= 0.0 and to[2] > 0.3
    viewpoint.show_contact(contact)
    near = viewpoint.free.framing
    assert near.look.forward() == at.look.forward() and 1.5 < dist(near.place, contact.point) < dist(at.place, contact.point)


@pytest.mark.parametrize("name", ["planet", "river"])
def test_a_look_around_on_a_planet_shows_its_curve(name):
    """The planet fell off below the picture, and a gamer saw only walls."""
    session = Session()
    session.begin(Simulation(shipped(name)))
    viewpoint = Viewpoint(session, Settings(), Screen)
    viewpoint.around.begin()
    for _ in range(90):
        viewpoint.update(NO_KEYS, 0.05)
    assert (viewpoint.framing_after(0.05, 0.0).look.pitch < -0.9) is (name == "planet")


def test_the_first_look_on_a_planet_shows_the_planet():
    """It showed a bridge and a room; the ground of the planet was below the picture."""
    session = Session()
    session.begin(Simulation(shipped("planet")))
    viewpoint = Viewpoint(session, Settings(), Screen)
    viewpoint.begin_level()
    view, sight = viewpoint.framing_after(0.0, 0.0), LevelRaycast(session.sim.level, 0.0)
    down = Look(view.look.heading, view.look.pitch - radians(25.0), view.look.frame)  # in the lower half of the picture
    free = sight.raycast(np.array([view.place]), np.array([down.forward()]), np.array([50.0]))[0]
    assert dist(along(view.place, down.forward(), free), (0.0, 0.0, 8.0)) < 5.5


def body_is_in_view(viewpoint):
    record = viewpoint._session.record
    return is_in_view(subject_at(record.after, record.body).points(), viewpoint.free.framing, viewpoint.screen())


def paused_on_a_walk():
    """A Viewpoint of a player that went 10 m through the open, and paused there."""
    session = Session()
    session.begin(Simulation(level_of(join(floor(), wall(0.0, 20.0)), feet=(0.0, -15.0, 0.0))))
    viewpoint = Viewpoint(session, Settings(), Screen)
    for _ in range(40):
        session.advance(0.05, lambda: Intent((0.0, 1.0)))
    session.pause()
    return viewpoint


def test_the_side_view_follows_the_body_through_time_until_the_user_changes_it():
    viewpoint = paused_on_a_walk()
    session = viewpoint._session
    controls = SimpleNamespace(axes=NO_KEYS.axes, clear_taps=list, down=lambda key: False)
    viewpoint.show_side()
    first = viewpoint.free.framing
    session.scrub(-1)
    viewpoint.turn(0.0, 0.0)
    viewpoint.update(controls, 0.0)
    assert viewpoint.free.framing is first and body_is_in_view(viewpoint), "one tick: the picture stays, the body moves"
    session.scrub(-100)
    assert not body_is_in_view(viewpoint)
    viewpoint.update(controls, 0.0)
    assert viewpoint.free.framing is not first and body_is_in_view(viewpoint)
    controls.axes = lambda: (0.0, 0.0, 0.0)
    viewpoint.update(controls, 0.0)
    controls.axes = lambda: (0.0, 0.0, 1.0)
    viewpoint.update(controls, 0.1)
    own, controls.axes = viewpoint.free.framing, lambda: (0.0, 0.0, 0.0)
    session.scrub(100)
    viewpoint.update(controls, 0.0)
    assert viewpoint.free.framing is own, "a flown camera stays"
    assert viewpoint.hides_body(), "and the window says how the body is found again"
    viewpoint.show_side()
    assert not viewpoint.hides_body()


WINDOWS = [(1280, 720, 1.0), (1280, 720, 1.5), (1920, 1080, 1.0), (1920, 1080, 1.5), (800, 600, 1.0)]


@pytest.mark.parametrize("name", level_names())
def test_an_orbit_goes_with_the_body_through_time(name):
    """A newcomer orbited, rewound, and looked at an empty door."""
    level, rng = shipped(name), random.Random(name)
    session, screens = Session(), [Screen(width / height, free_area((width, height), text)) for width, height, text in WINDOWS]
    screen = screens[0]
    session.begin(Simulation(level))
    viewpoint = Viewpoint(session, Settings(third_person=rng.random() < 0.5), lambda: screen)
    script = parse_script(level.tour, name).intents(level.spawn.heading)
    for intent in itertools.islice(script, 500):
        session.sim.tick(intent)
    session.pause()
    for number in range(15):
        screen = screens[number % len(screens)]
        viewpoint.free.return_to_player()
        viewpoint.update(NO_KEYS, 1.0)
        viewpoint.turn(rng.uniform(-3, 3), rng.uniform(-0.6, 0.6), orbits=True)
        viewpoint.zoom(rng.choice([0, 0, -2, 1]))
        at = viewpoint.free.framing
        angles, distance = (at.look.heading, at.look.pitch), dist(at.place, at.pivot)
        for _ in range(4):
            session.show_tick(rng.randrange(1, len(session.sim.history)))
            viewpoint.update(NO_KEYS, 0.0)
            after, subject = viewpoint.free.framing, subject_of(session.record)
            assert (after.look.heading, after.look.pitch) == angles
            assert dist(after.place, after.pivot) >= distance - 1e-9
            assert is_in_view(np.array([session.position(), subject.contact or session.position()]), after, screen)
            if distance > AWAY / 2:
                assert is_in_view(subject.points(), after, screen)


def test_a_small_step_in_time_keeps_an_orbits_distance_and_offset():
    viewpoint = paused_on_a_walk()
    session = viewpoint._session
    viewpoint.turn(0.5, -0.2, orbits=True)
    viewpoint.update(NO_KEYS, 0.0)
    at, here = viewpoint.free.framing, session.position()
    session.scrub(-50)
    viewpoint.update(NO_KEYS, 0.0)
    moved = np.subtract(session.position(), here)
    assert np.linalg.norm(moved) > 3.0
    assert np.subtract(viewpoint.free.framing.place, at.place) == pytest.approx(moved)
    assert np.subtract(viewpoint.free.framing.pivot, at.pivot) == pytest.approx(moved)
    assert not viewpoint.hides_body()


def stepped(viewpoint, iteration):
    """The Framing after a frame in which another iteration is inspected."""
    viewpoint.update(NO_KEYS, 0.0, iteration)
    return viewpoint.free.framing


def test_the_camera_shows_the_contact_of_another_iteration_unless_the_user_has_changed_the_view():
    """A newcomer saw the gravity pass from above, as the contact with the wall before it, and its contact was below the body."""
    session = Session(Simulation(level_of(join(floor(), wall(0.0, 2.0)), feet=(0.0, 1.0, 0.0))))
    for _ in range(40):
        session.sim.tick(Intent((0.4, 1.0)))
    session.pause()
    viewpoint, iterations = (
        Viewpoint(session, Settings(), Screen),
        [iteration for iteration in session.record.trace.iterations if iteration.hit],
    )
    at_wall, on_ground = iterations[0], iterations[-1]
    assert abs(at_wall.normal[2]) < 0.1 and on_ground.normal[2] > 0.9
    sight = LevelRaycast(session.sim.level, session.time())

    def shows(iteration):
        return is_contact_visible(subject_of(session.record, iteration), viewpoint.free.framing, sight, Screen())

    viewpoint.show_side(at_wall)
    above = stepped(viewpoint, at_wall)
    assert above.look.pitch < -1.0 and shows(at_wall) and not shows(on_ground)
    beside = stepped(viewpoint, on_ground)
    assert beside is not above and shows(on_ground)
    assert stepped(viewpoint, on_ground) is beside, "and it rests"
    viewpoint.show_contact(at_wall)
    stepped(viewpoint, at_wall)
    near = stepped(viewpoint, on_ground)
    assert near.pivot == pytest.approx(on_ground.point) and shows(on_ground)
    viewpoint.show_contact(on_ground)
    assert viewpoint.free.framing.place == pytest.approx(beside.place), "F still leads back"
    viewpoint.show_side(at_wall)
    viewpoint.zoom(1)
    stepped(viewpoint, at_wall)
    own = viewpoint.free.framing
    assert stepped(viewpoint, on_ground) is own


@pytest.mark.parametrize("feet", [(0.0, 1.55, 0.0), (0.0, -3.0, 0.0)], ids=["from the side view", "from the eyes"])
def test_the_near_view_of_a_contact_leads_back(feet):
    viewpoint = paused(feet)
    before = viewpoint.framing_after(10.0, 0.0)
    viewpoint.show_contact()
    assert dist(viewpoint.framing_after(10.0, 0.0).place, before.place) > 0.5
    viewpoint.turn(0.0, 0.0)  # a frame in which the mouse rests
    viewpoint.show_contact()
    assert viewpoint.framing_after(10.0, 0.0).place == pytest.approx(before.place)
    viewpoint.show_contact()
    viewpoint.zoom(1)
    moved = viewpoint.free.framing
    viewpoint.show_contact()
    assert viewpoint.free.framing is not moved and viewpoint.free.framing.pivot == pytest.approx(moved.pivot), "again from near"


@pytest.mark.parametrize(
    "feet, heading, third_person",
    [((0.0, 2.0 - WALL_AHEAD - 0.3, 0.0), 0.0, False), ((0.0, 1.5, 0.0), pi, False), ((0.0, 1.5, 0.0), 0.0, True)],
    ids=["far from the wall", "turned away", "seen from behind"],
)
def test_elsewhere_it_stays(feet, heading, third_person):
    assert paused(feet, heading, third_person).free.framing is None


def test_the_view_of_a_page_follows_the_body_through_time():
    viewpoint = paused_on_a_walk()
    session = viewpoint._session
    record = session.record
    viewpoint.show_page(side_view(subject_of(record), LevelRaycast(session.sim.level, session.time()), Screen()))
    page = viewpoint.free.framing
    viewpoint.update(NO_KEYS, 0.0)
    assert viewpoint.free.framing is page
    session.scrub(-100)
    assert not body_is_in_view(viewpoint)
    viewpoint.update(NO_KEYS, 0.0)
    after = viewpoint.free.framing
    assert body_is_in_view(viewpoint) and after.look.forward() == page.look.forward()
    assert dist(after.place, after.pivot) == pytest.approx(dist(page.place, page.pivot))


def test_a_page_that_shows_another_place_than_the_body_stays_there():
    viewpoint = paused((0.0, -3.0, 0.0))
    elsewhere = viewpoint.framing_after(0.0, 0.0)._replace(place=(50.0, 50.0, 5.0))
    viewpoint.show_page(elsewhere)
    viewpoint.update(NO_KEYS, 0.0)
    assert viewpoint.free.framing is elsewhere


def test_a_restart_ends_noclip_so_that_the_player_is_seen_at_the_spawn():
    session, shown = Session(), []
    session.begin(Simulation(level_of(floor(), feet=(0.0, 0.0, 0.0))))
    viewpoint = Viewpoint(session, Settings(), Screen)
    viewpoint.toggle_flying()
    viewpoint.flying = (60.0, 0.0, -400.0)
    levels = SimpleNamespace(show_message=shown.append, restart_tutorial=lambda: None)
    run_actions(session=session, viewpoint=viewpoint, level_actions=levels).restart()
    assert viewpoint.flying is None and shown == ["started again"]
    assert viewpoint.framing_after(10.0, 0.0).place == pytest.approx(session.eye())


def test_noclip_does_not_lead_so_far_away_that_the_level_is_lost():
    """A newcomer flew on until nothing was in the picture."""
    session = Session()
    session.begin(Simulation(level_of(floor(), feet=(0.0, 0.0, 0.0))))
    low, high = session.sim.mesh.bounds
    viewpoint, controls = Viewpoint(session, Settings(), Screen), SimpleNamespace(down=lambda action: True, clear_taps=list)
    for axes in ((1.0, 0.0, 0.0), (-1.0, 0.0, 0.0), (0.0, 1.0, 1.0), (0.0, 0.0, -1.0)):
        controls.axes = lambda axes=axes: axes
        viewpoint.toggle_flying()
        start = viewpoint.flying
        viewpoint.update(controls, 0.1)
        assert dist(viewpoint.flying, start) > 1.0, "within the level, nothing stops the flight"
        for _ in range(600):
            viewpoint.update(controls, 0.1)
        away = [max(a - x, 0.0, x - b) for x, a, b in zip(viewpoint.flying, low, high)]
        assert max(away) == pytest.approx(min(dist(low, high), FAR / 2.0))
        viewpoint.look_as_player()


def test_noclip_begins_with_the_view_of_an_orbit():
    viewpoint = paused((0.0, 0.0, 0.0))
    viewpoint.turn(1.1, -0.4, orbits=True)
    at = viewpoint.framing_after(10.0, 0.0)
    viewpoint.toggle_flying()
    begun = viewpoint.framing_after(0.0, 0.0)
    assert begun.place == pytest.approx(at.place) and begun.look.forward() == pytest.approx(at.look.forward())


def test_an_orbit_without_perspective_is_the_same_orbit():
    viewpoint = paused((0.0, 0.0, 0.0))
    viewpoint.turn(1.1, -0.4, orbits=True)
    at = viewpoint.free.framing
    assert viewpoint.toggle_perspective() == "without perspective"
    assert viewpoint.framing_after(10.0, 0.0) == at._replace(is_flat=True)
    viewpoint._session.scrub(-5)
    viewpoint.update(NO_KEYS, 0.0)
    viewpoint.turn(0.2, 0.0, orbits=True)
    assert viewpoint.free.framing.is_flat
    assert viewpoint.toggle_perspective() == "with perspective" and not viewpoint.free.framing.is_flat
    assert dist(viewpoint.free.framing.place, viewpoint.free.framing.pivot) == pytest.approx(dist(at.place, at.pivot))


def test_without_perspective_a_newcomer_sees_the_same_side_of_the_wall():
    """A gamer pressed F9 inside the first tick: the camera went to a section that is not cut open there, behind the wall."""
    viewpoint, iteration = newcomer_at_a_wall((0.7, 0.7))
    at = viewpoint.free.framing
    assert viewpoint.toggle_perspective(iteration) == "without perspective"
    assert viewpoint.free.framing == at._replace(is_flat=True)
    assert viewpoint.toggle_perspective(iteration) == "with perspective" and viewpoint.free.framing == at


def test_without_a_contact_the_near_view_changes_nothing():
    session = Session()
    session.begin(Simulation(level_of(floor(), feet=(0.0, 0.0, 3.0))))
    viewpoint = Viewpoint(session, Settings(), Screen)
    session.advance(0.1, Intent)
    session.pause()
    assert not session.record.trace.iterations or not any(iteration.hit for iteration in session.record.trace.iterations), (
        "it falls"
    )
    assert viewpoint.show_contact() is False and viewpoint.free.framing is None


def test_the_tick_inspector_returns_to_the_view_before_it_while_this_shows_the_body():
    viewpoint = paused((0.0, 2.0 - 0.4 - 0.05, 0.0))
    inspector = TickInspector(viewpoint._session, None, lambda message: None)
    said = ["seen from above"]
    actions = CameraActions(viewpoint._session, Settings(), inspector, viewpoint, said.append)
    viewpoint.turn(0.5, 0.1, orbits=True)
    before = viewpoint.free.framing
    actions.inspector()
    assert viewpoint.free.framing != before
    actions.inspector()
    assert said[-1] == "", "what it said is over"
    assert viewpoint.framing_after(10.0, 0.0) == before
    before = before._replace(look=Look(before.look.heading + pi))
    viewpoint.free.put(before)
    actions.inspector()
    actions.inspector()
    assert viewpoint.free.framing is None, "a view that does not show the body is left for the player's eyes"


def test_the_tick_inspector_does_not_return_to_a_view_of_another_run():
    viewpoint = paused((0.0, 2.0 - 0.4 - 0.05, 0.0))
    inspector = TickInspector(viewpoint._session, None, lambda message: None)
    actions = CameraActions(viewpoint._session, Settings(), inspector, viewpoint, lambda message: None)
    actions.inspector()
    viewpoint.look_as_player(), viewpoint.show_side()
    actions.inspector()
    assert viewpoint.free.framing is None, "the player was put elsewhere"
    viewpoint.turn(0.5, 0.1, orbits=True)
    inspector.on = True  # by a click on a triangle
    actions.inspector()
    assert viewpoint.free.framing is None


def test_the_key_of_the_contact_takes_a_section_near_and_back_and_another_space_widens_it():
    viewpoint = paused((0.0, 1.55, 0.0))
    record = viewpoint._session.record
    contact = record.contacts[0]
    viewpoint.show_section(contact)
    whole = viewpoint.free.framing
    assert is_in_view(subject_of(record, contact).points(), whole, viewpoint.screen())
    assert viewpoint.show_contact(contact)
    near = viewpoint.free.framing
    assert near.look.forward() == whole.look.forward() and dist(near.place, near.pivot) < 0.6 * dist(whole.place, whole.pivot)
    viewpoint.update(NO_KEYS, 0.0, contact)
    assert viewpoint.free.framing is near
    assert viewpoint.show_contact(contact) and viewpoint.free.framing.place == pytest.approx(whole.place)
    viewpoint.parts = lambda: (1.0,)
    viewpoint.update(NO_KEYS, 0.0, contact)
    space = space_between(record.body, record.after.frame, record.after.position, 1.0)
    assert is_in_view(subject_of(record, contact).points(space), viewpoint.free.framing, viewpoint.screen())
    assert not is_in_view(subject_of(record, contact).points(space), near, viewpoint.screen())
