"""Sound playback. The game is silent without a sound device. An event whose sound file is missing is silent.

This module uses no sound device. A loop is a sound file that is repeated without end.
"""

import os
import sys
from itertools import cycle
from math import dist, hypot
from pathlib import Path

from panda3d.core import Filename

FOLDER = Path(__file__).resolve().parents[2] / "assets" / "sounds"
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


LOOPS = ("water", "wind", "belt", "hum")  # files in assets/sounds, each as loud as the nearest source of its kind
KINDS = {"water": "water", "wind": "wind", "conveyor": "belt"}
REACH = {"water": 12.0, "wind": 9.0, "belt": 9.0, "hum": 10.0}  # [m] distance at which a sound has faded out
LOUDEST = {"water": 0.45, "wind": 0.55, "belt": 0.40, "hum": 0.35}
QUICK = 4.0  # [m/s] speed at which the hum of a mover is loudest
MOMENT = 1.0 / 60.0  # [s] over which the speed of a mover is measured


def ambient_loudness(session, listener):
    """Return {name of a loop: loudness 0..1} in a Session's level at the displayed time.

    listener: position (3,) [m]
    """
    level, loudness = session.sim.level, dict.fromkeys(LOOPS, 0.0)
    for name, distance, strength in [*volume_sources(level, listener), *mover_sources(level, listener, session.time())]:
        near = max(0.0, 1.0 - distance / REACH[name])
        loudness[name] = max(loudness[name], LOUDEST[name] * strength * near**2)
    return loudness


def volume_sources(level, listener):
    """Yield (name of the loop, distance [m], strength 1.0) for each volume of a Level that has a sound.

    listener: position (3,) [m], from which the distance is measured
    """
    for volume in level.volumes:
        if volume.kind in KINDS:
            yield KINDS[volume.kind], distance_to(volume, listener), 1.0


def distance_to(volume, position):
    """Return the distance [m] from a position (3,) [m] to a Volume, or 0 inside it."""
    x, y, z = volume.rotate_back(tuple(p - q for p, q in zip(position, volume.at)))
    above = max(-z, z - volume.height, 0.0)
    if volume.radius > 0.0:
        return hypot(max(hypot(x, y) - volume.radius, 0.0), above)
    return hypot(*(max(abs(p) - size / 2.0, 0.0) for p, size in zip((x, y), volume.size)), above)


def mover_sources(level, listener, time):
    """Yield ("hum", distance [m], strength 0..1) at a `time` [s] for each mover of a Level whose path comes within reach.

    The mover itself may be farther away than the reach of the sound.

    The strength grows with the mover's speed, and is 1 from QUICK upwards.
    listener: position (3,) [m], from which the distance is measured
    """
    for mover in level.movers:
        low, high = mover.range
        if box_distance(low, high, listener) < REACH["hum"]:
            pose = mover.pose(time)
            yield "hum", box_distance(*mover.bounds_at(pose), listener), min(speed_of(mover, pose, time) / QUICK, 1.0)


def box_distance(low, high, place):
    return hypot(*(max(least - p, p - most, 0.0) for least, p, most in zip(low, place, high)))


def speed_of(mover, pose, time):
    """Return the speed [m/s] of a point on the outer side of a Mover at a `time` [s]. So a mover that only turns has a sound.

    pose: Pose of the mover at this time
    """
    (x, y), (low, high) = mover.motion.axis, mover.bounds_at(pose)
    side = (x + 0.5 * (high[0] - low[0]), y, 0.0)
    return dist(pose.to_world(side), mover.pose(time + MOMENT).to_world(side)) / MOMENT
