"""The window's icon, the game's logo. Panda3D sets it from a file on Windows and macOS, and X11 takes it as a property."""

import ctypes
import sys
from contextlib import suppress
from pathlib import Path

import numpy as np
from PIL import Image

FILE = Path(__file__).resolve().parents[2] / "assets" / "icon.ico"  # made from the logo by `python -m tests.menu_cards icon`
SIZES = (16, 32, 64)  # [pixels]
CARDINAL, LONG, REPLACE = 6, 32, 0  # of the X protocol


def set_x11_icon(handle):
    """Set the icon of the X11 window with this handle, an int. Do nothing on other systems and without libX11."""
    if not sys.platform.startswith("linux"):
        return
    with suppress(OSError, AttributeError):
        x11 = ctypes.CDLL("libX11.so.6")
        x11.XOpenDisplay.restype = ctypes.c_void_p
        x11.XInternAtom.restype = ctypes.c_ulong
        display = x11.XOpenDisplay(None)
        if not display:
            return
        data = icon_data()
        display = ctypes.c_void_p(display)
        name = ctypes.c_ulong(x11.XInternAtom(display, b"_NET_WM_ICON", 0))
        values = (ctypes.c_ulong * len(data))(*data.tolist())
        x11.XChangeProperty(display, ctypes.c_ulong(handle), name, ctypes.c_ulong(CARDINAL), LONG, REPLACE, values, len(data))
        x11.XCloseDisplay(display)


def icon_data():
    """Return the icon as X11 expects it, (n,) int64: for each size its width, its height, and its pixels 0xAARRGGBB."""
    parts = []
    with Image.open(FILE) as icon:
        pictures = [icon.ico.getimage((side, side)).convert("RGBA") for side in SIZES]
    for side, picture in zip(SIZES, pictures):
        red, green, blue, alpha = np.moveaxis(np.asarray(picture, dtype=np.int64), -1, 0)
        parts += [[side, side], (alpha << 24 | red << 16 | green << 8 | blue).ravel()]
    return np.concatenate(parts)
