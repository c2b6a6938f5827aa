"""Exhibits in the scene: bodies, desks, boards, and lines of text beside them."""

from collections.abc import Sequence
from dataclasses import replace
from math import degrees, inf, pi

import numpy as np
from panda3d.core import LODNode, NodePath, Point3, TextNode, TransparencyAttrib

from ..core.shapes import Colour, Lines, Rgba, Shape, mapped
from ..core.vec3 import Vector, VectorLike
from ..explain.tessellate import to_triangles
from ..lab.exhibit_and_desk_shapes import OwnFrame, control_shapes
from ..lab.exhibits.board_content import BoardContent, BoardRow, Caption, Plot
from ..lab.exhibits.exhibit import ControlKind
from ..lab.lab import Exhibit, ExhibitState
from ..level.contents.exhibit_place import DESK_DEPTH, DESK_HIGH, DESK_LOW, Board, Desk
from ..simulation import Simulation
from .geometry_nodes import place_node
from .look_and_spring_arm import NEAR
from .moment import Moment
from .overlay_scene import TriangleBuffer
from .signs_and_goals import FARTHEST, INK, PAPER, RIM, WORDS, ZERO, card, far_font, rim, sign_font

LIFT = 0.02  # [m] between the layers of a board. Less: they flicker far away; more: they part at a slant
SLANT = float(np.degrees(np.arctan2(DESK_HIGH - DESK_LOW, DESK_DEPTH)))  # [degrees] of a desk's top
MARGIN = 0.4  # of paper around a caption, in line heights
# Distance, in line heights, from which letters of a line are textures. Smaller: they are blurred; larger: strokes of polygons are
# thinner than a pixel, and are lost.
SHARP = 20.0


class TextLine:
    """A line of text on a flat surface that faces along -y, in units of its parent. Near, its letters are polygons (SHARP).

    at: position (x to the right, z upwards) of the end or middle that `align` names; depth: behind the surface, or negative
    """

    def __init__(
        self,
        parent: NodePath,
        at: tuple[float, float],
        height: float,
        colour: Rgba = INK,
        align: int = TextNode.ALeft,
        depth: float = -2.0 * LIFT,
    ):
        self._texts = TextNode("near"), TextNode("far")
        distances = LODNode("line")
        switch = SHARP * height
        for text, font, span in zip(self._texts, (sign_font(), far_font()), ((switch, 0.0), (FARTHEST, switch))):
            text.setFont(font)
            text.setAlign(align)
            text.setTextColor(*colour)
            distances.addSwitch(*span)
        self.path = parent.attachNewNode(distances)
        for text in self._texts:
            self.path.attachNewNode(text)
        self.path.setScale(height)
        self.path.setPos(at[0], depth, at[1])
        self._height = height
        self._shown: str | None = None
        self._colour: Rgba | None = None

    def show(self, text: str, colour: Rgba | None = None, width: float = inf) -> None:
        """Show a text, in a new colour if not None, with smaller letters if it is wider than `width`."""
        if colour is not None and colour != self._colour:
            self._colour = colour
            for node in self._texts:
                node.setTextColor(*colour)
        if text != self._shown:
            self._shown = text
            for node in self._texts:
                node.setText(text.replace("0", ZERO))
            self.path.setPythonTag(WORDS, (text, self._texts[0], 0.0, 0.0))
        if text:
            self.path.setScale(min(self._height, width / max(self._texts[0].getWidth(), 1e-9)))

    @property
    def width(self) -> float:
        return self._texts[0].getWidth() * self.path.getScale().x if self._shown else 0.0


class DeskLabels:
    def __init__(self, exhibit: Exhibit, desk: Desk, parent: NodePath):
        self._exhibit = exhibit
        self._values = []
        for number, control in enumerate(exhibit.controls):
            root = parent.attachNewNode("label")
            place_node(root, desk.control_place(number, len(exhibit.controls)), desk.heading)
            root.setHpr(degrees(desk.heading), SLANT - 90.0, 0.0)
            TextLine(root, (0.0, 0.225), 0.055, (0.96, 0.96, 0.94, 1.0), TextNode.ACenter, 0.035).show(control.name)
            self._values.append(TextLine(root, (0.0, -0.21), 0.05, (0.98, 0.86, 0.40, 1.0), TextNode.ACenter, 0.035))

    def show(self, values: Sequence[float]) -> None:
        for label, control, value in zip(self._values, self._exhibit.controls, values):
            label.show("press" if control.kind is ControlKind.BUTTON else control.text(value))


def attach_captions(parent: NodePath, captions: Sequence[Caption]) -> None:
    """Attach the captions of an exhibit to `parent` in its frame, readable from both sides."""
    for caption in captions:
        for heading in (caption.heading + pi, caption.heading):
            root = parent.attachNewNode("caption")
            place_node(root, caption.place, heading)
            root.setTextureOff()
            line = TextLine(root, (0.0, 0.0), caption.height, (*caption.colour, 1.0), TextNode.ACenter, -LIFT)
            line.show(caption.text)
            low, high = line.path.getTightBounds(root)
            line.path.setZ(-(low.z + high.z) / 2.0)
            wide, tall = (high.x - low.x) / 2.0 + MARGIN * caption.height, (high.z - low.z) / 2.0 + MARGIN * caption.height
            card(root, (-wide, wide, -tall, tall), PAPER)


# Largest distance [m] from the camera at which a board has more than its title. Smaller: boards are empty across a hall;
# larger: the software renderer draws letters too small to be read.
READABLE = 22.0
BOARDS_A_SECOND = 4  # updates of a board's numbers while time runs. More: they flicker, and letters take a millisecond in
# each frame; fewer: they lag behind
DIM = (0.38, 0.40, 0.44, 1.0)
WRONG = (0.80, 0.16, 0.12, 1.0)
GRID = (0.72, 0.71, 0.66)
RIM_WIDTH = 0.06  # [m] of a board's dark edge
NUMBER_GAP = 0.1  # [m] at least between a number and the words on its left. Less: both are read as one word


class LabScene:
    def __init__(self, sim: Simulation):
        self.root = NodePath("lab")
        self._boards_at: int | None = None  # the part of a second at which they were updated
        exhibits = sim.lab.exhibits if sim.lab else ()
        self._all = [ExhibitScene(exhibit, self.root) for exhibit in exhibits]

    def place(self, moment: Moment) -> None:
        """Draw the exhibits in their states at a moment. Boards are updated a few times a second, or at once in a pause."""
        if moment.sim.lab is None:
            return
        record = moment.record.lab if moment.record else None
        after = record.after if record else moment.sim.lab.state
        before = record.before if record and moment.part < 1.0 else after
        # Numbers that change in every tick cannot be read, and their letters take four milliseconds.
        is_time = not moment.is_live or int(moment.time * BOARDS_A_SECOND) != self._boards_at
        self._boards_at = int(moment.time * BOARDS_A_SECOND) if is_time else self._boards_at
        # Of two pictures, one without perspective, or one that begins behind the near sides of things, each has other sides.
        is_usual = moment.is_live and not moment.is_split and not any(moment.spaces) and moment.flat_height is None
        eye = moment.eye if is_usual and moment.near <= NEAR else None
        for number, (scene, start, end) in enumerate(zip(self._all, before, after)):
            pointed = moment.pointed[1] if moment.pointed and moment.pointed[0] == number else None
            scene.show(start, end, moment.part, pointed, eye)
            if is_time:
                scene.show_board(end, moment.eye)

    def shapes(self) -> list[Shape]:
        """Return the exhibits with their controls, as they were drawn last, in the world."""
        return [shape for scene in self._all for shape in scene.shapes()]


class ExhibitScene:
    def __init__(self, exhibit: Exhibit, parent: NodePath):
        self._exhibit = exhibit
        self._own = parent.attachNewNode(exhibit.place.name)
        self._own.setPos(*exhibit.place.at)
        self._own.setH(degrees(exhibit.place.heading))
        self._bodies, self._glass = attach_triangles(self._own, "bodies"), attach_triangles(self._own, "glass", is_glass=True)
        self._controls = attach_triangles(parent, "controls")
        self._desk = DeskLabels(exhibit, exhibit.place.desk, parent) if exhibit.place.desk else None
        self._board = BoardScene(exhibit.place.board, parent) if exhibit.place.board else None
        self._captions = self._own.attachNewNode("captions")
        self._captions_drawn: list[Caption] = []
        self._drawn: tuple[ExhibitState, ExhibitState, float] | None = None
        self._eye: Vector | None = None  # from which boxes have no other sides
        self._controls_drawn: tuple | None = None
        self._sheet_of: ExhibitState | None = None

    def show(
        self, before: ExhibitState, after: ExhibitState, part: float, pointed: int | None, eye: Vector | None = None
    ) -> None:
        """Draw the exhibit at `part` of a tick, 0..1. pointed: index of the control under the crosshair, or None

        eye: position [m] of the only camera, which sees not all sides of boxes that move. None: all sides are drawn
        """
        wanted = before, after, part if before is not after else 1.0
        is_new = self._drawn is None or wanted[2] != self._drawn[2] or any(a is not b for a, b in zip(wanted[:2], self._drawn))
        if is_new or self._eye not in (None, eye):
            self._drawn, self._eye = wanted, eye if is_new else None
            seen_from = self._exhibit.place.pose.to_own(self._eye) if self._eye else None
            triangles = to_triangles(self._exhibit.kind.bodies(*wanted), seen_from=seen_from)
            for buffer, vertices in ((self._bodies, triangles.opaque), (self._glass, triangles.transparent)):
                buffer.write(vertices)
                buffer.bound(vertices)
            self._show_captions(after)
        if self._controls_drawn != (after.values, pointed):
            self._controls_drawn = after.values, pointed
            vertices = to_triangles(control_shapes(self._exhibit, after.values, pointed)).opaque
            self._controls.write(vertices)
            self._controls.bound(vertices)
            if self._desk:
                self._desk.show(after.values)

    def _show_captions(self, state: ExhibitState) -> None:
        captions = self._exhibit.kind.captions(state, self._exhibit.place)
        if captions != self._captions_drawn:
            self._captions_drawn = captions
            self._captions.getChildren().detach()
            attach_captions(self._captions, captions)

    def shapes(self) -> list[Shape]:
        assert self._drawn is not None
        bodies = mapped(self._exhibit.kind.bodies(*self._drawn), OwnFrame(self._exhibit.place))
        plot = self._board.plot() if self._board else []
        return [*bodies, *control_shapes(self._exhibit, self._drawn[1].values), *plot]

    def show_board(self, after: ExhibitState, eye: VectorLike) -> None:
        """Update the board, if the exhibit has one and it is near enough to the eye to be read, or was never drawn."""
        if self._board is None:
            return
        is_wanted = self._board.show_writing(eye) or self._sheet_of is None
        if is_wanted and self._sheet_of is not after:
            self._sheet_of = after
            self._board.show(self._exhibit.kind.sheet(after))


def attach_triangles(parent: NodePath, name: str, is_glass: bool = False) -> TriangleBuffer:
    """Attach an empty buffer to a node, and return it. is_glass: True if the triangles are transparent"""
    buffer = TriangleBuffer(name)
    path = parent.attachNewNode(buffer.node)
    path.setTwoSided(True)
    path.setTextureOff()
    path.setLightOff()
    if is_glass:
        path.setTransparency(TransparencyAttrib.MAlpha)
        path.setDepthWrite(False)
        path.setBin("fixed", 5)
    return buffer


class BoardScene:
    """A board on a wall of an exhibit: title and notes, a plot at the left, numbers at the right."""

    def __init__(self, board: Board, parent: NodePath):
        self._at, (self._width, self._height) = board.at, board.size
        self._root = parent.attachNewNode("board")
        place_node(self._root, board.at, board.heading + pi)
        half, high = self._width / 2.0, self._height / 2.0
        self._root.setTextureOff()
        rim(self._root, (-half, half, -high, high), RIM_WIDTH)
        card(self._root, (-half, half, -high, high), PAPER)
        card(self._root, (-half, half, -high, high), RIM).setH(180.0)  # its back
        self._writing = self._root.attachNewNode("writing")  # all but the title
        self._line = high / 12.5  # a line of text is this high
        self._title = TextLine(self._root, (-half + 0.12, high - 2.0 * self._line), 1.6 * self._line)
        rows = [high - (3.5 + 1.3 * number) * self._line for number in (0, 1)]
        self._notes = [TextLine(self._writing, (-half + 0.12, row), 0.95 * self._line, DIM) for row in rows]
        self._rows: list[tuple[TextLine, ...]] = []
        self._names: list[TextLine] = []
        self._marks: list[TextLine] = []
        self._plot_box = -half + 0.62, -high + 0.42, 0.48 * self._width, self._height - 7.6 * self._line - 0.42
        self._plot_title = TextLine(self._writing, (self._plot_box[0], self._top() + 0.4 * self._line), self._line, DIM)
        corner = self._plot_box[0] + self._plot_box[2], self._plot_box[1] - 1.2 * self._line
        self._across = self._text_line(*corner, TextNode.ARight)
        self._lines = attach_triangles(self._writing, "plot")
        self._plot: list[Lines] = []
        self._plot_of: Plot | None = None  # what `_plot` shows
        self._columns = self._plot_box[0] + self._plot_box[2] + 0.3, half - 0.12

    def _top(self) -> float:
        return self._plot_box[1] + self._plot_box[3]

    def _text_line(self, x: float, y: float, align: int = TextNode.ALeft, colour: Rgba = DIM, size: float = 0.9) -> TextLine:
        return TextLine(self._writing, (x, y), size * self._line, colour, align)

    def show_writing(self, eye: VectorLike) -> bool:
        """Show notes, plot and numbers if the eye is near, else only the title. Return True if they are shown."""
        is_near = sum((a - b) ** 2 for a, b in zip(eye, self._at)) < READABLE**2
        self._writing.show() if is_near else self._writing.hide()
        return is_near

    def show(self, sheet: BoardContent) -> None:
        width = self._width - 0.24
        self._title.show(sheet.title, width=width)
        for line, note in zip(self._notes, sheet.notes):
            line.show(note, width=width)
        self._show_rows(sheet.rows, sheet.labels)
        if sheet.plot and sheet.plot is not self._plot_of:
            self._plot_of = sheet.plot
            self._show_plot(sheet.plot)

    def _show_rows(self, rows: Sequence[BoardRow], labels: tuple[str, str]) -> None:
        """Draw rows: a name, and below it the number by formula and the measured one, behind its labels or the board's."""
        left, right = self._columns
        y, step = self._top() - 0.4 * self._line, 4.0 * self._line
        while len(self._rows) < len(rows):
            at = y - len(self._rows) * step
            name, lines = self._text_line(left, at), (at - 1.2 * self._line, at - 2.4 * self._line)
            kinds = [self._text_line(left + 0.1, line, size=0.8) for line in lines]
            numbers = [self._text_line(right, line, TextNode.ARight, INK, 1.15) for line in lines]
            self._rows.append((name, *numbers, *kinds))
        for number, (name, predicted, measured, formula, here) in enumerate(self._rows):
            row = rows[number] if number < len(rows) else BoardRow("", "", "")
            name.show(row.name, width=right - left)
            first, second = row.labels or labels
            formula.show(first if row.predicted else "")
            here.show(second if row.measured else "")
            for line, text, is_wrong, words in (
                (predicted, row.predicted, row.wrong_prediction, formula),
                (measured, row.measured, row.wrong, here),
            ):
                line.show(text, WRONG if is_wrong else tuple(INK), right - left - 0.1 - words.width - NUMBER_GAP)

    def _show_plot(self, plot: Plot) -> None:
        """Draw a plot: its title, axis marks, curves, and their names."""
        x, y, width, height = self._plot_box
        self._plot_title.show(plot.title)
        self._across.show(plot.across)
        while len(self._marks) < len(plot.marks):
            self._marks.append(self._text_line(x - 0.06, y, TextNode.ARight, size=0.75))
        others = [(0.0, "")] * (len(self._marks) - len(plot.marks))
        for mark, (part, text) in zip(self._marks, [*plot.marks, *others]):
            mark.path.setZ(y + part * height - 0.25 * self._line)
            mark.show(text)
        while len(self._names) < len(plot.curves):
            self._names.append(self._text_line(0.0, 0.0, size=0.75))
        shapes = [self._segments([(0.0, part), (1.0, part)], GRID, 0.006) for part, _ in plot.marks]
        for name in self._names[len(plot.curves) :]:
            name.show("")
        named = sum(bool(curve.name) for curve in plot.curves)  # dots have none, and come last
        for number, (name, curve) in enumerate(zip(self._names, plot.curves)):
            name.show(curve.name, (*curve.colour, 1.0))
            name.path.setPos(*self._legend_place(number, named))
            if curve.is_dots and len(curve.points):
                ends = [(x, end) for x, y in curve.points for end in (y - 0.012, y + 0.012)]
                shapes.append(self._segments(ends, curve.colour, 0.03, 2))
            elif len(curve.points) > 1:
                shapes.append(self._segments(curve.points, curve.colour, 0.017 if curve.is_bold else 0.008))
        self._lines.write(to_triangles(shapes).opaque)
        self._plot = shapes

    def plot(self) -> list[Shape]:
        """Return the lines of the plot in the world, if they are shown."""
        if self._writing.isHidden():
            return []
        matrix = self._root.getMat()
        ends = [line.segments.reshape(-1, 3).tolist() for line in self._plot]
        places = [[tuple(matrix.xformPoint(Point3(*end))) for end in one] for one in ends]
        return [replace(line, segments=np.array(one).reshape(-1, 2, 3)) for line, one in zip(self._plot, places)]

    def _legend_place(self, number: int, count: int) -> tuple[float, float, float]:
        """Return the position [m] of one of `count` names of curves, in two columns below the numbers."""
        left, right = self._columns
        row, column = divmod(number, 2)
        below = (count - 1) // 2 - row
        return left + 0.55 * column * (right - left), -2.0 * LIFT, -self._height / 2.0 + (0.9 + 1.2 * below) * self._line

    def _segments(
        self, points: VectorLike | Sequence[tuple[float, float]], colour: Colour, radius: float, every: int = 1
    ) -> Lines:
        """Return points (n, 2), 0..1 across and up the plot, as a polyline of a radius [m], with every second segment for 2."""
        x, y, width, height = self._plot_box
        points = np.asarray(points, float)
        flat = np.column_stack([x + points[:, 0] * width, np.full(len(points), -2.0 * LIFT), y + points[:, 1] * height])
        return Lines(np.stack([flat[:-1], flat[1:]], axis=1)[::every], colour, radius)
