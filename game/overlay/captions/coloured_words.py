"""The colours of terms in a text: "contact point", for example, has the colour of contact points in the picture."""

import re

from .. import palette

# Longer names come first, so that "new displacement" is not found as "displacement".
NAMES = (
    (r"new displacements?", palette.VELOCITY_AFTER),
    (r"displacements?", palette.VELOCITY_BEFORE),
    (r"sliding planes?", palette.MOVE_COLOUR),
    (r"contact points?|contacts?", palette.CONTACT),
    (r"(?<!of )normals?(?! gravity)", palette.NORMAL),  # not "three times of normal", "normal gravity"
)
PATTERN = re.compile("|".join(f"(?P<n{number}>\\b(?:{name})\\b)" for number, (name, _) in enumerate(NAMES)), re.IGNORECASE)


def coloured_words(text, plane=None):
    """Split a text at its coloured terms. Return [(text, colour (3,) or None), ...], the pieces of the text in order.

    plane: colour (3,) of the term "sliding plane", or None for the colour of the move pass
    """
    pieces, end = [], 0
    for found in PATTERN.finditer(text):
        pieces.append((text[end : found.start()], None))
        colour = NAMES[int(found.lastgroup[1:])][1]
        pieces.append((found.group(), plane if plane and colour == palette.MOVE_COLOUR else colour))
        end = found.end()
    return [piece for piece in [*pieces, (text[end:], None)] if piece[0]]
