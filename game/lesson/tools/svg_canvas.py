"""An SVG picture to draw on: lines, arrows, bodies and letters at points (x, y) in the units of the drawing, y up. Bar charts.

Colours are SVG colours, those of the game's overlays, so that text, drawing and scene agree. `fill` is that of an area, with an
opacity 0..1. Widths of lines are in pixels.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial
from math import atan2, cos, hypot, sin
from typing import Annotated, NamedTuple

from ...collision import Outcome, Pass
from ...core.html_writer import Html, element
from ...core.value_rules import ListOf, Number, OneOf, TableOf, Text
from ...explain import palette
from ...explain.describe_trace import OUTCOME_WORDS
from ...explain.palette import hex_of
from .latex_to_svg import Svg, label
from .lesson_records import Run
from .registry import drawing, names_of

WIDTH, HEIGHT = 400, 230  # [pixels at 100 %]: as wide as the text beside it. Higher: text and drawing do not fit on one page
MARGIN = 16  # [pixels] for letters beside the outermost points
HEAD, SPREAD = 9.0, 0.42  # [pixels, rad] length and half angle of an arrow's head
LETTER = 14.0  # [pixels]
GROWTH, SPACE = 1.05, 4.0  # step in which letters of a small drawing grow; [pixels] between two texts on a line
INK = "currentColor"
DASHES = "5 4"
SWEEP_TIME = "3s"  # of one round of an animation. Shorter: it flickers beside the text; longer: its reader waits
DEPTH = (0.42, 0.34)  # of the axis that leads away from the reader, in a drawing of three axes
ROOM = 0.16  # of a diagram's width or height, for letters beside its axes


CONTACT = hex_of(palette.CONTACT)
NORMAL = hex_of((0.28, 0.88, 0.64))  # brighter than in the scene, because a drawing has a dark ground
PLANE = hex_of(palette.MOVE_COLOUR)
BEFORE, AFTER = hex_of(palette.VELOCITY_BEFORE), hex_of(palette.VELOCITY_AFTER)
BODY = hex_of(palette.PLAYER)
FAINT = hex_of(palette.UNDONE)
T0, T1 = hex_of(palette.FIRST_TOUCH), hex_of(palette.LAST_TOUCH)
SOLID = hex_of((0.45, 0.48, 0.55))  # of the level

XY = tuple[float, float]  # a point in the units of the drawing, unless another unit is given
Area = tuple[float, float, float, float]  # (left, top, right, bottom) of a rectangle [pixels], unless another meaning is given


class Words(NamedTuple):
    """A text of a drawing, whose letters can be enlarged."""

    svg: Svg  # the text as Svg
    at: XY  # point of the picture [pixels from the top left corner]
    offset: XY  # from that point to the centre of the text [pixels]

    def place(self, factor: float, area: Area) -> Area:
        """Return the area of the text, moved into `area` if it would leave it. factor: of the letters and of the offset"""
        wide, high = self.svg.width * factor, self.svg.height * factor
        left = min(max(self.at[0] + self.offset[0] * factor - wide / 2, area[0] + 2.0), area[2] - wide - 2.0)
        top = min(max(self.at[1] + self.offset[1] * factor - high / 2, area[1] + 2.0), area[3] - high - 2.0)
        return left, top, left + wide, top + high

    def element_in(self, area: Area, factor: float = 1.0) -> Html:
        """Return the text as an element of an SVG, moved into an area. factor: of the letters and of the offset"""
        return self.svg.element_at(*self.place(factor, area)[:2], factor)


def letter_factors(words: Sequence[Words], most: float, area: Area) -> list[float]:
    """Return the factors, at most `most`, by which each text can grow in an area and touches no other one."""
    factors, growing = [1.0] * len(words), set(range(len(words)))
    places = [one.place(1.0, area) for one in words]
    for factor in [*(GROWTH**step for step in range(1, 100) if GROWTH**step < most), most]:
        for number in sorted(growing):
            place = words[number].place(factor, area)
            others = places[:number] + places[number + 1 :]
            if place[2] - place[0] > area[2] - area[0] - 4.0 or any(is_overlapping(place, other) for other in others):
                growing.remove(number)
            else:
                places[number], factors[number] = place, factor
    return factors


def is_overlapping(one: Area, other: Area) -> bool:
    return one[0] - SPACE < other[2] and other[0] - SPACE < one[2] and one[1] < other[3] and other[1] < one[3]


def corners_of(box: Area) -> list[XY]:
    """Return the corners of a box (left, bottom, right, top), counterclockwise."""
    left, bottom, right, top = box
    return [(left, bottom), (right, bottom), (right, top), (left, top)]


def line_style(colour: str, width: float, dashed: bool) -> dict[str, str | float | None]:
    return {"stroke": colour, "stroke_width": width, "stroke_dasharray": DASHES if dashed else None}


class SvgSheet:
    """An SVG picture that is drawn element by element.

    box: (left, bottom, right, top) to show inside the margins, in the units of the drawing; margin: [pixels]; stretched: True for
    axes with different scales, so that a diagram fills the picture
    """

    def __init__(
        self, box: Area, width: float = WIDTH, height: float = HEIGHT, stretched: bool = False, margin: float = MARGIN
    ) -> None:
        left, bottom, right, top = box
        self.width, self.height = width, height
        across, up = (width - 2 * margin) / max(right - left, 1e-9), (height - 2 * margin) / max(top - bottom, 1e-9)
        self._x_scale, self._y_scale = (across, up) if stretched else (min(across, up), min(across, up))
        self._middle = (left + right) / 2, (bottom + top) / 2
        self.area = 0.0, 0.0, width, height  # (left, top, right, bottom) of the picture [pixels]
        self._parts: list[Html | Words] = []

    def at(self, point: XY) -> XY:
        """Return the position (x, y) of a point of the drawing in the picture [pixels from the top left corner]."""
        x, y = point
        return self.width / 2 + (x - self._middle[0]) * self._x_scale, self.height / 2 - (y - self._middle[1]) * self._y_scale

    @property
    def box(self) -> Area:
        """The visible area with its margins, (left, bottom, right, top), in the units of the drawing."""
        half_x, half_y = self.width / 2 / self._x_scale, self.height / 2 / self._y_scale
        return self._middle[0] - half_x, self._middle[1] - half_y, self._middle[0] + half_x, self._middle[1] + half_y

    def _add(self, tag: str, **attributes: str | float | None) -> None:
        rounded = {name: f"{value:.2f}" if isinstance(value, float) else value for name, value in attributes.items()}
        self._parts.append(element(tag, **rounded))

    def path(
        self,
        points: Iterable[XY],
        colour: str = INK,
        width: float = 1.6,
        dashed: bool = False,
        fill: str = "none",
        opacity: float | None = None,
        closed: bool = False,
    ) -> None:
        """Draw a line through points (x, y). With `closed` the last point is joined to the first."""
        placed = " ".join(f"{x:.2f},{y:.2f}" for x, y in map(self.at, points))
        style = line_style(colour, width, dashed) | {"fill": fill, "fill_opacity": opacity, "stroke_linejoin": "round"}
        self._add("polygon" if closed else "polyline", points=placed, **style)

    def line(
        self, start: XY, end: XY, colour: str = INK, width: float = 1.6, dashed: bool = False, text: str = "",
        towards: XY = (1, 1), part: float = 1.0,
    ) -> None:  # fmt: skip
        """Draw a line from `start` to `end`, and the `letter`, if any, beside the place at a part 0..1 of the way."""
        self.path([start, end], colour, width, dashed)
        self._letter_at(start, end, part, text, colour, towards)

    def rectangle(
        self, box: Area, colour: str = INK, width: float = 1.6, dashed: bool = False, fill: str = "none",
        opacity: float | None = None,
    ) -> None:  # fmt: skip
        """Draw the outline of a box (left, bottom, right, top) in the units of the drawing."""
        self.path(corners_of(box), colour, width, dashed, fill, opacity, closed=True)

    def circle(
        self,
        centre: XY,
        radius: float | XY,
        colour: str = INK,
        width: float = 1.6,
        dashed: bool = False,
        fill: str = "none",
        opacity: float | None = None,
    ) -> None:
        """Draw a circle, or an ellipse if `radius` is (horizontal, vertical), in the units of the drawing."""
        x, y = self.at(centre)
        across, up = radius if isinstance(radius, tuple) else (radius, radius)
        size = {"rx": across * self._x_scale, "ry": up * self._y_scale}
        self._add("ellipse", cx=x, cy=y, **size, fill_opacity=opacity, **line_style(colour, width, dashed), fill=fill)

    def moving_circle(self, start: XY, end: XY) -> None:
        """Draw the unit sphere at `end`, and a pale disc that waits there, jumps to `start` and moves back, repeatedly."""
        (x0, y0), (x1, y1) = self.at(start), self.at(end)
        size = {"cx": f"{x1:.2f}", "cy": f"{y1:.2f}", "r": f"{self._x_scale:.2f}"}
        often = {"dur": SWEEP_TIME, "keyTimes": "0;0.4;0.4;1", "repeatCount": "indefinite"}
        rounds = [(name, f"{b:.2f};{b:.2f};{a:.2f};{b:.2f}") for name, a, b in [("cx", x0, x1), ("cy", y0, y1)]]
        parts = [element("animate", attributeName=name, values=values, **often) for name, values in rounds]
        self._parts.append(element("circle", stroke=T0, stroke_width=1.6, fill="none", **size))
        self._parts.append(element("circle", parts, fill=T0, fill_opacity=0.12, **size))

    def dot(self, point: XY, colour: str = INK, radius: float = 3.2, text: str = "", towards: XY = (1, 1)) -> None:
        """Draw a filled dot at a point, and the `letter` beside it, if any. `radius` is in pixels."""
        x, y = self.at(point)
        self._add("circle", cx=x, cy=y, r=radius, fill=colour)
        if text:
            self.letter(point, text, colour, towards)

    def arrow(
        self, start: XY, end: XY, colour: str = INK, width: float = 2.0, dashed: bool = False, text: str = "",
        towards: XY = (1, 1), part: float = 1.0,
    ) -> None:  # fmt: skip
        """Draw an arrow from `start` to `end`, with a `letter` as `line`. Its head is smaller if the arrow is short."""
        (x0, y0), (x1, y1) = self.at(start), self.at(end)
        length, angle = hypot(x1 - x0, y1 - y0), atan2(y1 - y0, x1 - x0)
        head = min(HEAD, 0.6 * length)
        neck = x1 - 0.7 * head * cos(angle), y1 - 0.7 * head * sin(angle)
        self._add("line", x1=x0, y1=y0, x2=neck[0], y2=neck[1], **line_style(colour, width, dashed))
        sides = [(x1 - head * cos(angle + turn), y1 - head * sin(angle + turn)) for turn in (SPREAD, -SPREAD)]
        self._add("polygon", points=" ".join(f"{x:.2f},{y:.2f}" for x, y in [(x1, y1), *sides]), fill=colour)
        self._letter_at(start, end, part, text, colour, towards)

    def _letter_at(self, start: XY, end: XY, part: float, text: str, colour: str, towards: XY) -> None:
        if text:
            place = start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])
            self.letter(place, text, colour, towards)

    def measure(self, start: XY, end: XY, text: str, colour: str = INK, side: int = 1) -> None:
        """Draw a dashed line from `start` to `end` with text beside it. `side`: 1 for left of the direction, -1 for right"""
        self.path([start, end], colour, 1.2, dashed=True)
        (x0, y0), (x1, y1) = self.at(start), self.at(end)
        length = max(hypot(x1 - x0, y1 - y0), 1e-9)
        across = (y1 - y0) / length * side, -(x1 - x0) / length * side
        self.put((x0 + x1) / 2, (y0 + y1) / 2, text, colour, (11 * across[0], 11 * across[1]))

    def letter(self, point: XY, text: str, colour: str = INK, towards: XY = (1, 1)) -> None:
        """Draw text beside a point; $...$ is a formula. `towards` is the direction from point to text, such as (1, 0)."""
        x, y = self.at(point)
        words = label(text, LETTER)
        self.put(x, y, text, colour, (towards[0] * (7 + words.width / 2), -towards[1] * (6 + words.height / 2)))

    def put(self, x: float, y: float, text: str, colour: str = INK, offset: XY = (0.0, 0.0)) -> None:
        """Draw text with its centre at `offset` [pixels], which grows with the letters, from (x, y) [pixels], moved inwards.

        It is lighter than lines of a dark colour, because thin letters cannot be read from the last row.
        """
        if colour.startswith("#"):
            red, green, blue = (int(colour[k : k + 2], 16) / 255.0 for k in (1, 3, 5))
            colour = hex_of(palette.text_colour((red, green, blue))[:3])
        self._parts.append(Words(label(text, LETTER, colour), (x, y), offset))

    def wall(self, start: XY, end: XY, depth: float) -> XY:
        """Draw a line of the level, and an area on its right, or left for a negative depth. Returns its unit direction."""
        (x0, y0), (x1, y1) = start, end
        length = hypot(x1 - x0, y1 - y0)
        along, behind = ((x1 - x0) / length, (y1 - y0) / length), ((y1 - y0) / length * depth, -(x1 - x0) / length * depth)
        area = [start, end, (x1 + behind[0], y1 + behind[1]), (x0 + behind[0], y0 + behind[1])]
        self.path(area, "none", fill=SOLID, opacity=0.28, closed=True)
        self.path([start, end], SOLID, 2.4)
        return along

    def arc(self, centre: XY, radius: float, start: float, end: float, text: str, colour: str = INK) -> None:
        """Draw an arc from angle `start` to angle `end` [rad, counterclockwise from the x axis], and a text beside it, if any."""
        steps = [start + (end - start) * k / 24 for k in range(25)]
        self.path([(centre[0] + radius * cos(a), centre[1] + radius * sin(a)) for a in steps], colour, 1.2)
        if not text:
            return
        middle = (start + end) / 2
        x, y = self.at((centre[0] + radius * cos(middle), centre[1] + radius * sin(middle)))
        self.put(x, y, text, colour, (14 * cos(middle), -14 * sin(middle)))

    def svg(self, words: str) -> Svg:
        """Return the picture as an Svg. `words` is its description for screen readers."""
        view = f"0 0 {self.width} {self.height}"
        size = {"width": self.width, "height": self.height, "viewBox": view}
        names = {"xmlns": "http://www.w3.org/2000/svg", "class_": "drawing", "role": "img", "aria_label": words}
        parts = [part.element_in(self.area) if isinstance(part, Words) else part for part in self._parts]
        return Svg(element("svg", parts, **size, **names), self.width, self.height, cache(partial(self._enlarged, names)))

    def _enlarged(self, names: Mapping[str, str], factor: float, width: float) -> Html:
        """Return the text of the picture for `Svg.enlarge`. `names` are attributes of its element."""
        beside = (width - self.width) / 2
        area, size = (-beside, 0.0, self.width + beside, self.height), {"width": self.width, "height": self.height}
        words = [part for part in self._parts if isinstance(part, Words)]
        lines = element("svg", [part for part in self._parts if not isinstance(part, Words)], **size)  # cut at its border
        letters = [one.element_in(area, grown) for one, grown in zip(words, letter_factors(words, factor, area))]
        view = {"width": f"{width:.2f}", "height": self.height, "viewBox": f"{-beside:.2f} 0 {width:.2f} {self.height}"}
        return element("svg", lines, letters, **view, **names)


def diagram(box: Area, across: str, up: str, height: float = 210) -> SvgSheet:
    """Return a stretched sheet with named axes around a box (left, bottom, right, top) of curves, in units of the axes."""
    left, bottom, right, top = box
    room = ROOM * (right - left), ROOM * (top - bottom)
    sheet = SvgSheet(
        (left - 0.4 * room[0], bottom - 0.5 * room[1], right, top + room[1]), 400, height, stretched=True, margin=12
    )
    base = min(max(0.0, bottom), top)
    sheet.arrow((left, base), (right, base), FAINT, 1.4)
    sheet.arrow((left, bottom), (left, top + 0.6 * room[1]), FAINT, 1.4)
    sheet.letter((right, base), across, INK, (-1, -1))
    sheet.letter((left, top + 0.6 * room[1]), up, INK, (1, 0))
    return sheet


BAR_ROW, BAR_GAP = 30.0, 8.0  # [pixels] height of a bar; between two of them
BAR_COLOURS = (PLANE, CONTACT, AFTER, BEFORE, FAINT)


def bar(name: Text, value: Annotated[float, Number(0.0, 1e9)]) -> tuple[str, float]:
    return name, value


@drawing
def bars(
    run: Run,
    rows: Annotated[tuple, ListOf(TableOf(bar), least=1)],
    unit: Text = "",
    outcomes: Annotated[tuple, ListOf(OneOf(names_of(Outcome)))] = (),  # of each row, which gives it the game's colour
) -> Svg:
    """Draw a chart of horizontal bars, one for each (name, value) in `rows`. `unit` follows each value."""
    twins = run.page.twins if run else ()
    bodies = BODY, *map(hex_of, palette.TWINS)
    usual = bodies if twins and len(rows) == 1 + len(twins) else BAR_COLOURS
    colours = [hex_of(palette.OUTCOMES[Outcome[name.upper()]]) for name in outcomes] or usual
    return bars_of([(name, value, colours[n % len(colours)]) for n, (name, value) in enumerate(rows)], unit)


def bars_of(rows: Sequence[tuple[str, float, str]], unit: str) -> Svg:
    """Return a bar chart. rows: (name, value, SVG colour) of each bar; unit: the text after each value"""
    height = len(rows) * (BAR_ROW + BAR_GAP) + BAR_GAP
    most = max([value for _, value, _ in rows]) or 1.0
    names = 1.12 * max(label(name, 14.0).width for name, _, _ in rows) + 14  # the book enlarges them
    sheet = SvgSheet((0.0, 0.0, 400.0, height), 400, height, margin=0)
    for n, (name, value, colour) in enumerate(rows):
        low = height - (n + 1) * (BAR_ROW + BAR_GAP)
        end = names + (330 - names) * value / most
        sheet.rectangle((names, low, end, low + BAR_ROW), "none", fill=colour, opacity=0.85)
        sheet.letter((names - 7, low + BAR_ROW / 2), name, INK, (-1, 0))
        sheet.letter((end, low + BAR_ROW / 2), f"{value:g}{unit}", INK, (1, 0))
    return sheet.svg("; ".join(f"{name}: {value:g}{unit}" for name, value, _ in rows))


@drawing
def outcomes(run: Run) -> Svg:
    """Draw, as a bar chart, the number of a sweep's candidates for each outcome of the triangle test that occurs."""
    iterations = [iteration for iteration in run.record().trace.iterations if iteration.pass_ == Pass.MOVE]
    counts = [(OUTCOME_WORDS[kind], iterations[0].count(kind), hex_of(palette.OUTCOMES[kind])) for kind in Outcome]
    return bars_of([count for count in counts if count[1]], "")
