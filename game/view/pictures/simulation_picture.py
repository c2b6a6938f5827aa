"""A picture of the state after a tick, drawn without a window, for the command `shot`."""

from pathlib import Path

from ...explain.tick_overlay import Switches
from .photographer import DOWNWARDS, Photographer, View
from .picture_file import prepare, write_picture


def take_picture(simulation, out, size=(1280, 720), overlays=False, third_person=False, *, pitch=None, progress=None, **shown):
    """Draw the current state of a Simulation, write the picture, and return its path.

    out: path of the picture, such as a .png
    size: (width, height) [pixels]
    overlays: Switches, True for the default ones, or False for the level alone. With any overlay the head-up display is drawn.
    third_person: True for a camera behind the player
    pitch: in first person [rad], negative downwards. If None, the camera is level, but with overlays it looks down to the feet.
    progress(fraction, text): None, or called with the finished fraction 0..1 and a label while light is baked
    shown: space, minkowski and twins, the fields of View
    Raises InputError if the picture cannot be written.
    """
    prepare(Path(out))
    switches = Switches() if overlays is True else overlays or Switches.none()
    pitch = (DOWNWARDS if switches.any() else 0.0) if pitch is None else pitch
    record = simulation.history[-1] if simulation.history else None
    with Photographer(simulation, size, switches, switches.any(), progress, View(**shown)) as photographer:
        return write_picture(photographer.picture(record, third_person, pitch), out)
