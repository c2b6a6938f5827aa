"""The menu's pages of settings and keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from ...panels.bindings import (
    BINDINGS,
    Binding,
    ChosenKeys,
    is_of_mouse,
    is_wheel,
    key_name,
    keys_of,
    name_of,
    owner_of,
    plain_name,
    shown_keys,
)
from ...player.player_params import FEELS
from ..session.settings import (
    DEAD_ZONE,
    DIP,
    FIELD_OF_VIEW,
    FRAME_RATES,
    GHOSTS,
    NAMES,
    SENSITIVITY,
    TEXT_SIZES,
    VOLUME,
    WIDER,
    Settings,
)
from .menu_model import OPENS, MenuPage, MenuRow

if TYPE_CHECKING:
    from ..action_handlers import LevelActions, ProgramActions, RunActions
    from ..panels.user_interface import Interface

ABOUT = "Enter, then the new key; Esc keeps the old one. Delete brings back the usual one, and undoes what a new key took."
WAITING, OTHER_KEYS = "press a key", "Change keys"
KEEP, USUAL = "escape", "delete"  # keys that cannot be chosen
POINTS = "mouse1"  # nor can this one: it chooses rows of this page


def capital(action: str) -> str:
    """Return an action's name as the name of a row."""
    name = name_of(action)
    return name[0].upper() + name[1:]


def key_row(program: ProgramActions, binding: Binding) -> MenuRow:
    settings = program.settings
    waiting: list[bool] = []

    def bind_key(key: str) -> None:
        waiting.clear()
        program.show_message(rebind(settings.keys, binding, key))
        program.controls.bind()
        program.interface.rebuild()

    def wait() -> None:
        waiting.append(True)
        program.controls.catch_next_key(bind_key)

    return MenuRow(
        binding.name,
        lambda: WAITING if waiting else shown_keys(binding, settings.keys),
        wait,
        restore=lambda: bind_key(USUAL),
        about=f"{binding.does[0].upper()}{binding.does[1:]}. {ABOUT}",
    )


def rebind(changed: ChosenKeys, binding: Binding, key: str) -> str:
    """Bind a key to an action in `changed`. Return the message for the user, or "" for KEEP.

    The key replaces all keys of the action. An action that loses its only key by that gets the first old key of this one. Without
    such a key, nothing changes. key: Panda3D's name, or KEEP, or USUAL for the action's usual keys
    """
    if key == KEEP:
        return ""
    if key == USUAL:
        restore_usual_keys(changed, binding)
        return f"{binding.name}: {shown_keys(binding, changed)}"
    if why := why_impossible(binding, key):
        return f"{binding.name}: {why}" + (f", so it keeps {shown}" if (shown := shown_keys(binding, changed)) else "")
    owner, lost = owner_of(key, changed), ""
    if owner and owner is not binding:
        left = [own for own in keys_of(owner, changed) if plain_name(own) != key]
        old = [own for own in keys_of(binding, changed) if not why_impossible(owner, plain_name(own))]
        new = left or [event_of(owner, own) for own in old[:1]]
        if not new:
            return f"{key_name(key)} is the only key of: {owner.name}"
        changed[owner.action] = new
        verb = "keeps" if left else "gets"
        lost = f". Taken from: {owner.name}, which {verb} {shown_keys(owner, changed)}. Delete undoes it"
    changed[binding.action] = [event_of(binding, key)]
    return f"{binding.name}: {key_name(key)}{lost}"


def why_impossible(binding: Binding, key: str) -> str:
    """Return why an action cannot have a key, button or turn of the wheel, or "" if it can."""
    if key == POINTS:
        return "the left button selects in menus, clicks and uses desks"
    return "a wheel cannot be held down" if is_wheel(key) and (binding.held or binding.stops) else ""


def event_of(binding: Binding, key: str) -> str:
    """Return Panda3D's event of a key for an action. Only keys of the keyboard have a position, which "raw-" names."""
    return f"raw-{plain_name(key)}" if binding.held and not is_of_mouse(plain_name(key)) else plain_name(key)


def restore_usual_keys(changed: ChosenKeys, binding: Binding) -> None:
    """Restore the usual keys of an action in `changed`, and those of an action that has no key left by that."""
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


ABOUT_SCREEN = "Fill the whole screen: {fullscreen} does it, too. For another size, drag an edge of the window, or maximise it."
ABOUT_WIDER = "Running looks faster than walking. 0: never wider. Early Minecraft had 20°. Not with the feel exact."
ABOUT_DIP = "Of the eyes after a jump of 1 m. 0: none. Quake III dips by 20 cm after a short fall. Not with the feel exact."
ABOUT_GHOST = (
    "The run that you race against from the next start: your best, or the level's tour in the time for silver or gold. "
    "Without a run of your own: silver."
)
ABOUT_QUALITY = (
    "Low and medium draw fewer pixels; low also leaves out the lines along edges. Best smooths edges."
    " Without a graphics card, best begins at the next start."
)
ABOUT_RATE = "Most frames a second. Fewer: cooler and quieter."


def settings_page(program: ProgramActions, run: RunActions) -> MenuPage:
    settings, quality = program.settings, program.quality
    number, switch, choice = (partial(row, settings) for row in (number_row, attribute_row, choice_row))
    about_sound = program.sound_problem.capitalize() or "Footsteps, landings, bells."

    def frame_rate() -> str:
        return str(settings.frame_rate) if settings.frame_rate else "as the screen"

    def group(name: str, about: str, *rows: MenuRow) -> MenuRow:
        return MenuRow(name, lambda: OPENS, lambda: program.open_page(MenuPage(name, rows)), about=about)

    return MenuPage(
        "Settings",
        (
            group(
                "Controls",
                "Keys, mouse and gamepad.",
                group(OTHER_KEYS, "For each action.", *(key_row(program, binding) for binding in BINDINGS)),
                number("sensitivity", "Mouse sensitivity", (*SENSITIVITY, 0.1, "{:.1f}"), "How far the mouse turns."),
                switch("invert_mouse", "Invert mouse", "Mouse forward looks down."),
                number("dead_zone", "Stick dead zone", (*DEAD_ZONE, 5, "{:.0f} %"), "Of a gamepad's sticks."),
            ),
            group(
                "Movement",
                "How the player moves and how the eyes follow, and the ghost in races.",
                feel_row(settings, run),
                number("wider_run", "Wider view at a run", (*WIDER, 2, "{:.0f}°"), ABOUT_WIDER),
                number("landing_dip", "Dip after a landing", (*DIP, 2, "{:.0f} cm"), ABOUT_DIP),
                choice("ghost", "Ghost in races", GHOSTS, lambda: settings.ghost, ABOUT_GHOST),
            ),
            group(
                "Picture",
                "Screen, quality, field of view, size of text.",
                switch_row(capital("fullscreen"), lambda: settings.fullscreen, program.fullscreen, ABOUT_SCREEN),
                choice("quality", "Quality", NAMES, lambda: quality.text, ABOUT_QUALITY, quality.update),
                choice("frame_rate", "Frame rate", FRAME_RATES, frame_rate, ABOUT_RATE, quality.update),
                number("field_of_view", "Field of view", (*FIELD_OF_VIEW, 5, "{:.0f}°"), "Horizontal angle of view."),
                text_size_row(settings, program.interface),
                switch("hud", capital("hud"), "Numbers of the tick and legend; while time stands, all drawings."),
                look_row(run.level_actions),
            ),
            group(
                "Sound",
                about_sound,
                switch("sounds", capital("sounds"), about_sound),
                number("volume", "Volume", (*VOLUME, 10, "{:.0f} %"), about_sound),
                number("event_volume", "Volume of steps and bells", (*VOLUME, 10, "{:.0f} %"), "Part of the volume."),
                number("ambient_volume", "Volume of water and wind", (*VOLUME, 10, "{:.0f} %"), "Part of the volume."),
                switch("captions", "Captions", "Words for the sounds of events."),
            ),
        ),
    )


def text_size_row(settings: Settings, interface: Interface) -> MenuRow:
    def change(direction: int) -> None:
        place = TEXT_SIZES.index(settings.text_size) + direction
        settings.text_size = TEXT_SIZES[max(0, min(place, len(TEXT_SIZES) - 1))]
        interface.rebuild()

    def text() -> str:
        drawn = round(100 * interface.text_scale)
        return f"{settings.text_size} %" + (f", menus {drawn} %" if drawn < settings.text_size else "")

    about = "For a projector. Text grows with the window. A menu that does not fit scrolls."
    return MenuRow("Text size", text, change=change, about=about)


def choice_row(
    settings: Settings, attribute: str, name: str, choices: Sequence[Any], text: Callable[[], str], about: str,
    changed: Callable[[], None] = lambda: None
) -> MenuRow:
    """Return a row that goes through the values of an attribute of the Settings. changed(): called after each change"""

    def change(direction: int) -> None:
        place = choices.index(getattr(settings, attribute)) + direction
        setattr(settings, attribute, choices[place % len(choices)])
        changed()

    return MenuRow(name, text, change=change, about=about)


def look_row(level_actions: LevelActions) -> MenuRow:
    about = "own: pictures and colours of a mesh file. grid: plain colours with a metre grid. The level starts again."
    flip = level_actions.next_look
    return MenuRow("Look of mesh files", lambda: level_actions.look, activate=flip, change=lambda direction: flip(), about=about)


def feel_row(settings: Settings, run: RunActions) -> MenuRow:
    def change(direction: int) -> None:
        names = list(FEELS)
        params = run.session.params
        place = names.index(params.feel) if params.feel in names else -direction
        name = names[(place + direction) % len(names)]
        if not run.lessons.is_open:
            settings.feel = name
        run.branch(params=params.with_feel(name))

    about = (
        "smooth: speeds up in 6 ticks, stops in 4, short hops, falls faster than it rises. exact: full speed at once, full jumps;"
        " lessons have it. Each has its own best times. Its parts: Parameters."
    )
    return MenuRow("Feel", lambda: run.session.params.feel, change=change, about=about)


def switch_row(name: str, read: Callable[[], bool], flip: Callable[[], None], about: str) -> MenuRow:
    return MenuRow(name, lambda: "on" if read() else "off", activate=flip, change=lambda direction: flip(), about=about)


def attribute_row(settings: Settings, attribute: str, name: str, about: str) -> MenuRow:
    def flip() -> None:
        setattr(settings, attribute, not getattr(settings, attribute))

    return switch_row(name, lambda: getattr(settings, attribute), flip, about)


def number_row(settings: Settings, attribute: str, name: str, scale: tuple[float, float, float, str], about: str) -> MenuRow:
    """Return a row that changes a number of the Settings. `scale`: (least value, greatest value, change, format)"""
    least, most, by, form = scale

    def change(direction: int) -> None:
        value = round(getattr(settings, attribute) + direction * by, 6)
        setattr(settings, attribute, max(least, min(most, value)))

    return MenuRow(name, lambda: form.format(getattr(settings, attribute)), change=change, about=about)
