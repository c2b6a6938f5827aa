"""PlayerParams: the player's sizes, speeds and limits, and the same as compiled code reads them."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from functools import lru_cache
from math import degrees, inf, radians, sqrt
from typing import Any

import numpy as np

from ..collision import Ellipsoid, Rules
from ..collision.rules import is_size
from ..core.argument_checks import FARTHEST
from ..core.elementary_functions import cos, tan
from ..core.input_errors import InputError
from ..core.vec3 import Vector, VectorLike
from .player_state import row_dtype

ANGLES = ("max_slope",)  # given in degrees on the command line and in files
# Presets of walking. exact: full speed at once, and every jump is a full one, for tests and teaching; smooth: with inertia.
# Celeste runs at 90 pixels a second and gains 1000 of them in a second: full speed in 6 ticks, as 50 m/s2 give here; its air
# control is .65. Source's Portal pulls with 600 units a second squared, which is 15.2 m/s2 for units of an inch; 1.5 times the
# Earth's gravity is 14.7. Quake's and Source's friction takes 4 times the speed in a second, which stops later than in 4 ticks.
FEELS: dict[str, dict[str, Any]] = {
    "exact": {"acceleration": inf, "friction": 0.0, "air_control": 1.0, "jump_release": 1.0, "fall_gravity": 1.0},
    "smooth": {"acceleration": 50.0, "friction": 30.0, "air_control": 0.4, "jump_release": 0.5, "fall_gravity": 1.5},
}


@dataclass(frozen=True)
class PlayerParams:
    """Sizes, speeds and limits of the player. Lengths are in metres. Impossible values raise InputError with their name.

    radii         half extents of the ellipsoid across, along and up
    eye_height    height of the camera above the feet
    speed         walking speed, at full length of the wish [m/s]
    run_speed     running speed [m/s]
    crouch_height  whole height of the crouched body
    crouch_speed  speed of walking crouched [m/s]
    crouch_time   duration of crouching down or standing up [s]
    acceleration  of walking [m/s2]; inf: the wished speed at once
    friction      additional deceleration when stopping on the floor [m/s2]
    air_control   part of the acceleration that acts in the air
    gravity       acceleration of falling [m/s2]
    jump_height   height of a full jump above its start, at any tick rate
    jump_release  part of the rising speed that is left when the jump key is released; 1: every jump is a full one
    fall_gravity  factor of gravity on a fall in the air; 1: it falls as fast as it has risen. Not in water, nor as long as
                  the player can still jump off the edge that it left
    terminal_speed  fastest fall [m/s]
    max_slope     steepest ground to stand on [rad]; .0095 degrees more are allowed (see Rules.max_slope)
    step_up       highest step that is climbed, and highest edge above the water that a swimmer climbs out over; 0: what the round
                  bottom climbs by itself (see Rules.climb), 10 cm by default
    step_down     deepest drop that is followed without falling; 0: none
    skin          distance kept to all planes (see Rules.skin)
    coyote_time   time after leaving the floor in which a jump still works [s]
    jump_buffer   time before landing in which a jump may be pressed [s]
    keep_horizontal_speed  True: the full speed on slopes is the horizontal one; False: it is the speed along the slope
    """

    radii: Vector = (0.4, 0.4, 0.9)
    eye_height: float = 1.62
    speed: float = 5.0
    run_speed: float = 8.0
    crouch_height: float = 1.2
    crouch_speed: float = 2.5
    crouch_time: float = 0.15
    acceleration: float = inf
    friction: float = 0.0
    air_control: float = 1.0
    gravity: float = 9.81
    jump_height: float = 1.0
    jump_release: float = 1.0
    fall_gravity: float = 1.0
    terminal_speed: float = 60.0
    max_slope: float = radians(50.0)
    step_up: float = 0.40
    step_down: float = 0.50
    skin: float = 1e-4
    coyote_time: float = 0.10
    jump_buffer: float = 0.15
    keep_horizontal_speed: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "radii", checked_radii(self.radii))
        for field in fields(self):
            check_kind(field.name, getattr(self, field.name), field.type)
        self._check_limits()

    def _check_limits(self) -> None:
        if not 0 < self.max_slope < radians(90.0):
            raise InputError(f"max_slope must be between 0 and 90 degrees, not {degrees(self.max_slope):g}")
        if self.skin <= 0 or self.skin > 0.25 * min(self.radii):
            raise InputError(f"skin must be above 0 and at most a quarter of the least radius [m], not {self.skin!r}")
        if self.acceleration == 0 or self.terminal_speed == 0 or self.fall_gravity == 0:
            raise InputError("acceleration, terminal_speed and fall_gravity must be above 0")
        if self.crouch_height < 8.0 * self.skin:
            raise InputError(f"crouch_height must be at least eight skins [m], not {self.crouch_height!r}")
        for name in ("air_control", "jump_release"):
            if getattr(self, name) > 1:
                raise InputError(f"{name} must be a number from 0 to 1, not {getattr(self, name)!r}")

    @property
    def jump_speed(self) -> float:
        return sqrt(2.0 * self.gravity * self.jump_height)

    @property
    def feet(self) -> float:
        """The distance of the feet below the centre [m]."""
        return self.radii[2]

    def at(self, crouched: float) -> "PlayerParams":
        """Return the parameters of this player while crouched: lower body and eyes, and lower speeds.

        crouched: 0 standing to 1 fully crouched
        """
        return self if crouched == 0.0 else lowered(self, crouched)

    @property
    def feel(self) -> str:
        """The name of the FEELS preset that these parameters equal, or "own" if they equal none."""
        return next((name for name, values in FEELS.items() if self.with_feel(name) == self), "own")

    def with_feel(self, name: str) -> "PlayerParams":
        """Return these parameters with the values of a preset of FEELS, "exact" or "smooth". Raises KeyError for other names."""
        return replace(self, **FEELS[name])

    def on(self, rules: Rules) -> Rules:
        """Return a copy of the rules with this player's skin, slope limit and step height (Rules.climb)."""
        return replace(rules, skin=self.skin, max_slope=self.max_slope, climb=self.step_up)

    @classmethod
    def from_settings(cls, settings: Mapping[str, str], feel: str = "exact") -> "PlayerParams":
        """Return PlayerParams from texts such as {"speed": "5", "radii": "0.4,0.4,0.9"}, with angles in degrees.

        feel: a name in FEELS
        Raises InputError for an unknown name or feel, or for a value that is not valid.
        """
        if feel not in FEELS:
            raise InputError(f"feel {feel!r} does not exist; choose one of {', '.join(FEELS)}")
        known = {field.name: field for field in fields(cls)}
        values = dict(FEELS[feel])
        for name, text in settings.items():
            if name not in known:
                near = get_close_matches(name, known, 1)
                hint = f"; did you mean {near[0]}?" if near else f"; there are {', '.join(known)}"
                raise InputError(f"player parameter {name!r} does not exist{hint}")
            values[name] = read_value(name, text, known[name].default)
        return cls(**values)


@lru_cache(maxsize=256)
def lowered(params: PlayerParams, crouched: float) -> PlayerParams:
    """Return the cached result of `params.at(crouched)` for a player that is not standing. crouched: above 0, up to 1"""
    across, along, up = params.radii
    low = min(0.5 * params.crouch_height, up)
    half = up + (low - up) * crouched
    return replace(
        params,
        radii=(across, along, half),
        eye_height=params.eye_height * half / up,
        speed=params.speed + (params.crouch_speed - params.speed) * crouched,
        run_speed=params.run_speed + (params.crouch_speed - params.run_speed) * crouched,
    )


def checked_radii(radii: VectorLike) -> Vector:
    """Return the radii (3,) [m] as a tuple of floats, as Ellipsoid stores them. Raises InputError if they are not valid."""
    try:
        return Ellipsoid(radii).radii
    except ValueError as problem:
        raise InputError(str(problem)) from None


def check_kind(name: str, value: object, kind: object) -> None:
    """Raise InputError if a value is not of the type `kind`: a bool, or a float from 0 to FARTHEST. Acceleration may be inf."""
    if kind is bool and not isinstance(value, bool):
        raise InputError(f"{name} must be True or False, not {value!r}")
    if kind is float and not is_size(value) and not (name == "acceleration" and value == inf):
        raise InputError(f"{name} must be a number from 0 to {FARTHEST:g}, not {value!r}")


def read_value(name: str, text: str, default: object) -> float | bool | tuple[float, ...]:
    """Return the value in the text of a parameter, with angles converted from degrees to radians.

    default: the parameter's default, whose type the value gets
    Raises InputError that contains `name`, if the text is not a value of this type.
    """
    try:
        if isinstance(default, tuple):
            return tuple(float(part) for part in text.split(","))
        if isinstance(default, bool):
            return {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}[text.lower()]
        return radians(float(text)) if name in ANGLES else float(text)
    except (ValueError, KeyError):
        raise InputError(f"player parameter {name}: {text!r} is not a value for it (default {default})") from None


# As compiled code reads them

ParamsRow = Any  # a row of PARAMS, with the fields as attributes
# The parameters: fields of PlayerParams with the same names, and what follows from them. dt: length of a tick [s]; feet, speed,
# run_speed: of the player as far as it is crouched.
PARAMS = row_dtype(
    ("radii", "f8", 3),
    ("dt feet speed run_speed crouch_time crouch_speed crouched_feet standing_feet standing_speed standing_run_speed", "f8"),
    ("acceleration friction air_control gravity terminal_speed step_up step_down", "f8"),
    ("jump_speed jump_release fall_gravity coyote_time jump_buffer tread_depth tread_rise steepest", "f8"),
    ("keep_horizontal_speed climb_steps turns exact_contact", "?"),
)
# Rows of a table of PARAMS: of a standing player, and of the player as far as it is crouched.
STANDING, CURRENT = range(2)
# Least depth of a tread [of the body's half width]. Smaller: a wall of narrow ledges is climbed like a ladder; larger: steep real
# stairs are refused.
TREAD = 0.5


@lru_cache(maxsize=16)
def params_row(params: PlayerParams, rules: Rules, hz: int) -> np.ndarray:
    """Return an array of one row of PARAMS for a standing player with these PlayerParams and Rules. hz: ticks per second

    The array is cached, so callers must not change it.
    """
    row = np.zeros(1, PARAMS)
    depth = TREAD * min(params.radii[:2])
    values = {name: getattr(params, name) for name in PARAMS.names or () if hasattr(params, name)} | {
        "dt": 1.0 / hz,
        "crouched_feet": min(0.5 * params.crouch_height, params.feet),
        "standing_feet": params.feet,
        "standing_speed": params.speed,
        "standing_run_speed": params.run_speed,
        "tread_depth": depth,
        "tread_rise": depth * tan(params.max_slope),
        "steepest": 1.0 / cos(params.max_slope) if params.keep_horizontal_speed else 1.0,
        "climb_steps": rules.climb_steps,
        "turns": rules.turn_body and params.radii[0] != params.radii[1],
        "exact_contact": rules.exact_contact,
    }
    for name, value in values.items():
        row[name] = value
    return row
