"""Rules: the switches of the known repairs, and the few numbers of the response; and both as compiled code reads them."""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import inf, pi, radians
from operator import attrgetter
from struct import Struct
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from ..core.argument_checks import FARTHEST, number
from ..core.elementary_functions import kept_cos
from ..core.jit import inlined

if TYPE_CHECKING:
    from ..core.vec3 import Vector
    from .ellipsoid_and_espace import Ellipsoid, Space


# Most iterations of a pass. Smaller: a runner at 30 ticks a second is slow in a valley of facets of 3 cm, which needs 10; larger:
# only costs memory, 2 kB for each.
MOST_ITERATIONS = 32


def is_size(value: object) -> bool:
    """True if `value` is a number from zero to FARTHEST."""
    try:
        return 0.0 <= number(value) <= FARTHEST
    except (TypeError, OverflowError):
        return False


@dataclass(frozen=True)
class Rules:
    """The switches and numbers of the collision response. Raises ValueError with the name of an invalid field.

    Each switch repairs one known fault of the paper's printed listing, or adds what it lacks. Only separate_gravity is in the
    listing itself. Numbers must be above 0 and at most FARTHEST, but `climb` may be 0. max_slope must be below pi / 2.

    exact_contact    touch found exactly; a body that already touches hits when it approaches (off: roots > 0)
    skin_from_plane  back off until the plane is one skin away (off: veryCloseDistance along the velocity)
    slide_in_world   slide at right angles in the world (off: in eSpace, too fast uphill and too slow down)
    keep_planes      keep all planes touched: one, then the crease of two, then stop (off: one, ping-pong in wedges)
    gravity_lands    on walkable ground gravity only advances to contact (off: creeps down every slope)
    steep_is_wall    the move pass takes a too steep face for a vertical wall (off: any slope can be climbed)
    class_by_face    ground is judged by the more upright of contact and face (off: a step's edge seems steep)
    two_sided        triangles stop from behind as well (off: back faces culled)
    separate_gravity  gravity has a pass of its own (off: the first way of the paper's section 4.3, one pass for velocity and
                     gravity together: slower uphill, slides down)
    turn_body        the ellipsoid turns with the heading
    climb_steps      the player steps up, steps down and stays on the floor (game.simulation)
    skin             distance kept to every plane [m]. Smaller: rounding lets bodies touch, and edges catch;
                     larger: seen as hovering
    very_close       the listing's veryCloseDistance [eSpace]. Smaller: gets stuck; larger: seen as a gap
    max_iterations   most iterations of a pass, 1 to MOST_ITERATIONS. Smaller: stops short in corners, and each facet of a finely
                     curved ground takes an iteration; larger: only costs time, and only where fewer do not end the pass
    max_slope        steepest ground that can be stood on [rad]; .0095 degrees more are allowed, because files round corners
    climb            highest edge above the feet [m] that the move pass slides up, with ground to stand on above it (the paper
                     promises this); 0: what the round bottom climbs by itself, rz (1 - cos e) with tan e = tan(max_slope) r / rz
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
    max_iterations: int = MOST_ITERATIONS
    max_slope: float = radians(50.0)
    climb: float = 0.40

    SWITCHES: ClassVar[tuple[str, ...]]  # names of the fields that are switches
    NAMES: ClassVar[tuple[str, ...]]  # of the authors' versions, for `named`

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(field.default, bool):
                if not isinstance(value, (bool, np.bool_)):
                    raise ValueError(f"rules: {field.name} is a switch, True or False, not {value!r}")
            elif not is_size(value) or (value == 0 and field.name != "climb"):
                raise ValueError(f"rules: {field.name} must be a number above zero, at most {FARTHEST:g}, not {value!r}")
        if not self.max_slope < pi / 2:
            raise ValueError(f"rules: max_slope must be less than a right angle [rad], not {self.max_slope!r}")
        if self.max_iterations != int(self.max_iterations) or self.max_iterations > MOST_ITERATIONS:
            most = f"a whole number up to {MOST_ITERATIONS}"
            raise ValueError(f"rules: max_iterations must be {most}, not {self.max_iterations!r}")

    @classmethod
    def modern(cls) -> Rules:
        """Return the rules with all repairs on, which are the default."""
        return cls()

    @classmethod
    def fauerby(cls) -> Rules:
        """Return the rules of the printed listing: recursion up to depth 5, culled back faces, no repair."""
        return cls(**cls.without_repairs(), max_iterations=6)

    @classmethod
    def thebigh(cls) -> Rules:
        """Return rules after the FreeBASIC forum's program. As printed it is in game/lab/forum_collision.py.

        Triangles are two-sided. The ellipsoid turns with the heading. veryCloseDistance is 1e-5. The rest is as in the paper.
        """
        switches = cls.without_repairs() | {"two_sided": True, "turn_body": True}
        return cls(**switches, very_close=1e-5, max_iterations=6)

    @classmethod
    def without_repairs(cls) -> dict[str, Any]:
        """Return the value that each switch has in the printed listing, by name."""
        return dict.fromkeys(cls.SWITCHES, False) | {"separate_gravity": True}

    @classmethod
    def named(cls, name: str) -> Rules:
        """Return the rules of a version by its name, one of NAMES. Raises ValueError that lists the names for any other."""
        if name not in cls.NAMES:
            raise ValueError(f"rules: {name!r} is not one of {', '.join(cls.NAMES)}")
        return getattr(cls, name)()


Rules.SWITCHES = tuple(field.name for field in fields(Rules) if isinstance(field.default, bool))
Rules.NAMES = ("modern", "fauerby", "thebigh")


class PassRules(NamedTuple):
    """The rules of a pass. Fields without a remark have the meaning that they have in Rules."""

    exact_contact: bool
    skin_from_plane: bool
    slide_in_world: bool
    keep_planes: bool
    gravity_lands: bool
    steep_is_wall: bool
    two_sided: bool
    separate_gravity: bool
    skin: float
    very_close: float
    walkable_cos: float  # cosine of max_slope, with the angle SLOPE_ROUNDING
    max_iterations: int
    floor_normal: Vector  # unit (3,), of the floor under the body
    # what decides if an edge is walkable ground: sweeps of a player's tick replace these three by their position, so that others
    # are above (player/passes_and_ground.py)
    class_by_face: bool
    climb: float
    faces_up_to: float  # greatest z [m] of a contact, relative to the body's centre at the tick's start, for class_by_face


COMPILED_SWITCHES = tuple(name for name in Rules.SWITCHES if name in PassRules._fields)  # that compiled code reads
NUMBERS = ("skin", "very_close", "walkable_cos", "climb")
VECTORS = [("space", "f8", 6), ("extents", "f8", 3), ("floor_normal", "f8", 3)]
# A body and its rules as compiled code is given them: an array of one row. floor_normal: of the floor that the body walks on.
FIELDS = [*((name, "f8") for name in NUMBERS), ("max_iterations", "i8"), *VECTORS, *((name, "?") for name in COMPILED_SWITCHES)]
BODY_AND_RULES = np.dtype((np.record, np.dtype(FIELDS)))  # with fields as attributes, for code that is compiled or interpreted
PACKED, READ_SWITCHES = Struct(f"={len(NUMBERS)}dq12d{len(COMPILED_SWITCHES)}?"), attrgetter(*COMPILED_SWITCHES)  # the same row
# Angle [rad] by which ground may be steeper than max_slope, because files round corners. 1 km from the origin float32 tilts
# triangles of 1 m by up to .004 degrees; four decimals tilt them by up to .007. Smaller: of a flat ramp at the limit, one half is
# ground and the other a wall; larger: ramps that are steeper on purpose, by .01 degrees, can be walked on.
SLOPE_ROUNDING = radians(0.0095)


@inlined
def pass_rules(settings: np.ndarray) -> PassRules:
    """Return the PassRules of an array of one row of BODY_AND_RULES. `faces_up_to` is inf: all contacts are below it."""
    row = settings[0]
    x, y, z = row.floor_normal
    return PassRules(
        bool(row.exact_contact),
        bool(row.skin_from_plane),
        bool(row.slide_in_world),
        bool(row.keep_planes),
        bool(row.gravity_lands),
        bool(row.steep_is_wall),
        bool(row.two_sided),
        bool(row.separate_gravity),
        float(row.skin),
        float(row.very_close),
        float(row.walkable_cos),
        int(row.max_iterations),
        (float(x), float(y), float(z)),
        bool(row.class_by_face),
        float(row.climb),
        inf,
    )


@inlined
def space_of(settings: np.ndarray) -> Space:
    """Return the change of basis to eSpace (ellipsoid_and_espace.py) in an array of BODY_AND_RULES, as a tuple of six numbers."""
    space = settings[0].space
    return float(space[0]), float(space[1]), float(space[2]), float(space[3]), float(space[4]), float(space[5])


def walkable_cosine(max_slope: float) -> float:
    """Return the least z of the unit normal of ground to stand on, with SLOPE_ROUNDING. max_slope: as in Rules [rad]"""
    return kept_cos(min(max_slope + SLOPE_ROUNDING, 0.5 * pi))


def settings_of(body: Ellipsoid, rules: Rules) -> np.ndarray:
    """Return an array of one row of BODY_AND_RULES for a body and its rules, with a level floor."""
    numbers = rules.skin, rules.very_close, walkable_cosine(rules.max_slope), rules.climb, int(rules.max_iterations)
    written = bytearray(PACKED.pack(*numbers, *body.space, *body.extents, 0.0, 0.0, 1.0, *READ_SWITCHES(rules)))
    return np.frombuffer(written, BODY_AND_RULES)  # numpy itself would take 10 us for the row
