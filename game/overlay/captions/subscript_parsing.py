"""Subscripts in plain text: "n_z" is n with the subscript z, as in the formula beside the text."""

import re

# One letter, an underscore, one or two letters or digits. Names of functions, such as step_up, have more letters before it.
PATTERN = re.compile(r"\b([A-Za-zΔ])_([a-z0-9]{1,2})\b")


def split_subscripts(text):
    """Split a text at its subscripts. Return [(text, True for a subscript), ...] in order, without the underscores."""
    pieces, end = [], 0
    for found in PATTERN.finditer(text):
        pieces += [(text[end : found.end(1)], False), (found[2], True)]
        end = found.end()
    return [piece for piece in [*pieces, (text[end:], False)] if piece[0]] or [(text, False)]
