"""The overlay shapes of a page's scene marks: points, arrows, discs and outlines at places of the page's run."""

import numpy as np

from ..collision import Outcome
from ..core.shapes import Arrow, Disc, Label, Polyline, Rings, Shape, Triangles
from ..core.shapes import Point as Dot
from ..core.vec3 import Vector, along, vec
from ..explain import palette
from ..explain.spaces import body_axes
from ..explain.tessellate import circle
from ..explain.tick_overlay import NORMAL_LENGTH, corners_after
from .tools.lesson_records import COLOURS, FORMS, SIDES, Run, SceneMark
from .tools.motion_and_contacts import sweeps_of, touched_test

SIZE = 0.022  # [m] radius of a point; an arrow's shaft is 0.7 times as thick, a line 0.35 times


def shapes_of(mark: SceneMark, run: Run) -> list[Shape]:
    """Return the overlay shapes of a mark in world space. Raises as `named_place` and `section` do."""
    colour = COLOURS[mark.colour or FORMS[mark.draw]]
    at = place_of(run, mark.tick, mark.at)
    record = run.record(mark.tick)
    named, foot, size = at, None, mark.thick * SIZE
    shapes: list[Shape]
    if mark.draw == "point":
        shapes = [Dot(tuple(at), colour, size)]
    elif mark.draw in ("arrow", "line"):
        assert mark.to is not None
        to = at + mark.length * (place_of(run, mark.tick, mark.to) - at)
        named = (at + to) / 2
        is_arrow = mark.draw == "arrow"
        is_normal = mark.to[0].endswith("normal")
        foot = tuple(at) if is_normal else None
        shapes = [Polyline(np.array([at, to]), colour, 0.35 * size)]
        if is_arrow:
            shapes = [Arrow(tuple(at), tuple(to), colour, 0.7 * size, is_normal)]
    elif mark.draw == "disc":
        assert mark.to is not None
        radius = float(np.linalg.norm(place_of(run, mark.tick, mark.to) - at))
        shapes = [Disc(tuple(at), (0.0, 0.0, 1.0), radius, colour)]
    elif mark.draw == "triangle":
        corners = corners_after(run.simulation, np.array([sweeps_of(run, tick=mark.tick)[0].triangle]), record)
        named, shapes = corners[0].mean(axis=0), [Triangles(corners, np.array([colour]))]
    elif mark.draw == "candidates":
        table = np.array([palette.OUTCOMES[outcome] for outcome in Outcome])
        faces = corners_after(run.simulation, record.trace.candidates, record)
        shapes = [Triangles(faces, table[sweeps_of(run, tick=mark.tick)[0].outcomes])]
    elif mark.draw == "body":
        axes = body_axes(record.body.heading, record.trace.frame)
        shapes = [Rings(vec(at), record.body.radii, axes, colour)]
        named = at + record.body.radii[2] * axes[2]
    else:
        curve = section(run, mark.tick, at)
        named, shapes = curve[0], [Polyline(curve, colour, SIZE / 2)]
    if mark.name:
        red, green, blue = (0.5 + 0.5 * part for part in colour)
        shapes.append(Label(tuple(named), mark.name, (red, green, blue), foot, is_large=True, side=SIDES[mark.side]))
    return shapes


def marks_of(run: Run, is_answered: bool, is_elsewhere: bool = False) -> list[Shape]:
    """Return the shapes of a page's marks. is_elsewhere: only those that do not depend on a tick"""
    marks = [mark for mark in run.page.marks if (is_answered or not mark.answered) and (mark.is_fixed or not is_elsewhere)]
    return [shape for mark in marks for shape in shapes_of(mark, run)]


def place_of(run: Run, tick: int, place: tuple[str, Vector]) -> np.ndarray:
    """Return the position (3,) [m] of a place: a name and an offset, or "" and coordinates. Raises as `named_place` does."""
    name, offset = place
    return np.array(offset, float) + (named_place(run, tick, name) if name else 0.0)


def named_place(run: Run, tick: int, name: str) -> np.ndarray:
    """Return the position (3,) [m] of one of PLACES in a tick. Raises IndexError without its sweep or contact."""
    record = run.record(tick)
    if name in ("before", "after"):
        return np.array(getattr(record, name).position)
    iteration = sweeps_of(run, tick=tick)[0]
    if name in ("start", "touching", "end"):
        fraction = {"start": 0.0, "touching": iteration.fraction, "end": 1.0}[name]
        return np.array(along(iteration.start, iteration.displacement, fraction))
    if not iteration.hit:
        raise IndexError(f"{name}: the first sweep of the tick has no contact")
    if name == "contact":
        return np.array(iteration.point)
    if name.endswith("normal"):
        return np.array(along(iteration.point, iteration.normal if name == "normal" else iteration.face_normal, NORMAL_LENGTH))
    test = touched_test(run, tick)
    point = test.point_on_plane if name == "q" else test.corners[int(name[1]) - 1]
    axes = body_axes(record.body.heading, record.trace.frame)
    return (np.array(point) * record.body.radii) @ axes + iteration.start  # the test counts from the sweep's start


def section(run: Run, tick: int, centre: np.ndarray) -> np.ndarray:
    """Return the closed curve (n, 3) [m] in which a body cuts the touched plane. Raises ValueError if it does not."""
    record, iteration = run.record(tick), sweeps_of(run, tick=tick)[0]
    axes, radii = body_axes(record.body.heading, record.trace.frame), np.array(record.body.radii)
    corner, normal = named_place(run, tick, "p1"), (axes @ np.array(iteration.face_normal)) * radii
    height = float(np.dot(iteration.face_normal, corner - centre)) / np.linalg.norm(normal)  # of the plane, in eSpace
    if abs(height) > 1.0:
        raise ValueError("mark section: the body does not reach the plane there")
    normal /= np.linalg.norm(normal)
    across = np.cross(normal, np.eye(3)[np.argmin(abs(normal))])
    across /= np.linalg.norm(across)
    ring = circle(48) @ np.array([across, np.cross(normal, across)]) * np.sqrt(1.0 - height * height) + height * normal
    return centre + (ring * radii) @ axes
