"""Rules of the caller's own: contacts with what stands and with what moves, refused before they happen."""

import pytest

from game.core.input_errors import InputError
from game.simulation import EventKind, Ground, Simulation, events_of
from tests.simulation.driving import STILL, run, walk
from tests.simulation.scenes import box, floor, level_of, mover, travelling, wall

WALL = mover(box((-3.0, -0.5, 0.01), (3.0, 0.0, 2.0)), **travelling((0.0, 3.0, 0.0), (0.0, -2.0, 0.0)))
LIFT = mover(box((-2.0, -2.0, -0.2), (2.0, 2.0, 0.0)), **travelling((0.0, 0.0, 1.0)))


def triangles_of(sim, number):
    """Of a mover, as traces name them."""
    return range(sim.movers.firsts[number], sim.movers.firsts[number + 1])


@pytest.mark.parametrize("one", [False, True])
def test_a_refused_mover_passes_through_the_player(one):
    """All of it, by any of its triangles: neither pushed nor crushed, and no contact with it is reported."""
    level = level_of(floor(), wall(0.0, 0.5), movers=[WALL])
    sim = Simulation(level, refuse=lambda state: [*triangles_of(sim, 0)][: 1 if one else None])
    records = run(sim, 90)
    assert sim.state.position == pytest.approx((0.0, 0.0, 0.9001), abs=1e-6) and sim.state.crushed == 0
    assert all(event.mover == -1 for record in records for event in events_of(record))


def test_a_player_falls_through_a_lift_that_is_refused():
    sim = Simulation(level_of(floor(-3.0), movers=[LIFT]), refuse=lambda state: triangles_of(sim, 0) if state.tick > 60 else ())
    run(sim, 60)
    assert sim.state.ground_body == 0 and sim.state.position[2] == pytest.approx(1.9, abs=0.05)
    records = run(sim, 120)
    assert records[2].after.ground == Ground.AIR and sim.state.position[2] == pytest.approx(-3.0 + 0.9, abs=1e-3)


def test_refuse_is_called_before_the_tick_with_the_state():
    """A wall that opens to a player within a metre."""
    asked = []

    def rule(state):
        asked.append(state)
        return [2, 3] if state.position[1] > 2.0 else ()

    sim = Simulation(level_of(floor(), wall(0.0, 3.0)), refuse=rule)
    records = run(sim, 60, walk(0.0, 5.0))
    assert asked == [record.before for record in records] and sim.state.position[1] > 4.5
    begun = [event.triangle for record in records for event in events_of(record) if event.kind == EventKind.CONTACT_BEGAN]
    assert not {2, 3} & {*begun}


@pytest.mark.parametrize("number", [-1, 16])
def test_a_triangle_that_does_not_exist_is_named(number):
    sim = Simulation(level_of(floor(), movers=[LIFT]), refuse=lambda state: [number])
    with pytest.raises(InputError, match=f"refuse: there are triangles 0 to 13, not {number}"):
        sim.tick(STILL)


@pytest.mark.parametrize("answer", [None, 5, [1.5], ["2"], [None], "12"])
def test_an_answer_that_names_no_triangles_is_refused_and_changes_nothing(answer):
    sim = Simulation(level_of(floor()), refuse=lambda state: answer)
    state = sim.state
    with pytest.raises(InputError, match="refuse must return the numbers of triangles"):
        sim.tick(STILL)
    assert sim.state == state and len(sim.history) == 0


def test_an_error_in_the_rule_itself_comes_through():
    def rule(state):
        raise TypeError("of the caller's own")

    with pytest.raises(TypeError, match="of the caller's own"):
        Simulation(level_of(floor()), refuse=rule).tick(STILL)


@pytest.mark.parametrize("refuse", [5, "no", [1, 2], ()])
def test_a_rule_that_cannot_be_called_is_refused(refuse):
    with pytest.raises(InputError, match="refuse must be a function"):
        Simulation(level_of(floor()), refuse=refuse)


def test_a_body_is_placed_among_refused_triangles():
    """In a solid and in a mover: both let the player pass, so they do not move it aside."""
    solid = box((-1.0, 2.0, 0.01), (1.0, 4.0, 2.0))
    for level in (level_of(floor(), solid), level_of(floor(), movers=[mover(solid)])):
        for refused in (True, False):
            sim = Simulation(level, refuse=lambda state, refused=refused: range(2, 14) if refused else ())
            sim.teleport((0.0, 3.2, 0.9001))
            run(sim, 2)
            assert (sim.state.position == pytest.approx((0.0, 3.2, 0.9001), abs=1e-6)) == refused
