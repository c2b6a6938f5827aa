"""The menu's main page, and its pages of levels, overlays and settings."""

from functools import cache, partial

from game.errors import InputError
from game.level import level_names, load_level
from game.overlay import Switches
from game.simulation.params import FEELS
from game.simulation.race import clock_text, finish_of, medal_of

from ..race.best_runs import load_best, path_of
from ..settings import FIELD_OF_VIEW, SENSITIVITY, TEXT_SIZES, VOLUME
from .lesson_pages import lesson_rows, lessons_page
from .menu import Page, Row, no_value
from .rules_pages import parameters_page, rules_page, twins_page

OVERLAYS = {
    "ellipsoid": "The player's body as the solver sees it.",
    "contacts": "Contact points, coloured by feature: face, edge or corner.",
    "normals": "The normal of the contact; in grey, where it differs, the triangle's own.",
    "planes": "The sliding plane of each contact, in the colour of its pass.",
    "velocity": "Velocity before and after the tick; an arrow of 1 m is 5 m/s.",
    "path": "The displacement of each iteration; in grey what a contact took away.",
    "candidates": "The triangles gathered for this tick, coloured by how far each got in the test.",
    "labels": "Pass, iteration, feature and fraction of each contact.",
}


def main_page(game):
    restart = Row("Restart", activate=lambda: (game.menu.close(), game.actions.restart()), about="Start this level again.")
    return Page(
        game.session.sim.level.title,
        (
            Row("Play", activate=game.menu.close, about="Back to the game."),
            *(lesson_rows(game) if game.guide.is_open else (restart,)),
            *shared_rows(game),
        ),
    )


def title_page(game):
    """The page at the start of the program: the levels to choose from, then the shared rows."""
    title = "Collide and slide, step by step. Choose a level."
    return Page(title, (*level_rows(game), *shared_rows(game)[1:]))


def shared_rows(game):
    """The rows of both first pages."""

    def sub(name, make_page, about):
        return Row(name, value=lambda: ">", activate=lambda: game.menu_to(make_page(game)), about=about)

    return (
        sub("Levels", levels_page, "Go to another level."),
        sub("Lessons", lessons_page, "The paper, step by step, and what goes wrong without each repair."),
        sub("Overlays", overlays_page, "Drawings of the algorithm while you play."),
        sub("Rules", rules_page, "Repairs of the printed listing, and what to watch without each."),
        sub("Parameters", parameters_page, "Iterations, skin, tick rate, size of the body, steps, gravity."),
        sub("Twins", twins_page, "Bodies like yours with your input and other rules."),
        sub("Settings", settings_page, "Mouse, field of view, sound, full screen."),
        Row("Keys", activate=game.show_help, about="All keys on one sheet."),
        Row("Quit", activate=game.quit, about="Leave Glissade."),
    )


def levels_page(game):
    return Page("Levels", level_rows(game))


def level_rows(game):
    def go(name):
        return lambda: (game.menu.close(), game.visit(name))

    return tuple(Row(title, value=race, activate=go(name), about=about) for name, title, about, race in level_entries())


@cache
def level_entries():
    """((name, title, about, value of its Row), ...); an invalid level has its error as `about`."""
    return tuple(level_entry(name) for name in level_names())


def level_entry(name):
    try:
        level = load_level(name)
    except InputError as problem:
        return name, name, str(problem), no_value
    finish, path, number = finish_of(level), path_of(level), level.hash
    return name, level.title, level.about, partial(race_text, finish, path, number) if finish else no_value


def race_text(finish, path, level_hash):
    """Medal and time of the best run of a timed level. path: of the run's file"""
    best = load_best(path, level_hash)
    return f"{medal_of(finish, best.seconds) or 'best'} {clock_text(best.seconds)}" if best else "against the clock"


def overlays_page(game):
    def row(name):
        return switch_row(
            name.capitalize(),
            lambda: getattr(game.settings.overlays, name),
            lambda: game.actions.toggle_overlay(name),
            OVERLAYS[name],
        )

    about = "Pauses, and shows one iteration at a time."
    inspector = switch_row("Tick inspector", lambda: game.inside.on, game.inside.toggle, about)
    every = switch_row("All", lambda: game.settings.overlays.any(), game.actions.all_overlays, "All overlays on or off.")
    return Page("Overlays", (*(row(name) for name in Switches.names()), every, inspector, *space_rows(game)))


def space_rows(game):
    about = "World; ellipsoid space, where the body is a sphere and the paper's tests are made; or both side by side."
    space = Row("Space", lambda: game.space.name, change=game.actions.next_space, about=about)
    about = "The triangles of the tick grown by the body, and the body shrunk to a point: its sweep is then a ray."
    return space, switch_row("Minkowski view", lambda: game.minkowski.on, game.actions.minkowski, about)


def settings_page(game):
    settings = game.settings
    return Page(
        "Settings",
        (
            number_row(settings, "sensitivity", "Mouse sensitivity", (*SENSITIVITY, 0.1, "{:.1f}"), "How far the mouse turns."),
            number_row(settings, "field_of_view", "Field of view", (*FIELD_OF_VIEW, 5, "{:.0f}°"), "Horizontal angle of view."),
            attribute_row(settings, "invert_mouse", "Invert mouse", "Mouse forward looks down."),
            attribute_row(settings, "third_person", "Third person", "The camera follows behind the player."),
            attribute_row(settings, "hud", "Head-up display", "Numbers of the tick, legend and key hints."),
            *sound_rows(game),
            feel_row(game),
            text_size_row(game),
            switch_row("Full screen", lambda: settings.fullscreen, game.actions.fullscreen, "Fill the whole screen."),
        ),
    )


def sound_rows(game):
    about = game.sounds.problem.capitalize() or "Footsteps, landings, bells."
    volume = number_row(game.settings, "volume", "Volume", (*VOLUME, 10, "{:.0f} %"), about)
    return attribute_row(game.settings, "sounds", "Sounds", about), volume


def text_size_row(game):
    def change(direction):
        place = TEXT_SIZES.index(game.settings.text_size) + direction
        game.settings.text_size = TEXT_SIZES[max(0, min(place, len(TEXT_SIZES) - 1))]
        game.interface.rebuild()

    about = "For a projector. Text grows only as far as the panels fit into the window."
    return Row("Text size", lambda: f"{game.settings.text_size} %", change=change, about=about)


def feel_row(game):
    def change(direction):
        names = list(FEELS)
        params = game.session.params
        place = names.index(params.feel) if params.feel in names else -direction
        game.branch(params=params.felt(names[(place + direction) % len(names)]))

    about = "exact: full speed at once, full jumps. smooth: accelerates, slows down, and releasing jump early ends it lower."
    return Row("Feel", lambda: game.session.params.feel, change=change, about=about)


def switch_row(name, read, flip, about):
    return Row(name, lambda: "on" if read() else "off", activate=flip, change=lambda direction: flip(), about=about)


def attribute_row(settings, attribute, name, about):
    def flip():
        setattr(settings, attribute, not getattr(settings, attribute))

    return switch_row(name, lambda: getattr(settings, attribute), flip, about)


def number_row(settings, attribute, name, scale, about):
    """A Row for a number of the Settings. scale: (least, most, step, format)"""
    least, most, step, form = scale

    def change(direction):
        value = round(getattr(settings, attribute) + direction * step, 6)
        setattr(settings, attribute, max(least, min(most, value)))

    return Row(name, lambda: form.format(getattr(settings, attribute)), change=change, about=about)
