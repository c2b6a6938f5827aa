"""The menu's pages for experiments: rules (each with a drawing of a walk with it on and off), parameters, twins and overlays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import cos, degrees, inf, pi, radians, sin
from typing import TYPE_CHECKING, Any

import numpy as np

from ...collision import Rules
from ...core.argument_checks import FARTHEST
from ...core.input_errors import InputError
from ...core.vec3 import Vector
from ...explain.palette import PLAYER, TWIN_NAMES, TWINS
from ...explain.rule_explanations import NAMES, RULES, RuleEffect, describe_choice, describe_preset, effect_of
from ...explain.tick_overlay import Switches
from ...panels.canvas import Canvas
from ...panels.theme import ASIDE, CODE, HEADING, LINE, NOTE, PANEL
from ...simulation import PlayerParams
from ...simulation.body_heading import has_room
from ..session.play_session import SLOWER, Session
from .menu_model import Menu, MenuPage, MenuRow
from .settings_page import attribute_row, capital, switch_row

if TYPE_CHECKING:
    from ..action_handlers import CameraActions, RunActions, ViewActions

Point2 = tuple[float, float]  # (y, z) [m] seen from the side, or (x, y) [units]
# read(session) returns the present value of a Tunable; change(session, value) the keyword arguments for `Session.branch` that
# set the value
Access = tuple[Callable[[Session], Any], Callable[[Session, Any], dict[str, Any]]]

INSET, ROW = 18, 26  # [units]
COLOURS = (PLAYER, TWINS[0])  # of the walks with the rule on and off
WORDS = ("on", "off")
AROUND, ABOVE = 0.9, 2.0  # [m] beside and above the paths that are drawn
GROUND = (0.62, 0.66, 0.70)
THICK = (4, 2)  # [units] width of the two paths. They differ, so both are visible where they coincide
LEAST_WIDTH = 280  # [units] of the drawing. Narrower: its words do not fit
CORNERS = 28  # of the outline of a body


def draw_rule(canvas: Canvas, left: float, top: float, width: float, height: float, rule: str) -> None:
    """Draw the effect of a switch of Rules in a rectangle with upper left corner (left, top) [units], if it is wide enough."""
    if width < LEAST_WIDTH:
        return
    effect, walk = effect_of(rule), RULES[rule].walk
    canvas.box(left, top, width, height, PANEL)
    canvas.text("The same walk, on and off", left + INSET, top + 10, HEADING)
    if walk.off:
        canvas.text("both off: " + ", ".join(NAMES[name] for name in walk.off), left + INSET, top + 32, ASIDE)
    bars = top + height - 3 * ROW - 8
    draw_walk(canvas, effect, walk.radii or PlayerParams().radii, (left + INSET, top + 56, width - 2 * INSET, bars - top - 66))
    canvas.box(left + INSET, bars - 4, width - 2 * INSET, 1, LINE)
    canvas.text(effect.title, left + INSET, bars + 2, ASIDE)
    longest = max(*effect.values, 1e-9)
    room = width - 2 * INSET - 110
    for name, value, colour, y in zip(WORDS, effect.values, COLOURS, (bars + ROW, bars + 2 * ROW)):
        style = NOTE._replace(colour=(*colour, 1.0), bold=True)
        canvas.text(name, left + INSET, y, style)
        canvas.box(left + INSET + 36, y + 4, max(2.0, room * value / longest), 12, (*colour, 1.0))
        canvas.text(number_text(value), left + width - INSET, y, CODE, align="right")


def number_text(value: float) -> str:
    return f"{value:.3g}" if value >= 0.001 else "0"


def draw_walk(canvas: Canvas, effect: RuleEffect, radii: Vector, area: tuple[float, float, float, float]) -> None:
    """Draw a rule's effect from the side, with the rule on and off, in an area (left, top, width, height) [units]."""
    low, high = extent(effect.paths)
    left, top, width, height = area
    scale = min(width / (high[0] - low[0]), height / (high[1] - low[1]))
    shift = left + (width - scale * (high[0] - low[0])) / 2, top + height

    def place(points: Sequence[Point2]) -> list[Point2]:
        return [(shift[0] + scale * (y - low[0]), shift[1] - scale * (z - low[1])) for y, z in points]

    for profile in effect.profiles:
        for start, end in zip(profile, profile[1:]):
            if line := clip_line(start, end, low, high):
                canvas.curve(place(line), 3, GROUND)
    turned = (radii[1], radii[0])  # half lengths along y with the rule turn_body off and on
    for path, colour, thick, is_on in zip(effect.paths, COLOURS, THICK, (True, False)):
        canvas.curve(place(path), thick, colour)
        across = turned[is_on and radii[0] != radii[1]]
        canvas.curve(place(outline(path[-1], across, radii[2])), 2, colour)


def extent(paths: Sequence[Sequence[Point2]]) -> tuple[Point2, Point2]:
    points = np.vstack(paths)
    low, high = points.min(axis=0), points.max(axis=0)
    return (low[0] - AROUND, low[1] - 0.3), (high[0] + AROUND, high[1] + ABOVE)


def outline(feet: Point2, across: float, high: float) -> list[Point2]:
    angles = [2.0 * pi * corner / CORNERS for corner in range(CORNERS + 1)]
    return [(feet[0] + across * sin(angle), feet[1] + high - high * cos(angle)) for angle in angles]


def clip_line(start: Point2, end: Point2, low: Point2, high: Point2) -> tuple[Point2, Point2] | None:
    """Return the two ends of that part of a line which is within a rectangle, or None if there is no such part."""
    first, last = 0.0, 1.0
    for a, b, least, most in zip(start, end, low, high):
        if a == b:
            if not least <= a <= most:
                return None
            continue
        near, far = sorted(((least - a) / (b - a), (most - a) / (b - a)))
        first, last = max(first, near), min(last, far)
    if first >= last:
        return None
    (y, z), (to_y, to_z) = start, end
    return (y + first * (to_y - y), z + first * (to_z - z)), (y + last * (to_y - y), z + last * (to_z - z))


SAME = 1e-9  # relative: values that differ by less are equal


def rules_field(name: str) -> Access:
    return lambda session: getattr(session.rules, name), lambda session, value: {"rules": replace(session.rules, **{name: value})}


def player_field(name: str, to_shown: Callable[[float], float] = float, to_stored: Callable[[float], float] = float) -> Access:
    return (
        lambda session: to_shown(getattr(session.params, name)),
        lambda session, value: {"params": replace(session.params, **{name: to_stored(value)})},
    )


def radius(axis: int) -> Access:
    return lambda session: session.params.radii[axis], lambda session, value: {"params": with_radius(session.params, axis, value)}


def with_radius(params: PlayerParams, axis: int, value: float) -> PlayerParams:
    """Return PlayerParams with one radius [m] changed. The eyes stay at the same fraction of the height."""
    x, y, z = (value if number == axis else radius for number, radius in enumerate(params.radii))
    return replace(params, radii=(x, y, z), eye_height=round(params.eye_height * z / params.radii[2], 9))


RATE = (lambda session: session.sim.hz, lambda session, value: {"hz": value})


@dataclass(frozen=True)
class Tunable:
    name: str  # text of its row
    access: Access
    values: tuple[float, ...]  # possible values in ascending order
    form: str  # format of a value, such as "{:.2f} m"
    about: str  # description of its effect

    def text(self, session: Session) -> str:
        return self.form.format(self.access[0](session))

    def next_options(self, session: Session, direction: int) -> dict[str, Any] | None:
        """Return keyword arguments for `Session.branch` with the next larger (1) or smaller (-1) value, or None at the end."""
        now = self.access[0](session)
        others = [value for value in self.values if (value - now) * direction > SAME * min(value, FARTHEST)]
        return self.access[1](session, min(others) if direction > 0 else max(others)) if others else None


def even_values(least: float, most: float, by: float) -> tuple[float, ...]:
    """Return the values least, least + by, ..., most. `by` must divide most - least."""
    return tuple(round(least + number * by, 6) for number in range(round((most - least) / by) + 1))


TUNABLES = (
    Tunable("Iterations a pass", rules_field("max_iterations"), (1, 2, 3, 4, 5, 6, 8, 12, 16, 32), "{}",
        "Most slides in a pass. 1: stops at the first contact. Watch a corner of two walls: 3 are enough."),
    Tunable("Skin", player_field("skin", lambda metres: metres * 1000.0, lambda shown: shown / 1000.0),
        (0.001, 0.01, 0.1, 1.0, 5.0, 10.0, 20.0, 50.0), "{:g} mm",
        "Distance kept to every plane. Larger: you hover. Smaller: rounding lets the body touch."),
    Tunable("Very close", rules_field("very_close"), (1e-5, 1e-4, 1e-3, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2), "{:g}",
        "The listing's veryCloseDistance, in ellipsoid space; used with Same gap to every wall off. Larger: a gap before walls."),
    Tunable("Steepest slope", player_field("max_slope", degrees, radians), even_values(5, 85, 5), "{:g}°",
        "Steepest ground to stand on. Ramps: the signs say how steep each is."),
    Tunable("Ticks a second", RATE, (30, 40, 60, 80, 120, 240, 480), "{}",
        "Watch speed and heights of jumps: they stay the same. A change clears the history."),
    Tunable("Body: half width", radius(0), even_values(0.1, 1.5, 0.05), "{:.2f} m",
        "Of the ellipsoid, to the side. Watch which corridors you can pass."),
    Tunable("Body: half depth", radius(1), even_values(0.1, 1.5, 0.05), "{:.2f} m",
        "Of the ellipsoid, forward and back. See also Body turns with the view in Rules."),
    Tunable("Body: half height", radius(2), even_values(0.3, 1.5, 0.05), "{:.2f} m",
        "Of the ellipsoid. The feet keep their height."),
    Tunable("Step up", player_field("step_up"), even_values(0.0, 1.0, 0.05), "{:.2f} m",
        "Highest step that is climbed; 0: what the round bottom climbs by itself."),
    Tunable("Step down", player_field("step_down"), even_values(0.0, 1.0, 0.05), "{:.2f} m",
        "Deepest drop over which the player snaps to the ground; 0: none."),
    Tunable("Walking speed", player_field("speed"), even_values(1, 20, 1), "{:g} m/s", "Speed in the move pass."),
    Tunable("Running speed", player_field("run_speed"), even_values(1, 20, 1), "{:g} m/s",
        "Quake runs with 320 units a second, 8.1 m/s for units of an inch."),
    Tunable("Acceleration", player_field("acceleration"), (5.0, 10.0, 20.0, 30.0, 50.0, 80.0, 120.0, inf), "{:g} m/s²",
        "50: full speed in 6 ticks, as in Celeste. inf: at once. Quake and Source: 10 times the wished speed in a second."),
    Tunable("Friction", player_field("friction"), even_values(0, 100, 10), "{:g} m/s²",
        "Slows down a stop, beside the acceleration. Quake and Source: 4 times the speed in a second."),
    Tunable("Air control", player_field("air_control"), even_values(0.0, 1.0, 0.1), "{:g}",
        "Part of the acceleration that acts in the air. Celeste: 0.65."),
    Tunable("Jump height", player_field("jump_height"), even_values(0.0, 3.0, 0.25), "{:g} m",
        "Of a full jump. Quake: 45 units, 1.16 m for units of an inch."),
    Tunable("Short hops", player_field("jump_release"), even_values(0.0, 1.0, 0.1), "{:g}",
        "Part of the rising speed that is left when the jump key is released. 1: all jumps are full ones."),
    Tunable("Gravity", player_field("gravity"), (1.62, 3.71, 9.81, 25.0, 50.0, 100.0), "{:g} m/s²",
        "Moon, Mars, Earth, Jupiter, and more. At 100 and with Gravity moves you separately off, stairs are slow."),
    Tunable("Gravity of a fall", player_field("fall_gravity"), even_values(0.5, 3.0, 0.25), "{:g}",
        "Factor of gravity on a fall. 1.5: 14.7 m/s², near Portal's 600 units a second squared, 15.2 m/s²."),
)  # fmt: skip


PRESET = "All rules at once: with all repairs, as printed in Fauerby's paper of 2003, or after a program in a forum."
TWIN = (
    "Its rules, or another engine. Bullet and Rapier meet the mesh alone, and after a rewind start at your place. "
    "Marks show where they stick, fall or sink."
)


def rules_page(run: RunActions) -> MenuPage:
    run.session.end_trial()  # the page changes the rules of the run

    def flip(name: str) -> None:
        rules = run.session.rules
        run.branch(rules=replace(rules, **{name: not getattr(rules, name)}))

    def row(name: str) -> MenuRow:
        about = f"{RULES[name].repair} Off: {RULES[name].watch}"
        switch = switch_row(RULES[name].name, lambda: getattr(run.session.rules, name), partial(flip, name), about)
        return replace(switch, draw=partial(draw_rule, rule=name))

    preset = MenuRow("Preset", lambda: describe_preset(run.session.rules), change=run.next_rules, about=PRESET)
    return MenuPage("Rules: what each does, and what to watch without it", (preset, *map(row, Rules.SWITCHES)))


def parameters_page(run: RunActions) -> MenuPage:
    run.session.end_trial()

    def row(tunable: Tunable) -> MenuRow:
        return MenuRow(tunable.name, lambda: tunable.text(run.session), change=change_of(run, tunable), about=tunable.about)

    return MenuPage("Parameters of rules, player and time", tuple(map(row, TUNABLES)))


def change_of(run: RunActions, tunable: Tunable) -> Callable[[int], None]:
    """Return the function `MenuRow.change` for a Tunable. It shows a message if the next value is not possible."""

    def change(direction: int) -> None:
        name = tunable.name.lower()
        try:
            options = tunable.next_options(run.session, direction)
        except InputError as problem:
            return run.show_message(str(problem))
        if options is None:
            end = "largest" if direction > 0 else "smallest"
            return run.show_message(f"{name}: {tunable.text(run.session)} is the {end} value")
        if not has_room(run.session.sim, run.session.state, options.get("params")):
            return run.show_message(f"{name}: there is no room for such a body here")
        return run.branch(**options)

    return change


def twins_page(view: ViewActions) -> MenuPage:
    twins = view.views.twins

    def row(number: int, name: str) -> MenuRow:
        def change(places: int) -> None:
            if problem := twins.choose(number, places, view.session):
                view.show_message(problem)

        return MenuRow(name.capitalize(), lambda: describe_choice(twins.choices[number]), change=change, about=TWIN)

    about = "Two bodies like yours with your input and other rules or engines. Off and on puts them beside you again."
    switch = switch_row("Two twins", lambda: twins.twins is not None, view.twins, about)
    rows = map(row, range(len(twins.choices)), TWIN_NAMES)  # a lesson may have one twin only
    return MenuPage(capital("twins"), (switch, *rows))


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
