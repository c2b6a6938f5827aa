"""The bodies of a crowd in four levels of detail: three meshes, and a flat impostor far away, each in one node."""

from collections import deque
from collections.abc import Iterator
from colorsys import hsv_to_rgb
from typing import NamedTuple

import numpy as np
from panda3d.core import NodePath, TransparencyAttrib

from ..core.right_forward_up_frame import up_of
from ..core.vec3 import Vector, VectorLike
from ..explain.palette import VISOR, VISOR_HALF_WIDTH, VISOR_HEIGHTS
from ..player.player_state import FLOOR
from ..simulation import Crowd, PlayerState, Wander
from ..simulation.crowd import spawn_along_tour
from ..simulation.simulation import Simulation
from .geometry_nodes import VERTEX, redraw, redrawn
from .shadows import COLOUR, DEPTH_OFFSET, SORT


class DetailLevel(NamedTuple):
    """A level of detail of a body's mesh, an ellipsoid of rings with `around` corners.

    heights: of the rings above the centre, -1..1 vertical radii; reach: distance [m] up to which it is drawn; most: number of
    bodies
    """

    around: int
    heights: tuple
    reach: float
    most: int


# The nearest first; bodies beyond are impostors. Finer or farther: two thousand bodies take long in the software renderer,
# some .2 us a corner. Coarser: corners show. More rings than corners around: the outline that one sees is that of the rings.
DETAIL_LEVELS = (
    DetailLevel(
        20, (-0.99, -0.95, -0.87, -0.76, -0.6, -0.38, -0.12, 0.14, 0.38, 0.42, 0.53, 0.64, 0.68, 0.78, 0.87, 0.95, 0.99), 7.0, 30
    ),
    DetailLevel(10, (-0.96, -0.83, -0.58, -0.25, 0.1, 0.39, 0.42, 0.64, 0.67, 0.84, 0.96), 12.0, 50),
    DetailLevel(8, (-0.86, -0.35, 0.2, 0.42, 0.64, 0.88), 18.0, 100),
)
IMPOSTOR_CORNERS = 10  # Fewer: the corners show; more: two thousand impostors take longer
BRIGHT, GRADIENT = 0.78, 0.24  # light from above: brightness of the middle, and how much more at the top


class InstanceBatch:
    """At most `most` drawn instances of one mesh in one node, whose vertices are overwritten every frame.

    colours: (n, v, 3), 0..1, of the v corners of each instance; triangles: (t, 3) corner indices of one instance
    """

    def __init__(self, colours: np.ndarray, triangles: np.ndarray, most: int):
        count, corners, _ = colours.shape
        self._colours = np.full((count, corners, 4), 255, np.uint8)
        self._colours[..., :3] = np.clip(colours, 0.04, 0.97) * 255.0
        most = min(most, count)
        self._rows = np.zeros((most, corners), VERTEX)
        self._triangles = (triangles + corners * np.arange(most)[:, None, None]).astype(np.uint32)
        self.root = redrawn("bodies")

    def _write(self, numbers: np.ndarray, corners: np.ndarray) -> None:
        rows = self._rows[: len(numbers)]
        rows["position"], rows["colour"] = corners, self._colours[numbers]
        redraw(self.root, rows.ravel(), self._triangles[: len(numbers)])


class CrowdBodies(InstanceBatch):
    """The bodies of a crowd that are drawn in one level of detail. colours: (n, 3) of the whole crowd"""

    def __init__(self, detail: DetailLevel, radii: VectorLike, colours: np.ndarray):
        self._corners, triangles, paint = body_mesh(detail, radii)
        super().__init__(np.where(paint[:, 3:] > 0.0, 1.0, colours[:, None]) * paint[:, :3], triangles, detail.most)

    def draw(self, numbers: np.ndarray, centres: np.ndarray, axes: np.ndarray, eye: VectorLike) -> None:
        """Draw only the bodies `numbers` (k,). centres, axes: (n, 3) [m], (n, 3, 3) of all; eye: for `CrowdImpostors.draw`"""
        self._write(numbers, self._corners @ axes[numbers] + centres[numbers, None])


class CrowdImpostors(InstanceBatch):
    """Distant bodies of a crowd, drawn as flat polygons that face the eye. colours: (n, 3) of the whole crowd"""

    def __init__(self, radii: VectorLike, colours: np.ndarray):
        angles = (np.arange(IMPOSTOR_CORNERS) + 0.5) * (2.0 * np.pi / IMPOSTOR_CORNERS)
        self._rim, self._squared = np.stack([np.cos(angles), np.sin(angles)], axis=1), np.square(radii)
        fan = [(0, k, k + 1) for k in range(1, IMPOSTOR_CORNERS - 1)]
        super().__init__(colours[:, None] * (BRIGHT + GRADIENT * self._rim[:, 1, None]), np.array(fan), len(colours))

    def draw(self, numbers: np.ndarray, centres: np.ndarray, axes: np.ndarray, eye: VectorLike) -> None:
        """Draw only the bodies with the indices `numbers` (k,), as in `CrowdBodies.draw`. eye: of the camera [m]"""
        axes, centres = axes[numbers], centres[numbers]
        sight = centres - eye
        across = np.cross(sight, axes[:, 2])
        sides = np.stack([across, np.cross(across, sight)], axis=1)
        sides /= np.linalg.norm(sides, axis=2, keepdims=True)
        sides *= np.sqrt((np.einsum("ksi,kai->ksa", sides, axes) ** 2 * self._squared).sum(axis=2))[..., None]
        self._write(numbers, self._rim @ sides + centres[:, None])


def body_mesh(detail: DetailLevel, radii: VectorLike) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return corners (v, 3) [m], triangles (t, 3) and paint (v, 4) of an ellipsoid that faces +y.

    paint: (red, green, blue, is_visor), factors of the body's colour if is_visor is 0, and the final colour if it is 1
    """
    angles = np.arange(detail.around) * (2.0 * np.pi / detail.around)
    rings = [
        np.stack([np.sin(angles) * across, np.cos(angles) * across, np.full(detail.around, height)], axis=1)
        for height, across in ((height, (1.0 - height**2) ** 0.5) for height in detail.heights)
    ]
    unit = np.concatenate([[(0.0, 0.0, -1.0)], *rings, [(0.0, 0.0, 1.0)]])
    low, high = VISOR_HEIGHTS
    is_ahead = np.abs(np.arctan2(unit[:, 0], unit[:, 1])) < VISOR_HALF_WIDTH
    is_visor = (is_ahead & (unit[:, 2] > low) & (unit[:, 2] < high))[:, None]
    light = BRIGHT + GRADIENT * unit[:, 2:]
    return unit * radii, np.array(list(body_triangles(detail))), np.hstack([np.where(is_visor, VISOR, 1.0) * light, is_visor])


def body_triangles(detail: DetailLevel) -> Iterator[tuple[int, int, int]]:
    """Yield the triangles of a mesh: a fan around each pole, and two triangles for each side between two rings."""
    after = [(k + 1) % detail.around for k in range(detail.around)]
    yield from ((0, 1 + k, 1 + after[k]) for k in range(detail.around))
    for ring in range(len(detail.heights) - 1):
        low, high = 1 + ring * detail.around, 1 + (ring + 1) * detail.around
        for k in range(detail.around):
            yield low + k, high + after[k], low + after[k]
            yield low + k, high + k, high + after[k]
    pole = 1 + len(detail.heights) * detail.around
    yield from ((pole, pole - detail.around + after[k], pole - detail.around + k) for k in range(detail.around))


def by_detail(distances: np.ndarray) -> list[np.ndarray]:
    """Split the indices of bodies, the nearest first, by DetailLevel, then impostors. A full level passes bodies on.

    distances: (n,) [m] from the eye, inf for bodies that are not drawn
    """
    order, ends = np.argsort(distances), [0]
    shown = int(np.isfinite(distances).sum())
    for detail in DETAIL_LEVELS:
        ends.append(min(int(np.searchsorted(distances, detail.reach, sorter=order)), ends[-1] + detail.most, shown))
    return np.split(order[:shown], ends[1:])


AROUND = 10  # corners of a disc
WIDE = 1.35  # radius of a disc, as a multiple of the body's
DARKEST = 0.5  # in the middle. More: it looks like a hole in the floor; less: bodies seem to float
OFF = 0.03  # [m] above the floor. Smaller: the floor shines through; larger: the disc floats
MOST = 300  # discs. More: blending takes long


class CrowdShadows:
    def __init__(self, radii: VectorLike):
        self._squared, self._wide = np.square(radii), WIDE * max(radii[:2])
        angles = np.arange(AROUND) * (2.0 * np.pi / AROUND)
        self._rim = np.stack([np.cos(angles), np.sin(angles)], axis=1)
        self._rows = np.zeros((MOST, AROUND + 1), VERTEX)
        self._rows["colour"] = COLOUR
        self._rows["colour"][..., 3] = np.where(np.arange(AROUND + 1), 0, 255 * DARKEST)
        fan = np.stack([np.zeros(AROUND), 1 + np.arange(AROUND), 1 + (np.arange(AROUND) + 1) % AROUND], axis=1)
        self._triangles = (fan + (AROUND + 1) * np.arange(MOST)[:, None, None]).astype(np.uint32)
        self.root = redrawn("shadows")
        self.root.setTransparency(TransparencyAttrib.MAlpha)
        self.root.setDepthOffset(DEPTH_OFFSET)
        self.root.setDepthWrite(False)  # else a disc would hide overlays that lie on the floor
        self.root.setBin("fixed", SORT)

    def draw(self, centres: np.ndarray, axes: np.ndarray, normals: np.ndarray) -> None:
        """Draw a disc below the first MOST bodies: centres (k, 3) [m], axes (k, 3, 3), unit normals (k, 3) of the floor."""
        centres, axes, normals = centres[:MOST], axes[:MOST], normals[:MOST]
        own = np.einsum("kij,kj->ki", axes, normals)
        foot = self._squared * own / np.sqrt((self._squared * own**2).sum(axis=1))[:, None]
        middle = centres - np.einsum("ki,kij->kj", foot, axes) + OFF * normals
        across = np.cross(axes[:, 1], normals)
        across *= self._wide / np.linalg.norm(across, axis=1, keepdims=True)
        sides = np.stack([across, np.cross(normals, across)], axis=1)
        rows = self._rows[: len(centres)]
        rows["position"][:, 0] = middle
        rows["position"][:, 1:] = self._rim @ sides + middle[:, None]
        redraw(self.root, rows.ravel(), self._triangles[: len(centres)])


LEAST = 1e-6  # [m] between two centres, below which an agent steps ahead. Smaller: rounding is its direction
TELEPORT = 1.0  # [m] in a tick; a longer displacement is a teleport, and no body is drawn on its line
EYE_CLEARANCE = 0.4  # [m] a body this near to the eye is not drawn. Smaller: its inside is seen; larger: it vanishes too early
BEHIND = 1.0  # [m] behind the camera; no part of a body farther back is in the picture
TURNING = 8.0  # [rad/s] of a body to its walking direction. Slower: bodies walk sideways; faster: bodies jerk
GOLDEN = 0.618  # of the range of hues between successive colours, so that neighbours look different
# Pale greens: a walker in a colour of arrows, discs, the player or a twin was taken for one of them. (saturation, value) follow
# each other.
HUES, KINDS = (0.12, 0.46), ((0.40, 0.66), (0.25, 0.82), (0.50, 0.48))


EVERY = 4  # ticks between two stored places of all bodies. Fewer: more memory; more: bodies cut corners when time runs back
MEMORY = 64e6  # [bytes] of stored places: a minute of 2 000 bodies. Smaller: less to rewind; larger: only costs memory


class CrowdMemory:
    """The places of a crowd's bodies in the past, every EVERY ticks: centres (n, 3) [m] and axes (n, 3, 3)."""

    def __init__(self, count: int):
        self._rows: deque[tuple[int, np.ndarray]] = deque(maxlen=max(int(MEMORY / (48 * count)), 2))

    def store(self, tick: int, centres: np.ndarray, axes: np.ndarray) -> None:
        while self._rows and self._rows[-1][0] >= tick:
            self._rows.pop()
        if not self._rows or tick - self._rows[-1][0] >= EVERY:
            self._rows.append((tick, np.concatenate([centres, axes.reshape(-1, 9)], axis=1, dtype=np.float32)))

    def at(self, time: float, now: tuple[int, np.ndarray, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        """Return (centres, axes) at a time [ticks], between two stored ones. Before the first it is the first. now: tick, both"""
        later = now[0], np.concatenate([now[1], now[2].reshape(-1, 9)], axis=1)
        for tick, row in reversed(self._rows):
            if tick <= time:
                part, jumped = (time - tick) / (later[0] - tick), np.abs(later[1] - row).max(axis=1) > EVERY * TELEPORT
                found = row + part * (later[1] - row)
                found[jumped] = row[jumped]
                break
            later = tick, row
        else:
            found = later[1]
        return found[:, :3].astype(float), found[:, 3:].reshape(-1, 3, 3).astype(float)


class CrowdScene:
    """A crowd of agents that wander through the level of the player's Simulation, with their bodies in the scene.

    They give way to the player, and go back in time with it.
    """

    def __init__(self, parent: NodePath, sim: Simulation, count: int):
        self.crowd = Crowd(sim.level, count, sim.params, sim.rules, sim.hz)
        spawn_along_tour(self.crowd)
        self._wander = Wander(count)
        self._hidden_within, self._headings = np.add(sim.params.radii, EYE_CLEARANCE), self._wander.headings.copy()
        self._memory = CrowdMemory(count)
        self._remember()
        self._bodies: list[CrowdBodies | CrowdImpostors] = [
            *(CrowdBodies(detail, sim.params.radii, colours(count)) for detail in DETAIL_LEVELS),
            CrowdImpostors(sim.params.radii, colours(count)),
        ]
        self._shadows = CrowdShadows(sim.params.radii)
        self.root = parent.attachNewNode("crowd")
        self.root.setTextureOff()
        for root in (*(bodies.root for bodies in self._bodies), self._shadows.root):
            root.reparentTo(self.root)
        self.place(1.0)

    def tick(self, hz: int, tick: int, player: PlayerState | None = None) -> None:
        """Advance all agents by one tick of the player. The movers have the same positions as in the player's tick.

        player: after this tick, or None. After a rewind, the agents go on from where they were.
        """
        if hz != self.crowd.hz:
            self.crowd.set_rate(hz)
        if tick - 1 < self.crowd.ticks:
            centres, axes = self._memory.at(tick - 1, (self.crowd.ticks, self.crowd.positions, self._axes()))
            self.crowd.positions[:], self.crowd.velocities[:] = centres, 0.0
            self._wander.headings = np.arctan2(-axes[:, 1, 0], axes[:, 1, 1])
            self._headings = self._wander.headings.copy()
        self.crowd.ticks = tick - 1
        self._remember()
        self._memory.store(tick - 1, self._positions_before, self._axes_before)
        self.crowd.tick(self._wander.wishes(self.crowd), headings=self._wander.headings)
        if player is not None:
            self._make_way(player)
        left = (self._wander.headings - self._headings + np.pi) % (2.0 * np.pi) - np.pi
        self._headings += np.clip(left, -TURNING / hz, TURNING / hz)

    def _make_way(self, player: PlayerState) -> None:
        """Push the agents out of the player's body, away from it and level, but not into walls, and turn them away from it."""
        crowd, up = self.crowd, np.array(up_of(player.frame))
        radii, apart = crowd.params.radii, crowd.positions - np.array(player.position)
        high = apart @ up
        apart -= high[:, None] * up
        wide = 2.0 * max(radii[:2]) * np.sqrt(np.clip(1.0 - (high / (2.0 * radii[2])) ** 2, 0.0, 1.0))  # of two bodies that touch
        away = np.linalg.norm(apart, axis=1)
        rows = np.flatnonzero(away < wide)
        if not len(rows):
            return
        apart, away, wide = apart[rows], away[rows], wide[rows]
        apart[away < LEAST] = self._axes()[rows[away < LEAST], 1]
        directions = apart / np.linalg.norm(apart, axis=1)[:, None]
        room = crowd.mesh.raycast(crowd.positions[rows], directions, np.full(len(rows), wide.max() + radii[0])) - radii[0]
        crowd.positions[rows] += np.clip(np.minimum(wide - away, room), 0.0, None)[:, None] * directions
        self._wander.headings[rows] = np.arctan2(-directions[:, 0], directions[:, 1])

    def _remember(self) -> None:
        self._positions_before, self._axes_before = self.crowd.positions.copy(), self._axes()

    def _axes(self) -> np.ndarray:
        """Return the drawn axes (n, 3, 3), rows right, forward, up. Only here, round bodies turn to their heading."""
        return rotate_about_up(self.crowd.axes(), self._headings) if self.crowd.is_round else self.crowd.axes()

    def places(self, part: float) -> np.ndarray:
        """Return the interpolated centres (n, 3) [m]. part: of the tick, 0..1. A teleported body is at its new position."""
        now = self.crowd.positions
        displacements = now - self._positions_before
        displacements[np.abs(displacements).max(axis=1) > TELEPORT] = 0.0
        return now - displacements * (1.0 - part)

    def place(self, part: float, eye: VectorLike = (0.0, 0.0, 0.0), ahead: Vector | None = None, tick: int | None = None) -> None:
        """Draw the bodies and their shadows, except bodies so close that the eye would see their inside.

        part: as in `places`; eye: of the camera [m]; ahead: unit view direction, so that bodies behind it are not drawn, or None;
        tick: the displayed one, or None for the newest
        """
        if tick is None or tick >= self.crowd.ticks:
            places, axes = self.places(part), self._axes_before * (1.0 - part) + self._axes() * part
        else:
            places, axes = self._memory.at(tick - 1.0 + part, (self.crowd.ticks, self.crowd.positions, self._axes()))
        away = places - eye
        distances = np.linalg.norm(away, axis=1)
        distances[np.linalg.norm(away / self._hidden_within, axis=1) < 1.0] = np.inf
        if ahead is not None:
            distances[away @ ahead < -BEHIND] = np.inf
        groups = by_detail(distances)
        for bodies, numbers in zip(self._bodies, groups):
            bodies.draw(numbers, places, axes, eye)
        near = np.concatenate(groups[:-1])
        standing = near[self.crowd.grounds[near] == FLOOR]
        normals = self.crowd.agents.before["normal"][standing]
        self._shadows.draw(places[standing], axes[standing], normals)

    def remove(self) -> None:
        self.root.removeNode()


def rotate_about_up(axes: np.ndarray, headings: np.ndarray) -> np.ndarray:
    c, s = np.cos(headings)[:, None], np.sin(headings)[:, None]
    right, forward = axes[:, 0], axes[:, 1]
    return np.stack([right * c + forward * s, forward * c - right * s, axes[:, 2]], axis=1)


def colours(count: int) -> np.ndarray:
    low, high = HUES
    return np.array([hsv_to_rgb(low + (high - low) * (n * GOLDEN % 1.0), *KINDS[n % len(KINDS)]) for n in range(count)])
