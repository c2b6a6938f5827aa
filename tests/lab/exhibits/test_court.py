"""The court: the order of prologue, collision and epilogue, what breaks, what passes, and what a blast does."""

import pytest

from game.lab import Actor, IncidentKind
from game.lab.exhibits.court import BALLS, COLUMNS, FAR, ROWS, SPEEDS
from game.overlay.lab.exhibit_drawings import drawing_of
from game.simulation import Intent, Simulation
from tests.lab.rooms import lab_of, level_with, place_of, use

HERE = Actor((0.0, -6.0, 0.9), (0.4, 0.4, 0.9))
BALL, ROCKET = 0, 1
STONE, BRICK, MAGIC, ONE_WAY = range(4)


def launch(flier, wall, seconds=3.0, side=0, speed=8):
    """The states of a launch, the last figures and all incidents."""
    lab, incidents = lab_of("court"), []
    state, states = lab.begin(), []
    actions = use(f"court.flier:{flier}", f"court.wall:{wall}", f"court.from:{side}", f"court.speed:{speed}", "court.launch")
    for tick in range(round(seconds * 60)):
        state, readouts = lab.step(state, HERE, actions if tick == 0 else ())
        states.append(state[0].bodies)
        incidents += [one.kind for one in readouts["court"].incidents if one.kind != IncidentKind.OPERATED]
    return states, readouts["court"].figures, incidents


@pytest.mark.parametrize("flier", [BALL, ROCKET])
@pytest.mark.parametrize("wall", range(4))
@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("speed", SPEEDS)
def test_each_meeting_goes_from_the_prologue_to_the_epilogue(flier, wall, side, speed):
    states, figures, _ = launch(flier, wall, 4.0, side, speed)
    phases = [step.phase for step in states[-1].steps]
    assert phases == ([0] if figures["passed"] else [0, 1, 2] * (len(phases) // 3))
    assert len(phases) >= 1 and figures["sounds"] == figures["meetings"]


def test_a_rocket_at_a_stone_wall_bursts_once_and_chars_a_patch_of_its_radius():
    """One burst, one sound, a patch of .8 m; the rocket is gone, and the blast rolls the balls away."""
    states, figures, incidents = launch(ROCKET, STONE)
    assert incidents == [IncidentKind.BURST] and figures["patch"] == 0.8 and figures["sounds"] == 1.0
    assert states[-1].flier is None and figures["rockets"] == 0.0 and len(states[-1].patches) == 1
    for (place, _), (x, y) in zip(states[-1].balls, BALLS):
        moved = abs(place[0] - x) + abs(place[1] - y)
        assert (moved > 0.05) is ((x * x + y * y) ** 0.5 < 2.6), "balls within the radius of the blast are pushed"


def test_a_rocket_breaks_a_hole_into_bricks_and_a_ball_takes_one_with_it():
    _, figures, _ = launch(ROCKET, BRICK)
    assert 3 <= COLUMNS * ROWS - figures["bricks"] <= 20
    states, figures, incidents = launch(BALL, BRICK)
    assert figures["bricks"] == COLUMNS * ROWS - 1 and incidents == [IncidentKind.BROKE]
    assert max(state.flier[1] for state in states if state.flier) > 1.0, "it flies on through the hole"


def test_a_slow_ball_breaks_no_brick():
    _, figures, _ = launch(BALL, BRICK, speed=4)
    assert figures["bricks"] == COLUMNS * ROWS


def test_broken_bricks_are_whole_again_after_going_back():
    sim = Simulation(level_with(place_of("court"), feet=(0.0, -6.0, 0.0)))
    sim.tick(Intent(actions=use("court.launch")))
    for _ in range(120):
        sim.tick(Intent())
    end = sim.state_hash()
    assert not all(sim.lab.state[0].bodies.bricks)
    sim.rewind(120)
    assert all(sim.lab.state[0].bodies.bricks)
    for _ in range(120):
        sim.tick(Intent())
    assert sim.state_hash() == end


@pytest.mark.parametrize("flier", [BALL, ROCKET])
@pytest.mark.parametrize("side", [0, 1])
def test_the_magic_wall_changes_nothing_and_sounds_once_each_way(flier, side):
    """The flight has the same bits as a free one (lecture: a character that goes through a wall with a magical sound)."""
    states, figures, incidents = launch(flier, MAGIC, 0.9, side)
    assert incidents == [IncidentKind.PASSED] and figures["sounds"] == 1.0 and len(set(s.velocity for s in states)) == 1
    y = (1.0 if side else -1.0) * FAR
    for state in states:
        y += states[0].velocity[1] * (1.0 / 60.0)
        assert state.flier is None or state.flier[1] == pytest.approx(y, abs=1e-12)


@pytest.mark.parametrize("side, passes", [(0, False), (1, True)])
def test_a_one_way_wall_stops_what_comes_from_the_front(side, passes):
    states, figures, _ = launch(BALL, ONE_WAY, 1.0, side)
    assert bool(figures["passed"]) is passes
    assert (states[-1].velocity[1] * (1 if side else -1) < 0.0) is passes


def test_the_court_rests_after_a_launch():
    lab = lab_of("court")
    state, _ = lab.step(lab.begin(), HERE, use("court.launch"))
    for _ in range(400):
        state, readouts = lab.step(state, Actor((500.0, 0.0, 0.0), HERE.radii), ())
    assert readouts == {}


@pytest.mark.parametrize("flier", [BALL, ROCKET])
@pytest.mark.parametrize("wall", range(4))
def test_the_drawing_is_made_at_any_moment(flier, wall):
    lab = lab_of("court")
    state, exhibit = lab.begin(), lab.exhibits[0]
    drawing = drawing_of(exhibit)
    for tick in range(90):
        before = state
        actions = use(f"court.flier:{flier}", f"court.wall:{wall}") if tick == 0 else ()
        state, _ = lab.step(state, HERE, actions)
        if tick % 3 == 0:
            assert drawing.bodies(exhibit, before[0], state[0], 0.5) and drawing.overlay(exhibit, state[0])
            assert len(drawing.sheet(exhibit, state[0]).rows) <= 3
