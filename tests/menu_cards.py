"""The pictures of the menu's cards: `python -m tests.menu_cards [NAME ...]` renews them after a level or a lesson has changed.

The name `icon` stands for the window's icon.
"""

import sys

from game.app.menu.menu_panel import FIRST_LEVEL, logo, picture_path
from game.app.window import FILE, SIZES
from game.lesson import lesson_names, level_of, load_lesson
from game.level import level_names
from game.panels.panel import free_area
from game.pictures.lesson_book import page_pictures
from game.pictures.photographer import Photographer
from game.simulation import Simulation

SIZE = (512, 288)  # [pixels] of a lesson's card. Powers of two or nearly: the software renderer scales textures up to them
LEVEL_SIZE = (768, 432)  # [pixels] of a level's picture, which also fills the front page
SLIDE = (1280, 720)  # [pixels]
# The page of each lesson that shows best what the lesson is about.
COVERS = {
    "espace": 10, "sweep": 1, "features": 8, "nearest": 1, "sliding": 3, "iterating": 3, "gravity": 10, "climbing": 6,
    "stepping": 12, "wedges": 7, "skin": 4, "recovery": 5, "tree": 4, "algorithm": 7, "particle": 1, "steps": 4,
    "target": 1, "overlap": 3, "spheres": 4, "impulse": 4, "response": 6, "drum": 5, "forum": 2, "pointing": 2,
    "ground": 5, "solids": 7,
}  # fmt: skip


def level_card(name):
    """Return the picture of a level's card."""
    level = level_of(name)
    view = level.views[0]
    with Photographer(Simulation(level), SLIDE, hud=False) as photographer:
        return photographer.picture(None, free=(view.eye, view.target)).resize(LEVEL_SIZE)


def lesson_card(name):
    """Return the picture of a lesson's card: the free part of the slide of its cover page."""
    *_, (_, slide) = page_pictures(load_lesson(name), COVERS.get(name, 1) - 1, SLIDE)
    width = int(SLIDE[0] * free_area(SLIDE, has_strip=False).right)
    height = width * SIZE[1] // SIZE[0]
    top = (SLIDE[1] - height) // 2
    return slide.crop((0, top, width, top + height)).resize(SIZE)


def write(picture, path):
    """Write the file of a card."""
    path.parent.mkdir(exist_ok=True)
    picture.convert("RGB").save(path, quality=80, method=6)
    print(path, path.stat().st_size)


if __name__ == "__main__":
    lessons, levels = lesson_names(), [FIRST_LEVEL, *level_names()]
    for name in sys.argv[1:] or [*levels, *lessons]:
        if name == "icon":
            logo(max(SIZES)).save(FILE, sizes=[(side, side) for side in SIZES])
        elif name in lessons:
            write(lesson_card(name), picture_path(name, "lessons"))
        else:
            write(level_card(name), picture_path(name))
