"""Panel priority: in a small window less important panels are hidden, so that no panel covers another."""

# Names of canvases, the most important first. Canvases of one row are layers of one panel.
ORDER = (
    ("inside", "lesson", "side", "timeline", "timeline front"),  # they share the window's edges without overlap
    ("message",),
    ("desk",),
    ("prompt",),
    ("timer",),
    ("results",),
    ("spaces",),
    ("hint",),
    ("hud",),
    ("legend",),
    ("distances",),
    ("goal",),
    ("background",),
)
ENDS_LOW = (("legend",), ("distances",))  # hidden when its end is below the window
SEAM = 1.0  # [pixels] that panels may share: places are rounded


def hide_overlapped(root, height=None):
    """Hide each panel that overlaps a more important panel.

    root: NodePath `pixel2d`, with all its panels visible
    height: height of the window [pixels]. Panels of ENDS_LOW that end below it are hidden, too. With None they stay.
    """
    taken = []
    for names in ORDER:
        panel = [canvas for canvas in root.getChildren() if canvas.getName() in names and not canvas.isHidden()]
        own = [rectangle for canvas in panel for rectangle in rectangles_of(root, canvas)]
        is_low = names in ENDS_LOW and height is not None and any(bottom > height for _, _, _, bottom in own)
        if is_low or any(overlap(one, other) for one in own for other in taken):
            for canvas in panel:
                canvas.hide()
        else:
            taken += own


def rectangles_of(root, canvas):
    """Return [(left, right, top, bottom)] of a canvas's content [pixels], or [] for an empty canvas.

    root: NodePath whose unit is a pixel
    canvas: NodePath of the Canvas
    """
    bounds = [canvas.getTightBounds(root)]
    return [(low.x, high.x, -high.z, -low.z) for low, high in (found for found in bounds if found)]


def overlap(one, other):
    """True if two rectangles (left, right, top, bottom) overlap by more than SEAM [pixels]."""
    (left, right, top, bottom), (a, b, c, d) = one, other
    return min(right, b) - max(left, a) > SEAM and min(bottom, d) - max(top, c) > SEAM
