"""Prologue, collision and epilogue: their order, refusals, effects and blasts."""

import numpy as np
import pytest

from game.lab.physics.collision_laws_and_effects import (
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
    Law,
    apply_effects,
    blast_impulse,
    resolve,
    still_passing,
)

EAST, HERE = (1.0, 0.0, 0.0), (0.0, 0.0, 0.0)
ROCKET = Law(destroys=("rocket",), sound="burst", decal=0.8, blast=4.0, strength=20.0)
LAWS = {
    ("ball", "ball"): Law(restitution=1.0, sound="clink"),
    ("ball", "magic"): Law(passes=ALWAYS, sound="magic"),
    ("ball", "one way"): Law(passes=FROM_BEHIND),
    ("rocket", "stone"): ROCKET,
    ("ball", "brick"): Law(destroys=("brick",), above=5.0),
}


def body(number, kind, velocity=HERE, light=1.0, **keys):
    return Body(number, kind, keys.pop("position", HERE), velocity, light, **keys)


def test_each_meeting_has_prologue_then_collision_then_epilogue():
    """In 1000 random meetings; all meetings in the order of time, ties by numbers (lecture, resolving collisions)."""
    rng, kinds = np.random.default_rng(1), ["ball", "brick", "magic", "stone", "rocket"]
    bodies = [body(k, kinds[rng.integers(5)], tuple(rng.normal(size=3) * 5.0)) for k in range(200)]
    meetings = [
        BodyMeeting(float(rng.integers(50)), int(a), int(b), HERE, EAST) for a, b in rng.integers(0, 200, (1000, 2)) if a != b
    ]
    phases = resolve(LAWS, bodies, meetings).phases
    times, order = [(phase.time, phase.bodies) for phase in phases], {PROLOGUE: 0, COLLISION: 1, EPILOGUE: 2}
    assert times == sorted(times) and len(phases) > 300
    for before, after in zip(phases, phases[1:]):
        same = (before.time, before.bodies) == (after.time, after.bodies)
        step = order[after.phase] - order[before.phase]
        assert step == 1 if after.phase != PROLOGUE else before.phase == EPILOGUE or before.words == "passes"
        assert same or after.phase == PROLOGUE


def test_a_rocket_bursts_once_and_is_gone():
    """One burst, one sound, one patch of the given radius; a later meeting of the rocket does not happen."""
    bodies = [body(1, "rocket", (-30.0, 0.0, 0.0)), body(2, "stone", light=0.0), body(3, "stone", light=0.0)]
    meetings = [BodyMeeting(0.004, 1, 2, HERE, EAST), BodyMeeting(0.006, 1, 3, HERE, EAST)]
    outcome = resolve(LAWS, bodies, meetings)
    assert sorted(effect.kind for effect in outcome.effects) == sorted([DESTROY, DECAL, BLAST, SOUND])
    assert next(effect.radius for effect in outcome.effects if effect.kind == DECAL) == 0.8
    assert set(apply_effects(outcome)) == {2, 3} and {phase.bodies for phase in outcome.phases} == {(1, 2)}


def test_a_blast_pushes_what_is_within_its_radius():
    """The impulse falls with the square of the distance: a fourth at twice the distance, nothing beyond the radius."""
    bystanders = [body(k, "ball", position=(float(k - 3), 0.0, 0.0)) for k in (4, 5, 8)]
    bodies = [body(1, "rocket", (-30.0, 0.0, 0.0)), body(2, "stone", light=0.0), *bystanders]
    outcome = resolve(LAWS, bodies, [BodyMeeting(0.004, 1, 2, HERE, EAST)])
    after = apply_effects(outcome)
    assert [after[k].velocity[0] for k in (4, 5, 8)] == pytest.approx([20.0, 5.0, 0.0])
    blast = next(effect for effect in outcome.effects if effect.kind == BLAST)
    assert blast_impulse(blast, HERE) == (0.0, 0.0, 0.0) and blast_impulse(blast, (0.1, 0.0, 0.0))[0] == pytest.approx(320.0)


def test_what_passes_is_not_changed_and_sounds_once():
    """Through the magic wall: the same velocity, one sound until the pair is apart, then one sound on the way back."""
    ball, wall = body(1, "ball", (3.0, 1.0, 0.0)), body(2, "magic", light=0.0)
    sounds, passing = 0, frozenset()
    for touching in (True, True, True, False, True, True, False):
        passing = still_passing(passing, [(1, 2)] if touching else [])
        outcome = resolve(LAWS, [ball, wall], [BodyMeeting(0.0, 1, 2, HERE, EAST)] if touching else [], passing)
        passing, sounds = outcome.passing, sounds + sum(effect.kind == SOUND for effect in outcome.effects)
        assert apply_effects(outcome) == {1: ball, 2: wall}
    assert sounds == 2


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("speed, passes", [(3.0, True), (-3.0, False)])
def test_a_one_way_wall_lets_through_what_comes_from_behind(speed, passes, swapped):
    """Its front looks to the east, so what moves east comes from behind."""
    ball, wall = body(1, "ball", (speed, 0.0, 0.0)), body(2, "one way", light=0.0, front=EAST)
    normal = (-1.0, 0.0, 0.0) if passes else EAST
    meeting = BodyMeeting(0.0, 2, 1, HERE, tuple(-x for x in normal)) if swapped else BodyMeeting(0.0, 1, 2, HERE, normal)
    after = resolve(LAWS, [ball, wall], [meeting]).bodies[1].velocity[0]
    assert after == (speed if passes else 1.5)


def test_bricks_break_above_their_speed_only():
    for speed, breaks in ((4.9, False), (5.1, True)):
        bodies = [body(1, "ball", (-speed, 0.0, 0.0)), body(2, "brick", light=0.0)]
        outcome = resolve(LAWS, bodies, [BodyMeeting(0.0, 1, 2, HERE, EAST)])
        assert (2 not in apply_effects(outcome)) == breaks


def test_an_elastic_meeting_exchanges_velocities():
    bodies = [body(1, "ball", (-2.0, 1.0, 0.0)), body(2, "ball", (3.0, 0.0, 0.0))]
    after = resolve(LAWS, bodies, [BodyMeeting(0.0, 1, 2, HERE, EAST)]).bodies
    assert (after[1].velocity, after[2].velocity) == ((3.0, 1.0, 0.0), (-2.0, 0.0, 0.0))


def test_bodies_that_part_get_no_impulse():
    bodies = [body(1, "ball", (2.0, 0.0, 0.0)), body(2, "ball")]
    assert resolve(LAWS, bodies, [BodyMeeting(0.0, 1, 2, HERE, EAST)]).bodies[1].velocity == (2.0, 0.0, 0.0)


def test_kinds_without_a_law_collide():
    assert (
        resolve({}, [body(1, "a", (-1.0, 0.0, 0.0)), body(2, "b")], [BodyMeeting(0.0, 1, 2, HERE, EAST)]).phases[1].phase
        == COLLISION
    )
    assert Law().passes == "never"


