"""Key hints: a text drawn as key caps with words.

A hint is a text of pairs with at least three spaces between them. A pair is one or more keys, two spaces and their effect. It
may also be words without a key. "{pause}" is the key of the action pause, as the user chose it (input/bindings.py).
"""

import re

from .theme import NOTE, SMALL

CAP_GAP, PAIR_GAP = 5, 18  # [units] after a cap; between two pairs


def pairs_of(hint):
    """Split a hint into pairs [((name of a key, ...), effect), ...]."""
    pairs = [pair.rpartition("  ") for pair in re.split(" {3,}", hint)]
    return [(tuple(filter(None, keys.split(" "))), does) for keys, _, does in pairs]


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
    """Return the width [units] of a hint that is drawn with words in the style NOTE."""
    pairs = pairs_of(hint)
    caps = sum(canvas.cap_width(key, SMALL) + CAP_GAP for keys, _ in pairs for key in keys)
    return caps + sum(canvas.text_width(does, NOTE) for _, does in pairs) + PAIR_GAP * (len(pairs) - 1)
