"""A single picture of a tick, without a window: the command `shot`."""

from pathlib import Path

from game.overlay import Switches

from .photographer import DOWNWARDS, Photographer, View
from .picture_file import prepare, saved


def take_picture(simulation, out, size=(1280, 720), overlays=False, third_person=False, *, pitch=None, progress=None, **shown):
    """Draw the current state of a simulation and write the picture. Returns the path.

    simulation: Simulation; out: path of the picture, such as a .png; size: (width, height) [pixels]
    overlays: True: all of the newest tick, and its numbers; Switches: a choice; False: the level alone
    pitch: of first person [rad], below 0 looks down; None: level, or with overlays down to the feet
    shown: space, minkowski, twins: as View's
    progress(fraction, text): called while light is baked
    Raises InputError when the picture cannot be written.
    """
    prepare(Path(out))
    switches = Switches() if overlays is True else overlays or Switches.none()
    pitch = (DOWNWARDS if switches.any() else 0.0) if pitch is None else pitch
    record = simulation.history[-1] if simulation.history else None
    with Photographer(simulation, size, switches, switches.any(), progress, View(**shown)) as photographer:
        return saved(photographer.picture(record, third_person, pitch), out)
