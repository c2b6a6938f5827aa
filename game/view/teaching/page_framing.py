"""The camera of a lesson's page: at a position that the page states, at the side of an iteration, or behind the player."""

from math import dist

from ..camera.framing import frame_points, side_view, subject_at, subject_of
from ..camera.level_raycast import LevelRaycast

NEAR_TARGET = 4.0  # [m] from the page's target. A body farther away need not be in the picture yet


def page_framing(page, record, simulation, field_of_view, screen):
    """Return the Framing (camera position and direction) of a lesson Page, or None for a camera in or behind the player.

    page: Page
    record: StepRecord, or None before the first tick
    simulation: Simulation
    field_of_view: horizontal, for a page that states a camera position [degrees]
    screen: Screen, with the proportions of the window
    """
    step = record.trace.steps[page.inside] if record and page.inside is not None else None
    subject = subject_of(record, step) if record else subject_at(simulation.state, simulation.body)
    shot = page.shot
    if shot.camera == "free":
        is_there = record is not None and record.tick >= shot.tick or dist(subject.centre, shot.target) < NEAR_TARGET
        points = subject.points() if is_there else [shot.target]
        return frame_points(shot.eye, shot.target, points, field_of_view, screen)
    if step is None:
        return None
    return side_view(subject, LevelRaycast(simulation.level, record.tick / simulation.hz), screen)
