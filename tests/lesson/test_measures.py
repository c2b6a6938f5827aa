"""Measures that sweep again agree with what the tick itself found."""

from math import sqrt

import pytest

from game.lesson import load_lesson, play
from game.lesson.measures import MEASURES
from game.lesson.measures.sweeps import contact_of, gap, single_contacts


@pytest.fixture(scope="module")
def between_posts():
    return play(load_lesson("nearest").pages[0])


def test_the_nearest_single_contact_is_the_contact_of_the_tick(between_posts):
    step, found = contact_of(between_posts, "move", 0, 0), single_contacts(between_posts, 0, 0)
    nearest = min(fraction for fraction, _ in found)
    assert nearest == pytest.approx(step.fraction, abs=1e-9)
    assert step.triangle in [number for fraction, number in found if fraction == pytest.approx(nearest, abs=1e-9)]
    assert found[0][0] > nearest, "the posts are in the wrong order"


def test_the_gap_is_the_skin():
    wall = play(load_lesson("skin").pages[0])
    assert gap(wall) == pytest.approx(1000.0 * wall.simulation.params.skin, abs=1e-6)


def test_a_twin_of_a_run_is_the_twin_of_the_game():
    run = play(load_lesson("espace").pages[-1])
    moment = run.displayed_twins.at(run.record())
    assert moment.states == (run.of(1).record().after,)


def test_the_numbers_of_a_plane_give_its_interval():
    run = play(load_lesson("sweep").pages[2])
    d, closing = MEASURES["plane_distance"]()(run), MEASURES["normal_dot_velocity"]()(run)
    assert MEASURES["plane_time"]()(run) == pytest.approx((1.0 - d) / closing)
    assert MEASURES["plane_time"](last=True)(run) == pytest.approx((-1.0 - d) / closing)


def test_the_coefficients_of_a_corner_give_its_roots():
    run = play(load_lesson("features").pages[3])
    a, b, c = (MEASURES["coefficient"](letter=letter)(run) for letter in "abc")
    root = sqrt(b * b - 4.0 * a * c)
    assert MEASURES["root"]()(run) == pytest.approx((-b - root) / (2.0 * a))
    assert MEASURES["root"](last=True)(run) == pytest.approx((-b + root) / (2.0 * a))


def test_a_face_has_no_coefficients():
    with pytest.raises(ValueError, match="a face"):
        MEASURES["root"]()(play(load_lesson("features").pages[0]))


def test_the_edge_is_touched_at_its_place():
    """The block's front edge is 3 m long, and the player is 0.6 m beside its middle."""
    assert MEASURES["edge_place"]()(play(load_lesson("features").pages[4])) == pytest.approx(0.5 + 0.6 / 3.0)


def test_weights_sum_up_to_1():
    run = play(load_lesson("features").pages[1])
    assert sum(MEASURES["weight"](corner=corner)(run) for corner in range(3)) == pytest.approx(1.0)


def test_a_slide_loses_the_component_along_the_normal():
    run = play(load_lesson("iterating").pages[1])
    asked, into, rest, after = (MEASURES["iteration"](part=part)(run) for part in ("asked", "into", "rest", "next"))
    assert after == pytest.approx(rest * sqrt(1.0 - (into / asked) ** 2), rel=1e-6)
    assert asked == pytest.approx(MEASURES["iteration"](part="moved")(run) + rest)


def test_the_distance_kept_back_is_the_skin_over_the_sine():
    run = play(load_lesson("skin").pages[3])
    asked, into = (MEASURES["iteration"](part=part)(run) for part in ("asked", "into"))
    assert MEASURES["kept_back"]()(run) == pytest.approx(1000.0 * run.simulation.rules.skin * asked / -into)


def test_normals_in_the_world_and_in_espace():
    """An espace normal is the world's multiplied by the radii; on a step, the face that is touched is the level tread."""
    run = play(load_lesson("climbing").pages[3])
    world = [MEASURES["normal"](axis=axis)(run) * radius for axis, radius in zip("xyz", run.simulation.params.radii)]
    size = sqrt(sum(part * part for part in world))
    assert [MEASURES["normal"](axis=axis, espace=True)(run) for axis in "xyz"] == pytest.approx([part / size for part in world])
    assert MEASURES["face_normal"](axis="z")(run) == pytest.approx(1.0)


def test_without_a_tree_each_triangle_leaves_by_one_exit():
    run = play(load_lesson("features").pages[0])
    shares = [MEASURES["share_without_tree"](of=way)(run) for way in ("back_facing", "interval_outside", "full_test")]
    assert sum(shares) == pytest.approx(100.0) and min(shares) > 0.0


def test_the_speed_of_a_jump_reaches_its_height():
    run = play(load_lesson("gravity").pages[1])
    assert MEASURES["jump_speed"]()(run) ** 2 / (2.0 * run.simulation.params.gravity) == pytest.approx(1.0)
