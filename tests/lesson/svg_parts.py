"""The elements of a drawing: lines, arrows and dots, with their places [pixels]."""

import xml.etree.ElementTree as ET
from math import dist


def parts(svg, kind):
    return [part for part in ET.fromstring(svg.text).iter() if part.tag.rpartition("}")[2] == kind]


def places(part):
    return [tuple(map(float, place.split(","))) for place in part.get("points").split()]


def drawn(svg, kind, colour):
    return [part for part in parts(svg, kind) if part.get("stroke") == colour]


def dots(svg, colour):
    """Return [(x, y), ...] of the dots of a colour."""
    return [(float(part.get("cx")), float(part.get("cy"))) for part in parts(svg, "circle") if part.get("fill") == colour]


def arrows(svg, colour):
    """Return [(start, tip), ...] of the arrows in a colour."""
    starts = [(float(line.get("x1")), float(line.get("y1"))) for line in drawn(svg, "line", colour)]
    heads = [places(part) for part in parts(svg, "polygon") if part.get("fill") == colour]
    return list(zip(starts, [head[0] for head in heads if len(head) == 3]))


def arrow(svg, colour):
    return arrows(svg, colour)[0]


def arrow_lengths(svg, colour):
    return [dist(start, tip) for start, tip in arrows(svg, colour)]


def rectangles(text):
    """Return the rectangles (left, top, right, bottom) of the texts of an enlarged drawing [pixels]."""
    placed = [part for part in ET.fromstring(text).iter() if part.tag.endswith("svg") and part.get("x")]
    numbers = ([float(one.get(key)) for key in ("x", "y", "width", "height")] for one in placed)
    return [(x, y, x + wide, y + high) for x, y, wide, high in numbers]


def circles(svg, colour):
    """Return [(x, y, radius), ...] of the circles with an outline of a colour."""
    return [tuple(float(part.get(name)) for name in ("cx", "cy", "rx")) for part in drawn(svg, "ellipse", colour)]


def lines(svg, colour):
    return [places(part) for part in drawn(svg, "polyline", colour)]
