"""The pictures of levels on the menu's cards: `python -m tests.level_cards [NAME ...]` renews them after a level has changed.

The name `icon` stands for the window's icon.
"""

import sys

from game.lesson import level_of
from game.level import level_names
from game.simulation import Simulation
from game.view.menu.cards import FIRST_LEVEL, picture_of
from game.view.panels.logo import logo
from game.view.pictures.photographer import Photographer
from game.view.window_icon import FILE, SIZES

SIZE = (512, 288)  # [pixels], powers of two or nearly: the software renderer scales textures up to them


def make(name):
    """Draw the card of the level `name`, and write its file."""
    level = level_of(name)
    view = level.views[0]
    with Photographer(Simulation(level), SIZE, hud=False) as photographer:
        picture = photographer.picture(None, free=(view.eye, view.target))
    path = picture_of(name)
    path.parent.mkdir(exist_ok=True)
    picture.save(path, quality=80, method=6)
    print(path, path.stat().st_size)


if __name__ == "__main__":
    for name in sys.argv[1:] or [FIRST_LEVEL, "features", *level_names()]:
        if name == "icon":
            logo(max(SIZES)).save(FILE, sizes=[(side, side) for side in SIZES])
        else:
            make(name)
