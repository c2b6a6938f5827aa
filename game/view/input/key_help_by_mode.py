"""The keys that work in each mode of the game, for the first page of the help. This module uses no renderer."""

from typing import NamedTuple

from .bindings import BINDINGS

WALK = "forward", "left", "back", "right"


class Mode(NamedTuple):
    """A mode of the game.

    title: its name for the user
    actions: names of the actions that the help shows, most important first
    words: {action: its effect in this mode}, for effects that are not as in the table of keys
    """

    title: str
    actions: tuple[str, ...]
    words: dict


PLAYING = Mode(
    "while you walk",
    (*WALK, "run", "jump", "crouch", "third_person", "pause", "inspector", "contact", "twins", "slower", "restart", "noclip")
    + ("hud", "next_rules", "lessons", "menu"),
    {"pause": "stop time (or right button)", "jump": "jump", "crouch": "crouch", "slower": "slow motion"},
)
# In a level with exhibits, the keys at a desk come before rarer ones. Twins and rules stay on the page of all keys.
VISITING = Mode(
    "while you walk",
    (*WALK, "run", "jump", "crouch", "play_sweep", "turn_down", "turn_up", "overlay_exhibits", "pause", "inspector", "slower")
    + ("restart", "noclip", "hud", "lessons", "menu"),
    {
        **PLAYING.words,
        **{"play_sweep": "at a desk: use (or click)", "turn_down": "at a desk: turn down (or the wheel)"},
        **{"turn_up": "at a desk: turn up (or the wheel)", "overlay_exhibits": "what an exhibit computes, on or off"},
    },
)
FLYING = Mode(
    "while you fly",
    (*WALK, "jump", "crouch", "run", "noclip", "restart", "pause", "third_person", "menu"),
    {
        **dict(zip(WALK, ("fly forward", "fly to the left", "fly back", "fly to the right"))),
        **{"jump": "fly up", "crouch": "fly down", "run": "faster", "noclip": "walk from here", "restart": "back to the start"},
    },
)
FILM = Mode(
    "while the history plays",
    ("pause", "watch", "reverse", "slower", "faster", "oldest", "newest", "menu"),
    {"pause": "stop at this tick", "watch": "forwards, or stop", "reverse": "backwards, or stop", "slower": "slower"},
)
PAUSED = Mode(
    "while time stands",
    ("pause", "step", "scrub_back", "jump_ahead", "jump_back", "reverse", "watch", "undo", "inspector", "contact", "flat", "pick")
    + ("free_pointer", "all_overlays", "next_space", "minkowski", "third_person", "restart", "help", "menu"),
    {"pause": "go on from this tick", "help": "this sheet; again: all keys"},
)
INSPECTING = Mode(
    "inside a tick",
    ("previous_iteration", "next_iteration", "play_sweep", "contact", "flat", "pick", "inspector_panel", "step", "scrub_back")
    + ("all_overlays", "next_space", "minkowski", "inspector", "pause", "menu"),
    {"inspector": "leave the tick", "play_sweep": "play the sweep again", "pause": "go on from this tick"},
)
LESSON = Mode(
    "in a lesson",
    ("next_page", "previous_page", "lessons", "restart", "pause", "step", "scrub_back", "inspector", "contact", "menu"),
    {"next_page": "next page", "previous_page": "previous page", "restart": "show the page again"},
)
MODES = PLAYING, VISITING, FLYING, FILM, PAUSED, INSPECTING, LESSON


def mode_of(session, is_flying, inspects, is_lesson):
    """Return the Mode of the game. If several fit, the first of these counts: tick inspector, lesson, pause, film, flight.

    session: Session
    is_flying: True in noclip
    inspects: True while the tick inspector shows a tick
    is_lesson: True while a lesson is open
    """
    if inspects:
        return INSPECTING
    if is_lesson:
        return LESSON
    if session.paused:
        return PAUSED
    if not session.live:
        return FILM
    if is_flying:
        return FLYING
    return VISITING if session.sim and session.sim.lab else PLAYING


def rows_of(mode):
    """Return [(Binding, its effect as text), ...] for the actions of a Mode."""
    by_action = {binding.action: binding for binding in BINDINGS}
    return [(by_action[action], mode.words.get(action, by_action[action].does)) for action in mode.actions]
