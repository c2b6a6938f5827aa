"""Standing up: before a tick the player's frame turns towards the gravity around him, and what is told in it goes along."""

from ...collision.engine.vec3 import UP
from .orientation import followed, twist
from .volumes import turned


def stood_up(state, intent, up, dt):
    """The state and the intent of the tick to come, in its frame.

    up: unit vector against gravity; dt: length of the tick [s]
    """
    if up == UP and state.frame is None:
        return state, intent
    heading = state.heading if intent.heading is None else intent.heading
    frame = followed(state.frame, up, heading, dt)
    if frame is None or frame[2] != UP:
        return state._replace(frame=frame), intent
    turn = twist(frame)
    return back_in_world(state, heading, turn), intent._replace(wish=turned(intent.wish, turn), heading=heading + turn)


def back_in_world(state, heading, turn):
    """The state of a player who stands as the world does once more: his heading and walk are the world's."""
    facing = None if state.facing is None else state.facing + turn
    return state._replace(frame=None, heading=heading + turn, facing=facing, walk=turned(state.walk, turn))
