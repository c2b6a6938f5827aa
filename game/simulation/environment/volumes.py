"""The volumes of a level: which of them contain the player, their forces before a tick and their effects after it."""

from math import cos, hypot, sin, sqrt

import numpy as np

from ...collision.engine.orientation_frame import frame_at, up_of
from ...collision.engine.vec3 import UP, along, sub
from ...level.volume import Checkpoint, Conveyor, Finish, Kill, Portal, Water, Wind
from ..movers.placement import standing_position
from ..state import Ground
from .forces import level_up, medium_at, with_borders, with_pace
from .gravity_blending import BORDER_WIDTH, border_boxes, gravities_of, gravity_at
from .one_way_walls import OneWayWalls
from .orientation import rotate_about_z
from .respawn import at_rest, respawn_point

NOWHERE = (0.0, 0.0, 0.0)
NEVER = (1.0, 0.0)  # an empty interval
TRIGGERS = Kill, Checkpoint, Finish, Portal  # effects that act once, when the volume is entered


class PlacedVolume:
    """A volume with precomputed frame and bounds. flow: in the world; deepest: distance of its middle from a side [m]"""

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

    def contains_line(self, x, y, feet, head):
        """True if a part of the upright line from the feet to the head is inside [m]."""
        return head >= self.low and feet <= self.high and self.contains_column(x, y)

    def contains_column(self, x, y):
        """True if a position, or each of many (n,), is inside at some height."""
        dx, dy = x - self.x, y - self.y
        if self.volume.radius > 0.0:
            return dx * dx + dy * dy <= self.volume.radius**2
        return (abs(dx * self.c + dy * self.s) <= self.half[0]) & (abs(dy * self.c - dx * self.s) <= self.half[1])

    def entry(self, start, displacement, half):
        """The part of a displacement, 0..1, at which an upright line through a moving point first touches the volume, or None.

        start, displacement: of the point, (3,) [m]; half: half of the line's length [m]
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
        """Distance of a position (3,) from the nearest side [m]; below 0 outside."""
        dx, dy, z = position[0] - self.x, position[1] - self.y, position[2]
        depths = [z - self.low, self.high - z]
        if self.volume.radius > 0.0:
            depths.append(self.volume.radius - hypot(dx, dy))
        else:
            depths += [self.half[0] - abs(dx * self.c + dy * self.s), self.half[1] - abs(dy * self.c - dx * self.s)]
        return min(depths) if min(depths) >= 0.0 else -hypot(*(min(depth, 0.0) for depth in depths))

    def below_top(self, feet, height):
        """The part of a body with its feet at a height [m] that is below the volume's top: 1 all, 0 or less nothing."""
        return (self.high - feet) / height


def clip(start, rate, low, high, first, last):
    """Clip first..last to the t for which start + t rate lies in low..high. Returns (first, last); first > last for none."""
    if rate == 0.0:
        return (first, last) if low <= start <= high else NEVER
    a, b = (low - start) / rate, (high - start) / rate
    return max(first, min(a, b)), min(last, max(a, b))


def clip_to_circle(start, rate, radius, first, last):
    """Clip first..last, as `clip`, to a circle around the origin. start, rate: (2,)"""
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
    """Velocity (3,) [m/s] at which an effect carries the player, in the volume's frame."""
    if isinstance(effect, Water):
        return effect.current
    if isinstance(effect, Wind):
        return effect.velocity
    return (0.0, effect.speed, 0.0) if isinstance(effect, Conveyor) else NOWHERE


class Volumes:
    """All volumes of a level. It keeps nothing of a run: states go in and come out. level: Level; params: PlayerParams"""

    def __init__(self, level, params):
        self.placed = tuple(PlacedVolume(volume) for volume in level.volumes)
        self.level, self.params = level, params
        kinds = {type(volume.effect) for volume in level.volumes}
        self.triggers = [number for number, placed in enumerate(self.placed) if isinstance(placed.effect, TRIGGERS)]
        self.timed, self.have_checkpoints = Finish in kinds, bool(kinds & {Checkpoint, Finish})
        self.one_way_walls, self.gravities = OneWayWalls(level, params), gravities_of(self.placed)
        self.border = BORDER_WIDTH * params.feet
        self.borders = border_boxes(self.gravities, self.border)

    def containing(self, position, up=UP, crouched=0.0):
        """Numbers of the volumes that contain a player with its centre at a position [m]. crouched: how far, 0..1

        An upright player is a line from the feet to the head; one whose up is not +z is three points: feet, centre and head.
        """
        (x, y, z), half = position, self.params.at(crouched).feet
        if up != UP:
            return self._containing_any([along(position, up, part * half) for part in (-1.0, 0.0, 1.0)])
        feet, head = z - half, z + half
        return tuple(number for number, placed in enumerate(self.placed) if placed.contains_line(x, y, feet, head))

    def containing_each(self, positions, half):
        """`containing` for many upright players: positions (n, 3), half of their heights (n,) [m] -> (n, volumes) bool."""
        x, y, z = positions.T
        feet, head = z - half, z + half
        with np.errstate(over="ignore"):  # a distance too large to be squared is infinite: in no volume
            held = [(head >= placed.low) & (feet <= placed.high) & placed.contains_column(x, y) for placed in self.placed]
        return np.stack(held, axis=1)

    def containing_oriented(self, positions, half, ups):
        """`containing` for many players with an up of their own: positions, ups (n, 3), half (n,) [m] -> (n, volumes) bool."""
        held = np.zeros((len(positions), len(self.placed)), bool)
        for part in (-1.0, 0.0, 1.0):
            x, y, z = along(positions.T, ups.T, part * half)
            at_height = [(z >= placed.low) & (z <= placed.high) for placed in self.placed]
            held |= np.stack([high & placed.contains_column(x, y) for placed, high in zip(self.placed, at_height)], axis=1)
        return held

    def _containing_any(self, points):
        """Numbers of the volumes that contain one of these points."""
        return tuple(n for n, placed in enumerate(self.placed) if any(placed.contains_line(x, y, z, z) for x, y, z in points))

    def up_at(self, position, inside):
        """Unit vector against gravity at a position [m] in these volumes: the last of them that turns gravity counts."""
        return self.gravity_at(position, inside, UP).up

    def gravity_at(self, position, inside, own):
        """The LocalGravity at a position [m] in these volumes, for a player whose up is `own`."""
        return gravity_at(self.gravities, position, inside, level_up(self.level, position), own, self.border)

    def forces_on(self, state, intent, dt):
        """The Forces of the coming tick of dt [s], and the intent with the pace of its medium."""
        gravity = self.gravity_at(state.position, state.inside, up_of(state.frame))
        inside = [self.placed[number] for number in state.inside if number not in gravity.mixed]
        axes = frame_at(gravity.up, state.frame)
        medium = with_borders(gravity, medium_at(inside, state, intent, self.params, gravity.up, axes))
        return medium.forces(self.params.gravity, dt, axes), with_pace(intent, medium.pace)

    def apply_effects(self, before, state, intent):
        """The state after a tick, with the effects of the volumes that the player crossed in it."""
        if self.timed and state.started < 0 and (intent.jump or intent.wish != (0.0, 0.0)):
            state = state._replace(started=before.tick)
        state = state._replace(inside=self.containing(state.position, up_of(state.frame), state.crouched))
        for part, number in self.crossed_triggers(before, state):
            effect = self.placed[number].effect
            if isinstance(effect, Kill):
                return self.respawn(state)
            if isinstance(effect, Checkpoint) and number > state.checkpoint:
                state = state._replace(checkpoint=number)
            if isinstance(effect, Finish) and 0 <= state.started and state.finished < 0:
                state = state._replace(finished=state.tick, finish_part=part)
            if isinstance(effect, Portal) and number not in before.inside:
                return self._through_portal(state, self.placed[number])
        return state

    def crossed_triggers(self, before, state):
        """Triggers that the player touched on its displacement: [(part of it, 0..1, number)], sorted.

        The player is as tall as at the end of the tick. One whose up is not +z is three points: feet, centre and head.
        """
        start, displacement = before.position, sub(state.position, before.position)
        half, up = self.params.at(state.crouched).feet, up_of(state.frame)
        found = []
        for number in self.triggers:
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

    def respawn(self, state):
        """The state after a death: at the last checkpoint or at the spawn, at rest."""
        feet, heading = respawn_point(self.level, state, lambda place: self.up_at(place, self.containing(place)))
        state = state._replace(deaths=state.deaths + 1, heading=heading, ground=Ground.AIR)
        placed = self._placed_at(state, feet)
        return at_rest(placed, placed.position)

    def _through_portal(self, state, portal):
        """The state at a portal's exit: turned with the portal, and as fast as before."""
        turn = portal.effect.heading - portal.volume.heading
        state = state._replace(
            heading=state.heading + turn,
            walk=rotate_about_z(state.walk, turn),
            fall=rotate_about_z(state.fall, turn),
            velocity=rotate_about_z(state.velocity, turn),
            flow=rotate_about_z(state.flow, turn),
            ground=Ground.AIR,
            ported=state.ported + 1,
        )
        return self._placed_at(state, portal.effect.to)

    def _placed_at(self, state, feet):
        """The state with its feet at a point [m]."""
        up = self.up_at(feet, self.containing(feet))
        position = standing_position(self.level.mesh, feet, up, self.params.at(state.crouched))
        return state._replace(position=position, stood=None)
