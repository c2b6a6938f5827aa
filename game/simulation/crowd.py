"""A crowd: many players in one level, their random walks, and the places along a tour where they begin.

The states of each player have exactly the same bits as those of a Simulation's player.

Without movers, a tick is one compiled call for all agents, the same as for a single player. Agents that stand on a mover, or
that one may touch in this tick, are advanced one by one (`World.apply_movers`).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import dist, sqrt

import numpy as np
from numpy.typing import ArrayLike

from ..collision import Ellipsoid, Rules
from ..core.argument_checks import FARTHEST
from ..core.elementary_functions import cos, each, sin
from ..core.input_errors import InputError, shown
from ..core.vec3 import DOWN
from ..level import Level
from ..player.obstacles_and_one_way_walls import reach_of_any_tick
from ..player.player_params import PlayerParams
from ..player.player_state import FLOOR, Ground, PlayerState
from ..player.volume_containment import KILL, find_inside_kind
from .carrying import STILL
from .pushing import BOX_MARGIN
from .script import parse_script
from .simulation import Simulation
from .world import World

# How much the heading of an agent drifts [rad, in a second]. Smaller: all end up in corners; larger: they walk in circles.
DRIFT = 0.8
BLOCKED = 0.5  # part of the wished speed below which an agent turns away. Smaller: it rubs along walls; larger: it fears kerbs
LOOK_INTERVAL = 8  # ticks between two looks ahead. Fewer: each tick costs more; more: agents walk over edges before the look
LOOK_AHEAD = 1.2  # [m] from the body's middle. Smaller: too late to turn; larger: agents avoid narrow paths
LOOK_DEPTH = 60.0  # [m]; no fall in a level is deeper


class Wander:
    """Steering of `count` agents by random turns, the same for the same seed. Their first headings cover all directions."""

    def __init__(self, count: int, seed: int = 0):
        self._random = np.random.default_rng(seed)
        self.headings = np.arange(count) * (2.0 * np.pi / count)  # counter-clockwise from +y

    def wishes(self, crowd: Crowd) -> np.ndarray:
        """Turn the agents, around at obstacles and hazards. Returns their wishes for the next tick: unit vectors (n, 2)."""
        count = len(self.headings)
        self.headings += self._random.standard_normal(count) * (DRIFT / sqrt(crowd.hz))
        slow = np.sqrt((crowd.walking * crowd.walking).sum(axis=1)) < BLOCKED * crowd.params.speed
        if crowd.ticks:
            self._turn_back(slow, 0.5)
        if (crowd.surroundings.volumes["kind"] == KILL).any():
            self._turn_back(find_hazards(crowd, self.headings), 0.2)
        return np.stack([-each(sin, self.headings), each(cos, self.headings)], axis=1)

    def _turn_back(self, rows: np.ndarray, spread: float) -> None:
        """Turn agents by random angles, from (1 - spread) * pi to (1 + spread) * pi [rad]. rows: their indices, or a mask (n,)"""
        self.headings[rows] += self._random.uniform(1.0 - spread, 1.0 + spread, len(self.headings[rows])) * np.pi


def find_hazards(crowd: Crowd, headings: np.ndarray) -> np.ndarray:
    """Return the indices of agents with a deadly volume ahead. A tick tests only every LOOK_INTERVAL-th agent, in turn."""
    rows = np.arange(crowd.ticks % LOOK_INTERVAL, len(headings), LOOK_INTERVAL)
    directions = np.stack([-each(sin, headings[rows]), each(cos, headings[rows]), np.zeros(len(rows))], axis=1)
    places = crowd.positions[rows] + LOOK_AHEAD * directions
    depths = crowd.mesh.raycast(places, np.tile(DOWN, (len(rows), 1)), LOOK_DEPTH)
    places[:, 2] += crowd.params.feet - np.minimum(depths, LOOK_DEPTH)
    deadly = np.empty(len(rows), np.bool_)
    find_inside_kind(crowd.surroundings.volumes, KILL, places, crowd.params.feet, deadly)
    return rows[deadly]


MOST = 1_000_000  # agents; a larger number is a typing error


class Crowd(World):
    """Players, called agents, that all start at the level's spawn.

    level, params, rules, hz: as for Simulation
    positions: centres (n, 3) [m], which may be written to
    ticks: number of ticks made, which determines the movers' poses
    Raises InputError if `count` is not from 1 to MOST, or `hz` not from 30 to 480.
    """

    def __init__(self, level: Level, count: int, params: PlayerParams | None = None, rules: Rules | None = None, hz: int = 60):
        if not isinstance(count, int | np.integer) or not 0 < count <= MOST:
            raise InputError(f"count: a crowd has 1 to {MOST} walkers, not {shown(count)}")
        super().__init__(level, params or PlayerParams(), rules or Rules.modern(), hz)
        self.agents = self.new_rows(self.state_at(self._centre_above(level.spawn.at), level.spawn.heading), count)
        self.ticks = 0

    def __len__(self) -> int:
        return len(self.agents.before)

    @property
    def body(self) -> Ellipsoid:
        """The Ellipsoid of an upright agent that looks along +y."""
        return self.body_in(PlayerState((0.0, 0.0, 0.0)))

    positions = property(lambda self: self.agents.before["position"], doc="centres (n, 3) [m]")
    velocities = property(lambda self: self.agents.before["velocity"], doc="(n, 3) [m/s]")
    walking = property(lambda self: self.agents.before["walk"], doc="wishes clipped by walls (n, 2) [m/s]")
    grounds = property(lambda self: self.agents.before["ground"], doc="numbers of Ground (n,)")

    def axes(self) -> np.ndarray:
        """Return each agent's axes in the world (n, 3, 3): right, forward and up. If `is_round`, the heading does not turn them.

        Right and forward are unit vectors. The up of a crouched agent is shorter.
        """
        agents = self.agents.before
        axes = np.where(agents["has_frame"][:, None], agents["frame"], np.eye(3).ravel()).reshape(-1, 3, 3)
        if not self.is_round:
            headings = np.where(np.isnan(agents["facing"]), agents["heading"], agents["facing"])
            c, s = each(cos, headings)[:, None], each(sin, headings)[:, None]
            axes[:, 0], axes[:, 1] = axes[:, 0] * c + axes[:, 1] * s, axes[:, 1] * c - axes[:, 0] * s
        lowered = self.params.at(1.0).feet / self.params.feet - 1.0
        axes[:, 2] *= 1.0 + lowered * agents["crouched"][:, None]
        return axes

    @property
    def is_round(self) -> bool:
        """True if the heading of a body makes no difference to its collisions."""
        across, along, _ = self.params.radii
        return across == along or not self.rules.turn_body

    @property
    def returns(self) -> int:
        """The total number of respawns of all agents after deaths, crushes and falls out of the level."""
        counted = ("deaths", "crushed") if self.is_course else ("returns", "deaths", "crushed")  # falls on a course are deaths
        return int(sum(self.agents.before[name].sum() for name in counted))

    def state(self, i: int) -> PlayerState:
        return self.agents.state(i).replace(tick=self.ticks)

    def set_rate(self, hz: int) -> None:
        """Change the tick rate [1/s] from the next tick on. `ticks` becomes the nearest one at this rate. Raises InputError."""
        before = self.hz
        self._use_rate(hz)
        self.ticks = round(self.ticks * hz / before)

    def tick(
        self, wishes: ArrayLike, jumps: ArrayLike = False, runs: ArrayLike = False, crouches: ArrayLike = False,
        headings: ArrayLike = np.nan,
    ) -> None:  # fmt: skip
        """Move all agents by one tick.

        wishes: (n, 2) wished directions as in Intent, or (2,) for all agents
        jumps, runs, crouches: (n,) bool as in Intent, or one value for all agents
        headings: (n,) [rad], or one for all agents; nan keeps the heading
        Raises InputError for a wish that is not finite or beyond FARTHEST.
        """
        agents = self.agents
        agents.before["tick"] = self.ticks
        intents = self._checked(wishes), jumps, runs, crouches, headings
        for name, values in zip(("wish", "jump", "run", "crouch", "heading"), intents):
            agents.inputs[name] = values
        if self.movers is None:
            self._advance(np.arange(len(self)), None)
        else:
            self._advance_among_movers()
        agents.swap()
        self.ticks += 1

    def _checked(self, wishes: ArrayLike) -> np.ndarray:
        """Return the wishes as (n, 2), a row for each agent. Raises InputError for one that is not finite or beyond FARTHEST."""
        wishes = np.broadcast_to(wishes, (len(self), 2))
        is_in_range = (np.abs(wishes) <= FARTHEST).all(axis=1)  # false of NaN, too
        if not is_in_range.all():
            row = int(is_in_range.argmin())
            raise InputError(f"wishes: row {row} is not finite, or beyond {FARTHEST:g}: {wishes[row].tolist()}")
        return wishes

    def _advance(self, rows: np.ndarray, moving: tuple[np.ndarray, np.ndarray] | None) -> None:
        """Advance the agents with the indices `rows` by one tick. moving: the movers' triangles near them, or None"""
        self.driver.set_obstacles(moving, None)
        self.agents.choose(rows)
        events = self.driver.advance(self.agents)
        after = self.agents.after
        if moving is not None:
            landed = (after["touched"][rows] >= len(self.mesh.triangles)) & (after["ground"][rows] == FLOOR)
            for i in rows[landed].tolist():
                self.write_base(self.agents, i, self.agents.state(i), STILL, self.agents.state_after(i))
        if events:
            for i in rows[after["event"][rows] != 0].tolist():
                self.write_event_outcome(self.agents, i)

    def _advance_among_movers(self) -> None:
        """Advance all agents by one tick, in three groups: on or in contact with movers, near movers, and far from all."""
        assert self.movers is not None
        lows, highs = self.movers.boxes(self.ticks + 1)
        met = self._find_on_movers(lows, highs)
        is_met = within(self.positions, lows, highs, self._reaches())
        close = is_met.any(axis=1)
        self._advance(np.flatnonzero(~met & ~close), None)
        rows = np.flatnonzero(~met & close)
        numbers = np.flatnonzero(is_met[rows].any(axis=0)).tolist()
        self._advance(rows, self.movers.triangles(numbers, self.ticks + 1) if numbers else None)
        for i in np.flatnonzero(met).tolist():
            before = self.agents.state(i)
            phase, ride, base = self.apply_movers(self.agents, i, before)
            events = self.driver.advance(self.agents, phase)
            self.outcome(self.agents, i, before, self.agents.state_after(i), events, ride, base)

    def _find_on_movers(self, lows: np.ndarray, highs: np.ndarray) -> np.ndarray:
        """Return (n,) bool, True for agents that stand on a mover or may touch one in this tick. lows, highs: `Movers.boxes`"""
        assert self.movers is not None
        extents, met = self._extents(), self.agents.before["ground_body"] >= 0
        is_met = within(self.positions, lows, highs, extents)
        for i in np.flatnonzero(is_met.any(axis=1) & ~met).tolist():
            place, extent = tuple(self.positions[i].tolist()), tuple(extents[i].tolist())
            numbers = np.flatnonzero(is_met[i]).tolist()
            met[i] = any(self.movers.may_meet(number, place, place, extent, self.ticks + 1) for number in numbers)
        return met

    def _extents(self) -> np.ndarray:
        across, most = max(self.params.radii[:2]), max(self.params.radii)
        oriented = self.agents.before["has_frame"][:, None]
        return np.where(oriented, most, (across, across, self.params.radii[2])) + BOX_MARGIN

    def _reaches(self) -> np.ndarray:
        """Return the distance (n, 1) [m] from each agent within which a mover can affect its tick."""
        agents = self.agents.before
        walk, fall, flow = (np.sqrt((agents[name] ** 2).sum(axis=1)) for name in ("walk", "fall", "flow"))
        reach = reach_of_any_tick(self.driver.standing_params[0], walk, 2.0 * (fall + flow), self.params.gravity)
        return np.maximum(*reach)[:, None]


def within(positions: np.ndarray, lows: np.ndarray, highs: np.ndarray, reach: np.ndarray) -> np.ndarray:
    """Return (n, b) bool, True for each position (n, 3) in each box (b, 3) that is enlarged by `reach` on all sides [m].

    reach: (n, 3) or (n, 1), for each position
    """
    is_met = np.ones((len(positions), len(lows)), bool)
    reach = np.broadcast_to(reach, (len(positions), 3))
    for axis in range(3):
        place, room = positions[:, axis, None], reach[:, axis, None]
        is_met &= (place >= lows[:, axis] - room) & (place <= highs[:, axis] + room)
    return is_met


TOUR_RATE = 60  # ticks a second that tours are written for
SPACING = 0.5  # [m] between positions. Smaller: the crowd gathers where the tour waits; larger: few positions on short tours
CLEARANCE = 3.0  # [m] left free around the level's spawn, where the player is


def spawn_along_tour(crowd: Crowd) -> None:
    """Spread the agents along the level's tour, several in a place if they are many, or leave all if there is no place."""
    states = list(tour_states(crowd.level, crowd.params, crowd.rules)) if crowd.level.tour.strip() else []
    for i in range(len(crowd) if states else 0):
        crowd.agents.set_state(i, states[i * len(states) // len(crowd) if len(crowd) < len(states) else i % len(states)])


def tour_states(level: Level, params: PlayerParams, rules: Rules) -> Iterator[PlayerState]:
    """Simulate a level's tour, and yield states at rest at positions along it, in order. There may be none.

    They are on floors of the mesh, more than SPACING apart, and more than CLEARANCE from the start. Raises InputError.
    """
    sim = Simulation(level, params, rules, TOUR_RATE, history=1)
    start = last = sim.state.position
    for intent in parse_script(level.tour, "tour").intents(level.spawn.heading):
        after = sim.tick(intent).after
        stands = after.ground == Ground.FLOOR and after.ground_body < 0 and not after.crouched
        if stands and dist(after.position, last) > SPACING and dist(after.position, start) > CLEARANCE:
            last = after.position
            yield PlayerState(last, heading=after.heading, frame=after.frame)
