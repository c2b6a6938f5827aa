"""A crowd: many players in one level, each the player of a Simulation, to the bit. They do not collide and leave no trace.

The player's own part of a tick is one compiled call for all agents, also for those on a planet, or with bodies wider than deep
(oriented_agents.py). What comes before and after it, on movers and at checkpoints, is done one by one as for a Simulation, by
Setting, for the agents that need it (slow_path.py selects them). An agent that is crouching down or standing up, or that turns
into something, takes that path for the whole tick.
"""

import numpy as np

from ...collision import Nearby, Rules
from ...collision.engine.frames import frame_at
from ...errors import InputError
from ..advance import ALIKE, advance_rows
from ..environment.forces import Surroundings
from ..environment.oriented_tick import Turned
from ..movers.carrying import STILL, Carried
from ..movers.pushing import CLOSE
from ..params import PlayerParams
from ..player.columns import FLOOR, FLOW, FOOTING, JUMP, POSITION, PULL, RUN, TOUCHED, VELOCITY, WALK, WISH
from ..player.rows import input_of, numbers_of
from ..state import Intent, PlayerState
from ..world import Begun, Setting
from .agents import CROUCHED, CRUSHED, DEATHS, FACING, FRAME, GROUND_BODY, HEADING, LAST_FLOW, RETURNS, STARTED, Walkers, axes_of
from .forces import write_blown, write_surroundings
from .oriented_agents import NOBODY, bodies_at, heights_above, leaning_of, move_each
from .slow_path import VolumeKinds, are_lost, change_posture, meet_effects, reaches, stand_in_frames, stand_turned, within

MOST = 1_000_000  # walkers: more is a slip of the keyboard


class Crowd(Setting):
    """Players who all begin where the level's does.

    level, params, rules, hz: as Simulation's; count: how many
    positions (n, 3): centres [m], which may be written to; ticks: how many it has moved, which movers go by
    """

    def __init__(self, level, count, params=None, rules=None, hz=60):
        if not 0 < count <= MOST:
            raise InputError(f"a crowd has 1 to {MOST} walkers, not {count!r}")
        super().__init__(level, params or PlayerParams(), rules or Rules.modern(), hz)
        place = self._above(level.spawn.feet)
        start = PlayerState(place, heading=level.spawn.heading, frame=frame_at(self.up_at(place)))
        self.kinds = VolumeKinds(self.volumes)
        self.walkers = Walkers(start, count, len(self.volumes.placed) if self.volumes else 0)
        self._plain = input_of(Intent(), Surroundings(self.params.gravity))[0]
        self._inputs = np.repeat(self._plain[None], count, axis=0)
        self._together = {crouched: Nearby(self.mesh) for crouched in (0.0, 1.0)}  # room for the common calls
        self.ticks = 0

    def __len__(self):
        return len(self.walkers.players)

    @property
    def body(self):
        """The Ellipsoid of one who stands upright and looks along +y."""
        return self.body_in(START)

    positions = property(lambda self: self.walkers.players[:, POSITION : POSITION + 3], doc="centres (n, 3) [m]")
    velocities = property(lambda self: self.walkers.players[:, VELOCITY : VELOCITY + 3], doc="(n, 3) [m/s]")
    walking = property(lambda self: self.walkers.players[:, WALK : WALK + 2], doc="what walls left of the wishes (n, 2) [m/s]")
    grounds = property(lambda self: self.walkers.players[:, FOOTING], doc="numbers of Ground (n,)")

    def axes(self):
        """(n, 3, 3): each one's right, forward and up in the world; up is shorter than 1 as far as he is crouched."""
        axes = axes_of(self.walkers.others, not self.is_round)
        lowered = self.params.at(1.0).feet / self.params.feet - 1.0
        axes[:, 2] *= 1.0 + lowered * self.walkers.others[:, CROUCHED, None]
        return axes

    @property
    def is_round(self):
        """Does it make no difference to a body which way it is turned?"""
        across, along, _ = self.params.radii
        return across == along or not self.rules.turn_body

    @property
    def returns(self):
        """How often somebody was put back who fell out of the level, was killed or crushed."""
        return int(self.walkers.others[:, [RETURNS, DEATHS, CRUSHED]].sum())

    def state(self, i):
        """The PlayerState of walker number i."""
        return self.walkers.state(i, self.ticks)

    def set_rate(self, hz):
        """Change the ticks a second from the next tick on."""
        self.ticks = round(self.ticks * hz / self.hz)
        self._run_at(hz)

    def tick(self, wishes, jumps=False, runs=False, crouches=False, headings=np.nan):
        """Move all by one tick. wishes: (n, 2); all others (n,) or one for all, as Intent's; headings [rad], nan keeps them."""
        self._hear(wishes, jumps, runs, crouches, headings)
        apart = self._apart()
        self._leaning = self._who_lean(apart)
        upright = ~apart
        apart[self._leaning.rows] = False
        ended = [(i, self.next(self.state(i), self._intent(i))[0]) for i in numbers(apart)]
        begun = {i: self._begin(i) for i in self._who_meets_movers(upright)}
        self._ask_volumes(upright, begun)
        for i in self._move_together(np.flatnonzero(upright)):
            before, intent, _ = begun.pop(i, None) or (self.state(i), self._intent(i), None)
            ended.append((i, self.next(before, intent)[0]))
            apart[i] = True
        self._turn_over(np.flatnonzero(~apart))
        ended += self._conclude(apart, begun)
        self.ticks += 1
        for i, state in ended:
            self.walkers.put(i, state)

    # What they want

    def _hear(self, wishes, jumps, runs, crouches, headings):
        """Write down the intents of this tick."""
        self._wishes = self.walkers.checked(wishes)  # as they were: what they swim in shortens the inputs
        self._inputs[:, PULL:] = self._plain[PULL:]
        self._inputs[:, WISH : WISH + 2], self._inputs[:, JUMP], self._inputs[:, RUN] = wishes, jumps, runs
        self._crouches, self._headings = (np.broadcast_to(told, len(self)) for told in (crouches, headings))

    def _intent(self, i):
        (x, y), (jump, run) = self._wishes[i].tolist(), self._inputs[i, JUMP : RUN + 1].tolist()
        heading = float(self._headings[i])
        return Intent((x, y), jump != 0.0, run != 0.0, bool(self._crouches[i]), heading if heading == heading else None)

    # Who goes apart from the others, or begins so

    def _apart(self):
        """(n,) bool: whose whole tick is done one by one."""
        if getattr(self.level, "gravity", None) is not None or not (self.is_round or self.rules.exact_contact):
            return np.ones(len(self), bool)
        apart = stand_turned(self.walkers, self.kinds) | self._change()
        if self.volumes:
            for boxes in (self.volumes.magic.boxes, self.volumes.borders):
                apart |= within(self.positions, *boxes, self._reaches()).any(axis=1)
        return apart

    def _change(self):
        """(n,) bool: whose bodies are not as they want them to be."""
        return change_posture(self.walkers, self._crouches) | ~np.isnan(self.walkers.others[:, FACING])

    def _who_lean(self, apart):
        """Leaning, of those among `apart` whose up is not +z and to whom nothing else happens."""
        if self.movers or not (self.is_round or self.rules.exact_contact):
            return NOBODY
        walkers, volumes = self.walkers, self.volumes
        alike = apart & stand_in_frames(walkers) & ~self._change() & ~walkers.others[:, LAST_FLOW : LAST_FLOW + 3].any(axis=1)
        if not alike.any():
            return NOBODY
        if volumes:
            alike &= ~walkers.inside[:, self.kinds.changing].any(axis=1)
            alike &= ~within(self.positions, *volumes.magic.boxes, self._reaches()).any(axis=1)
        return leaning_of(walkers, np.flatnonzero(alike), self.level, volumes, 1.0 / self.hz)

    def _reaches(self):
        return reaches(self.walkers.players, self.walkers.others[:, LAST_FLOW : LAST_FLOW + 2], self.params, 1.0 / self.hz)

    def _who_meets_movers(self, together):
        """Numbers of those who ride a mover, or are met by one."""
        if not self.movers:
            return []
        extents, riding = self._extents(), self.walkers.others[:, GROUND_BODY] >= 0.0
        near = within(self.positions, *self.movers.boxes(self.ticks + 1), extents)
        return [i for i in numbers(together & (riding | near.any(axis=1))) if riding[i] or self._is_met(i, near[i], extents[i])]

    def _extents(self):
        """(n, 3): half of a box around each, however he is turned, as pushing.py asks with it (Stance.extents) [m]."""
        across, most = max(self.params.radii[:2]), max(self.params.radii)
        leaning = ~np.isnan(self.walkers.others[:, FRAME, None])
        return np.where(leaning, most, (across, across, self.params.radii[2])) + CLOSE

    def _is_met(self, i, near, extents):
        """Does one of the movers near him (m,) bool meet number i? Asked as pushing.py does."""
        place = tuple(self.positions[i].tolist())
        extents = tuple(extents.tolist())
        return any(self.movers.meets(number, place, place, extents, self.ticks + 1) for number in numbers(near))

    def _begin(self, i):
        """Before the common call, of one: (state before, intent, Begun)."""
        before, intent = self.state(i), self._intent(i)
        begun = self.begin(before, intent)
        self.walkers.put(i, begun.state)
        self._inputs[i] = input_of(begun.intent, begun.around or Surroundings(self.params.gravity))
        return before, intent, begun

    def _ask_volumes(self, together, begun):
        """Write down what is around those who are in water, wind and the like, but for those who know it already."""
        concerned = together & self.walkers.inside[:, self.kinds.media].any(axis=1)
        concerned[list(begun)] = False
        if concerned.any():
            walkers, rows = self.walkers, np.flatnonzero(concerned)
            told = walkers.players, walkers.inside, self.volumes, self.kinds.media, 1.0 / self.hz
            write_surroundings(self._inputs, self._inputs[:, JUMP] - self._crouches, rows, *told)
        self._blow(together)

    def _blow(self, together):
        """What carries them now, and what they keep of what did until now."""
        flows = np.pad(self._inputs[:, FLOW : FLOW + 2], ((0, 0), (0, 1)))
        were = self.walkers.others[:, LAST_FLOW : LAST_FLOW + 3]
        changed = together & (flows != were).any(axis=1)
        rows = np.flatnonzero(changed & (self.grounds != FLOOR))
        write_blown(self.walkers.players, rows, were[rows], flows[rows])
        were[changed] = flows[changed]

    # The common call

    def _move_together(self, rows):
        """The own part of the tick of those in `rows` and of those who lean. Returns the numbers of those who are inside of
        something and have a body or an up of their own: for them nothing was done."""
        inside, crouched = [], self.walkers.others[:, CROUCHED] != 0.0
        for amount, alike in ((0.0, ~crouched), (1.0, crouched)):
            near = self._together[amount].use(self.body_in(START._replace(crouched=amount)), self.rules)
            for near.moving, part in self._by_movers(rows[alike[rows]]):
                inside += self._advance_alike(near, amount, part)
            near.moving, lean = None, alike[self._leaning.rows]
            inside += self._advance_each(near, amount, self._leaning.rows[lean], self._leaning.frames[lean])
        return inside

    def _advance_alike(self, near, amount, rows):
        """The common call for those in `rows`, who stand upright and are crouched by that amount."""
        if not self.is_round:
            return self._advance_each(near, amount, rows, NOBODY.frames)
        told = numbers_of(self.params.at(amount), self.rules, 1.0 / self.hz)
        advance_rows(near, self.walkers.players, self.walkers.after, self._inputs, told, rows)
        return []

    def _advance_each(self, near, amount, rows, frames):
        """The common call for those in `rows`, who have bodies or these frames (m or 0, 9) of their own."""
        if not len(rows):
            return []
        params, dt = self.params.at(amount), 1.0 / self.hz
        headings = np.where(np.isnan(self._headings), self.walkers.others[:, HEADING], self._headings)[rows]
        bodies = bodies_at(params.radii, headings) if not self.is_round else ALIKE[0]
        self.turned = self.turned or Turned(self.mesh)
        return move_each(near, self.turned, self.walkers, self._inputs, rows, bodies, frames, params, dt)

    def _turn_over(self, rows):
        """Those in `rows` are as their ticks left them."""
        walkers, leaning = self.walkers, self._leaning
        walkers.turn_over()
        looking = rows[~np.isnan(self._headings[rows])]
        walkers.others[looking, HEADING] = self._headings[looking]
        walkers.others[leaning.rows, FRAME:] = leaning.frames

    def _by_movers(self, rows):
        """(triangles as Nearby.moving takes them, those of `rows` who may touch them): nobody near a mover, and all others."""
        if not self.movers or not len(rows):
            return [(None, rows)]
        near = within(self.positions[rows], *self.movers.boxes(self.ticks + 1), self._reaches()[rows])
        close = near.any(axis=1)
        return [(None, rows[~close]), (self.movers.triangles(numbers(near.any(axis=0)), self.ticks + 1), rows[close])]

    # After it

    def _conclude(self, apart, begun):
        """What comes after: [(number, PlayerState)] of those to whom something happened."""
        concerned, held = self._touch_movers() | self._are_lost(), None
        if self.volumes:
            held = self.volumes.holding_each(self.positions, self._half())
            if len(rows := self._leaning.rows):
                held[rows] = self.volumes.holding_along(self.positions[rows], self._half()[rows], self._leaning.ups)
            concerned |= meet_effects(self.walkers, self._half()[:, None], self.kinds) | self._set_out()
        concerned[list(begun)] = True
        ended = [(i, self._end(i, *begun.get(i, ()))) for i in numbers(concerned & ~apart)]
        if self.volumes:
            self.walkers.inside[~apart] = held[~apart]
        return ended

    def _touch_movers(self):
        """(n,) bool: who stands on one now."""
        return (self.walkers.players[:, TOUCHED] >= len(self.mesh.triangles)) & (self.grounds == FLOOR)

    def _are_lost(self):
        above, (rows, ups) = self.positions[:, 2] - self.bounds[0][2], (self._leaning.rows, self._leaning.ups)
        above[rows] = heights_above(self.bounds, self.positions[rows], ups)
        return are_lost(self.walkers.players, above, self._half(), self.params)

    def _half(self):
        """(n,): half of each one's height [m]; crouched or not, for who is between goes apart."""
        return np.where(self.walkers.others[:, CROUCHED] != 0.0, self.params.at(1.0).feet, self.params.feet)

    def _set_out(self):
        """(n,) bool: whose clock begins to run now."""
        waiting = (self.walkers.others[:, STARTED] < 0.0) & self.volumes.timed
        return waiting & (self._inputs[:, WISH : JUMP + 1] != 0.0).any(axis=1)

    def _end(self, i, before=None, intent=None, begun=None):
        """The state of one after the tick; the others: as `_begin` told, if he was asked."""
        before = before or self.walkers.earlier(i, self.ticks)
        intent, begun = intent or self._intent(i), begun or NOTHING_BEGUN
        after, touched = self.walkers.state(i, self.ticks + 1), int(self.walkers.players[i, TOUCHED])
        return self.end(before, after, intent, begun, touched)


START = PlayerState(())  # one whose body is the common one
NOTHING_BEGUN = Begun(None, None, None, Carried(), STILL)


def numbers(mask):
    return np.flatnonzero(mask).tolist()
