"""The gamepad, read from a device that is none: dead zones, held and pressed buttons, the menu, and what is shown."""

from math import hypot
from types import SimpleNamespace

import pytest
from panda3d.core import GamepadButton, InputDevice

from game.app.player_controls import BUTTONS, TRIGGERS, Gamepad, without_dead_zone
from game.app.session.settings import Settings
from game.app.teaching.tutorial import PROMPTS
from game.panels.bindings import BINDINGS

AXIS = InputDevice.Axis


class FakeDevice:
    connected, device_class = True, InputDevice.DeviceClass.gamepad

    def __init__(self):
        self.axes, self.pressed = {}, set()

    def findAxis(self, axis):
        return SimpleNamespace(value=self.axes.get(axis, 0.0))

    def findButton(self, handle):
        return SimpleNamespace(pressed=handle in self.pressed)


@pytest.fixture
def device():
    return FakeDevice()


@pytest.fixture
def log():
    return SimpleNamespace(acts=[], menu=[], is_menu=False)


@pytest.fixture
def pad(device, log):
    return Gamepad(lambda: [device], Settings(dead_zone=20), log.acts.append, log.menu.append, lambda: log.is_menu)


def test_a_stick_at_rest_is_none_however_worn_it_is(pad, device):
    device.axes = {AXIS.left_x: 0.15, AXIS.left_y: -0.12}
    pad.update()
    assert pad.walk == (0.0, 0.0) and not pad.is_used


def test_beyond_the_dead_zone_it_begins_at_zero_and_ends_at_one():
    assert hypot(*without_dead_zone(0.2001, 0.0, 0.2)) == pytest.approx(0.0, abs=1e-3)
    assert without_dead_zone(0.0, -1.0, 0.2) == (0.0, -1.0)
    assert hypot(*without_dead_zone(1.0, 1.0, 0.2)) == pytest.approx(1.0), "the corners of a square stick are no faster"
    x, y = without_dead_zone(0.6, 0.3, 0.2)
    assert x / y == pytest.approx(2.0)


def test_held_buttons_last_and_others_act_once(pad, device, log):
    device.pressed = {GamepadButton.face_a(), GamepadButton.face_x()}
    pad.update()
    pad.update()
    assert pad.held == {"jump"} and log.acts == ["pause"] and pad.is_used
    device.pressed = set()
    pad.update()
    assert pad.held == set()
    pad.is_used = False
    assert not pad.is_used


def test_the_right_trigger_runs(pad, device):
    device.axes = {AXIS.right_trigger: 0.8}
    pad.update()
    assert pad.held == {"run"}


def test_the_left_trigger_plays_the_history_backwards_while_it_is_down(pad, device, log):
    device.axes = {AXIS.left_trigger: 0.8}
    pad.update()
    pad.update()
    assert log.acts == ["reverse"] and pad.name_of("reverse") == "LT" and pad.held == {"reverse"}
    device.axes = {}
    pad.update()
    assert log.acts == ["reverse"] and pad.held == set()


def test_in_the_menu_it_chooses(pad, device, log):
    log.is_menu, device.pressed = True, {GamepadButton.dpad_down(), GamepadButton.face_y()}
    pad.update()
    assert log.menu == ["arrow_down"] and log.acts == [] and pad.held == set()


def test_a_gamepad_that_is_pulled_out_lets_everything_go(pad, device):
    device.pressed, device.axes = {GamepadButton.face_a()}, {AXIS.left_y: 1.0}
    pad.update()
    device.connected = False
    pad.update()
    assert pad.held == set() and pad.walk == (0.0, 0.0) and not pad.is_used


def test_all_its_actions_exist_and_each_prompt_can_be_done_with_it():
    actions = {binding.action for binding in BINDINGS}
    on_pad = {button.action for button in (*BUTTONS.values(), *TRIGGERS.values())}
    assert on_pad <= actions
    for prompt in PROMPTS:
        assert prompt.pad or set(prompt.actions) <= on_pad, prompt.text
