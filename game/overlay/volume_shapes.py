"""The look of volumes: transparent faces, and marks that drift with the flow. Pure data, world frame.

Only coloured triangles with an opacity: the software renderer has nothing else.
"""

import math
from dataclasses import dataclass

import numpy as np

from game.level.volume import Volume

from .geometry.tessellate import vertices

SIDES = 32  # of a prism that is drawn as a cylinder
MARGIN = 0.02  # [m] a one-way wall's faces lie outside the wall itself. Less: they flicker at a distance
MARK = 0.16  # [m] half the length of a drifting mark
MARK_OPACITY = 0.8
SPACING = 1.5  # [m] between marks along the flow; across it they are as far apart
MOST_MARKS = 400  # a volume; more cannot be distinguished, and are slower
# [m] Lower: things in front hide it; wider: it hides what is behind it
BEACON_HEIGHT, BEACON_RADIUS, BEACON_SIDES, BEACON_OPACITY = 14.0, 0.16, 6, 0.6
BELT_HEIGHT = 0.03  # [m] marks of a belt above its floor

# Colour and opacity: of the upright faces at the bottom and at the top, and of the lid.
LOOKS = {
    "water": ((0.15, 0.42, 0.60), 0.0, 0.0, 0.55),
    "waterfall": ((0.45, 0.68, 0.82), 0.50, 0.45, 0.45),  # water that flows downwards
    "wind": ((0.90, 0.95, 0.97), 0.06, 0.06, 0.04),
    "conveyor": ((0.93, 0.72, 0.20), 0.0, 0.0, 0.0),
    "gravity": ((0.55, 0.42, 0.86), 0.14, 0.06, 0.04),
    "kill": ((0.93, 0.20, 0.14), 0.55, 0.05, 0.30),
    "checkpoint": ((0.20, 0.80, 0.86), 0.60, 0.0, 0.0),
    "finish": ((0.96, 0.80, 0.25), 0.45, 0.05, 0.0),
    "portal": ((0.70, 0.36, 0.93), 0.70, 0.45, 0.45),
    "magic_wall": ((0.30, 0.88, 0.74), 0.45, 0.30, 0.35),
}


@dataclass(eq=False)
class VolumeLook:
    """The faces and marks that show a volume.

    faces, marks: vertices (n,) of VERTEX, three to a triangle; the marks drift

    drift: velocity of the marks (3,) [m/s]; spacing: distance after which their pattern repeats [m]
    """

    faces: np.ndarray
    marks: np.ndarray
    drift: tuple
    spacing: float

    def offset(self, time):
        """Displacement of the marks at a time [s]: (3,) [m]."""
        speed = math.hypot(*self.drift)
        if speed == 0.0:
            return 0.0, 0.0, 0.0
        distance = (time * speed) % self.spacing - self.spacing / 2.0
        return tuple(distance * part / speed for part in self.drift)


def look_of(volume: Volume) -> VolumeLook:
    """The VolumeLook of a volume."""
    flow = own_flow(volume)
    colour, low, high, lid = LOOKS["waterfall" if volume.kind == "water" and flow[2] < 0.0 else volume.kind]
    outline = outline_of(volume, MARGIN if volume.kind == "magic_wall" else 0.0)
    corners, opacity = prism(outline, volume.at[2], volume.at[2] + volume.height, low, high, lid)
    marks = drifting(volume, flow)
    faces, drift = painted(corners, colour, opacity), painted(marks, colour, np.full(len(marks), MARK_OPACITY))
    return VolumeLook(faces, drift, volume.turned(flow), SPACING)


def beacon_of(volume: Volume):
    """A column of light above the middle of a volume, visible at a distance: vertices (n,), three to a triangle."""
    angles = np.arange(BEACON_SIDES) * (2.0 * math.pi / BEACON_SIDES)
    outline = BEACON_RADIUS * np.column_stack([np.cos(angles), np.sin(angles)]) + volume.at[:2]
    above = volume.at[2] + volume.height  # it begins above the volume, so that it does not hide the inside
    corners, opacity = prism(outline, above, above + BEACON_HEIGHT, BEACON_OPACITY, 0.0, 0.0)
    return painted(corners, LOOKS[volume.kind][0], opacity)


def outline_of(volume, margin):
    """The outline seen from above (n, 2), counter-clockwise [m]."""
    if volume.radius > 0.0:
        angles = np.arange(SIDES) * (2.0 * math.pi / SIDES)
        own = (volume.radius + margin) * np.column_stack([np.cos(angles), np.sin(angles)])
    else:
        w, d = volume.size[0] / 2.0 + margin, volume.size[1] / 2.0 + margin
        own = np.array([(-w, -d), (w, -d), (w, d), (-w, d)])
    return np.array([volume.turned((x, y, 0.0))[:2] for x, y in own]) + volume.at[:2]


def prism(outline, bottom, top, low, high, lid):
    """Upright faces and a lid as triangles: corners (n, 3) [m] and their opacity (n,); invisible faces are left out.

    low, high: opacity of the upright faces at the bottom and at the top; lid: of the lid
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


def painted(corners, colour, opacity):
    return vertices(corners, np.column_stack([np.tile(colour, (len(corners), 1)), opacity]))


def own_flow(volume):
    """The velocity of the marks in the volume's frame (3,) [m/s]."""
    effect = volume.effect
    if volume.kind == "gravity":
        return (0.0, 0.0, -effect.factor) if effect.factor < 0.0 else (0.0, 0.0, 0.0)
    if volume.kind == "conveyor":
        return 0.0, effect.speed, 0.0
    return getattr(effect, "velocity", None) or getattr(effect, "current", None) or (0.0, 0.0, 0.0)


def drifting(volume, flow):
    """Flat arrow heads along the flow, a triangle each, in the world: (n, 3) [m]."""
    speed = math.hypot(*flow)
    if speed == 0.0:
        return np.empty((0, 3))
    ahead = np.array(flow) / speed
    aside = np.cross(ahead, (0.0, 0.0, 1.0)) if abs(ahead[2]) < 0.9 else np.array([1.0, 0.0, 0.0])
    aside /= np.linalg.norm(aside)
    head = np.stack([1.5 * MARK * ahead, -MARK * ahead + MARK * aside, -MARK * ahead - MARK * aside])
    own = (lattice(volume, ahead)[:, None] + head).reshape(-1, 3)
    return np.array([volume.turned(tuple(point)) for point in own]).reshape(-1, 3) + volume.at


def lattice(volume, ahead):
    """Positions of marks in the volume's frame (n, 3): a grid of SPACING with a margin; one layer on water and belts."""
    half = np.array([*(np.array(volume.size) / 2.0 if volume.radius == 0.0 else [volume.radius] * 2), volume.height / 2.0])
    half -= np.abs(ahead) * SPACING / 2.0
    step = SPACING * max(1.0, (np.prod(np.maximum(2.0 * half / SPACING, 1.0)) / MOST_MARKS) ** (1 / 3))
    axes = [np.arange(-(int(h / step)), int(h / step) + 1) * step if h > 0.0 else np.zeros(1) for h in half]
    if volume.kind in ("water", "conveyor") and ahead[2] == 0.0:
        axes[2] = np.array([(volume.height / 2.0 if volume.kind == "water" else BELT_HEIGHT - volume.height / 2.0) + MARGIN])
    grid = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3)
    return grid + (0.0, 0.0, volume.height / 2.0)
