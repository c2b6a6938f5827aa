"""The player's settings, kept between runs in the user's folder of settings. A damaged file counts as none."""

import json
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path

from game.collision.engine.user_dirs import user_folder
from game.files import keep
from game.overlay import Switches

from .quality import AUTOMATIC, FRAME_RATES, MEDIUM, NAMES

NAME = "settings.json"
BEFORE = Path("out") / NAME  # where earlier versions kept them: read until there are others, never written
SENSITIVITY = (0.2, 4.0)
FIELD_OF_VIEW = (60, 120)  # [degrees], horizontal
VOLUME = (0, 100)  # [percent]
TEXT_SIZES = (100, 125, 150, 200)  # [percent]


@dataclass
class Settings:
    sensitivity: float = 1.0
    field_of_view: int = 85  # horizontal [degrees]
    fullscreen: bool = False
    invert_mouse: bool = False
    third_person: bool = False
    hud: bool = True
    sounds: bool = True
    volume: int = 100  # [percent]
    text_size: int = 100  # [percent]
    quality: str = AUTOMATIC
    found_quality: str = MEDIUM.name  # that automatic quality found last, to begin with
    frame_rate: int = 0  # most frames a second; 0: as the screen
    overlays: Switches = field(default_factory=Switches)

    def save(self, path=None):
        """Write them down; a disk that cannot be written to is no reason to stop playing. path: None: the user's"""
        keep(path or own_path(), json.dumps(asdict(self), indent=1))

    @classmethod
    def load(cls, path=None):
        """The settings kept, or fresh ones. path: None: the user's"""
        path = path or own_path()
        try:
            path = path if path and path.exists() else BEFORE
            kept = json.loads(path.read_text(encoding="utf-8"))
            settings = cls(**{**kept, "overlays": Switches(**kept["overlays"])})
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            return cls()
        return settings if settings.sound() else cls()

    def sound(self):
        """True if all values have valid types and are in their ranges."""
        switches = [f.name for f in fields(self) if isinstance(getattr(Settings(), f.name), bool)]
        return (
            all(isinstance(getattr(self, name), bool) for name in switches)
            and between(self.sensitivity, SENSITIVITY)
            and between(self.field_of_view, FIELD_OF_VIEW)
            and between(self.volume, VOLUME)
            and self.text_size in TEXT_SIZES
            and self.quality in NAMES
            and self.found_quality in NAMES[1:]
            and self.frame_rate in FRAME_RATES
            and all(isinstance(getattr(self.overlays, name), bool) for name in Switches.names())
        )


def own_path():
    """Path of the file with the user's settings; None for a user without a home."""
    folder = user_folder("settings")
    return folder and folder / NAME


def between(value, limits):
    return isinstance(value, (int, float)) and limits[0] <= value <= limits[1]
