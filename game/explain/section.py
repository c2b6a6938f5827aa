"""The section of a level: the plane of a sweep through its contact, the lines in which it cuts triangles, and what is solid.

A surface is solid on its back. From above downwards, a line with an upward normal begins a solid, and one with a downward normal
ends it. So closed solids may overlap, and the solid below an open floor goes on to the lower edge of the drawing. Upright walls
of no thickness are lines.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from ..collision import Iteration
from ..core.right_forward_up_frame import Frame
from ..core.shapes import Colour, Lines, Shape, Skin
from ..core.vec3 import VectorLike, cross
from ..simulation import Simulation, TickRecord
from .minkowski import Espace, ExpandedTriangle
from .spaces import body_axes
from .tick_overlay import corners_around

REACH = 6.0  # [m] from the plane's origin to each side of a drawing. Smaller: it ends within wide windows; larger: more to cut
OFF = 1e-5  # [m] from the contact to the plane. 0: a plane in a face does not cut it; larger: it misses the contact
LEVEL = 0.1  # sine of the slope of a plane in whose picture ahead is up. Smaller: up is rounding; larger: steep ones are turned
FLAT = 1e-7  # [m] across, below which a line is upright, or a part of the drawing empty. Smaller: rounding makes slivers
DECIMALS = 5  # of heights [m] that count as equal. Fewer: thin plates are lost; more: a box on the floor has a line below it
# [m] of solid above an open ceiling, which nothing ends. Smaller: it looks like a line; larger: it covers what is above it
THICKNESS = 0.12
FILL, OUTLINE = (0.58, 0.56, 0.52), (0.95, 0.94, 0.90)
EXPANDED, EXPANDED_OUTLINE = (0.20, 0.42, 0.36), (0.28, 0.88, 0.64)
# [m] half sides of the part in which triangles are expanded, and the spacing of its grid. Smaller parts show no flight; a finer
# grid takes longer; a coarser one has steps where the border is steep.
WIDE, HIGH, SPACING = 2.6, 2.0, 0.0125
COARSE = 4  # points of the grid from one of the coarse grid to the next: a divisor of its steps. Fewer and more take longer
OUTLINE_RADIUS = 0.006  # [m]

Interval = tuple[float, float]


class Region(NamedTuple):
    """A solid part of a section between two upright sides. top, bottom: its heights at both [m], or the drawing's edge"""

    left: float
    right: float
    top: Interval
    bottom: Interval
    is_open: tuple[bool, bool] = (False, False)  # its top, its bottom


@dataclass(frozen=True)
class Plane:
    """The plane of a section. origin: [m]; right, up: orthogonal unit vectors (3,) in it; towards: unit normal, to the viewer"""

    origin: np.ndarray
    right: np.ndarray
    up: np.ndarray
    towards: np.ndarray

    def flat(self, points: np.ndarray) -> np.ndarray:
        return (points - self.origin) @ np.stack([self.right, self.up]).T

    def world(self, flat: np.ndarray) -> np.ndarray:
        return self.origin + flat @ np.stack([self.right, self.up])


def sideways(displacement: VectorLike, normal: VectorLike | None, heading: float, frame: Frame | None) -> np.ndarray:
    """Return a unit vector (3,) perpendicular to a displacement and a normal, or up, or else to the right.

    normal: of the contact, or None; heading: of the body [rad]; frame: of the player, or None if its up is +z
    """
    right, ahead, up = body_axes(heading, frame)
    pairs = [(displacement, up if normal is None else normal), (displacement, up), (ahead, up)]
    for one, other in pairs:
        side = np.array(cross(one, other))
        if np.linalg.norm(side) > 0.1 * np.linalg.norm(one) > 0.0:
            return side / np.linalg.norm(side)
    return right


def plane_of(record: TickRecord, iteration: Iteration, is_central: bool = False) -> Plane:
    """Return the plane through an iteration's contact, or its end, that contains its displacement and the contact's normal.

    is_central: True for the parallel plane through the body's centre at the end, which is its path in the Minkowski view
    """
    frame, body = record.trace.frame, record.body
    side = sideways(iteration.displacement, iteration.normal if iteration.hit else None, body.heading, frame)
    origin = np.array(iteration.point if iteration.hit and not is_central else iteration.end)
    _, ahead, up = body_axes(body.heading, frame)
    upwards = up if np.linalg.norm(cross(up, side)) > LEVEL else ahead
    upwards = upwards - (upwards @ side) * side
    upwards /= np.linalg.norm(upwards)
    return Plane(origin + OFF * side, np.array(cross(upwards, side)), upwards, side)


def section_shapes(record: TickRecord, sim: Simulation, iteration: Iteration) -> list[Shape]:
    """Return [Skin, Lines], the section of the level with movers and exhibits in the plane of an iteration, or [] without one."""
    plane = plane_of(record, iteration)
    return drawn_section(corners_around(record, sim, tuple(plane.origin.tolist()), REACH), plane)


def expanded_section_shapes(record: TickRecord, sim: Simulation, iteration: Iteration) -> list[Shape]:
    """Return the sections of the triangles expanded by the body, and of the level, in the plane of the body's centre.

    The centre cannot enter the expanded triangles: it meets their border when the body touches a triangle.
    """
    plane = plane_of(record, iteration, is_central=True)
    corners = corners_around(record, sim, tuple(plane.origin.tolist()), REACH)
    regions = expanded_regions(corners, plane, Espace(record.body, record.trace.frame))
    return drawn_regions(regions, plane, EXPANDED, EXPANDED_OUTLINE) + drawn_section(corners, plane)


def expanded_regions(corners: np.ndarray, plane: Plane, space: Espace) -> list[Region]:
    """Return the part of a plane that is at most 1 radius from one of the triangles (n, 3, 3) [m], as regions SPACING wide.

    The distance is measured at the points of a grid, and is linear between two of them.
    """
    across, upwards = (np.arange(-half, half + SPACING / 2, SPACING) for half in (WIDE, HIGH))
    points = space.enter(plane.world(np.stack(np.meshgrid(across, upwards, indexing="ij"), axis=-1)))
    # From a point to the next one, a distance changes by at most a step. So the coarse grid says of most points if they are
    # inside, and only those near the border are measured.
    step = np.linalg.norm([points[1, 0] - points[0, 0], points[0, 1] - points[0, 0]], axis=1).sum()  # [radii]
    far = (COARSE // 2 + 1) * step
    triangles = space.enter(corners)
    below, above = points.min(axis=(0, 1)) - (1.0 + far), points.max(axis=(0, 1)) + (1.0 + far)
    is_around = (triangles.min(axis=1) <= above).all(axis=1) & (triangles.max(axis=1) >= below).all(axis=1)
    solids = [ExpandedTriangle(triangle) for triangle in triangles[is_around]]  # most are far away, and each takes long
    at = np.ix_(*((np.arange(number) + COARSE // 2) // COARSE for number in points.shape[:2]))
    free = free_distances(points[::COARSE, ::COARSE], solids, far)[at]
    is_near = np.abs(free) <= far
    free[is_near] = free_distances(points[is_near], solids, step)
    columns = [solid_runs(column, upwards) for column in free]
    regions: list[Region] = []
    for left, right, one, other in zip(across, across[1:], columns, columns[1:]):
        pairs = zip(one, other) if len(one) == len(other) else ((run, run) for run in one)
        regions += [Region(left, right, (a[1], b[1]), (a[0], b[0]), (a[1] >= HIGH, a[0] <= -HIGH)) for a, b in pairs]
    return regions


def free_distances(points: np.ndarray, solids: Sequence[ExpandedTriangle], most: float) -> np.ndarray:
    """Return the distances of points (..., 3) from the expanded triangles, negative inside, infinite if more than `most`."""
    flat = points.reshape(-1, 3)
    columns = np.asfortranarray(flat)  # numpy compares along columns in a quarter of the time
    nearest = np.full(len(flat), np.inf)
    for solid in solids:
        inside = np.flatnonzero(solid.in_box(columns, 1.0 + most))
        if len(inside):
            nearest[inside] = np.minimum(nearest[inside], solid.measure(flat[inside])[0])
    return nearest.reshape(points.shape[:-1]) - 1.0


def solid_runs(free: np.ndarray, places: np.ndarray) -> list[Interval]:
    """Return the intervals in which a linear function of places (n,) is at most 0. free: its values (n,) at them"""
    is_in = free <= 0.0
    turns = np.flatnonzero(is_in[1:] != is_in[:-1])
    part = free[turns] / (free[turns] - free[turns + 1])
    ends = [*(places[:1] if is_in[0] else []), *(places[turns] + part * SPACING), *(places[-1:] if is_in[-1] else [])]
    return list(zip(ends[::2], ends[1::2]))


def drawn_section(corners: np.ndarray, plane: Plane) -> list[Shape]:
    """Return [Skin, Lines] of the section of triangles (n, 3, 3) [m], or [] if the plane meets none of them."""
    lines = cut(corners, plane)
    if not len(lines):
        return []
    regions = solid_regions(lines)
    return drawn_regions(regions, plane, FILL, OUTLINE, open_walls(lines, regions))


def drawn_regions(
    regions: list[Region], plane: Plane, fill: Colour, outline: Colour, walls: np.ndarray | None = None
) -> list[Shape]:
    """Return [Skin, Lines]: the regions filled, and their borders and walls (n, 2, 2) of no thickness as an outline."""
    quads = np.array([[(x0, a), (x1, b), (x1, d), (x0, c)] for x0, x1, (a, b), (c, d), _ in regions]).reshape(-1, 4, 2)
    filled = plane.world(quads[:, (0, 1, 2, 0, 2, 3)].reshape(-1, 3, 2))
    colours = np.broadcast_to((*fill, 1.0), (len(filled), 3, 4))
    lines = borders(regions) if walls is None else np.concatenate([borders(regions), walls])
    edges = Lines(plane.world(lines), outline, OUTLINE_RADIUS, is_section=True)
    return [Skin(filled, colours, is_section=True), edges]


def cut(corners: np.ndarray, plane: Plane) -> np.ndarray:
    """Return the lines (m, 2, 2) in which a plane cuts triangles (n, 3, 3) [m], within REACH of its origin along its axes.

    Seen along a line from its start, the back of its triangle is to the right. A triangle in the plane has no line.
    """
    heights = (corners - plane.origin) @ plane.towards
    is_above = heights > 0.0
    met = is_above.any(axis=1) & ~is_above.all(axis=1)
    corners, heights, is_above = corners[met], heights[met], is_above[met]
    alone = np.where(is_above.sum(axis=1) == 1, is_above.argmax(axis=1), (~is_above).argmax(axis=1))  # of its side of the plane
    rows = np.arange(len(corners))
    ends = []
    for turn in (1, 2):
        other = (alone + turn) % 3
        part = heights[rows, alone] / (heights[rows, alone] - heights[rows, other])
        ends.append(corners[rows, alone] + part[:, None] * (corners[rows, other] - corners[rows, alone]))
    flipped = is_above[rows, alone]
    start, end = np.where(flipped[:, None], ends[1], ends[0]), np.where(flipped[:, None], ends[0], ends[1])
    return lines_in_square(plane.flat(np.stack([start, end], axis=1)))


def lines_in_square(lines: np.ndarray) -> np.ndarray:
    """Return the parts (m, 2, 2) of lines (n, 2, 2) that lie in the square of half side REACH around the origin."""
    start, way = lines[:, 0], lines[:, 1] - lines[:, 0]
    safe = np.where(way == 0.0, 1.0, way)
    ends = np.sort(np.stack([(-REACH - start) / safe, (REACH - start) / safe]), axis=0)
    is_in = np.abs(start) <= REACH
    enter = np.where(way == 0.0, np.where(is_in, 0.0, 2.0), ends[0]).max(axis=1).clip(0.0)
    leave = np.where(way == 0.0, np.where(is_in, 1.0, -1.0), ends[1]).min(axis=1).clip(None, 1.0)
    kept = enter < leave
    return start[kept, None] + np.stack([enter, leave], axis=1)[kept, :, None] * way[kept, None]


def solid_regions(lines: np.ndarray) -> list[Region]:
    """Return the solid parts of the square of half side REACH as regions with upright sides. lines: from `cut`"""
    across = lines[:, 1, 0] - lines[:, 0, 0]
    sloped = lines[np.abs(across) > FLAT]
    if not len(sloped):
        return []
    begins = sloped[:, 1, 0] > sloped[:, 0, 0]  # the back is on the right, so below a line to the right
    low, high = sloped[..., 0].min(axis=1), sloped[..., 0].max(axis=1)
    slope = (sloped[:, 1, 1] - sloped[:, 0, 1]) / (sloped[:, 1, 0] - sloped[:, 0, 0])
    foot = sloped[:, 0, 1] - slope * sloped[:, 0, 0]
    regions: list[Region] = []
    for left, right in pairwise(sorted_places(low, high, slope, foot)):
        middle = (left + right) / 2.0
        here = np.flatnonzero((low < middle) & (middle < high))
        heights = np.round(foot[here] + slope[here] * middle, DECIMALS)
        order = here[np.lexsort((~begins[here], -heights))]  # of two at one height, the beginning first: there is no gap
        regions += regions_between(left, right, [(bool(begins[k]), foot[k], slope[k]) for k in order])
    return regions


def sorted_places(low: np.ndarray, high: np.ndarray, slope: np.ndarray, foot: np.ndarray) -> list[float]:
    """Return the places along the plane's right where lines begin, end or cross, without those nearer than FLAT to another."""
    with np.errstate(divide="ignore", invalid="ignore"):
        crossings = (foot[None] - foot[:, None]) / (slope[:, None] - slope[None])
    inside = (crossings > np.maximum(low[:, None], low[None])) & (crossings < np.minimum(high[:, None], high[None]))
    places = np.unique(np.concatenate([low, high, crossings[inside]]))
    return places[np.append(True, np.diff(places) > FLAT)].tolist()


def regions_between(left: float, right: float, lines: list[tuple[bool, float, float]]) -> list[Region]:
    """Return the solid regions between two places. lines: (begins a solid, foot, slope), the highest first, without crossings"""
    regions: list[Region] = []
    depth, top = 0, (0.0, 0.0)
    for begins, foot, slope in lines:
        at = (float(foot + slope * left), float(foot + slope * right))
        if begins:
            top = at if depth == 0 else top
            depth += 1
        elif depth == 0:  # the underside of an open surface
            regions.append(Region(left, right, (at[0] + THICKNESS, at[1] + THICKNESS), at, (True, False)))
        else:
            depth -= 1
            if depth == 0:
                regions.append(Region(left, right, top, at))
    if depth:
        regions.append(Region(left, right, top, (-REACH, -REACH), (False, True)))
    return regions


def borders(regions: list[Region]) -> np.ndarray:
    """Return the lines (m, 2, 2) around the solid: top and bottom of each region, and its sides where no neighbour goes on."""
    found = [((x0, a), (x1, b)) for x0, x1, (a, b), _, (is_open, _) in regions if not is_open]
    found += [((x0, c), (x1, d)) for x0, x1, _, (c, d), (_, is_open) in regions if not is_open]
    before: dict[float, list[Interval]] = defaultdict(list)  # {place: the solid to its left}, and to its right
    after: dict[float, list[Interval]] = defaultdict(list)
    for left, right, (a, b), (c, d), _ in regions:
        after[left].append((c, a))
        before[right].append((d, b))
    for place in {*before, *after}:
        if abs(place) < REACH:
            found += [((place, low), (place, high)) for low, high in in_one_only(before[place], after[place])]
    return np.array(found).reshape(-1, 2, 2)


def open_walls(lines: np.ndarray, regions: list[Region]) -> np.ndarray:
    """Return the parts (m, 2, 2) of upright lines that are outside of the solid: walls of no thickness. lines: from `cut`

    An upright line begins and ends no solid. So the borders of the regions show it only where it is the side of one.
    """
    found = []
    for (x, one), (_, other) in lines[np.abs(lines[:, 1, 0] - lines[:, 0, 0]) <= FLAT]:
        low, high = sorted((float(one), float(other)))
        ends = {low, high}
        here = [heights_at(region, x) for region in regions if region.left - FLAT <= x <= region.right + FLAT]
        ends |= {end for solid in here for end in solid if low < end < high}
        for start, end in pairwise(sorted(ends)):
            if end - start > FLAT and not contains(here, (start + end) / 2.0):
                found.append(((x, start), (x, end)))
    return np.array(found).reshape(-1, 2, 2)


def heights_at(region: Region, x: float) -> Interval:
    """Return the heights (bottom, top) of a region at a place, which may be beyond its sides by rounding."""
    part = min(max((x - region.left) / (region.right - region.left), 0.0), 1.0)
    (a, b), (c, d) = region.top, region.bottom
    return c + part * (d - c), a + part * (b - a)


def in_one_only(one: list[Interval], other: list[Interval]) -> list[Interval]:
    """Return the intervals that are in only one of two lists of intervals."""
    ends = sorted({end for interval in (*one, *other) for end in interval})
    return [
        (low, high)
        for low, high in pairwise(ends)
        if high - low > FLAT and contains(one, (low + high) / 2.0) != contains(other, (low + high) / 2.0)
    ]


def contains(intervals: list[Interval], y: float) -> bool:
    return any(low < y < high for low, high in intervals)
