"""The boards of signs: no triangle of a level cuts through one, so each can be read and looks as if it were put there."""

import ast
from pathlib import Path

import numpy as np
import pytest
from panda3d.core import NodePath, Point2, Point3

from game.lab import exhibits
from game.lesson import level_of
from game.lesson.library_and_page_runs import OWN_LEVELS
from game.level import level_names, load_level
from game.level.contents.level import LONGEST, MOST_LINES, Sign
from game.pictures.offscreen import Studio
from game.scene.signs_and_goals import LETTERS, WORDS, board_node, far_font, hide_signs_before, show_marks, sign_boards, sign_font

ROWS = np.linspace(0.05, 0.95, 9)  # parts of a board's height at which a ray goes through the board, from side to side


@pytest.mark.parametrize("name", [*level_names(), *sorted(path.stem for path in OWN_LEVELS.glob("*.toml"))])
def test_no_board_is_cut_by_the_level(name):
    level, font, root, cut = level_of(name), sign_font(), NodePath("root"), []
    for sign in level.signs:
        path = board_node(sign, font)
        path.reparentTo(root)
        low, high = path.getTightBounds(path)
        heights = low[2] + (high[2] - low[2]) * ROWS
        ends = [np.array([root.getRelativePoint(path, Point3(x, 0.0, z)) for z in heights]) for x in (low[0], high[0])]
        for starts, goals in (ends, ends[::-1]):
            lengths = np.linalg.norm(goals - starts, axis=1)
            if np.isfinite(level.mesh.raycast(starts, (goals - starts) / lengths[:, None], lengths)).any():
                cut.append(sign.text)
    assert cut == []


def test_letters_of_signs_and_boards_have_fixed_places_in_their_picture():
    """A letter that came later had other neighbours after other levels, and golden pictures depended on the order of cases."""
    shown = [sign.text for name in level_names() for sign in load_level(name).signs]
    for path in Path(exhibits.__file__).parent.rglob("*.py"):
        constants = (node.value for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Constant))
        shown += [text for text in constants if isinstance(text, str)]
    assert set("".join("".join(shown).split())) <= set(LETTERS)
    assert far_font().getNumPages() == 1


def sign_before(eye_away, body_away, heading=0.7):
    """True if a sign is hidden, with the camera and the body at these distances before it [m]."""
    sign = Sign("before you", (0.0, 0.0, 1.5), heading)
    signs = NodePath("signs")
    board_node(sign, sign_font()).reparentTo(signs)
    normal = np.array((-np.sin(heading), np.cos(heading), 0.0))
    eye, body = (np.array((0.0, 0.0, 1.5)) + away * normal for away in (eye_away, body_away))
    hide_signs_before(signs, tuple(eye), [tuple(body), tuple(body + (0.0, 0.0, 60.0))])
    hidden = signs.getChild(0).isHidden()
    hide_signs_before(signs, tuple(eye), ())
    assert not signs.getChild(0).isHidden()
    return hidden


@pytest.mark.parametrize("eye, body, hidden", [(3.0, -2.0, True), (-3.0, 2.0, True), (3.0, 1.0, False), (-3.0, -1.0, False)])
def test_a_sign_between_camera_and_body_is_hidden(eye, body, hidden):
    assert sign_before(eye, body) == hidden


def test_a_far_sign_shows_no_black_on_its_paper():
    """A visitor saw signs turn black across the hall: their dark back came through, because far depths are rounded to one."""
    with Studio((640, 360)) as studio:
        board_node(Sign(15 * " ", (0.0, 0.0, 3.0), 0.0, 0.5), sign_font()).reparentTo(studio.scene)
        dark = []
        for away, aside in ((15.0, 15.0), (20.0, -14.0), (30.0, 25.0), (40.0, 10.0), (60.0, 5.0)):
            studio.look_at((aside, -away, 1.6), (0.0, 0.0, 3.0))
            pixels, lens = studio.pixels(), studio.camera.node().getLens()
            for x in np.linspace(-1.5, 1.5, 13):
                at = Point2()
                assert lens.project(studio.camera.getRelativePoint(studio.scene, Point3(x, 0.0, 3.0)), at)
                column, row = int((at.x + 1.0) / 2.0 * 640), int((1.0 - at.y) / 2.0 * 360)
                if pixels[row, column].min() < 150:
                    dark.append((away, aside, x))
        assert dark == []


@pytest.mark.parametrize("away", [6.0, 15.0, 30.0, -6.0, -15.0, -30.0])
def test_a_sign_is_not_mirrored_in_a_side_view(away):
    """A newcomer read TURNING BOX backwards: a side view that cuts walls draws all scenery from both sides."""
    with Studio((640, 360)) as studio:
        studio.scene.setTwoSided(True)
        board_node(Sign("HHHHHHHH         .", (0.0, 0.0, 3.0), 0.0, 0.5), sign_font()).reparentTo(studio.scene)
        studio.look_at((0.5, -away, 1.6), (0.0, 0.0, 3.0))
        pixels, lens, columns = studio.pixels(), studio.camera.node().getLens(), []
        for x in np.linspace(-2.2, 2.2, 60):
            at = Point2()
            assert lens.project(studio.camera.getRelativePoint(studio.scene, Point3(x, 0.0, 3.0)), at)
            column, row = int((at.x + 1.0) / 2.0 * 640), int((1.0 - at.y) / 2.0 * 360)
            columns.append((column, pixels[row - 1 : row + 2, column].min() < 110))
        inked = [is_dark for _, is_dark in sorted(columns)]
        assert sum(inked[:30]) > 5 and not any(inked[30:]), "the letters H are at the left from both sides"


def test_a_sign_with_the_marks_says_how_many_are_found(tmp_path):
    path = tmp_path / "marks.toml"
    sign = '[[signs]]\ntext = "{}"\nat = [{}, 4.0, 1.0]\n'
    text = 'title = "Marks"\n[spawn]\nat = [0.0, 0.0, 0.0]\n[[parts]]\npart = "floor"\n'
    path.write_text(text + sign.format("{marks} found", 0.0) + sign.format("north", 3.0))
    level = load_level(str(path))
    two = Sign("MARKS\n{marks} found", (0.0, 0.0, 1.0), 0.0)
    assert two.with_marks("").text == "MARKS" and two.with_marks("3 of 27").text == "MARKS\n3 of 27 found"
    signs = sign_boards(level)
    assert len(signs.getChildren()) == 1, "without a player, nobody has found any"
    for found in (0, 3):
        show_marks(signs, level, found, 27)
        marks = [one for one in signs.getChildren() if one.getName() == "marks"]
        assert len(marks) == 1 and len(signs.getChildren()) == 2
    hide_signs_before(signs, (0.0, 0.0, 1.0), [(0.0, 8.0, 1.0)])
    assert marks[0].isHidden()


def test_a_long_text_of_a_sign_is_broken_and_cut():
    """One of 1440 letters was a board as long as a street."""
    words = "endless sign text"
    long = Sign("\n".join(["left      right", " ".join([words] * 80)]), (0.0, 0.0, 2.0))
    lines = long.text.split("\n")
    assert lines[0] == "left      right" and max(map(len, lines)) <= LONGEST
    assert len(lines) == MOST_LINES and lines[-1] == "…" and " ".join(lines[1:-1]).startswith(words)
    assert long.with_marks("").text == long.text and Sign("a" * (LONGEST + 1), (0.0, 0.0, 2.0)).text == "a" * LONGEST + "\na"
    for name in level_names():
        assert all(len(line) < LONGEST for sign in load_level(name).signs for line in sign.text.split("\n"))


def test_characters_that_the_font_lacks_are_one_mark_each_without_a_warning(capfd, tmp_path):
    """Empty boxes were drawn, and the engine warned of each character in the terminal."""
    path = tmp_path / "han.toml"
    text = 'title = "漢"\n[spawn]\nat=[0,0,0]\n[[parts]]\npart="floor"\n[[signs]]\ntext="漢 😀"\nat=[0,4,1]\n'
    path.write_text(text, encoding="utf-8")
    level = load_level(path)
    (board,) = sign_boards(level).getChildren()
    (side, *_) = board.findAllMatches("**/side")
    _, node, *_ = side.getPythonTag(WORDS)
    assert node.getText() == "□ □"
    assert any("漢 (U+6F22) 😀 (U+1F600)" in note for note in level.notes)
    assert "No definition" not in capfd.readouterr().err
