"""Twins: the same intents by other rules; when they part, and that they follow the player's history."""

from dataclasses import replace
from math import dist

import pytest

from game.collision import Rules
from game.core.input_errors import InputError
from game.lab.forum_collision import Repairs
from game.simulation import Intent, PlayerParams, Simulation, Twins, parse_script
from game.simulation.forum_player import ForumPlayer
from game.simulation.twins import COMBINED, FORUM, ROUNDING, SEEN, choices, forum_repairs, rules_of
from tests.shipped_levels import shipped

FORWARD = Intent((0.0, 1.0))
SCRIPT = "90 heading=0 forward=1\n1 forward=1 jump\n40 forward=1 right=0.3\n"


@pytest.fixture
def sim():
    return Simulation(shipped("stairs"))


def walked(sim, twins, ticks, intent=FORWARD):
    """Each tick's record and TwinMoment."""
    pairs = []
    for _ in range(ticks):
        record = sim.tick(intent)
        twins.update()
        pairs.append((record, twins.at(record)))
    return pairs


def alone(choice, script=SCRIPT):
    """The states of a player that walks alone by these rules."""
    sim = Simulation(shipped("stairs"), rules=rules_of(choice))
    return [sim.tick(intent).after for intent in parse_script(script).intents()]


@pytest.mark.parametrize("choice", ["fauerby", "no climb steps", COMBINED])
def test_a_twin_walks_as_a_player_alone_would(sim, choice):
    twins = Twins(sim, (choice, "modern"))
    for intent, state in zip(parse_script(SCRIPT).intents(), alone(choice), strict=True):
        record = sim.tick(intent)
        twins.update()
        assert twins.at(record).states == (state, record.after)
        assert twins.at(record).distances == (dist(state.position, record.after.position), 0.0)


def test_every_choice_has_rules_of_its_own():
    assert len({rules_of(choice) for choice in choices()}) == len(choices()) == len(Rules.NAMES) + len(Rules.SWITCHES)
    assert rules_of(COMBINED) == replace(Rules.modern(), separate_gravity=False)
    with pytest.raises(ValueError, match="newton"):
        rules_of("newton")


def test_they_part_where_they_are_first_apart(sim):
    twins = Twins(sim, ("fauerby", "modern"))
    pairs = walked(sim, twins, 80)
    for limit in (ROUNDING, SEEN):
        first = next(record for record, moment in pairs if moment.distances[0] > limit)
        assert twins.all[0].parted[limit] == (first.tick, first.after.position)
    assert twins.all[1].parted == {}


def test_they_share_the_tree(sim):
    twins = Twins(sim)
    assert all(twin._sim.mesh is sim.mesh for twin in twins.all)


def test_ticks_may_be_followed_all_at_once(sim):
    one_by_one = Twins(sim)
    pairs = walked(sim, one_by_one, 70)
    other = Simulation(sim.level)
    at_once = Twins(other)
    records = [other.tick(FORWARD) for _ in range(70)]
    at_once.update()
    assert [at_once.at(record)[1:] for record in records] == [moment[1:] for _, moment in pairs]


def test_of_a_history_they_have_walked_all_of_it(sim):
    for _ in range(40):
        sim.tick(FORWARD)
    twins = Twins.of_history(sim, ("fauerby",))
    assert [moment.record for moment in twins.span(0, 99)] == list(sim.history)


def test_after_a_restart_they_begin_where_the_player_does(sim):
    twins = Twins(sim)
    walked(sim, twins, 70)
    sim.restart()
    twins.update()
    assert all(not twin.parted for twin in twins.all)
    record, moment = walked(sim, twins, 1)[0]
    assert max(moment.distances) < SEEN and twins.at(record) is moment


def test_a_tick_outside_the_history_has_no_moment(sim):
    sim.tick(FORWARD)
    twins, before = Twins(sim), sim.history[-1]
    assert twins.at(before) is None and twins.at(None) is None and twins.span(0, 9) == []
    record, moment = walked(sim, twins, 1)[0]
    assert twins.span(0, 9) == twins.span(2, 2) == [moment] and twins.span(3, 9) == []


def test_another_body_is_theirs_too(sim):
    twins = Twins(sim, ("modern",))
    walked(sim, twins, 20)
    sim.set_params(PlayerParams(speed=2.0))
    twins.update()
    assert walked(sim, twins, 30)[-1][1].distances == (0.0,)


def test_between_two_ticks(sim):
    twins = Twins(sim, ("modern",))
    before, after = (record for record, _ in walked(sim, twins, 2))
    middle, state = twins.between(after, 0.5)[0]
    assert state == after.after
    assert middle == pytest.approx([(a + b) / 2 for a, b in zip(before.after.position, after.after.position)])


def test_they_follow_rewinds_and_branches(sim):
    """The player goes back and walks elsewhere: so do they, as if they had never come the first way."""
    twins = Twins(sim)
    walked(sim, twins, 80)
    sim.rewind(30)
    aside = walked(sim, twins, 40, Intent((1.0, 0.3)))
    other = Simulation(sim.level)
    fresh = Twins(other)
    walked(other, fresh, 50)
    assert [moment.states for _, moment in aside] == [
        moment.states for _, moment in walked(other, fresh, 40, Intent((1.0, 0.3)))
    ]
    assert [twin.parted for twin in twins.all] == [twin.parted for twin in fresh.all]


def test_rewinding_to_before_their_start_restarts_them_at_the_player(sim):
    for _ in range(30):
        sim.tick(FORWARD)
    twins = Twins(sim, ("modern",))
    walked(sim, twins, 10)
    sim.rewind(20)
    assert [moment.distances for _, moment in walked(sim, twins, 5)] == [(0.0,)] * 5


def test_the_forum_s_program_as_printed_is_a_twin(sim):
    """It climbs stairs as its author says, stops short of walls (the printed step), and follows rewinds."""
    twins = Twins(sim, (FORUM,))
    pairs = walked(sim, twins, 70)
    assert pairs[-1][1].states[0].position[2] > pairs[0][0].before.position[2] + 1.0
    assert pairs[-1][1].distances[0] > SEEN
    states = [moment.states[0] for _, moment in pairs]
    sim.rewind(20)
    again = walked(sim, twins, 20)
    assert [moment.states[0] for _, moment in again] == states[-20:]


def test_the_forum_s_twin_jumps_lands_and_comes_back(sim):
    player = ForumPlayer(sim.level, sim.mesh, sim.params, sim.hz)
    player.restore(sim.state)
    jumped = [player.tick(intent).after for intent in parse_script("30\n1 jump\n60\n").intents()]
    top = max(state.position[2] for state in jumped) - jumped[0].position[2]
    assert 0.9 < top < 1.0 and jumped[-1].ground.name == "FLOOR"
    player.restore(sim.state.replace(position=(500.0, 0.0, 0.0)))
    fallen = [player.tick(FORWARD).after for _ in range(300)]
    assert fallen[-1].returns >= 1 and fallen[-1].position[2] > -50.0


def test_the_forum_s_twin_needs_gravity_straight_down():
    with pytest.raises(InputError, match="planet"):
        Twins(Simulation(shipped("planet")), (FORUM,))


def test_a_twin_of_the_forum_can_have_repairs():
    assert forum_repairs("forum") == Repairs() and forum_repairs("modern") is None
    assert forum_repairs("forum, step repaired, inside repaired") == Repairs(inside=True, step=True)
    for wrong in ("forum, steps repaired", "forum, step", "forum, step repaired, step repaired"):
        with pytest.raises(ValueError, match="step repaired"):
            forum_repairs(wrong)
