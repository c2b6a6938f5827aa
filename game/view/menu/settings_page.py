"""The menu's page of settings."""

from ...simulation.player_params import FEELS
from ..adaptive_quality import FRAME_RATES, NAMES
from ..settings import DEAD_ZONE, FIELD_OF_VIEW, SENSITIVITY, TEXT_SIZES, VOLUME
from .keys_page import keys_page
from .menu_model import Page, Row

ABOUT_SCREEN = "Fill the whole screen: {fullscreen} does it, too. For another size, drag an edge of the window, or maximise it."


def settings_page(program, run):
    """Return the Page of settings. `program` is ProgramActions, `run` is RunActions."""
    settings = program.settings
    about_sound = program.sound_problem.capitalize() or "Footsteps, landings, bells."
    return Page(
        "Settings",
        (
            Row("Keys", lambda: ">", lambda: program.open_page(keys_page(program)), about="Choose other keys."),
            number_row(settings, "sensitivity", "Mouse sensitivity", (*SENSITIVITY, 0.1, "{:.1f}"), "How far the mouse turns."),
            number_row(settings, "field_of_view", "Field of view", (*FIELD_OF_VIEW, 5, "{:.0f}°"), "Horizontal angle of view."),
            switch_row("Full screen", lambda: settings.fullscreen, program.fullscreen, ABOUT_SCREEN),
            quality_row(program.quality, settings),
            frame_rate_row(program.quality, settings),
            text_size_row(settings, program.interface),
            attribute_row(settings, "invert_mouse", "Invert mouse", "Mouse forward looks down."),
            number_row(settings, "dead_zone", "Stick dead zone", (*DEAD_ZONE, 5, "{:.0f} %"), "Of a gamepad's sticks."),
            attribute_row(settings, "hud", "Head-up display", "Numbers of the tick, legend and key hints."),
            attribute_row(settings, "sounds", "Sounds", about_sound),
            number_row(settings, "volume", "Volume", (*VOLUME, 10, "{:.0f} %"), about_sound),
            number_row(settings, "event_volume", "Volume of steps and bells", (*VOLUME, 10, "{:.0f} %"), "Part of the volume."),
            number_row(settings, "ambient_volume", "Volume of water and wind", (*VOLUME, 10, "{:.0f} %"), "Part of the volume."),
            attribute_row(settings, "captions", "Captions", "Words for the sounds of events."),
            feel_row(run),
            look_row(run.level_actions),
        ),
    )


def text_size_row(settings, interface):
    """Return the Row that changes the text size in the Settings.

    `interface` is the Interface, whose panels are made again at each change.
    """

    def change(direction):
        place = TEXT_SIZES.index(settings.text_size) + direction
        settings.text_size = TEXT_SIZES[max(0, min(place, len(TEXT_SIZES) - 1))]
        interface.rebuild()

    def text():
        drawn = round(100 * interface.text_scale)
        return f"{settings.text_size} %" + (f", menus {drawn} %" if drawn < settings.text_size else "")

    about = "For a projector. Text grows with the window. A menu that does not fit scrolls."
    return Row("Text size", text, change=change, about=about)


def quality_row(quality, settings):
    """Return the Row that changes the rendering quality in the Settings. `quality` is the QualityControl, which applies it."""

    def change(direction):
        settings.quality = NAMES[(NAMES.index(settings.quality) + direction) % len(NAMES)]
        quality.update()

    about = (
        "Low and medium draw fewer pixels; low also leaves out the lines along edges. Best smooths edges."
        " Without a graphics card, best begins at the next start."
    )
    return Row("Quality", lambda: quality.text, change=change, about=about)


def frame_rate_row(quality, settings):
    """Return the Row that changes the frame rate in the Settings. `quality` is the QualityControl, which applies it."""

    def change(direction):
        settings.frame_rate = FRAME_RATES[(FRAME_RATES.index(settings.frame_rate) + direction) % len(FRAME_RATES)]
        quality.update()

    def text():
        return str(settings.frame_rate) if settings.frame_rate else "as the screen"

    return Row("Frame rate", text, change=change, about="Most frames a second. Fewer: cooler and quieter.")


def look_row(level_actions):
    """Return the Row that changes the look of mesh files. `level_actions` is LevelActions."""
    about = "own: pictures and colours of a mesh file. grid: plain colours with a metre grid. The level starts again."
    flip = level_actions.next_look
    return Row("Look of mesh files", lambda: level_actions.look, activate=flip, change=lambda direction: flip(), about=about)


def feel_row(run):
    """Return the Row that changes the feel of the movement, "exact" or "smooth". `run` is RunActions."""

    def change(direction):
        names = list(FEELS)
        params = run.session.params
        place = names.index(params.feel) if params.feel in names else -direction
        run.branch(params=params.with_feel(names[(place + direction) % len(names)]))

    about = "exact: full speed at once, full jumps. smooth: accelerates, slows down, and releasing jump early ends it lower."
    return Row("Feel", lambda: run.session.params.feel, change=change, about=about)


def switch_row(name, read, flip, about):
    """Return a Row with the value "on" or "off".

    name, about: text and description of the row
    read(): returns the present value, a bool.
    flip(): changes it
    """
    return Row(name, lambda: "on" if read() else "off", activate=flip, change=lambda direction: flip(), about=about)


def attribute_row(settings, attribute, name, about):
    """Return a Row that switches an attribute of the Settings on or off.

    attribute: name of the attribute
    name, about: text and description of the row
    """
    def flip():
        setattr(settings, attribute, not getattr(settings, attribute))

    return switch_row(name, lambda: getattr(settings, attribute), flip, about)


def number_row(settings, attribute, name, scale, about):
    """Return a Row that changes a number of the Settings.

    attribute: name of the attribute
    name, about: text and description of the row
    scale: (least value, greatest value, step, format of a value, such as "{:.0f} %")
    """
    least, most, step, form = scale

    def change(direction):
        value = round(getattr(settings, attribute) + direction * step, 6)
        setattr(settings, attribute, max(least, min(most, value)))

    return Row(name, lambda: form.format(getattr(settings, attribute)), change=change, about=about)
