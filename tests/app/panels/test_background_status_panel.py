"""The line of text that names the background work."""

import numpy as np

from game.app.menu.menu_model import MenuPage, MenuRow
from game.app.menu.menu_panel import MenuPanel, MenuState, shown_picture
from game.app.panels.loading_screen import BackgroundPanel
from game.pictures.offscreen import Studio


def test_a_menu_does_not_cover_the_line():
    with Studio((1280, 720)) as studio:
        menu, line = MenuPanel(studio.overlay, studio.size), BackgroundPanel(studio.overlay, studio.size)
        line.show(("computing finer light and shadows", 1.0))
        alone = np.array(studio.render().crop((1100, 17, 1260, 39)))
        for picture in (shown_picture("lab"), None):
            menu.show(MenuState(MenuPage("x", (MenuRow("a", picture=picture),)), ("",), 0))
            assert np.array_equal(np.array(studio.render().crop((1100, 17, 1260, 39))), alone)
