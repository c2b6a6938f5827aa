"""Drawings of overlap tests: the places of a bullet that they look at, the share that they notice, a grazing hit, halving."""

from fractions import Fraction
from math import log, sqrt

import numpy as np

from ....core.value_rules import Text
from ....lab.exhibits.race_wall import COLOURS, LANES, SPEEDS
from ....lab.physics.bullet_tests import BISECT, LOOK
from ...measures.lab.bullet_overlap_tests import last_shot
from ...measures.lab.exhibits import exhibit_at
from ..registry import drawing
from ..svg_canvas import AFTER, BODY, CONTACT, FAINT, INK, SOLID, T0, Sheet, hex_of

SEEN, UNSEEN = CONTACT, FAINT  # of tested places at which bullet and target overlap, or do not
METHOD = {method: hex_of(tuple(min(1.0, 0.15 + part) for part in colour)) for method, colour in COLOURS.items()}
ROW = 24.0  # [pixels] height of a row of a bisection. Smaller: its letters overlap


@drawing
def tested_places(run, exhibit: Text):
    """Draw the last shot of a race wall from the side: the bullet at each tested place, the pane, and where they overlap."""
    shot = last_shot(run, exhibit)
    radius, pane, step = shot.kind.radius, shot.kind.range, shot.step
    wide = max(1.6 * step, 5.0 * radius)
    sheet = Sheet((pane - wide, -3.6 * radius, pane + wide, 3.6 * radius), 400, 190, margin=6)
    left, bottom, right, top = sheet.box
    ((near, far),) = shot.targets()
    zone = [(near, bottom), (far, bottom), (far, top), (near, top)]
    sheet.path(zone, "none", fill=CONTACT, opacity=0.13, closed=True)
    half = shot.kind.thickness / 2.0
    glass = [(pane - half, bottom), (pane + half, bottom), (pane + half, top), (pane - half, top)]
    sheet.path(glass, SOLID, 1.6, fill=SOLID, opacity=0.5, closed=True)
    sheet.path([(left, 0.0), (right, 0.0)], FAINT, 1.2, dashed=True)
    number = shot.in_step(left)[0] - 1
    places = [shot.bodies.first + step * count for count in range(number, number + 40)]
    seen = shot.bodies.shots[LANES.index(LOOK)].obstacle >= 0
    shown = [place for place in places if left + radius < place < (shot.distance(LOOK) + 1e-9 if seen else right - radius)]
    for place in shown:
        colour = SEEN if near <= place <= far else UNSEEN
        sheet.circle((place, 0.0), radius, colour, 2.0, fill=colour, opacity=0.25)
        sheet.dot((place, 0.0), colour)
    before = max([place for place in shown if place < near], default=shown[0])
    low = -1.55 * radius
    sheet.arrow((before, low), (before + step, low), INK, 1.6)
    sheet.letter((before, low), f"$v\\,h$ = {step:.3f} m", INK, (-1, -0.4))
    if seen:
        sheet.circle((near, 0.0), radius, T0, 1.6, dashed=True)
        sheet.letter((far, low), f"late by {shot.distance(LOOK) - near:.3f} m", T0, (1, -0.4))
    sheet.path([(near, 0.8 * top), (far, 0.8 * top)], CONTACT, 2.0)
    sheet.letter((far, 0.8 * top), f"$w + 2r$ = {far - near:.3g} m", CONTACT, (1, 0))
    return sheet.svg(f"Tests every {step:.3f} m, and a zone of {far - near:.3g} m in which they notice the pane.")


@drawing
def line_places(run, exhibit: Text):
    """Draw the last run over a finish line from above: the line, and the tested places of the car's nose."""
    found, state = exhibit_at(run, exhibit)
    kind, shown = found.kind, state.bodies
    step, half = shown.speed / kind.rate, shown.depth / 2.0
    sheet = Sheet((-2.0 * step, -0.75, 2.0 * step, 0.75), 400, 100, margin=3)
    left, bottom, right, top = sheet.box
    sheet.path([(-half, bottom), (half, bottom), (half, top), (-half, top)], SOLID, 1.6, fill=SOLID, opacity=0.5, closed=True)
    sheet.path([(left, 0.0), (right, 0.0)], FAINT, 1.2, dashed=True)
    first = kind.first_place(shown.start, shown.speed)
    places = [first + step * count for count in range(40)]
    for place in places:
        if left < place < right:
            sheet.dot((place, 0.0), SEEN if abs(place) <= half else BODY, 5.5)
    before = max(place for place in places if place < -half)
    sheet.arrow((before, -0.35), (before + step, -0.35), INK, 1.6)
    sheet.letter((before, -0.35), f"$v\\,h$ = {step:.3f} m", INK, (-1, -0.4))
    sheet.path([(-half, 0.5), (half, 0.5)], CONTACT, 2.0)
    sheet.letter((half, 0.5), f"$w$ = {shown.depth:g} m", CONTACT, (1, 0))
    return sheet.svg(f"Tests every {step:.3f} m, and a line that is {shown.depth:g} m deep.")


@drawing
def noticed_shares(run, exhibit: Text):
    """Draw the share of shots that overlap tests notice as a function of the speed: by formula, and counted in 10 000 shots."""
    found, state = exhibit_at(run, exhibit)
    kind, shown = found.kind, state.bodies
    counted = [(row[0], row[2][LANES.index(LOOK)]) for row in shown.measured if row[1] == shown.target]
    first, last = SPEEDS[0], SPEEDS[-1]
    across = log(last / first)
    sheet = Sheet((0.0, 0.0, 1.0, 1.0), 400, 215, stretched=True, margin=42)
    for percent in (0, 50, 100):
        sheet.path([(0.0, percent / 100.0), (1.0, percent / 100.0)], FAINT, 1.0, dashed=percent > 0)
        sheet.letter((0.0, percent / 100.0), f"{percent} %", FAINT, (-1, 0))
    for speed in (2.0, 10.0, 100.0, 1000.0):
        sheet.letter((log(speed / first) / across, 0.0), f"{speed:g}", FAINT, (0, -1))
    sheet.letter((1.0, 0.0), "m/s", FAINT, (0, 1))
    speeds = np.geomspace(first, last, 80).tolist()
    curve = [(log(speed / first) / across, kind.predicted(speed, shown.target)) for speed in speeds]
    sheet.path(curve, T0, 2.2)
    sheet.letter((0.62, 0.9), "by formula", T0, (1, 0))
    sheet.letter((0.62, 0.76), "counted, 10 000 shots", METHOD[LOOK], (1, 0))
    sheet.path([(0.57, 0.9), (0.61, 0.9)], T0, 2.2)
    for place in [(log(speed / first) / across, share) for speed, share in counted] + [(0.59, 0.76)]:
        sheet.dot(place, METHOD[LOOK], 4.6)
    now = dict(counted)[shown.speed]
    sheet.letter((log(shown.speed / first) / across, now), f"{100.0 * now:.1f} % at {shown.speed:g} m/s", METHOD[LOOK], (1, 0.3))
    return sheet.svg("; ".join(f"{speed:g} m/s: {100.0 * share:.1f} percent" for speed, share in counted))


@drawing
def grazing_hit(run, exhibit: Text):
    """Draw a race wall's ball, enlarged by the bullet's radius, and a path whose chord in it is shorter than a step."""
    shot = last_shot(run, exhibit)
    radii, step = shot.reach, shot.step
    chord = 0.62 * step
    aside = sqrt(radii * radii - chord * chord / 4.0)
    sheet = Sheet((-2.4 * radii, -1.1 * radii, 2.4 * radii, 1.4 * radii), 400, 215, margin=6)
    sheet.circle((0.0, 0.0), radii, CONTACT, 1.8, fill=CONTACT, opacity=0.13)
    sheet.circle((0.0, 0.0), shot.kind.ball, SOLID, 1.8, fill=SOLID, opacity=0.5)
    left, _, right, _ = sheet.box
    sheet.path([(left, aside), (right, aside)], FAINT, 1.2, dashed=True)
    sheet.path([(-chord / 2.0, aside), (chord / 2.0, aside)], CONTACT, 3.4)
    for count in range(-3, 4):
        place = (step * (count + 0.5), aside)
        if left + shot.kind.radius < place[0] < right - shot.kind.radius:
            sheet.circle(place, shot.kind.radius, FAINT, 1.8, fill=FAINT, opacity=0.25)
            sheet.dot(place, FAINT)
    sheet.path([(0.0, 0.0), (0.0, aside)], INK, 1.2, dashed=True)
    sheet.letter((0.0, 0.45 * aside), "$b$", INK, (-1, 0))
    sheet.path([(0.0, 0.0), (radii * 0.87, -radii * 0.49)], CONTACT, 1.4)
    sheet.letter((radii * 0.87, -radii * 0.49), f"$R$ = {radii:.2f} m", CONTACT, (1, 0))
    high = aside + 1.6 * shot.kind.radius
    sheet.letter((-0.6 * step, high), "yellow: chord $c$", CONTACT, (-1, 0))
    sheet.arrow((-0.5 * step, high), (0.5 * step, high), INK, 1.6)
    sheet.letter((0.5 * step, high), f"step $s$ = {step:.3f} m", INK, (1, 0))
    return sheet.svg("A path through the rim of the ball: two tests, one before and one behind the short overlap.")


@drawing
def halvings(run, exhibit: Text):
    """Draw the bisection of the step in which a shot is noticed: each interval that is left, and the tested place in it."""
    shot = last_shot(run, exhibit)
    number, _ = shot.in_step(shot.distance(BISECT))
    start = shot.bodies.first + (number - 1) * shot.step
    overlaps = [((a - start) / shot.step, (b - start) / shot.step) for a, b in shot.targets()]
    rows, free, hit = [], 0.0, 1.0
    for _ in range(5):
        middle = (free + hit) / 2.0
        is_in = any(enter <= middle <= leave for enter, leave in overlaps)
        rows.append((free, hit, middle, is_in))
        free, hit = (free, middle) if is_in else (middle, hit)
    height = ROW * (len(rows) + 3)
    sheet = Sheet((-0.22, 0.0, 1.1, height), 400, int(height), stretched=True, margin=0)
    for enter, leave in overlaps:
        low, high = max(enter, 0.0), min(leave, 1.0)
        if low < high:
            sheet.path([(low, 0.0), (high, 0.0), (high, height), (low, height)], "none", fill=CONTACT, opacity=0.16, closed=True)
    sheet.letter((0.0, height - 0.5 * ROW), "start: free", INK, (1, 0))
    sheet.letter((1.0, height - 0.5 * ROW), "end: overlap", SEEN, (-0.5, 0))
    for count, (free_end, hit_end, middle, is_in) in enumerate(rows):
        y = height - (count + 1.5) * ROW
        sheet.path([(0.0, y), (1.0, y)], FAINT, 1.0)
        sheet.path([(free_end, y), (hit_end, y)], AFTER, 3.4)
        sheet.dot((middle, y), SEEN if is_in else INK, 5.0)
        part = Fraction(middle)
        sheet.letter((0.0, y), f"{part.numerator}/{part.denominator}", SEEN if is_in else INK, (-1, 0))
    last = height - (len(rows) + 1.5) * ROW
    sheet.path([(free, last), (hit, last)], AFTER, 5.0)
    sheet.letter((free, last), f"between {free:g} and {hit:g}", AFTER, (-1, 0) if free > 0.5 else (1, -1))
    return sheet.svg(", ".join(f"{middle:g}: {'overlap' if is_in else 'free'}" for _, _, middle, is_in in rows))
