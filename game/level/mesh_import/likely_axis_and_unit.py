"""The up axis, the size and the likely unit of a mesh file."""

from typing import NamedTuple

import numpy as np

from .model import Model
from .object_roles import sorted_triangles

AXES = ("y-up", "z-up")
# The other axis than the format's is taken under two conditions: the mesh is flatter along it than this share of its width, and
# its floors along it are larger by this factor. Stricter: half of the z-up levels in y-up formats lie on their side; looser:
# towers and walls are laid down. Found on 61 levels of public repositories.
FLAT, CLEARLY = 0.62, 1.4
# The same for meshes of fewer triangles than FEW: a box says little about its axis.
FLAT_OF_FEW, CLEARLY_OF_FEW, FEW = 0.5, 3.0, 100
# If the floors of both axes differ by less than this factor, a note says that both axes are possible.
CLOSE = 2.0
# Width of a level [m] that people walk in. Outside, a unit is proposed that brings it within the likely widths.
WIDEST, NARROWEST = 2000.0, 1.0
LIKELY_WIDTHS = 5.0, 400.0
# A mesh of which no point is so near to the origin [m] is moved to it: farther away single precision, in which it is drawn, has
# steps of more than .1 mm. Smaller: coordinates of large worlds change without need; larger: pictures flicker.
AWAY = 1000.0
WHOLE = 1000.0  # [m] it is moved by multiples of this, so that its coordinates are still recognised
UNITS = ((0.01, "centimetres"), (0.0254, "inches"), (0.001, "millimetres"), (10.0, "tens of metres"), (1000.0, "kilometres"))


class Axis(NamedTuple):
    """The up axis of a file, "y-up" or "z-up", and a remark on it for the user, or ""."""

    name: str
    remark: str = ""


def likely_axis(model: Model, usual: str) -> Axis:
    """Return the Axis that is likely for a model: the usual one, unless the model's shape and floors indicate the other one.

    The other axis is chosen if the mesh is flat along it, and also has clearly more floor area that faces along it.
    usual: the format's up axis, "y-up" or "z-up"
    """
    other = AXES[1 - AXES.index(usual)]
    x, y, z = np.ptp(model.vertices, axis=0).tolist()
    along, across = (z, y) if other == "z-up" else (y, z)
    flat, clearly = (FLAT, CLEARLY) if len(model.triangles) >= FEW else (FLAT_OF_FEW, CLEARLY_OF_FEW)
    if max(x, y) <= 0.0 or along >= flat * min(x, across):
        return Axis(usual)
    floors = {axis: floor_area(model.upright(axis)) for axis in AXES}
    evidence = f"{floors[other]:.4g} of floor against {floors[usual]:.4g} with {usual}"
    if floors[other] > clearly * floors[usual]:
        return Axis(other, f"taken as {other}, as its floors face along it ({evidence})")
    if floors[other] * CLOSE > floors[usual]:
        return Axis(usual, f"taken as {usual}, though it is flat along the other axis ({evidence}); --axis {other} turns it")
    return Axis(usual)


def floor_area(model: Model) -> float:
    """Return the total area of the triangles that face up within some 18 degrees, in square units of the model."""
    a, b, c = (model.vertices[model.triangles[:, corner]] for corner in range(3))
    normals = np.cross(b - a, c - a)
    lengths = np.linalg.norm(normals, axis=1)
    return float(lengths[normals[:, 2] > 0.95 * lengths].sum() / 2)


def size_remarks(model: Model, axis: str, scale: float, is_scale_given: bool) -> list[str]:
    """Return remarks for the user on the size of a model.

    A model of unlikely size gets a remark, with a likely unit if there is one.
    model: in metres, z up
    axis: the up axis of its file
    scale: metres per unit of the file
    is_scale_given: True if the user chose the scale, so that no other unit is proposed
    """
    solid = sorted_triangles(model).solid
    size = np.ptp(model.vertices[np.unique(model.triangles[solid if solid.any() else slice(None)])], axis=0)
    remarks = [f"{size[0]:.4g} x {size[1]:.4g} x {size[2]:.4g} m, {axis}, {scale:.4g} m a unit"]
    width = float(size[:2].max())
    if width > WIDEST and not is_scale_given:
        remarks.append(f"very large{likely_unit(width, scale, below=1.0)}")
    elif 0.0 < width < NARROWEST and not is_scale_given:
        remarks.append(f"very small{likely_unit(width, scale, above=1.0)}")
    return remarks


def shift_to_origin(vertices: np.ndarray) -> np.ndarray:
    """Return the offset (3,) [m] that moves vertices (v, 3) [m] near to the origin, or zeros if they are near already.

    The offset is a multiple of WHOLE along each axis. Scans in geographic coordinates, for example, are far from the origin.
    """
    low, high = vertices.min(axis=0), vertices.max(axis=0)
    if max(low.max(), (-high).max()) <= AWAY:
        return np.zeros(3)
    return np.round((low + high) / -2.0 / WHOLE) * WHOLE + 0.0


def likely_unit(width: float, scale: float, below: float = np.inf, above: float = 0.0) -> str:
    """Return a hint such as "; if it is in centimetres, use --scale 0.01". Several likely units are all
    named. Without one, the hint names no scale.

    width: width of the model [m] with the current scale
    scale: current scale [m per unit of the file]
    below, above: limits of the factor between the proposed and the current scale
    """
    likely = [
        f"; if it is in {name}, use --scale {factor * scale:g}"
        for factor, name in UNITS
        if above < factor < below and LIKELY_WIDTHS[0] <= factor * width <= LIKELY_WIDTHS[1]
    ]
    return "".join(likely) or "; --scale changes its size"
