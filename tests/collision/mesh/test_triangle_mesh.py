"""The mesh: what it keeps, what it drops, and that its numbers are the caller's own."""

from types import SimpleNamespace

import numpy as np
import pytest

from game.collision import Ellipsoid, Trace, TriangleMesh, collide_and_slide, overlap, sweep
from tests.collision.scenes import floor, mesh, side_wall, wall

BALL = Ellipsoid((0.5, 0.5, 0.5))


def test_bounds():
    assert mesh(wall(3.0)[:1]).bounds == ((-50.0, 3.0, -50.0), (50.0, 3.0, 50.0))


def test_surfaces_are_kept_and_zero_by_default():
    corners = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
    assert TriangleMesh(corners, [(0, 1, 2)]).surfaces.tolist() == [0]
    assert TriangleMesh(corners, [(0, 1, 2), (2, 1, 0)], [7, 3]).surfaces.tolist() == [7, 3]


def test_arguments_are_not_changed():
    vertices, triangles = np.array(floor().reshape(-1, 3)), np.arange(6).reshape(-1, 3)
    before = vertices.copy(), triangles.copy()
    TriangleMesh(vertices, triangles)
    assert np.array_equal(vertices, before[0]) and np.array_equal(triangles, before[1])


def test_triangles_keep_their_numbers_beside_dropped_ones():
    """Rows without area before and between: a contact names the row that was given."""
    flat = np.zeros((1, 3, 3))
    world = mesh(flat, floor(), flat, flat, wall(4.0))
    assert world.dropped == 3
    assert sweep(world, BALL, (0, 0, 1), (0, 0, -3)).triangle in (1, 2)
    assert sweep(world, BALL, (0, 0, 1), (0, 9, 0)).triangle in (5, 6)
    trace = Trace()
    collide_and_slide(world, BALL, (0.0, 3.0, 1.0), (0.0, 1.0, 0.0), (0.0, 0.0, -1.0), trace=trace)
    assert trace.candidates.tolist() and set(trace.candidates.tolist()) <= {1, 2, 5, 6}


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 15, 16, 17, 63, 64, 65])
def test_every_number_of_triangles_has_a_tree(count):
    """Around the powers of four, where the tree gains a level: each triangle is found."""
    places = np.arange(count)[:, None, None] * np.array([10.0, 0.0, 0.0])
    world = mesh(np.array([[(-1.0, -1.0, 0.0), (1.0, -1.0, 0.0), (0.0, 1.0, 0.0)]]) + places)
    found = [sweep(world, BALL, (10.0 * i, 0.0, 2.0), (0.0, 0.0, -4.0)).triangle for i in range(count)]
    assert found == list(range(count))
    assert sweep(world, BALL, (10.0 * count, 0.0, 2.0), (0.0, 0.0, -4.0)) is None


def test_memory_is_counted():
    """Less than 150 bytes for each triangle in total."""
    rng = np.random.default_rng(1)
    vertices = rng.uniform(-100, 100, (30_000, 3))
    world = TriangleMesh(vertices, rng.permutation(30_000)[np.arange(60_000) % 30_000].reshape(-1, 3))
    assert 50 < world.memory / len(world.triangles) < 150


def test_overlap_measures_how_deep():
    world = mesh(floor(), side_wall(5.0))
    assert overlap(world, BALL, (0.0, 0.0, 0.3)) == pytest.approx(0.2)
    assert overlap(world, BALL, (4.6, 0.0, 0.45)) == pytest.approx(0.1)
    assert overlap(world, BALL, (0.0, 0.0, 0.5005)) == pytest.approx(-0.0005)
    assert overlap(world, BALL, (0.0, 0.0, 9.0)) == -np.inf
    assert overlap(world, Ellipsoid((0.4, 0.4, 0.9)), (0.0, 0.0, 0.6)) == pytest.approx(0.3)


# From other libraries


def box_node(name):
    """A Panda3D node with a unit square in the plane of x and z, made of a strip."""
    from panda3d.core import CardMaker

    return CardMaker(name).generate()


def test_a_node_gives_all_triangles_below_it_at_their_place():
    from panda3d.core import NodePath

    root = NodePath("root")
    root.set_x(10.0)
    for place in (0.0, 2.0):
        root.attach_new_node(box_node("card")).set_pos(place, 0.0, 0.0)
    made = TriangleMesh.of_node(root)
    assert len(made.triangles) == 4 and made.bounds == ((10.0, 0.0, 0.0), (13.0, 0.0, 1.0))
    assert sweep(made, BALL, (10.5, -3.0, 0.5), (0.0, 6.0, 0.0)).normal == (0.0, -1.0, 0.0)


def test_a_mirrored_node_keeps_its_outside():
    from panda3d.core import NodePath

    def facing(made):
        a, b, c = made.vertices[made.triangles[0]]
        return np.cross(b - a, c - a)[1]

    plain, mirrored = NodePath(box_node("card")), NodePath(box_node("card"))
    mirrored.set_sx(-1.0)
    assert facing(TriangleMesh.of_node(plain)) < 0.0 and facing(TriangleMesh.of_node(mirrored)) < 0.0


def test_a_node_without_triangles_is_named():
    from panda3d.core import NodePath

    with pytest.raises(ValueError, match="^node: no triangles"):
        TriangleMesh.of_node(NodePath("empty"))


@pytest.mark.parametrize("value", [None, "house", 3, np.eye(4)])
def test_what_is_no_node_is_named(value):
    from panda3d.core import NodePath

    with pytest.raises(ValueError, match="is no NodePath"):
        TriangleMesh.of_node(value)
    with pytest.raises(ValueError, match="is no NodePath"):
        TriangleMesh.of_node(NodePath())


def triangle_node(numeric, components=3, contents="C_point"):
    """A Panda3D node with the triangle (0, 0, 0), (4, 0, 0), (0, 4, 2), with the name of its numbers' type in Panda3D."""
    from panda3d import core

    array = core.GeomVertexArrayFormat()
    array.add_column("colour", 4, core.Geom.NT_uint8, core.Geom.C_color)  # the positions do not begin at 0
    array.add_column("vertex", components, getattr(core.Geom, numeric), getattr(core.Geom, contents))
    layout = core.GeomVertexFormat()
    layout.add_array(array)
    data = core.GeomVertexData("data", core.GeomVertexFormat.register_format(layout), core.Geom.UH_static)
    writer = core.GeomVertexWriter(data, "vertex")
    for corner in ((0, 0, 0), (4, 0, 0), (0, 4, 2)):
        writer.add_data4(*corner, 1)
    faces = core.GeomTriangles(core.Geom.UH_static)
    faces.add_vertices(0, 1, 2)
    geom, node = core.Geom(data), core.GeomNode("triangle")
    geom.add_primitive(faces)
    node.add_geom(geom)
    return core.NodePath(node)


@pytest.mark.parametrize("components", [2, 3, 4])
@pytest.mark.parametrize("kind", ["float32", "float64", "int8", "uint8", "int16", "uint16", "int32", "uint32", "stdfloat"])
def test_columns_of_all_types_of_numbers(kind, components):
    made = TriangleMesh.of_node(triangle_node(f"NT_{kind}", components))
    assert made.bounds == ((0.0, 0.0, 0.0), (4.0, 4.0, 2.0 * (components > 2)))


def test_packed_columns_are_refused():
    with pytest.raises(ValueError, match="has packed numbers"):
        TriangleMesh.of_node(triangle_node("NT_packed_dabc", 4, "C_other"))


@pytest.mark.parametrize("kind", ["SequenceNode", "SwitchNode"])
@pytest.mark.parametrize("shown", [0, 1, 2])
def test_of_a_sequence_or_a_switch_the_visible_child_is_read(kind, shown):
    from panda3d import core

    node = getattr(core, kind)("frames")
    root = core.NodePath("root")
    path = root.attach_new_node(node)
    for place in range(3):
        path.attach_new_node("frame").attach_new_node(box_node("card")).set_x(10.0 * place)
    node.pose(shown) if kind == "SequenceNode" else node.set_visible_child(shown)
    made = TriangleMesh.of_node(root)
    assert len(made.triangles) == 2 and made.bounds[0][0] == 10.0 * shown


class Surface:
    """Vertices and faces, as trimesh.Trimesh has them."""

    vertices, faces = np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0)], float), np.array([(0, 1, 2)])


class Scene:
    """A scene of trimesh, which makes one mesh of its meshes."""

    def to_mesh(self):
        return Surface()


@pytest.mark.parametrize("given", [Surface(), Scene()])
def test_a_mesh_or_scene_of_trimesh_gives_its_faces(given):
    made = TriangleMesh.from_trimesh(given)
    assert made.triangles.tolist() == [[0, 1, 2]] and made.bounds == ((0.0, 0.0, 0.0), (1.0, 1.0, 0.0))


@pytest.mark.parametrize("missing", ["vertices", "faces"])
def test_what_has_no_faces_is_named(missing):
    """trimesh.points.PointCloud has vertices alone."""
    cloud = SimpleNamespace(vertices=Surface.vertices, faces=Surface.faces)
    delattr(cloud, missing)
    with pytest.raises(ValueError, match="mesh must be a Trimesh or a Scene of trimesh"):
        TriangleMesh.from_trimesh(cloud)
