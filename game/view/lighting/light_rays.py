"""The light that arrives at points of a level, by casting rays: sun with soft edges, sky, and one bounce off the surfaces.

Radiance is linear, relative: 1 is what makes a surface look as bright as its material's colour says. Compiled; without
numba a point costs about a hundredth of a second, so `level_light.py` does not call this then.
"""

import numpy as np

from game.collision.engine.jit import compiled, inlined
from game.collision.engine.vec3 import add, along, cross, dot, normalise, scale
from game.collision.mesh.bvh import BRANCHES, after, first_leaf
from game.collision.mesh.raycast import cast_ray, ray_enters_box, ray_hits_triangle, safe_inverse

LIFT = 0.004  # [m] rays start this far off the surface; smaller: surfaces shade themselves, larger: light under thin things
RIM = 9  # outermost points of the sun that decide alone when they agree; fewer: steps in soft shadows
FAR = 1e4  # [m] how long a ray is
NEAR_HALF = 0.35  # [m] a surface this near sends on half its light: the corner it shades also shades it. 0: flat corners


@inlined
def row(array, i):
    return array[i, 0], array[i, 1], array[i, 2]


@inlined
def tangents(normal):
    """Two unit vectors at right angles to `normal` and to each other."""
    helper = (0.0, 0.0, 1.0) if abs(normal[2]) < 0.7 else (0.0, 1.0, 0.0)
    first = normalise(cross(helper, normal))
    return first, cross(normal, first)


@inlined
def in_frame(local, first, second, normal):
    return add(add(scale(first, local[0]), scale(second, local[1])), scale(normal, local[2]))


@inlined
def sky_radiance(direction, sky):
    """Colour of the sky that way. sky (3, 3): rows zenith, horizon, ground below the horizon; linear."""
    if direction[2] < 0.0:
        return row(sky, 2)
    up = np.sqrt(direction[2])
    return add(scale(row(sky, 1), 1.0 - up), scale(row(sky, 0), up))


@inlined
def is_blocked(nodes, corners, origin, direction, farthest):
    """Whether anything lies within `farthest` along the ray: `cast_ray` that stops at the first triangle it meets."""
    inverse = (safe_inverse(direction[0]), safe_inverse(direction[1]), safe_inverse(direction[2]))
    leaves = first_leaf(corners.shape[0])
    node = 0
    while True:
        enters = ray_enters_box(nodes, node, origin, inverse, farthest)
        if enters and node < leaves:
            node = BRANCHES * node + 1
            continue
        if enters:
            first = (node - leaves) * BRANCHES
            for triangle in range(first, min(first + BRANCHES, corners.shape[0])):
                if ray_hits_triangle(corners, triangle, origin, direction) <= farthest:
                    return True
        node = after(node)
        if node == 0:
            return False


@inlined
def sun_share(nodes, corners, start, first, second, suns, footprint):
    """Share of the sun's disc that is seen, averaged over a small disc of surface so that edges are not finer than cells.

    suns (s, 3): directions to points of the sun; footprint (s, 2): offsets along the surface [m].
    """
    seen, asked = 0, 0
    for k in range(suns.shape[0] - 1, -1, -1):  # from the rim inwards
        aside = add(scale(first, footprint[k, 0]), scale(second, footprint[k, 1]))
        origin = start if is_blocked(nodes, corners, start, aside, 1.0) else add(start, aside)
        if not is_blocked(nodes, corners, origin, row(suns, k), FAR):
            seen += 1
        asked += 1
        if asked == RIM and (seen == 0 or seen == RIM):  # all of the rim agrees: so will the middle
            break
    return seen / asked


@inlined
def bounced(nodes, corners, face, albedo, place, distance, sun, sun_colour, ambient):
    """What a lit surface sends on: its colour times sun and ambient light there."""
    light = (ambient, ambient, ambient)
    facing = dot(face, sun)
    if facing > 0.0 and not is_blocked(nodes, corners, along(place, face, LIFT), sun, FAR):
        light = along(light, sun_colour, facing)
    sent = distance / (distance + NEAR_HALF)
    return light[0] * albedo[0] * sent, light[1] * albedo[1] * sent, light[2] * albedo[2] * sent


@inlined
def gathered(nodes, corners, faces, albedos, start, first, second, normal, hemisphere, sky, sun, sun_colour, ambient, solid):
    """Light that comes from the sky and from other surfaces; and how many rays met the inside of something."""
    total, inside = (0.0, 0.0, 0.0), 0
    for k in range(hemisphere.shape[0]):
        direction = in_frame(row(hemisphere, k), first, second, normal)
        distance, number = cast_ray(nodes, corners, start, direction, FAR)
        if number < 0:
            total = add(total, sky_radiance(direction, sky))
            continue
        face = row(faces, number)
        if dot(face, direction) > 0.0:
            if solid[number]:
                inside += 1
                continue
            face = scale(face, -1.0)
        place = along(start, direction, distance)
        sent = bounced(nodes, corners, face, row(albedos, number), place, distance, sun, sun_colour, ambient)
        total = add(total, sent)
    return scale(total, 1.0 / hemisphere.shape[0]), inside


@compiled
def light_points(
    nodes, corners, faces, albedos, points, normals, suns, footprint, sun, sun_colour, hemisphere, sky, ambient, solid, out
):
    """Light at surface points.

    nodes, corners: the mesh's tree; faces, albedos (t, 3): normal and linear colour of each row of `corners`
    points, normals (n, 3); suns (s, 3), footprint (s, 2), hemisphere (h, 3): sample patterns, the last cosine-weighted about z
    sun, sun_colour: 3-tuples; sky (3, 3); ambient: light of all further bounces
    solid (t,): whether the row bounds a closed solid, so has an inside
    out (n, 4): red, green, blue, and the share of rays that met the inside of something (near 1: the point is buried)
    """
    for i in range(points.shape[0]):
        normal = row(normals, i)
        first, second = tangents(normal)
        start = along(row(points, i), normal, LIFT)
        light, inside = gathered(
            nodes, corners, faces, albedos, start, first, second, normal, hemisphere, sky, sun, sun_colour, ambient, solid
        )
        facing = dot(normal, sun)
        if facing > 0.0:
            light = along(light, sun_colour, facing * sun_share(nodes, corners, start, first, second, suns, footprint))
        out[i, 0], out[i, 1], out[i, 2] = light
        out[i, 3] = inside / hemisphere.shape[0]
