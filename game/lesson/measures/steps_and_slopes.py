"""Measures of steps and slopes: the height of a step, the rays at a tread, the round bottom, the slope of the floor.

Arguments: see argument_types.
"""

from math import atan, cos, hypot, sin, tan
from typing import Annotated

from ...collision import sweep
from ...core.value_rules import OneOf, Yes
from ...player.tick_rows import params_row
from .argument_types import Axis, Tick
from .registry import measure
from .sweeps_and_contacts import contact_of

MILLIMETRES = 1000.0


@measure
def step_height(run, tick: Tick = 0) -> float:
    """Return the height [m] of a step up: from the support point at the tick's start to the contact on which the step landed."""
    record, simulation = run.record(tick), run.simulation
    below = sweep(simulation.mesh, simulation.body, record.before.position, (0.0, 0.0, -simulation.params.step_up))
    return contact_of(run, "step_down", tick, 0).point[2] - below.point[2]


@measure
def step_on_slope(run, part: Annotated[str, OneOf(("ahead", "above"))], tick: Tick = 0) -> float:
    """Return a length [m] of a step up: how far "ahead" of the support point it lands, or how high "above" the floor's plane.

    part: "ahead" is horizontal, "above" is vertical, from the plane through the support point
    """
    record, simulation = run.record(tick), run.simulation
    below = sweep(simulation.mesh, simulation.body, record.before.position, (0.0, 0.0, -simulation.params.step_up))
    x, y, z = (to - at for to, at in zip(contact_of(run, "step_down", tick, 0).point, below.point))
    normal = record.before.normal
    return hypot(x, y) if part == "ahead" else z + (normal[0] * x + normal[1] * y) / normal[2]


@measure
def ground_probe(run, part: Annotated[str, OneOf(("gap", "raised"))], tick: Tick = 0) -> float:
    """Return a length of the ground probe of a tick [mm]: the "gap" that it finds, or the height by which the body is "raised".

    part: "gap" is the distance from the start of the probe to the plane of its contact
    """
    step = contact_of(run, "ground", tick, 0)
    if part == "raised":
        return MILLIMETRES * (step.end[2] - step.start[2])
    return MILLIMETRES * step.fraction * -step.displacement[2] * step.normal[2]


@measure
def tread_rise(run) -> float:
    """Return the height [m] by which the ray along a tread rises: with the steepest walkable slope, but at most `step_up`."""
    simulation = run.simulation
    return float(params_row(simulation.params, simulation.rules, simulation.hz)["tread_rise"][0])


@measure
def round_bottom(run, part: Annotated[str, OneOf(("height", "width"))], ball: Yes = False) -> float:
    """Return the "height" or half the "width" [m] of the part of the round bottom that is no steeper than the slope limit.

    ball: True for a ball with the body's half width
    An edge no higher than this part is climbed by sliding alone, whatever `step_up` is.
    """
    params = run.simulation.params
    width = min(params.radii[:2])
    height = width if ball else params.radii[2]
    angle = atan(tan(params.max_slope) * width / height)
    return height * (1.0 - cos(angle)) if part == "height" else width * sin(angle)


@measure
def floor_normal(run, axis: Axis, tick: Tick = 0) -> float:
    """Return one component of the floor's unit normal at the start of a tick."""
    return run.record(tick).before.normal["xyz".index(axis)]


@measure
def floor_slope(run, axis: Axis, tick: Tick = 0) -> float:
    """Return the fall of the floor along `axis` at the start of a tick [m per metre].

    It is n_x / n_z or n_y / n_z of the floor's normal n.
    """
    normal = run.record(tick).before.normal
    return normal["xyz".index(axis)] / normal[2]
