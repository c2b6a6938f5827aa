"""The boards of signs: no triangle of a level cuts through one, so each can be read and looks as if it were put there."""

import numpy as np
import pytest
from panda3d.core import NodePath, Point3

from game.lesson import level_of
from game.lesson.library import OWN_LEVELS
from game.level import level_names
from game.view.scene.scenery.sign_boards import board, sign_font

ROWS = np.linspace(0.05, 0.95, 9)  # parts of a board's height at which a ray goes through the board, from side to side


@pytest.mark.parametrize("name", [*level_names(), *sorted(path.stem for path in OWN_LEVELS.glob("*.toml"))])
def test_no_board_is_cut_by_the_level(name):
    level, font, root, cut = level_of(name), sign_font(), NodePath("root"), []
    for sign in level.signs:
        path = board(sign, font)
        path.reparentTo(root)
        low, high = path.getTightBounds(path)
        heights = low[2] + (high[2] - low[2]) * ROWS
        ends = [np.array([root.getRelativePoint(path, Point3(x, 0.0, z)) for z in heights]) for x in (low[0], high[0])]
        for starts, goals in (ends, ends[::-1]):
            lengths = np.linalg.norm(goals - starts, axis=1)
            if np.isfinite(level.mesh.raycast(starts, (goals - starts) / lengths[:, None], lengths)).any():
                cut.append(sign.text)
    assert cut == []
