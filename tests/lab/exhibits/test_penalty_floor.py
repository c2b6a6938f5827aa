"""The penalty floor: a bounce keeps the part of its energy that LAB 2.10 and E25 give for each integrator."""

import pytest

from game.lab import Actor, IncidentKind
from game.lab.exhibits.penalty_floor import FREQUENCIES, LANES, NAMES, RATES, range_of_bounce
from game.lab.particles.integrators import EXPLICIT, IMPLICIT, SEMI_IMPLICIT
from game.overlay.lab.exhibit_drawings import drawing_of
from tests.lab.rooms import lab_of, use

HERE = Actor((0.0, -4.0, 0.9), (0.4, 0.4, 0.9))


def thrown(frequency, rate, seconds=2.0):
    """(lab, the last state, figures after the first bounce of each method, incidents) of balls that were thrown down."""
    lab, incidents, first = lab_of("penalty_floor"), [], {}
    state = lab.begin()
    actions = use(f"penalty_floor.frequency:{frequency}", f"penalty_floor.rate:{rate}", "penalty_floor.throw")
    for tick in range(round(seconds * 60)):
        state, readouts = lab.step(state, HERE, actions if tick == 0 else ())
        incidents += [one.kind for one in readouts["penalty_floor"].incidents]
        for name, ball in zip(NAMES, state[0].bodies.balls):
            if ball.bounces == 1:
                first.setdefault(name, ball.kept)
    return lab, state, first, incidents


@pytest.mark.parametrize(
    "method, angle, least, greatest",
    [
        (EXPLICIT, 0.05, 1.15, 1.19), (EXPLICIT, 0.2, 1.8, 1.95), (EXPLICIT, 0.5, 4.0, 4.9),
        (IMPLICIT, 0.05, 0.84, 0.87), (IMPLICIT, 0.2, 0.50, 0.56), (IMPLICIT, 0.5, 0.16, 0.27),
        (SEMI_IMPLICIT, 0.2, 0.990, 1.011), (SEMI_IMPLICIT, 0.5, 0.94, 1.07),
    ],
)  # fmt: skip
def test_the_ranges_of_a_bounce_are_those_of_the_plan(method, angle, least, greatest):
    """LAB 2.10: explicit 1.17, 1.87, 4.4; E25: implicit .85, .53, .21; semi-implicit .992 to 1.009 and .96 to 1.05."""
    low, high = range_of_bounce(method, angle)
    assert least <= low <= high <= greatest


@pytest.mark.parametrize("frequency", FREQUENCIES[:6])
@pytest.mark.parametrize("rate", RATES)
def test_the_first_bounce_is_in_the_range_of_the_formula(frequency, rate):
    """Within a hundredth, because the range is that of 32 phases."""
    _, _, first, _ = thrown(frequency, rate)
    for name, method in zip(NAMES, LANES):
        low, high = range_of_bounce(method, 6.283185307179586 * frequency / rate)
        assert 0.99 * low <= first[name] <= 1.01 * high, (name, low, high)


def test_the_explicit_ball_is_stopped_before_it_leaves_the_hall():
    _, state, _, incidents = thrown(5.0, 60.0, 12.0)
    assert state[0].bodies.balls[LANES.index(EXPLICIT)].is_wild and incidents.count(IncidentKind.BURST) == 1


@pytest.mark.parametrize("frequency", FREQUENCIES)
@pytest.mark.parametrize("rate", RATES)
def test_the_drawing_is_made_for_every_dial(frequency, rate):
    lab, state, _, _ = thrown(frequency, rate, 1.0)
    exhibit, drawing = lab.exhibits[0], drawing_of(lab.exhibits[0])
    assert drawing.bodies(exhibit, state[0], state[0], 0.5) and drawing.overlay(exhibit, state[0])
    assert len(drawing.sheet(exhibit, state[0]).rows) == 3
