"""Going back in a run: as if what came after had never been; and going on again gives the same bits."""

from dataclasses import replace
from random import Random

import pytest

from game.collision import Rules
from game.collision.trace import Iteration
from game.core.input_errors import InputError
from game.level import level_names
from game.simulation import Intent, PlayerParams, Recording, Simulation, parse_script
from tests.shipped_levels import shipped

TICKS = 240  # of each level's tour
OF_ALL = ("pass_", "iteration", "start", "displacement", "end", "hit", "ending", "next_displacement", "remaining")
AHEAD = Intent(wish=(0.0, 1.0))


def toured(name, ticks=TICKS, **options):
    """A Simulation after the first ticks of a level's tour; the hash after each of them, the start's first."""
    level = shipped(name)
    simulation = Simulation(level, **options)
    hashes = [simulation.state_hash()]
    for _, intent in zip(range(ticks), parse_script(level.tour).intents(simulation.state.heading)):
        simulation.tick(intent)
        hashes.append(simulation.state_hash())
    return simulation, hashes


def comparable(record):
    """All of a record except its wall-clock time. The states of exhibits are compared by their digest."""
    lab = record.lab and (record.lab.digest, repr(record.lab.readouts), repr(record.lab.solids))
    traces = steps_of(record.trace), steps_of(record.earlier)
    return record.before, record.after, record.intent, record.ride, record.params, record.rules, traces, lab


def steps_of(trace):
    return trace and (trace.origin, trace.up, trace.candidates.tolist(), [facts_of(iteration) for iteration in trace.iterations])


def facts_of(iteration):
    facts = (name for name, kind in vars(Iteration).items() if isinstance(kind, property) and name != "outcomes")
    return [*(getattr(iteration, name) for name in facts if iteration.hit or name in OF_ALL), iteration.outcomes.tolist()]


@pytest.mark.parametrize("name", level_names())
def test_stepping_forward_again_gives_the_same_records_and_hashes(name):
    simulation, hashes = toured(name)
    records, grounds = [comparable(record) for record in simulation.history], dict(simulation.past.grounds)
    last, random = len(records), Random(name)
    for _ in range(2):
        back = random.randint(1, last)
        forgotten = [record.intent for record in simulation.history][last - back :]
        simulation.rewind(back)
        assert simulation.state_hash() == hashes[last - back]
        assert simulation.state == records[last - back][0]
        again = [comparable(simulation.tick(intent)) for intent in forgotten]
        assert again == records[last - back :]
        assert simulation.state_hash() == hashes[last] and dict(+simulation.past.grounds) == grounds


def test_only_kept_ticks_can_be_rewound():
    simulation, hashes = toured("stairs", 40, history=10)
    with pytest.raises(InputError, match="10 are kept"):
        simulation.rewind(11)
    simulation.rewind(10)
    assert simulation.state_hash() == hashes[30] and not simulation.history
    with pytest.raises(InputError, match="-1 ticks"):
        simulation.rewind(-1)


def test_going_back_is_going_back_to_the_rules_of_then():
    simulation, _ = toured("stairs", 20)
    simulation.set_rules(Rules.fauerby())
    simulation.tick(AHEAD)
    simulation.rewind(1)
    assert simulation.rules == simulation.params.on(Rules.fauerby())
    simulation.rewind(1)
    assert simulation.rules == simulation.params.on(Rules.modern())


def test_a_snapshot_can_be_loaded_any_number_of_times():
    simulation, hashes = toured("platforms", 100)
    saved = simulation.snapshot()
    for _ in range(2):
        simulation.rewind(30)
        simulation.set_rules(Rules.thebigh())
        simulation.set_params(replace(simulation.params, radii=(0.3, 0.3, 0.7)))
        for _ in range(40):
            simulation.tick(AHEAD)
        simulation.load_snapshot(saved)
        assert simulation.state_hash() == hashes[100] and len(simulation.history) == 100
        assert simulation.params == PlayerParams() and simulation.state == simulation.history[-1].after


def test_another_height_leaves_the_feet_where_they_are():
    simulation, _ = toured("stairs", 20)
    feet = simulation.state.position[2] - simulation.params.feet
    simulation.set_params(replace(simulation.params, radii=(0.4, 0.4, 0.6)))
    assert simulation.state.position[2] - 0.6 == pytest.approx(feet)
    earlier, record = simulation.history[-1], simulation.tick(Intent())
    assert record.after.ground == 0 and record.body.radii == (0.4, 0.4, 0.6) and earlier.body.radii == (0.4, 0.4, 0.9)


# Another tick rate


def test_at_another_rate_time_goes_on():
    simulation, _ = toured("platforms", 60)
    simulation.set_rate(120)
    assert simulation.time == 1.0 and simulation.state.tick == 120 and not simulation.history
    moved = simulation.tick(AHEAD)
    assert moved.after.tick == 121 and simulation.movers.hz == 120


def test_a_rate_is_changed_at_a_tick_of_both():
    simulation, _ = toured("stairs", 61)
    with pytest.raises(InputError, match="tick 61 at 60 a second is between two ticks at 48 a second"):
        simulation.set_rate(48)
    simulation.rewind(1)
    simulation.set_rate(48)
    assert simulation.state.tick == 48
    with pytest.raises(InputError, match="^hz must be "):
        simulation.set_rate(29)
    assert simulation.hz == 48


# Recordings of a run whose rules changed


def test_a_recording_knows_where_rules_and_player_changed():
    simulation, _ = toured("stairs", 60)
    simulation.set_rules(Rules.fauerby())
    simulation.set_params(simulation.params.with_feel("smooth"))
    for _ in range(40):
        simulation.tick(AHEAD)
    simulation.set_params(replace(simulation.params, radii=(0.3, 0.3, 0.7)))
    simulation.tick(AHEAD)
    recording = Recording.of(simulation)
    assert [ticks for ticks, _, _ in recording.changes] == [60, 100]
    again = Recording.parse(str(recording))
    assert again == recording
    assert again.verify(simulation.level) == (True, simulation.state_hash())


@pytest.mark.parametrize("was, now", [("rules after 60", "rules after x"), ("player after 60", "player after 61")])
def test_a_damaged_change_is_refused(was, now):
    simulation, _ = toured("stairs", 60)
    simulation.set_rules(Rules.fauerby())
    simulation.tick(AHEAD)
    text = str(Recording.of(simulation))
    assert was in text
    with pytest.raises(InputError, match="^run: damaged header"):
        Recording.parse(text.replace(was, now), "run")
