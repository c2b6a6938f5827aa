"""The StepOutcome that the solver records in each tick, against what happens: in tours of levels, and at obstacles."""

from collections import Counter
from itertools import takewhile
from math import hypot

import pytest

from game.collision import Pass, Rules, collide_and_slide, sweep
from game.core.vec3 import sub
from game.player.step_up import LEAST_GAIN, StepOutcome
from game.simulation import Ground, Intent, Simulation, parse_script
from tests.shipped_levels import shipped
from tests.simulation.driving import run, settled, simulate
from tests.simulation.scenes import box, floor, staircase

FORWARD = Intent((0.0, 1.0))


def outcome_of(record):
    return StepOutcome(record.after.step)


def walk_of(record):
    """The iterations of the move pass, without those of a second one, which is that of wind."""
    moves = [*takewhile(lambda one: one.pass_ == Pass.MOVE, record.trace.iterations)]
    return [one for number, one in enumerate(moves) if one.number == number]


def gain_of_raised(level, record, moves):
    """The part of the displacement by which a raised body gets farther than the slide, by the library's own calls."""
    (x, y, z), (dx, dy, _), end = moves[0].start, moves[0].displacement, moves[-1].end
    rise = record.params.step_up
    ceiling = sweep(level.mesh, record.body, (x, y, z), (0.0, 0.0, 2.0 * rise))
    raised = x, y, z + min(rise, 2.0 * rise * ceiling.fraction - 1e-4 if ceiling else rise)
    ahead = collide_and_slide(level.mesh, record.body, raised, (dx, dy, 0.0), rules=record.rules).position
    return ((ahead[0] - end[0]) * dx + (ahead[1] - end[1]) * dy) / hypot(dx, dy) ** 2


@pytest.mark.parametrize("name", ["corners", "corridors", "ramps", "stairs", "terrain"])
def test_the_outcomes_in_a_tour_agree_with_what_happens(name):
    level = shipped(name)
    simulation, seen = Simulation(level), Counter()
    for intent in parse_script(level.tour).intents(simulation.state.heading):
        record = simulation.tick(intent)
        outcome, moves = outcome_of(record), walk_of(record)
        seen[outcome] += 1
        assert (outcome == StepOutcome.TAKEN) == any(one.pass_ == Pass.STEP_FORWARD for one in record.trace.iterations)
        stands, met = record.before.ground == Ground.FLOOR and not record.after.jumping, [one for one in moves if one.hit]
        assert (outcome == StepOutcome.OFF_FLOOR) <= (not stands)
        assert (outcome == StepOutcome.NOT_ASKED) <= (not met)
        if outcome == StepOutcome.NO_OBSTACLE:
            assert all(one.walkable and one.normal[2] >= one.face_normal[2] - 1e-5 for one in met)
        if outcome == StepOutcome.NO_ROOM:
            assert sweep(level.mesh, record.body, record.before.position, (0.0, 0.0, 1e-3))
        if outcome == StepOutcome.SLID_AS_FAR:
            slid, asked = sub(moves[-1].end, moves[0].start), moves[0].displacement
            assert hypot(*slid[:2]) >= 0.99 * hypot(*asked[:2])
        if outcome >= StepOutcome.NO_FARTHER:
            gain = gain_of_raised(level, record, moves)
            refused = outcome == StepOutcome.NO_FARTHER
            assert gain < 2.0 * LEAST_GAIN if refused else gain > 0.5 * LEAST_GAIN, (record.tick, outcome)
    assert len(seen) >= 4, seen


AT = {
    "a wall": (StepOutcome.NO_FARTHER, box((-5.0, 0.5, 0.0), (5.0, 1.0, 3.0)), {}),
    "an edge higher than a step": (StepOutcome.TOO_HIGH, box((-5.0, 0.5, 0.0), (5.0, 3.0, 0.45)), {}),
    "a ledge too narrow for a foot": (StepOutcome.TOO_NARROW, staircase(10, 0.3, 0.15), {}),
    "a wall of ledges": (StepOutcome.TOO_HIGH, staircase(10, 0.3, 0.05), {}),
    "stairs without steps": (StepOutcome.NO_HEIGHT, staircase(10, 0.3, 0.3), {"step_up": 0.0}),
}


@pytest.mark.parametrize("name", AT)
def test_each_obstacle_is_refused_for_its_own_reason(name):
    expected, obstacle, params = AT[name]
    simulation = simulate(floor(), obstacle, feet=(0.0, -1.0, 0.0), speed=4.0, **params)
    last = run(settled(simulation), 60, FORWARD)[-1]
    assert outcome_of(last) == expected


def test_a_step_without_its_rule_is_not_tried():
    simulation = simulate(staircase(10, 0.3, 0.3), feet=(0.0, -1.0, 0.0), speed=4.0)
    simulation.set_rules(Rules(climb_steps=False))
    assert outcome_of(run(settled(simulation), 60, FORWARD)[-1]) == StepOutcome.RULE_OFF
