"""Measures that sweep again agree with what the tick itself found."""

from dataclasses import replace
from math import atan2, cos, hypot, radians, sin, sqrt, tan

import pytest

from game.input_errors import InputError
from game.lesson import load_lesson, play
from game.lesson.measures import MEASURES
from game.lesson.measures.candidate_triangles import single_contacts
from game.lesson.measures.lab.exhibits import exhibit_at
from game.lesson.measures.sweeps_and_contacts import contact_of, gap
from game.simulation import Ground


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
    run = play(load_lesson("sweep").pages[3])
    d, closing = MEASURES["plane_distance"]()(run), MEASURES["normal_dot_velocity"]()(run)
    assert MEASURES["plane_time"]()(run) == pytest.approx((1.0 - d) / closing)
    assert MEASURES["plane_time"](last=True)(run) == pytest.approx((-1.0 - d) / closing)


def test_the_coefficients_of_a_corner_give_its_roots():
    run = play(load_lesson("features").pages[4])
    a, b, c = (MEASURES["coefficient"](letter=letter)(run) for letter in "abc")
    root = sqrt(b * b - 4.0 * a * c)
    assert MEASURES["root"]()(run) == pytest.approx((-b - root) / (2.0 * a))
    assert MEASURES["root"](last=True)(run) == pytest.approx((-b + root) / (2.0 * a))


def test_a_face_has_no_coefficients():
    with pytest.raises(ValueError, match="a face"):
        MEASURES["root"]()(play(load_lesson("features").pages[0]))


def test_the_edge_is_touched_at_its_place():
    """The block's front edge is 3 m long, and the player is 0.6 m beside its middle."""
    assert MEASURES["edge_place"]()(play(load_lesson("features").pages[6])) == pytest.approx(0.5 + 0.6 / 3.0)


def test_weights_sum_up_to_1():
    run = play(load_lesson("features").pages[1])
    assert sum(MEASURES["weight"](corner=corner)(run) for corner in range(3)) == pytest.approx(1.0)


def test_the_numbers_of_the_inside_test_give_the_weights():
    run = play(load_lesson("features").pages[2])
    a, b, c, x, y, z = (MEASURES["inside_term"](letter=letter)(run) for letter in "abcxyz")
    weights = [MEASURES["weight"](corner=corner)(run) for corner in range(3)]
    assert [-z / (a * c - b * b), x / (a * c - b * b), y / (a * c - b * b)] == pytest.approx(weights)


def test_the_terms_of_the_plane_are_those_of_its_equation():
    """The constant is taken from the start of the sweep; a corner of the triangle gives the same."""
    run = play(load_lesson("sweep").pages[2])
    step = contact_of(run, "move", 0, 0)
    normal = [MEASURES["normal"](axis=axis, espace=True)(run) for axis in "xyz"]
    contact = [part / radius for part, radius in zip(step.point, run.simulation.params.radii)]
    constant = -sum(n * part for n, part in zip(normal, contact))
    assert MEASURES["plane_term"](term="constant")(run) == pytest.approx(constant)


def test_a_slide_loses_the_component_along_the_normal():
    run = play(load_lesson("iterating").pages[1])
    asked, into, rest, after = (MEASURES["iteration"](part=part)(run) for part in ("displacement", "into", "rest", "next"))
    assert after == pytest.approx(rest * sqrt(1.0 - (into / asked) ** 2), rel=1e-6)
    assert asked == pytest.approx(MEASURES["iteration"](part="moved")(run) + rest)


def test_the_distance_kept_back_is_the_skin_over_the_sine():
    run = play(load_lesson("skin").pages[3])
    asked, into = (MEASURES["iteration"](part=part)(run) for part in ("displacement", "into"))
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


# What the pages say of the tick


def test_recovery_moves_by_the_depth_and_a_skin():
    run = play(load_lesson("recovery").pages[0])
    depth, skin = MEASURES["depth_before"]()(run), 1000.0 * run.simulation.rules.skin
    assert MEASURES["recovered"]()(run) == pytest.approx(depth + skin)


def test_out_of_two_walls_the_push_is_the_depth_over_the_sine_of_half_the_angle():
    run = play(load_lesson("recovery").pages[2])
    depth, skin = MEASURES["depth_before"]()(run), 1000.0 * run.simulation.rules.skin
    assert MEASURES["recovered"]()(run) == pytest.approx((depth + skin) / sin(radians(10.0)))


def test_a_slope_keeps_the_length_of_the_displacement():
    run = play(load_lesson("gravity").pages[7])
    tilted = [MEASURES["displacement"](axis=axis)(run) for axis in "xyz"]
    assert hypot(*tilted) == pytest.approx(1000.0 * run.simulation.params.speed / run.simulation.hz)
    assert tilted[2] / tilted[1] == pytest.approx(tan(radians(30.0)))


def test_the_walking_velocity_loses_its_part_into_the_wall_and_no_more():
    run = play(load_lesson("gravity").pages[10])
    before = [MEASURES["velocity"](axis=axis, of="walk", tick=3)(run) for axis in "xy"]
    after = [MEASURES["velocity"](axis=axis, of="walk")(run) for axis in "xy"]
    assert after == pytest.approx([before[0], 0.0], abs=1e-9)


def test_a_slide_down_a_steep_slope_gains_the_part_of_gravity_along_it():
    run = play(load_lesson("gravity").pages[11])
    speeds = [hypot(*(MEASURES["velocity"](axis=axis, of="fall", tick=tick)(run) for axis in "xyz")) for tick in (5, 6)]
    gained = run.simulation.params.gravity * sin(radians(60.0)) / run.simulation.hz
    assert speeds[1] - speeds[0] == pytest.approx(gained)


def test_a_step_is_as_high_as_the_stairs_and_a_tread_rises_at_50_degrees():
    run = play(load_lesson("stepping").pages[3])
    assert MEASURES["step_height"]()(run) == pytest.approx(0.18)
    assert MEASURES["tread_rise"]()(run) == pytest.approx(0.2 * tan(radians(50.0)))


def test_the_ground_probe_restores_the_skin():
    run = play(load_lesson("skin").pages[7])
    gap, raised = (MEASURES["ground_probe"](part=part)(run) for part in ("gap", "raised"))
    assert gap < 0.5 * 1000.0 * run.simulation.rules.skin
    assert gap + raised == pytest.approx(1000.0 * run.simulation.rules.skin)


def test_between_steep_slopes_the_player_is_on_a_level_floor():
    after = play(load_lesson("wedges").pages[6]).record().after
    assert after.ground == Ground.FLOOR and after.normal == (0.0, 0.0, 1.0) and after.fall == (0.0, 0.0, 0.0)


def test_on_a_slope_a_slide_along_a_wall_is_a_projection_seen_from_above():
    """The wall stands at 30 degrees across the slope; the rest of the displacement loses its level part into the wall."""
    run = play(replace(load_lesson("wedges").pages[7], script="60 forward=1"))
    step = contact_of(run, "move", 0, 0)
    assert MEASURES["floor_slope"](axis="y")(run) == pytest.approx(-tan(radians(25.0)))
    wall = (sin(radians(30.0)), -cos(radians(30.0)))
    asked = step.displacement[:2]
    into = asked[0] * wall[0] + asked[1] * wall[1]
    seen = [part - into * normal for part, normal in zip(asked, wall)]
    assert atan2(*step.next_displacement[:2]) == pytest.approx(atan2(*seen))
    assert step.next_displacement[2] / step.next_displacement[1] == pytest.approx(tan(radians(25.0)))


def test_a_sweep_looks_32_skins_ahead():
    run = play(load_lesson("skin").pages[5])
    assert MEASURES["sweep_beyond"]()(run) == pytest.approx(32.0 * run.simulation.rules.skin / min(run.simulation.params.radii))
    assert MEASURES["sweep_beyond"](of="ground")(run) == 0.0


@pytest.fixture(scope="module")
def springs(tmp_path_factory):
    """The run of a page in the lab's room of springs, whose steps become long at its second tick."""
    page = """
title = "Springs"
order = 99
about = "For this test."
[[pages]]
title = "Explicit Euler"
section = "integration"
text = "The energy grows."
level = "lab"
spawn = [-10.0, 16.0, 0.0]
script = "1 heading=0 use=springs.rate:20\\n59 heading=0"
shot = { tick = 60, look = "The springs." }
"""
    path = tmp_path_factory.mktemp("lessons") / "springs.toml"
    path.write_text(page, encoding="utf-8")
    return play(load_lesson(path).pages[0])


def test_measures_of_an_exhibit_are_the_figures_of_its_board(springs):
    """Explicit Euler multiplies the energy of a spring by 1 + (omega h)^2 in each step (game/lab/particles/integrators.py)."""
    board = {"exhibit": "springs"}
    angle = MEASURES["readout"](reading="step_angle", **board)(springs)
    steps = 19 if MEASURES["readout"](reading="time", **board)(springs) < 1.0 - 1e-9 else 20
    assert MEASURES["readout"](reading="explicit", **board)(springs) == pytest.approx((1.0 + angle**2) ** steps)
    assert MEASURES["greatest"](reading="explicit", **board)(springs) == MEASURES["readout"](reading="explicit", **board)(springs)
    assert MEASURES["least"](reading="implicit", **board)(springs) == MEASURES["readout"](reading="implicit", **board)(springs)
    assert MEASURES["incidents"](exhibit="springs", kind="burst")(springs) == 0.0


def test_the_measures_of_balls_agree_with_closed_forms():
    """A wall kicks a ball at rest to twice its speed; a ball of 1 kg gets (1 + e) c; the printed shadow is twice as high."""
    drum, response = load_lesson("drum").pages, load_lesson("response").pages
    kicked = play(drum[1])
    speeds = [MEASURES[name](exhibit="one", tick=11)(kicked) for name in ("ball_speed", "wall_speed")]
    assert speeds[0] == pytest.approx(2.0 * speeds[1], rel=1e-9)
    assert MEASURES["flier_impulse"](exhibit="court")(play(response[0])) == pytest.approx(1.7 * 8.0)
    assert MEASURES["shadow_height"](exhibit="one")(play(drum[6])) == pytest.approx(2.0)
    bend = MEASURES["chord_bend"]()(kicked)
    assert bend == pytest.approx(1000.0 * 9.81 / 60.0**2 / 8.0)


def test_the_passing_ball_is_in_the_wall_for_as_long_as_its_path_through_it():
    """Two radii and the wall's thickness, 0.74 m, at 2 m/s."""
    ticks = MEASURES["in_wall"](exhibit="court")(play(load_lesson("response").pages[6]))
    assert ticks == pytest.approx(0.74 / 2.0 * 60.0, abs=1.0)


@pytest.mark.parametrize("name, page", [("iterating", 0), ("nearest", 0), ("gravity", 2)])
def test_the_corner_of_a_later_sweep_is_in_its_plane_and_at_its_edge(name, page):
    """N . p1 + C = 0. The corners of a test count from the start of the tick, and were taken from the start of the sweep."""
    run = play(load_lesson(name).pages[page])
    for of in ("move", "gravity"):
        for contact in range(int(MEASURES["contacts"](of=of)(run))):
            place = {"of": of, "contact": contact}
            vectors = [[MEASURES["sweep_vector"](vector=v, axis=axis, **place)(run) for axis in "xyz"] for v in ("N", "p1")]
            constant = MEASURES["plane_term"](term="constant", **place)(run)
            assert sum(a * b for a, b in zip(*vectors)) == pytest.approx(-constant, abs=1e-9)


def test_an_exhibit_in_a_level_without_exhibits_is_named_with_what_the_level_has():
    run = play(load_lesson("espace").pages[0])
    with pytest.raises(InputError, match="no exhibit 'springs' in this level; it has none"):
        exhibit_at(run, "springs")
