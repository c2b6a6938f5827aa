"""The light that arrives at points of a level, by ray casting: sun with soft shadows, sky, and one reflection from surfaces.

`surfaces` and `lights` are those of the level. Radiance is linear and relative. At radiance 1 a surface has the colour of its
material. Without numba a point takes about a hundredth of a second, so LevelLight then casts no rays.
"""

from typing import NamedTuple

import numpy as np

from ...collision.mesh.bvh import BRANCHES, cast_ray, first_leaf, next_node, ray_enters_box, ray_hits_triangle, safe_inverse
from ...core.jit import compiled, inlined
from ...core.right_forward_up_frame import from_frame
from ...core.vec3 import Vector, add, along, cross, dot, normalise, scale

LIFT = 0.004  # [m] rays start this far off the surface. Smaller: surfaces shade themselves; larger: light leaks under thin boxes
RIM = 9  # outermost samples of the sun, which decide alone if they agree. Fewer: steps in soft shadows
FAR = 1e4  # [m] length of a ray
NEAR_HALF = 0.35  # [m] a surface this near reflects half its light, since the corner shades it, too. 0: flat corners


class Surfaces(NamedTuple):
    """The triangles that light rays hit. A row is a triangle's index in the collision tree, not in the level.

    nodes: of that tree; corners: (t, 9) [m]; faces: (t, 3) unit normals, out of a closed solid; albedos: (t, 3) linear; solid:
    (t,)
    """

    nodes: np.ndarray
    corners: np.ndarray
    faces: np.ndarray
    albedos: np.ndarray
    solid: np.ndarray


class Lights(NamedTuple):
    """The light sources of a level. Colours are linear.

    sun: unit vector; sun_colour: on a surface at right angles; sky: (3, 3) zenith, horizon, ground; ambient: of the second and
    later reflections
    sun_samples: (s, 3) unit directions, the rim last; sky_samples: (h, 3) around +z, density proportional to the cosine
    """

    sun: Vector
    sun_colour: Vector
    sky: np.ndarray
    ambient: float
    sun_samples: np.ndarray
    sky_samples: np.ndarray


@inlined
def row(array: np.ndarray, i: int) -> Vector:
    return array[i, 0], array[i, 1], array[i, 2]


@inlined
def tangents(normal: Vector) -> tuple[Vector, Vector]:
    """Return two unit vectors perpendicular to a unit vector and to each other."""
    helper = (0.0, 0.0, 1.0) if abs(normal[2]) < 0.7 else (0.0, 1.0, 0.0)
    first = normalise(cross(helper, normal))
    return first, cross(normal, first)


@inlined
def sky_radiance(direction: Vector, sky: np.ndarray) -> Vector:
    if direction[2] < 0.0:
        return row(sky, 2)
    up = np.sqrt(direction[2])
    return add(scale(row(sky, 1), 1.0 - up), scale(row(sky, 0), up))


@inlined
def is_blocked(surfaces: Surfaces, origin: Vector, direction: Vector, max_distance: float) -> bool:
    """True if any triangle is within `max_distance` [m] along a ray from `origin` [m] in a unit direction."""
    inverse = (safe_inverse(direction[0]), safe_inverse(direction[1]), safe_inverse(direction[2]))
    corners = surfaces.corners
    leaves = first_leaf(surfaces.nodes, corners)
    node = 0
    while True:
        is_met = ray_enters_box(surfaces.nodes, node, origin, inverse, max_distance)
        if is_met and node >= leaves:
            first = (node - leaves) * BRANCHES
            for triangle in range(first, min(first + BRANCHES, corners.shape[0])):
                if ray_hits_triangle(corners, triangle, origin, direction) <= max_distance:
                    return True
        node = next_node(node, is_met, leaves)
        if node == 0:
            return False


@inlined
def sun_visibility(surfaces: Surfaces, lights: Lights, start: Vector) -> float:
    """Return the visible share 0..1 of the sun's disc at a point [m] slightly above the surface."""
    visible, cast = 0, 0
    for k in range(lights.sun_samples.shape[0] - 1, -1, -1):  # from the rim inwards
        if not is_blocked(surfaces, start, row(lights.sun_samples, k), FAR):
            visible += 1
        cast += 1
        if cast == RIM and (visible == 0 or visible == RIM):  # the whole rim agrees, so the middle would, too
            break
    return visible / cast


@inlined
def bounce(surfaces: Surfaces, lights: Lights, triangle_row: int, normal: Vector, hit_point: Vector, distance: float) -> Vector:
    """Return the linear light that a triangle reflects: its albedo times the light that it receives.

    A short ray counts less, by distance / (distance + NEAR_HALF) [m], because the corner around its start is shaded, too. lights:
    only sun and ambient count; normal: unit, on the side that the ray hit; hit_point: [m]
    """
    light = (lights.ambient, lights.ambient, lights.ambient)
    facing = dot(normal, lights.sun)
    if facing > 0.0 and not is_blocked(surfaces, along(hit_point, normal, LIFT), lights.sun, FAR):
        light = along(light, lights.sun_colour, facing)
    albedo, part = row(surfaces.albedos, triangle_row), distance / (distance + NEAR_HALF)
    return light[0] * albedo[0] * part, light[1] * albedo[1] * part, light[2] * albedo[2] * part


@inlined
def gather(
    surfaces: Surfaces, lights: Lights, start: Vector, first: Vector, second: Vector, normal: Vector
) -> tuple[Vector, int]:
    """Cast rays to the sky and other surfaces. Return their mean linear light, and how many hit an inside and do not count.

    start: [m], slightly above the surface; first, second, normal: unit vectors: two along the surface, and its normal
    """
    total, inside = (0.0, 0.0, 0.0), 0
    for k in range(lights.sky_samples.shape[0]):
        direction = from_frame((first, second, normal), row(lights.sky_samples, k))
        distance, number = cast_ray(surfaces.nodes, surfaces.corners, start, direction, FAR)
        if number < 0:
            total = add(total, sky_radiance(direction, lights.sky))
            continue
        face = row(surfaces.faces, number)
        if dot(face, direction) > 0.0:
            if surfaces.solid[number]:
                inside += 1
                continue
            face = scale(face, -1.0)
        total = add(total, bounce(surfaces, lights, number, face, along(start, direction, distance), distance))
    return scale(total, 1.0 / max(lights.sky_samples.shape[0] - inside, 1)), inside


@compiled
def light_points(surfaces: Surfaces, lights: Lights, points: np.ndarray, normals: np.ndarray, out: np.ndarray) -> None:
    """Write the light at n surface points (n, 3) [m] with unit normals (n, 3) to `out`.

    out: (n, 5) red, green, blue of sky and surfaces, visible share of the sun, share of rays that hit a solid from its inside.
    The last is near 1 for a point buried in a solid.
    """
    for i in range(points.shape[0]):
        normal = row(normals, i)
        first, second = tangents(normal)
        start = along(row(points, i), normal, LIFT)
        light, inside = gather(surfaces, lights, start, first, second, normal)
        out[i, 0], out[i, 1], out[i, 2] = light
        out[i, 3] = sun_visibility(surfaces, lights, start) if dot(normal, lights.sun) > 0.0 else 0.0
        out[i, 4] = inside / lights.sky_samples.shape[0]
