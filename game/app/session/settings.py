"""The user's settings, and the levels of picture quality, one of which is chosen by the work time of frames.

Only changed settings are written, so that two running copies of the game do not overwrite each other's changes.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, fields, replace
from math import inf
from pathlib import Path
from statistics import median
from time import thread_time
from typing import TYPE_CHECKING, Any, NamedTuple

from ...core.safe_files import decoded, keep
from ...core.user_and_cache_folders import user_folder
from ...explain.tick_overlay import Switches
from ...panels.bindings import ChosenKeys
from ...player.player_params import FEELS
from ...scene.moment import Moment

if TYPE_CHECKING:  # a bench without panda3d reads the settings
    from direct.showbase.ShowBase import ShowBase
    from direct.task.Task import Task

AUTOMATIC = "automatic"
FRAME_RATES = (0, 30, 60, 120)  # most frames a second; 0: as the screen, or WITHOUT_CARD
WITHOUT_CARD = 60  # frames a second when no graphics card waits for the screen
BUDGET = 0.85 / 60  # [s] of work in a frame, so that 60 frames a second are reached; the rest is for the system
SPARE = 0.7  # fraction of the budget below which a higher level is tried. Larger: levels are tried in vain; smaller: never
RETRY = 8  # decisions until a level that was too slow is tried again; doubles with each failure. Fewer: the picture changes
# often; more: other work beside the game's start costs the picture for long
# [s] for which the view rests until the picture becomes sharp. Shorter: it changes during short stops; longer: letters of signs
# cannot be read for that time.
REST = 0.25
STILL = 3e-4  # [m], [rad] least change of the view from one frame to the next that counts. Less: a glide to rest never ends
# [s] of work in most sharp frames, while something moves, for 30 a second, and while nothing does. More: exhibits move by
# jerks before a view at rest, and the next motion begins late; less: boards are read on fast machines only.
SLOWEST, SLOWEST_WHILE_STILL = 0.9 / 30.0, 0.1
SLOW_FRAMES = 6  # slow ones in a row that end the sharp picture. Fewer: single ones do; more: a slow machine is slow for longer
FRAMES = 40  # measured before each decision. Fewer: a single slow frame decides; more: a slow start


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


class QualityChoice:
    """The automatic choice of the highest Quality, at most HIGH, whose frames are ready in time. It begins with `level`."""

    def __init__(self, level: Quality):
        self.level = level
        self._times: list[float] = []
        self._failures: Counter[Quality] = Counter()  # how often each level was too slow
        self._wait = 0  # decisions until a higher level is tried

    def add(self, seconds: float) -> bool:
        """Add the work time of a frame [s]. Return True if another level was chosen, after every FRAMES frames."""
        self._times.append(seconds)
        if len(self._times) < FRAMES:
            return False
        usual, self._times = median(self._times), []
        number, self._wait = LEVELS.index(self.level), max(self._wait - 1, 0)
        if usual > BUDGET and number > 0:
            self._wait = RETRY * 2 ** self._failures[self.level]
            self._failures[self.level] += 1
            self.level = LEVELS[number - 1]
            return True
        if usual < SPARE * BUDGET and not self._wait and number < LEVELS.index(HIGH):
            self.level = LEVELS[number + 1]
            return True
        return False


class QualityControl:
    """The quality of the picture: the one that the settings name, or an automatic choice.

    The renderer "tiny" draws all pixels while the view rests. Fewer are enough to walk by, but not to read signs and boards.
    drawn: the Quality that is applied: `level`, or while the view rests a sharper one
    """

    level: Quality  # the Quality that was chosen
    drawn: Quality

    def __init__(self, base: ShowBase, settings: Settings, renderer: str, apply: Callable[[Quality], None]):
        self._settings, self._apply, self._clock = settings, apply, base.clock
        self._can_choose, self._has_card = renderer == "tiny", renderer == "gl"
        self.drawn = None  # type: ignore[assignment]  # until `update`
        self._begun = thread_time()
        self._view: tuple[float, ...] = (inf,) * 5
        self._rested, self._slow = 0.0, 0  # [s] since the view changed; number of slow sharp frames in a row
        self._moves = True  # something in the picture, in the frame before
        self.update()
        base.taskMgr.add(self._begin_frame, "begin frame", sort=-60)  # before input is read
        base.taskMgr.add(self._end_frame, "end frame", sort=55)  # after the frame is drawn

    def update(self) -> None:
        """Apply the quality and the frame rate of the settings. Without the renderer "tiny", automatic quality means HIGH."""
        name = self._settings.quality
        wanted = level_named(self._settings.found_quality if name == AUTOMATIC and self._can_choose else name)
        self._choice = QualityChoice(wanted) if name == AUTOMATIC and self._can_choose else None
        self._set(wanted)
        rate = self._settings.frame_rate or (0 if self._has_card else WITHOUT_CARD)
        self._clock.setMode(self._clock.MLimited if rate else self._clock.MNormal)
        self._clock.setFrameRate(rate or WITHOUT_CARD)

    @property
    def text(self) -> str:
        return f"{AUTOMATIC} ({self.level.name})" if self._choice else self._settings.quality

    def see(self, moment: Moment, moves: bool, seconds: float) -> None:
        """Make the picture sharp once the view has rested for REST. `moves`: time runs or a sweep is shown"""
        view = *moment.eye, moment.look.heading, moment.look.pitch
        rests = moves == self._moves and all(abs(a - b) < STILL for a, b in zip(view, self._view))
        self._view, self._moves, self._rested = view, moves, self._rested + seconds if rests else 0.0
        self._set(self.level)

    @property
    def is_sharp(self) -> bool:
        return self._can_choose and self._rested >= REST

    def _set(self, level: Quality) -> None:
        self.level, drawn = level, level._replace(scale=max(level.scale, 1.0)) if self.is_sharp else level
        if drawn != self.drawn:
            self.drawn = drawn
            self._apply(drawn)

    def _begin_frame(self, task: Task) -> int:
        self._begun = thread_time()
        return task.cont

    def _end_frame(self, task: Task) -> int:
        """Add the work time of a frame of this thread to the automatic choice. Sharp frames are slow and do not count."""
        seconds = thread_time() - self._begun
        if self.is_sharp:
            self._slow = self._slow + 1 if seconds > (SLOWEST if self._moves else SLOWEST_WHILE_STILL) else 0
            self._rested = -inf if self._slow >= SLOW_FRAMES else self._rested
        elif self._choice and self._choice.add(seconds):
            self._settings.found_quality = self._choice.level.name
            self._set(self._choice.level)
        return task.cont


NAME = "settings.json"
BEFORE = Path("out") / NAME  # file of earlier versions: read if there is no other, never written
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
        """Return the stored settings, those of earlier versions (BEFORE) if there are none, or the default ones if damaged."""
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

    def is_valid(self) -> bool:
        switches = [f.name for f in fields(self) if isinstance(getattr(Settings(), f.name), bool)]
        return (
            all(isinstance(getattr(self, name), bool) for name in switches)
            and between(self.sensitivity, SENSITIVITY)
            and between(self.field_of_view, FIELD_OF_VIEW)
            and all(between(volume, VOLUME) for volume in (self.volume, self.event_volume, self.ambient_volume))
            and self.feel in tuple(FEELS)  # a damaged file may have a list
            and self.ghost in GHOSTS
            and between(self.wider_run, WIDER)
            and between(self.landing_dip, DIP)
            and self.text_size in TEXT_SIZES
            and self.quality in NAMES
            and self.found_quality in NAMES[1:]
            and self.frame_rate in FRAME_RATES
            and between(self.dead_zone, DEAD_ZONE)
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


def between(value: object, limits: tuple[float, float]) -> bool:
    return isinstance(value, (int, float)) and limits[0] <= value <= limits[1]
