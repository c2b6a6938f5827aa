"""A case: one run of a level that is compared with what is on record, and the moments of it that are worth a picture."""

from dataclasses import dataclass

Vector = tuple[float, float, float]

OFF, RUN, COMPARE = MODES = ("off", "run", "compare")  # not walked; walked only; walked and compared with what is on record
FIRST, THIRD, FREE = CAMERAS = ("first", "third", "free")  # the player's eyes; from behind; from `eye` to `target`


@dataclass(frozen=True)
class Shot:
    """A named moment: the picture after `tick`, and what to look for in it. overlays: names, None: the usual ones."""

    tick: int
    look: str
    camera: str = THIRD
    eye: Vector | None = None  # [m], of a free camera
    target: Vector | None = None  # [m]
    overlays: tuple[str, ...] | None = None

    @property
    def name(self) -> str:
        return f"{self.tick}-{self.camera}"


@dataclass(frozen=True)
class Case:
    """One run of a level."""

    name: str
    about: str = ""
    mode: str = COMPARE
    script: str = ""  # "": the level's tour
    hz: int = 60
    rules: str = "modern"
    settings: tuple[tuple[str, str], ...] = ()  # of the player, as on the command line: ("speed", "8")
    feet: Vector | None = None  # [m] where it begins; None: at the level's spawn
    heading: float | None = None  # [degrees]
    shots: tuple[Shot, ...] = ()
