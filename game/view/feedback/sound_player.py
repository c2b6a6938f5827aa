"""Playing sounds. Where there is no sound device, or a file is missing, all goes on in silence."""

import os
import sys
from itertools import cycle
from pathlib import Path

from panda3d.core import Filename

FOLDER = Path(__file__).resolve().parents[3] / "assets" / "sounds"
DEVICES = Path("/dev/snd")  # of Linux: pcm...p are those that play
SILENT = "no sound device was found: all goes on in silence"
VOICES = 2  # of one sound. Fewer: the one that rings is cut off with a click when it is wanted again; more are never needed


def sound_library():
    """The name of Panda3D's sound library: "null" where nothing could be heard, and looking for it would only complain."""
    return "p3openal_audio" if has_sound() else "null"


def has_sound():
    """Is there anything to play sounds with? Who names drivers for OpenAL wants them to be used."""
    if not sys.platform.startswith("linux"):
        return True
    servers = [Path(os.environ.get("XDG_RUNTIME_DIR", "/run")) / name for name in ("pulse/native", "pipewire-0")]
    named = os.environ.get("PULSE_SERVER") or os.environ.get("ALSOFT_DRIVERS")
    return bool(named) or any(server.exists() for server in servers) or any(DEVICES.glob("pcm*p"))


SWELL = 0.25  # [s] in which a loop comes and goes. Shorter: it clicks; longer: it is heard where nothing is any more
FAINT = 0.002  # loudness of what is not worth playing


class Sounds:
    """base: ShowBase; settings: Settings, asked each time whether sounds are wanted, and how loud.

    problem: why nothing will be heard, or ""
    """

    def __init__(self, base, settings):
        self._loader, self._settings, self._loaded = base.loader, settings, {}
        self._loops = {}  # [sound, loudness] of each that was ever heard, by name
        self.problem = "" if any(device.isValid() for device in base.sfxManagerList) else SILENT

    def play(self, chosen):
        """chosen: Sounds to be heard (sound_choice.Heard), as sounds_of makes them."""
        if not self._settings.sounds:
            return
        for name, loudness, pitch in chosen:
            voices = self._voices(name)
            if voices:
                sound = next(voices)
                sound.setVolume(loudness * self._settings.volume / 100)
                sound.setPlayRate(pitch)
                sound.play()

    def surround(self, wanted, seconds):
        """Let loops sound on. wanted: {name: loudness 0..1}, {}: silence; seconds: since this was said last"""
        wanted = {name: loud for name, loud in wanted.items() if loud > FAINT and self._settings.sounds}
        for name in {*wanted, *self._loops}:
            loop = self._loops.setdefault(name, [None, 0.0])
            if loop[1] or name in wanted:
                self._swell(name, loop, wanted.get(name, 0.0), min(1.0, seconds / SWELL))

    def _swell(self, name, loop, target, part):
        """Bring a loop a part of the way to a loudness; begin and end it."""
        if loop[0] is None:
            loop[0] = self._load(FOLDER / f"{name}.wav")
            loop[0].setLoop(True)
        begins, loop[1] = loop[1] == 0.0, loop[1] + (target - loop[1]) * part
        if target == 0.0 and loop[1] < FAINT:
            loop[1] = 0.0
            loop[0].stop()
            return
        loop[0].setVolume(loop[1] * self._settings.volume / 100)
        if begins:
            loop[0].play()

    def _voices(self, name):
        """The voices of a sound in turn, for ever; None when there is no such file."""
        if name not in self._loaded:
            path = FOLDER / f"{name}.wav"
            self._loaded[name] = cycle([self._load(path) for _ in range(VOICES)]) if path.exists() else None
        return self._loaded[name]

    def _load(self, path):
        return self._loader.loadSfx(Filename.fromOsSpecific(str(path)))
