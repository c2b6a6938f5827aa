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


def scene_figure(number: int, still: Html, caption: object, data: str = "scenes", later: bool = False) -> Html:
    """Return the figure of a page's scene.

    number: in the element `scenes_data` with the id `data`; still: the picture for paper and without WebGL2; later: True to show
    it until a button is pressed
    """
    off = element("noscript", element("p", WITHOUT_SCRIPTS))
    figcaption = element("figcaption", caption) if caption else ""
    where = {"data_scene": number, "data_from": data, "data_later": later or None}
    return element("figure", still, figcaption, off, class_="scene", **where)


def scenes_data(text: str, data: str = "scenes") -> Html:
    """Return the element, with the id `data`, of `packed_scenes`."""
    return element("script", Html(text), type="text/plain", id=data)


def packed_scenes(scenes: Sequence[dict[str, Any]], packer: Packer) -> str:
    """Return the packed data of scenes, whose arrays are in `packer`."""
    return packer.text({"look": look(), "scenes": list(scenes)})
