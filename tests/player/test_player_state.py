"""The state as a view of its row: its fields, changed copies, and the hash of a run."""

import copy
import pickle
from math import inf, isnan

import numpy as np
import pytest

from game.level import level_names
from game.player.player_state import FIELDS, PLAYER
from game.simulation import Ground, Intent, PlayerState, Simulation, parse_script
from game.simulation.compiled_tick_driver import read_state, write_state
from game.simulation.simulation import hashed_bytes
from tests.shipped_levels import shipped

TILTED = ((0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (1.0, 0.0, 0.0))
STATES = (
    PlayerState((1.0, -0.0, 3.5), velocity=(0.1, 0.2, -0.3), ground=Ground.STEEP, tick=7, loose=-2.5, ground_body=3, crushed=2),
    PlayerState((1e6, 2.0, 3.0), stood=(1.0, 2.0, 3.0), facing=0.5, frame=TILTED, tick=2**40, jumping=True, inside=(1,)),
)


@pytest.mark.parametrize("state", STATES)
def test_a_copy_in_a_table_equals_the_state(state):
    rows = np.zeros(3, PLAYER)
    write_state(rows, 1, state)
    assert read_state(rows, 1, state.inside) == state == copy.deepcopy(state) == pickle.loads(pickle.dumps(state))
    assert read_state(rows, 0) != state != state.replace(tick=8)
    assert state != state.replace(inside=(2,))
    for name, field in FIELDS.items():
        if not state.has_frame and field.offset >= FIELDS["frame"].offset and name != "frame":
            continue  # only a player with a frame has them
        value = getattr(state, name)
        column = rows[name][1]
        if name == "frame" and value is None or field.default is None and value is None:
            assert name == "frame" or np.isnan(column).all()
        else:
            assert np.array_equal(np.ravel(value), np.ravel(column))


def test_the_defaults_are_those_of_a_player_in_the_air():
    state = PlayerState((1.0, 2.0, 3.0))
    assert (state.position, state.ground, state.normal, state.airborne) == ((1.0, 2.0, 3.0), Ground.AIR, (0.0, 0.0, 1.0), inf)
    assert state.stood is None and state.facing is None and state.frame is None and state.inside == ()
    rows = np.zeros(1, PLAYER)
    write_state(rows, 0, state)
    assert isnan(rows[0]["facing"])
    assert all(getattr(state, name) == field.default for name, field in FIELDS.items() if name != "position" and field.is_state)


def test_a_changed_copy_leaves_the_state():
    state = STATES[1]
    other = state.replace(frame=None, facing=None, ground=Ground.FLOOR, stood=None)
    assert (other.frame, other.facing, other.ground, other.stood) == (None, None, Ground.FLOOR, None)
    assert (state.frame, state.facing, state.ground, state.stood) == (TILTED, 0.5, Ground.AIR, (1.0, 2.0, 3.0))
    assert other.replace(frame=TILTED, facing=0.5, ground=Ground.AIR, stood=(1.0, 2.0, 3.0)) == state


def test_an_unknown_field_is_refused():
    with pytest.raises(TypeError, match="height"):
        STATES[0].replace(height=1.0)


def test_results_of_the_last_tick_do_not_count():
    state = STATES[0].replace(touched=5, pivot=(1.0, 1.0, 1.0))
    assert state == STATES[0] and state.touched == 5


def test_the_text_names_the_fields():
    assert "tick=7, ground_body=3, crushed=2" in repr(STATES[0])


def test_the_hash_of_a_state():
    x = np.array([1.0, -0.0, 3.5, 0.1, 0.2, -0.3]).tobytes() + np.array([Ground.STEEP, 7]).tobytes()
    assert hashed_bytes(STATES[0], False) == x
    assert hashed_bytes(STATES[0], True) == x + np.array([-2.5]).tobytes() + np.array([3, 2]).tobytes()
    assert hashed_bytes(STATES[1], False)[64:] == np.array(TILTED).tobytes()


@pytest.mark.parametrize("name", level_names())
def test_a_hash_does_not_depend_on_the_length_of_the_history(name):
    """Also if the records do not fit in the history, and with the ground of each tick counted."""
    level = shipped(name)
    runs = [Simulation(level, history=most) for most in (7200, 40)]
    grounds = []
    for _, intent in zip(range(120), parse_script(level.tour).intents(runs[0].state.heading)):
        records = [sim.tick(intent) for sim in runs]
        assert records[0].after == runs[0].state == records[1].after
        grounds.append(records[0].after.ground)
    assert runs[0].state_hash() == runs[1].state_hash()
    for sim in runs:
        assert {ground: count for ground, count in sim.past.grounds.items() if count} == {
            ground: grounds.count(ground) for ground in set(grounds)
        }


def test_a_tick_after_a_change_of_the_state_begins_there():
    sim = Simulation(shipped("stairs"))
    sim.tick(Intent((0.0, 1.0)))
    sim.state = sim.state.replace(position=(0.0, 0.0, 5.0))
    record = sim.tick(Intent())
    assert record.before.position == (0.0, 0.0, 5.0) and 4.9 < record.after.position[2] < 5.0
