"""Drawings of normals and gradients: a ramp's normal in eSpace, the gradient of a surface."""

from math import atan, cos, hypot, radians, sin, tan
from typing import Annotated

import numpy as np

from ...core.value_rules import Number
from .registry import drawing
from .svg_canvas import AFTER, BEFORE, BODY, FAINT, INK, NORMAL, T1, Sheet


@drawing
def squeezed_ramp(run, slope: Annotated[float, Number(1.0, 89.0, "degrees")] = 45.0):
    """Draw a ramp of a slope [degrees] in the world and in eSpace: points are divided by the radii, normals multiplied."""
    across, up = run.simulation.params.radii[0], run.simulation.params.radii[2]
    sheet = Sheet((-0.6, -0.35, 5.6, 1.9), margin=8)
    base, rise = 1.0, tan(radians(slope))
    flat = (base / across) * up, rise  # the squeezed ramp, scaled so that both have the same height
    shrink = min(1.0, 2.4 / flat[0], 1.7 / rise)
    for left, size, title in ((0.0, (base, rise), "world"), (3.3, flat, "eSpace")):
        ramp = size[0] * shrink, size[1] * shrink
        foot, top = (left, 0.0), (left + ramp[0], ramp[1])
        sheet.path([foot, top, (top[0], 0.0)], FAINT, 2.0, fill=FAINT, opacity=0.2, closed=True)
        middle = (left + ramp[0] / 2, ramp[1] / 2)
        length = (ramp[0] ** 2 + ramp[1] ** 2) ** 0.5
        tip = middle[0] - 0.8 * ramp[1] / length, middle[1] + 0.8 * ramp[0] / length
        sheet.arrow(middle, tip, NORMAL)
        sheet.letter(tip, "$n$" if title == "world" else "$n_e$", NORMAL, (1, 0.6))
        if title == "eSpace":  # the world's normal squeezed like a point: wrong
            old = (-sin(radians(slope)) / across, cos(radians(slope)) / up)
            size = (old[0] ** 2 + old[1] ** 2) ** 0.5
            wrong = (middle[0] + 0.8 * old[0] / size, middle[1] + 0.8 * old[1] / size)
            sheet.arrow(middle, wrong, BEFORE, dashed=True)
            sheet.letter(wrong, "$n$ divided", BEFORE, (-1, 0))
        angle = radians(slope) if title == "world" else atan(tan(radians(slope)) * across / up)
        sheet.arc(foot, 0.55, 0.0, angle, f"{angle * 57.29578:.0f}°")
        sheet.letter((left + 0.9, -0.1), title, INK, (0, -1))
    return sheet.svg("A ramp in the world and in eSpace, with its normal in both.")


@drawing
def gradient_curve(run):
    """Draw a surface on which f is k, a curve c(t) in it, the curve's tangent c', and the gradient, which points to larger f."""
    sheet = Sheet((-2.4, -0.1, 2.9, 1.75), 400, 150, margin=4)
    turns = np.linspace(0.1 * np.pi, 0.9 * np.pi, 60)
    surface = [(2.0 * cos(turn), sin(turn)) for turn in turns]
    sheet.path([*surface, (surface[-1][0], -0.1), (surface[0][0], -0.1)], "none", fill=BODY, opacity=0.12, closed=True)
    sheet.path(surface, BODY, 2.4)
    turn = 0.32 * np.pi
    point, tangent, normal = (2.0 * cos(turn), sin(turn)), (2.0 * sin(turn), -cos(turn)), (cos(turn), 2.0 * sin(turn))
    size = hypot(*tangent)
    for (x, y), colour, name, side in ((tangent, AFTER, "$c'$", (1, 0)), (normal, T1, r"$\nabla f$", (1, 0.4))):
        tip = (point[0] + 0.9 * x / size, point[1] + 0.9 * y / size)
        sheet.arrow(point, tip, colour)
        sheet.letter(tip, name, colour, side)
    along, up = (0.14 * tangent[0] / size, 0.14 * tangent[1] / size), (0.14 * normal[0] / size, 0.14 * normal[1] / size)
    corner = [(point[0] + a * along[0] + b * up[0], point[1] + a * along[1] + b * up[1]) for a, b in ((1, 0), (1, 1), (0, 1))]
    sheet.path(corner, INK, 1.2)
    sheet.dot(point, INK)
    sheet.letter(surface[-12], "curve $c(t)$", BODY, (-1, 0.4))
    sheet.letter((-0.2, 0.75), "surface: $f = k$", BODY, (0, 0))
    sheet.letter((-0.2, 0.35), "inside: $f < k$", FAINT, (0, 0))
    sheet.letter((-0.5, 1.4), "outside: $f > k$", FAINT, (0, 0))
    return sheet.svg("A curve in a surface: its tangent is at a right angle to the gradient.")
