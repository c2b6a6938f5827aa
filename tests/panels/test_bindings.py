"""The table of keys is complete: every key has an action, every action exists, every overlay has a key."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

from game.app.action_handlers import GROUPS
from game.app.menu.rules_and_overlays_pages import OVERLAYS
from game.app.teaching.tutorial import PROMPTS
from game.explain.tick_overlay import Switches
from game.panels.bindings import BINDINGS, BY_ACTION, FLYING, groups, hint_for, name_of
from game.web.play_site import KEYS

GAME = Path(__file__).parents[2] / "game"
WITH_TEXTS = sorted(path for folder in ("app", "panels", "explain") for path in (GAME / folder).rglob("*.py"))
FORMER = ("third person", "first person", "noclip", "head-up display", "tick inspector", "restarted")  # names that actions had


def has_action(action):
    return sum(hasattr(group, action) for group in GROUPS) == 1


def test_no_key_has_two_actions():
    counts = Counter(key for binding in BINDINGS for key in binding.keys)
    assert [key for key, count in counts.items() if count > 1] == []


def test_no_action_has_two_bindings():
    assert len({binding.action for binding in BINDINGS}) == len(BINDINGS)


def test_every_pressed_key_has_an_action():
    pressed = [binding.action for binding in BINDINGS if not binding.held]
    missing = [action for action in pressed if not action.startswith("overlay_") and not has_action(action)]
    assert missing == []


def test_every_overlay_has_a_key_and_a_row_in_the_menu():
    keyed = {b.action.removeprefix("overlay_") for b in BINDINGS if b.action.startswith("overlay_")}
    assert keyed == set(Switches.names()) == set(OVERLAYS)


def test_every_binding_is_shown_once():
    shown = [binding for _, bindings in groups() for binding in bindings]
    assert sorted(b.action for b in shown) == sorted(b.action for b in BINDINGS)
    assert all(binding.shown and binding.does for binding in BINDINGS)


def texts_in(path):
    """All texts of a module, without its docstrings."""
    tree = ast.parse(path.read_text())
    docs = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)}
    found = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and node not in docs]
    return [text for text in found if isinstance(text, str)]


@pytest.mark.parametrize("path", WITH_TEXTS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_an_action_has_one_name_in_all_texts(path):
    """A gamer read "look inside", "tick inspector" and "inspector" for one key, and took them for three things."""
    for text in texts_in(path):
        assert not re.search(r"{\w+}  \w", text), f"{text}: take the name from hint_for or name_of"
        words = re.sub(r"{\w+}", "", text).lower()
        assert " " not in words or not any(name in words for name in FORMER), text


def test_tutorial_menu_and_web_page_say_the_names_of_the_table():
    for prompt in PROMPTS:
        actions = [action for action in prompt.actions if action != "mouse"]
        names = [name_of(action, off=off) for action in actions for off in ((), actions)]
        assert not names or any(set(name.split()) & set(prompt.text.replace(":", "").split()) for name in names), prompt.text
    web = dict(KEYS)
    for action in ("pause", "restart", "third_person", "inspector"):
        binding = BY_ACTION[action]
        assert web[binding.shown].startswith(name_of(action)), "the web page has the same key"


def test_names_of_several_actions_are_what_they_share():
    assert name_of("forward left back right") == "walk" and name_of("previous_iteration next_iteration") == "iteration"
    assert hint_for("pause", "slower faster", off=("pause",)) == "{pause}  go on    {slower} {faster}  slower, faster"
    assert name_of("jump", FLYING) == "fly up" and name_of("run") == "run"


@pytest.mark.parametrize("path", WITH_TEXTS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_texts_name_keys_by_actions(path):
    """A key in a text is the user's own, so no hint, message or panel names a letter or a function key itself."""
    if path.name in ("bindings.py", "window.py", "bake.py"):  # they have no text for a panel
        return
    for text in texts_in(path):
        assert not re.findall(r"(?:^|\s)(?:[A-Z]|F\d+|PgUp|PgDn|Bksp)(?:  |: )[a-z]", text), text
