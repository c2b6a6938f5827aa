"""The desk of an exhibit: its controls lie on the slanted top."""

from ...core.value_rules import Length
from ..contents.exhibit_place import DESK_DEPTH, DESK_HIGH, DESK_LOW
from ..contents.shape import Shape, from_faces, loft
from .registry import part


@part("desk", top="slate", side="wood")
def desk(width: Length = 2.0) -> Shape:
    """Build a desk with a slanted top, as exhibits have. `at` is the centre of the desk's bottom. A visitor at the desk looks
    along +y, towards the higher edge of the top.
    """
    half, deep = width / 2.0, DESK_DEPTH / 2.0
    outline = ((-half, -deep), (half, -deep), (half, deep), (-half, deep))
    lower = [(x, y, 0.0) for x, y in outline]
    upper = [(x, y, DESK_LOW if y < 0.0 else DESK_HIGH) for x, y in outline]
    return from_faces(loft(lower, upper, "side", "top", "side"))
