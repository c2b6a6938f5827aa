"""Checkpoints in turned gravity: after a death the player is on the ground of that gravity."""

from math import pi

import pytest

from game.core.right_forward_up_frame import up_of
from game.level.contents.volume import Checkpoint, Down, Finish, Kill, TurnedGravity
from game.simulation import Ground, PlayerParams
from tests.simulation.driving import run, simulate, walk
from tests.simulation.scenes import floor, mover, travelling, volume, wall
from tests.simulation.test_pushing import WALL

FEET = PlayerParams().feet


def gravity(direction, at=(0.0, 10.0, -1.0), size=(20.0, 12.0), height=8.0):
    return volume(TurnedGravity(1.0, Down(direction=direction)), at=at, size=size, height=height)


@pytest.mark.parametrize("turned", [0.0, 0.7])
@pytest.mark.parametrize("radius", [0.0, 1.0])
def test_on_a_ceiling_the_player_respawns_upside_down(turned, radius):
    gate = volume(Checkpoint(), at=(0.0, 8.0, 3.0), size=(3.0, 3.0), height=3.0, heading=turned, radius=radius)
    dead = volume(Kill(), at=(0.0, 14.0, 4.0), size=(9.0, 1.0), height=2.0)
    sim = simulate(floor(), floor(6.0)[:, ::-1], volumes=[gravity((0.0, 0.0, 1.0)), gate, dead])
    records = run(sim, 400, walk(0.0, 5.0))
    back = next(record for record in records if record.after.deaths).after
    assert up_of(back.frame) == (0.0, 0.0, -1.0) and back.position == pytest.approx((0.0, 8.0, 6.0 - FEET), abs=2e-4)
    sim.restore(back)
    assert run(sim, 2)[-1].after.ground == Ground.FLOOR


def test_on_a_wall_too_and_after_a_crush():
    """Gravity along +x, towards a wall at x = 6; there a pusher comes along it to another wall."""
    pusher = mover(WALL[:, :, [2, 1, 0]] * (-1.0, 1.0, 1.0), **travelling((0.0, 3.0, 0.0), at=(6.0, 3.0, 1.0)))
    gate = volume(Checkpoint(), at=(5.0, 12.0, 0.0), size=(2.0, 2.0), height=2.0)
    parts = floor(-60.0), wall(6.0, 0.0, -pi / 2, low=-9.0, high=9.0), wall(0.0, 15.0)
    towards_it = gravity((1.0, 0.0, 0.0), at=(0.0, 10.0, -9.0), size=(30.0, 90.0), height=30.0)
    sim = simulate(*parts, feet=(6.0, 12.0, 1.0), volumes=[towards_it, gate], movers=(pusher,))
    records = run(sim, 360)
    back = next(record for record in records if record.after.crushed).after
    assert up_of(back.frame) == (-1.0, 0.0, 0.0) and back.position == pytest.approx((6.0 - FEET, 12.0, 1.0), abs=2e-4)


@pytest.mark.parametrize("has_checkpoint", [False, True])
def test_a_race_that_begins_again_has_its_clock_at_zero(has_checkpoint):
    """After a death before the first checkpoint the clock ran on, although the whole race lay ahead again."""
    dead = volume(Kill(), at=(0.0, 4.0, 0.0), size=(9.0, 1.0), height=2.0)
    end = volume(Finish(10.0, 20.0, 30.0), at=(0.0, 9.0, 0.0), size=(9.0, 1.0), height=2.0)
    gate = volume(Checkpoint(), at=(0.0, 2.0, 0.0), size=(3.0, 0.5), height=2.0)
    sim = simulate(floor(), volumes=[*([gate] if has_checkpoint else []), dead, end])
    records = run(sim, 90, walk(0.0, 5.0))
    died = next(number for number, record in enumerate(records) if record.after.deaths)
    assert records[died].before.started == records[0].after.started >= 0
    assert records[died].after.started == (records[0].after.started if has_checkpoint else -1)
    assert records[died + 1].after.started == (records[0].after.started if has_checkpoint else records[died + 1].tick - 1)
