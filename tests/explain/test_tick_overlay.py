"""Each overlay shows what the record holds, at its position and in the colour of the legend."""

import numpy as np
import pytest

from game.collision import Feature, Outcome, Trace
from game.core.shapes import Arrow, Disc, EllipsoidShape, Label, Point, Polyline, Triangles
from game.explain import palette
from game.explain.palette import coloured_words
from game.explain.tick_overlay import NORMAL_LENGTH, VELOCITY_SCALE, Switches, build_overlay, candidates, legend
from game.level.library import load_level
from game.simulation import Intent, Simulation
from tests.explain.hand_made import EDGE_NORMAL, record, simulation
from tests.lab.rooms import level_with, place_of


def shapes(*names, **options):
    switches = Switches(**(dict.fromkeys(Switches.names(), False) | dict.fromkeys(names, True)))
    return build_overlay(record(), simulation(), switches, **options)


def test_nothing_is_drawn_when_all_switches_are_off():
    assert shapes() == []


@pytest.mark.parametrize("name", sorted(set(Switches.names()) - {"exhibits"}))
def test_each_switch_shows_something_of_its_own(name):
    assert shapes(name)
    assert len(shapes(name)) < len(build_overlay(record(), simulation(), Switches.all()))


def test_exhibits_that_are_awake_show_what_they_compute():
    """A tick of a level without exhibits has nothing to show."""
    sim = Simulation(level_with(place_of("race_wall")))
    alone = Switches(**dict.fromkeys(Switches.names(), False) | {"exhibits": True})
    assert build_overlay(sim.tick(Intent()), sim, alone) and shapes("exhibits") == []


def test_ellipsoid_is_the_body_after_the_tick():
    (body,) = shapes("ellipsoid")
    assert body == EllipsoidShape((0.0, 0.82, 0.9), (0.4, 0.3, 0.9), 0.5, palette.PLAYER)


def test_the_visor_of_a_round_body_shows_the_heading_of_the_player():
    """The solver does not turn a round body: the visor of one that had turned round pointed backwards."""
    sim = Simulation(load_level("stairs"))
    turned = sim.tick(Intent((0.0, -1.0), heading=3.0))
    assert turned.body.radii[0] == turned.body.radii[1] and turned.body.heading == 0.0
    [body] = [shape for shape in build_overlay(turned, sim, Switches.all()) if isinstance(shape, EllipsoidShape)]
    assert body.heading == turned.after.heading == 3.0


def test_first_person_shows_contact_points_and_small_planes_that_fade():
    drawn = build_overlay(record(), simulation(), Switches(), first_person=True)
    assert {type(shape) for shape in drawn} == {Point, Disc}
    assert all(shape.radius <= 0.35 and shape.fades for shape in drawn if isinstance(shape, Disc))


def test_contact_points_have_the_colour_of_the_word():
    assert shapes("contacts") == [Point((0.0, 1.0, 0.2), palette.CONTACT), Point((0.0, 0.72, 0.0), palette.CONTACT)]
    assert dict(coloured_words("the contact point"))["contact point"] == palette.CONTACT


def test_planes_go_through_the_contact_point_with_the_world_normal():
    edge, floor = shapes("planes")
    assert isinstance(edge, Disc) and edge.centre == (0.0, 1.0, 0.2) and edge.normal == EDGE_NORMAL
    assert (edge.colour, floor.colour) == (palette.MOVE_COLOUR, palette.GRAVITY_COLOUR)


def test_normals_show_the_triangles_own_where_it_differs():
    edge, face, floor = shapes("normals")
    assert np.allclose(np.subtract(edge.end, edge.start), NORMAL_LENGTH * np.array(EDGE_NORMAL))
    assert np.allclose(np.subtract(face.end, face.start), (0.0, -NORMAL_LENGTH / 2, 0.0)) and face.colour == palette.UNDONE
    assert edge.colour == floor.colour == palette.NORMAL


@pytest.mark.parametrize(("degrees", "arrows"), [(0.5, 2), (2.0, 3)])
def test_normals_that_look_alike_are_one_arrow_and_one_entry_of_the_legend(degrees, arrows):
    """The paper's rules turn the normal at a face by up to half a degree, which drew a second arrow inside the first."""
    tick, angle = record(), np.radians(degrees)
    tick.trace.iterations[0].face_normal = EDGE_NORMAL
    tick.trace.iterations[2].face_normal = (float(np.sin(angle)), 0.0, float(np.cos(angle)))
    switches = Switches.none().toggled("normals")
    assert len(build_overlay(tick, simulation(), switches)) == arrows
    [(_, entries)] = legend(switches, tick)
    assert len(entries) == arrows - 1


def test_velocity_before_and_after():
    before, after = shapes("velocity")
    assert isinstance(before, Arrow) and before.start == (0.0, 0.6, 0.9) and before.colour == palette.VELOCITY_BEFORE
    assert np.allclose(np.subtract(after.end, after.start), VELOCITY_SCALE * np.array([0.0, 4.0, 0.5]))


def test_a_resting_body_has_no_velocity_arrow():
    resting = record()
    resting.before.velocity = resting.after.velocity = (0.0, 0.0, 0.0)
    assert build_overlay(resting, simulation(), Switches(**dict.fromkeys(Switches.names(), False) | {"velocity": True})) == []


def test_path_follows_the_iterations_and_shows_the_displacement_not_reached():
    lines = [shape for shape in shapes("path") if isinstance(shape, Polyline)]
    reached = [line for line in lines if line.colour != palette.UNDONE]
    undone = [line for line in lines if line.colour == palette.UNDONE]
    assert [line.colour for line in reached] == [palette.MOVE_COLOUR, palette.MOVE_COLOUR, palette.GRAVITY_COLOUR]
    assert np.allclose(undone[0].points, [(0.0, 0.72, 0.9), (0.0, 0.9, 0.9)])


def test_candidates_have_the_colour_of_their_furthest_outcome():
    (triangles,) = shapes("candidates")
    assert isinstance(triangles, Triangles) and triangles.corners.shape == (4, 3, 3)
    expected = [palette.GRAVITY_COLOUR, *(palette.OUTCOMES[o] for o in (Outcome.FULL_TEST, Outcome.FULL_TEST, Outcome.HIT))]
    assert np.allclose(triangles.colours, expected)


def test_a_candidate_that_both_passes_hit_has_the_colour_of_the_move_pass():
    both = record()
    both.trace.iterations[2].outcomes[3] = Outcome.HIT
    (triangles,) = candidates(both, simulation())
    assert np.allclose(triangles.colours[[0, 3]], [palette.GRAVITY_COLOUR, palette.OUTCOMES[Outcome.HIT]])


def test_labels_name_pass_feature_and_fraction():
    edge, floor = shapes("labels")
    assert isinstance(edge, Label) and edge.text == "move 1: edge at 0.40"
    assert floor.text == "gravity 1: face at 0.50"


def test_a_record_without_iterations_shows_body_and_velocity_only():
    untraced = record()
    untraced.trace, untraced.contacts = Trace(), ()
    kinds = {type(shape) for shape in build_overlay(untraced, simulation(), Switches.all())}
    assert kinds == {EllipsoidShape, Arrow}


def test_switches_toggle_by_name():
    assert Switches().toggled("planes").planes is not Switches().planes
    with pytest.raises(AttributeError):
        Switches().toggled("plains")


def test_every_colour_of_the_record_has_its_own_entry():
    assert set(palette.FEATURES) == set(Feature) and set(palette.OUTCOMES) == set(Outcome)
    colours = [*palette.PASSES.values(), *palette.OUTCOMES.values(), palette.CONTACT, palette.NORMAL, palette.VELOCITY_AFTER]
    assert all(0.04 <= part <= 0.97 for colour in colours for part in colour), "the software renderer's safe range"
