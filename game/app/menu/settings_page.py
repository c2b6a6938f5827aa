"""The menu's pages of settings, keys, overlays and views."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from ...explain.tick_overlay import Switches
from ...panels.bindings import BINDINGS, Binding, ChosenKeys, key_name, keys_of, name_of, owner_of, plain_name, shown_keys
from ...player.player_params import FEELS
from ..session.play_session import SLOWER, Session
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
from .menu_model import OPENS, Menu, MenuPage, MenuRow

if TYPE_CHECKING:
    from ..action_handlers import CameraActions, LevelActions, ProgramActions, RunActions, ViewActions
    from ..panels.user_interface import Interface
    from ..window import QualityControl

ABOUT = "Enter, then the new key; Esc keeps the old one. Delete brings back the usual one, and undoes what a new key took."
WAITING, OTHER_KEYS = "press a key", "Change keys"
KEEP, USUAL = "escape", "delete"  # keys that cannot be chosen


def capital(action: str) -> str:
    """Return an action's name as the name of a row."""
    name = name_of(action)
    return name[0].upper() + name[1:]


def keys_page(program: ProgramActions) -> MenuPage:
    return MenuPage(OTHER_KEYS, tuple(key_row(program, binding) for binding in BINDINGS))


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
    owner, lost = owner_of(key, changed), ""
    if owner and owner is not binding:
        left = [own for own in keys_of(owner, changed) if plain_name(own) != key]
        new = left or [event_of(owner, own) for own in keys_of(binding, changed)[:1]]
        if not new:
            return f"{key_name(key)} is the only key of: {owner.name}"
        changed[owner.action] = new
        verb = "keeps" if left else "gets"
        lost = f". Taken from: {owner.name}, which {verb} {shown_keys(owner, changed)}. Delete undoes it"
    changed[binding.action] = [event_of(binding, key)]
    return f"{binding.name}: {key_name(key)}{lost}"


def event_of(binding: Binding, key: str) -> str:
    return f"raw-{plain_name(key)}" if binding.held else plain_name(key)


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


def settings_page(program: ProgramActions, run: RunActions) -> MenuPage:
    settings = program.settings
    number, switch = partial(number_row, settings), partial(attribute_row, settings)
    about_sound = program.sound_problem.capitalize() or "Footsteps, landings, bells."

    def group(name: str, about: str, *rows: MenuRow) -> MenuRow:
        return MenuRow(name, lambda: OPENS, lambda: program.open_page(MenuPage(name, rows)), about=about)

    return MenuPage(
        "Settings",
        (
            group(
                "Controls",
                "Keys, mouse and gamepad.",
                MenuRow(OTHER_KEYS, lambda: OPENS, lambda: program.open_page(keys_page(program)), about="For each action."),
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
                ghost_row(settings),
            ),
            group(
                "Picture",
                "Screen, quality, field of view, size of text.",
                switch_row(capital("fullscreen"), lambda: settings.fullscreen, program.fullscreen, ABOUT_SCREEN),
                quality_row(program.quality, settings),
                frame_rate_row(program.quality, settings),
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


def quality_row(quality: QualityControl, settings: Settings) -> MenuRow:
    def change(direction: int) -> None:
        settings.quality = NAMES[(NAMES.index(settings.quality) + direction) % len(NAMES)]
        quality.update()

    about = (
        "Low and medium draw fewer pixels; low also leaves out the lines along edges. Best smooths edges."
        " Without a graphics card, best begins at the next start."
    )
    return MenuRow("Quality", lambda: quality.text, change=change, about=about)


def frame_rate_row(quality: QualityControl, settings: Settings) -> MenuRow:
    def change(direction: int) -> None:
        settings.frame_rate = FRAME_RATES[(FRAME_RATES.index(settings.frame_rate) + direction) % len(FRAME_RATES)]
        quality.update()

    def text() -> str:
        return str(settings.frame_rate) if settings.frame_rate else "as the screen"

    return MenuRow("Frame rate", text, change=change, about="Most frames a second. Fewer: cooler and quieter.")


def look_row(level_actions: LevelActions) -> MenuRow:
    about = "own: pictures and colours of a mesh file. grid: plain colours with a metre grid. The level starts again."
    flip = level_actions.next_look
    return MenuRow("Look of mesh files", lambda: level_actions.look, activate=flip, change=lambda direction: flip(), about=about)


def ghost_row(settings: Settings) -> MenuRow:
    def change(direction: int) -> None:
        settings.ghost = GHOSTS[(GHOSTS.index(settings.ghost) + direction) % len(GHOSTS)]

    about = (
        "The run that you race against from the next start: your best, or the level's tour in the time for silver or gold. "
        "Without a run of your own: silver."
    )
    return MenuRow("Ghost in races", lambda: settings.ghost, change=change, about=about)


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


CROWDS = (0, 20, 100, 500, 2000)
OVERLAYS = {
    "ellipsoid": "The player's body as the solver sees it.",
    "contacts": "The points where the body touches triangles. Labels name the feature: face, edge or corner.",
    "normals": "The normal of the contact; in grey, where it differs, the triangle's own.",
    "planes": "The sliding plane of each contact, in the colour of its pass.",
    "velocity": "Velocity before and after the tick; an arrow of 1 m is 5 m/s.",
    "path": "The displacement of each iteration; in grey what a contact took away.",
    "candidates": "The triangles gathered for this tick, coloured by how far each got in the test.",
    "labels": "Pass, iteration, feature and fraction of each contact.",
    "exhibits": "What the exhibits of the lab compute: next steps, bounds, paths.",
}


def crowd_row(run: RunActions) -> MenuRow:
    def change(direction: int) -> None:
        place = min(range(len(CROWDS)), key=lambda n: abs(CROWDS[n] - run.crowd_size())) + direction
        run.level_actions.set_crowd(CROWDS[max(0, min(place, len(CROWDS) - 1))])

    return MenuRow(
        "Crowd",
        lambda: str(run.crowd_size()),
        change=change,
        about="Walkers that wander here; the level begins again.",
    )


def clock_row(session: Session) -> MenuRow:
    def text() -> str:
        return f"1/{SLOWER[session.slower]} of normal" if session.slower else "normal"

    about = "Slows the game down; its ticks stay the same. While playing: {slower} and {faster}."
    return MenuRow("Speed of time", text, change=lambda direction: session.slow_down(-direction), about=about)


def overlays_page(view: ViewActions, camera: CameraActions, menu: Menu) -> MenuPage:
    settings, views = view.settings, view.views

    def row(name: str) -> MenuRow:
        read, flip = lambda: getattr(settings.overlays, name), lambda: view.toggle_overlay(name)
        return switch_row(name.capitalize(), read, flip, OVERLAYS[name])

    def how_many() -> str:
        on = sum(getattr(settings.overlays, name) for name in Switches.names())
        return "on" if on == len(Switches.names()) else f"{on} of {len(Switches.names())} on" if on else "off"

    every = switch_row(capital("all_overlays"), lambda: settings.overlays.any(), view.all_overlays, "All off, or back on.")
    every = replace(every, value=how_many)
    about = "Stops time, and shows what happened in this tick, one iteration at a time."
    inspector = switch_row(capital("inspector"), lambda: views.inspector.on, views.inspector.toggle, about)
    about = "World; ellipsoid space, where the body is a sphere and the paper's tests are made; or both side by side."
    space = MenuRow("Space", lambda: views.space.name, change=view.next_space, about=about)
    about = "The triangles near the body, grown by it, and the body shrunk to a point: its sweep is then a ray."
    minkowski = switch_row(capital("minkowski"), lambda: views.minkowski.on, view.minkowski, about)

    def act(name: str, action: Callable[[], None], about: str, mouse: str = "") -> MenuRow:
        return MenuRow(capital(name), lambda: f"{mouse}{{{name}}}", menu.closing(action), about=about)

    about = "Stops time, and looks at what the body touched last, from the side."
    contact = act("contact", camera.contact, about)
    about = "Stops time, and looks from the side without perspective: lengths can be compared."
    flat = act("flat", camera.flat, about)
    about = "Stops time. Then click on a triangle, or aim at it and press {pick}: its test in this tick is described."
    pick = act("pick", view.explain_picking, about, "click, ")
    about = "Draws them while time runs, too. In a race, {hud} does it."
    in_play = attribute_row(settings, "overlays_in_play", "While you play", about)
    views_rows = inspector, space, minkowski, contact, flat, pick
    return MenuPage("Overlays and views", (in_play, *map(row, Switches.names()), every, *views_rows))
