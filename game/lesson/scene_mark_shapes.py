"""The overlay shapes of a page's scene marks: points, arrows, discs and outlines at places of the page's run."""

import numpy as np

from ..collision import Outcome
from ..core.shapes import Arrow, Disc, Label, Polyline, Triangles
from ..core.shapes import Point as Dot
from ..core.vec3 import along
from ..explain import palette
from ..explain.iteration_overlay import body_rings
from ..explain.spaces import body_axes
from ..explain.tessellate import circle
from ..explain.tick_overlay import NORMAL_LENGTH, corners_of
from .scene_mark_schema import COLOURS, FORMS
from .tools.sweeps_and_contacts import sweeps_of, touched_test

SIZE = 0.022  # [m] radius of a point; an arrow's shaft is 0.7 times as thick, a line 0.35 times


def shapes_of(mark, run):
    """Return the overlay shapes of a SceneMark in world space, a list. `run` is the page's Run.

    Raises IndexError as `named_place` does, and ValueError as `section` does.
    """
    colour = COLOURS[mark.colour or FORMS[mark.draw]]
    at = place_of(run, mark.tick, mark.at)
    record = run.record(mark.tick)
    named, foot = at, None
    if mark.draw == "point":
        shapes = [Dot(tuple(at), colour, SIZE)]
    elif mark.draw in ("arrow", "line"):
        to = at + mark.length * (place_of(run, mark.tick, mark.to) - at)
        named = (at + to) / 2
        is_arrow = mark.draw == "arrow"
        is_normal = mark.to[0].endswith("normal")
        foot = tuple(at) if is_normal else None
        shapes = [Polyline(np.array([at, to]), colour, 0.35 * SIZE)]
        shapes = [Arrow(tuple(at), tuple(to), colour, 0.7 * SIZE, is_normal)] if is_arrow else shapes
    elif mark.draw == "disc":
        radius = float(np.linalg.norm(place_of(run, mark.tick, mark.to) - at))
        shapes = [Disc(tuple(at), (0.0, 0.0, 1.0), radius, colour)]
    elif mark.draw == "triangle":
        corners = corners_of(run.simulation, np.array([sweeps_of(run, "move", mark.tick)[0].triangle]), record.tick)
        named, shapes = corners[0].mean(axis=0), [Triangles(corners, np.array([colour]))]
    elif mark.draw == "candidates":
        table = np.array([palette.OUTCOMES[outcome] for outcome in Outcome])
        faces = corners_of(run.simulation, record.trace.candidates, record.tick)
        shapes = [Triangles(faces, table[sweeps_of(run, "move", mark.tick)[0].outcomes])]
    elif mark.draw == "body":
        axes = body_axes(record.body.heading, record.trace.frame)
        shapes = list(body_rings(at, record.body.radii, axes, colour))
        named = at + record.body.radii[2] * axes[2]
    else:
        shapes = [Polyline(section(run, mark.tick, at), colour, SIZE / 2)]
        named = shapes[0].points[0]
    return shapes + ([Label(tuple(named), mark.name, tuple(0.5 + 0.5 * part for part in colour), foot)] if mark.name else [])


def marks_of(run, is_answered):
    """Return the overlay shapes of the marks of a Run's page, in world space, a list.

    is_answered: True if the page's question was answered; otherwise marks with `answered` are left out
    """
    return [shape for mark in run.page.marks if is_answered or not mark.answered for shape in shapes_of(mark, run)]


def place_of(run, tick, place):
    """Return the position (3,) [m] of a place in the world.

    place: (name of a place, offset (3,) [m]), or ("", coordinates)
    Raises IndexError as `named_place` does.
    """
    name, offset = place
    return np.array(offset, float) + (named_place(run, tick, name) if name else 0.0)


def named_place(run, tick, name):
    """Return the position (3,) [m] in the world of one of PLACES in a tick. SceneMark explains the names.

    Raises IndexError for a tick without a sweep of the move pass, and for a place of a contact if the first sweep has none.
    """
    record = run.record(tick)
    if name in ("before", "after"):
        return np.array(getattr(record, name).position)
    step = sweeps_of(run, "move", tick)[0]
    if name in ("start", "touching", "end"):
        return np.array(along(step.start, step.displacement, {"start": 0.0, "touching": step.fraction, "end": 1.0}[name]))
    if not step.hit:
        raise IndexError(f"{name}: the first sweep of the tick has no contact")
    if name == "contact":
        return np.array(step.point)
    if name.endswith("normal"):
        return np.array(along(step.point, step.normal if name == "normal" else step.face_normal, NORMAL_LENGTH))
    test = touched_test(run, "move", 0, tick)
    point = test.point_on_plane if name == "q" else test.corners[int(name[1]) - 1]
    axes = body_axes(record.body.heading, record.trace.frame)
    return (np.array(point) * record.body.radii) @ axes + step.start  # the test counts from the sweep's start


def section(run, tick, centre):
    """Return the closed curve (n, 3) [m] in which the body cuts the plane of the first triangle that it touches in a tick.

    centre: (3,) of the body [m]
    Raises ValueError if the body does not reach the plane.
    """
    record, step = run.record(tick), sweeps_of(run, "move", tick)[0]
    axes, radii = body_axes(record.body.heading, record.trace.frame), np.array(record.body.radii)
    corner, normal = named_place(run, tick, "p1"), (axes @ np.array(step.face_normal)) * radii
    height = float(np.dot(step.face_normal, corner - centre)) / np.linalg.norm(normal)  # of the plane, in eSpace
    if abs(height) > 1.0:
        raise ValueError("mark section: the body does not reach the plane there")
    normal /= np.linalg.norm(normal)
    across = np.cross(normal, np.eye(3)[np.argmin(abs(normal))])
    across /= np.linalg.norm(across)
    ring = circle(48) @ np.array([across, np.cross(normal, across)]) * np.sqrt(1.0 - height * height) + height * normal
    return centre + (ring * radii) @ axes
