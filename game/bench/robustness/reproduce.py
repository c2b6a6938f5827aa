"""A failure of the robustness run told again, step by step: what `python main.py explain --seed` prints.

A seed makes a room and all that happens in it, so the room is run again, and its first failure is told. When that is mended, the
next one is the first.
"""

from __future__ import annotations

from game.collision import Rules, Trace, TriangleMesh
from game.errors import InputError
from game.explain.describe_trace import describe_trace
from game.explain.recorded_triangles import inspection_of
from game.explain.replay import Inspection
from game.overlay.iteration_text import summary_of

from .player_run import PlayerFailure, run_player_room
from .robustness import Failure, mesh_of, run_room
from .rooms import hostile_room


def retell(seed: int, rules: Rules) -> list[str]:
    """The lines that tell what went wrong in the room of a seed. InputError for a seed that cannot be."""
    if seed < 0:
        raise InputError(f"--seed {seed}: must be at least 0")
    result, (ticks, _, players) = run_room(seed, rules), run_player_room(seed, rules)
    faults = len(result.failures), len(players)
    counted = f"room {seed}: {faults[0]} faults in {result.steps} steps, {faults[1]} in {ticks} ticks of whole players"
    if result.failures:
        return [counted, step_line(result.failures[0]), told_step(result.failures[0])]
    return [counted, player_line(players[0]), *told_tick(players[0])] if players else [counted]


def step_line(failure: Failure) -> str:
    """A step that went wrong."""
    return (
        f"{failure.fault}: position {failure.position}, velocity {failure.velocity}, gravity {failure.gravity}, "
        f"radii {failure.radii}, heading {failure.heading}"
    )


def player_line(failure: PlayerFailure) -> str:
    """A player's tick that went wrong."""
    return f"{failure.fault}: player {failure.player}, tick {failure.simulation.state.tick}"


def told_step(failure: Failure) -> str:
    mesh, trace = mesh_of(hostile_room(failure.seed)), Trace()
    failure.again(mesh, trace)
    return describe_trace(trace, inspection_in(mesh, trace))


def inspection_in(mesh: TriangleMesh, trace: Trace) -> Inspection:
    rows = mesh.rows[trace.candidates]
    return Inspection(trace, mesh.corners[rows], mesh.order[rows])


def told_tick(failure: PlayerFailure) -> list[str]:
    record = failure.simulation.history[-1]
    return [*summary_of(record), describe_trace(record.trace, inspection_of(record, failure.simulation))]
