"""Captions: words for the sounds of events, for users that cannot hear them."""

from ...panels.panel import Panel
from ...panels.theme import NOTE, PANEL

WORDS = {  # by the name of the sound
    "jump": "jump", "land": "landing", "bump": "bump", "portal": "portal", "checkpoint": "bell", "finish": "fanfare",
    "medal": "fanfare", "die": "death", "splash": "splash",
    "clink": "clink", "crack": "crack", "burst": "burst", "magic": "magical sound", "switch": "switch",
}  # fmt: skip
SHOWN_FOR = 1.4  # [s]. Shorter: captions cannot be read; longer: they stay long after the sound
MOST = 3  # lines
RIGHT, ABOVE, ROW = 16, 110, 22  # [units] from the right and the lower edge of the window; of a line


def caption_of(cue):
    """Return the caption for a SoundCue, or None for a sound that has none. Captions of footsteps would fill the screen."""
    return WORDS.get(cue.name)


class Captions:
    """The captions of the last sounds, as one of the views of Interface.

    settings: Settings
    now: function that returns the clock's time [s]
    """

    def __init__(self, settings, now):
        self._settings, self._now, self._lines, self._panel = settings, now, [], None

    def add(self, cues):
        """Store captions for the SoundCues of a tick."""
        until = self._now() + SHOWN_FOR
        for words in filter(None, map(caption_of, cues)):
            self._lines = [line for line in self._lines if line[0] != words] + [(words, until)]

    @property
    def lines(self):
        """A tuple of at most MOST captions to show now, the newest last. It is empty if the user has switched captions off."""
        if not self._settings.captions:
            return ()
        return tuple(words for words, until in self._lines[-MOST:] if until > self._now())

    def build(self, parent, size):
        """Make the panel. `parent` is the NodePath `pixel2d`, `size` is (width, height) of the window [pixels]."""
        self._panel = CaptionPanel(parent, size)

    def update(self, is_uncovered):
        """Update the panel once a frame. `is_uncovered` is False while a menu covers it."""
        self._panel.show((self.lines or None) if is_uncovered else None)

    def remove(self):
        self._panel.remove()


class CaptionPanel(Panel):
    """The panel of captions. The panel's data is a tuple of captions, the newest last."""

    NAME, SORT = "captions", 4

    def draw(self, canvas, data):
        for place, words in enumerate(reversed(data)):
            text = f"[{words}]"
            width, y = canvas.text_width(text, NOTE) + 16, canvas.height - ABOVE - ROW * (place + 1)
            canvas.box(canvas.width - RIGHT - width, y, width, ROW - 2, PANEL)
            canvas.text(text, canvas.width - RIGHT - 8, y, NOTE, align="right")
