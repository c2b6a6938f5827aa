"""Sound playback. The game is silent without a sound device. An event whose sound file is missing is silent."""

import os
import sys
from itertools import cycle
from pathlib import Path

from panda3d.core import Filename

FOLDER = Path(__file__).resolve().parents[3] / "assets" / "sounds"
DEVICES = Path("/dev/snd")  # of Linux; files pcm...p are for playback
SILENT = "no sound device was found: the game runs without sound"
VOICES = 2  # of one sound. Fewer: the next start cuts a sound off with a click; more: never needed
SWELL = 0.25  # [s] of fading a loop in and out. Shorter: the loop clicks; longer: it is heard after its source is gone
FAINT = 0.002  # loudness below which a loop is not played


def sound_library():
    """Return the name of Panda3D's sound library. It is "null" without a sound device, because OpenAL would print complaints."""
    return "p3openal_audio" if has_sound() else "null"


def has_sound():
    """True if there is a sound device or a sound server, or if the environment names a server or a driver for OpenAL.

    On other systems than Linux it is always True.
    """
    if not sys.platform.startswith("linux"):
        return True
    servers = [Path(os.environ.get("XDG_RUNTIME_DIR", "/run")) / name for name in ("pulse/native", "pipewire-0")]
    named = os.environ.get("PULSE_SERVER") or os.environ.get("ALSOFT_DRIVERS")
    return bool(named) or any(server.exists() for server in servers) or any(DEVICES.glob("pcm*p"))


class SoundPlayer:
    """The player of event sounds, and of loops, which are sounds repeated without end.

    base: ShowBase
    settings: Settings with the switch and the volumes of sounds, read at each call
    problem: the reason why there is no sound, or ""
    """

    def __init__(self, base, settings):
        self._loader, self._settings, self._loaded = base.loader, settings, {}
        self._loops = {}  # name: [sound, loudness] of each loop played so far
        self.problem = "" if any(device.isValid() for device in base.sfxManagerList) else SILENT

    def play(self, cues):
        """Play each SoundCue of a list once, if sounds are switched on. A sound without a file is skipped."""
        if not self._settings.sounds:
            return
        for name, loudness, pitch in cues:
            voices = self._voices(name)
            if voices:
                sound = next(voices)
                sound.setVolume(loudness * self._settings.volume * self._settings.event_volume / 10_000)
                sound.setPlayRate(pitch)
                sound.play()

    def play_loops(self, wanted, seconds):
        """Fade each loop towards the wanted loudness. Other loops fade out, and all loops if sounds are switched off.

        wanted: {name of the loop: loudness 0..1}
        seconds: time since the last call [s]
        """
        wanted = {name: loudness for name, loudness in wanted.items() if loudness > FAINT and self._settings.sounds}
        for name in {*wanted, *self._loops}:
            loop = self._loops.setdefault(name, [None, 0.0])
            if loop[1] or name in wanted:
                self._fade(name, loop, wanted.get(name, 0.0), min(1.0, seconds / SWELL))

    def _fade(self, name, loop, target, part):
        """Move a loop's loudness towards its target. Start a silent loop, and stop one that has faded out.

        name: of the loop's file
        loop: list [sound, loudness], which is changed
        target: loudness 0..1
        part: fraction of the difference by which the loudness moves, 0..1
        """
        if loop[0] is None:
            loop[0] = self._load(FOLDER / f"{name}.wav")
            loop[0].setLoop(True)
        starts, loop[1] = loop[1] == 0.0, loop[1] + (target - loop[1]) * part
        if target == 0.0 and loop[1] < FAINT:
            loop[1] = 0.0
            loop[0].stop()
            return
        loop[0].setVolume(loop[1] * self._settings.volume * self._settings.ambient_volume / 10_000)
        if starts:
            loop[0].play()

    def _voices(self, name):
        """Return an endless cycle of VOICES copies of a sound, or None if there is no file of that name."""
        if name not in self._loaded:
            path = FOLDER / f"{name}.wav"
            self._loaded[name] = cycle([self._load(path) for _ in range(VOICES)]) if path.exists() else None
        return self._loaded[name]

    def _load(self, path):
        return self._loader.loadSfx(Filename.fromOsSpecific(str(path)))
