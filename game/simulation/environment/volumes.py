"""The volumes of a level: which of them hold the player, and what they make of his tick, before and after it."""

from math import cos, hypot, sin, sqrt

import numpy as np

from ...collision.engine.frames import frame_at, up_of
from ...collision.engine.vec3 import UP, along, sub
from ...level.volume import Checkpoint, Conveyor, Finish, Kill, Portal, Water, Wind
from ..movers.placement import standing_at
from ..state import Ground
from .forces import across, medium_of, paced, up_in
from .gravity_blending import WIDTH, border_boxes, gravities_of, pull_at
from .one_way_walls import MagicWalls
from .respawn import home, sent_to

NOWHERE = (0.0, 0.0, 0.0)
NEVER = (1.0, 0.0)  # an empty interval
ACTING = Kill, Checkpoint, Finish, Portal  # what does something once, at the moment it is entered


class Placed:
    """A volume ready to be asked: its frame worked out, its flow turned into the world's. deepest: its middle from a side [m]"""

    def __init__(self, volume):
        self.volume, self.effect = volume, volume.effect
        self.x, self.y, self.low = volume.at
        self.high = self.low + volume.height
        self.c, self.s = cos(volume.heading), sin(volume.heading)
        self.half = volume.size[0] / 2.0, volume.size[1] / 2.0
        self.flow = volume.turned(flow_of(volume.effect))
        self.deepest = min(0.5 * volume.height, volume.radius or min(self.half))
        c, s, (across, along_) = abs(self.c), abs(self.s), self.half
        x, y = (volume.radius,) * 2 if volume.radius else (across * c + along_ * s, across * s + along_ * c)
        self.bounds = (self.x - x, self.y - y, self.low), (self.x + x, self.y + y, self.high)

    def holds(self, x, y, feet, head):
        """Is a part of the upright line from the feet to the head in it? Heights and places [m]."""
        return head >= self.low and feet <= self.high and self.spans(x, y)

    def spans(self, x, y):
        """Is a place, or each of many (n,), above it, in it or below it?"""
        dx, dy = x - self.x, y - self.y
        if self.volume.radius > 0.0:
            return dx * dx + dy * dy <= self.volume.radius**2
        return (abs(dx * self.c + dy * self.s) <= self.half[0]) & (abs(dy * self.c - dx * self.s) <= self.half[1])

    def entry(self, start, displacement, half):
        """When an upright line through a moving point first touches the volume: a part of the displacement, 0..1, or None.

        start, displacement: of the point, (3,) [m]; half: of the line's length [m], to both sides of the point
        """
        x, y, dx, dy = start[0] - self.x, start[1] - self.y, displacement[0], displacement[1]
        first, last = clip(start[2], displacement[2], self.low - half, self.high + half, 0.0, 1.0)
        if first > last:
            return None
        if self.volume.radius > 0.0:
            first, last = clip_to_circle((x, y), (dx, dy), self.volume.radius, first, last)
        else:
            c, s, (across, along_) = self.c, self.s, self.half
            first, last = clip(x * c + y * s, dx * c + dy * s, -across, across, first, last)
            first, last = clip(y * c - x * s, dy * c - dx * s, -along_, along_, first, last)
        return first if first <= last else None

    def depth(self, position):
        """How far a position (3,) is inside of its nearest side [m]; below 0 outside."""
        dx, dy, z = position[0] - self.x, position[1] - self.y, position[2]
        ways = [z - self.low, self.high - z]
        if self.volume.radius > 0.0:
            ways.append(self.volume.radius - hypot(dx, dy))
        else:
            ways += [self.half[0] - abs(dx * self.c + dy * self.s), self.half[1] - abs(dy * self.c - dx * self.s)]
        return min(ways) if min(ways) >= 0.0 else -hypot(*(min(way, 0.0) for way in ways))

    def below_top(self, feet, height):
        """How much of a body that stands at the height `feet` [m] is below the volume's top: 1 all, 0 or less nothing."""
        return (self.high - feet) / height


def clip(start, rate, low, high, first, last):
    """The part of first..last in which start + t rate lies in low..high, as (first, last); first > last: it never does."""
    if rate == 0.0:
        return (first, last) if low <= start <= high else NEVER
    a, b = (low - start) / rate, (high - start) / rate
    return max(first, min(a, b)), min(last, max(a, b))


def clip_to_circle(start, rate, radius, first, last):
    """`clip` to a circle around the origin. start, rate: (2,)"""
    a, c = rate[0] ** 2 + rate[1] ** 2, start[0] ** 2 + start[1] ** 2 - radius**2
    if a == 0.0:
        return (first, last) if c <= 0.0 else NEVER
    b = start[0] * rate[0] + start[1] * rate[1]
    discriminant = b * b - a * c
    if discriminant < 0.0:
        return NEVER
    root = sqrt(discriminant)
    return max(first, (-b - root) / a), min(last, (root - b) / a)


def flow_of(effect):
    """What an effect carries the player with, in its volume's frame (3,) [m/s]."""
    if isinstance(effect, Water):
        return effect.current
    if isinstance(effect, Wind):
        return effect.velocity
    return (0.0, effect.speed, 0.0) if isinstance(effect, Conveyor) else NOWHERE


class Volumes:
    """All volumes of a level. level: Level; params: PlayerParams. It keeps nothing of a run: states go in and come out."""

    def __init__(self, level, params):
        self.placed = tuple(Placed(volume) for volume in level.volumes)
        self.level, self.params = level, params
        kinds = {type(volume.effect) for volume in level.volumes}
        self.acting = [number for number, placed in enumerate(self.placed) if isinstance(placed.effect, ACTING)]
        self.timed, self.have_checkpoints = Finish in kinds, bool(kinds & {Checkpoint, Finish})
        self.magic, self.gravities = MagicWalls(level, params), gravities_of(self.placed)
        self.border = WIDTH * params.feet
        self.borders = border_boxes(self.gravities, self.border)

    def holding(self, position, up=UP, crouched=0.0):
        """Numbers of the volumes that hold a player whose centre is there, so far crouched, all of him or his feet, centre or
        head."""
        (x, y, z), half = position, self.params.at(crouched).feet
        if up != UP:
            return self._holding_any([along(position, up, part * half) for part in (-1.0, 0.0, 1.0)])
        feet, head = z - half, z + half
        return tuple(number for number, placed in enumerate(self.placed) if placed.holds(x, y, feet, head))

    def holding_each(self, positions, half):
        """`holding` for many who stand upright: positions (n, 3), half of their heights (n,) [m] -> (n, volumes) bool."""
        x, y, z = positions.T
        feet, head = z - half, z + half
        with np.errstate(over="ignore"):  # too far away to be squared is infinitely far, and in none
            held = [(head >= placed.low) & (feet <= placed.high) & placed.spans(x, y) for placed in self.placed]
        return np.stack(held, axis=1)

    def holding_along(self, positions, half, ups):
        """`holding` for many, each with an up of his own: positions, ups (n, 3), half (n,) as there -> (n, volumes) bool."""
        held = np.zeros((len(positions), len(self.placed)), bool)
        for part in (-1.0, 0.0, 1.0):
            x, y, z = along(positions.T, ups.T, part * half)
            held |= np.stack([(z >= placed.low) & (z <= placed.high) & placed.spans(x, y) for placed in self.placed], axis=1)
        return held

    def _holding_any(self, points):
        """Numbers of the volumes that hold one of these points."""
        return tuple(n for n, placed in enumerate(self.placed) if any(placed.holds(x, y, z, z) for x, y, z in points))

    def up_at(self, position, inside):
        """Against gravity, at a position [m] in these volumes: the last of them that turns it counts."""
        return self.pull_at(position, inside, UP).up

    def pull_at(self, position, inside, own):
        """How gravity pulls at a position [m] in these volumes whoever's up is `own`: a Pull."""
        return pull_at(self.gravities, position, inside, up_in(self.level, position), own, self.border)

    def around(self, state, intent, dt):
        """(Surroundings of the tick to come, the intent as far as they let it be)."""
        pull = self.pull_at(state.position, state.inside, up_of(state.frame))
        held = [self.placed[number] for number in state.inside if number not in pull.mixed]
        axes = frame_at(pull.up, state.frame)
        medium = across(pull, medium_of(held, state, intent, self.params, pull.up, axes))
        return medium.surroundings(self.params.gravity, dt, axes), paced(intent, medium.pace)

    def after(self, before, state, intent):
        """The state after a tick, with the effects of the volumes that the player crossed in it."""
        if self.timed and state.started < 0 and (intent.jump or intent.wish != (0.0, 0.0)):
            state = state._replace(started=before.tick)
        return self._effects(before, state._replace(inside=self.holding(state.position, up_of(state.frame), state.crouched)))

    def crossed(self, before, state):
        """The acting volumes that the player touched on its displacement: (part of it, 0..1, number) each, in that order.

        A player is as tall as at the end of the tick. One whose up is not +z is three points: feet, centre and head.
        """
        start, displacement = before.position, sub(state.position, before.position)
        half, up = self.params.at(state.crouched).feet, up_of(state.frame)
        found = []
        for number in self.acting:
            placed = self.placed[number]
            if up == UP:
                entries = [placed.entry(start, displacement, half)]
            else:
                entries = [placed.entry(along(start, up, part * half), displacement, 0.0) for part in (-1.0, 0.0, 1.0)]
            entries += [1.0] if number in state.inside else []
            parts = [entry for entry in entries if entry is not None]
            if parts:
                found.append((min(parts), number))
        return sorted(found)

    def _effects(self, before, state):
        for part, number in self.crossed(before, state):
            effect = self.placed[number].effect
            if isinstance(effect, Kill):
                return self.died(state)
            if isinstance(effect, Checkpoint) and number > state.checkpoint:
                state = state._replace(checkpoint=number)
            if isinstance(effect, Finish) and 0 <= state.started and state.finished < 0:
                state = state._replace(finished=state.tick, finish_part=part)
            if isinstance(effect, Portal) and number not in before.inside:
                return self._through(state, self.placed[number])
        return state

    def died(self, state):
        """The state back at the last checkpoint, or at the spawn, at rest."""
        feet, heading = home(self.level, state, lambda place: self.up_at(place, self.holding(place)))
        return self._at(state._replace(deaths=state.deaths + 1, heading=heading, ground=Ground.AIR), feet, still=True)

    def _through(self, state, portal):
        """The state on the other side of a portal: turned with it, and as fast as before."""
        turn = portal.effect.heading - portal.volume.heading
        state = state._replace(
            heading=state.heading + turn,
            walk=turned(state.walk, turn),
            fall=turned(state.fall, turn),
            velocity=turned(state.velocity, turn),
            flow=turned(state.flow, turn),
            ground=Ground.AIR,
            ported=state.ported + 1,
        )
        return self._at(state, portal.effect.to)

    def _at(self, state, feet, still=False):
        """The state with its feet there [m]."""
        up = self.up_at(feet, self.holding(feet))
        position = standing_at(self.level.mesh, feet, up, self.params.at(state.crouched))
        state = state._replace(position=position, stood=None)
        return sent_to(state, position) if still else state


def turned(vector, angle):
    """A vector (2,) or (3,) turned about the vertical by an angle [rad]; by none it stays the same bits."""
    x, y, *rest = vector
    c, s = cos(angle), sin(angle)
    return (x * c - y * s, x * s + y * c, *rest) if angle else tuple(vector)
