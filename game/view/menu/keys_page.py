"""The menu's page on which the player chooses other keys."""

from ..input.bindings import BINDINGS, key_name, keys_of, owner_of, shown_keys
from .menu import Page, Row

ABOUT = "Enter, then the new key; Esc keeps the old one. Delete brings back the usual one."
WAITING = "press a key"
KEEP, USUAL = "escape", "delete"  # keys that cannot be chosen


def keys_page(program):
    """A row for each action. program: ProgramActions"""
    return Page("Choose other keys", tuple(key_row(program, binding) for binding in BINDINGS))


def key_row(program, binding):
    settings, waiting = program.settings, []

    def take(key):
        waiting.clear()
        program.tell(choose(settings.keys, binding, key))
        program.controls.bind()
        program.interface.rebuild()

    def wait():
        waiting.append(True)
        program.controls.catch(take)

    return Row(
        binding.does,
        lambda: WAITING if waiting else shown_keys(binding, settings.keys),
        wait,
        about=f"{ABOUT} Group: {binding.group}.",
    )


def choose(changed, binding, key):
    """Give an action another key. changed: Settings.keys, changed here. Returns the message for the player."""
    if key == KEEP:
        return ""
    if key == USUAL:
        changed.pop(binding.action, None)
        return f"{binding.does}: {binding.shown}"
    owner = owner_of(key, changed)
    if owner and owner is not binding:
        left = [own for own in keys_of(owner, changed) if own.removeprefix("raw-") != key]
        if not left:
            return f"{key_name(key)} is the only key of: {owner.does}"
        changed[owner.action] = left
    changed[binding.action] = [f"raw-{key}" if binding.held else key]
    return f"{binding.does}: {key_name(key)}"
