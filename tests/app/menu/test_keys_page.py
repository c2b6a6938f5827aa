"""Other keys for actions: chosen, taken from another action, refused where an action would have none, and brought back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.app.menu.settings_page import KEEP, USUAL, rebind
from game.panels.bindings import BINDINGS, key_name, keys_of, owner_of, plain_name, shown_keys

BY_ACTION = {binding.action: binding for binding in BINDINGS}


@pytest.mark.parametrize("binding", BINDINGS, ids=lambda binding: binding.action)
def test_every_action_takes_another_key_and_gets_its_own_back(binding):
    changed = {}
    rebind(changed, binding, "f10")
    assert keys_of(binding, changed) == (("raw-f10" if binding.held else "f10"),) and shown_keys(binding, changed) == "F10"
    assert owner_of("f10", changed) is binding
    rebind(changed, binding, USUAL)
    assert changed == {} and shown_keys(binding, changed) == binding.shown


def test_a_key_of_another_action_is_taken_from_it():
    changed = {}
    rebind(changed, BY_ACTION["jump"], "c")
    assert keys_of(BY_ACTION["jump"], changed) == ("raw-c",) and keys_of(BY_ACTION["crouch"], changed) == ("raw-lcontrol",)
    assert shown_keys(BY_ACTION["crouch"], changed) == "Ctrl"


def test_the_message_names_the_action_that_lost_the_key_and_delete_gives_it_back():
    changed = {}
    message = rebind(changed, BY_ACTION["jump"], "c")
    assert BY_ACTION["crouch"].name in message and "Ctrl" in message and "Delete" in message
    rebind(changed, BY_ACTION["jump"], USUAL)
    assert changed == {}, "both actions have their usual keys"


def test_an_action_gets_its_usual_key_back_from_the_one_that_took_it():
    changed = {}
    rebind(changed, BY_ACTION["run"], "w")
    rebind(changed, BY_ACTION["forward"], USUAL)
    assert changed == {} and owner_of("w", changed) is BY_ACTION["forward"]


@given(st.lists(st.tuples(st.sampled_from(BINDINGS), st.sampled_from(("w", "c", "p", "f10", "h", "g", USUAL))), max_size=12))
def test_no_key_ever_has_two_actions(choices):
    changed = {}
    for binding, key in choices:
        rebind(changed, binding, key)
        own = [plain_name(name) for each in BINDINGS for name in dict.fromkeys(keys_of(each, changed))]
        assert len(own) == len(set(own)), choices


def test_an_only_key_is_exchanged():
    changed = {}
    message = rebind(changed, BY_ACTION["jump"], "p")
    assert message == "jump: P. Taken from: stop time, which gets Space. Delete undoes it"
    assert changed == {"jump": ["raw-p"], "pause": ["space"]}
    rebind(changed, BY_ACTION["jump"], USUAL)
    assert changed == {}


def test_no_action_is_left_without_a_key():
    changed = {}
    assert "only key" in rebind(changed, BY_ACTION["next_iteration"], "p") and changed == {}


def test_escape_keeps_the_key():
    changed = {}
    assert rebind(changed, BY_ACTION["jump"], KEEP) == "" and changed == {}


@pytest.mark.parametrize("key", ["wheel_up", "wheel_down"])
@pytest.mark.parametrize("action", ["back", "jump", "look_up", "reverse"])
def test_an_action_that_is_held_refuses_the_wheel_and_keeps_its_keys(action, key):
    """A wheel is released at once: the player stood still, and S was lost."""
    changed, binding = {}, BY_ACTION[action]
    assert rebind(changed, binding, key) == f"{binding.name}: a wheel cannot be held down, so it keeps {binding.shown}"
    assert changed == {}
    assert rebind(changed, BY_ACTION["turn_up"], key).startswith("dial up: wheel ") and owner_of(key, changed).name == "dial up"


def test_an_action_that_is_held_gets_no_wheel_in_exchange():
    """It got the old one of the action that took its only key."""
    changed = {}
    rebind(changed, BY_ACTION["next_level"], "wheel_up")
    assert rebind(changed, BY_ACTION["next_level"], "space") == "Space is the only key of: jump"
    assert owner_of("space", changed) is BY_ACTION["jump"] and owner_of("wheel_up", changed) is BY_ACTION["next_level"]


def test_the_left_button_is_refused_with_a_reason():
    changed = {}
    message = "jump: the left button selects in menus, clicks and uses desks, so it keeps Space"
    assert rebind(changed, BY_ACTION["jump"], "mouse1") == message and changed == {}
    assert rebind(changed, BY_ACTION["next_iteration"], "mouse1").endswith("so it keeps Down") and changed == {}


def test_a_button_of_the_mouse_has_no_position_on_a_keyboard():
    """Panda3D sends "raw-" for keys alone: an action that is held never came."""
    changed = {}
    assert rebind(changed, BY_ACTION["forward"], "mouse3") == "walk forward: right button"
    assert changed == {"forward": ["mouse3"]}


def test_keys_have_names_for_the_player_and_not_those_of_the_engine():
    names = {"mouse2": "middle button", "mouse3": "right button", "mouse6": "button 6", "wheel_up": "wheel up", "lmeta": "Super"}
    names |= {"rmeta": "Super", "print_screen": "PrtSc", "num_lock": "NumLk", "f10": "F10", "some_key": "SOME KEY", "ö": "Ö"}
    assert {key: key_name(key) for key in names} == names and key_name("raw-lshift") == "Shift"


def test_usual_keys_have_one_owner_each():
    for binding in BINDINGS:
        for key in binding.keys:
            assert owner_of(key, {}) is binding, key_name(key)
