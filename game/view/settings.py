"""The user's settings, stored between runs in the user's settings folder. A damaged file is ignored.

Only changed settings are written, so that two running copies of the game do not overwrite each other's changes.
"""

import json
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path

from ..core.safe_files import decoded, keep
from ..core.user_folders import user_folder
from ..explain.tick_overlay import Switches
from .adaptive_quality import AUTOMATIC, FRAME_RATES, MEDIUM, NAMES

NAME = "settings.json"
BEFORE = Path("out") / NAME  # file of earlier versions: read if there is no other, never written
SENSITIVITY = (0.2, 4.0)
FIELD_OF_VIEW = (60, 120)  # [degrees], horizontal
VOLUME = (0, 100)  # [percent]
TEXT_SIZES = (100, 125, 150)  # [percent]
DEAD_ZONE = (5, 40)  # [percent] of a stick's range around its middle without effect
PASSING = ("third_person",)  # not stored, so that the next start is in first person


@dataclass
class Settings:
    """The user's settings. `load` reads them at the start, and `save` writes those that have changed."""

    sensitivity: float = 1.0
    field_of_view: int = 85  # horizontal [degrees]
    fullscreen: bool = False
    invert_mouse: bool = False
    third_person: bool = False
    hud: bool = False
    sounds: bool = True
    volume: int = 100  # [percent]
    event_volume: int = 100  # [percent] of steps, jumps, bells
    ambient_volume: int = 100  # [percent] of water, wind, movers
    captions: bool = False
    text_size: int = 100  # [percent]
    quality: str = AUTOMATIC
    found_quality: str = MEDIUM.name  # that automatic quality found last, to begin with
    frame_rate: int = 0  # most frames a second; 0: as the screen
    dead_zone: int = 15  # [percent]
    keys: dict = field(default_factory=dict)  # {action: [Panda3D's names of its keys]} where they are not the usual ones
    overlays: Switches = field(default_factory=Switches)

    def __post_init__(self):
        self._kept = {}  # content of the file when this process last read or wrote it

    def changed(self, **fields):
        """Return a copy with some fields changed.

        Both share their knowledge of the file, so values that the copy has saved are not saved again by the original.
        """
        copy = replace(self, **fields)
        copy._kept = self._kept
        return copy

    def to_keep(self):
        """Return the settings that the file stores, as a dict of values for JSON. Those in PASSING are left out."""
        return {name: value for name, value in asdict(self).items() if name not in PASSING}

    def save(self, path=None):
        """Write the settings that have changed since the last `load` or `save`. Others keep their values in the file.

        path: the file, or None for the user's file. A failed write is ignored.
        """
        own, path = self.to_keep(), path or own_path()
        if own == self._kept:
            return
        there = Settings.load(path).to_keep()
        before = self._kept or Settings().to_keep()
        keep(path, json.dumps({name: there[name] if own[name] == before[name] else own[name] for name in own}, indent=1))
        self._kept.update(own)

    @classmethod
    def load(cls, path=None):
        """Return the stored settings, or the default ones if the file is damaged.

        If the file is missing, the file of earlier versions, BEFORE, is read instead. Without both, the result is the default.
        path: the file, or None for the user's file
        """
        path = path or own_path()
        try:
            path = path if path and path.exists() else BEFORE
            kept = json.loads(decoded(path.read_bytes()))
            settings = cls(**{**kept, "overlays": Switches(**kept["overlays"])})
            settings.text_size = min(settings.text_size, TEXT_SIZES[-1])  # earlier versions had larger ones
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            return cls()
        if not settings.is_valid():
            return cls()
        for name in PASSING:  # earlier versions kept them
            setattr(settings, name, getattr(cls(), name))
        settings._kept.update(settings.to_keep())
        return settings

    def is_valid(self):
        """True if all values have valid types and are in their ranges."""
        switches = [f.name for f in fields(self) if isinstance(getattr(Settings(), f.name), bool)]
        return (
            all(isinstance(getattr(self, name), bool) for name in switches)
            and between(self.sensitivity, SENSITIVITY)
            and between(self.field_of_view, FIELD_OF_VIEW)
            and all(between(volume, VOLUME) for volume in (self.volume, self.event_volume, self.ambient_volume))
            and self.text_size in TEXT_SIZES
            and self.quality in NAMES
            and self.found_quality in NAMES[1:]
            and self.frame_rate in FRAME_RATES
            and between(self.dead_zone, DEAD_ZONE)
            and are_keys(self.keys)
            and all(isinstance(getattr(self.overlays, name), bool) for name in Switches.names())
        )


def are_keys(keys):
    """True if `keys` is a dict of lists of texts."""
    return isinstance(keys, dict) and all(
        isinstance(names, list) and all(isinstance(name, str) for name in names) for names in keys.values()
    )


def own_path():
    """Return the path of the user's settings file, or None for a user without a home folder."""
    folder = user_folder("settings")
    return folder and folder / NAME


def between(value, limits):
    return isinstance(value, (int, float)) and limits[0] <= value <= limits[1]
