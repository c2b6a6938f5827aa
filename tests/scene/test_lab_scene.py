"""A board shows its title from any distance, and the rest from near, also while its exhibit is at rest."""

import numpy as np
import pytest
from panda3d.core import NodePath, TextNode, Vec3

from game.lab.exhibits.board_content import BoardContent, BoardRow, Curve, Plot
from game.pictures.offscreen import Studio
from game.scene.lab_scene import READABLE, BoardScene, ExhibitScene, TextLine, attach_captions
from game.scene.signs_and_goals import PAPER, ZERO, card
from game.simulation import Simulation
from tests.lab.rooms import lab_of
from tests.shipped_levels import shipped


@pytest.fixture(scope="module")
def laboratory():
    return Simulation(shipped("lab"), history=1).lab


def words(node):
    """The texts below a node that are not hidden."""
    texts = [path.node() for path in node.findAllMatches("**/near") if not any(up.isHidden() for up in path.ancestors)]
    return [text.getText() for text in texts if text.getText()]


@pytest.mark.parametrize("number", [0, 5])
def test_from_afar_there_is_the_title_and_from_near_the_rest(laboratory, number):
    exhibit, state, root = laboratory.exhibits[number], laboratory.state[number], NodePath("root")
    scene, at = ExhibitScene(exhibit, root), exhibit.place.board.at
    far, near = (at[0] + READABLE + 1.0, *at[1:]), (at[0] + 2.0, *at[1:])
    board = root.find("**/board")
    for eye, is_near in ((far, False), (near, True), (far, False), (near, True)):
        scene.show_board(state, eye)
        shown = words(board)
        assert len(shown) == 1 if not is_near else len(shown) > 4, (eye, shown)


@pytest.mark.parametrize("name", ["lab", "shapes"])
def test_the_box_around_bodies_is_tight(name):
    """Bodies that the camera does not see were drawn in every frame, 13 000 triangles in the level of shapes."""
    lab = Simulation(shipped(name), history=1).lab
    for exhibit, state in zip(lab.exhibits, lab.state):
        root = NodePath("root")
        ExhibitScene(exhibit, root).show(state, state, 1.0, None)
        for path in (*root.findAllMatches("**/bodies"), *root.findAllMatches("**/glass")):
            tight, around = path.getTightBounds(path), path.node().getBounds()  # Panda3D takes the sphere around the box
            if tight is not None:
                (low, high), middle = tight, (around.getMin() + around.getMax()) * 0.5
                assert (middle - (low + high) * 0.5).length() < 1e-3, exhibit.place.name
                assert (around.getMax() - middle).x == pytest.approx(0.5 * (high - low).length(), abs=1e-3), exhibit.place.name


def test_boxes_that_move_have_no_sides_that_the_camera_does_not_see_and_at_rest_all():
    """At rest the camera may go around them, and nothing is made again for each step of the player."""
    sim = Simulation(shipped("shapes"), history=1)
    number = [exhibit.place.name for exhibit in sim.lab.exhibits].index("pairs")
    exhibit, state, root = sim.lab.exhibits[number], sim.lab.state[number], NodePath("root")
    scene, (x, y, z) = ExhibitScene(exhibit, root), exhibit.place.desk.at

    def triangles():
        return root.find("**/bodies").node().getGeom(0).getPrimitive(0).getNumPrimitives()

    counts = []
    for part, eye in ((0.25, (x, y, z + 1.7)), (0.5, (x + 1.0, y, z + 1.7)), (0.5, (x + 2.0, y, z + 1.7)), (0.5, None)):
        after = state._replace(samples=())
        scene.show(state, after if part == 0.25 else scene._drawn[1], part, None, eye)
        counts.append(triangles())
    everything = 12 * len(state.bodies.centres)
    assert max(counts[:2]) < 0.55 * everything and counts[2:] == [everything, everything]


def frames(board):
    """{text: (left, right, bottom, top)} of the lines on a board [m]."""
    found = {}
    for path in board.findAllMatches("**/near"):
        if path.node().getText():
            low, high = path.getTightBounds(board)
            found[f"{path.node().getText()} ({len(found)})"] = low.x, high.x, low.z, high.z
    return found


def overlapping(board, gap=0.05):
    """The pairs of lines on a board that overlap, or have a gap between left and right that is smaller [m]."""
    lines = sorted(frames(board).items())
    return [
        (first, second)
        for number, (first, (a, b, c, d)) in enumerate(lines)
        for second, (e, f, g, h) in lines[:number]
        if a < f + gap and e < b + gap and c < h and g < d
    ]


@pytest.mark.parametrize("name", ["lab", "range", "shapes"])
def test_no_two_texts_of_a_board_touch(name):
    lab = Simulation(shipped(name), history=1).lab
    for exhibit, state in zip(lab.exhibits, lab.state):
        root = NodePath("root")
        ExhibitScene(exhibit, root).show_board(state, exhibit.place.board.at)
        assert overlapping(root.find("**/board")) == [], exhibit.place.name


@pytest.mark.parametrize("name", ["lab", "range", "shapes"])
def test_the_notes_of_a_board_are_not_much_smaller_than_its_other_words(name):
    """A longer text gets smaller letters, which cannot be read from the desk."""
    lab, small = Simulation(shipped(name), history=1).lab, []
    for exhibit, state in zip(lab.exhibits, lab.state):
        board = BoardScene(exhibit.place.board, NodePath("root"))
        board.show(exhibit.kind.sheet(state))
        sizes = [line.path.getScale().x / (0.95 * board._line) for line in board._notes]
        small += [(exhibit.place.name, line._shown, size) for line, size in zip(board._notes, sizes) if size < 0.85]
    assert small == []


def test_long_numbers_leave_a_gap_to_the_words_on_their_left(laboratory):
    place, root = next(one.place for one in laboratory.exhibits if one.place.name == "floor"), NodePath("root")
    board = BoardScene(place.board, root)
    rows = tuple(BoardRow(f"row {number}", "0.999123 to 1.001456", "1.912345, then stopped") for number in range(3))
    board.show(BoardContent("title", ("one", "two"), rows, Plot("plot", ())))
    assert overlapping(root.find("**/board")) == []


def test_a_plot_with_fewer_marks_and_curves_keeps_nothing_of_the_one_before(laboratory):
    root = NodePath("root")
    board = BoardScene(laboratory.exhibits[0].place.board, root)
    points = np.array([(0.0, 0.5), (1.0, 0.5)])
    curves = tuple(Curve(f"curve {n}", (0, 0, 0), points) for n in range(4))
    many = Plot("plot", curves, tuple((n / 4, f"1e{n}") for n in range(5)))
    few = Plot("plot", (Curve("only", (0, 0, 0), points),), ((0.0, "1"), (1.0, "2")))
    for plot in (many, few):
        board.show(BoardContent("title", (), (), plot))
    assert sorted(words(root.find("**/board"))) == ["1", "2", "only", "plot", "title"]


@pytest.mark.parametrize("kind", ["court", "penalty_floor", "springs"])
def test_a_caption_can_be_read_from_both_sides(kind):
    """From behind it was a blank plate, as in a lesson's picture of the court."""
    lab, parent = lab_of(kind), NodePath("exhibit")
    captions = lab.exhibits[0].kind.captions(lab.begin()[0], lab.exhibits[0].place)
    attach_captions(parent, captions)
    for caption in captions:
        written, paths = caption.text.replace("0", ZERO), parent.findAllMatches("**/near")
        lines = [path for path in paths if path.node().getText() == written]
        towards = [parent.getRelativeVector(line, Vec3(0.0, -1.0, 0.0)).normalized() for line in lines]
        assert len(towards) == 2 and towards[0].dot(towards[1]) == pytest.approx(-1.0, abs=1e-5)


@pytest.mark.parametrize("away", [3.0, 4.0, 5.0])
def test_far_letters_keep_their_strokes(away):
    """A visitor could not read boards from some metres: letters of polygons lost the strokes that are thinner than a pixel.

    The reference is the same text drawn with four times the pixels, and averaged. The text is 0.12 m high.
    """
    drawn = []
    for size in ((640, 360), (2560, 1440)):
        with Studio(size) as studio:
            card(studio.scene, (-3.0, 3.0, -1.0, 1.0), PAPER)
            TextLine(studio.scene, (0.0, 0.0), 0.12, align=TextNode.ACenter).show("closest points, simplex by simplex")
            studio.look_at((0.3, -away, 0.2), (0.0, 0.0, 0.0))
            drawn.append(studio.pixels()[..., 1].astype(float))
    reference = drawn[1].reshape(360, 4, 640, 4).mean((1, 3))[150:210, 150:490]
    inked = reference < 225.0
    assert inked.sum() > 300
    assert np.abs(drawn[0][150:210, 150:490] - reference)[inked].mean() < 50.0, "polygons: 55 to 72"
