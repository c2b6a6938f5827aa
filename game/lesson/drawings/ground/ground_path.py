"""A drawing of the ground along a path: floor, steep ground or air after each tick."""

import numpy as np

from ....simulation.tick_input_and_output import Ground
from ...measures.argument_types import Tick
from ..level_section import cut_of, draw_ground
from ..registry import drawing
from ..svg_canvas import AFTER, BODY, PLANE, Sheet
from ..tick_paths import OFF_CENTRE, View

STATE_COLOURS = {Ground.AIR: AFTER, Ground.FLOOR: PLANE, Ground.STEEP: BODY}


@drawing
def ground_path(run, until: Tick = 0):
    """Draw the path of the body's lowest point from the side. Colours of dots show floor, steep ground or air after each tick.

    until: the last tick, 0 for the end of the script
    """
    view, records = View(run.records[0].before.heading, above=False), run.records[: until or len(run.records)]
    lowest = (0.0, 0.0, run.simulation.params.radii[2])
    places = [view.of(np.subtract(record.after.position, lowest)) for record in records]
    xs, ys = zip(*places)
    sheet = Sheet((min(xs), min(ys) - 0.1, max(xs), max(ys) + 0.35), margin=8)
    depth = float(np.dot(view.deep, records[-1].after.position)) + OFF_CENTRE
    draw_ground(sheet, cut_of(run, view, depth))
    for place, record in zip(places, records):
        sheet.dot(place, STATE_COLOURS[record.after.ground], 3.4)
    left, bottom, right, top = sheet.box
    corner, side = ((left, top), 1) if ys[-1] > ys[0] else ((right, top), -1)
    rows = [(Ground.AIR, "in the air"), (Ground.FLOOR, "on the floor"), (Ground.STEEP, "on a steep edge")]
    states = {record.after.ground for record in records}
    for number, (state, words) in enumerate(row for row in rows if row[0] in states):
        place = (corner[0], corner[1] - number * 20 * (top - bottom) / sheet.height)
        sheet.letter(place, words, STATE_COLOURS[state], (side, -1))
    return sheet.svg("The path of the body's lowest point, with the ticks that it spends in the air.")
