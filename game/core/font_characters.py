"""The characters of a font. A text with others is shown with a mark in their place, and a level says so."""

import struct
import unicodedata
from functools import cache
from pathlib import Path

FONTS = Path(__file__).parents[2] / "assets" / "fonts"
SIGN_FONT, TEXT_FONT = "JetBrainsMono-Bold.ttf", "SourceSans3-Regular.ttf"  # of signs; of panels
MARK = "□"  # drawn for a character that the font lacks. Each of these fonts has it
INVISIBLE = "Cf", "Mn", "Me"  # categories of characters that change the one before, such as the colour of an emoji


@cache
def characters(font: str) -> frozenset[str]:
    """Return all characters of a font in FONTS, from its table `cmap` in format 12 (OpenType 1.9, "cmap")."""
    data = (FONTS / font).read_bytes()
    (count,) = struct.unpack_from(">H", data, 4)
    tables = {data[at : at + 4]: struct.unpack_from(">I", data, at + 8)[0] for at in range(12, 12 + 16 * count, 16)}
    start = tables[b"cmap"]
    (count,) = struct.unpack_from(">H", data, start + 2)
    parts = [start + struct.unpack_from(">I", data, start + 8 + 8 * number)[0] for number in range(count)]
    part = next(at for at in parts if struct.unpack_from(">H", data, at) == (12,))
    (groups,) = struct.unpack_from(">I", data, part + 12)
    ranges = [struct.unpack_from(">II", data, part + 16 + 12 * number) for number in range(groups)]
    return frozenset(chr(code) for first, last in ranges for code in range(first, last + 1))


def missing(text: str, font: str) -> str:
    """Return the characters of a text that the font lacks, each once, without spaces and control characters."""
    if text.isascii():
        return ""
    lacking = dict.fromkeys(one for one in text if one not in characters(font))
    return "".join(one for one in lacking if not one.isspace() and unicodedata.category(one) != "Cc")


def shown_in(text: str, font: str) -> str:
    """Return the text with a MARK for each character that the font lacks. One that changes the character before is left out."""
    lacking = missing(text, font)
    marks = {ord(one): "" if unicodedata.category(one) in INVISIBLE else MARK for one in lacking}
    return text.translate(marks) if lacking else text
