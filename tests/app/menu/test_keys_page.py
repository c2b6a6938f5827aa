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


def test_usual_keys_have_one_owner_each():
    for binding in BINDINGS:
        for key in binding.keys:
            assert owner_of(key, {}) is binding, key_name(key)
