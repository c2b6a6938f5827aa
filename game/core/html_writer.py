"""HTML and SVG: elements with escaped text, embedded pictures, and whole pages that need no other file."""

from base64 import b64encode
from collections.abc import Iterable
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Any

STYLE = Path(__file__).with_name("html_page.css")
MARK = "<title>Glissade: "  # in the head of every page
QUALITY = 82  # WebP quality of pictures that are not lossless. Lower: artefacts are seen; higher: a large page
# The encoder's least effort: 25 times as fast as its usual one, for files that are a fifth larger.
LOSSLESS = {"lossless": True, "quality": 20, "method": 0}
EMPTY = {"img", "input", "meta"}  # elements that have no end tag


class Html(str):
    """Text that is already HTML. Any other text is escaped when it is put into an element."""

    __slots__ = ()


def element(tag: str, *content: object, **attributes: object) -> Html:
    """Return an element of HTML or SVG as Html.

    content: Html, other values to escape, and lists or generators of both; ignored for EMPTY. attributes: class_="wide" gives
    class="wide", and aria_label gives aria-label. True gives no value, and None leaves the attribute out.
    """
    given = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items() if value is not None}
    written = "".join(f" {name}" if value is True else f' {name}="{escape(str(value))}"' for name, value in given.items())
    end = "" if tag in EMPTY else f"{html(*content)}</{tag}>"
    return Html(f"<{tag}{written}>{end}")


def html(*content: object) -> Html:
    """Join `content` to one Html: Html itself, other values, which are escaped, and lists or generators of both."""
    return Html("".join(map(html_of, content)))


def html_of(item: object) -> str:
    """Return one item of content as Html: Html unchanged, a list or a generator joined, any other value escaped."""
    if isinstance(item, Html):
        return item
    if isinstance(item, Iterable) and not isinstance(item, str):
        return html(*item)
    return escape(str(item))


def embedded(image: Any, words: str, exact: bool = False, quality: int = QUALITY) -> Html:
    """Return a PIL image as an element with its data, described by `words`. exact: True to embed it without loss"""
    file = BytesIO()
    how: dict[str, Any] = LOSSLESS if exact else {"quality": quality, "method": 6}  # 3 % smaller than by the usual method, 4
    image.save(file, "WEBP", **how)
    source = f"data:image/webp;base64,{b64encode(file.getvalue()).decode()}"
    return element("img", loading="lazy", alt=words, width=image.width, height=image.height, src=source)


def table(rows: Iterable, head: Iterable, caption: str | None = None, **attributes: object) -> Html:
    """Return a table of rows of cells and of attributes as for `element`, with the cells `head` and a caption above it."""
    first = element("tr", [element("th", cell) for cell in head])
    others = [element("tr", [element("td", cell) for cell in row]) for row in rows]
    return element("table", element("caption", caption) if caption else "", first, others, **attributes)


def whole_page(title: str, *content: object, style: str = "", script: str = "") -> str:
    """Return the text of an HTML page of a title, of content as for `element`, and of additional CSS and script."""
    parts = [
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width"),
        element("title", f"Glissade: {title}"),
        element("style", Html(STYLE.read_text(encoding="utf-8") + style)),
        element("main", element("h1", title), content),
        element("script", Html(script)) if script else "",
    ]
    return "<!doctype html>\n" + element("html", [[part, "\n"] for part in parts], lang="en")
