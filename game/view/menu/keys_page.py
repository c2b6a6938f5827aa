"""The menu's page on which the user chooses other keys."""

from ..input.bindings import BINDINGS, key_name, keys_of, owner_of, plain_name, shown_keys
from .menu_model import Page, Row

ABOUT = "Enter, then the new key; Esc keeps the old one. Delete brings back the usual one, and undoes what a new key took."
WAITING = "press a key"
KEEP, USUAL = "escape", "delete"  # keys that cannot be chosen


def keys_page(program):
    """Return the page with a row for each action. `program` is ProgramActions."""
    return Page("Choose other keys", tuple(key_row(program, binding) for binding in BINDINGS))


def key_row(program, binding):
    """Return the Row with which the user changes the keys of a Binding. `program` is ProgramActions."""
    settings, waiting = program.settings, []

    def bind_key(key):
        waiting.clear()
        program.show_message(rebind(settings.keys, binding, key))
        program.controls.bind()
        program.interface.rebuild()

    def restore_usual():
        bind_key(USUAL)

    def wait():
        waiting.append(True)
        program.controls.catch_next_key(bind_key)

    return Row(
        binding.does,
        lambda: WAITING if waiting else shown_keys(binding, settings.keys),
        wait,
        restore=restore_usual,
        about=f"{ABOUT} This key is one of the group \"{binding.group}\".",
    )


def rebind(changed, binding, key):
    """Bind a key to an action. Return the message for the user, or "" for KEEP.

    The key replaces all keys of the action. Another action that has this key loses it. If that was the other action's only key,
    it gets the first old key of this action instead. Without an old key to give, nothing changes.
    changed: {action: [Panda3D's names of its keys]} that the user chose (`Settings.keys`). This function changes it.
    binding: Binding of the action
    key: Panda3D's name of the key. KEEP changes nothing, USUAL restores the action's usual keys.
    """
    if key == KEEP:
        return ""
    if key == USUAL:
        restore_usual_keys(changed, binding)
        return f"{binding.does}: {shown_keys(binding, changed)}"
    owner, lost = owner_of(key, changed), ""
    if owner and owner is not binding:
        left = [own for own in keys_of(owner, changed) if plain_name(own) != key]
        new = left or [event_of(owner, own) for own in keys_of(binding, changed)[:1]]
        if not new:
            return f"{key_name(key)} is the only key of: {owner.does}"
        changed[owner.action] = new
        verb = "keeps" if left else "gets"
        lost = f". Taken from: {owner.does}, which {verb} {shown_keys(owner, changed)}. Delete undoes it"
    changed[binding.action] = [event_of(binding, key)]
    return f"{binding.does}: {key_name(key)}{lost}"


def event_of(binding, key):
    """Return Panda3D's name of a key in the form that a Binding needs: "raw-" before the key of a held action."""
    return f"raw-{plain_name(key)}" if binding.held else plain_name(key)


def restore_usual_keys(changed, binding):
    """Restore the usual keys of an action. Keys that it took from other actions return to those actions.

    Another action that has one of the usual keys loses the key. If that leaves no key, the usual keys of the other action are
    restored, too.
    changed: `Settings.keys`, which this function changes
    binding: Binding of the action
    """
    given = set(map(plain_name, changed.pop(binding.action, ()))) - set(map(plain_name, binding.keys))
    taken = set(map(plain_name, binding.keys))
    for other in BINDINGS:
        if other.action not in changed:
            continue
        kept = [key for key in changed[other.action] if plain_name(key) not in taken]
        kept += [key for key in other.keys if plain_name(key) in given]
        if kept and set(kept) != set(other.keys):
            changed[other.action] = kept
        else:
            restore_usual_keys(changed, other)  # a third action may have them
