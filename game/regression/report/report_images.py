"""Pictures of the report: different ones three times and under a slider, equal ones once."""

from base64 import b64encode
from html import escape
from io import BytesIO

from ..comparisons.image_diff import magnified, picture_difference

QUALITY = 82  # of pictures that are equal. Lower: artefacts are seen; higher: a large page


def slider(verdict, shot):
    """The picture on record over that of now, with a slider that moves the border between them."""
    now, was = verdict.now.pictures[shot.name], verdict.was.pictures[shot.name]
    label = f"{words(shot)}: border between the picture on record (left) and now (right)"
    return (
        f'<figure class="slider"><div class="pair">{image(now, "now", True)}{image(was, "on record", True)}</div>'
        f'<input type="range" min="0" max="100" value="50" aria-label="{escape(label)}">'
        f"<figcaption>{escape(words(shot))}. Left: on record; right: now. {escape(shot.look)}</figcaption></figure>"
    )


def triple(verdict, shot, out):
    """Expected, actual and magnified difference, each also as a file."""
    from PIL import Image

    from ...view.pictures.picture_file import saved

    now, was = verdict.now.pictures[shot.name], verdict.was.pictures[shot.name]
    difference = picture_difference(now, was)
    three = {"expected": was, "actual": now, "difference": magnified(now, was, difference)}
    for kind, pixels in three.items():
        saved(Image.fromarray(pixels), out / f"{verdict.level}-{verdict.case.name}-{shot.name}-{kind}.png")
    texts = ("on record", "now", str(difference))
    figures = [figure(pixels, text, True) for pixels, text in zip(three.values(), texts)]
    return f'<div class="row">{"".join(figures)}</div>'


def equal_figures(verdict, shots):
    """Each shot once, with its note."""
    drawn = [shot for shot in shots if shot.name in verdict.now.pictures]
    figures = [figure(verdict.now.pictures[shot.name], f"{words(shot)}. {shot.look}") for shot in drawn]
    return f'<div class="row">{"".join(figures)}</div>' if figures else ""


def contact_sheet(verdict):
    """A few small pictures of the run."""
    frames = [figure(pixels, f"tick {tick}, {tick / verdict.case.hz:.2f} s") for tick, pixels in verdict.sheet]
    return f'<div class="sheet">{"".join(frames)}</div>' if frames else ""


def words(shot):
    return f"Tick {shot.tick}, {shot.camera} {'camera' if shot.camera == 'free' else 'person'}"


def figure(pixels, caption, exact=False):
    """A picture with a caption. pixels: (h, w, 3) uint8; exact: True for lossless"""
    return f"<figure>{image(pixels, caption, exact)}<figcaption>{escape(caption)}</figcaption></figure>"


def image(pixels, text, exact=False):
    """A picture embedded in the page."""
    from PIL import Image

    file = BytesIO()
    Image.fromarray(pixels).save(file, "webp", lossless=exact, quality=QUALITY)
    data = b64encode(file.getvalue()).decode()
    return f'<img loading="lazy" alt="{escape(text)}" src="data:image/webp;base64,{data}">'
