"""Measures of the candidates: how many triangles are tested, the outcomes of their tests, and the contact of each one alone.

Arguments: see argument_types.
"""

from typing import Annotated

import numpy as np

from ...collision import Outcome, overlap, sweep
from ...core.value_rules import OneOf
from .argument_types import Index, OutcomeName, Outcomes, PassName, Tick
from .registry import measure
from .sweeps_and_contacts import alone, contact_of, sweeps_of

Exit = Annotated[str, OneOf(("back_facing", "interval_outside", "full_test"))]
CULLED, OUTSIDE, FULL = "back_facing", "interval_outside", "full_test"


@measure
def triangles(run) -> float:
    """Return the number of triangles in the level."""
    return len(run.simulation.mesh.triangles)


@measure
def candidates(run, tick: Tick = 0) -> float:
    """Return the number of candidates, triangles that the tree found near the player, in a tick."""
    return len(run.record(tick).trace.candidates)


@measure
def gathered(run) -> float:
    """Return the mean number of candidates, the triangles that the tree found near the player, per tick of the script."""
    return float(np.mean([len(record.trace.candidates) for record in run.records]))


@measure
def share(run, of: Outcomes) -> float:
    """Return the percentage of the tested triangles whose test had one of the outcomes `of`, in all sweeps of the script.

    Triangles whose boxes are out of the sweep's reach are not tested and not counted.
    """
    counts = np.array([list(record.trace.statistics().values()) for record in run.records]).sum(axis=0)
    counts[Outcome.UNREACHED] = 0
    return 100.0 * sum(counts[Outcome[name.upper()]] for name in of) / counts.sum()


@measure
def share_without_tree(run, of: Exit) -> float:
    """Return the percentage of all triangles of the level that leave the printed test at the exit `of`, over all sweeps.

    Every triangle is tested in every sweep of the script, as without a tree. Triangles that pass t0 and t1 leave at "full_test".
    """
    mesh, scales = run.simulation.mesh, 1.0 / np.array(run.simulation.params.radii)
    corners = mesh.vertices[mesh.triangles] * scales
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    counts = dict.fromkeys((CULLED, OUTSIDE, FULL), 0)
    for step in (step for record in run.records for step in record.trace.steps):
        closing = normals @ (step.displacement * scales)
        distance = np.einsum("ij,ij->i", normals, np.array(step.start) * scales - corners[:, 0])
        facing = closing <= 0.0
        with np.errstate(divide="ignore", invalid="ignore"):
            first, last = (1.0 - distance) / closing, (-1.0 - distance) / closing
        never = np.where(closing == 0.0, np.abs(distance) >= 1.0, (first > 1.0) | (last < 0.0))
        counts[CULLED] += int((~facing).sum())
        counts[OUTSIDE] += int((facing & never).sum())
        counts[FULL] += int((facing & ~never).sum())
    return 100.0 * counts[of] / sum(counts.values())


@measure
def outcome_count(run, how: OutcomeName, of: PassName = "move", sweep: Index = 0, tick: Tick = 0) -> float:
    """Return the number of candidates whose test in a sweep had the outcome `how`, such as "back_facing"."""
    return sweeps_of(run, of, tick)[sweep].count(Outcome[how.upper()])


def single_contacts(run, contact, tick):
    """Return [(fraction, triangle index), ...] of the candidates that a sweep would touch if each were alone.

    contact: index from 0. The sweep is the one of the move pass that ended at this contact. The candidates are in the mesh's
    order.
    """
    step = contact_of(run, "move", tick, contact)
    numbers = sorted(int(number) for number in run.record(tick).trace.candidates)
    found = ((sweep(alone(run, number), run.simulation.body, step.start, step.displacement), number) for number in numbers)
    return [(hit.fraction, number) for hit, number in found if hit]


@measure
def single_hits(run, contact: Index = 0, tick: Tick = 0) -> float:
    """Return the number of candidates that the move pass's sweep to a contact would touch if each were alone."""
    return len(single_contacts(run, contact, tick))


@measure
def first_found(run, contact: Index = 0, tick: Tick = 0) -> float:
    """Return the fraction of the displacement at which the sweep to a contact of the move pass would touch the first candidate.

    Each candidate is tested alone, in the mesh's order. So the first one that is touched need not be the nearest.
    """
    return single_contacts(run, contact, tick)[0][0]


@measure
def too_deep(run, contact: Index = 0, tick: Tick = 0) -> float:
    """Return the penetration [mm] of the player if the sweep stopped at the fraction that `first_found` returns."""
    step = contact_of(run, "move", tick, contact)
    first = single_contacts(run, contact, tick)[0][0]
    position = np.array(step.start) + first * np.array(step.displacement)
    return 1000.0 * overlap(run.simulation.mesh, run.simulation.body, position)
