"""A stored state: the same as the state that it holds, before and after it is decoded."""

import numpy as np
import pytest

from game.level import level_names
from game.player.tick_rows import PLAYER
from game.simulation import Ground, Intent, PlayerState, Simulation, parse_script
from game.simulation.player_rows import EncodedPlayerState, write_state
from game.simulation.tick_input_and_output import hashed_bytes
from tests.shipped_levels import shipped

TILTED = ((0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (1.0, 0.0, 0.0))
STATES = (
    PlayerState((1.0, -0.0, 3.5), (0.1, 0.2, -0.3), Ground.STEEP, (0.0, 0.6, 0.8), tick=7, loose=-2.5, ground_body=3, crushed=2),
    PlayerState((1e6, 2.0, 3.0), stood=(1.0, 2.0, 3.0), facing=0.5, frame=TILTED, tick=2**40, started=4, jumping=True),
)


def in_row(state):
    """The state as the bytes of a row."""
    row = np.zeros(1, PLAYER)
    write_state(row, 0, state)
    return EncodedPlayerState(None, row.tobytes(), state.inside)


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("among_movers", [False, True])
def test_the_bytes_of_a_row_give_the_hash_of_the_decoded_state(state, among_movers):
    for stored in in_row(state), EncodedPlayerState(state):
        assert stored.hashed_bytes(among_movers) == hashed_bytes(state, among_movers)
        assert (stored.tick, stored.ground) == (state.tick, state.ground)


@pytest.mark.parametrize("state", STATES)
def test_a_row_is_decoded_once_and_equals_its_state(state):
    stored = in_row(state)
    assert stored.state == state and stored.state is stored.state
    assert in_row(state) == EncodedPlayerState(state) != EncodedPlayerState(state._replace(tick=8))


@pytest.mark.parametrize("name", level_names())
def test_the_hash_of_a_run_is_that_of_its_decoded_states(name):
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
    sim.state = sim.state._replace(position=(0.0, 0.0, 5.0))
    record = sim.tick(Intent())
    assert record.before.position == (0.0, 0.0, 5.0) and 4.9 < record.after.position[2] < 5.0
