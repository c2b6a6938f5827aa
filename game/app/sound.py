"""Playback of event sounds, their captions, and the sounds of places. The game is silent without a sound device."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle
from math import dist, hypot
from pathlib import Path

from direct.showbase.ShowBase import ShowBase
from panda3d.core import AudioSound, Filename

from ..core.vec3 import Vector, VectorLike, sub
from ..level import Level
from ..level.contents.mover import Mover, Pose
from ..level.contents.volume import Volume
from ..panels.canvas import Canvas
from ..panels.panel import Panel, PanelView
from ..panels.theme import NOTE, PANEL
from ..scene.event_sounds import FAINT, FOLDER, KINDS, LOUDEST, REACH, SWELL, SoundCue
from .session.play_session import Session
from .session.settings import Settings

DEVICES = Path("/dev/snd")  # of Linux; files pcm...p are for playback
SILENT = "no sound device was found: the game runs without sound"
VOICES = 2  # of one sound. Fewer: the next start cuts a sound off with a click; more: never needed


def sound_library() -> str:
    """Return the name of Panda3D's sound library. It is "null" without a sound device, because OpenAL would print complaints."""
    return "p3openal_audio" if has_sound() else "null"


def has_sound() -> bool:
    """True if there is a sound device or server, or the environment names one for OpenAL, and on other systems than Linux."""
    if not sys.platform.startswith("linux"):
        return True
    servers = [Path(os.environ.get("XDG_RUNTIME_DIR", "/run")) / name for name in ("pulse/native", "pipewire-0")]
    named = os.environ.get("PULSE_SERVER") or os.environ.get("ALSOFT_DRIVERS")
    return bool(named) or any(server.exists() for server in servers) or any(DEVICES.glob("pcm*p"))


@dataclass
class Loop:
    sound: AudioSound
    loudness: float = 0.0


class SoundPlayer:
    """The player of event sounds, and of loops, which are sounds repeated without end. `problem`: why there is no sound, or """""

    def __init__(self, base: ShowBase, settings: Settings):
        self._loader, self._settings = base.loader, settings
        self._loaded: dict[str, Iterator[AudioSound] | None] = {}
        self._loops: dict[str, Loop] = {}  # those played so far, by name
        self.problem = "" if any(device.isValid() for device in base.sfxManagerList) else SILENT

    def play(self, cues: Sequence[SoundCue]) -> None:
        """Play each sound once, if sounds are switched on. A sound without a file is skipped."""
        if not self._settings.sounds:
            return
        for name, loudness, pitch in cues:
            voices = self._voices(name)
            if voices:
                sound = next(voices)
                sound.setVolume(loudness * self._settings.volume * self._settings.event_volume / 10_000)
                sound.setPlayRate(pitch)
                sound.play()

    def play_loops(self, wanted: dict[str, float], seconds: float) -> None:
        """Fade each loop towards the wanted loudness 0..1, `seconds` [s] after the last call. Others fade out."""
        wanted = {name: loudness for name, loudness in wanted.items() if loudness > FAINT and self._settings.sounds}
        for name in {*wanted, *self._loops}:
            if name not in self._loops:
                self._loops[name] = Loop(self._load(FOLDER / f"{name}.wav"))
                self._loops[name].sound.setLoop(True)
            if self._loops[name].loudness or name in wanted:
                self._fade(self._loops[name], wanted.get(name, 0.0), min(1.0, seconds / SWELL))

    def _fade(self, loop: Loop, target: float, part: float) -> None:
        """Move a loop's loudness towards its target by a part of the difference. Start a silent loop, and stop a faded one."""
        starts = loop.loudness == 0.0
        loop.loudness += (target - loop.loudness) * part
        if target == 0.0 and loop.loudness < FAINT:
            loop.loudness = 0.0
            loop.sound.stop()
            return
        loop.sound.setVolume(loop.loudness * self._settings.volume * self._settings.ambient_volume / 10_000)
        if starts:
            loop.sound.play()

    def _voices(self, name: str) -> Iterator[AudioSound] | None:
        if name not in self._loaded:
            path = FOLDER / f"{name}.wav"
            self._loaded[name] = cycle([self._load(path) for _ in range(VOICES)]) if path.exists() else None
        return self._loaded[name]

    def _load(self, path: Path) -> AudioSound:
        return self._loader.loadSfx(Filename.fromOsSpecific(str(path)))


QUICK = 4.0  # [m/s] speed at which the hum of a mover is loudest
MOMENT = 1.0 / 60.0  # [s] over which the speed of a mover is measured


def ambient_loudness(session: Session, listener: Vector) -> dict[str, float]:
    """Return {name of a loop: loudness 0..1} for a listener [m] in a Session's level at the displayed time."""
    level, loudness = session.sim.level, dict.fromkeys(LOUDEST, 0.0)
    places = [(KINDS[volume.kind], distance_to(volume, listener), 1.0) for volume in level.volumes if volume.kind in KINDS]
    for name, distance, strength in [*places, *mover_sources(level, listener, session.time())]:
        near = max(0.0, 1.0 - distance / REACH[name])
        loudness[name] = max(loudness[name], LOUDEST[name] * strength * near**2)
    return loudness


def distance_to(volume: Volume, position: Vector) -> float:
    """Return the distance [m] from a position [m] to a volume, or 0 inside it."""
    x, y, z = volume.rotate_back(sub(position, volume.at))
    above = max(-z, z - volume.height, 0.0)
    if volume.radius > 0.0:
        return hypot(max(hypot(x, y) - volume.radius, 0.0), above)
    return hypot(*(max(abs(p) - size / 2.0, 0.0) for p, size in zip((x, y), volume.size)), above)


def mover_sources(level: Level, listener: Vector, time: float) -> Iterator[tuple[str, float, float]]:
    """Yield ("hum", distance [m], strength 0..1 by its speed) for each mover of a level whose path comes within reach."""
    for mover in level.movers:
        low, high = mover.range
        if box_distance(low, high, listener) < REACH["hum"]:
            pose = mover.pose(time)
            least, most = mover.bounds_at(pose)
            yield "hum", box_distance(least, most, listener), min(speed_of(mover, pose, time) / QUICK, 1.0)


def box_distance(low: VectorLike, high: VectorLike, place: Vector) -> float:
    return hypot(*(max(least - p, p - most, 0.0) for least, p, most in zip(low, place, high)))


def speed_of(mover: Mover, pose: Pose, time: float) -> float:
    """Return the speed [m/s] of a point on a mover's outer side, so that a mover that only turns has a sound."""
    (x, y), (low, high) = mover.motion.axis, mover.bounds_at(pose)
    side = (x + 0.5 * (high[0] - low[0]), y, 0.0)
    return dist(pose.to_world(side), mover.pose(time + MOMENT).to_world(side)) / MOMENT


CAPTIONS = {  # by the name of the sound. Captions of footsteps would fill the screen.
    "jump": "jump", "land": "landing", "bump": "bump", "portal": "portal", "checkpoint": "bell", "finish": "fanfare",
    "medal": "fanfare", "die": "death", "splash": "splash",
    "clink": "clink", "crack": "crack", "burst": "burst", "magic": "magical sound", "switch": "switch",
}  # fmt: skip
SHOWN_FOR = 1.4  # [s]. Shorter: captions cannot be read; longer: they stay long after the sound
MOST_CAPTIONS = 3  # lines
CAPTION_RIGHT, CAPTION_ABOVE, CAPTION_ROW = 16, 110, 22  # [units] from the right and the lower edge of the window; of a line


class CaptionPanel(Panel[Sequence[str]]):
    """The captions of the last sounds, the newest last, for users that cannot hear them."""

    NAME, SORT = "captions", 4

    def draw(self, canvas: Canvas, data: Sequence[str]) -> None:
        for place, words in enumerate(reversed(data)):
            text = f"[{words}]"
            width, y = canvas.text_width(text, NOTE) + 16, canvas.height - CAPTION_ABOVE - CAPTION_ROW * (place + 1)
            canvas.box(canvas.width - CAPTION_RIGHT - width, y, width, CAPTION_ROW - 2, PANEL)
            canvas.text(text, canvas.width - CAPTION_RIGHT - 8, y, NOTE, align="right")


class Captions(PanelView[CaptionPanel]):
    """The view of the captions. now(): returns the clock's time [s]"""

    PANEL = CaptionPanel

    def __init__(self, settings: Settings, now: Callable[[], float]):
        self._settings, self._now = settings, now
        self._lines: list[tuple[str, float]] = []  # each with the time of its end

    def add(self, cues: Sequence[SoundCue]) -> None:
        until = self._now() + SHOWN_FOR
        for words in filter(None, (CAPTIONS.get(cue.name) for cue in cues)):
            self._lines = [line for line in self._lines if line[0] != words] + [(words, until)]

    @property
    def lines(self) -> tuple[str, ...]:
        if not self._settings.captions:
            return ()
        return tuple(words for words, until in self._lines[-MOST_CAPTIONS:] if until > self._now())

    def update(self, is_uncovered: bool) -> None:
        self._panel.show((self.lines or None) if is_uncovered else None)
