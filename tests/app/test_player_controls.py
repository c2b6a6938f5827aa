"""The wish that follows from the keys held down: forward, aside, and between them at half a right angle and the same speed."""

from math import pi
from types import SimpleNamespace
from unittest.mock import MagicMock

import pytest

from game.app.player_controls import Controls, Gamepad, Pointer
from game.app.session.settings import Settings
from game.panels.bindings import ITERATION_ARROWS, PAGE_ARROWS

HALF = 0.5**0.5


class Keyboard:
    """A stand-in for the window: it keeps what a key calls."""

    def __init__(self):
        self.calls, self.buttonThrowers, self.taskMgr = {}, [MagicMock()], MagicMock()
        self.taskMgr.doMethodLater = lambda delay, function, name, extraArgs: function(*extraArgs)

    def accept(self, key, function, arguments=()):
        self.calls[key] = lambda: function(*arguments)

    def press(self, *keys):
        for key in keys:
            self.calls[f"raw-{key}"]()


def controls_of(keyboard, act=lambda action: None):
    """Controls without a gamepad."""
    settings = Settings()
    return Controls(keyboard, settings, Gamepad(list, settings, act, None, None), act)


def held(*keys):
    """Controls while these keys are held down."""
    keyboard = Keyboard()
    controls = controls_of(keyboard)
    keyboard.press(*keys)
    return controls


@pytest.mark.parametrize(
    "keys, wish",
    [
        ("", (0.0, 0.0)),
        ("w", (0.0, 1.0)),
        ("s", (0.0, -1.0)),
        ("d", (1.0, 0.0)),
        ("a", (-1.0, 0.0)),
        ("wd", (HALF, HALF)),
        ("wa", (-HALF, HALF)),
        ("sd", (HALF, -HALF)),
        ("sa", (-HALF, -HALF)),
        ("ws", (0.0, 0.0)),
        ("wasd", (0.0, 0.0)),
        ("wsd", (1.0, 0.0)),
    ],
)
def test_keys_wish_in_eight_directions_at_one_speed(keys, wish):
    assert held(*keys).wish(0.0) == pytest.approx(wish, abs=1e-12)


@pytest.mark.parametrize("heading, wish", [(0.5 * pi, (-HALF, HALF)), (pi, (-HALF, -HALF)), (-0.25 * pi, (1.0, 0.0))])
def test_the_wish_turns_with_the_heading(heading, wish):
    """Forward and right at once, counter-clockwise by the heading seen from above."""
    assert held("w", "d").wish(heading) == pytest.approx(wish, abs=1e-12)


@pytest.mark.parametrize("key, action", [("w", "forward"), ("space", "jump")])
def test_a_key_that_a_page_waits_for_does_not_walk_or_jump(key, action):
    """On the page of keys, the new key for an action still did what it had done before."""
    keyboard = Keyboard()
    controls = controls_of(keyboard)
    controls.catch_next_key(lambda key: None)
    keyboard.press(key)
    assert not controls.down(action)


def test_a_button_that_an_action_has_does_nothing_else():
    """The right button on "walk back" stopped time, too."""
    controls = controls_of(Keyboard())
    assert not controls.is_chosen("mouse3") and not controls.is_chosen("wheel_up")
    controls._settings.keys.update(back=["mouse3"], turn_up=["wheel_up"])
    pointer = SimpleNamespace(_menu=SimpleNamespace(is_open=False), _controls=controls)
    Pointer._look(pointer)  # an attribute more would be missing
    Pointer._scroll(pointer, 1)
    with pytest.raises(AttributeError):
        Pointer._scroll(pointer, -1)


def test_an_arrow_key_that_turns_pages_does_not_walk_and_the_letter_beside_it_still_does():
    keyboard, acted = Keyboard(), []
    controls = controls_of(keyboard, acted.append)
    controls.arrows = PAGE_ARROWS
    keyboard.press("arrow_right", "a")
    assert acted == ["next_page"] and controls.wish(0.0) == (-1.0, 0.0)
    controls.arrows = dict.fromkeys(ITERATION_ARROWS, "")
    keyboard.press("arrow_down")
    assert acted == ["next_page"] and controls.wish(0.0) == (-1.0, 0.0), "it chooses an answer, and flew the camera, too"
    controls.arrows = {}
    keyboard.press("arrow_right")
    assert acted == ["next_page"] and controls.wish(0.0) == (0.0, 0.0), "both ways at once"
