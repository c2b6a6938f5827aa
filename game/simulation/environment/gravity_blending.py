"""The border between gravities that pull against each other: across it one gives way to the other, and the body is braked.

At a sharp border who is pulled there from both sides would fall to and fro for ever, turning over each time, and one whose
feet hang on the other side would never finish turning.
"""

from math import hypot
from typing import NamedTuple

import numpy as np

from ...collision.engine.vec3 import UP, add, along, dot, length, normalise, scale
from ...level.volume import Gravity, TurnedGravity

# How wide the border is [half of his height]. Narrower: he is thrown to and fro in it; wider: weight fades far from the
# volume's side.
WIDTH = 1.0
# How fast a fall is braked in the middle of it [1/s]. Slower: he swings for long; faster: who falls through is held back.
BRAKE = 6.0
# Part of gravity below which it turns nobody. Smaller: who swings in a border turns over and over; larger: who stands where
# little is left of it does not stand upright.
WEAK = 0.1
STEP = 1e-3  # part of its width that a volume's side is felt along. Smaller: rounding; larger: around edges


class Pull(NamedTuple):
    """up: against gravity, a unit vector; of borders: factor of gravity, drag [1/s], numbers of the volumes `mixed` in them"""

    up: tuple = UP
    factor: float = 1.0
    drag: float = 0.0
    mixed: tuple = ()


def pull_at(placed, position, inside, outside, own, width):
    """The Pull at a position [m] in these volumes, one after the other as the level's file has them.

    placed: [(number, Placed)] of the gravities among the volumes; inside: numbers of those that hold the player; outside: up of
    the level there; own: the player's up; width: of borders [m]
    """
    pull = Pull(outside)
    for number, volume in placed:
        inner = up_in(volume.effect, pull.up, position)
        if dot(inner, pull.up) * volume.effect.factor < 0.0:
            pull = crossed(pull, number, volume, inner, position, own, width)
        elif number in inside:
            pull = pull._replace(up=inner)
    return pull


def up_in(effect, up, position):
    """Against the gravity of a volume; `up` where it does not turn it."""
    return effect.down.up(position) if isinstance(effect, TurnedGravity) else up


def share_of(volume, position, width):
    """The part of a body at a position that is under a volume's gravity, 0..1: half at its side, all of it in its middle.

    All of it half a border's width further in too, where the volume is thick enough.
    """
    depth = volume.depth(position)
    room = min(0.5 * width, volume.deepest) if depth > 0.0 else 0.5 * width
    return min(max(0.5 + 0.5 * depth / room, 0.0), 1.0)


def crossed(pull, number, volume, inner, position, own, width):
    """The Pull with what there is of another gravity at a position, which pulls against it."""
    share, turned = share_of(volume, position, width), isinstance(volume.effect, TurnedGravity)
    if share == 1.0:
        return pull._replace(up=inner)
    if share == 0.0:
        return pull._replace(mixed=(*pull.mixed, number))
    both = add(scale(pull.up, 1.0 - share), scale(inner, share * volume.effect.factor))
    drag = pull.drag + BRAKE * 4.0 * share * (1.0 - share) * inwards(volume, position, inner, STEP * width)
    if not turned or length(both) < WEAK:  # nobody turns
        up = own if turned else pull.up
        return Pull(up, pull.factor * dot(both, up), drag, (*pull.mixed, number))
    return Pull(normalise(both), pull.factor * length(both), drag, (*pull.mixed, number))


def inwards(volume, position, inner, step):
    """Does a volume's gravity lead towards its border, where others lead back? 1 straight, 0 along it or away from it.

    step: that its side is felt along [m]
    """
    ahead = along(position, inner, -step if volume.effect.factor > 0.0 else step)
    return max(volume.depth(position) - volume.depth(ahead), 0.0) / step


def gravities_of(placed):
    """[(number, Placed)] of those volumes that are gravities."""
    return [(number, volume) for number, volume in enumerate(placed) if isinstance(volume.effect, Gravity)]


def border_boxes(placed, width):
    """Boxes, lows and highs (b, 3) [m], outside of which no volume's gravity can pull against another.

    placed: as of `gravities_of`; width: of borders [m]
    """
    against = [volume for _, volume in placed if isinstance(volume.effect, TurnedGravity) or volume.effect.factor < 0.0]
    lows, highs = [], []
    for volume in against:
        aside = max(volume.volume.radius, hypot(*volume.half)) + width
        lows.append((volume.x - aside, volume.y - aside, volume.low - width))
        highs.append((volume.x + aside, volume.y + aside, volume.high + width))
    return np.array(lows).reshape(-1, 3), np.array(highs).reshape(-1, 3)
