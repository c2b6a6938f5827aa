"""A regression case: one run of a level that is compared with its golden record, and the ticks that get a picture."""

from dataclasses import dataclass

from game.collision.engine.vec3 import Vector

OFF, RUN, COMPARE = MODES = ("off", "run", "compare")  # not run; run only; run and compared with the golden record
FIRST, THIRD, FREE = CAMERAS = ("first", "third", "free")  # the player's eyes; from behind; from `eye` to `target`


@dataclass(frozen=True)
class Shot:
    """A picture of a regression run, taken after the tick with the number `tick`.

    look: text about what the reader should see in the picture
    overlays: names of the overlays in the picture, or None for the default overlays
    """

    tick: int
    look: str
    camera: str = THIRD
    eye: Vector | None = None  # [m], of a free camera
    target: Vector | None = None  # [m]
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
    hz: int = 60
    rules: str = "modern"
    settings: tuple[tuple[str, str], ...] = ()  # player parameters as on the command line: ("speed", "8")
    feet: Vector | None = None  # start [m]; None: the level's spawn
    heading: float | None = None  # [degrees]
    shots: tuple[Shot, ...] = ()
