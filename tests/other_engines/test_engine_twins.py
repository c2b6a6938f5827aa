"""Bullet's and Rapier's characters as twins: they walk along, alter nothing, fail where they must, and follow rewinds."""

import pytest

from game.core.input_errors import InputError
from game.level import load_level
from game.other_engines import rapier
from game.other_engines.engine_twins_and_failures import GAP, NAMES, check, features_without_collision, installed, twin_of
from game.simulation import Intent, Recording, Simulation, Twins, parse_script
from game.simulation.twins import choices
from tests.simulation.scenes import box, floor, level_of, mover, quad, travelling, wall

pytest.importorskip("panda3d")
FORWARD = Intent((0.0, 1.0))
PEERS = [pytest.param(name, marks=pytest.mark.skipif(name not in installed(), reason="not installed")) for name in NAMES]


def twins_of(sim, name):
    return Twins(sim, (name,), twin_of)


def walked(sim, twins, ticks, intent=FORWARD):
    for _ in range(ticks):
        sim.tick(intent)
        twins.update()
    return twins.at(sim.history[-1]).states[0]


@pytest.mark.parametrize("name", PEERS)
def test_it_climbs_the_stairs_beside_the_player(name):
    sim = Simulation(load_level("stairs"))
    twins = twins_of(sim, name)
    state = walked(sim, twins, 100)
    assert state.position[2] > 2.3 and twins.all[0].failures == []
    assert state.position[0] == pytest.approx(sim.state.position[0], abs=0.01) and state.tick == sim.state.tick
    assert twins.all[0].status(100) == "walks along so far" and twins.all[0].marks(100) == []


@pytest.mark.parametrize("name", PEERS)
def test_the_player_is_unaltered(name):
    """The same states, hash and recording with a peer and without."""
    level = load_level("corners")
    runs = [Simulation(level), Simulation(level)]
    twins = twins_of(runs[1], name)
    for number, intent in enumerate(parse_script(level.tour).intents()):
        if number == 400:
            break
        for sim in runs:
            sim.tick(intent)
        twins.update()
        if number == 200:
            [sim.rewind(20) for sim in runs]
    assert runs[0].state_hash() == runs[1].state_hash() and runs[0].state == runs[1].state
    assert Recording.of(runs[0]) == Recording.of(runs[1])


@pytest.mark.parametrize("name", PEERS)
def test_two_runs_of_it_are_equal(name):
    states = []
    for _ in range(2):
        sim = Simulation(load_level("stairs"))
        states.append(walked(sim, twins_of(sim, name), 60, Intent((0.2, 0.9))))
    assert states[0] == states[1]


@pytest.mark.parametrize("name", PEERS)
def test_it_jumps_and_runs_as_the_player_does(name):
    sim = Simulation(level_of(floor()))
    twins = twins_of(sim, name)
    walked(sim, twins, 20, Intent())
    rest = twins.at(sim.history[-1]).states[0].position[2]
    heights = [walked(sim, twins, 1, Intent(jump=tick < 10)).position[2] - rest for tick in range(60)]
    assert max(heights) == pytest.approx(1.0, abs=0.12) and heights[-1] == pytest.approx(0.0, abs=0.02)
    before = twins.at(sim.history[-1]).states[0].position[1]
    assert walked(sim, twins, 30, Intent((0.0, 1.0), run=True)).position[1] - before == pytest.approx(4.0, rel=0.02)


# Failures that are real


@pytest.mark.parametrize("name", PEERS)
def test_it_sticks_at_a_wall_that_lets_the_player_through(name):
    level = level_of(floor(), wall(0.0, 3.0))
    sim = Simulation(level, refuse=lambda state: (2, 3))
    twins = twins_of(sim, name)
    walked(sim, twins, 150)
    (failure,) = twins.all[0].failures
    assert sim.state.position[1] > 8.0 and failure.kind == "sticks"
    assert failure.place == pytest.approx((0.0, 2.6, 0.9), abs=0.1)
    time = f"{failure.tick / 60:.2f} s"
    assert [mark.text for mark in twins.all[0].marks(150)] == [f"sticks here: {time}"]
    assert twins.all[0].marks(failure.tick - 1) == [] and twins.all[0].status(failure.tick) == f"sticks at {time}"


@pytest.mark.parametrize("name", PEERS)
def test_it_falls_where_a_mover_bridges_a_gap_and_begins_again_beside_the_player(name):
    bridge = mover(*box((-2.0, 2.5, -0.2), (2.0, 14.0, 0.0)), **travelling((0.0, 0.0, 0.0)))
    level = level_of(floor(high=(200.0, 3.0)), movers=(bridge,))
    sim = Simulation(level)
    twins = twins_of(sim, name)
    for _ in range(150):
        walked(sim, twins, 1)
    failure = twins.all[0].failures[0]
    x, y, z = failure.place
    assert sim.state.position[2] == pytest.approx(0.9, abs=1e-3) and failure.kind == "falls"
    assert abs(x) < 0.01 and 3.0 < y < 4.0 and 0.4 < z < 0.95, "its round end has slipped over the edge"
    assert features_without_collision(level) == ["movers"]
    assert twins.at(sim.history[-1]).states[0].ported >= 2, "out of the level: a fresh one began"


# Time


@pytest.mark.parametrize("name", PEERS)
def test_after_a_rewind_its_path_stays_and_a_fresh_one_begins_at_the_player(name):
    sim = Simulation(level_of(floor(), wall(0.0, 3.0)), refuse=lambda state: (2, 3))
    twins = twins_of(sim, name)
    walked(sim, twins, 150)
    path = [moment.states for moment in twins.span(0, 130)]
    assert twins.all[0].failures
    sim.rewind(20)
    here = sim.state.position
    state = walked(sim, twins, 1)
    assert [moment.states for moment in twins.span(0, 130)] == path and state.tick == 131
    assert state.position[:2] == pytest.approx((here[0], here[1] + 5.0 / 60.0), abs=0.03)
    assert abs(state.position[2] - here[2]) < 2 * GAP + 0.04 and state.ported == path[-1][0].ported + 1
    assert all(failure.tick <= 130 for failure in twins.all[0].failures)
    sim.rewind(100)
    walked(sim, twins, 1)
    assert twins.all[0].failures == []


@pytest.mark.parametrize("name", PEERS)
def test_a_teleport_of_the_player_takes_it_along(name):
    level = level_of(floor(high=(200.0, 3.0)), quad((-9, 3, -1), (9, 3, -1), (9, 4, -1), (-9, 4, -1)))
    sim = Simulation(level)
    twins = twins_of(sim, name)
    while not sim.state.returns and sim.state.tick < 600:
        state = walked(sim, twins, 1)
    assert sim.state.returns == 1 and state.position == pytest.approx(sim.state.position, abs=2 * GAP)


# Refusals


def test_no_peer_walks_on_a_planet():
    level = load_level("planet")
    with pytest.raises(InputError, match=r"^Bullet cannot walk in planet: .*gravity"):
        twins_of(Simulation(level), "Bullet")


def test_without_rapier_one_line_says_how_to_get_it(monkeypatch):
    monkeypatch.setattr(rapier, "installed", lambda: False)
    with pytest.raises(InputError, match=r"^Rapier is not installed.*pip install rapier3d"):
        check("Rapier", level_of(floor()))
    assert installed() == ("Bullet",)


def test_other_names_are_rules():
    assert not set(NAMES) & set(choices())
    with pytest.raises(ValueError, match="newton.*modern.*Bullet, Rapier$"):
        twins_of(Simulation(level_of(floor())), "newton")
