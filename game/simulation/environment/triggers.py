"""Triggers: volumes that act once. They are tested along the tick's displacement, so thin volumes act at any speed."""

from ...core.jit import inlined, shared
from ...core.vec3 import dot, sub, vec
from ..player.tick_rows import DIED, FLOOR, LOST, NOTHING, PORTED, frame_of
from .volume_overlap_and_sweep import contains_player, first_entry
from .volume_rows import CHECKPOINT, FINISH, KILL, PORTAL

# Depth [of half the body's height] of the feet below the lowest point of the level at which the player counts as fallen out.
# Smaller: a player that sinks into the floor by the paper's printed listing counts as fallen; larger: a long fall into nothing.
FALL_MARGIN = 5.0 / 9.0
PASSED = 2.0  # the `entry` of a trigger that the player does not touch, or that has acted


@shared
def find_event(surroundings, before, player, inside, params):
    """Apply the checkpoints and the finish that a player crossed in its tick, and return the event that Python must handle.

    surroundings: Surroundings
    before, player: rows of PLAYER at the tick's start and end; `player` is changed
    inside: (v,) bool, True for the volumes that contained the player; updated to those that contain it now
    params: rows of PARAMS, of a standing player and of this player
    Returns DIED, PORTED, LOST or NOTHING of player/tick_rows.py.
    """
    find_crossed(surroundings.volumes, before, player, inside, params[1].feet)
    for _ in range(surroundings.volumes.shape[0]):
        number = next_crossed(surroundings.volumes)
        if number < 0:
            break
        volume = surroundings.volumes[number]
        if volume.kind == KILL:
            return DIED
        if volume.kind == PORTAL:
            player.volume = number
            return PORTED
        if volume.kind == CHECKPOINT:
            player.checkpoint = max(player.checkpoint, number)
        if volume.kind == FINISH and player.started >= 0 and player.finished < 0:
            player.finished, player.finish_part = player.tick, volume.entry
        volume.entry = PASSED
    return LOST if is_lost(surroundings.level[0], player, params) else NOTHING


@inlined
def find_crossed(volumes, before, player, inside, half):
    """Write the `entry` of each trigger, the fraction of the displacement at which the player enters it, and update `inside`.

    volumes: (v,) rows of VOLUME
    before, player: rows of PLAYER at the tick's start and end
    inside: (v,) bool, True for the volumes that contain the player
    half: half of the player's height at the end of the tick [m]
    A portal acts only on a player that was not in it before. `player.enters` becomes True if any value of `inside` changes,
    otherwise False.
    """
    start, position, up = vec(before.position), vec(player.position), frame_of(player)[2]
    displacement = sub(position, start)
    player.enters = False
    for number in range(volumes.shape[0]):
        volume = volumes[number]
        is_inside = contains_player(volume, position, up, half)
        volume.entry = PASSED
        if KILL <= volume.kind <= PORTAL and not (volume.kind == PORTAL and inside[number]):
            entered = first_entry(volume, start, displacement, up, half)
            volume.entry = min(entered, 1.0) if is_inside else entered
        player.enters = player.enters or is_inside != inside[number]
        inside[number] = is_inside


@inlined
def next_crossed(volumes):
    """Return the index of the trigger with the smallest `entry`, or -1 if none is crossed any more. volumes: rows of VOLUME"""
    first, number = PASSED, -1
    for other in range(volumes.shape[0]):
        if volumes[other].entry < first:
            first, number = float(volumes[other].entry), other
    return number


@inlined
def is_lost(level, player, params):
    """True if the player has a last safe position, is on no floor, and its feet are far below the level (FALL_MARGIN).

    level, player: rows of LEVEL and PLAYER; params: rows of PARAMS, of a standing player and of this player
    """
    if player.stood[0] != player.stood[0] or player.ground == FLOOR:  # its round bottom may hang on the edge of the lowest floor
        return False
    up, low, high = frame_of(player)[2], vec(level.low), vec(level.high)
    lowest = (low[0] if up[0] > 0.0 else high[0], low[1] if up[1] > 0.0 else high[1], low[2] if up[2] > 0.0 else high[2])
    height = dot(vec(player.position), up) - params[1].feet
    return not height > dot(lowest, up) - FALL_MARGIN * params[0].feet
