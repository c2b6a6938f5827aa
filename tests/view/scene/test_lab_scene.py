"""A board shows its title from any distance, and the rest from near, also while its exhibit is at rest."""

import pytest
from panda3d.core import NodePath

from game.simulation import Simulation
from game.view.scene.lab_scene import READABLE, ExhibitScene
from tests.shipped_levels import shipped


@pytest.fixture(scope="module")
def laboratory():
    return Simulation(shipped("lab"), history=1).lab


def words(node):
    """The texts below a node that are not hidden."""
    texts = [path.node() for path in node.findAllMatches("**/+TextNode") if not any(up.isHidden() for up in path.ancestors)]
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
