"""The palette: the meaning of each colour in drawings, legends and words. Colours are (red, green, blue), each 0..1.

The components stay between 0.04 and 0.97, because the software renderer leaves stray white pixels in colours that are nearly 0.
Colours of one kind also differ in brightness, for people with any colour vision deficiency.
"""

import re

from ..collision import Feature, Outcome, Pass
from ..core.shapes import Colour, Rgba
from ..core.vec3 import VectorLike

BODY = (0.93, 0.95, 0.97)  # the rings around the body, and its centre
VISOR = (0.13, 0.16, 0.21)  # on the body, straight ahead
VISOR_HEIGHTS = (0.40, 0.66)  # lower and upper edge, as fractions of the vertical radius
VISOR_HALF_WIDTH = 0.8  # [rad] to each side of straight ahead
# The player and its twins: different in hue for every kind of colour vision, and in brightness.
PLAYER, TWINS = (0.95, 0.56, 0.22), ((0.22, 0.58, 0.92), (0.95, 0.88, 0.28))
TWIN_NAMES = "blue twin", "yellow twin"
GOLDEN = (0.99, 0.78, 0.22)  # marks to find

# Contact points and normals have the same colour in the scene, in panels and in lessons.
CONTACT = (0.97, 0.84, 0.16)
NORMAL = (0.10, 0.58, 0.30)

FEATURES = {  # of the expanded triangles, and of the part of a triangle that was touched
    Feature.FACE: (0.28, 0.88, 0.64),
    Feature.EDGE: (0.97, 0.84, 0.16),
    Feature.CORNER: (0.32, 0.14, 0.05),
}

MOVE_COLOUR = (0.26, 0.76, 0.97)
STEP_COLOUR = (0.86, 0.96, 0.74)
GRAVITY_COLOUR = (0.58, 0.14, 0.82)
GROUND_COLOUR = (0.38, 0.42, 0.46)

PASSES = {
    Pass.MOVE: MOVE_COLOUR,
    Pass.STEP_UP: STEP_COLOUR,
    Pass.STEP_FORWARD: STEP_COLOUR,
    Pass.STEP_DOWN: STEP_COLOUR,
    Pass.GRAVITY: GRAVITY_COLOUR,
    Pass.GROUND: GROUND_COLOUR,
}

OUTCOMES = {
    Outcome.UNREACHED: (0.55, 0.58, 0.55),
    Outcome.BACK_FACING: (0.16, 0.22, 0.45),
    Outcome.INTERVAL_OUTSIDE: (0.28, 0.66, 0.92),
    Outcome.STAYS_AWAY: (0.84, 0.94, 0.97),
    Outcome.FULL_TEST: (0.95, 0.66, 0.48),  # a pale HIT; not the yellow of contacts
    Outcome.HIT: (0.86, 0.14, 0.08),
}

VELOCITY_BEFORE = (0.28, 0.40, 0.95)  # also the displacement of an iteration
VELOCITY_AFTER = (0.84, 0.12, 0.66)  # also the new displacement; not orange, which is the body
UNDONE = (0.62, 0.60, 0.56)  # the part of a displacement that a contact prevented
FIRST_TOUCH = (0.84, 0.76, 0.97)  # t0: the sphere begins to touch the plane
LAST_TOUCH = (0.50, 0.42, 0.66)  # t1: the sphere touches the plane for the last time
DESTINATION = (0.80, 0.82, 0.85)
PICKED = (0.97, 0.97, 0.97)

# Relative luminance of text. Smaller: gravity and corners are hard to read on dark panels; larger: their colours become alike.
LEAST_LUMINANCE = 0.25
LIFTS = tuple(step / 50 for step in range(51))  # shares of white to choose from


def text_colour(colour: Colour) -> Rgba:
    """Return a colour of the palette as a text colour of opacity 1, lighter if it is too dark for panels."""
    lift = next(lift for lift in LIFTS if luminance(mixed_with_white(colour, lift)) >= LEAST_LUMINANCE)
    return (*mixed_with_white(colour, lift), 1.0)


def luminance(colour: Colour) -> float:
    return sum(share * part**2.2 for share, part in zip((0.2126, 0.7152, 0.0722), colour))


def mixed_with_white(colour: Colour, share: float) -> Colour:
    red, green, blue = (part + (1.0 - part) * share for part in colour)
    return red, green, blue


def hex_of(colour: VectorLike) -> str:
    return "#" + "".join(f"{round(255 * part):02x}" for part in colour)


# Longer names come first, so that "new displacement" is not found as "displacement".
TERMS = (
    (r"new displacements?", VELOCITY_AFTER),
    (r"displacements?", VELOCITY_BEFORE),
    (r"sliding planes?", MOVE_COLOUR),
    (r"contact points?|contacts?", CONTACT),
    (r"(?<!of )normals?(?! gravity)", NORMAL),  # not "three times of normal", "normal gravity"
)
COLOURED = re.compile("|".join(rf"(\b(?:{name})\b)" for name, _ in TERMS), re.IGNORECASE)


def coloured_words(text: str, plane: Colour | None = None) -> list[tuple[str, Colour | None]]:
    """Split a text into pieces with their colours, None for words that are no terms. `plane`: of "sliding plane", if drawn"""
    pieces: list[tuple[str, Colour | None]] = []
    end = 0
    for found in COLOURED.finditer(text):
        pieces.append((text[end : found.start()], None))
        colour = TERMS[(found.lastindex or 1) - 1][1]
        pieces.append((found.group(), plane if plane and colour == MOVE_COLOUR else colour))
        end = found.end()
    return [piece for piece in [*pieces, (text[end:], None)] if piece[0]]
