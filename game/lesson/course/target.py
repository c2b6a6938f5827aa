"""Lesson "target": the launches that hit a target, their limit, and a flight in steps."""

from math import atan2, cos, hypot, pi, sin, sqrt
from typing import Annotated

import numpy as np

from ...core.value_rules import ListOf, Number, OneOf, Text
from ...lab.exhibits.cannon import FLOWN, GRAVITY
from ...lab.physics.targeting import Aim, aim, farthest
from ..tools.exhibit_measures import bodies_at, kind_at, values_at
from ..tools.latex_to_svg import Svg
from ..tools.lesson_records import Run
from ..tools.registry import drawing, measure
from ..tools.svg_canvas import AFTER, CONTACT, FAINT, INK, NORMAL, SOLID, T0, XY, SvgSheet, hex_of

Seconds = Annotated[float, Number(0.01, 100.0, "s")]
LOW_ARC, HIGH_ARC, BALL = hex_of((0.40, 0.68, 0.98)), hex_of((0.72, 0.58, 0.96)), hex_of(FLOWN)
FAN = (LOW_ARC, NORMAL, T0, HIGH_ARC)  # of arcs with different times
TARGET = 1.2  # [m] half height at which a target is drawn. Smaller: it cannot be seen; larger: nothing seems to miss it


# Measures


def aimed(run: Run, name: str) -> tuple[float, float, Aim]:
    """Return (distance of the target [m], speed of the ball [m/s], Aim) of a cannon after a tick."""
    values = values_at(run, name)
    return values.get("target", 40.0), values.get("speed", 25.0), kind_at(run, name).aims(values)


def velocity_for(distance: float, time: float) -> XY:
    """Return the launch velocity (ahead, up) [m/s] of a ball that hits a target at its height and a distance after a time [s]."""
    return distance / time, GRAVITY * time / 2.0


@measure
def launch_for(run: Run, exhibit: Text, time: Seconds, part: Annotated[str, OneOf(("ahead", "up", "speed"))]) -> float:
    """Return "ahead", "up" or the "speed" of the launch velocity [m/s] with which the cannon's ball hits after `time` [s]."""
    ahead, up = velocity_for(aimed(run, exhibit)[0], time)
    return {"ahead": ahead, "up": up, "speed": hypot(ahead, up)}[part]


@measure
def aim_term(run: Run, exhibit: Text, term: Annotated[str, OneOf(("k", "root", "low", "high"))]) -> float:
    """Return a term of the aiming formula: "k" [m], "root" of the radicand [m], or the tangent of the "low" or "high" angle."""
    distance, speed, aims = aimed(run, exhibit)
    if term == "k":
        return GRAVITY * distance * distance / (2.0 * speed * speed)
    if term == "root":
        return sqrt(aims.radicand)
    cosine, sine = getattr(aims, term).direction
    return sine / cosine


@measure
def reach(run: Run, exhibit: Text, speed: Annotated[float, Number(0.0, 1e4, "m/s")] = 0.0) -> float:
    """Return the greatest distance [m] at which the ball is at the muzzle's height. speed: at launch, 0 for that of the dial"""
    return farthest(speed or aimed(run, exhibit)[1], GRAVITY)


# Drawings


def arc(ahead: float, up: float, time: float, count: int = 49) -> list[XY]:
    """Return `count` points [m] of a flight that lasts `time` [s]. ahead, up: velocity at the launch [m/s]"""
    return [(ahead * t, up * t - GRAVITY * t * t / 2.0) for t in np.linspace(0.0, time, count).tolist()]


def draw_target(sheet: SvgSheet, place: XY, half: float = TARGET) -> None:
    """Draw a target, a plate seen from the side. place: its centre [m]; half: its radius [m]"""
    x, y = place
    sheet.path([(x, y - half), (x, y + half)], SOLID, 6.0)
    sheet.dot(place, CONTACT, 3.6)


@drawing
def launch_fan(run: Run, exhibit: Text, times: Annotated[tuple, ListOf(Number(0.1, 20.0, "s"), least=1)]) -> Svg:
    """Draw the flights that hit a cannon's target after the `times` [s], with their speeds at the launch."""
    distance, *_ = aimed(run, exhibit)
    flights = [(time, *velocity_for(distance, time)) for time in times]
    top = max(up * up / (2.0 * GRAVITY) for _, _, up in flights)
    sheet = SvgSheet((-1.0, 0.0, distance + 1.0, top), 400, 230, margin=18)
    sheet.path([(-2.0, 0.0), (distance + 2.0, 0.0)], FAINT, 1.2)
    for (time, ahead, up), colour in zip(flights, FAN * len(flights)):
        sheet.path(arc(ahead, up, time), colour, 2.0)
        words = f"{time:g} s: {hypot(ahead, up):.1f} m/s"
        sheet.letter((distance / 2.0, up * up / (2.0 * GRAVITY)), words, colour, (0, 1))
    draw_target(sheet, (distance, 0.0))
    sheet.dot((0.0, 0.0), INK, 4.0)
    return sheet.svg(f"Flights that hit after {', '.join(f'{time:g}' for time in times)} s, each at another speed.")


@drawing
def launch_letters(run: Run) -> Svg:
    """Draw a launch with V and phi, a target x ahead and y up, and the drop g t^2 / 2 below the straight line along V."""
    distance, height, speed = 40.0, 9.0, 25.0
    launch = aim(distance, height, speed, GRAVITY).low
    assert launch is not None  # the target is within reach
    cosine, sine = launch.direction
    aimed_at = distance * sine / cosine
    sheet = SvgSheet((-2.0, -2.0, distance + 10.0, aimed_at), 400, 230, margin=10)
    sheet.path([(0.0, 0.0), (distance, 0.0)], FAINT, 1.2, dashed=True)
    sheet.path([(0.0, 0.0), (distance, aimed_at)], FAINT, 1.2, dashed=True)
    sheet.path(arc(speed * cosine, speed * sine, launch.time), LOW_ARC, 2.4)
    sheet.arrow((0.0, 0.0), (12.0 * cosine, 12.0 * sine), AFTER, 2.8, text="$V$, length $v$", towards=(-0.7, 1))
    sheet.arc((0.0, 0.0), 6.0, 0.0, atan2(sine, cosine), r"$\varphi$", AFTER)
    draw_target(sheet, (distance, height))
    sheet.measure((0.0, 0.0), (distance, 0.0), "$x$", INK, -1)
    sheet.line((distance, 0.0), (distance, height), INK, 1.2, dashed=True, text="$y$", towards=(1, 0), part=0.5)
    sheet.arrow((distance, aimed_at), (distance, height + TARGET), CONTACT, 1.8)
    sheet.letter((distance, (aimed_at + height) / 2.0), "$g\\, t^2 / 2$", CONTACT, (1, 0))
    sheet.letter((distance * 0.55, aimed_at * 0.55), "without weight", FAINT, (-0.6, 1))
    return sheet.svg("A launch at an angle, and a target x metres ahead and y metres up.")


@drawing
def two_arcs(run: Run, exhibit: Text) -> Svg:
    """Draw both flights that hit a cannon's target, with their angles, times and greatest heights."""
    distance, speed, aims = aimed(run, exhibit)
    assert aims.low is not None and aims.high is not None  # the page's target is within reach
    sheet = SvgSheet((-2.0, 0.0, distance + 26.0, aims.high.apex), 400, 215, margin=14)
    sheet.path([(-2.0, 0.0), (distance + 2.0, 0.0)], FAINT, 1.2)
    for launch, colour, size in ((aims.high, HIGH_ARC, 5.0), (aims.low, LOW_ARC, 9.0)):
        (cosine, sine), middle = launch.direction, distance / 2.0
        sheet.path(arc(speed * cosine, speed * sine, launch.time), colour, 2.4)
        sheet.path([(middle, 0.0), (middle, launch.apex)], colour, 1.2, dashed=True)
        sheet.letter((middle, launch.apex / 2.0), f"{launch.apex:.2f} m", colour, (1 if launch is aims.high else -1, 0))
        sheet.arc((0.0, 0.0), size, 0.0, atan2(sine, cosine), "", colour)
        place = (0.75 * distance, 0.75 * launch.apex) if launch is aims.high else (distance + 1.0, 0.8 * launch.apex)
        sheet.letter(place, f"{launch.angle:.2f}°, {launch.time:.2f} s", colour, (1, 0))
    draw_target(sheet, (distance, 0.0))
    sheet.dot((0.0, 0.0), INK, 4.0)
    return sheet.svg(f"Two flights: at {aims.low.angle:.2f} degrees and at {aims.high.angle:.2f} degrees.")


@drawing
def launch_reach(run: Run, speed: Annotated[float, Number(1.0, 1000.0, "m/s")] = 25.0) -> Svg:
    """Draw flights at one speed [m/s], the curve that bounds all of them, and targets with two launch angles, one and none."""
    far, high = speed * speed / GRAVITY, speed * speed / (2.0 * GRAVITY)
    sheet = SvgSheet((0.0, 0.0, 1.12 * far, high), 400, 215, margin=24)
    sheet.path([(0.0, 0.0), (1.2 * far, 0.0)], FAINT, 1.2)
    for angle in np.arange(15.0, 90.0, 15.0).tolist():
        cosine, sine = cos(angle * pi / 180.0), sin(angle * pi / 180.0)
        sheet.path(arc(speed * cosine, speed * sine, 2.0 * speed * sine / GRAVITY), FAINT, 1.2)
    sheet.path([(x, high - GRAVITY * x * x / (2.0 * speed * speed)) for x in np.linspace(0.0, far, 49).tolist()], CONTACT, 2.4)
    on_bound = 0.55 * far, high - 0.55 * 0.55 * far / 2.0
    for place, words, colour in (
        ((0.6 * far, 0.4 * high), "two angles", LOW_ARC),
        (on_bound, "one", CONTACT),
        ((0.86 * far, 0.72 * high), "none", AFTER),
    ):
        sheet.dot(place, colour, 5.0, text=words, towards=(1, 0.6) if words != "two angles" else (0, -1))
    sheet.letter((far, 0.0), f"{far:.2f} m", CONTACT, (0, -1))
    sheet.dot((0.0, 0.0), INK, 4.0)
    return sheet.svg(f"At {speed:g} m/s no flight leaves the curve, which meets the ground at {far:.2f} m.")


@drawing
def flight_at_target(run: Run, exhibit: Text) -> Svg:
    """Draw the end of a cannon's last flight: its positions after each step, the exact flight, and the miss at the target."""
    kind, shot, (distance, speed, _) = kind_at(run, exhibit), bodies_at(run, exhibit), aimed(run, exhibit)
    cosine, sine = kind.launch(values_at(run, exhibit)).direction
    size, miss = kind.size, shot.height
    tall = max(1.6, abs(miss) + 0.9)
    sheet = SvgSheet((distance - 1.7 * tall, -0.9 * tall, distance + 0.9 * tall, 1.2 * tall), 400, 112, margin=4)
    left, bottom, right, top = sheet.box
    exact = [(speed * cosine * t, (speed * sine - GRAVITY * t / 2.0) * t) for t in np.linspace(0.0, 12.0, 2401).tolist()]
    rows = np.arange(len(shot.flight))
    ahead, up = (np.interp(np.arange(0.0, len(rows) - 1.0, 0.02), rows, shot.flight[:, column]).tolist() for column in (0, 2))
    for places, colour, dashed in ((exact, LOW_ARC, False), (list(zip(ahead, up)), BALL, True)):
        sheet.path([(x, y) for x, y in places if left < x < right and bottom < y < top], colour, 1.6, dashed)
    for place in shot.flight[:, [0, 2]].tolist():
        if left < place[0] < right and bottom < place[1] < top - kind.radius:
            sheet.circle(tuple(place), kind.radius, BALL, 1.6, fill=BALL, opacity=0.5)
    draw_target(sheet, (distance, 0.0), size)
    sheet.line((distance, 0.0), (distance, miss), CONTACT, 3.0, text=f"{miss:.3f} m", towards=(1, 0.8))
    sheet.letter((left, bottom), f"steps, {shot.rate:g} a second", BALL, (1, 1))
    sheet.letter((left, bottom + 20.0 * (top - bottom) / sheet.height), "exact", LOW_ARC, (1, 1))
    return sheet.svg(f"The flight in steps passes {miss:.3f} m above the middle of the target.")
