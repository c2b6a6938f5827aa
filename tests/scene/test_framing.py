"""The subject of a picture: the body and its contact. The view of a section is tested in tests/panels/test_uncovered_area.py."""

import numpy as np
import pytest

from game.explain.section import plane_of
from game.explain.spaces import CHOICES, space_between
from game.pictures.tour_pictures import play_tour
from game.scene.framing import Area, Screen, is_in_view, section_view, subject_at, subject_of
from game.simulation import Intent, Simulation
from tests.shipped_levels import shipped


def test_the_body_of_a_step_is_at_the_end_of_the_step():
    simulation = Simulation(shipped("stairs"))
    for _ in range(60):
        record = simulation.tick(Intent((0.0, 1.0)))
    iterations = [iteration for iteration in record.trace.iterations if iteration.end != record.after.position]
    assert any(iteration.hit for iteration in iterations) and not all(iteration.hit for iteration in iterations)
    for iteration in iterations:
        assert subject_of(record, iteration).centre == iteration.end


@pytest.mark.parametrize("screen", [Screen(), Screen(16 / 9, Area(0.0, 0.0, 0.67, 0.91))])
def test_the_body_is_whole_in_the_section_of_every_iteration_in_world_and_ellipsoid_space(screen):
    """A newcomer went to the way up of a step, which touches nothing: the top of the body was above the window."""
    simulation, without_contact = Simulation(shipped("stairs")), 0
    for record in [simulation.tick(Intent((0.0, 1.0))) for _ in range(90)]:
        frame, place = record.after.frame, record.after.position
        for iteration in record.trace.iterations:
            without_contact += not iteration.hit
            body = subject_at(record.after, record.body)._replace(centre=iteration.end)
            for parts in CHOICES.values():
                spaces = [space_between(record.body, frame, place, part) for part in parts]
                seen = screen._replace(is_split=len(parts) > 1)
                framing = section_view(subject_of(record, iteration), plane_of(record, iteration), seen, spaces=spaces)
                assert all(is_in_view(body.points(space), framing, seen) for space in spaces), (record.tick, iteration.pass_)
    assert without_contact > 20


def test_no_body_of_a_tick_is_cut_open_by_the_view_of_a_section():
    """The player slid off a corner, out of the plane of the section. The near plane then cut a hole into the body."""
    for record in play_tour(Simulation(shipped("gauntlet"))):
        for iteration in record.contacts:
            framing = section_view(subject_of(record, iteration), plane_of(record, iteration), Screen())
            ahead = np.array(framing.look.forward())
            for state in (record.before, record.after):
                reach = np.linalg.norm(ahead * record.body.radii)  # they are equal across, so that the heading does not matter
                assert (np.subtract(state.position, framing.place) @ ahead) - reach > framing.near, record.tick
