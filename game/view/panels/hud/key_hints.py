"""Key hints: the texts for a walking player, and the drawing of any hint as key caps with words.

A hint is a text of pairs, at least three spaces apart: keys, two spaces, their effect. The side panel has hints of its own.
"""

import re

from ...time_control import SLOWER
from ..canvas import NOTE, SMALL

PLAYING = "W A S D  walk    V  from behind    P  stop time    H  keys    Esc  menu"
RACING = "R  begin again    V  from behind    P  stop time    H  keys    Esc  menu"
SLOWLY = "slow motion 1/{}    =  faster    -  slower    P  stop time"
FLYING = "W A S D Space Ctrl  fly    Shift  faster    G  walk from here"
FILM = "P  stop here    -  =  speed    Bksp  backwards    Q  forwards"
SHOWN, FADING = 8.0, 1.5  # [s] that a hint is shown in full, and fades. Shorter: it is not read; longer: it is in the way

CAP_GAP, PAIR_GAP = 5, 18  # [units] after a cap; between two pairs


def pairs_of(hint):
    """The pairs of a hint: [((name of a key, ...), its effect), ...]."""
    pairs = [pair.partition("  ") for pair in re.split(" {3,}", hint)]
    return [(tuple(keys.split(" ")), does) for keys, _, does in pairs]


def draw_hint(canvas, hint, x, y, style=NOTE):
    """Draw a hint as key caps with words. x, y: upper left corner of the caps [units]; style: TextStyle of the words"""
    for keys, does in pairs_of(hint):
        for key in keys:
            x += canvas.key_cap(key, x, y, SMALL) + CAP_GAP
        canvas.text(does, x, y + 1, style)
        x += canvas.text_width(does, style) + PAIR_GAP


def hint_width(canvas, hint):
    """Width of a drawn hint [units]."""
    pairs = pairs_of(hint)
    caps = sum(canvas.cap_width(key, SMALL) + CAP_GAP for keys, _ in pairs for key in keys)
    return caps + sum(canvas.text_width(does, NOTE) for _, does in pairs) + PAIR_GAP * (len(pairs) - 1)


def hint_of(session, flying, is_race=False):
    """The hint; "" while time stands. flying: True in noclip; is_race: True while the race is all that is shown"""
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
    """Opacity of a hint so many seconds after it appeared."""
    return min(max((SHOWN + FADING - seconds) / FADING, 0.0), 1.0)
