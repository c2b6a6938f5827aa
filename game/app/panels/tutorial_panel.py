"""The tutorial's prompt in the window: key caps and a line of text, at the top."""

from ...panels.panel import Panel
from ...panels.theme import ACCENT, ASIDE, INK, LARGE, PANEL, TextStyle
from ..teaching.tutorial import PROMPTS

GAP, PADDING, HEIGHT = 8, 18, 74  # [units]
TOP, PAUSED_TOP = 64, 10  # [units] top of the panel: below messages of a race; in a pause, above the scene


class TutorialPanel(Panel):
    """The panel with the tutorial's prompt.

    The panel's data is (index of the prompt, True if the player has followed it, names of the keys, text, middle of the free
    area, top). The middle is a fraction of the window's width, and the top is in units.
    """

    NAME, SORT = "prompt", 5

    def draw(self, canvas, data):
        number, is_followed, keys, text, middle, y = data
        caps = sum(canvas.cap_width(key, LARGE) + GAP for key in keys)
        width = max(caps + GAP + canvas.text_width(text, TextStyle(LARGE)) + 2 * PADDING, 320)
        x = max(0.0, canvas.width * middle - width / 2)
        canvas.box(x, y, width, HEIGHT, PANEL)
        canvas.box(x, y, width * min((number + 1) / len(PROMPTS), 1.0), 3, ACCENT)
        if number < len(PROMPTS):
            count, style = f"{number + 1} of {len(PROMPTS)}", ASIDE
            if is_followed:
                count, style = f"✓ {count}", ASIDE._replace(colour=ACCENT)
            canvas.text(count, x + width - PADDING, y + HEIGHT - 22, style, align="right")
        place = x + PADDING
        for key in keys:
            place += canvas.key_cap(key, place, y + 14, LARGE) + GAP
        canvas.text(text, place + GAP, y + 16, TextStyle(LARGE, INK))


class TutorialView:
    """The tutorial's prompt as one of the views of Interface.

    tutorial: Tutorial
    names_of(prompt): returns the names of the prompt's keys, a tuple of texts
    """

    def __init__(self, tutorial, names_of):
        self._tutorial, self._names_of, self._panel = tutorial, names_of, None

    def build(self, parent, size):
        """Make the panel. `parent` is the NodePath `pixel2d`, `size` is (width, height) of the window [pixels]."""
        self._panel = TutorialPanel(parent, size)

    def update(self, is_uncovered):
        """Update the panel for a frame. `is_uncovered` is False while a menu or the help panel covers it."""
        prompt = self._tutorial.prompt if is_uncovered else None
        middle, top = (0.5, TOP) if self._tutorial.is_live else (1.0 / 3.0, PAUSED_TOP)  # the side panel takes a third
        number, is_followed = self._tutorial.number, self._tutorial.is_followed
        self._panel.show(prompt and (number, is_followed, self._names_of(prompt), prompt.text, middle, top))

    def height(self):
        """Return the height of the window's upper part that the prompt covers in a pause [units], 0.0 without a prompt."""
        return 0.0 if self._tutorial.prompt is None else PAUSED_TOP + HEIGHT

    def remove(self):
        self._panel.remove()
