"""The pictures of the report, as Html. A different picture is shown with a slider, and as expected, actual and difference."""

from ...core.html_writer import element, embedded
from ..comparisons.image_diff import magnified, picture_difference


def slider(verdict, shot):
    """Return today's picture of a Shot under the picture on record, with a slider that moves the border between them.

    verdict: Verdict with both pictures
    """
    now, was = verdict.now.pictures[shot.name], verdict.was.pictures[shot.name]
    label = f"{words(shot)}: border between the picture on record (left) and now (right)"
    pair = element("div", image(now, "now", True), image(was, "on record", True), class_="pair")
    border = element("input", type="range", min=0, max=100, value=50, aria_label=label)
    caption = element("figcaption", f"{words(shot)}. Left: on record; right: now. {shot.look}")
    return element("figure", pair, border, caption, class_="slider")


def triple(verdict, shot, out):
    """Return the expected picture of a Shot, the actual picture and the magnified difference, side by side.

    verdict: Verdict with both pictures, which differ
    out: folder in which each of them is also written to a file
    """
    from PIL import Image

    from ...pictures.offscreen import write_picture

    now, was = verdict.now.pictures[shot.name], verdict.was.pictures[shot.name]
    difference = picture_difference(now, was)
    three = {"expected": was, "actual": now, "difference": magnified(now, was, difference)}
    for kind, pixels in three.items():
        write_picture(Image.fromarray(pixels), out / f"{verdict.level}-{verdict.case.name}-{shot.name}-{kind}.png")
    texts = ("on record", "now", str(difference))
    return element("div", [figure(pixels, text, True) for pixels, text in zip(three.values(), texts)], class_="row")


def equal_figures(verdict, shots):
    """Return today's pictures of some Shots in a row, each with its text, or "" without pictures.

    shots: the Shots whose pictures do not differ. A Shot without a picture is left out.
    """
    drawn = [shot for shot in shots if shot.name in verdict.now.pictures]
    figures = [figure(verdict.now.pictures[shot.name], f"{words(shot)}. {shot.look}") for shot in drawn]
    return element("div", figures, class_="row") if figures else ""


def contact_sheet(verdict):
    """Return a row of the small pictures of a Verdict's run, or "" without pictures."""
    frames = [figure(pixels, f"tick {tick}, {tick / verdict.case.hz:.2f} s") for tick, pixels in verdict.sheet]
    return element("div", frames, class_="sheet") if frames else ""


def words(shot):
    """Return a Shot's tick and camera as text, such as "Tick 120, third person"."""
    return f"Tick {shot.tick}, {shot.camera} {'camera' if shot.camera == 'free' else 'person'}"


def figure(pixels, caption, exact=False):
    """Return a picture with a caption as Html.

    pixels: (h, w, 3) uint8
    exact: True to embed it without loss
    """
    return element("figure", image(pixels, caption, exact), element("figcaption", caption))


def image(pixels, text, exact=False):
    """Return the Html of a picture that is embedded in the page.

    pixels: (h, w, 3) uint8
    text: description for readers that cannot see the picture
    exact: True to embed it without loss
    """
    from PIL import Image

    return embedded(Image.fromarray(pixels), text, exact)
