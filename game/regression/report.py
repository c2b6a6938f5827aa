"""The report: one page that needs no other file, and beside it the pictures that differ, as files of their own."""

from base64 import b64encode
from html import escape
from pathlib import Path

from .charts import distance_of, height_of, map_of, shaking_of
from .pictures import write_picture
from .tiles import magnified

STYLE = Path(__file__).with_name("page.css")
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Glissade: {title}</title>
<style>
{style}</style>
<main>
<h1>{title}</h1>
<p class="lead legend">Each level's tour, walked now and as it is on record.
<i style="background:var(--was)"></i>on record<i style="background:var(--now)"></i>now</p>
<table>
<tr><th>level<th>verdict<th class="number">ticks<th class="number">on the floor<th class="number">longest step<th>state hash</tr>
{rows}
</table>
{sections}
</main>
</html>
"""


def write_report(cases, out):
    """Write out/index.html and the pictures that differ. cases: list of Case. Returns the page's path."""
    out.mkdir(parents=True, exist_ok=True)
    for old in out.glob("*.png"):
        old.unlink()
    path = out / "index.html"
    rows = "\n".join(row_of(case) for case in cases)
    sections = "\n".join(section_of(case, out) for case in cases)
    page = PAGE.format(title=title_of(cases), style=STYLE.read_text(encoding="utf-8"), rows=rows, sections=sections)
    path.write_text(page, encoding="utf-8")
    return path


def title_of(cases):
    """The page's title: all in a few words."""
    different = [case.name for case in cases if not case.same]
    if not different:
        return f"All {len(cases)} levels are the same" if len(cases) > 1 else f"{cases[0].name} is the same"
    return f"{different[0]} differs" if len(different) == 1 else f"{len(different)} of {len(cases)} levels differ"


def badge(case):
    return f'<span class="badge {kind_of(case)}">{kind_of(case)}</span>'


def kind_of(case):
    return "same" if case.same else "different"


def row_of(case):
    """The level's row in the table at the top."""
    now, was = case.now, case.recorded
    floor = now.ticks_on.get("floor", 0) / now.ticks
    cells = [
        f'<td><a href="#{escape(case.name)}">{escape(case.name)}</a>',
        f"<td>{badge(case)}",
        f'<td class="number">{either(now.ticks, was.ticks)}',
        f'<td class="number">{floor:.1%}',
        f'<td class="number">{either(f"{now.longest_step:.4f}", f"{was.longest_step:.4f}")} m',
        f"<td><code>{either(now.state_hash, was.state_hash)}</code>",
    ]
    return f"<tr>{''.join(cells)}</tr>"


def either(now, was):
    """A value, and what is on record where that is another."""
    return f"{now}" if now == was else f'<span class="different">{now}</span>, was {was}'


def section_of(case, out):
    """All about one level."""
    drawings = [map_of(case), height_of(case), shaking_of(case)] + ([distance_of(case)] if case.difference else [])
    left_out = f'<p class="verdict">Pictures were not compared: {escape(case.without)}.</p>' if case.without else ""
    return (
        f'<section id="{escape(case.name)}"><header><h2>{escape(case.name)}</h2>{badge(case)}</header>\n'
        f'<p class="verdict">{escape(case.verdict)}</p>\n<div class="row drawings">{"".join(drawings)}</div>\n'
        f"{left_out}{pictures_of(case, out)}</section>"
    )


def pictures_of(case, out):
    """Those that differ three times, on record, now and what differs; then the others, once."""
    different = [p for p in case.pictures if p.difference]
    rows = [f'<div class="row">{triple(case, picture, out)}</div>' for picture in different]
    equal = [figure(p.actual, f"{words(p.shot)}: equal") for p in case.pictures if not p.difference]
    return "\n".join(rows + [f'<div class="row">{"".join(equal)}</div>' if equal else ""])


def triple(case, picture, out):
    """Expected, actual and magnified difference, each also as a file."""
    glow = magnified(picture.actual, picture.expected, picture.difference)
    three = {"expected": picture.expected, "actual": picture.actual, "difference": glow}
    for kind, pixels in three.items():
        write_picture(out / f"{case.name}-{picture.shot.tick}-{kind}.png", pixels)
    texts = (f"{words(picture.shot)}: on record", "now", str(picture.difference))
    return "".join(figure(pixels, text) for pixels, text in zip(three.values(), texts))


def words(shot):
    overlays = ", overlays on" if shot.overlays else ""
    return f"tick {shot.tick}, {shot.person} person{overlays}"


def figure(pixels, caption):
    """A picture inside of the page. pixels: (h, w, 3) uint8."""
    from io import BytesIO

    from PIL import Image

    file = BytesIO()
    Image.fromarray(pixels).save(file, "webp", lossless=True)
    data = b64encode(file.getvalue()).decode()
    text = escape(caption)
    return f'<figure><img alt="{text}" src="data:image/webp;base64,{data}"><figcaption>{text}</figcaption></figure>'
