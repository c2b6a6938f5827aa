"""The subject of a picture: the body and its contact. The view of a section is tested in tests/panels/test_uncovered_area.py."""

import numpy as np

from game.explain.section import plane_of
from game.pictures.tour_pictures import play_tour
from game.scene.framing import Screen, section_view, subject_of
from game.simulation import Intent, Simulation
from tests.shipped_levels import shipped


def test_the_body_of_a_step_is_at_the_end_of_the_step():
    simulation = Simulation(shipped("stairs"))
    for _ in range(60):
        record = simulation.tick(Intent((0.0, 1.0)))
    iterations = [iteration for iteration in record.trace.iterations if iteration.hit and iteration.end != record.after.position]
    assert iterations
    for iteration in iterations:
        assert subject_of(record, iteration).centre == iteration.end


def test_no_body_of_a_tick_is_cut_open_by_the_view_of_a_section():
    """The player slid off a corner, out of the plane of the section. The near plane then cut a hole into the body."""
    for record in play_tour(Simulation(shipped("gauntlet"))):
        for iteration in record.contacts:
            framing = section_view(subject_of(record, iteration), plane_of(record, iteration), Screen())
            ahead = np.array(framing.look.forward())
            for state in (record.before, record.after):
                reach = np.linalg.norm(ahead * record.body.radii)  # they are equal across, so that the heading does not matter
                assert (np.subtract(state.position, framing.place) @ ahead) - reach > framing.near, record.tick
