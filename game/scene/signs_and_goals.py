"""Signs, with dark letters on light boards, and the golden marks of goals.

Near signs have letters of polygons, sharp at any size. Far signs are a texture with mipmaps, which keeps thin strokes.
"""

from collections.abc import Container, Iterable
from functools import cache
from math import degrees, log2, pi, sin
from typing import NamedTuple

import numpy as np
from panda3d.core import (
    CardMaker,
    ColorAttrib,
    CullFaceAttrib,
    DynamicTextFont,
    Filename,
    FontPool,
    GeomNode,
    GeomVertexReader,
    LODNode,
    NodePath,
    Point2,
    Point3,
    PTAUchar,
    SamplerState,
    TextFont,
    TextNode,
    Texture,
    Vec3,
    Vec4,
)
from PIL import Image, ImageDraw, ImageFont

from ..core.font_characters import FONTS, SIGN_FONT, shown_in
from ..core.right_forward_up_frame import frame_at
from ..core.shapes import Colour, Skin
from ..core.vec3 import Vector, VectorLike, along
from ..explain.palette import GOLDEN
from ..level import Level, Sign
from ..level.contents.level import MARKS
from ..simulation import Simulation
from .geometry_nodes import place_node, triangles_node

CardFrame = tuple[float, float, float, float]  # left, right, bottom, top
INK, PAPER, RIM = Vec4(0.12, 0.13, 0.15, 1), Vec4(0.95, 0.93, 0.87, 1), Vec4(0.20, 0.21, 0.24, 1)
MARGIN = 0.45  # of paper around the text, in line heights
RIM_WIDTH = 0.10  # in line heights
SWITCH = 45.0  # distance, in line heights, from which a picture replaces the polygons: letters of 15 pixels
FARTHEST = 1e5  # [m]
WORDS = "words"  # tag of a line or a sign's side: the text as it was given, its TextNode, and where that is (y, z) in the node
FRAME = "frame"  # tag of a sign's NodePath: its lower left and upper right corner, in its own coordinates (x, z)
ADVANCE = 0.6  # width of each letter of the font, as a fraction of its size
PIXELS = 32  # height of a line of the picture. Fewer: blurred at the switch; more: mipmaps cost memory
LETTERS = "".join(map(chr, range(33, 127))) + "°·×÷±²³¹⁰⁴⁶⁹₀₁₂αβδεθλμπρφωΔΣ√≤≥−→…"  # of all signs and boards
ZERO = "O"  # drawn for each 0: the font's zero has a dot, and visitors read 100 % as 188 %
LIFT = 0.024  # [m] between paper and letters. Less: flicker far away
FONT = FONTS / SIGN_FONT


def sign_boards(level: Level) -> NodePath:
    root = NodePath("signs")
    font = sign_font()
    for sign in level.signs:
        if sign.with_marks("").text:
            named_board(sign, "", font).reparentTo(root)
    return root


def named_board(sign: Sign, marks: str, font: TextFont) -> NodePath:
    """Return the board of a Sign with words for MARKS. The name of one that has them is "marks"."""
    made = board_node(sign.with_marks(marks), font)
    made.setName("marks" if MARKS in sign.text else "sign")
    return made


def show_marks(signs: NodePath, level: Level, found: int, there: int) -> None:
    """Let those signs of a Level with MARKS say how many golden marks of all levels are found. Only players see that."""
    signs.findAllMatches("marks").detach()
    for sign in level.signs:
        if MARKS in sign.text:
            named_board(sign, f"{found} of {there}", sign_font()).reparentTo(signs)


def hide_signs_before(signs: NodePath, eye: VectorLike, points: Iterable[VectorLike]) -> None:
    """Hide the signs that cover any of the points for a camera at `eye` [m], such as the ends of the body."""
    for sign in signs.getChildren():
        low, high = sign.getPythonTag(FRAME)
        start = sign.getRelativePoint(signs, Point3(*eye))
        ends = (sign.getRelativePoint(signs, Point3(*point)) for point in points)
        crossings = (start + (end - start) * (start.y / (start.y - end.y)) for end in ends if start.y * end.y < 0.0)
        is_before = any(low.x < at.x < high.x and low.y < at.z < high.y for at in crossings)
        sign.hide() if is_before else sign.show()


@cache
def sign_font() -> TextFont:
    """Return the font of signs, with letters made of polygons, which are sharp at any distance in all renderers."""
    font = FontPool.loadFont(Filename.fromOsSpecific(str(FONT)).getFullpath())
    font.setRenderMode(TextFont.RMPolygon)
    return font


@cache
def far_font() -> DynamicTextFont:
    """Return the font of signs as textures with mipmaps, which keep thin strokes of far letters."""
    font = DynamicTextFont(Filename.fromOsSpecific(str(FONT)).getFullpath())
    font.setPixelsPerUnit(PIXELS)
    font.setPageSize(512, 512)  # room for all LETTERS
    font.setTextureMargin(4)  # [pixels]. Smaller: far letters have marks of their neighbours
    font.setMinfilter(SamplerState.FTLinearMipmapNearest)
    font.setMagfilter(SamplerState.FTLinear)
    for letter in LETTERS:  # in a fixed order, because neighbours on the page shine through far letters
        font.getGlyph(ord(letter))
    return font


def board_node(sign: Sign, font: TextFont) -> NodePath:
    text = TextNode("sign")
    text.setFont(font)
    text.setText(shown_in(sign.text, SIGN_FONT).replace("0", ZERO))
    text.setAlign(TextNode.ACenter)
    text.setTextColor(INK)
    path = NodePath("sign")
    middle, high = (text.getBottom() + text.getTop()) / 2, (text.getTop() - text.getBottom()) / 2 + MARGIN
    frame = (text.getLeft() - MARGIN, text.getRight() + MARGIN, -high, high)
    rim(path, frame, RIM_WIDTH)
    distances = path.attachNewNode(LODNode("distances"))
    distances.setTwoSided(False)  # also in a side view, which draws scenery from both sides: the other side would show through
    near, far = distances.attachNewNode("near"), distances.attachNewNode("far")
    switch = SWITCH * sign.height
    distances.node().addSwitch(switch, 0.0)
    distances.node().addSwitch(FARTHEST, switch)
    letters, picture = NodePath(text.generate()), sign_picture(text, frame[1] - frame[0], frame[3] - frame[2])
    for turn in (0.0, 180.0):
        side = near.attachNewNode("side")
        side.setH(turn)
        side.setPythonTag(WORDS, (sign.text, text, -LIFT / sign.height, -middle))
        card(side, frame, PAPER)  # in the rim's plane: before it, one would see through the gap
        letters.copyTo(side).setPos(0, -LIFT / sign.height, -middle)
        pictured = card(far, frame, (1.0, 1.0, 1.0, 1.0))
        pictured.setTexture(picture)
        pictured.setMat(pictured.getMat() * side.getMat())
    path.setPythonTag(FRAME, (Point2(frame[0], frame[2]), Point2(frame[1], frame[3])))
    place_node(path, sign.at, sign.heading + pi, frame=frame_at(sign.upwards))  # Panda3D's text is read looking along +y
    path.setScale(sign.height)
    return path


def sign_picture(text: TextNode, width: float, height: float) -> Texture:
    """Return the front of a sign with mipmaps. width, height: of the sign, in line heights"""
    across, up = (1 << max(4, round(log2(side * PIXELS))) for side in (width, height))
    paper, ink = (tuple(round(255 * part) for part in tuple(colour)[:3]) for colour in (PAPER, INK))
    image = Image.new("RGB", (round(width * PIXELS), round(height * PIXELS)), paper)
    font = ImageFont.truetype(str(FONT), PIXELS * text.calcWidth("M") / ADVANCE)
    drawing = ImageDraw.Draw(image)
    spacing = PIXELS * text.getFont().getLineHeight() - drawing.textbbox((0, 0), "A", font)[3]  # Pillow adds an A's height
    middle = (image.width / 2, image.height / 2)
    drawing.multiline_text(middle, text.getText(), ink, font, anchor="mm", align="center", spacing=spacing)
    pixels = np.asarray(image.resize((across, up), Image.Resampling.LANCZOS))[::-1, :, ::-1]
    texture = Texture("sign")
    texture.setup2dTexture(across, up, Texture.TUnsignedByte, Texture.FRgb)
    texture.setRamImage(PTAUchar(np.ascontiguousarray(pixels).tobytes()))
    texture.setMinfilter(SamplerState.FTLinearMipmapNearest)  # between levels the software renderer distorts colours
    texture.setMagfilter(SamplerState.FTLinear)
    texture.setWrapU(SamplerState.WMClamp)
    texture.setWrapV(SamplerState.WMClamp)
    texture.setAnisotropicDegree(8)
    return texture


def rim(parent: NodePath, frame: CardFrame, width: float) -> None:
    """Attach four dark strips around a rectangle. One behind it would flicker through it far away."""
    left, right, low, high = frame
    for strip in (
        (left - width, left, low - width, high + width),
        (right, right + width, low - width, high + width),
        (left, right, low - width, low),
        (left, right, high, high + width),
    ):
        card(parent, strip, RIM).setTwoSided(True)


def card(parent: NodePath, frame: CardFrame, colour: VectorLike) -> NodePath:
    """Attach a coloured rectangle in the parent's xz plane, and return it."""
    maker = CardMaker("board")
    maker.setFrame(*frame)
    maker.setColor(colour)
    return parent.attachNewNode(maker.generate())


class FlatText(NamedTuple):
    """Lines of text in the middle of a rectangle: its lower left corner [m], and its sides to the right and upwards [m]."""

    text: str
    colour: Colour
    at: Vector
    across: Vector
    up: Vector


def flat_texts(root: NodePath) -> list[FlatText]:
    """Return the texts of signs, boards and captions below a node that are not hidden, in its coordinates."""
    found = []
    for path in [*root.findAllMatches("**/line"), *root.findAllMatches("**/side")]:
        tagged = path.getPythonTag(WORDS)
        if not tagged or not tagged[0] or any(above.isHidden() for above in path.ancestors):
            continue
        text, node, depth, height = tagged
        matrix, (red, green, blue, _) = path.getMat(root), node.getTextColor()
        at = matrix.xformPoint(Point3(node.getLeft(), depth, node.getBottom() + height))
        sides = (node.getRight() - node.getLeft(), 0.0, 0.0), (0.0, 0.0, node.getTop() - node.getBottom())
        across, up = (matrix.xformVec(Vec3(*side)) for side in sides)
        found.append(FlatText(text, (red, green, blue), tuple(at), tuple(across), tuple(up)))
    return found


def papers(root: NodePath) -> Skin:
    """Return the rectangles below a node that `card` made and that are not hidden, opaque, in its coordinates."""
    corners, colours = [], []
    for path in root.findAllMatches("**/board"):
        if not isinstance(path.node(), GeomNode) or any(above.isHidden() or above.name == "far" for above in path.ancestors):
            continue
        reader, matrix = GeomVertexReader(path.node().getGeom(0).getVertexData(), "vertex"), path.getMat(root)
        a, b, c, d = (matrix.xformPoint(reader.getData3()) for _ in range(4))
        colour = path.node().getGeomState(0).getAttrib(ColorAttrib).getColor()
        is_seen_from_behind = path.getState().hasAttrib(CullFaceAttrib)
        for triangle in ((a, b, c), (c, b, d), *(((c, b, a), (d, b, c)) if is_seen_from_behind else ())):
            corners.append(triangle)
            colours.append([colour] * 3)
    return Skin(np.array(corners, float).reshape(-1, 3, 3), np.array(colours, float).reshape(-1, 3, 4))


POINTS, OUTER, INNER, THICK = 5, 0.34, 0.15, 0.10  # [m] of the star. Smaller: not seen from afar; larger: it hides what is behind
SHADED = (0.72, 0.48, 0.08)  # the darker half of a ray
HEIGHT, SWING, PACE = 1.25, 0.08, 1.4  # [m] above the floor, [m] up and down, [rad/s]
LEAVES, RISE, SPIN = 0.8, 1.2, 14.0  # [s], [m], [rad] of a mark that was found. Less: it is gone without a word


def star_model() -> NodePath:
    """Return a golden star in the xz plane around the origin, of facets that are light and dark in turn."""
    angles = np.arange(2 * POINTS) * (pi / POINTS)
    rim = np.column_stack([np.sin(angles), 0.0 * angles, np.cos(angles)]) * np.tile((OUTER, INNER), POINTS)[:, None]
    corners, colours = [], []
    for number, (a, b) in enumerate(zip(rim, np.roll(rim, -1, axis=0))):
        for middle in ((0.0, -THICK, 0.0), (0.0, THICK, 0.0)):
            corners += [middle, a, b]
            colours += [SHADED if (number % 2 == 0) == (middle[1] < 0.0) else GOLDEN] * 3
    packed = (np.array(colours) * 255).astype(np.uint8)
    path = NodePath(triangles_node("star", np.array(corners), packed, np.arange(len(corners)).reshape(-1, 3)))
    path.setTwoSided(True)
    path.setLightOff()
    path.setTextureOff()
    return path


class GoalMarkers:
    def __init__(self, sim: Simulation):
        self.root, model = NodePath("goals"), star_model()
        self._marks = [(goal, sim.up_at(goal.at), model.copyTo(self.root)) for goal in sim.level.goals]
        self._found_at: dict[str, float] = {}  # {name of a found goal: time [s] when it was found}
        self._left: set[str] = set()  # names of the goals that were not found at the last time

    def place(self, time: float, found: Container[str]) -> None:
        """Place and turn the markers for a time [s]. Those of the goals found rise, spin and are gone after LEAVES."""
        for goal, up, path in self._marks:
            gone = 0.0
            if goal.name in found:
                if goal.name in self._left:
                    self._found_at[goal.name] = time
                gone = abs(time - self._found_at.get(goal.name, time + LEAVES)) / LEAVES
            path.hide() if gone >= 1.0 else path.show()
            path.setPos(*along(goal.at, up, HEIGHT + SWING * sin(PACE * time) + RISE * gone))
            path.setH(degrees(PACE * time + SPIN * gone) % 360.0)
            path.setScale(max(1.0 - gone * gone, 0.01))
        self._left = {goal.name for goal, _, _ in self._marks if goal.name not in found}
