"""A regression case: one run of a level, which is compared with a golden record, and the ticks of which pictures are taken."""

from dataclasses import dataclass

from ..core.vec3 import Vector

OFF, RUN, COMPARE = MODES = ("off", "run", "compare")  # not run; run only; run and compared with the golden record
FIRST, THIRD, FREE = CAMERAS = ("first", "third", "free")  # the player's eyes; from behind; from `eye` to `target`


@dataclass(frozen=True)
class Shot:
    """A picture of a regression run, taken after the tick with the number `tick`.

    look: text about what the reader should see in the picture
    camera: "first", "third" or "free"
    eye, target: position of a free camera and the point that it looks at, both (3,) [m]; None for other cameras
    overlays: names of the overlays in the picture, or None for the default overlays
    """

    tick: int
    look: str
    camera: str = THIRD
    eye: Vector | None = None
    target: Vector | None = None
    overlays: tuple[str, ...] | None = None

    @property
    def name(self) -> str:
        """The name of the picture's file, such as "120-third"."""
        return f"{self.tick}-{self.camera}"


@dataclass(frozen=True)
class Case:
    """A run of a level by a script, with player parameters, a start position and pictures."""

    name: str
    about: str = ""
    mode: str = COMPARE
    script: str = ""  # "": the level's tour
    hz: int = 60  # ticks per second
    rules: str = "modern"
    settings: tuple[tuple[str, str], ...] = ()  # player parameters as on the command line: ("speed", "8")
    feet: Vector | None = None  # start (3,) [m]; None: the level's spawn
    heading: float | None = None  # at the start [degrees]; None: that of the level's spawn
    shots: tuple[Shot, ...] = ()
