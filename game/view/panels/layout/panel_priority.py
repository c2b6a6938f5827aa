"""Panel priority: less important panels are hidden in a small window, so that no panel covers another."""

from ..canvas import CROWDED, text_size_of, unit_of

# Names of canvases, the most important first. Canvases of one row are layers of one panel.
ORDER = (
    ("lesson",),
    ("inside",),
    ("timeline", "timeline front"),
    ("bottom",),
    ("timer",),
    ("results",),
    ("spaces",),
    ("hud",),
    ("steps",),
    ("legend",),
    ("distances",),
)
APART = ("bottom",)  # canvases with parts that count one by one: the hint is below the timeline, the message above it
ENDS_LOW = (("legend",),)  # hidden when its end is below the window
SEAM = 1.0  # [pixels] that panels may share: places are rounded


def hide_overlapped(root, size):
    """Hide panels that overlap more important ones. root: pixel2d, with all its panels shown; size: of the window [pixels]"""
    unit = unit_of(size, text_size_of(root))
    if all(have >= need * unit for have, need in zip(size, CROWDED)):
        return  # all have room there, as a test shows
    taken = []
    for names in ORDER:
        panel = [canvas for canvas in root.getChildren() if canvas.getName() in names and not canvas.isHidden()]
        own = [rectangle for canvas in panel for rectangle in rectangles_of(root, canvas)]
        is_low = names in ENDS_LOW and any(bottom > size[1] for _, _, _, bottom in own)
        if is_low or any(overlap(one, other) for one in own for other in taken):
            for canvas in panel:
                canvas.hide()
        else:
            taken += own


def rectangles_of(root, canvas):
    """Rectangles (left, right, top, bottom) of a canvas's content [pixels]."""
    parts = canvas.getChildren() if canvas.getName() in APART else [canvas]
    bounds = [part.getTightBounds(root) for part in parts]
    return [(low.x, high.x, -high.z, -low.z) for low, high in (found for found in bounds if found)]


def overlap(one, other):
    """True if two rectangles overlap by more than a seam."""
    (left, right, top, bottom), (a, b, c, d) = one, other
    return min(right, b) - max(left, a) > SEAM and min(bottom, d) - max(top, c) > SEAM
