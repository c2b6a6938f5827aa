#!/usr/bin/env bash
# The pixels of a far text of Panda3D depend on the texts that the process drew before it, if its font has mipmaps.
#
# Versions: panda3d 1.10.16 from PyPI, its software renderer and its own font, Python 3.11.
# Behaviour: a dynamic font puts each letter on a shared texture when a text first needs it. The places of the letters, and so
#   their neighbours, follow the order of the texts. With mipmaps, neighbours mix in the smaller levels. So the same text from the
#   same place has other pixels after another text, also with the usual margin between letters.
#   If all letters are asked for in a fixed order first (getGlyph), far pixels are the same, too.
# Expected: a picture of a text does not depend on texts that were drawn and removed before.
# Output seen:
#   far, after another text: 250 pixels differ
#   far, all letters asked for first: 0 pixels differ
# Exit code: 0 if the behaviour is as described, 1 if it has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"${PYTHON:-python3}" -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --only-binary :all: panda3d==1.10.16 numpy==2.4.6
"$folder/venv/bin/python" - <<'PYTHON'
import sys

import numpy as np
from panda3d.core import NodePath, SamplerState, TextNode, loadPrcFileData

loadPrcFileData("", "load-display p3tinydisplay\nwindow-type offscreen\nwin-size 320 180\naudio-library-name null\nnotify-level fatal")
from direct.showbase.ShowBase import ShowBase  # noqa: E402  # after the settings

base = ShowBase()
base.disableMouse()
AWAY = 40.0  # in heights of a line
EARLIER, TEXT = "gravity passes, quick zigzags: WAXY", "closest points"


def pixels(earlier, asks_first):
    """Return the picture (180, 320, 4) of a far TEXT, in a new font, after the text `earlier`."""
    font = TextNode.getDefaultFont().makeCopy()
    font.clear()
    font.setPixelsPerUnit(32)
    font.setMinfilter(SamplerState.FTLinearMipmapNearest)
    if asks_first:
        for letter in range(33, 127):
            font.getGlyph(letter)
    scene = NodePath("scene")
    scene.reparentTo(base.render)
    for text, stays in ((earlier, False), (TEXT, True)):
        node = TextNode(text)
        node.setFont(font)
        node.setAlign(TextNode.ACenter)
        node.setText(text)
        path = scene.attachNewNode(node.generate())
        path.setPos(0.0, AWAY, 0.0)
        base.camera.setPos(0.0, 0.0, 0.3)
        base.graphicsEngine.renderFrame()
        if not stays:
            path.removeNode()
    picture = base.win.getScreenshot()
    scene.removeNode()
    return np.frombuffer(bytes(picture.getRamImage()), np.uint8).reshape(180, 320, -1).copy()


found = []
for name, asks_first in (("far, after another text", False), ("far, all letters asked for first", True)):
    one, other = (pixels(earlier, asks_first) for earlier in (TEXT, EARLIER))
    assert (one != one[0, 0]).any(), "the text is not in the picture"
    found.append(int((one != other).any(axis=2).sum()))
    print(f"{name}: {found[-1]} pixels differ")
far, fixed = found
sys.exit(0 if far > 0 and fixed == 0 else "the behaviour has changed")
PYTHON
