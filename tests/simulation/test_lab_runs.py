"""Exhibits in a run: their states are in the hash, in recordings, rewinds, branches and copies."""

import copy
import pickle

import pytest

from game.app.session.play_session import Branches
from game.collision import Rules
from game.core.input_errors import InputError
from game.lab import Action
from game.lab.exhibits.exhibit import load_kinds
from game.simulation import Intent, Recording, Simulation, Twins, parse_script
from game.simulation.script import script_of
from tests.lab.rooms import level_with, place_of, use
from tests.shipped_levels import shipped

PULL = "20 use=springs.rate:20\n15 forward=1 use=springs.pull use=springs.frequency:4\n40\n"


def simulation():
    return Simulation(level_with(place_of("springs"), place_of("race_wall")))


def played(sim, text=PULL):
    for intent in parse_script(text).intents():
        sim.tick(intent)
    return sim


def energy(sim):
    return sim.history[-1].lab.readouts["springs"].figures["explicit"]


def test_actions_are_part_of_the_hash_and_of_the_record():
    walk = "20\n15 forward=1\n40\n"
    plain, again, used = played(simulation(), walk), played(simulation(), walk), played(simulation())
    assert used.state == plain.state and used.state_hash() != plain.state_hash() == again.state_hash()
    assert used.history[20].intent.actions == use("springs.pull", "springs.frequency:4") and not used.history[21].intent.actions


def test_going_back_gives_the_same_bits():
    sim = played(simulation())
    hashes, figures = sim.state_hash(), energy(sim)
    intents = [record.intent for record in sim.history]
    sim.rewind(60)
    for intent in intents[-60:]:
        sim.tick(intent)
    assert (sim.state_hash(), energy(sim)) == (hashes, figures)


@pytest.mark.parametrize("kind, feet, forward, later", [
    ("sums", (0.0, -8.0, 0.0), (0.0, 0.0), {5: "sums.turn:45", 9: "sums.offset:0.4"}),
    ("hill", (0.0, -8.0, 1.0), (0.0, 1.0), {5: "hill.ground:1", 12: "hill.error:0.8"}),
    ("statues", (-3.0, 0.0, 0.0), (1.0, 0.0), {5: "statues.turn:45"}),
])  # fmt: skip
def test_an_exhibit_has_the_same_bits_again(kind, feet, forward, later):
    intents = [Intent(forward, actions=use(later[tick]) if tick in later else ()) for tick in range(60)]
    sims = [Simulation(level_with(place_of(kind), feet=feet)) for _ in range(2)]
    one, other = ([sim.tick(intent).lab.digest for intent in intents] for sim in sims)
    assert one == other and len(set(one)) > 20


def test_a_restart_begins_with_the_first_state_which_is_known_already():
    sim = simulation()
    first = sim.lab.state
    played(sim)
    sim.restart()
    assert sim.lab.state is first and played(sim).state_hash() == played(simulation()).state_hash()
    sim.restart()
    sim.set_rate(120)
    sim.restart()
    assert played(sim).state_hash() == played(Simulation(sim.level, hz=120)).state_hash()


def test_a_script_of_intents_with_actions_is_the_same_run():
    intents = list(parse_script(PULL).intents())
    script = script_of(intents, 0.0)
    assert list(script.intents()) == intents
    assert list(parse_script(str(script)).intents()) == intents


def test_a_recording_in_the_lab_replays_to_the_same_hash():
    level = shipped("lab")
    sim = Simulation(level)
    for intent in parse_script("90 heading=0\n30 use=springs.pull\n30 use=race_wall.fire use=race_wall.speed:100\n").intents():
        sim.tick(intent)
    recording = Recording.parse(str(Recording.of(sim)))
    assert recording.verify(level) == (True, sim.state_hash())


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda sim: pickle.loads(pickle.dumps(sim))])
def test_a_copy_is_independent(copied):
    sim = played(simulation())
    other = copied(sim)
    for _ in range(5):
        other.tick(Intent(actions=use("springs.pull")))
    for each in (sim, again := played(simulation())):
        each.tick(Intent())
    assert sim.history[-1].lab.digest == again.history[-1].lab.digest != other.history[-1].lab.digest


def test_a_branch_and_its_undo_have_their_own_exhibits():
    sim = played(simulation())
    branches, digest = Branches(sim), sim.history[-1].lab.digest
    branches.keep(0, 30)
    sim.rewind(30)
    sim.tick(Intent(actions=use("springs.pull")))
    assert sim.history[-1].lab.digest != digest
    branches.undo()
    assert sim.history[-1].lab.digest == digest
    before = energy(sim)
    for _ in range(5):
        sim.tick(Intent())
    assert energy(sim) != before


def test_a_snapshot_can_be_loaded_twice():
    sim = played(simulation())
    saved, digests = sim.snapshot(), []
    for _ in range(2):
        sim.load_snapshot(saved)
        digests.append([sim.tick(Intent()).lab.digest for _ in range(5)])
    assert digests[0] == digests[1]


def test_restarting_begins_the_exhibits_again():
    sim = played(simulation())
    sim.restart()
    assert sim.lab.state == simulation().lab.state
    played(sim)
    assert sim.state_hash() == played(simulation()).state_hash()


def test_another_rate_goes_on_with_the_same_bodies():
    sim = played(simulation(), "60 use=springs.rate:20\n")
    bodies = sim.lab.state[0].bodies
    sim.set_rate(120)
    assert sim.lab.state[0].bodies is bodies
    sim.tick(Intent())
    assert sim.lab.lab.hz == 120


def test_twins_follow_without_exhibits_of_their_own():
    sim = simulation()
    twins = Twins(sim, ("fauerby",))
    played(sim)
    twins.update()
    assert twins.all[0]._sim.lab is None and twins.all[0]._sim.state.tick == sim.state.tick


def test_a_level_without_exhibits_has_none_in_its_records():
    sim = Simulation(shipped("stairs"))
    assert sim.tick(Intent((0.0, 1.0))).lab is None and sim.lab is None
    with pytest.raises(InputError, match="use=springs: level stairs has no exhibits"):
        sim.tick(Intent(actions=use("springs.pull")))


def test_a_wrong_use_changes_nothing():
    sim = played(simulation())
    before = sim.state_hash()
    with pytest.raises(InputError, match="use=springs.rate"):
        sim.tick(Intent(actions=use("springs.rate:0")))
    assert sim.state_hash() == before and len(sim.history) == 75


def test_the_rules_of_the_player_do_not_matter_to_the_exhibits():
    sims = [Simulation(level_with(place_of("springs")), rules=Rules.named(name)) for name in Rules.NAMES]
    assert len({played(sim).history[-1].lab.digest for sim in sims}) == 1


def test_every_control_of_every_kind_can_be_written_and_read_again():
    """A name with a space made recordings that could not be read."""
    intents = [
        Intent(actions=(Action(kind, control.name, control.start),))
        for kind, build in load_kinds().items()
        for control in build().CONTROLS
    ]
    again = parse_script(str(script_of(intents, 0.0))).intents()
    assert len(intents) > 10 and [intent.actions for intent in again] == [intent.actions for intent in intents]
