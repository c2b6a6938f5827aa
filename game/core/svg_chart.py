"""The area of a chart as SVG: lines of points, and grid lines with their values. The page gives their looks by attributes."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from .html_writer import Html, element

XY = tuple[float, float]


@dataclass(frozen=True)
class ChartArea:
    """An area between edges [px] from the upper left, with the values (x, y) at its lower left and its upper right corner."""

    low: XY
    high: XY
    left: float
    right: float
    top: float
    floor: float

    def at(self, x: float, y: float) -> tuple[str, str]:
        """Return the place of a value in pixels as texts. One beyond the upright axis is at its end."""
        (left, low), (right, high) = self.low, self.high
        part, rise = (x - left) / (right - left), (min(max(y, low), high) - low) / (high - low)
        return f"{self.left + part * (self.right - self.left):.1f}", f"{self.floor - rise * (self.floor - self.top):.1f}"

    def line(self, points: Iterable[XY], **look: object) -> Html:
        """Return a line through points. Those beyond the horizontal axis are left out."""
        inside = (",".join(self.at(x, y)) for x, y in points if self.low[0] <= x <= self.high[0])
        return element("polyline", **look, points=" ".join(inside))

    def levels(self, values: Sequence[float], **look: object) -> Iterator[Html]:
        """Yield horizontal lines at values on the upright axis, each with its value as a label."""
        for value in values:
            _, y = self.at(self.low[0], value)
            yield element("path", **look, d=f"M{self.left},{y}H{self.right}")
            yield text_at(self.left - 8, float(y) + 4, f"{value:g}", "end")


def text_at(x: float, y: float, text: object, anchor: str = "start") -> Html:
    """Return a text. x, y: position [px] of the anchor: "start", "middle" or "end" of the text"""
    return element("text", text, x=f"{x:.1f}", y=f"{y:.1f}", text_anchor=anchor)
