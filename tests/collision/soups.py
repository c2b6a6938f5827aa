"""Random meshes and moves for the property tests, each from a seed."""

import numpy as np

from game.collision import Ellipsoid, TriangleMesh


def soup(rng, count=30):
    """Loose triangles of any size in a cube of 6 m. All kinds: (t, 3, 3)."""
    return rng.uniform(-3, 3, (count, 1, 3)) + rng.normal(size=(count, 3, 3)) * 10 ** rng.uniform(-2, 0.3, (count, 1, 1))


def terrain(rng, count=30):
    """A rough height field."""
    edge = max(2, int((count / 2) ** 0.5) + 1)
    x, y = np.meshgrid(np.linspace(-3, 3, edge), np.linspace(-3, 3, edge), indexing="ij")
    grid = np.stack([x, y, rng.uniform(-1, 1, (edge, edge))], axis=-1)
    a, b, c, d = grid[:-1, :-1], grid[1:, :-1], grid[1:, 1:], grid[:-1, 1:]
    return np.concatenate([np.stack(half, -2).reshape(-1, 3, 3) for half in ((a, b, c), (a, c, d))])


def dirt(rng, count=30):
    """Needles, doubles of both windings, triangles without area, tiny ones."""
    good = soup(rng, count // 3 + 1)
    needles = good + 0.0
    needles[:, 2] = needles[:, 0] * 0.3 + needles[:, 1] * 0.7 + rng.normal(size=(len(good), 3)) * 1e-6
    flat = good[:3, [0, 0, 1]]
    return np.concatenate([good, good[:, ::-1], needles, flat])


def flat(rng, count=30):
    """All in one plane across a random axis, and some in a second plane."""
    triangles = soup(rng, count)
    axis = int(rng.integers(3))
    triangles[:, :, axis] = np.where(rng.random(len(triangles)) < 0.8, 0.0, 1.25)[:, None]
    return triangles


KINDS = {maker.__name__: maker for maker in (soup, terrain, dirt, flat)}


def mesh_of(triangles):
    """(t, 3, 3) -> TriangleMesh, each triangle with corners of its own."""
    return TriangleMesh(triangles.reshape(-1, 3), np.arange(3 * len(triangles)).reshape(-1, 3))


def random_body(rng):
    return Ellipsoid(tuple(rng.uniform(0.1, 0.9, 3)), float(rng.uniform(-3, 3)))


def random_move(rng, axis_parallel=0.3):
    """(position, displacement) of 1e-6 to 1e3 m, now and then along an axis."""
    way = rng.normal(size=3)
    if rng.random() < axis_parallel:
        way *= np.eye(3)[rng.integers(3)]
    way *= 10 ** rng.uniform(-6, 3) / max(np.linalg.norm(way), 1e-30)
    back = way * rng.uniform(0, 1) if np.linalg.norm(way) > 5 else 0.0
    return tuple((rng.uniform(-4, 4, 3) - back).tolist()), tuple(way.tolist())
