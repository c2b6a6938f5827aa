"""A crowd: many players in one level, each the player of a Simulation, to the bit. They do not collide and leave no trace.

The player's own part of a tick is one compiled call for all agents. This includes agents whose up is not +z, and bodies wider
than deep (oriented_agents.py). The parts before and after it, on movers and at checkpoints, are done by World for the agents
that need them (slow_path.py selects them). An agent that crouches down or stands up, or that cannot turn, takes the slow path
for the whole tick.
"""

import numpy as np
from numpy.typing import ArrayLike

from ...collision import Ellipsoid, Nearby, Rules
from ...collision.engine.orientation_frame import frame_at
from ...errors import InputError
from ...level import Level
from ..advance import ALIKE, advance_rows
from ..environment.forces import Forces
from ..environment.oriented_tick import OrientedTick
from ..movers.carrying import NO_RIDE, BaseMotion
from ..movers.pushing import BOX_MARGIN
from ..params import PlayerParams
from ..player.columns import FLOOR, FLOW, FOOTING, JUMP, POSITION, PULL, RUN, TOUCHED, VELOCITY, WALK, WISH
from ..player.state_arrays import input_of, numbers_of
from ..state import Intent, PlayerState
from ..world import PreparedTick, World
from .agent_forces import write_flow_change, write_forces
from .agents import CROUCHED, CRUSHED, DEATHS, FACING, FRAME, GROUND_BODY, HEADING, LAST_FLOW, RETURNS, STARTED, Agents, axes_of
from .oriented_agents import NO_AGENTS, bodies_at, find_oriented, heights_above, move_each
from .slow_path import VolumeKinds, change_posture, fell_out, have_frames, in_turned_gravity, may_trigger, reaches, within

MOST = 1_000_000  # agents; a larger number is a typing error


class Crowd(World):
    """Players that all begin at the level's spawn.

    level, params, rules, hz: as Simulation's; count: how many agents
    positions (n, 3): centres [m], which may be written to; ticks: how many the crowd has made, which movers depend on
    """

    def __init__(self, level: Level, count: int, params: PlayerParams | None = None, rules: Rules | None = None, hz: int = 60):
        if not 0 < count <= MOST:
            raise InputError(f"a crowd has 1 to {MOST} walkers, not {count!r}")
        super().__init__(level, params or PlayerParams(), rules or Rules.modern(), hz)
        place = self._centre_above(level.spawn.feet)
        start = PlayerState(place, heading=level.spawn.heading, frame=frame_at(self.up_at(place)))
        self.kinds = VolumeKinds(self.volumes)
        self.agents = Agents(start, count, len(self.volumes.placed) if self.volumes else 0)
        self._no_input = input_of(Intent(), Forces(self.params.gravity))[0]
        self._inputs = np.repeat(self._no_input[None], count, axis=0)
        self._near_of = {crouched: Nearby(self.mesh) for crouched in (0.0, 1.0)}  # working memory of the compiled calls
        self.ticks = 0

    def __len__(self) -> int:
        return len(self.agents.players)

    @property
    def body(self) -> Ellipsoid:
        """The Ellipsoid of an upright agent that looks along +y."""
        return self.body_in(START)

    positions = property(lambda self: self.agents.players[:, POSITION : POSITION + 3], doc="centres (n, 3) [m]")
    velocities = property(lambda self: self.agents.players[:, VELOCITY : VELOCITY + 3], doc="(n, 3) [m/s]")
    walking = property(lambda self: self.agents.players[:, WALK : WALK + 2], doc="wishes clipped by walls (n, 2) [m/s]")
    grounds = property(lambda self: self.agents.players[:, FOOTING], doc="numbers of Ground (n,)")

    def axes(self) -> np.ndarray:
        """(n, 3, 3): right, forward and up of each agent in the world; up is shorter than 1 when the agent is crouched."""
        axes = axes_of(self.agents.others, not self.is_round)
        lowered = self.params.at(1.0).feet / self.params.feet - 1.0
        axes[:, 2] *= 1.0 + lowered * self.agents.others[:, CROUCHED, None]
        return axes

    @property
    def is_round(self) -> bool:
        """True if the heading of a body makes no difference."""
        across, along, _ = self.params.radii
        return across == along or not self.rules.turn_body

    @property
    def returns(self) -> int:
        """Number of respawns: after falls out of the level, deaths and crushes."""
        return int(self.agents.others[:, [RETURNS, DEATHS, CRUSHED]].sum())

    def state(self, i: int) -> PlayerState:
        """The PlayerState of agent number i."""
        return self.agents.state(i, self.ticks)

    def set_rate(self, hz: int) -> None:
        """Change the ticks a second from the next tick on."""
        self.ticks = round(self.ticks * hz / self.hz)
        self._use_rate(hz)

    def tick(
        self, wishes: ArrayLike, jumps: ArrayLike = False, runs: ArrayLike = False, crouches: ArrayLike = False,
        headings: ArrayLike = np.nan,
    ) -> None:  # fmt: skip
        """Move all agents by one tick. wishes: (n, 2); the others (n,) or one for all, as in Intent; headings [rad], nan: keep"""
        self._write_intents(wishes, jumps, runs, crouches, headings)
        slow = self._slow_path()
        self._oriented = self._find_oriented(slow)
        upright = ~slow
        slow[self._oriented.rows] = False
        ended = [(i, self.next(self.state(i), self._intent(i))[0]) for i in numbers(slow)]
        prepared = {i: self._prepare_agent(i) for i in self._find_on_movers(upright)}
        self._write_forces(upright, prepared)
        for i in self._advance_all(np.flatnonzero(upright)):
            before, intent, _ = prepared.pop(i, None) or (self.state(i), self._intent(i), None)
            ended.append((i, self.next(before, intent)[0]))
            slow[i] = True
        self._swap(np.flatnonzero(~slow))
        ended += self._finish_agents(slow, prepared)
        self.ticks += 1
        for i, state in ended:
            self.agents.set_state(i, state)

    # Intents

    def _write_intents(self, wishes, jumps, runs, crouches, headings):
        self._wishes = self.agents.checked_wishes(wishes)  # unscaled: media scale the wishes in the inputs
        self._inputs[:, PULL:] = self._no_input[PULL:]
        self._inputs[:, WISH : WISH + 2], self._inputs[:, JUMP], self._inputs[:, RUN] = wishes, jumps, runs
        self._crouches, self._headings = (np.broadcast_to(values, len(self)) for values in (crouches, headings))

    def _intent(self, i):
        (x, y), (jump, run) = self._wishes[i].tolist(), self._inputs[i, JUMP : RUN + 1].tolist()
        heading = float(self._headings[i])
        return Intent((x, y), jump != 0.0, run != 0.0, bool(self._crouches[i]), heading if heading == heading else None)

    # The slow path, and what precedes the compiled call

    def _slow_path(self):
        """(n,) bool: agents whose whole tick is done one by one."""
        if getattr(self.level, "gravity", None) is not None or not (self.is_round or self.rules.exact_contact):
            return np.ones(len(self), bool)
        slow = in_turned_gravity(self.agents, self.kinds) | self._body_changes()
        if self.volumes:
            for boxes in (self.volumes.one_way_walls.boxes, self.volumes.borders):
                slow |= within(self.positions, *boxes, self._reaches()).any(axis=1)
        return slow

    def _body_changes(self):
        """(n,) bool: agents that crouch down or stand up, or whose body could not turn with the view."""
        return change_posture(self.agents, self._crouches) | ~np.isnan(self.agents.others[:, FACING])

    def _find_oriented(self, slow):
        """OrientedAgents: those of the slow path whose up is not +z and that need nothing else of it."""
        if self.movers or not (self.is_round or self.rules.exact_contact):
            return NO_AGENTS
        agents, volumes = self.agents, self.volumes
        simple = slow & have_frames(agents) & ~self._body_changes() & ~agents.others[:, LAST_FLOW : LAST_FLOW + 3].any(axis=1)
        if not simple.any():
            return NO_AGENTS
        if volumes:
            simple &= ~agents.inside[:, self.kinds.changing].any(axis=1)
            simple &= ~within(self.positions, *volumes.one_way_walls.boxes, self._reaches()).any(axis=1)
        return find_oriented(agents, np.flatnonzero(simple), self.level, volumes, 1.0 / self.hz)

    def _reaches(self):
        return reaches(self.agents.players, self.agents.others[:, LAST_FLOW : LAST_FLOW + 2], self.params, 1.0 / self.hz)

    def _find_on_movers(self, upright):
        """Numbers of the agents that stand on a mover or meet one."""
        if not self.movers:
            return []
        extents, riding = self._extents(), self.agents.others[:, GROUND_BODY] >= 0.0
        near = within(self.positions, *self.movers.boxes(self.ticks + 1), extents)
        return [i for i in numbers(upright & (riding | near.any(axis=1))) if riding[i] or self._meets_one(i, near[i], extents[i])]

    def _extents(self):
        """(n, 3): half extents of a box around each agent at any heading, as in pushing.py (OrientedBody.extents) [m]."""
        across, most = max(self.params.radii[:2]), max(self.params.radii)
        oriented = ~np.isnan(self.agents.others[:, FRAME, None])
        return np.where(oriented, most, (across, across, self.params.radii[2])) + BOX_MARGIN

    def _meets_one(self, i, near, extents):
        """True if one of the movers near agent i (m,) bool meets it, by the test of pushing.py."""
        place = tuple(self.positions[i].tolist())
        extents = tuple(extents.tolist())
        return any(self.movers.meets(number, place, place, extents, self.ticks + 1) for number in numbers(near))

    def _prepare_agent(self, i):
        """Prepare the tick of one agent. Returns (state before, intent, PreparedTick)"""
        before, intent = self.state(i), self._intent(i)
        prepared = self.prepare(before, intent)
        self.agents.set_state(i, prepared.state)
        self._inputs[i] = input_of(prepared.intent, prepared.forces or Forces(self.params.gravity))
        return before, intent, prepared

    def _write_forces(self, upright, prepared):
        """Write the forces on agents in water, wind and the like, except on those that are prepared already."""
        concerned = upright & self.agents.inside[:, self.kinds.media].any(axis=1)
        concerned[list(prepared)] = False
        if concerned.any():
            agents, rows = self.agents, np.flatnonzero(concerned)
            situation = agents.players, agents.inside, self.volumes, self.kinds.media, 1.0 / self.hz
            write_forces(self._inputs, self._inputs[:, JUMP] - self._crouches, rows, *situation)
        flows = np.pad(self._inputs[:, FLOW : FLOW + 2], ((0, 0), (0, 1)))
        last_flows = self.agents.others[:, LAST_FLOW : LAST_FLOW + 3]
        changed = upright & (flows != last_flows).any(axis=1)
        rows = np.flatnonzero(changed & (self.grounds != FLOOR))
        write_flow_change(self.agents.players, rows, last_flows[rows], flows[rows])
        last_flows[changed] = flows[changed]

    # The compiled call

    def _advance_all(self, rows):
        """Advance the agents in `rows` and the oriented ones.

        Returns the numbers of embedded agents with a body or an up of their own: they are not advanced.
        """
        embedded, crouched = [], self.agents.others[:, CROUCHED] != 0.0
        for amount, alike in ((0.0, ~crouched), (1.0, crouched)):
            near = self._near_of[amount].use(self.body_in(START._replace(crouched=amount)), self.rules)
            for near.moving, part in self._groups_by_movers(rows[alike[rows]]):
                embedded += self._advance_upright_agents(near, amount, part)
            near.moving, chosen = None, alike[self._oriented.rows]
            embedded += self._advance_each(near, amount, self._oriented.rows[chosen], self._oriented.frames[chosen])
        return embedded

    def _advance_upright_agents(self, near, amount, rows):
        """Advance the agents in `rows`, which are upright and crouched by that amount."""
        if not self.is_round:
            return self._advance_each(near, amount, rows, NO_AGENTS.frames)
        params = numbers_of(self.params.at(amount), self.rules, 1.0 / self.hz)
        advance_rows(near, self.agents.players, self.agents.after, self._inputs, params, rows)
        return []

    def _advance_each(self, near, amount, rows, frames):
        """Advance the agents in `rows`, which have bodies or these frames (m or 0, 9) of their own."""
        if not len(rows):
            return []
        params, dt = self.params.at(amount), 1.0 / self.hz
        headings = np.where(np.isnan(self._headings), self.agents.others[:, HEADING], self._headings)[rows]
        bodies = bodies_at(params.radii, headings) if not self.is_round else ALIKE[0]
        self.oriented = self.oriented or OrientedTick(self.mesh)
        return move_each(near, self.oriented, self.agents, self._inputs, rows, bodies, frames, params, dt)

    def _swap(self, rows):
        """Make the states after the tick the current ones; `rows` are the agents of the compiled call."""
        agents, oriented = self.agents, self._oriented
        agents.swap()
        turning = rows[~np.isnan(self._headings[rows])]
        agents.others[turning, HEADING] = self._headings[turning]
        agents.others[oriented.rows, FRAME:] = oriented.frames

    def _groups_by_movers(self, rows):
        """[(triangles as Nearby.moving takes them, rows)]: the agents of `rows` away from movers, and those near one."""
        if not self.movers or not len(rows):
            return [(None, rows)]
        near = within(self.positions[rows], *self.movers.boxes(self.ticks + 1), self._reaches()[rows])
        close = near.any(axis=1)
        return [(None, rows[~close]), (self.movers.triangles(numbers(near.any(axis=0)), self.ticks + 1), rows[close])]

    # What follows the compiled call

    def _finish_agents(self, slow, prepared):
        """Finish the tick of agents on movers, at triggers or below the level: [(number, PlayerState)]."""
        on_mover = (self.agents.players[:, TOUCHED] >= len(self.mesh.triangles)) & (self.grounds == FLOOR)
        concerned, inside = on_mover | self._fell_out(), None
        if self.volumes:
            inside = self.volumes.containing_each(self.positions, self._half_heights())
            if len(rows := self._oriented.rows):
                half = self._half_heights()[rows]
                inside[rows] = self.volumes.containing_oriented(self.positions[rows], half, self._oriented.ups)
            concerned |= may_trigger(self.agents, self._half_heights()[:, None], self.kinds) | self._start_runs()
        concerned[list(prepared)] = True
        ended = [(i, self._finish_agent(i, *prepared.get(i, ()))) for i in numbers(concerned & ~slow)]
        if self.volumes:
            self.agents.inside[~slow] = inside[~slow]
        return ended

    def _fell_out(self):
        above, (rows, ups) = self.positions[:, 2] - self.bounds[0][2], (self._oriented.rows, self._oriented.ups)
        above[rows] = heights_above(self.bounds, self.positions[rows], ups)
        return fell_out(self.agents.players, above, self._half_heights(), self.params)

    def _half_heights(self):
        """(n,): half of each agent's height [m], crouched or not; agents in between take the slow path."""
        return np.where(self.agents.others[:, CROUCHED] != 0.0, self.params.at(1.0).feet, self.params.feet)

    def _start_runs(self):
        """(n,) bool: agents whose timed run starts in this tick."""
        waiting = (self.agents.others[:, STARTED] < 0.0) & self.volumes.timed
        return waiting & (self._inputs[:, WISH : JUMP + 1] != 0.0).any(axis=1)

    def _finish_agent(self, i, before=None, intent=None, prepared=None):
        """The state of one agent after the tick; the other arguments as `_prepare_agent` returned them, if it was called."""
        before = before or self.agents.previous_state(i, self.ticks)
        intent, prepared = intent or self._intent(i), prepared or NOT_PREPARED
        after, touched = self.agents.state(i, self.ticks + 1), int(self.agents.players[i, TOUCHED])
        return self.finish(before, after, intent, prepared, touched)


START = PlayerState((0.0, 0.0, 0.0))  # the state of an agent with the common body
NOT_PREPARED = PreparedTick(None, None, None, BaseMotion(), NO_RIDE)


def numbers(mask):
    return np.flatnonzero(mask).tolist()
