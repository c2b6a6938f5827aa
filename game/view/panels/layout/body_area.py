"""The area of the window in which the player's body is drawn."""

from math import radians, tan

import numpy as np

from ...camera.framing import subject_at
from ...camera.window_area import Area

CLOSEST = 0.05  # [m] before the camera; nearer points count as this far. Less: they are drawn far outside of the window


def area_of_body(moment, aspect):
    """Return the Area in which the body of a Moment is drawn. Return None without a body, or without one usual picture.

    Two pictures side by side, and pictures without perspective or aimed at a point, are not usual.
    aspect: width of the window over its height
    """
    if moment.is_first_person or moment.is_split or moment.flat_height is not None or moment.target is not None:
        return None
    points = subject_at(moment.state, moment.body).points() - moment.eye
    right, ahead, up = (points @ np.array(axis()) for axis in (moment.look.across, moment.look.forward, moment.look.upwards))
    scale = 0.5 / (tan(radians(moment.field_of_view) / 2.0) * np.maximum(ahead, CLOSEST))
    (x, y), across, down = moment.area.middle, right * scale, -up * scale * aspect
    return Area(x + across.min(), y + down.min(), x + across.max(), y + down.max())
