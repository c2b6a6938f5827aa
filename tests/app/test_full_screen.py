"""A game that starts in full screen, as the settings have it after the last time, and leaves it again."""

import pytest

from tests.app.hands import NEEDS_WINDOW, DrivenGame, virtual_display

pytestmark = NEEDS_WINDOW
DISPLAY = [1000, 700]  # [pixels] of the virtual display


@pytest.mark.parametrize("renderer", ["tiny", "gl"])
def test_it_starts_in_full_screen_and_comes_back_to_a_window(renderer, tmp_path, monkeypatch):
    """The software renderer failed in its first frame, where the window manager stretched a smaller window."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    with virtual_display() as display:
        game = DrivenGame(display, renderer, tmp_path, "full screen")
        try:
            game.wait_for(lambda now: now["size"] == DISPLAY and now["tick"] > 5)
            game.key("F11")
            game.wait_for(lambda now: now["size"] == [640, 360])
        finally:
            game.end()
