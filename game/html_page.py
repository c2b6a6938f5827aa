"""HTML and SVG: elements with escaped text, embedded pictures, and whole pages that need no other file.

All HTML of Glissade is made here, so that text cannot enter a page without being escaped.
"""

from base64 import b64encode
from collections.abc import Iterable
from html import escape
from io import BytesIO
from pathlib import Path

STYLE = Path(__file__).with_name("html_page.css")
MARK = "<title>Glissade: "  # in the head of every page
QUALITY = 82  # of pictures that are not lossless. Lower: artefacts are seen; higher: a large page
EMPTY = {"img", "input", "meta"}  # elements that have no end tag


class Html(str):
    """Text that is HTML already. Other text is escaped where it enters an element."""

    __slots__ = ()


def element(tag, *content, **attributes):
    """One element of HTML or SVG, as Html. content: see `html`

    attributes: class_="wide" gives class="wide", aria_label gives aria-label; True: an attribute without a value; None: none
    """
    given = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items() if value is not None}
    written = "".join(f" {name}" if value is True else f' {name}="{escape(str(value))}"' for name, value in given.items())
    end = "" if tag in EMPTY else f"{html(*content)}</{tag}>"
    return Html(f"<{tag}{written}>{end}")


def html(*content):
    """The content as one Html. content: Html, other values as escaped text, and lists or generators of these"""
    return Html("".join(map(html_of, content)))


def html_of(piece):
    if isinstance(piece, Html):
        return piece
    is_group = isinstance(piece, Iterable) and not isinstance(piece, str)
    return html(*piece) if is_group else escape(str(piece))


def embedded(image, words, exact=False):
    """A PIL image embedded in the page. words: for readers that cannot see it; exact: True for lossless"""
    file = BytesIO()
    image.save(file, "WEBP", lossless=exact, quality=QUALITY)
    source = f"data:image/webp;base64,{b64encode(file.getvalue()).decode()}"
    return element("img", loading="lazy", alt=words, width=image.width, height=image.height, src=source)


def table(rows, head, caption=None, **attributes):
    """A table. rows: lists of cells; head: the cells of its first row; attributes: as of `element`"""
    first = element("tr", [element("th", cell) for cell in head])
    others = [element("tr", [element("td", cell) for cell in row]) for row in rows]
    return element("table", element("caption", caption) if caption else "", first, others, **attributes)


def whole_page(title, *content, style="", script=""):
    """The text of a page. content: as of `html`; style: additional CSS; script: JavaScript"""
    parts = [
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width"),
        element("title", f"Glissade: {title}"),
        element("style", Html(STYLE.read_text(encoding="utf-8") + style)),
        element("main", element("h1", title), content),
        element("script", Html(script)) if script else "",
    ]
    return "<!doctype html>\n" + element("html", [[part, "\n"] for part in parts], lang="en")
