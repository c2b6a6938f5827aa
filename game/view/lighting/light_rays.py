"""The light that arrives at points of a level, by ray casting: sun with soft shadows, sky, and one reflection off surfaces.

Radiance is linear and relative. At 1 a surface looks as bright as the colour of its material. Without numba a point takes about a
hundredth of a second, so `level_light.py` then casts no rays.
"""

from typing import NamedTuple

import numpy as np

from game.collision.engine.jit import compiled, inlined
from game.collision.engine.vec3 import add, along, cross, dot, normalise, scale, sub
from game.collision.mesh.bvh import BRANCHES, first_leaf, next_node
from game.collision.mesh.raycast import cast_ray, ray_enters_box, ray_hits_triangle, safe_inverse

LIFT = 0.004  # [m] rays start this far off the surface. Smaller: surfaces shade themselves; larger: light under thin things
RIM = 9  # outermost samples of the sun, which decide alone if they agree. Fewer: steps in soft shadows
LEANING = 0.4  # slope of two of the rays that find out whether a point is buried. 0: a thin gap decides; 1: they leave thin walls
HALVINGS = 9  # of an edge on which a border is searched: 2 m become 4 mm. Fewer: shadow edges zigzag; more: longer
VISIBLE, LIT, SHADED, CENTRE_LIT = range(4)  # fields on the surfaces: True outside solids; in full sun; without sun; half lit
FAR = 1e4  # [m] length of a ray
NEAR_HALF = 0.35  # [m] a surface this near reflects half its light, since the corner shades it, too. 0: flat corners


class Surfaces(NamedTuple):
    """The triangles that light rays hit.

    nodes, corners: the tree of the collision mesh
    faces, albedos: (t, 3) normal and linear colour of each row of `corners`
    solid: (t,) True for a row of a closed solid
    """

    nodes: np.ndarray
    corners: np.ndarray
    faces: np.ndarray
    albedos: np.ndarray
    solid: np.ndarray


class Lights(NamedTuple):
    """The light sources of a level. Colours are linear.

    sun: unit vector (3,) to the sun
    sun_colour: (3,)
    sky: (3, 3) rows zenith, horizon, and ground below the horizon
    ambient: light of the second and later reflections
    sun_samples: (s, 3) directions to points of the sun, those of its rim last
    sky_samples: (h, 3) directions around +z, with a density proportional to their cosine
    """

    sun: tuple
    sun_colour: tuple
    sky: np.ndarray
    ambient: float
    sun_samples: np.ndarray
    sky_samples: np.ndarray


@inlined
def row(array, i):
    return array[i, 0], array[i, 1], array[i, 2]


@inlined
def tangents(normal):
    """Return two unit vectors (3,) perpendicular to `normal` and to each other."""
    helper = (0.0, 0.0, 1.0) if abs(normal[2]) < 0.7 else (0.0, 1.0, 0.0)
    first = normalise(cross(helper, normal))
    return first, cross(normal, first)


@inlined
def in_frame(local, first, second, normal):
    return add(add(scale(first, local[0]), scale(second, local[1])), scale(normal, local[2]))


@inlined
def sky_radiance(direction, sky):
    """Return the linear colour (3,) of the sky in a unit direction (3,). `sky` is that of Lights."""
    if direction[2] < 0.0:
        return row(sky, 2)
    up = np.sqrt(direction[2])
    return add(scale(row(sky, 1), 1.0 - up), scale(row(sky, 0), up))


@inlined
def is_blocked(surfaces, origin, direction, farthest):
    """True if a triangle is within `farthest` [m] along the ray. Unlike `cast_ray` it stops at the first triangle hit."""
    inverse = (safe_inverse(direction[0]), safe_inverse(direction[1]), safe_inverse(direction[2]))
    corners = surfaces.corners
    leaves = first_leaf(corners.shape[0])
    node = 0
    while True:
        is_met = ray_enters_box(surfaces.nodes, node, origin, inverse, farthest)
        if is_met and node >= leaves:
            first = (node - leaves) * BRANCHES
            for triangle in range(first, min(first + BRANCHES, corners.shape[0])):
                if ray_hits_triangle(corners, triangle, origin, direction) <= farthest:
                    return True
        node = next_node(node, is_met, leaves)
        if node == 0:
            return False


@inlined
def sun_visibility(surfaces, lights, start):
    """Return the visible share 0..1 of the sun's disc at a point (3,) [m]."""
    visible, cast = 0, 0
    for k in range(lights.sun_samples.shape[0] - 1, -1, -1):  # from the rim inwards
        if not is_blocked(surfaces, start, row(lights.sun_samples, k), FAR):
            visible += 1
        cast += 1
        if cast == RIM and (visible == 0 or visible == RIM):  # the whole rim agrees, so the middle would, too
            break
    return visible / cast


@inlined
def bounce(surfaces, lights, number, face, place, distance):
    """Return the linear light (3,) that a surface reflects: its albedo times the sun and ambient light on it."""
    light = (lights.ambient, lights.ambient, lights.ambient)
    facing = dot(face, lights.sun)
    if facing > 0.0 and not is_blocked(surfaces, along(place, face, LIFT), lights.sun, FAR):
        light = along(light, lights.sun_colour, facing)
    albedo, part = row(surfaces.albedos, number), distance / (distance + NEAR_HALF)
    return light[0] * albedo[0] * part, light[1] * albedo[1] * part, light[2] * albedo[2] * part


@inlined
def gather(surfaces, lights, start, first, second, normal):
    """Return the linear light (3,) from the sky and other surfaces, and the number of rays that hit a closed solid from its
    inside.

    Rays from inside solids do not count, because the point is on a border.
    """
    total, inside = (0.0, 0.0, 0.0), 0
    for k in range(lights.sky_samples.shape[0]):
        direction = in_frame(row(lights.sky_samples, k), first, second, normal)
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
def light_points(surfaces, lights, points, normals, out):
    """Write the light at surface points to `out`.

    surfaces: Surfaces
    lights: Lights
    points, normals: (n, 3)
    out: (n, 5) red, green and blue of sky and surfaces, visible share of the sun, share of rays that hit a solid from its inside

    The share of the sun is 0 on surfaces turned away from it. A point whose last number is near 1 is buried in a solid.
    """
    for i in range(points.shape[0]):
        normal = row(normals, i)
        first, second = tangents(normal)
        start = along(row(points, i), normal, LIFT)
        light, inside = gather(surfaces, lights, start, first, second, normal)
        out[i, 0], out[i, 1], out[i, 2] = light
        out[i, 3] = sun_visibility(surfaces, lights, start) if dot(normal, lights.sun) > 0.0 else 0.0
        out[i, 4] = inside / lights.sky_samples.shape[0]


@inlined
def is_inside(surfaces, start, normal):
    """True if at least two of three rays off the surface hit a closed solid from its inside."""
    first, _ = tangents(normal)
    hits = 0
    for k in range(3):
        direction = normalise(along(normal, first, LEANING * (k - 1)))
        _, number = cast_ray(surfaces.nodes, surfaces.corners, start, direction, FAR)
        if number >= 0 and surfaces.solid[number] and dot(row(surfaces.faces, number), direction) > 0.0:
            hits += 1
    return hits >= 2


@inlined
def in_field(surfaces, lights, field, point, normal):
    """True if a surface point belongs to a field: VISIBLE, LIT, SHADED or CENTRE_LIT."""
    start = along(point, normal, LIFT)
    if field == VISIBLE:
        return not is_inside(surfaces, start, normal)
    if dot(normal, lights.sun) <= 0.0:
        return field == SHADED
    if field == CENTRE_LIT:
        return not is_blocked(surfaces, start, lights.sun, FAR)
    samples = lights.sun_samples.shape[0]
    for k in range(samples - 1, max(samples - 1 - RIM, -1), -1):
        if is_blocked(surfaces, start, row(lights.sun_samples, k), FAR) == (field == LIT):
            return False
    return True


@compiled
def points_in_field(surfaces, lights, field, points, normals, out):
    """Write to out (n,) True for the points (n, 3) with unit normals (n, 3) that belong to a field."""
    for i in range(points.shape[0]):
        out[i] = in_field(surfaces, lights, field, row(points, i), row(normals, i))


@compiled
def borders_of_field(surfaces, lights, field, inner, outer, normals, out):
    """Write to out (n,) the fraction of the way from `inner` to `outer`, both (n, 3), that belongs to a field."""
    for i in range(inner.shape[0]):
        start, way = row(inner, i), sub(row(outer, i), row(inner, i))
        low, high = 0.0, 1.0
        for _ in range(HALVINGS):
            middle = 0.5 * (low + high)
            if in_field(surfaces, lights, field, along(start, way, middle), row(normals, i)):
                low = middle
            else:
                high = middle
        out[i] = low
