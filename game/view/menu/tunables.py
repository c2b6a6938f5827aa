"""Numbers that can be changed while one plays: which values each may have, where it is kept, and what to watch. No renderer."""

from dataclasses import dataclass, replace
from math import degrees, radians

SAME = 1e-9  # part of a value that rounding may add to it


def part_of_rules(name):
    return lambda session: getattr(session.rules, name), lambda session, value: {"rules": replace(session.rules, **{name: value})}


def part_of_player(name, shown=float, kept=float):
    """shown, kept: from the unit it is kept in to the one it is shown in, and back"""
    return (
        lambda session: shown(getattr(session.params, name)),
        lambda session, value: {"params": replace(session.params, **{name: kept(value)})},
    )


def millimetres(metres):
    return metres * 1000.0


def metres(millimetres):
    return millimetres / 1000.0


def radius(axis):
    return lambda session: session.params.radii[axis], lambda session, value: {"params": resized(session.params, axis, value)}


def resized(params, axis, value):
    """The player with another radius [m]; the eyes stay where they are in his head."""
    radii = (*params.radii[:axis], value, *params.radii[axis + 1 :])
    return replace(params, radii=radii, eye_height=round(params.eye_height * radii[2] / params.radii[2], 9))


RATE = (lambda session: session.sim.hz, lambda session, value: {"hz": value})


@dataclass(frozen=True)
class Number:
    """name; kept: (how it is read from a Session, how it is given to Session.branch); values: from least to most; form: how it
    is shown; about: what to watch."""

    name: str
    kept: tuple
    values: tuple
    form: str
    about: str

    def shown(self, session):
        return self.form.format(self.kept[0](session))

    def changed(self, session, direction):
        """What `Session.branch` takes for the next value up (1) or down (-1); None when there is none."""
        now = self.kept[0](session)
        others = [value for value in self.values if (value - now) * direction > SAME * value]
        return self.kept[1](session, min(others) if direction > 0 else max(others)) if others else None


def even(least, most, step):
    """Values from the least to the most."""
    return tuple(round(least + number * step, 6) for number in range(round((most - least) / step) + 1))


NUMBERS = (
    Number(
        "Iterations a pass",
        part_of_rules("max_iterations"),
        (1, 2, 3, 4, 5, 6, 8, 12, 16, 32),
        "{}",
        "How often a pass may slide. 1: it stops at what it meets. Watch a corner of two walls: 3 are enough.",
    ),
    Number(
        "Skin",
        part_of_player("skin", millimetres, metres),
        (0.001, 0.01, 0.1, 1.0, 5.0, 10.0, 20.0, 50.0),
        "{:g} mm",
        "Distance kept to every plane. Larger: you hover. Smaller: rounding lets bodies touch.",
    ),
    Number(
        "Very close",
        part_of_rules("very_close"),
        (1e-5, 1e-4, 1e-3, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2),
        "{:g}",
        "The listing's veryCloseDistance, in ellipsoid space; it counts with Skin from plane off. Larger: a gap before walls.",
    ),
    Number(
        "Steepest slope",
        part_of_player("max_slope", degrees, radians),
        even(5, 85, 5),
        "{:g}°",
        "That can be stood on. Ramps: the signs say how steep each is.",
    ),
    Number(
        "Ticks a second",
        RATE,
        (30, 40, 60, 80, 120, 240, 480),
        "{}",
        "How often the algorithm is asked. Watch speed and heights of jumps: they stay the same. History begins anew.",
    ),
    Number(
        "Body: half width",
        radius(0),
        even(0.1, 1.5, 0.05),
        "{:.2f} m",
        "Of the ellipsoid, across. Corridors: which you pass.",
    ),
    Number(
        "Body: half depth",
        radius(1),
        even(0.1, 1.5, 0.05),
        "{:.2f} m",
        "Of the ellipsoid, forward and back.",
    ),
    Number(
        "Body: half height",
        radius(2),
        even(0.3, 1.5, 0.05),
        "{:.2f} m",
        "Of the ellipsoid. The feet stay where they are.",
    ),
    Number(
        "Step up",
        part_of_player("step_up"),
        even(0.0, 1.0, 0.05),
        "{:.2f} m",
        "The highest step that is climbed; 0: none.",
    ),
    Number(
        "Step down",
        part_of_player("step_down"),
        even(0.0, 1.0, 0.05),
        "{:.2f} m",
        "The deepest drop that is followed; 0: none.",
    ),
    Number(
        "Walking speed",
        part_of_player("speed"),
        even(1, 20, 1),
        "{:g} m/s",
        "The velocity of the move pass.",
    ),
    Number(
        "Gravity",
        part_of_player("gravity"),
        (1.62, 3.71, 9.81, 25.0, 50.0, 100.0),
        "{:g} m/s²",
        "Moon, Mars, Earth, Jupiter, and more. With 100 gravity in one pass makes stairs slow.",
    ),
)
