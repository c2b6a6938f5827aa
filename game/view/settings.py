"""The user's settings, stored in a file of the user's folder for settings. A damaged file is ignored."""

import json
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path

from game.collision.engine.user_dirs import user_folder
from game.files import keep
from game.overlay import Switches

NAME = "settings.json"
BEFORE = Path("out") / NAME  # file of earlier versions: read if there is no other, never written
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
    overlays: Switches = field(default_factory=Switches)

    def save(self, path=None):
        """Write the settings to a file. An error is ignored: the game goes on. path: None: the user's file"""
        keep(path or own_path(), json.dumps(asdict(self), indent=1))

    @classmethod
    def load(cls, path=None):
        """The stored settings, or the default ones. path: None: the user's file"""
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
            and all(isinstance(getattr(self.overlays, name), bool) for name in Switches.names())
        )


def own_path():
    """Path of the file with the user's settings; None for a user without a home."""
    folder = user_folder("settings")
    return folder and folder / NAME


def between(value, limits):
    return isinstance(value, (int, float)) and limits[0] <= value <= limits[1]
