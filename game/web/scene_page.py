"""The parts of a page that has scenes: a figure for each, their packed data, style and scripts."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..core.html_writer import Html, element
from .scene_data import Packer, look

HERE = Path(__file__).parent
SCRIPTS = ("scene.js", "camera.js", "panel.js")
WITHOUT_SCRIPTS = "Scripts are turned off, so the picture stands still."


def script() -> str:
    return "".join((HERE / name).read_text(encoding="utf-8") for name in SCRIPTS)


def style() -> str:
    return (HERE / "scene.css").read_text(encoding="utf-8")


def scene_figure(number: int, still: Html, caption: object) -> Html:
    """Return the figure of a page's scene with its number in `scenes_data`. still: the picture for paper and without WebGL2"""
    off = element("noscript", element("p", WITHOUT_SCRIPTS))
    return element("figure", still, element("figcaption", caption), off, class_="scene", data_scene=number)


def scenes_data(scenes: Sequence[dict[str, Any]], packer: Packer) -> Html:
    """Return the element with the packed data of a page's scenes, whose arrays are in `packer`."""
    return element("script", Html(packer.text({"look": look(), "scenes": list(scenes)})), type="text/plain", id="scenes")
