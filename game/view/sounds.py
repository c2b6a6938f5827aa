"""Playing sounds. Where there is no sound device, or a file is missing, all goes on in silence."""

import os
import sys
from pathlib import Path

from panda3d.core import Filename

FOLDER = Path(__file__).resolve().parents[2] / "assets" / "sounds"
DEVICES = Path("/dev/snd")  # of Linux: pcm...p are those that play


def sound_library():
    """The name of Panda3D's sound library: "null" where nothing could be heard, and looking for it would only complain."""
    return "p3openal_audio" if has_sound() else "null"


def has_sound():
    """Is there anything to play sounds with?"""
    if not sys.platform.startswith("linux"):
        return True
    servers = [Path(os.environ.get("XDG_RUNTIME_DIR", "/run")) / name for name in ("pulse/native", "pipewire-0")]
    return bool(os.environ.get("PULSE_SERVER")) or any(server.exists() for server in servers) or any(DEVICES.glob("pcm*p"))


class Sounds:
    """loader: ShowBase's loader; settings: Settings, asked each time whether sounds are wanted."""

    def __init__(self, loader, settings):
        self._loader, self._settings, self._loaded = loader, settings, {}

    def play(self, chosen):
        """chosen: [(name, loudness), ...], as sounds_of makes them."""
        if not self._settings.sounds:
            return
        for name, loudness in chosen:
            sound = self._sound(name)
            if sound:
                sound.setVolume(loudness)
                sound.play()

    def _sound(self, name):
        if name not in self._loaded:
            path = FOLDER / f"{name}.wav"
            self._loaded[name] = self._loader.loadSfx(Filename.fromOsSpecific(str(path))) if path.exists() else None
        return self._loaded[name]
