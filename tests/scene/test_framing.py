"""The subject of a picture: the body and its contact. The view of a section is tested in tests/panels/test_uncovered_area.py."""

from game.scene.framing import subject_of
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
