"""HTML pages that need no other file: their shared frame and style."""

from pathlib import Path

STYLE = Path(__file__).with_name("html_page.css")
MARK = "<title>Glissade: "  # in the head of every page
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Glissade: {title}</title>
<style>
{style}</style>
<main>
<h1>{title}</h1>
{body}
</main>
{script}</html>
"""


def whole_page(title, body, style="", script=""):
    """The text of a page. title, body: HTML; style: additional CSS; script: JavaScript"""
    scripted = f"<script>\n{script}</script>\n" if script else ""
    return PAGE.format(title=title, body=body, style=STYLE.read_text(encoding="utf-8") + style, script=scripted)
