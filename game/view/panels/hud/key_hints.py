"""Key hints: the texts shown while time runs, and the drawing of any hint as key caps with words.

A hint is a text of pairs with at least three spaces between them. A pair is one or more keys, two spaces and their effect. The
side panel has hints of its own.
"""

import re

from ...time_control import SLOWER
from ..canvas import NOTE, SMALL

PLAYING = "W A S D  walk    V  from behind    P  stop time    H  keys    Esc  menu"
RACING = "R  begin again    V  from behind    P  stop time    H  keys    Esc  menu"
SLOWLY = "slow motion 1/{}    =  faster    -  slower    P  stop time"
FLYING = "W A S D Space Ctrl  fly    Shift  faster    G  walk from here"
FILM = "P  stop here    -  =  speed    Bksp  backwards    Q  forwards"
SHOWN, FADING = 8.0, 1.5  # [s] duration of a hint, and of its fading. Shorter: it is not read; longer: it covers the view

CAP_GAP, PAIR_GAP = 5, 18  # [units] after a cap; between two pairs


def pairs_of(hint):
    """Split a hint into pairs [((name of a key, ...), effect), ...]."""
    pairs = [pair.partition("  ") for pair in re.split(" {3,}", hint)]
    return [(tuple(keys.split(" ")), does) for keys, _, does in pairs]


def draw_hint(canvas, hint, x, y, style=NOTE):
    """Draw a hint as key caps with words.

    x, y: upper left corner of the first cap [units]
    style: TextStyle of the words
    """
    for keys, does in pairs_of(hint):
        for key in keys:
            x += canvas.key_cap(key, x, y, SMALL) + CAP_GAP
        canvas.text(does, x, y + 1, style)
        x += canvas.text_width(does, style) + PAIR_GAP


def hint_width(canvas, hint):
    """Return the width of a drawn hint [units]."""
    pairs = pairs_of(hint)
    caps = sum(canvas.cap_width(key, SMALL) + CAP_GAP for keys, _ in pairs for key in keys)
    return caps + sum(canvas.text_width(does, NOTE) for _, does in pairs) + PAIR_GAP * (len(pairs) - 1)


def hint_of(session, flying, is_race=False):
    """Return the hint for the state of the game, or "" while time is paused.

    session: Session
    flying: True in noclip
    is_race: True in a timed run with hidden numbers and overlays
    """
    if session.paused:
        return ""
    if not session.live:
        return FILM
    if flying:
        return FLYING
    if session.slower:
        return SLOWLY.format(SLOWER[session.slower])
    return RACING if is_race else PLAYING


def opacity_of(seconds):
    """Return the opacity 0..1 of a hint that appeared `seconds` [s] ago."""
    return min(max((SHOWN + FADING - seconds) / FADING, 0.0), 1.0)
