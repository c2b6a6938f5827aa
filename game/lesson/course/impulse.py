"""Lesson "impulse": impulses, bounces, colliding blocks, the cradle, the circle that counts digits of pi."""

from math import cos, inf, radians, sin, sqrt
from typing import Annotated

import numpy as np

from ...core.value_rules import OneOf, Text, Whole
from ...core.vec3 import along, dot, scale, sub
from ...lab.exhibits import billiards, counting_wall, cradle, zeno_row
from ...lab.exhibits.billiards import MASS, RADIUS, places
from ...lab.exhibits.counting_wall import is_over
from ...lab.exhibits.zeno_row import GRAVITY, RESTITUTIONS
from ...lab.physics.contact_impulses import normal_impulse
from ...lab.physics.one_dimension import advance_blocks, blocks, last_bounce, solve_at_once, solve_in_pairs
from ...lab.physics.plane_and_sphere_sweeps import sweep_spheres
from ..tools.exhibit_measures import bodies_at, figures_of, values_at
from ..tools.latex_to_svg import Svg
from ..tools.lesson_records import Run
from ..tools.registry import Tick, drawing, measure
from ..tools.svg_canvas import AFTER, BEFORE, CONTACT, FAINT, INK, NORMAL, SOLID, SvgSheet, hex_of

BLOCKS = ("light", "heavy")
Block = Annotated[str, OneOf(BLOCKS)]
ZenoBall = Annotated[int, Whole(1, len(RESTITUTIONS))]  # counted from the left
CUE, STRUCK = hex_of(billiards.WHITE), hex_of(billiards.COLOURS[1])
LIGHT, HEAVY = hex_of(counting_wall.LIGHT), hex_of(counting_wall.HEAVY)
FLIGHT_POINTS = 24  # of a parabola
SHORTEST = 2e-3  # [s] of a flight that is drawn


# Measures


@measure
def block_speed(run: Run, exhibit: Text, block: Block, tick: Tick = 0) -> float:
    """Return the speed [m/s] of the "light" or the "heavy" block towards the wall after a tick, negative away from it."""
    return -bodies_at(run, exhibit, tick).blocks.velocities[BLOCKS.index(block)]


@measure
def block_collisions(run: Run, exhibit: Text, tick: Tick = 0) -> float:
    """Return the number of collisions in a tick, of the blocks with each other and of the light block with the wall."""
    last = tick or run.page.shot.tick
    before = bodies_at(run, exhibit, last - 1).blocks.collisions if last > 1 else 0
    return float(bodies_at(run, exhibit, last).blocks.collisions - before)


@measure
def block_impulse(run: Run, exhibit: Text, tick: Tick = 0) -> float:
    """Return the change of the light block's momentum in the tick, towards the wall [N s]. The block's mass is 1 kg."""
    last = tick or run.page.shot.tick
    before = block_speed(run, exhibit, "light", last - 1) if last > 1 else 0.0  # it begins at rest
    return block_speed(run, exhibit, "light", last) - before


@measure
def cradle_speed(run: Run, exhibit: Text, ball: Annotated[int, Whole(1, 5)]) -> float:
    """Return a ball's velocity after the cradle's first collision, over the first ball's velocity before it."""
    bodies = bodies_at(run, exhibit)
    return bodies.after[ball - 1] / bodies.before[0]


@measure
def kept_speed(run: Run, exhibit: Text, ball: ZenoBall, tick: Tick = 0) -> float:
    """Return the speed of a Zeno row's ball after its first bounce, which must be its last one so far, over the speed before."""
    speed = float(np.sqrt(2.0 * GRAVITY * bounce_height(run, exhibit, ball, tick)))
    return speed / (GRAVITY * fall_time(run, exhibit))


@measure
def bounce_height(run: Run, exhibit: Text, ball: ZenoBall, tick: Tick = 0) -> float:
    """Return the height [m] to which a Zeno row's ball rises after its last bounce up to a tick, that of the drop before any."""
    shown = bodies_at(run, exhibit, tick).balls[ball - 1]
    return shown.height + shown.speed * shown.speed / (2.0 * GRAVITY)


@measure
def bounces_of_a_loop(run: Run, exhibit: Text, ball: ZenoBall) -> float:
    """Return the number of bounces of a Zeno row's ball until its speed stays the same in doubles, which it does above 0."""
    speed, before, count = GRAVITY * fall_time(run, exhibit), inf, 0
    while speed != before:
        speed, before, count = RESTITUTIONS[ball - 1] * speed, speed, count + 1
    return float(count - 1)


@measure
def fall_time(run: Run, exhibit: Text) -> float:
    """Return the time in which the balls of a Zeno row fall to the floor [s]."""
    return float(np.sqrt(2.0 * bodies_at(run, exhibit).height / GRAVITY))


@measure
def off_the_rack(run: Run, exhibit: Text) -> float:
    """Return the greatest distance [mm] of a billiard ball after the tick from its position before the shot."""
    moved = bodies_at(run, exhibit).balls["position"] - places()
    return 1000.0 * float(np.linalg.norm(moved, axis=1).max())


@measure
def greatest(run: Run, exhibit: Text, reading: Text) -> float:
    """Return the greatest value of a figure of the exhibit's board up to the tick."""
    return float(max(figures_of(run, exhibit, reading)))


@measure
def least(run: Run, exhibit: Text, reading: Text) -> float:
    """Return the least value of a figure of the exhibit's board up to the tick."""
    return float(min(figures_of(run, exhibit, reading)))


# Drawings


@drawing
def impulse_pair(run: Run, exhibit: Text) -> Svg:
    """Draw the first collision of a billiards shot from above: velocities, the normal n, and the impulses J n and -J n."""
    values = values_at(run, exhibit)
    cue, struck = (tuple(place) for place in places()[:2].tolist())
    angle = radians(values["aim"])
    velocity = values["strength"] * cos(angle), values["strength"] * sin(angle), 0.0
    meeting = sweep_spheres(sub(cue, struck), velocity, 2.0 * RADIUS)
    centre = along(cue, velocity, meeting.time)
    normal = scale(sub(centre, struck), 0.5 / RADIUS)
    impulse = normal_impulse(dot(normal, velocity), 2.0 / MASS, values["bounce"])
    after = along(velocity, normal, impulse / MASS), scale(normal, -impulse / MASS)
    sheet = SvgSheet((centre[0] - 0.3, -0.13, struck[0] + 0.3, 0.15), height=190, margin=8)
    for place, name, colour in ((centre, "a", CUE), (struck, "b", STRUCK)):
        sheet.circle(place[:2], RADIUS, colour, 2.0, fill=colour, opacity=0.2)
        sheet.letter((place[0], place[1] - RADIUS), name, colour, (0, -1))
    size = 0.2 / values["strength"]  # metres drawn for 1 m/s
    tail = along(centre, velocity, -size)
    sheet.arrow(tail[:2], centre[:2], BEFORE, 2.6, text="$v_a$ before", towards=(0.3, 1), part=0.1)
    over = (centre[0], centre[1] + RADIUS), along(struck, after[1], size)[:2]
    for place, gone, name, label in zip((centre, struck), after, ("$v_a'$ after", "$v_b'$ after"), over):
        sheet.arrow(place[:2], along(place, gone, size)[:2], AFTER, 2.6)
        sheet.letter(label, name, AFTER, (0, 1))
    touch = along(struck, normal, RADIUS)
    for sign, name, side in ((1.0, "$J n$", (0, -1)), (-1.0, "$-J n$", (0, -1))):
        base = (touch[0], touch[1] - 0.105)
        tip = base[0] + sign * 0.1 * normal[0], base[1] + sign * 0.1 * normal[1]
        sheet.arrow(base, tip, CONTACT, 3.0, text=name, towards=side)
    sheet.arrow(struck[:2], along(struck, normal, 0.75 * RADIUS)[:2], NORMAL, 2.2, text="$n$", towards=(0.2, 1), part=0.4)
    return sheet.svg("Two balls as they meet, with opposite impulses along the line of their centres.")


@drawing
def bounces(run: Run, exhibit: Text, marks: Annotated[str, OneOf(("heights", "times"))] = "heights") -> Svg:
    """Draw the height of the bouncing ball with e = 0.8 over time, with the first bounces' heights or the times of all."""
    height, restitution = bodies_at(run, exhibit).height, RESTITUTIONS[4]
    end = last_bounce(height, GRAVITY, restitution)
    fall = sqrt(2.0 * height / GRAVITY)
    shown = end if marks == "times" else fall * (1.0 + 2.0 * restitution + 2.0 * restitution**2)
    colour = hex_of(zeno_row.COLOURS[4])
    sheet = SvgSheet((0.0, 0.0, shown, height), height=190, stretched=True, margin=30)
    sheet.arrow((0.0, 0.0), (1.06 * shown, 0.0))
    flights = [(0.0, fall, 0.0)]  # (start, duration, speed at the start)
    while flights[-1][0] + flights[-1][1] < shown - 1e-9 and (marks == "heights" or flights[-1][1] > SHORTEST):
        start, long, _ = flights[-1]
        speed = restitution * GRAVITY * fall if len(flights) == 1 else restitution * flights[-1][2]
        flights.append((start + long, 2.0 * speed / GRAVITY, speed))
    for number, (start, long, speed) in enumerate(flights):
        times = np.linspace(0.0, long, FLIGHT_POINTS)
        base = height if number == 0 else 0.0
        sheet.path([(start + t, base + speed * t - 0.5 * GRAVITY * t * t) for t in times], colour, 2.2)
        top = (start + 0.5 * long, speed * speed / (2.0 * GRAVITY)) if number else (0.0, height)
        if marks == "heights":
            name = ("$H$", "$e^2 H$", "$e^4 H$")[number]
            sheet.path([(0.0, top[1]), top], FAINT, 1.0, dashed=True)
            sheet.dot(top, colour)
            sheet.letter(top, f"{name} = {top[1]:.2f} m", INK, (1, 0.5) if number == 0 else (0, 1))
        elif 0 < number < 3:
            sheet.letter((start + 0.5 * long, 0.0), f"{long:.2f} s", INK, (0, 1))
    if marks == "times":
        sheet.line((end, 0.0), (end, 0.75 * height), CONTACT, 1.6, dashed=True, text=f"{end:.4f} s", towards=(-0.4, 1))
    else:
        sheet.letter((shown, 0.0), "time", INK, (-1, -1))
    return sheet.svg("Heights of a ball over time: each bounce is lower and shorter than the one before.")


@drawing
def block_collision(run: Run, exhibit: Text) -> Svg:
    """Draw the speeds of both blocks before their first collision, the heavy one's 1 m/s, and after it."""
    ratio = bodies_at(run, exhibit).blocks.ratio
    before = (0.0, 1.0)
    impulse = normal_impulse(-before[1], 1.0 + 1.0 / ratio, 1.0)
    sheet = SvgSheet((-3.2, 0.0, 2.4, 2.6), height=190, margin=10)
    for base, speeds, words in ((1.55, before, "before"), (0.15, (impulse, before[1] - impulse / ratio), "after")):
        sheet.path([(-3.2, base), (2.4, base)], SOLID, 2.4)
        sheet.letter((-3.2, base + 0.95), words, INK, (1, 0))
        for left, side, speed, mass, colour in ((-0.25, 0.25, speeds[0], 1.0, LIGHT), (0.05, 0.75, speeds[1], ratio, HEAVY)):
            sheet.rectangle((left, base, left + side, base + side), colour, 1.6, fill=colour, opacity=0.35)
            high = base + (0.12 if mass == 1.0 else 0.55)
            if speed:
                sheet.arrow((left, high), (left - 1.3 * speed, high), colour, 2.8)
            towards = (1, 0) if mass > 1.0 else (0, 1)
            place = (left + side, base + 0.4) if mass > 1.0 else (left - 1.3 * speed, high)
            name = f"{mass:g} kg, {speed:.3f} m/s" if mass > 1.0 else f"{speed:.3f} m/s" if speed else ""
            if name:
                sheet.letter(place, name, colour, towards)
    return sheet.svg("The light block leaves with nearly twice the speed of the heavy one.")


@drawing
def cradle_speeds(run: Run, exhibit: Text) -> Svg:
    """Draw the cradle's velocities before the first collision, and after it by two methods: in pairs, and all at once."""
    before = bodies_at(run, exhibit).before
    speeds = [speed / before[0] for speed in before]
    touching = [True] * (len(speeds) - 1)
    rows = [("before", speeds)]
    for words, solve in (("in pairs", solve_in_pairs), ("all at once", solve_at_once)):
        rows.append((words, solve(speeds, touching, 1.0)))
    sheet = SvgSheet((-3.0, -1.0, 8.6, 5.0), height=172, margin=4)
    for number, (words, found) in enumerate(rows):
        high = 4.2 - 2.0 * number
        sheet.letter((-3.0, high), words, INK, (1, 0))
        for ball, speed in enumerate(found):
            place, colour = (1.4 + 1.4 * ball, high), hex_of(cradle.COLOURS[ball])
            sheet.circle(place, 0.6, colour, 1.6, fill=colour, opacity=0.3)
            if abs(speed) > 1e-9:
                sheet.arrow(place, (place[0] + 1.3 * speed, high), CONTACT, 2.6)
                sheet.letter((place[0], high - 0.62), f"{speed:.1f}", CONTACT, (0, -0.7))
    return sheet.svg("Speeds of five balls: both results keep momentum and energy.")


@drawing
def pi_circle(run: Run) -> Svg:
    """Draw the velocities of the counting wall's blocks, with masses 1 and 100, as points of a circle of equal energy."""
    state = blocks(1)
    root, states = sqrt(state.ratio), [state.velocities]
    while not is_over(state):
        before, step = state.collisions, 0.5
        while True:  # halve the step until it has at most one collision
            after = advance_blocks(state, step)
            if after.collisions <= before + 1:
                break
            step /= 2.0
        state = after
        if state.collisions > before:
            states.append(state.velocities)
    points = [(-heavy, -light / root) for light, heavy in states]
    sheet = SvgSheet((-1.3, -1.3, 1.3, 1.3), height=230, margin=10)
    sheet.circle((0.0, 0.0), 1.0, FAINT, 1.2)
    for axis, name, towards in (((1.35, 0.0), r"$\sqrt{M}\,V$", (1, 0)), ((0.0, 1.3), r"$\sqrt{m}\,v$", (1, 0))):
        sheet.arrow((-axis[0], -axis[1]), axis, FAINT, 1.0)
        sheet.letter(axis, name, INK, towards)
    sheet.path(points, LIGHT, 1.2)
    for number, point in enumerate(points):
        sheet.dot(point, CONTACT if number else HEAVY, 3.0)
    sheet.letter(points[0], "start", HEAVY, (1.1, 1.8))
    sheet.letter((-1.5, 1.2), f"{len(points) - 1} collisions", INK, (-0.4, 0))
    return sheet.svg("Velocities of both blocks after each collision: points of a circle, equally far apart.")
