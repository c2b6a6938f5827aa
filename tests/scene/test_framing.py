"""The subject of a picture: the body and its contact. And the view of a section."""

import itertools
from functools import cache

import numpy as np
import pytest

from game.explain.section import plane_of
from game.scene.framing import Area, Screen, section_view, subject_of
from game.simulation import Intent, Simulation, parse_script
from tests.shipped_levels import shipped

SCREENS = [Screen(16 / 9), Screen(16 / 9, Area(right=0.64, bottom=0.86)), Screen(4 / 3, Area(top=0.1, right=0.5))]


@cache
def records_of(name):
    level = shipped(name)
    simulation = Simulation(level)
    intents = parse_script(level.tour, name).intents(level.spawn.heading)
    return [simulation.tick(intent) for intent in itertools.islice(intents, 600)]


def test_the_body_of_a_step_is_at_the_end_of_the_step():
    simulation = Simulation(shipped("stairs"))
    for _ in range(60):
        record = simulation.tick(Intent((0.0, 1.0)))
    iterations = [iteration for iteration in record.trace.iterations if iteration.hit and iteration.end != record.after.position]
    assert iterations
    for iteration in iterations:
        assert subject_of(record, iteration).centre == iteration.end


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("name", ["stairs", "planet", "corners", "platforms", "playground"])
def test_the_view_of_a_section_has_the_contact_in_the_middle_third(name, screen):
    """A newcomer saw the contact at the lowest edge of the picture, below sky and walls (PLAY.md, M2)."""
    for record in records_of(name)[::37]:
        for iteration in record.trace.iterations:
            subject, plane = subject_of(record, iteration), plane_of(record, iteration)
            for nearest in (None, record.before.position):
                framing = section_view(subject, plane, screen, nearest)
                look = framing.look
                ahead, right, up = (np.array(axis()) for axis in (look.forward, look.across, look.upwards))
                assert abs(ahead @ plane.towards) == pytest.approx(1.0), "the view is perpendicular to the section"
                across, upwards = screen.slopes(framing.field_of_view)
                depth = (subject.points() - framing.place) @ ahead
                assert depth.min() > framing.near, "the body is not cut"
                if subject.contact is None:
                    continue
                offset = np.subtract(subject.contact, framing.place)
                assert abs(offset @ right) <= across * (offset @ ahead) / 3
                assert abs(offset @ up) <= upwards * (offset @ ahead) / 3
                assert 2 * across * (offset @ ahead) == pytest.approx(1.5, rel=1e-3), "and it is 1.5 m wide"
