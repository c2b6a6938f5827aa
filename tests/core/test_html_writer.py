"""HTML: escaped text, attributes, embedded pictures and whole pages."""

from base64 import b64decode
from io import BytesIO
from xml.etree import ElementTree

import pytest
from PIL import Image

from game.core.html_writer import element, embedded, html, table, whole_page


def test_text_is_escaped_once():
    assert element("p", "a < b & c", element("b", "<i>")) == "<p>a &lt; b &amp; c<b>&lt;i&gt;</b></p>"


def test_attributes():
    link = element("a", 3, class_="wide", aria_label='"x"', open=True, id=None)
    assert link == '<a class="wide" aria-label="&quot;x&quot;" open>3</a>'


@pytest.mark.parametrize("content", [("a", "b"), (["a", ["b"]],), ((letter for letter in "ab"),)])
def test_content_is_joined(content):
    assert html(*content) == "ab"


def test_a_picture_is_embedded():
    picture = Image.new("RGB", (8, 4), (10, 20, 30))
    source = ElementTree.fromstring(embedded(picture, "grey", exact=True) + "</img>").get("src")
    kept = Image.open(BytesIO(b64decode(source.partition("base64,")[2])))
    assert kept.size == (8, 4) and kept.getpixel((0, 0)) == (10, 20, 30)


def test_a_table_has_a_head():
    rows = ElementTree.fromstring(table([("a", 1)], ("name", "count")))
    assert [[cell.tag for cell in row] for row in rows] == [["th", "th"], ["td", "td"]]


def test_a_page_has_its_title_twice():
    page = whole_page("a & b", element("p", "text"), script="run();")
    assert page.count("a &amp; b") == 2 and "<script>run();</script>" in page and page.startswith("<!doctype html>")
