"""Rules: which of the known repairs are switched on, and the few numbers of the response."""

from dataclasses import dataclass, fields
from functools import cached_property
from math import cos, inf, pi, radians

import numpy as np

from .mesh.validation import FARTHEST, number

# Places of the switches and numbers in the array that the compiled code reads.
EXACT_CONTACT, SKIN_FROM_PLANE, SLIDE_IN_WORLD, KEEP_PLANES, GRAVITY_LANDS, STEEP_IS_WALL, CLASS_BY_FACE, TWO_SIDED = range(8)
SEPARATE_GRAVITY, SKIN, VERY_CLOSE, MAX_ITERATIONS, WALKABLE_COS, CLIMB = range(8, 14)
# Behind them the body: its change of basis and its half extents (espace.py); the normal of the floor it walks on; up to which
# height edges are judged by the face above them; and how far aside, down and up the body may get among what was gathered, and
# whether it got farther (simulation/tick).
SPACE, EXTENTS, FLOOR_NORMAL, FACES_UP_TO, REACH, IS_BEYOND = 14, 20, 23, 26, 27, 30


def is_size(value):
    """True if this is a number from zero to FARTHEST."""
    try:
        return 0.0 <= number(value) <= FARTHEST
    except (TypeError, OverflowError):
        return False


@dataclass(frozen=True)
class Rules:
    """Switches and numbers. Each switch is the repair of one known fault of the printed listing, which has none of them; but
    separate_gravity is the listing's own.

    exact_contact    touch found exactly; a body that already touches hits when it approaches (off: roots > 0)
    skin_from_plane  back off until the plane is one skin away (off: veryCloseDistance along the velocity)
    slide_in_world   slide at right angles in the world (off: in eSpace, too fast uphill and too slow down)
    keep_planes      keep all planes touched: one, then the crease of two, then stop (off: one, ping-pong in wedges)
    gravity_lands    on walkable ground gravity only advances to contact (off: creeps down every slope)
    steep_is_wall    the move pass takes a too steep face for a vertical wall (off: any slope can be climbed)
    class_by_face    ground is judged by the more upright of contact and face (off: a step's edge seems steep)
    two_sided        triangles stop from behind as well (off: back faces culled)
    separate_gravity  gravity has a pass of its own (off: section 4.3's first way, one pass for velocity and gravity together:
                     slower uphill, slides down)
    turn_body        the ellipsoid turns with the heading
    climb_steps      the player steps up, steps down and stays on the floor (game.simulation)
    skin             distance kept to every plane [m]. Smaller: rounding lets bodies touch, and edges catch;
                     larger: seen as hovering
    very_close       the listing's veryCloseDistance [eSpace]. Smaller: gets stuck; larger: seen as a gap
    max_iterations   slides a pass. Smaller: stops short in corners; larger: only costs time
    max_slope        steepest ground that can be stood on [rad], inclusive
    climb            highest edge above the feet [m] that the move pass slides up over, as the paper promises, if there is ground
                     to stand on above it; 0: none
    Raises ValueError by name.
    """

    exact_contact: bool = True
    skin_from_plane: bool = True
    slide_in_world: bool = True
    keep_planes: bool = True
    gravity_lands: bool = True
    steep_is_wall: bool = True
    class_by_face: bool = True
    two_sided: bool = True
    separate_gravity: bool = True
    turn_body: bool = True
    climb_steps: bool = True
    skin: float = 1e-4
    very_close: float = 0.005
    max_iterations: int = 8
    max_slope: float = radians(50.0)
    climb: float = 0.40

    def __post_init__(self):
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(field.default, bool):
                if not isinstance(value, (bool, np.bool_)):
                    raise ValueError(f"rules: {field.name} is a switch, True or False, not {value!r}")
            elif not is_size(value) or (value == 0 and field.name != "climb"):
                raise ValueError(f"rules: {field.name} must be a number above zero, at most {FARTHEST:g}, not {value!r}")
        if not self.max_slope < pi / 2:
            raise ValueError(f"rules: max_slope must be less than a right angle [rad], not {self.max_slope!r}")
        if self.max_iterations != int(self.max_iterations) or self.max_iterations > 32:
            raise ValueError(f"rules: max_iterations must be a whole number up to 32, not {self.max_iterations!r}")

    @classmethod
    def modern(cls):
        """All repairs on: the default."""
        return cls()

    @classmethod
    def fauerby(cls):
        """The listing as printed: recursion up to depth 5, culled triangles, no repair."""
        return cls(**cls.without_repairs(), max_iterations=6)

    @classmethod
    def thebigh(cls):
        """The FreeBASIC forum version: two-sided triangles and a turned ellipsoid, else as printed."""
        switches = cls.without_repairs() | {"two_sided": True, "turn_body": True}
        return cls(**switches, very_close=1e-5, max_iterations=6)

    @classmethod
    def without_repairs(cls):
        """{switch: as the listing has it}"""
        return dict.fromkeys(cls.SWITCHES, False) | {"separate_gravity": True}

    @classmethod
    def named(cls, name):
        """Rules by the name of their author's version. Raises ValueError that lists the names."""
        if name not in cls.NAMES:
            raise ValueError(f"rules: {name!r} is not one of {', '.join(cls.NAMES)}")
        return getattr(cls, name)()

    @cached_property
    def numbers(self):
        """The array for the compiled code: see the places at the top of this file."""
        switches = [float(getattr(self, name)) for name in self.SWITCHES[:SKIN]]
        # One ten-millionth of the cosine makes the limit inclusive in spite of rounding.
        walkable = cos(self.max_slope) - 1e-7
        return np.array([*switches, self.skin, self.very_close, float(self.max_iterations), walkable, self.climb])


def body_and_rules(body, rules):
    """One array with all that the compiled code has to know of a body and its rules. At first the floor is level."""
    return np.concatenate((rules.numbers, body.space, body.extents, (0.0, 0.0, 1.0, inf), (inf, inf, inf, 0.0)))


Rules.SWITCHES = tuple(field.name for field in fields(Rules) if isinstance(field.default, bool))
Rules.NAMES = ("modern", "fauerby", "thebigh")
