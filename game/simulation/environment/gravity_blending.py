"""Gravity blending: across the border between opposing gravities one fades into the other, and the body is braked.

At a sharp border a player pulled there from both sides would fall back and forth for ever and turn over each time. A player
with its feet on the other side would never finish turning.
"""

from math import hypot
from typing import NamedTuple

import numpy as np

from ...collision.engine.vec3 import UP, add, along, dot, length, normalise, scale
from ...level.volume import Gravity, TurnedGravity

# Width of the border [half of the body's height]. Narrower: the player swings back and forth in it; wider: weight fades far from
# the volume's side.
BORDER_WIDTH = 1.0
# Drag on a fall in the middle of the border [1/s]. Smaller: the player swings for long; larger: a fall through it is held back.
BRAKE = 6.0
# Part of gravity below which the player does not turn. Smaller: a player that swings in a border turns over and over; larger: a
# player in weak gravity does not become upright.
WEAK_GRAVITY = 0.1
STEP = 1e-3  # of the difference along a volume's side [widths of the border]. Smaller: rounding; larger: it reaches around edges


class LocalGravity(NamedTuple):
    """Gravity at a position. up: unit vector against it; in borders: factor of gravity, drag [1/s], numbers of `mixed` volumes"""

    up: tuple = UP
    factor: float = 1.0
    drag: float = 0.0
    mixed: tuple = ()


def gravity_at(placed, position, inside, outside, own, width):
    """The LocalGravity at a position [m] in these volumes, applied in the order of the level's file.

    placed: [(number, PlacedVolume)] of the gravities; inside: numbers of the volumes that contain the player; outside: up of the
    level there; own: the player's up; width: of borders [m]
    """
    gravity = LocalGravity(outside)
    for number, volume in placed:
        inner = volume_up(volume.effect, gravity.up, position)
        if dot(inner, gravity.up) * volume.effect.factor < 0.0:
            gravity = blend(gravity, number, volume, inner, position, own, width)
        elif number in inside:
            gravity = gravity._replace(up=inner)
    return gravity


def volume_up(effect, up, position):
    """Unit vector against the gravity of a volume; `up` if the volume does not turn gravity."""
    return effect.down.up(position) if isinstance(effect, TurnedGravity) else up


def volume_share(volume, position, width):
    """The share of a volume's gravity at a position, 0..1: half at its side, all of it half a border's width inside.

    In a thinner volume the share is 1 in its middle.
    """
    depth = volume.depth(position)
    fade = min(0.5 * width, volume.deepest) if depth > 0.0 else 0.5 * width
    return min(max(0.5 + 0.5 * depth / fade, 0.0), 1.0)


def blend(gravity, number, volume, inner, position, own, width):
    """Blend a LocalGravity with an opposing volume's share of gravity at a position."""
    share, turned = volume_share(volume, position, width), isinstance(volume.effect, TurnedGravity)
    if share == 1.0:
        return gravity._replace(up=inner)
    mixed = (*gravity.mixed, number)
    if share == 0.0:
        return gravity._replace(mixed=mixed)
    both = add(scale(gravity.up, 1.0 - share), scale(inner, share * volume.effect.factor))
    drag = gravity.drag + BRAKE * 4.0 * share * (1.0 - share) * pull_to_border(volume, position, inner, STEP * width)
    if not turned or length(both) < WEAK_GRAVITY:  # the player does not turn
        up = own if turned else gravity.up
        return LocalGravity(up, gravity.factor * dot(both, up), drag, mixed)
    return LocalGravity(normalise(both), gravity.factor * length(both), drag, mixed)


def pull_to_border(volume, position, inner, step):
    """Cosine of the angle between a volume's gravity and the direction to its border; 0 if it points away from the border.

    step: of the difference quotient [m]
    """
    ahead = along(position, inner, -step if volume.effect.factor > 0.0 else step)
    return max(volume.depth(position) - volume.depth(ahead), 0.0) / step


def gravities_of(placed):
    """[(number, PlacedVolume)] of the volumes that change gravity."""
    return [(number, volume) for number, volume in enumerate(placed) if isinstance(volume.effect, Gravity)]


def border_boxes(placed, width):
    """Boxes, lows and highs (b, 3) [m], outside which no volume's gravity opposes another.

    placed: as of `gravities_of`; width: of borders [m]
    """
    against = [volume for _, volume in placed if isinstance(volume.effect, TurnedGravity) or volume.effect.factor < 0.0]
    lows, highs = [], []
    for volume in against:
        aside = max(volume.volume.radius, hypot(*volume.half)) + width
        lows.append((volume.x - aside, volume.y - aside, volume.low - width))
        highs.append((volume.x + aside, volume.y + aside, volume.high + width))
    return np.array(lows).reshape(-1, 3), np.array(highs).reshape(-1, 3)
