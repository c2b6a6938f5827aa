"""The renderer's configuration: sides of textures are powers of two only where the renderer needs it."""

import pytest

from tests.processes import output_of_process

ASKED = """
from panda3d.core import ConfigVariableString
from game.app.window import configure
configure({renderer!r}, (320, 200))
print(ConfigVariableString("textures-power-2").getValue())
"""


@pytest.mark.parametrize("renderer, sides", [("tiny", "up"), ("llvmpipe", "none"), ("gl", "none")])
def test_a_scaled_scene_fills_the_window(renderer, sides):
    """With powers of two, OpenGL drew a scene of twice the pixels in 62 % of the window's width."""
    assert output_of_process(ASKED.format(renderer=renderer)).split() == [sides]
