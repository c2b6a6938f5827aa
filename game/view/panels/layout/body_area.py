"""The area of the window in which the player's body is drawn."""

from math import radians, tan

import numpy as np

from ...camera.window_area import Area

AROUND, CLOSEST = 13, 0.05  # points in each ring of the body's surface; [m] before the camera, nearer points count as this far


def area_of_body(moment, aspect):
    """Return the Area in which the body of a Moment is drawn. Return None without a body, or without one usual picture.

    Two pictures side by side, and pictures without perspective or aimed at a point, are not usual.
    aspect: width of the window over its height
    """
    if moment.is_first_person or moment.is_split or moment.flat_height is not None or moment.target is not None:
        return None
    frame = np.eye(3) if moment.state.frame is None else np.asarray(moment.state.frame)
    wide, high = max(moment.body.radii[:2]), moment.body.radii[2]
    points = np.array(moment.state.position) + sphere_points() * (wide, wide, high) @ frame - moment.eye
    right, ahead, up = (points @ np.array(axis()) for axis in (moment.look.across, moment.look.forward, moment.look.upwards))
    scale = 0.5 / (tan(radians(moment.field_of_view) / 2.0) * np.maximum(ahead, CLOSEST))
    (x, y), across, down = moment.area.middle, right * scale, -up * scale * aspect
    return Area(x + across.min(), y + down.min(), x + across.max(), y + down.max())


def sphere_points():
    """Return points (n, 3) of the unit sphere, in rings between its poles."""
    turn, lift = np.meshgrid(np.linspace(-np.pi, np.pi, AROUND), np.linspace(-np.pi, np.pi, AROUND) / 2.0)
    return np.stack([np.cos(turn) * np.cos(lift), np.sin(turn) * np.cos(lift), np.sin(lift)], axis=-1).reshape(-1, 3)
