"""The menu's page of overlays, and its rows for the crowd and the speed of time."""

from dataclasses import replace

from ...explain.tick_overlay import Switches
from ..play_session import SLOWER
from .menu_model import Page, Row
from .settings_page import switch_row

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


def crowd_row(run):
    """Return the Row that changes the number of agents of the crowd. `run` is RunActions."""

    def change(direction):
        place = min(range(len(CROWDS)), key=lambda n: abs(CROWDS[n] - run.crowd_size())) + direction
        run.level_actions.set_crowd(CROWDS[max(0, min(place, len(CROWDS) - 1))])

    return Row("Crowd", lambda: str(run.crowd_size()), change=change, about="Walkers that wander here; the level begins again.")


def clock_row(session):
    """Return the Row that slows the game down. `session` is the Session."""

    def text():
        return f"1/{SLOWER[session.slower]} of normal" if session.slower else "normal"

    about = "Slows the game down; its ticks stay the same. While playing: {slower} and {faster}."
    return Row("Speed of time", text, change=lambda direction: session.slow_down(-direction), about=about)


def overlays_page(view, camera, close):
    """Return the Page of overlays and views.

    view: ViewActions
    camera: CameraActions
    close(): closes the menu
    """
    settings, views = view.settings, view.views

    def row(name):
        read, flip = lambda: getattr(settings.overlays, name), lambda: view.toggle_overlay(name)
        return switch_row(name.capitalize(), read, flip, OVERLAYS[name])

    def how_many():
        on = sum(getattr(settings.overlays, name) for name in Switches.names())
        return "on" if on == len(Switches.names()) else f"{on} of {len(Switches.names())} on" if on else "off"

    every = switch_row("All", lambda: settings.overlays.any(), view.all_overlays, "All overlays off, or back on.")
    every = replace(every, value=how_many)
    about = "Pauses, and shows one iteration at a time."
    inspector = switch_row("Tick inspector", lambda: views.inspector.on, views.inspector.toggle, about)
    about = "World; ellipsoid space, where the body is a sphere and the paper's tests are made; or both side by side."
    space = Row("Space", lambda: views.space.name, change=view.next_space, about=about)
    about = "The triangles near the body, grown by it, and the body shrunk to a point: its sweep is then a ray."
    minkowski = switch_row("Minkowski view", lambda: views.minkowski.on, view.minkowski, about)

    def act(name, action, keys, about):
        return Row(name, lambda: keys, lambda: (close(), action()), about=about)

    about = "Stops time, and looks at what the body touched last, from the side."
    contact = act("Look at the contact", camera.contact, "{contact}", about)
    about = "Stops time, and looks from the side without perspective: lengths can be compared."
    flat = act("Flat side view", camera.flat, "{flat}", about)
    about = "Stops time. Then click on a triangle, or aim at it and press {pick}: its test in this tick is described."
    pick = act("Name a triangle", view.explain_picking, "click, {pick}", about)
    return Page("Overlays and views", (*map(row, Switches.names()), every, inspector, space, minkowski, contact, flat, pick))
