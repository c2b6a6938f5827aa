"""Balls in a box: at rest with a door for the player, or closed and turning."""

from colorsys import hsv_to_rgb
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from math import dist, hypot
from typing import Annotated, NamedTuple

import numpy as np

from ...core.shapes import Balls, Lines, Shape, Skin
from ...core.value_rules import Length, Number, Values, Whole, Yes
from ...core.vec3 import Vector, add, dot, length, scale, sub
from ..physics import balls_in_box_step, forum_ball_method
from ..physics.ball_array import BALL, MOST_BALLS, BallRules, BallWorld, angular_momentum, energy, momentum
from ..physics.balls_as_triangles import widest_margin
from ..physics.ellipsoid_among_balls import NO_OBSTACLE, Obstacle, ellipsoid_gap, is_free, kick
from ..physics.walls_of_turning_box import (
    AXIS,
    UPRIGHT,
    Y_AXIS,
    Axes,
    axes_at,
    box,
    end_walls,
    is_inside,
    pushed_by_walls,
    side_walls,
)
from .board_content import BoardContent, BoardRow, Curve, Plot, number
from .court import SIGNS
from .exhibit import (
    Actor,
    Chosen,
    Control,
    ExhibitKind,
    ExhibitState,
    Incident,
    IncidentKind,
    Readout,
    button,
    dial,
    exhibit,
    switch,
)

GRAVITY = 9.81  # [m/s2]
TRIES = 200  # random places for each ball. Fewer: a fuller box stays half empty; more: the start takes long
SAMPLE_EVERY = 6  # ticks between two points of the plot
COUNTS = (15, 60, 200, 600, 1000, 3000, 10_000)
# Largest part of the box that the balls' bounding cubes fill; more balls are smaller. Smaller: few balls; larger: no free places.
FULLEST = 0.3
SORTED = 1000  # balls; more start in the cells of a grid. Fewer: they look sorted; more: the search for free places takes long
RESTITUTIONS = (0.3, 0.5, 0.7, 0.9, 1.0)
SPEEDS = (1.0, 3.0, 10.0, 100.0, 1000.0)
LAWS = ("exact", "forum", "penalty", "moved apart", "all at once")
EXACT, FORUM, PENALTY, APART, ALL_AT_ONCE = range(5)
METHOD_OF = {
    FORUM: balls_in_box_step.OVERLAP, PENALTY: balls_in_box_step.PENALTY, APART: balls_in_box_step.APART,
    ALL_AT_ONCE: balls_in_box_step.SIMULTANEOUS,
}  # fmt: skip
LAW_WORDS = {
    PENALTY: "Penalty: springs push apart what overlaps. It sinks in, and fast balls pass.",
    APART: "Moved apart: after each step, what overlaps is moved by its depth.",
    ALL_AT_ONCE: "All contacts of a step at once: nothing overlaps, but E is lost.",
}
FORUM_TICK = 1.0 / 60.0  # [s], the time unit of the energy that the forum's program shows


class RoomBodies(NamedTuple):
    balls: np.ndarray  # (n,) of BALL, relative to the centre of the box
    angle: float  # by which the box has turned about `BallRoom.axis` [rad]
    first: tuple[float, float]  # (2,) result of `kept_sums` at the start or at the last use of a control [J]
    work: float = 0.0  # of the walls on the balls since then [J]
    time: float = 0.0  # since the start [s]
    meets: bool = True  # True if the balls and the player stop each other
    holds: bool = False  # True if the player is inside a turning box, whose walls stop and push it.
    waits: bool = False  # True if the box did not turn in the last tick, because a ball was caught between the player and a wall
    cut: float = 0.0  # part of the time since then that the solver for heaps computed, because there were too many collisions [s]


@exhibit("ball_room")
@dataclass(frozen=True)
class BallRoom(ExhibitKind[RoomBodies]):
    """A box of balls, closed and `turning`, or at rest and open to the player.

    hatch: radius of a round opening for the player, not for balls, at -y of a box that turns about its y axis [m]; 0 for none
    """

    half: Annotated[tuple, Values(Number(0.2, 50.0, "m"), 3)] = (3.0, 3.0, 3.0)  # (3,) half of its sides [m]
    height: Annotated[float, Number(0.0, 100.0, "m")] = 3.0  # of its centre over the floor of the exhibit [m]
    balls: Annotated[int, Whole(1, MOST_BALLS)] = 15  # their number at the start
    radius: Length = 0.25  # of each ball [m]
    mass: Annotated[float, Number(1e-6, 1e6, "kg")] = 1.0  # [kg]
    speed: Annotated[float, Number(0.0, 1000.0, "m/s")] = 3.0  # of each ball at the start [m/s]
    turning: Yes = False
    hatch: Annotated[float, Number(0.0, 50.0, "m")] = 0.0
    seed: Annotated[int, Whole(0, 1_000_000)] = 1  # of the random positions and directions at the start

    FIGURES = {
        "energy": "J", "energy change": "of the first energy", "kept": "J", "kept change": "of the first energy",
        "momentum": "kg m/s", "events": "a tick", "work": "J", "outside": "balls", "waits": "1 while the box waits", "cut": "s",
    }  # fmt: skip

    def __post_init__(self) -> None:
        if self.radius >= min(self.half):
            raise ValueError(f"radius must be less than half of the shortest side, {min(self.half):g} m")
        most = min(self.half[0], self.half[2]) if self.turning else 0.0
        if self.hatch and self.hatch >= most:
            raise ValueError(f"hatch must be less than half of the sides of a turning box, {most:g} m")

    @property
    def axis(self) -> Vector:
        """The unit vector about which the box turns."""
        return Y_AXIS if self.hatch else AXIS

    @property
    def TITLE(self) -> str:
        return "Balls in a turning box" if self.turning else "Balls around you"

    @cached_property
    def CONTROLS(self) -> tuple[Control, ...]:
        rate = dial("turning", (0.0, 0.1, 0.25, 0.5, 1.0, 2.0), 0.5, "rad/s", "how fast the box turns")
        count = dial("balls", tuple(sorted({*COUNTS, self.balls})), self.balls, "", "how many; many are smaller")
        weight = switch("gravity", ("off", "on"), "weight of the balls")
        if self.turning:
            speed = dial("speed", tuple(sorted({*SPEEDS, self.speed})), self.speed, "m/s", "of each ball at the start")
            law = switch("law", LAWS, "collisions at exact times, or all at once; or overlaps: forum, springs, moving apart")
            return count, speed, rate, weight, law, button("start", "all balls start again")
        bounce = dial("bounce", RESTITUTIONS, 1.0, "", "part of the closing speed that is left after a collision")
        return count, bounce, weight, button("start", "all balls start again")

    def begin(self, values: Chosen) -> RoomBodies:
        return self._started(values, NO_OBSTACLE)

    def tick(self, values: Chosen, bodies: RoomBodies, used: frozenset[str], actor: Actor, hz: int) -> tuple[RoomBodies, Readout]:
        player, rate, dt = self._player(actor), values.get("turning", 0.0), 1.0 / hz
        place, restarted = self._from_middle(actor.position), bool(used & {"balls", "speed", "law", "start"})
        holds = self.hatch > 0.0 and is_inside(self.half, self.axes_at(bodies.angle), place, actor.radii)
        goal, angle = place, (0.0 if restarted else bodies.angle) + rate * dt
        if holds:
            goal = pushed_by_walls(self.half, self.axes_at(angle), place, actor.radii)
        if restarted:
            player, place = player._replace(centre=goal), goal
            bodies = self._started(values, player)
        elif used:
            bodies = bodies._replace(first=self.kept_sums(bodies.balls, values), work=0.0, cut=0.0)
        bodies = bodies._replace(holds=holds, meets=player.is_there and values.get("law", EXACT) in (EXACT, ALL_AT_ONCE))
        motion = scale(sub(goal, place), hz)
        moving = player._replace(motion=motion, velocity=add(player.velocity, motion))
        after, events = self._advanced(bodies, values, moving, angle, dt)
        if holds and after.meets and not is_free(self.half, self.hatch, after.balls, Obstacle(goal, actor.radii)):
            goal = place
            after, events = self._advanced(bodies, values, player, bodies.angle, dt)
            after = after._replace(waits=rate > 0.0)
        shift = sub(goal, self._from_middle(actor.position))
        return after, self._readout(after, values, events, restarted, hz)._replace(shift=shift)

    def _advanced(self, bodies: RoomBodies, values: Chosen, player: Obstacle, angle: float, dt: float) -> tuple[RoomBodies, int]:
        """Return (bodies after a tick of `dt` [s], number of events in it). angle: of the box after the tick [rad]"""
        balls, restitution = bodies.balls.copy(), values.get("bounce", 1.0)
        turned = self.axes_at(angle) if angle != bodies.angle else None
        kick(balls, player)
        law = BallRules((0.0, 0.0, -GRAVITY * values["gravity"]), restitution)
        world = BallWorld(box(self.half, dt, self.axes_at(bodies.angle), turned), law, player)
        method = balls_in_box_step.EVENT_DRIVEN if restitution == 1.0 else balls_in_box_step.SIMULTANEOUS  # rests in heaps
        method = METHOD_OF.get(int(values.get("law", 0.0)), method)
        done = balls_in_box_step.step(method, balls, balls_in_box_step.memory_for(len(balls)), world)
        work, time, cut = bodies.work + done.work, bodies.time + dt, bodies.cut + done.cut
        return bodies._replace(balls=balls, angle=angle, waits=False, work=work, time=time, cut=cut), done.events

    def _from_middle(self, position: Vector) -> Vector:
        """Return a position [m] relative to the centre of the box."""
        return position[0], position[1], position[2] - self.height

    def axes_at(self, angle: float) -> Axes:
        return axes_at(angle, self.axis)

    def _readout(self, bodies: RoomBodies, values: Chosen, events: int, restarted: bool, hz: int) -> Readout:
        now, kept = self.kept_sums(bodies.balls, values)
        first = max(abs(bodies.first[0]), 1e-12)
        figures = {
            "energy": now,
            "energy change": (now - bodies.first[0] - bodies.work) / first,
            "kept": kept,
            "kept change": (kept - bodies.first[1]) / first,
            "momentum": length(momentum(bodies.balls).tolist()),
            "events": float(events),
            "work": bodies.work,
            "outside": float(self.outside(bodies)),
            "waits": float(bodies.waits),
            "cut": bodies.cut,
        }
        sample = (bodies.time, now / first) if round(bodies.time * hz) % SAMPLE_EVERY == 0 else None
        incidents = (Incident(IncidentKind.STRUCK, (0.0, 0.0, self.height), float(events)),) if events else ()
        return Readout(figures, incidents, sample, restarted)

    def kept_sums(self, balls: np.ndarray, values: Chosen) -> tuple[float, float]:
        """Return (energy E, E - angular velocity . angular momentum) [J]. A steady turn without gravity keeps the second."""
        whole = energy(balls, (0.0, 0.0, -GRAVITY * values["gravity"]))
        return whole, whole - values.get("turning", 0.0) * dot(self.axis, angular_momentum(balls).tolist())

    def outside(self, bodies: RoomBodies) -> int:
        """Return the number of balls that are beyond a wall by more than 1e-9 m."""
        places, free = bodies.balls["position"].T, np.array(self.half)[:, None] - bodies.balls["radius"] + 1e-9
        heights = np.array([abs(dot(axis, places)) for axis in self.axes_at(bodies.angle)])
        return int((heights > free).any(axis=0).sum())

    def _player(self, actor: Actor) -> Obstacle:
        """Return the player as an Obstacle with SKIN and the margin of balls_as_triangles.py, or NO_OBSTACLE."""
        if (self.turning and not self.hatch) or not self._is_near(actor.position):
            return NO_OBSTACLE
        margin = widest_margin(self.radius) + SKIN  # more balls are smaller and need less
        return Obstacle(self._from_middle(actor.position), add(actor.radii, (margin, margin, margin)), UPRIGHT, actor.velocity)

    def _is_near(self, position: Vector) -> bool:
        """True if a position [m] is at most 2 m beyond a wall, at any angle of the box."""
        widest = hypot(self.half[0], self.half[2]) if self.turning else 0.0
        reach = (max(self.half[0], widest), self.half[1], max(self.half[2], widest))
        return all(abs(part) <= side + 2.0 for part, side in zip(self._from_middle(position), reach))

    def _started(self, values: Chosen, player: Obstacle) -> RoomBodies:
        """Return balls at random positions in the box, with equal speeds, apart from each other and the player.

        They are smaller than `radius` if they are many, and fewer than the desk's number if the box is full.
        """
        random, count = np.random.default_rng(self.seed), int(values["balls"])
        fullest = 0.5 * (FULLEST * float(np.prod(self.half)) * 8.0 / count) ** (1.0 / 3.0)
        radius = min(self.radius, round(fullest, 9))  # powers have other last bits on other machines
        places = (self._free_places if count <= SORTED else self._free_cells)(random, count, radius, player)
        ways = random.standard_normal(places.shape)
        balls = np.zeros(len(places), BALL)
        balls["position"], balls["radius"], balls["mass"] = places, radius, self.mass
        balls["velocity"] = values.get("speed", self.speed) * ways / np.linalg.norm(ways, axis=1, keepdims=True)
        balls["kind"] = np.arange(len(places)) % 16
        return RoomBodies(balls, 0.0, self.kept_sums(balls, values))

    def _free_places(self, random: np.random.Generator, count: int, radius: float, player: Obstacle) -> np.ndarray:
        """Return random places (n, 3) [m] for `count` balls, relative to the centre of the box; fewer if the box is full."""
        room = np.array(self.half) - radius - 1e-6
        places, placed, tries, apart = np.empty((count, 3)), 0, 0, 2.0 * radius + 1e-6
        while placed < count and tries < TRIES:  # a box in which so many tries fail is taken as full
            place, tries = (2.0 * random.random(3) - 1.0) * room, tries + 1
            near = places[:placed] - place
            is_apart = placed == 0 or float((near * near).sum(axis=1).min()) > apart * apart
            if is_apart and has_room(player, place, radius):
                places[placed], placed, tries = place, placed + 1, 0
        return places[:placed]

    def _free_cells(self, random: np.random.Generator, count: int, radius: float, player: Obstacle) -> np.ndarray:
        """Return the centres (n, 3) [m] of at most `count` random cells, as wide as a ball, free of the player."""
        cells = np.floor(2.0 * np.array(self.half) / (2.0 * radius + 1e-6)).astype(int)
        grid = np.stack(np.meshgrid(*(np.arange(many) for many in cells), indexing="ij"), axis=-1).reshape(-1, 3)
        places = random.permutation((grid + 0.5) * (2.0 * np.array(self.half) / cells) - np.array(self.half))
        away = places - player.centre
        is_far = (away * away).sum(axis=1) > (max(player.radii) + radius + 1e-3) ** 2  # of most, found at once
        free = (place for place, far in zip(places, is_far.tolist()) if far or has_room(player, place, radius))
        return np.array(list(islice(free, count))).reshape(-1, 3)

    def obstacles(self, bodies: RoomBodies, actor: Actor) -> tuple[np.ndarray, np.ndarray]:
        """Return centres (k, 3), radii (k,) [m] of balls near the player, none if closed or if the law lets them overlap."""
        if not bodies.meets:
            return np.empty((0, 3)), np.empty(0)
        centres = bodies.balls["position"] + (0.0, 0.0, self.height)
        (aside, down, up), around = actor.reach, bodies.balls["radius"][:, None] + widest_margin(self.radius)
        away = centres - np.array(actor.position)
        near = ((away >= (-aside, -aside, -down) - around) & (away <= (aside, aside, up) + around)).all(axis=1)
        return centres[near], bodies.balls["radius"][near]

    def walls(self, state: ExhibitState[RoomBodies], actor: Actor) -> np.ndarray:
        """Return the triangles (n, 3, 3) [m] that stop the player near a hatch, side walls only for one inside."""
        if not self.hatch or not self._is_near(actor.position):
            return np.empty((0, 3, 3))
        corners = end_walls(self.half, self.hatch)
        if state.bodies.holds:
            corners = np.concatenate([corners, side_walls(self.half, self.axes_at(state.bodies.angle))])
        return corners + (0.0, 0.0, self.height)

    def bodies(self, before: ExhibitState[RoomBodies], after: ExhibitState[RoomBodies], part: float) -> list[Shape]:
        """Make the balls, with shadows for the first MOST_SHADOWS, and the box if it turns."""
        last = after.bodies
        first = before.bodies if len(before.bodies.balls) == len(last.balls) and before.bodies.time <= last.time else last
        places = first.balls["position"] * (1.0 - part) + last.balls["position"] * part + (0.0, 0.0, self.height)
        shapes: list[Shape] = [Balls(places, last.balls["radius"], COLOURS[last.balls["kind"]])]
        if self.turning:
            shapes += box_shapes(self, first.angle + (last.angle - first.angle) * part)
        return [*shapes, shadows(places[:MOST_SHADOWS], last.balls["radius"][:MOST_SHADOWS])]

    def sheet(self, state: ExhibitState[RoomBodies]) -> BoardContent:
        """Make the board with the balls' energy E, and momentum, or outside balls and E - omega L, kept without gravity."""
        values, shown = self.values(state), state.bodies
        now, kept = self.kept_sums(shown.balls, values)
        first = max(abs(shown.first[0]), 1e-12)
        drift = abs(kept - shown.first[1]) / first if not (values["gravity"] and values.get("turning", 0.0)) else None
        cut_off = f"{shown.cut:.2f} s had too many collisions and ended all at once: this changed E."
        if self.turning:
            outside = self.outside(shown)
            notes = (
                "The walls change the energy E. A steady turn keeps E - \u03c9L (L: angular momentum).",
                "It waits: a ball is caught between you and a wall."
                if shown.waits
                else cut_off
                if shown.cut
                else "The forum's law forgets that walls move: slow balls get out."
                if not values["law"]
                else LAW_WORDS.get(int(values["law"]))
                or "Forum's E, rounded after each ball: {:.0f}, exact {:.1f}.".format(*forum_tally(shown.balls)),
            )
            given = "not kept: gravity" if drift is None else number(shown.first[1])
            rows: tuple[BoardRow, ...] = (
                BoardRow("energy E [J]", "", number(now)),
                BoardRow("E - \u03c9L [J]", "not kept: cut off" if shown.cut else given, number(kept)),
                BoardRow("balls outside", "0", str(outside), outside > 0),
            )
        else:
            notes = (
                "Walk in: they bounce off you, and you can kick them.",
                cut_off
                if shown.cut
                else "Only you change their energy E: stay outside, and it is kept."
                if values["bounce"] == 1.0
                else "Bounce is below 1, so each collision takes energy E away.",
            )
            rows = (
                BoardRow("energy E [J]", "not kept: cut off" if shown.cut else number(shown.first[0]), number(now)),
                BoardRow("momentum [kg m/s]", "", number(length(momentum(shown.balls).tolist()))),
            )
        return BoardContent(self.TITLE, notes, rows, plot_of(state))

    def overlay(self, state: ExhibitState[RoomBodies]) -> list[Shape]:
        """Make lines for the displacements of the first 400 balls in the next tenth of a second, at most 1.5 m long."""
        balls = state.bodies.balls[:400]
        start = balls["position"] + (0.0, 0.0, self.height)
        step = 0.1 * balls["velocity"]
        length = np.maximum(np.linalg.norm(step, axis=1, keepdims=True), 1e-12)
        return [Lines(np.stack([start, start + step * np.minimum(1.0, 1.5 / length)], axis=1), (0.97, 0.84, 0.16), 0.012)]


def has_room(player: Obstacle, place: np.ndarray, radius: float) -> bool:
    """True if a ball of a radius [m] at a place [m] relative to the box's centre does not overlap the player."""
    if not player.is_there or dist(player.centre, place) > max(player.radii) + radius + 1e-6:
        return True
    return ellipsoid_gap(player, tuple(place.tolist()))[0] > radius + 1e-6


SKIN = 2e-3  # [m] between the player and a ball that touch. Smaller: the player starts a tick in a ball by rounding


COLOURS = np.array([hsv_to_rgb(kind / 16.0, 0.55 if kind % 2 else 0.8, 0.92 if kind % 3 else 0.7) for kind in range(16)])
EDGE, GLASS, RIM = (0.30, 0.33, 0.38), (0.62, 0.80, 0.92), (0.90, 0.62, 0.18)
SHADOW, SIDES = (0.10, 0.11, 0.13), 10
EDGES = [(i, j) for i in range(8) for j in range(i) if np.abs(SIGNS[i] - SIGNS[j]).sum() == 2]
MOST_SHADOWS = 250  # More: the software renderer takes long; fewer: balls seem to float


def box_shapes(kind: BallRoom, angle: float) -> list[Shape]:
    """Make the edges and the tinted floor of the box, and the walls of a box with a hatch."""
    corners = (SIGNS * np.array(kind.half)) @ np.array(kind.axes_at(angle)) + (0.0, 0.0, kind.height)
    floor = corners[[number for number in range(8) if SIGNS[number, 2] < 0]][[0, 2, 3, 0, 3, 1]].reshape(2, 3, 3)
    edges = Lines(np.array([[corners[i], corners[j]] for i, j in EDGES]), EDGE, 0.05)
    shapes: list[Shape] = [edges, Skin(floor, np.tile((*GLASS, 0.35), (2, 3, 1)))]
    return [*shapes, *hatch_shapes(kind, angle)] if kind.hatch else shapes


def hatch_shapes(kind: BallRoom, angle: float) -> list[Shape]:
    """Make the tinted glass walls of a box with a hatch, and the rim of the hatch."""
    ends = end_walls(kind.half, kind.hatch)
    front = 2 * len(ends) // 3  # the rest is the wall behind
    glass = np.concatenate([ends[:front], side_walls(kind.half, kind.axes_at(angle))]) + (0.0, 0.0, kind.height)
    rim = ends[: front // 2, :2] + (0.0, 0.0, kind.height)
    tint = np.repeat([(*GLASS, 0.3), (*GLASS, 0.12)], [front, len(glass) - front], axis=0)
    return [Skin(glass, np.repeat(tint[:, None], 3, axis=1)), Lines(rim, RIM, 0.06)]


def shadows(places: np.ndarray, radii: np.ndarray) -> Skin:
    """Make a dark disc on the floor z = 0 under each ball, fainter for higher balls."""
    angles = np.linspace(0.0, 2.0 * np.pi, SIDES + 1)
    rim = np.column_stack([np.cos(angles), np.sin(angles), np.zeros(SIDES + 1)])
    fan = np.stack([np.zeros((SIDES, 3)), rim[:-1], rim[1:]], axis=1)
    feet = places * (1.0, 1.0, 0.0) + (0.0, 0.0, 0.012)
    corners = feet[:, None, None] + radii[:, None, None, None] * fan
    colours = np.empty((len(places), SIDES, 3, 4))
    colours[..., :3] = SHADOW
    colours[..., 3] = (0.45 / (1.0 + 0.5 * places[:, 2]))[:, None, None]
    colours[:, :, 1:, 3] *= 0.25
    return Skin(corners.reshape(-1, 3, 3), colours.reshape(-1, 3, 4))


def forum_tally(balls: np.ndarray) -> tuple[float, float]:
    """Return (the energy that the forum's program shows, which is rounded after each ball, the exact one) [kg units2/tick2]."""
    unit = forum_ball_method.UNITS * FORUM_TICK
    exact = 0.5 * float((balls["mass"] * (balls["velocity"] ** 2).sum(axis=1)).sum()) * unit * unit
    return forum_ball_method.shown_energy(balls, box((1.0, 1.0, 1.0), FORUM_TICK), forum_ball_method.UNITS), exact


def forum_reach(balls: np.ndarray) -> tuple[float, float]:
    """Return the distance of two balls' centres at which the forum's program lets them collide, and the sum of their radii [m].

    The program rounds the sum to whole units. balls: (n,) of BALL, of one size
    """
    exact = 2.0 * float(balls[0]["radius"])
    return forum_ball_method.rounded(exact * forum_ball_method.UNITS) / forum_ball_method.UNITS, exact


def plot_of(state: ExhibitState[RoomBodies]) -> Plot:
    """Make the plot of the ratio of the energy to the first energy, over time."""
    samples, first = state.plotted(2)
    most = max(2.0, float(samples[:, 1].max()) if len(samples) else 2.0)
    top = next(size for size in (2.0, 5.0, 10.0, 100.0, 1e4, 1e300) if most <= size)
    points = np.column_stack([(samples[:, 0] - first) / 24.0, samples[:, 1] / top])
    curve = Curve("energy", (0.85, 0.22, 0.16), np.clip(points, 0.0, 1.0), True)
    marks = tuple((part, f"{part * top:g}") for part in (0.0, 0.5, 1.0))
    return Plot("energy over the first energy", (curve,), marks, f"{first:.0f} to {first + 24:.0f} s")
