"""The court of collisions: a ball or a rocket meets a wall in three steps, prologue, collision and epilogue (Tang's lecture).

The prologue decides if the wall stops the projectile, the collision changes velocities, the epilogue leaves effects.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import atan2
from typing import NamedTuple

import numpy as np

from ...core.shapes import Arrow, Balls, Boxes, Lines, Polyline, Shape, Skin
from ...core.vec3 import Vector, along, dot, length, scale, sub
from ...level.contents.exhibit_place import ExhibitPlace
from ..physics.collision_laws_and_effects import (
    ALWAYS,
    BLAST,
    COLLISION,
    DECAL,
    DESTROY,
    EPILOGUE,
    FROM_BEHIND,
    PROLOGUE,
    SOUND,
    Body,
    BodyMeeting,
    Effect,
    Law,
    MeetingOutcome,
    apply_effects,
    blast_impulse,
    resolve,
    still_passing,
)
from ..physics.plane_and_sphere_sweeps import plane_through, sweep_sphere_plane
from .board_content import BoardContent, BoardRow, Caption, Curve, Plot
from .exhibit import (
    Actor,
    Chosen,
    ExhibitKind,
    ExhibitState,
    Incident,
    IncidentKind,
    Readout,
    button,
    dial,
    exhibit,
    ring,
    switch,
)

FLIERS = ("ball", "rocket", "fire rocket", "dud rocket")
WALLS = ("stone", "brick", "magic", "one way")
SPEEDS = (2.0, 4.0, 6.0, 8.0, 12.0, 20.0)
FLIER, WALL, VISITOR, FIRST_BRICK, FIRST_BALL = 0, 1, 2, 10, 100  # numbers of the bodies
VISITS = WALL, VISITOR  # the pair that passes while the player is in the wall
RADIUS, HEIGHT, FAR = 0.22, 1.35, 4.0  # [m] of what flies; its height; its distance from the wall at the start
HALF_THICK = 0.15  # [m] of the wall
COLUMNS, ROWS, BRICK = 6, 6, (0.6, 0.45)  # bricks of the wall; width and height of one [m]
HALF_WIDTH, TOP = COLUMNS * BRICK[0] / 2.0, ROWS * BRICK[1]  # [m] of the wall
BRICK_MASS = 0.4  # [kg]
BALLS = ((-1.1, -1.2), (0.9, -0.9), (-0.5, 1.3), (1.3, 1.6))  # [m] places of the balls that lie on the floor
BALL_RADIUS, BRAKING = 0.16, 1.5  # [m]; [m/s2] by which the floor brakes a ball
# Velocity of the player for each unit of a blast's impulse [1/kg]. Less: the player is hardly moved, as a body of 75 kg would be;
# more: it is thrown over the walls of the court.
THROWN = 5.0
STRONG = 4.0  # [N s] of a blast that breaks a brick. Less: the whole wall falls; more: only the brick that was hit
MOST_STEPS = 9  # of the list that the dial goes through
BUSY_TIME = 6.0  # [s] after a launch in which the court is busy
BURST = Law(destroys=("rocket", "brick"), sound="burst", decal=0.8, blast=3.0, strength=4.0)
FIRE = Law(destroys=("fire rocket",), sound="burst", decal=0.8)  # chars the wall, and pushes nothing
DUD = Law(restitution=0.2, sound="clink")
LAWS = {
    ("ball", "stone"): Law(restitution=0.7, sound="clink"),
    ("ball", "brick"): Law(restitution=0.3, destroys=("brick",), above=5.0, sound="crack"),
    ("ball", "magic"): Law(passes=ALWAYS, sound="magic"),
    ("ball", "one way"): Law(passes=FROM_BEHIND, restitution=0.7, sound="clink"),
    ("rocket", "stone"): BURST,
    ("rocket", "brick"): BURST,
    ("rocket", "magic"): Law(passes=ALWAYS, sound="magic"),
    ("rocket", "one way"): BURST._replace(passes=FROM_BEHIND),
    **{("fire rocket", wall): FIRE for wall in WALLS[:2]},
    ("fire rocket", "magic"): Law(passes=ALWAYS, sound="magic"),
    ("fire rocket", "one way"): FIRE._replace(passes=FROM_BEHIND),
    **{("dud rocket", wall): DUD for wall in WALLS[:2]},
    ("dud rocket", "magic"): Law(passes=ALWAYS, sound="magic"),
    ("dud rocket", "one way"): DUD._replace(passes=FROM_BEHIND),
    ("visitor", "stone"): Law(),
    ("visitor", "brick"): Law(),
    ("visitor", "magic"): Law(passes=ALWAYS, sound="magic"),
    ("visitor", "one way"): Law(passes=FROM_BEHIND),
}
EFFECTS = (DESTROY, DECAL, BLAST, SOUND)
# Distance of the player from the wall [m] at which the wall is there for it. Less: a player that was thrown passes; more: slower.
NEAR = 3.0
INCIDENTS = {"burst": IncidentKind.BURST, "crack": IncidentKind.BROKE, "magic": IncidentKind.PASSED}


class Step(NamedTuple):
    """One of the three steps of a collision."""

    phase: int  # 0 prologue, 1 collision, 2 epilogue
    tick: int  # number of the tick since the launch
    time: float  # in the tick [s]
    other: int  # number of the body that the projectile hit
    closing: float  # speed along the normal before the collision [m/s]
    parting: float  # and after it [m/s]
    passes: bool  # True for a prologue that lets the pair pass
    effects: int  # of an epilogue, as bits in the order of EFFECTS; else 0
    place: Vector  # contact point [m]
    before: Vector  # velocity of the projectile before the collision [m/s]
    after: Vector  # and after it, also if it is destroyed then


class CourtBodies(NamedTuple):
    """All bodies of the court, in the exhibit's frame."""

    flier: Vector | None  # place of the ball or rocket [m]; None before a launch, once destroyed, or beyond the court
    velocity: Vector  # of the projectile [m/s], zero once it is destroyed
    bricks: tuple[bool, ...]  # True for each brick that is intact, row by row from the bottom
    balls: tuple[tuple[Vector, Vector], ...]  # ((position [m], velocity [m/s]), ...) of the balls on the floor
    patches: tuple[tuple[Vector, Vector, float], ...] = ()  # ((centre [m], normal, radius [m]), ...) of charred patches
    passing: tuple[tuple[int, int], ...] = ()  # pairs of body numbers that pass through each other until they are apart
    steps: tuple[Step, ...] = ()  # Steps of all collisions since the launch
    sounds: int = 0  # number of sounds since the launch
    ticks: int = 0  # number of ticks since the launch, above a million before the first one


@exhibit("court")
@dataclass(frozen=True)
class Court(ExhibitKind[CourtBodies]):
    """A wall across the middle of the court, along x, and a launcher on each side of the wall."""

    TITLE = "The court: prologue, collision, epilogue"
    CONTROLS = (
        switch("flier", FLIERS, "what is launched: rockets burst, char the wall alone, or are duds", 1),
        switch("wall", WALLS, "what the wall does to it", 1),
        switch("from", ("the front", "behind"), "the side from which it comes: a one-way wall stops what comes from the front"),
        dial("speed", SPEEDS, 8.0, "m/s", "speed of the launch; bricks break above 5 m/s"),
        dial("step", tuple(range(MOST_STEPS + 1)), 0.0, "", "goes through what happened since the launch; 0 is now"),
        button("launch", "build the wall again, and launch"),
    )
    FIGURES = {
        "meetings": "", "passed": "", "sounds": "", "bricks": "standing", "patch": "m", "speed": "m/s", "rockets": "",
    }  # fmt: skip

    def begin(self, values: Chosen) -> CourtBodies:
        return self._launched(values)._replace(flier=None, ticks=int(1e6))

    def _launched(self, values: Chosen) -> CourtBodies:
        side = 1.0 if values["from"] else -1.0
        start, velocity = (0.0, side * FAR, HEIGHT), (0.0, -side * values["speed"], 0.0)
        balls = tuple(((x, y, BALL_RADIUS), (0.0, 0.0, 0.0)) for x, y in BALLS)
        return CourtBodies(start, velocity, (True,) * (COLUMNS * ROWS), balls)

    def tick(
        self, values: Chosen, bodies: CourtBodies, used: frozenset[str], actor: Actor, hz: int
    ) -> tuple[CourtBodies, Readout]:
        h = 1.0 / hz
        is_launch = bool(used - {"step"})
        if is_launch:
            bodies = self._launched(values)._replace(passing=tuple(pair for pair in bodies.passing if pair == VISITS))
        bodies = bodies._replace(ticks=bodies.ticks + 1, balls=tuple(rolled(ball, h) for ball in bodies.balls))
        incidents: list[Incident] = []
        push = (0.0, 0.0, 0.0)
        if bodies.flier is not None:
            bodies, incidents, blasts = self._flown(values, bodies, bodies.flier, h)
            for blast in blasts:
                x, y, _ = blast.place  # as from the floor, so that the player leaves it
                push = along(push, blast_impulse(blast._replace(place=(x, y, 0.0)), actor.position), THROWN)
        bodies, more = self._visited(values, bodies, actor)
        incidents += more
        figures = {
            "meetings": float(sum(step.phase == 0 for step in bodies.steps)),
            "passed": float(sum(step.passes for step in bodies.steps)),
            "sounds": float(bodies.sounds),
            "bricks": float(sum(bodies.bricks)),
            "patch": max((radius for _, _, radius in bodies.patches), default=0.0),
            "speed": length(bodies.velocity) if bodies.flier is not None else 0.0,
            "rockets": float(bodies.flier is not None and FLIERS[int(values["flier"])] != "ball"),
        }
        sample = (bodies.ticks / hz, figures["speed"]) if bodies.ticks <= BUSY_TIME * hz and bodies.ticks % 2 == 0 else None
        return bodies, Readout(figures, tuple(incidents), sample, is_launch, bodies.ticks < BUSY_TIME * hz, push)

    def _flown(
        self, values: Chosen, bodies: CourtBodies, start: Vector, h: float
    ) -> tuple[CourtBodies, list[Incident], list[Effect]]:
        """Advance the projectile by a step `h` [s]. Returns (bodies, an Incident for each sound, the blasts)."""
        kind, wall = FLIERS[int(values["flier"])], WALLS[int(values["wall"])]
        meeting = self._meeting(bodies, wall, (start, along(start, bodies.velocity, h)), h)
        flier = Body(FLIER, kind, start, bodies.velocity, 1.0)
        others = [Body(FIRST_BALL + n, "ball", place, velocity, 2.0) for n, (place, velocity) in enumerate(bodies.balls)]
        if meeting is not None:
            flier = flier._replace(position=along(start, bodies.velocity, meeting.time))
            if wall == "brick":
                # Only a brick that breaks is free. The wall holds the others, as if their mass were infinite.
                rules = LAWS[kind, wall]
                is_broken = "brick" in rules.destroys and -dot(meeting.normal, bodies.velocity) >= rules.above
                others += [
                    Body(FIRST_BRICK + n, "brick", brick_place(n), (0.0, 0.0, 0.0), 1.0 / BRICK_MASS if is_broken else 0.0)
                    for n, stands in enumerate(bodies.bricks)
                    if stands
                ]
            else:
                others.append(Body(WALL, wall, (0.0, 0.0, HEIGHT), (0.0, 0.0, 0.0), 0.0, (0.0, -1.0, 0.0)))
        outcome = resolve(LAWS, [flier, *others], [meeting] if meeting else [], frozenset(bodies.passing))
        after = apply_effects(outcome)
        new = after.get(FLIER)
        place = None
        if new is not None:
            rest = h - meeting.time if meeting is not None else h
            place = along(flier.position, new.velocity, rest)
            place = None if abs(place[1]) > FAR + 2.0 else place
        touching = [(FLIER, WALL)] if place is not None and abs(place[1]) <= RADIUS + HALF_THICK else []
        touching += [pair for pair in bodies.passing if pair == VISITS]
        effects = outcome.effects
        sounds, blasts = ([effect for effect in effects if effect.kind == kind] for kind in (SOUND, BLAST))
        is_kept = wall != "brick" or not blasts  # else the bricks below the patch fall
        patches = [(effect.place, effect.normal, effect.radius) for effect in effects if effect.kind == DECAL and is_kept]
        return (
            bodies._replace(
                flier=place,
                velocity=new.velocity if new is not None else (0.0, 0.0, 0.0),
                bricks=standing(bodies.bricks, after, effects) if wall == "brick" and meeting is not None else bodies.bricks,
                balls=tuple(
                    (ball, after[FIRST_BALL + n].velocity if FIRST_BALL + n in after else speed)
                    for n, (ball, speed) in enumerate(bodies.balls)
                ),
                patches=(*bodies.patches, *patches),
                passing=tuple(sorted(still_passing(outcome.passing, touching))),
                steps=(*bodies.steps, *steps_of(outcome, bodies.ticks, meeting, flier.velocity)),
                sounds=bodies.sounds + len(sounds),
            ),
            [Incident(INCIDENTS.get(sound.name, IncidentKind.STRUCK), sound.place, 1.0) for sound in sounds],
            blasts,
        )

    def _visited(self, values: Chosen, bodies: CourtBodies, actor: Actor) -> tuple[CourtBodies, list[Incident]]:
        """Return the bodies, and an Incident for the sound if the player has just come into a wall that lets it pass.

        As for other bodies, the pair passes until it is apart, also if the wall is another one by then.
        """
        rules, is_passing = LAWS["visitor", WALLS[int(values["wall"])]], VISITS in bodies.passing
        if is_passing and not is_in_wall(actor):
            return bodies._replace(passing=tuple(pair for pair in bodies.passing if pair != VISITS)), []
        if is_passing or not is_in_wall(actor) or not lets_pass(rules, actor):
            return bodies, []
        after = bodies._replace(passing=tuple(sorted((*bodies.passing, VISITS))))
        if not rules.sound:
            return after, []
        return after._replace(sounds=bodies.sounds + 1), [Incident(INCIDENTS[rules.sound], actor.position, 1.0)]

    def walls(self, state: ExhibitState[CourtBodies], actor: Actor) -> np.ndarray:
        """Return the corners (n, 3, 3) [m] of the wall's triangles that stop a player near it. Broken bricks are gaps."""
        (x, y, _), wall, bodies = actor.position, WALLS[int(self.values(state)["wall"])], state.bodies
        is_far = max(abs(x) - HALF_WIDTH, abs(y)) > NEAR
        if is_far or VISITS in bodies.passing or lets_pass(LAWS["visitor", wall], actor):
            return np.empty((0, 3, 3))
        if wall != "brick" or all(bodies.bricks):
            return box_triangles((0.0, 0.0, TOP / 2.0), (HALF_WIDTH, HALF_THICK, TOP / 2.0))
        half = BRICK[0] / 2.0, HALF_THICK, BRICK[1] / 2.0
        whole = [box_triangles(brick_place(number), half) for number, stands in enumerate(bodies.bricks) if stands]
        return np.concatenate(whole) if whole else np.empty((0, 3, 3))

    def _meeting(self, bodies: CourtBodies, wall: str, path: tuple[Vector, Vector], h: float) -> BodyMeeting | None:
        """Return the meeting of the projectile with a wall in a step of `h` [s], None in a destroyed brick's gap."""
        brick = brick_at(path[0])
        if wall == "brick" and not bodies.bricks[brick]:
            return None
        side = 1.0 if path[0][1] >= 0.0 else -1.0
        normal = (0.0, side, 0.0)
        plane = plane_through((0.0, side * HALF_THICK, HEIGHT), normal)
        crossing = sweep_sphere_plane(RADIUS, path[0], path[1], plane)
        if not crossing.is_hit:
            return None
        time = crossing.enter * h
        place = along(along(path[0], bodies.velocity, time), normal, -RADIUS)
        return BodyMeeting(time, FLIER, FIRST_BRICK + brick if wall == "brick" else WALL, place, normal)

    def bodies(self, before: ExhibitState[CourtBodies], after: ExhibitState[CourtBodies], part: float) -> list[Shape]:
        values, last = self.values(after), after.bodies
        first = before.bodies if before.bodies.ticks <= last.ticks else last
        shapes: list[Shape] = [*wall_shapes(WALLS[int(values["wall"])], last.bricks, -1.0 if values["from"] else 1.0)]
        shapes.append(lamps(last, chosen_step(values, last)))
        for side in (-1.0, 1.0):
            tube = np.array([(0.0, side * (FAR + 1.2), HEIGHT), (0.0, side * (FAR + 0.25), HEIGHT)])
            shapes.append(Polyline(tube, STEEL, 0.3))
            shapes.append(Boxes.of([((0.0, side * (FAR + 0.8), 0.55), (0.2, 0.3, 0.55), STEEL)]))
        balls = [np.array(a[0]) * (1.0 - part) + np.array(b[0]) * part for a, b in zip(first.balls, last.balls)]
        shapes.append(Balls(np.array(balls), np.full(len(balls), BALL_RADIUS), np.tile(LOOSE, (len(balls), 1))))
        if last.flier is not None:
            start = first.flier if first.flier is not None else last.flier
            place = np.array(start) * (1.0 - part) + np.array(last.flier) * part
            shapes += flier_shapes(FLIERS[int(values["flier"])], place, last.velocity)
        step = chosen_step(values, last)
        return [*shapes, *(patch(*one) for one in last.patches), *(step_shapes(step, values) if step else ())]

    def captions(self, state: ExhibitState[CourtBodies], place: ExhibitPlace) -> list[Caption]:
        """Make a text over each lamp, which faces the desk."""
        desk = place.desk
        x, y, _ = place.pose.to_own(desk.at) if desk else (0.0, -1.0, 0.0)
        places = [(LAMP_SPACING * (phase - 1), 0.0, TOP + LAMP_ABOVE + 0.58) for phase in range(3)]
        return [Caption(text, place, height=0.12, heading=atan2(-x, y)) for text, place in zip(CAPTIONS, places)]

    def sheet(self, state: ExhibitState[CourtBodies]) -> BoardContent:
        """Make the board with the steps of the newest collision, by rule and measured, and the plot of the projectile's speed."""
        values, shown = self.values(state), state.bodies
        flier, wall = FLIERS[int(values["flier"])], WALLS[int(values["wall"])]
        rules, steps = LAWS[flier, wall], last_steps(shown)
        chosen = chosen_step(values, shown)
        notes = list_notes(chosen, shown, rules) if chosen else (
            f"A {flier}, a {wall} wall: all in one instant. The lamps light one by one.",
            f"They met {1e3 * steps[0].time:.1f} ms after tick {steps[0].tick} began. A blast pushes the green balls."
            if steps
            else "Press launch. A blast pushes the green balls.",
        )  # fmt: skip
        rows = tuple(BoardRow(NAMES[step.phase], expected(step, rules), seen(step, rules)) for step in steps)
        return BoardContent(self.TITLE, notes, rows, plot_of(state, values["speed"]), ("rule", "here"))

    def overlay(self, state: ExhibitState[CourtBodies]) -> list[Shape]:
        """Make the line of flight, an arrow for the velocity if there is a projectile, and a ring around each charred patch."""
        shown = state.bodies
        shapes: list[Shape] = [Lines(np.array([[(0.0, -FAR, HEIGHT), (0.0, FAR, HEIGHT)]]), LAMPS[0], 0.008)]
        if shown.flier is not None:
            shapes.append(Arrow(shown.flier, along(shown.flier, shown.velocity, 0.25), LAMPS[0], 0.03))
        return shapes + [Polyline(ring(place, radius), LAMPS[1], 0.015) for place, _, radius in shown.patches]


def lets_pass(rules: Law, actor: Actor) -> bool:
    """True if a law lets the player pass the wall: always, or from behind if it is not wholly before the front."""
    is_before = actor.position[1] + min(actor.radii[:2]) <= -HALF_THICK
    return rules.passes == ALWAYS or (rules.passes == FROM_BEHIND and not is_before)


def is_in_wall(actor: Actor) -> bool:
    """True if the player overlaps the wall, measured by the box around it."""
    (x, y, z), (right, forward, up) = actor.position, actor.radii
    return abs(x) < HALF_WIDTH + right and abs(y) < HALF_THICK + min(right, forward) and z - up < TOP


def box_triangles(centre: Vector, half: Vector) -> np.ndarray:
    """Return the corners (12, 3, 3) [m] of the triangles of a box. half: half of its sides [m]"""
    return (SIGNS * half + centre)[list(BOX_TRIANGLES)]


SIGNS = np.array([(x, y, z) for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-1.0, 1.0)])  # of the corners of a box
# Of these corners: two triangles for each side, counterclockwise from outside.
BOX_TRIANGLES = (
    (0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1),
    (2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4), (1, 5, 7), (1, 7, 3),
)  # fmt: skip


def steps_of(outcome: MeetingOutcome, tick: int, meeting: BodyMeeting | None, before: Vector) -> list[Step]:
    """Return a Step for each phase of a meeting. tick: number since the launch; before: velocity of the projectile [m/s]"""
    if meeting is None:
        return []
    phases = (PROLOGUE, COLLISION, EPILOGUE)
    kinds = {effect.kind for effect in outcome.effects}
    bits = sum(1 << number for number, kind in enumerate(EFFECTS) if kind in kinds)
    flier, other = (outcome.bodies[number].velocity for number in (meeting.first, meeting.second))
    parting = dot(sub(flier, other), meeting.normal)
    return [
        Step(
            phases.index(phase.phase), tick, phase.time, phase.bodies[1], phase.closing, parting, phase.words == "passes",
            bits if phase.phase == EPILOGUE else 0, meeting.place, before, outcome.bodies[FLIER].velocity,
        )
        for phase in outcome.phases
    ]  # fmt: skip


def rolled(ball: tuple[Vector, Vector], h: float) -> tuple[Vector, Vector]:
    """Return (position [m], velocity [m/s]) of a ball that friction brakes for `h` [s], on the floor and inside the court."""
    place, (x, y, _) = ball
    speed = length((x, y, 0.0))
    if speed <= BRAKING * h:
        return place, (0.0, 0.0, 0.0)
    velocity = scale((x, y, 0.0), 1.0 - BRAKING * h / speed)
    new = along(place, velocity, h)
    return new if max(abs(new[0]), abs(new[1])) < FAR else place, velocity


def brick_place(number: int) -> Vector:
    """Return the centre of a brick [m]. number: of the brick, row by row from the bottom"""
    row, column = divmod(number, COLUMNS)
    return (column - (COLUMNS - 1) / 2.0) * BRICK[0], 0.0, (row + 0.5) * BRICK[1]


def brick_at(place: Vector) -> int:
    """Return the number of the brick that a projectile meets if it flies at right angles to the wall from a position [m]."""
    column = min(max(int(place[0] / BRICK[0] + COLUMNS / 2.0), 0), COLUMNS - 1)
    return min(max(int(place[2] / BRICK[1]), 0), ROWS - 1) * COLUMNS + column


def standing(bricks: tuple[bool, ...], after: Mapping[int, Body], effects: list[Effect]) -> tuple[bool, ...]:
    """Return True for each brick that is intact after a collision. A blast with an impulse above STRONG breaks a brick."""
    blasts = [effect for effect in effects if effect.kind == BLAST]

    def is_blown(number: int) -> bool:
        pushes = [blast_impulse(blast, brick_place(number)) for blast in blasts]
        return any(dot(push, push) > STRONG * STRONG for push in pushes)

    return tuple(stands and FIRST_BRICK + n in after and not is_blown(n) for n, stands in enumerate(bricks))


STONE, CLAY, STEEL, CHARRED = (0.66, 0.64, 0.60), (0.72, 0.36, 0.26), (0.36, 0.38, 0.42), (0.08, 0.07, 0.07)
MAGIC, ONE_WAY = (0.56, 0.42, 0.86), (0.25, 0.62, 0.88)
BALL, ROCKET, LOOSE = (0.90, 0.62, 0.18), (0.85, 0.22, 0.16), (0.30, 0.66, 0.32)
LAMPS = ((0.97, 0.84, 0.16), (0.92, 0.45, 0.12), (0.30, 0.72, 0.32))
DARK = (0.24, 0.25, 0.28)
# Over the lamps of the three steps, and in one line on the board.
CAPTIONS = f"1 {PROLOGUE}:\nmay they\ncollide?", f"2 {COLLISION}:\nnew speeds", f"3 {EPILOGUE}:\nwhat else\nhappens"
NAMES = tuple(caption.replace("\n", " ") for caption in CAPTIONS)
PER_SPEED = 0.2  # [s] by which velocities are drawn as arrows
LAMP_SPACING, LAMP_ABOVE = 1.8, 0.45  # [m] between two lamps; of a lamp over the wall
# Ticks between the lamps of the three steps, which are in the same instant. Fewer: the lamps seem to light together; more: a
# visitor looks away before the last one.
DELAY = 45
EFFECT_WORDS = {DECAL: "patch", BLAST: "blast"}


def chosen_step(values: Chosen, shown: CourtBodies) -> Step | None:
    """Return the Step that the dial has chosen, the last one for a larger number, None for 0 and before all collisions."""
    number = min(int(values["step"]), len(shown.steps))
    return shown.steps[number - 1] if number else None


def step_shapes(step: Step, values: Chosen) -> list[Shape]:
    """Make a step of the list in the colour of its lamp: a ring at the contact, velocities, and the radius of a blast."""
    rules, away = LAWS[FLIERS[int(values["flier"])], WALLS[int(values["wall"])]], -1.0 if step.before[1] > 0.0 else 1.0
    x, y, z = step.place
    colour, tip = LAMPS[step.phase], (x, y + away * RADIUS, z)
    shapes: list[Shape] = [Polyline(ring(tip, RADIUS), colour, 0.03)]
    if step.phase == 0:
        shapes.append(Arrow(along(tip, step.before, -PER_SPEED), tip, colour, 0.04))
    if step.phase == 1:
        shapes.append(Arrow(along(tip, step.before, -PER_SPEED), tip, STEEL, 0.03))
        shapes.append(Arrow(tip, along(tip, step.after, PER_SPEED), colour, 0.04))
    if step.phase == 2:
        shapes += [Polyline(ring(tip, radius), colour, 0.03) for radius in (rules.decal, rules.blast) if radius]
    return shapes


def flier_shapes(name: str, place: np.ndarray, velocity: Vector) -> list[Shape]:
    """Make the ball, or the rocket with its flame, which points along y, in its direction of flight. place: centre (3,) [m]"""
    if name == "ball":
        return [Balls.of([(place, RADIUS, BALL)])]
    ahead = np.sign(velocity[1]) * np.array((0.0, 1.0, 0.0))
    tip, tail = place + RADIUS * ahead, place - 0.7 * ahead
    return [Polyline(np.array([tail, place]), ROCKET, 0.14), Arrow(tuple(place), tuple(tip), ROCKET, 0.14),
            Polyline(np.array([tail - 0.35 * ahead, tail]), LAMPS[0], 0.07)]  # fmt: skip


def wall_shapes(name: str, bricks: Sequence[bool], away: float) -> list[Shape]:
    """Make the shapes of a wall of WALLS, of its intact `bricks`, and of the rubble to the side `away`, 1 or -1."""
    if name == "brick":
        places = [brick_place(number) for number, stands in enumerate(bricks) if stands]
        halves = np.tile((BRICK[0] / 2.0 - 0.012, HALF_THICK, BRICK[1] / 2.0 - 0.012), (len(places), 1))
        fallen = [(brick_place(n)[0], away * (0.6 + 0.23 * (n % 3)), 0.1) for n, stands in enumerate(bricks) if not stands]
        rubble = np.tile((0.16, 0.1, 0.1), (len(fallen), 1))
        everywhere = np.array(places + fallen).reshape(-1, 3)
        return [Boxes(everywhere, np.concatenate([halves, rubble]), np.tile(CLAY, (len(everywhere), 1)))]
    middle, half = np.array([(0.0, 0.0, TOP / 2.0)]), np.array([(HALF_WIDTH, HALF_THICK, TOP / 2.0)])
    if name == "stone":
        return [Boxes(middle, half, np.array([STONE]))]
    colour = MAGIC if name == "magic" else ONE_WAY
    corners = np.array([(-HALF_WIDTH, 0.0, 0.0), (HALF_WIDTH, 0.0, 0.0), (HALF_WIDTH, 0.0, TOP), (-HALF_WIDTH, 0.0, TOP)])
    shapes: list[Shape] = [Skin(corners[[0, 1, 2, 0, 2, 3]].reshape(2, 3, 3), np.tile((*colour, 0.45), (2, 3, 1)))]
    shapes.append(Polyline(np.concatenate([corners, corners[:1]]), colour, 0.05))
    if name == "one way":
        heights = (0.5, 1.35, 2.2)
        shapes += [Arrow((x, 0.5, z), (x, -0.5, z), colour, 0.03) for x in (-1.1, 0.0, 1.1) for z in heights]
    return shapes


def patch(place: Vector, normal: Vector, radius: float) -> Skin:
    """Make a charred patch: a disc in an xz plane, 2 cm in front of the wall. normal: of the wall, along y; radius: [m]"""
    rim = ring((0.0, 0.0, 0.0), radius, 25)
    middle = np.array(place) + 0.02 * np.array(normal)
    fan = np.stack([np.zeros((24, 3)), rim[:-1], rim[1:]], axis=1) + middle
    colours = np.empty((24, 3, 4))
    colours[..., :3], colours[..., 3] = CHARRED, 0.95
    colours[:, 1:, 3] = 0.25
    return Skin(fan, colours)


def lamps(shown: CourtBodies, chosen: Step | None = None) -> Balls:
    """Make the lamps over the wall, one for each step of a collision. They light DELAY ticks apart, until the next launch.

    chosen: the step of the list whose lamp alone is lit, or None
    """
    shining = [
        chosen.phase == phase
        if chosen
        else any(step.phase == phase and shown.ticks - step.tick >= phase * DELAY for step in shown.steps)
        for phase in range(3)
    ]
    centres = np.array([(LAMP_SPACING * (phase - 1), 0.0, TOP + LAMP_ABOVE) for phase in range(3)])
    return Balls(centres, np.full(3, 0.2), np.array([LAMPS[n] if is_on else DARK for n, is_on in enumerate(shining)]))


def list_notes(chosen: Step, shown: CourtBodies, rules: Law) -> tuple[str, str]:
    """Return the lines about a step of the list: its number and instant, and what happened in it."""
    number, words = shown.steps.index(chosen) + 1, NAMES[chosen.phase]
    result = {0: f"may they collide? {seen(chosen, rules)}", 1: speeds(chosen), 2: seen(chosen, rules)}[chosen.phase]
    return (
        f"Step {number} of {len(shown.steps)}, {1e3 * chosen.time:.1f} ms after tick {chosen.tick} began. Turn step: 0 is now.",
        f"{words.partition(':')[0]}: {result}.",
    )


def speeds(step: Step) -> str:
    """Return the velocities of a collision along the flight as text."""
    sign = 1.0 if step.before[1] > 0.0 else -1.0
    return f"velocity {sign * step.before[1]:.3g} m/s before, {sign * step.after[1]:.3g} m/s after"


def plot_of(state: ExhibitState[CourtBodies], top: float) -> Plot:
    """Make the plot of the projectile's speed over the first two seconds after its launch. top: speed of the launch [m/s]"""
    samples, _ = state.plotted(2)
    points = np.column_stack([samples[:, 0] / 2.0, samples[:, 1] / (1.1 * top)])[samples[:, 0] <= 2.0]
    marks = ((0.0, "0"), (1.0 / 2.2, f"{top / 2.0:g}"), (1.0 / 1.1, f"{top:g}"))
    return Plot("speed of what flies [m/s]", (Curve("speed", ROCKET, np.clip(points, 0.0, 1.0), True),), marks, "0 to 2 s")


def last_steps(shown: CourtBodies) -> tuple[Step, ...]:
    """Return the steps of the newest collision, at most three, or () before the first collision."""
    starts = [number for number, step in enumerate(shown.steps) if step.phase == 0]
    return shown.steps[starts[-1] :] if starts else ()


def expected(step: Step, rules: Law) -> str:
    """Return the rule for a step as text, such as "bounce 0.7: parts at 5.6 m/s"."""
    if step.phase == 0:
        return {"never": "yes", "always": "no: it passes"}.get(rules.passes, "no, from behind")
    if step.phase == 1:
        return f"bounce {rules.restitution:g}: parts at {rules.restitution * step.closing:.3g} m/s"
    return f"above {rules.above:g} m/s" if rules.above else "at any speed"


def seen(step: Step, rules: Law) -> str:
    """Return the measured result of a step as text, such as "came at 8, parts at 5.6 m/s"."""
    if step.phase == 0:
        return "no: it passes" if step.passes else "yes"
    if step.phase == 1:
        return f"came at {step.closing:.3g}, parts at {step.parting:.3g} m/s"
    words = {**EFFECT_WORDS, DESTROY: "it bursts and ends" if rules.blast or rules.decal else "brick breaks"}
    return ", ".join(words.get(kind, kind) for n, kind in enumerate(EFFECTS) if step.effects >> n & 1) or "nothing"
