"""The window's icon: the file is the logo, and X11 gets it in all sizes."""

import numpy as np
from PIL import Image

from game.app.menu.menu_panel import logo
from game.app.window import FILE, SIZES, icon_data


def test_the_file_is_the_mark():
    with Image.open(FILE) as icon:
        assert np.array_equal(np.asarray(icon.convert("RGBA")), np.asarray(logo(max(SIZES)))), "python -m tests.menu_cards icon"


def test_the_data_for_x11_have_all_sizes():
    data, at = icon_data(), 0
    for side in SIZES:
        assert data[at] == data[at + 1] == side
        colours = data[at + 2 : at + 2 + side * side]
        assert colours.min() == 0 and colours.max() >> 24 == 255, "clear ground, and a solid body"
        at += 2 + side * side
    assert at == len(data)
