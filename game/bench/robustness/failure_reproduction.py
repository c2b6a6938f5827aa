"""Reproduce a failure of the robustness run, step by step, for `python main.py explain --seed`.

A seed determines a room and all motion in it. So the room is run again, and its first failure is described. After a repair, the
next failure in the room is described.
"""

from __future__ import annotations

from ...collision import Rules, Trace
from ...core.input_errors import InputError
from ...explain.describe_trace import describe_trace
from ...explain.inspector_text import summary_of
from ...explain.triangle_test_replay import Inspection, inspection_of
from .bare_body_run import BodyFailure, run_room
from .player_run import PlayerFailure, run_player_room
from .rooms import hostile_room, mesh_of


def reproduce(seed: int, rules: Rules) -> list[str]:
    """Return texts about the room of a seed: a summary, and a description of the first failure if there is one.

    Failures of bare bodies come before those of whole players.
    Raises InputError for a negative seed.
    """
    if seed < 0:
        raise InputError(f"--seed {seed}: must be at least 0")
    result, (ticks, _, players) = run_room(seed, rules), run_player_room(seed, rules)
    faults = len(result.failures), len(players)
    summary = f"room {seed}: {faults[0]} faults in {result.steps} steps, {faults[1]} in {ticks} ticks of whole players"
    if result.failures:
        return [summary, step_line(result.failures[0]), describe_failed_step(result.failures[0])]
    return [summary, player_line(players[0]), *describe_failed_tick(players[0])] if players else [summary]


def step_line(failure: BodyFailure) -> str:
    """Return a line about the step of a BodyFailure."""
    return (
        f"{failure.fault}: position {failure.position}, velocity {failure.velocity}, gravity {failure.gravity}, "
        f"radii {failure.radii}, heading {failure.heading}"
    )


def player_line(failure: PlayerFailure) -> str:
    """Return a line about the tick of a PlayerFailure."""
    return f"{failure.fault}: player {failure.player}, tick {failure.simulation.state.tick}"


def describe_failed_step(failure: BodyFailure) -> str:
    """Return the trace of a BodyFailure's step as text."""
    mesh, trace = mesh_of(hostile_room(failure.seed)), Trace()
    failure.reproduce(mesh, trace)
    rows = mesh.rows[trace.candidates]
    return describe_trace(trace, Inspection(trace, mesh.corners[rows], mesh.order[rows]))


def describe_failed_tick(failure: PlayerFailure) -> list[str]:
    """Return texts about a PlayerFailure's tick: its summary and its trace."""
    record = failure.simulation.history[-1]
    return [*summary_of(record), describe_trace(record.trace, inspection_of(record, failure.simulation))]
