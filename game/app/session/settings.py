"""The user's settings, and the levels of picture quality that they name.

Only changed settings are written, so that two running copies of the game do not overwrite each other's changes.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, NamedTuple

from ...core.safe_files import decoded
from ...core.user_and_cache_folders import keep, user_folder
from ...explain.tick_overlay import Switches
from ...panels.bindings import ChosenKeys
from ...player.player_params import FEELS

AUTOMATIC = "automatic"
FRAME_RATES = (0, 30, 60, 120)  # most frames a second; 0: as the screen, or WITHOUT_CARD of window.py


class Quality(NamedTuple):
    name: str  # in the menu and in the settings
    scale: float  # drawn pixels for each pixel of the window, along one side. A scale above 1 smooths edges.
    edges: bool  # True to draw lines along edges


LOW, MEDIUM, HIGH, BEST = LEVELS = (
    Quality("low", 0.5, False),
    Quality("medium", 0.75, True),
    Quality("high", 1.0, True),
    Quality("best", 2.0, True),
)
NAMES = (AUTOMATIC, *(level.name for level in LEVELS))


def level_named(name: str) -> Quality:
    return next((level for level in LEVELS if level.name == name), HIGH)


NAME = "settings.json"
SENSITIVITY = (0.2, 4.0)
FIELD_OF_VIEW = (60, 120)  # [degrees], horizontal
VOLUME = (0, 100)  # [percent]
WIDER = (0, 20)  # [degrees]; 0: none. Early Minecraft's view is 20 wider in a sprint
# [cm] of a dip after a jump of 1 m; 0: none. Quake III's view dips by 8 units, which is 20 cm, after a short fall.
DIP = (0, 20)
GHOSTS = ("own", "silver", "gold", "off")  # runs to race against
TEXT_SIZES = (100, 125, 150)  # [percent]
DEAD_ZONE = (5, 40)  # [percent] of a stick's range around its middle without effect
PASSING = ("third_person",)  # not stored, so that the next start is in first person


@dataclass
class Settings:
    """The user's settings. The argument `path` of `load` and `save` is the file, or None for the user's file."""

    sensitivity: float = 1.0
    field_of_view: int = 85  # horizontal [degrees]
    fullscreen: bool = False
    feel: str = "smooth"  # of levels and races, a name in FEELS
    ghost: str = "own"  # a name in GHOSTS
    wider_run: int = 8  # by how much the view is wider at full run [degrees]
    landing_dip: int = 6  # of the eyes after a jump of 1 m, more after a longer fall [cm]
    invert_mouse: bool = False
    third_person: bool = False
    hud: bool = False
    sounds: bool = True
    volume: int = 100  # [percent]
    event_volume: int = 100  # [percent] of footsteps, jumps, bells
    ambient_volume: int = 100  # [percent] of water, wind, movers
    captions: bool = False
    text_size: int = 100  # [percent]
    quality: str = AUTOMATIC
    found_quality: str = MEDIUM.name  # that automatic quality found last, to begin with
    frame_rate: int = 0  # most frames a second; 0: as the screen
    dead_zone: int = 15  # [percent]
    keys: ChosenKeys = field(default_factory=dict)  # where they are not the usual ones
    overlays: Switches = field(default_factory=Switches)
    overlays_in_play: bool = False  # draw them while time runs, too

    def __post_init__(self) -> None:
        self._kept: dict[str, Any] = {}  # content of the file when this process last read or wrote it

    def changed(self, **fields: Any) -> Settings:
        """Return a copy with some fields changed, which shares the knowledge of the file. So nothing is saved twice."""
        copy = replace(self, **fields)
        copy._kept = self._kept
        return copy

    def to_keep(self) -> dict[str, Any]:
        return {name: value for name, value in asdict(self).items() if name not in PASSING}

    def save(self, path: Path | None = None) -> None:
        """Write the settings that have changed since the last `load` or `save`. A failed write is ignored."""
        own, path = self.to_keep(), path or own_path()
        if own == self._kept:
            return
        there = Settings.load(path).to_keep()
        before = self._kept or Settings().to_keep()
        keep(path, json.dumps({name: there[name] if own[name] == before[name] else own[name] for name in own}, indent=1))
        self._kept.update(own)

    @classmethod
    def load(cls, path: Path | None = None) -> Settings:
        """Return the stored settings, or the default ones if there are none or the file is damaged."""
        path = path or own_path()
        if path is None:  # a user without a home folder
            return cls()
        try:
            kept = json.loads(decoded(path.read_bytes()))
            settings = cls(**{**kept, "overlays": Switches(**kept["overlays"])})
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            return cls()
        if not settings.is_valid():
            return cls()
        settings._kept.update(settings.to_keep())
        return settings

    def is_valid(self) -> bool:
        switches = [f.name for f in fields(self) if isinstance(getattr(Settings(), f.name), bool)]
        return (
            all(isinstance(getattr(self, name), bool) for name in switches)
            and is_between(self.sensitivity, SENSITIVITY)
            and is_between(self.field_of_view, FIELD_OF_VIEW)
            and all(is_between(volume, VOLUME) for volume in (self.volume, self.event_volume, self.ambient_volume))
            and self.feel in tuple(FEELS)  # a damaged file may have a list
            and self.ghost in GHOSTS
            and is_between(self.wider_run, WIDER)
            and is_between(self.landing_dip, DIP)
            and self.text_size in TEXT_SIZES
            and self.quality in NAMES
            and self.found_quality in NAMES[1:]
            and self.frame_rate in FRAME_RATES
            and is_between(self.dead_zone, DEAD_ZONE)
            and are_keys(self.keys)
            and all(isinstance(getattr(self.overlays, name), bool) for name in Switches.names())
        )


def are_keys(keys: object) -> bool:
    return isinstance(keys, dict) and all(
        isinstance(names, list) and all(isinstance(name, str) for name in names) for names in keys.values()
    )


def own_path() -> Path | None:
    folder = user_folder("settings")
    return folder and folder / NAME


def is_between(value: object, limits: tuple[float, float]) -> bool:
    return isinstance(value, (int, float)) and limits[0] <= value <= limits[1]
