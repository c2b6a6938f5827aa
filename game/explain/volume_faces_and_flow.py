"""The look of volumes: transparent faces, and moving marks that show the flow in a volume. Positions are in the world."""

import math
from dataclasses import dataclass

import numpy as np

from ..core.vec3 import Vector
from ..level.contents.volume import Conveyor, Gravity, TurnedGravity, Volume, Water, Wind
from .tessellate import vertices

SIDES = 32  # of a prism that is drawn as a cylinder
MARGIN = 0.02  # [m] a one-way wall's faces lie outside the wall itself. Less: they flicker at a distance
# (half length, half width [m], opacity) of drifting marks: arrow heads on belts, streaks in wind and water, motes in light air
HEAD, STREAK, MOTE = (0.16, 0.16, 0.8), (0.24, 0.018, 0.6), (0.04, 0.03, 0.6)
# Wind is drawn as comets with a broad bright head. Their tail fades, and is as long as their path in TAIL [s] if there is room.
COMET, TAIL = (0.24, 0.035, 0.85), 0.3
SHAPES = {"wind": COMET, "water": STREAK, "gravity": MOTE}
SPACING = 1.5  # [m] between marks along the flow; across it they are as far apart on average
SCATTER = 0.5  # how far marks are off their lattice, in parts of SPACING. 0: rows; 1: gaps and clumps
RISING = 0.4  # [m/s] of motes where there is no gravity; motes sink where gravity is stronger than usual
MOST_MARKS = 400  # of a volume. More: marks cannot be distinguished and are slower; fewer: large volumes look empty
# [m] Lower: objects in front hide the beacon; wider: the beacon hides objects behind it
BEACON_HEIGHT, BEACON_RADIUS, BEACON_SIDES, BEACON_OPACITY = 14.0, 0.16, 6, 0.6
BAND = 0.9  # [m] height of the light around a checkpoint. Higher: it tints the view from inside; lower: players overlook it
FLOOR_LIFT, FLOOR_OPACITY = 0.03, 0.34  # [m] of that light above the floor. Lower: it flickers; less light: it is overlooked
BELT_HEIGHT = 0.03  # [m] marks of a belt above its floor

# Colour and opacity: of the upright faces at the bottom and at the top, and of the lid.
LOOKS = {
    "water": ((0.80, 0.92, 0.95), 0.0, 0.0, 0.0),  # the surface is drawn by the view, and these are its marks
    "waterfall": ((0.45, 0.68, 0.82), 0.50, 0.45, 0.45),  # water that flows downwards
    "wind": ((0.90, 0.95, 0.97), 0.0, 0.0, 0.0),
    "conveyor": ((0.93, 0.72, 0.20), 0.0, 0.0, 0.0),
    "gravity": ((0.74, 0.66, 0.95), 0.0, 0.0, 0.0),
    "turned gravity": ((0.55, 0.42, 0.86), 0.10, 0.04, 0.0),
    "kill": ((0.93, 0.20, 0.14), 0.55, 0.05, 0.30),
    "checkpoint": ((0.20, 0.80, 0.86), 0.26, 0.0, 0.0),
    "finish": ((0.96, 0.80, 0.25), 0.28, 0.0, 0.0),
    "portal": ((0.70, 0.36, 0.93), 0.70, 0.45, 0.45),
    "magic_wall": ((0.30, 0.88, 0.74), 0.45, 0.30, 0.35),
}


@dataclass(eq=False)
class VolumeLook:
    """The faces of a volume, and the marks that drift through it, as vertices (n,) of the dtype VERTEX.

    drift: velocity of the marks in the world [m/s]; spacing: distance after which the pattern of the marks repeats [m]
    """

    faces: np.ndarray
    marks: np.ndarray
    drift: Vector
    spacing: float

    def offset(self, time: float) -> Vector:
        """Return the displacement [m] of the marks at a time [s]."""
        speed = math.hypot(*self.drift)
        if speed == 0.0:
            return 0.0, 0.0, 0.0
        distance = (time * speed) % self.spacing - self.spacing / 2.0
        x, y, z = (distance * part / speed for part in self.drift)
        return x, y, z


def look_of(volume: Volume) -> VolumeLook:
    flow = own_flow(volume)
    colour, low, high, lid = LOOKS[look_key(volume, flow)]
    outline = outline_of(volume, MARGIN if volume.kind == "magic_wall" else 0.0)
    height = min(volume.height, BAND) if volume.kind in ("checkpoint", "finish") else volume.height
    corners, opacity = prism(outline, volume.at[2], volume.at[2] + height, low, high, lid)
    if volume.kind in ("checkpoint", "finish"):  # a lit floor shows where the zone is
        floor, lit = prism(outline, volume.at[2], volume.at[2] + FLOOR_LIFT, 0.0, 0.0, FLOOR_OPACITY)
        corners, opacity = np.concatenate([corners, floor]), np.concatenate([opacity, lit])
    marks = drifting(volume, flow)
    faint = np.full(len(marks), SHAPES.get(volume.kind, HEAD)[2])
    faint[::3] *= volume.kind != "wind"  # the end of the tail
    return VolumeLook(painted(corners, colour, opacity), painted(marks, colour, faint), volume.rotate(flow), SPACING)


def look_key(volume: Volume, flow: Vector) -> str:
    if isinstance(volume.effect, TurnedGravity):
        return "turned gravity"
    return "waterfall" if volume.kind == "water" and flow[2] < 0.0 else volume.kind


def beacon_of(volume: Volume) -> np.ndarray:
    """Return a column of light in and above a volume, as vertices (n,) of the dtype VERTEX."""
    angles = np.arange(BEACON_SIDES) * (2.0 * math.pi / BEACON_SIDES)
    outline = BEACON_RADIUS * np.column_stack([np.cos(angles), np.sin(angles)]) + volume.at[:2]
    top = volume.at[2] + volume.height + BEACON_HEIGHT  # from the floor on: above the zone alone, it seemed to be elsewhere
    corners, opacity = prism(outline, volume.at[2], top, BEACON_OPACITY, 0.0, 0.0)
    return painted(corners, LOOKS[volume.kind][0], opacity)


def outline_of(volume: Volume, margin: float) -> np.ndarray:
    """Return a volume's outline (n, 2) in the world [m], seen from above, counterclockwise, moved outwards by a margin [m]."""
    if volume.radius > 0.0:
        angles = np.arange(SIDES) * (2.0 * math.pi / SIDES)
        own = (volume.radius + margin) * np.column_stack([np.cos(angles), np.sin(angles)])
    else:
        w, d = volume.size[0] / 2.0 + margin, volume.size[1] / 2.0 + margin
        own = np.array([(-w, -d), (w, -d), (w, d), (-w, d)])
    return np.array([volume.rotate((x, y, 0.0))[:2] for x, y in own]) + volume.at[:2]


def prism(outline: np.ndarray, bottom: float, top: float, low: float, high: float, lid: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the visible vertical faces and the lid over an outline (k, 2) [m] as (corners (n, 3) [m], opacity (n,)).

    bottom, top: heights [m]; low, high: opacity of the vertical faces at the bottom and at the top, 0..1
    """
    corners, opacity = [], []
    ends = np.roll(outline, -1, axis=0)
    if low > 0.0 or high > 0.0:
        for a, b in zip(outline, ends):
            quad = [(*a, bottom), (*b, bottom), (*b, top), (*a, bottom), (*b, top), (*a, top)]
            corners += quad
            opacity += [low, low, high, low, high, high]
    if lid > 0.0:
        middle = outline.mean(axis=0)
        for a, b in zip(outline, ends):
            corners += [(*middle, top), (*a, top), (*b, top)]
            opacity += [lid] * 3
    return np.array(corners).reshape(-1, 3), np.array(opacity)


def painted(corners: np.ndarray, colour: Vector, opacity: np.ndarray) -> np.ndarray:
    return vertices(corners, np.column_stack([np.tile(colour, (len(corners), 1)), opacity]))


def own_flow(volume: Volume) -> Vector:
    """Return the velocity [m/s] of a volume's marks in its frame: of flow, belt or gravity, zero for other volumes."""
    effect = volume.effect
    if isinstance(effect, TurnedGravity):
        return 0.0, 0.0, 0.0
    if isinstance(effect, Gravity):
        return 0.0, 0.0, RISING * (1.0 - effect.factor)
    if isinstance(effect, Conveyor):
        return 0.0, effect.speed, 0.0
    if isinstance(effect, Wind):
        return effect.velocity
    return effect.current if isinstance(effect, Water) else (0.0, 0.0, 0.0)


def drifting(volume: Volume, flow: Vector) -> np.ndarray:
    """Return the corners (n, 3) [m] of flat marks in the world, for a flow [m/s] in the volume's frame."""
    speed = math.hypot(*flow)
    if speed == 0.0:
        return np.empty((0, 3))
    ahead = np.array(flow) / speed
    aside = np.cross(ahead, (0.0, 0.0, 1.0)) if abs(ahead[2]) < 0.9 else np.array([1.0, 0.0, 0.0])
    aside /= np.linalg.norm(aside)
    long, wide, _ = SHAPES.get(volume.kind, HEAD)
    long = -min(speed * TAIL / 2.5, SPACING / 3.0) if volume.kind == "wind" else long  # the broad end is ahead
    head = np.stack([1.5 * long * ahead, -long * ahead + wide * aside, -long * ahead - wide * aside])
    places = lattice(volume, ahead)
    if volume.kind != "conveyor":
        middle = (0.0, 0.0, volume.height / 2.0)
        most = np.array((*half_size(volume), volume.height / 2.0)) - np.abs(ahead) * SPACING / 2.0
        places = scattered(places - middle, ahead, most) + middle
    own = (places[:, None] + head).reshape(-1, 3)
    return np.array([volume.rotate(tuple(point)) for point in own]).reshape(-1, 3) + volume.at


def scattered(places: np.ndarray, ahead: np.ndarray, most: np.ndarray) -> np.ndarray:
    """Move marks (n, 3) [m], in the volume's frame, sideways by deterministic offsets, so that they form no rows.

    ahead: unit direction of the flow, along which offsets are equal, so the pattern repeats; most: (3,) largest distances [m]
    """
    across = np.round(places - np.outer(places @ ahead, ahead), 3)
    _, line = np.unique(across, axis=0, return_inverse=True)
    parts = (0.5 + line.reshape(-1, 1) * (0.7548776662466927, 0.5698402909980532, 0.8191725133961645)) % 1.0 - 0.5
    moved = np.clip(places + SCATTER * SPACING * (parts - np.outer(parts @ ahead, ahead)), -most, most)
    return np.where(np.ptp(places, axis=0) == 0.0, places, moved)  # what lies on a surface stays there


def half_size(volume: Volume) -> tuple[float, float]:
    return (volume.radius, volume.radius) if volume.radius > 0.0 else (volume.size[0] / 2.0, volume.size[1] / 2.0)


def lattice(volume: Volume, ahead: np.ndarray) -> np.ndarray:
    """Return positions (n, 3) [m] of marks on a grid in the volume's frame, in one layer on belts and level flows."""
    half = np.array([*half_size(volume), volume.height / 2.0])
    half -= np.abs(ahead) * SPACING / 2.0
    step = SPACING * max(1.0, (np.prod(np.maximum(2.0 * half / SPACING, 1.0)) / MOST_MARKS) ** (1 / 3))
    while np.prod(2.0 * np.floor(half / step).clip(0.0) + 1.0) > 4 * MOST_MARKS:  # a wide and low volume has few layers
        step *= 1.25
    axes = [np.arange(-(int(h / step)), int(h / step) + 1) * step if h > 0.0 else np.zeros(1) for h in half]
    if volume.kind in ("water", "conveyor") and ahead[2] == 0.0:
        axes[2] = np.array([(volume.height / 2.0 if volume.kind == "water" else BELT_HEIGHT - volume.height / 2.0) + MARGIN])
    grid = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3)
    return grid + (0.0, 0.0, volume.height / 2.0)
