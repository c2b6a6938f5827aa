"""Parameters that can be changed during play: their values, their fields in Rules and PlayerParams, and their effect.

This module uses no renderer.
"""

from dataclasses import dataclass, replace
from math import degrees, radians

SAME = 1e-9  # relative: values that differ by less are equal


def rules_field(name):
    """Return the functions (read, change) of a Tunable for the field `name` of Rules, as in `Tunable.access`."""
    return lambda session: getattr(session.rules, name), lambda session, value: {"rules": replace(session.rules, **{name: value})}


def player_field(name, to_shown=float, to_stored=float):
    """Return the functions (read, change) of a Tunable for the field `name` of PlayerParams, as in `Tunable.access`.

    to_shown, to_stored: conversions to the displayed unit and back
    """
    return (
        lambda session: to_shown(getattr(session.params, name)),
        lambda session, value: {"params": replace(session.params, **{name: to_stored(value)})},
    )


def millimetres(metres):
    return metres * 1000.0


def metres(millimetres):
    return millimetres / 1000.0


def radius(axis):
    """Return the functions (read, change) of a Tunable for a radius of the body [m], as in `Tunable.access`.

    axis: 0 for the width, 1 for the depth, 2 for the height
    """
    return lambda session: session.params.radii[axis], lambda session, value: {"params": with_radius(session.params, axis, value)}


def with_radius(params, axis, value):
    """Return PlayerParams with one radius changed. The eyes stay at the same fraction of the height.

    axis: 0 for the width, 1 for the depth, 2 for the height
    value: radius [m]
    """
    radii = (*params.radii[:axis], value, *params.radii[axis + 1 :])
    return replace(params, radii=radii, eye_height=round(params.eye_height * radii[2] / params.radii[2], 9))


RATE = (lambda session: session.sim.hz, lambda session, value: {"hz": value})


@dataclass(frozen=True)
class Tunable:
    """A parameter that the menu can change during play.

    name: text of its row
    access: two functions: read(session) returns the present value; change(session, value) returns keyword arguments for
    `Session.branch` that set the value
    values: possible values in ascending order
    form: format of a value, such as "{:.2f} m"
    about: description of its effect
    """

    name: str
    access: tuple
    values: tuple
    form: str
    about: str

    def text(self, session):
        """Return the present value in a Session as text."""
        return self.form.format(self.access[0](session))

    def next_options(self, session, direction):
        """Return keyword arguments for `Session.branch` with the next value, or None at the end of the values.

        Raises InputError if PlayerParams refuse this value.

        direction: 1 for a larger value, -1 for a smaller one
        """
        now = self.access[0](session)
        others = [value for value in self.values if (value - now) * direction > SAME * value]
        return self.access[1](session, min(others) if direction > 0 else max(others)) if others else None


def even_steps(least, most, step):
    """Return the values least, least + step, ..., most as a tuple. `step` must divide most - least."""
    return tuple(round(least + number * step, 6) for number in range(round((most - least) / step) + 1))


TUNABLES = (
    Tunable(
        "Iterations a pass",
        rules_field("max_iterations"),
        (1, 2, 3, 4, 5, 6, 8, 12, 16, 32),
        "{}",
        "Most slides in a pass. 1: stops at the first contact. Watch a corner of two walls: 3 are enough.",
    ),
    Tunable(
        "Skin",
        player_field("skin", millimetres, metres),
        (0.001, 0.01, 0.1, 1.0, 5.0, 10.0, 20.0, 50.0),
        "{:g} mm",
        "Distance kept to every plane. Larger: you hover. Smaller: rounding lets the body touch.",
    ),
    Tunable(
        "Very close",
        rules_field("very_close"),
        (1e-5, 1e-4, 1e-3, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2),
        "{:g}",
        "The listing's veryCloseDistance, in ellipsoid space; used with Same gap to every wall off. Larger: a gap before walls.",
    ),
    Tunable(
        "Steepest slope",
        player_field("max_slope", degrees, radians),
        even_steps(5, 85, 5),
        "{:g}°",
        "Steepest ground to stand on. Ramps: the signs say how steep each is.",
    ),
    Tunable(
        "Ticks a second",
        RATE,
        (30, 40, 60, 80, 120, 240, 480),
        "{}",
        "Watch speed and heights of jumps: they stay the same. A change clears the history.",
    ),
    Tunable(
        "Body: half width",
        radius(0),
        even_steps(0.1, 1.5, 0.05),
        "{:.2f} m",
        "Of the ellipsoid, to the side. Watch which corridors you can pass.",
    ),
    Tunable(
        "Body: half depth",
        radius(1),
        even_steps(0.1, 1.5, 0.05),
        "{:.2f} m",
        "Of the ellipsoid, forward and back. See also Body turns with the view in Rules.",
    ),
    Tunable(
        "Body: half height",
        radius(2),
        even_steps(0.3, 1.5, 0.05),
        "{:.2f} m",
        "Of the ellipsoid. The feet keep their height.",
    ),
    Tunable(
        "Step up",
        player_field("step_up"),
        even_steps(0.0, 1.0, 0.05),
        "{:.2f} m",
        "Highest step that is climbed; 0: what the round bottom climbs by itself.",
    ),
    Tunable(
        "Step down",
        player_field("step_down"),
        even_steps(0.0, 1.0, 0.05),
        "{:.2f} m",
        "Deepest drop over which the player snaps to the ground; 0: none.",
    ),
    Tunable(
        "Walking speed",
        player_field("speed"),
        even_steps(1, 20, 1),
        "{:g} m/s",
        "Speed in the move pass.",
    ),
    Tunable(
        "Gravity",
        player_field("gravity"),
        (1.62, 3.71, 9.81, 25.0, 50.0, 100.0),
        "{:g} m/s²",
        "Moon, Mars, Earth, Jupiter, and more. At 100 and with Gravity moves you separately off, stairs are slow.",
    ),
)
