"""The handlers of the actions on the window, the sound and the program."""

import sys
from pathlib import Path

from ...core.input_errors import InputError
from ...core.safe_files import free_number

PICTURES = Path("out")


class ProgramActions:
    """The handlers of the actions on the window, the sound and the program. A handler has the name of its action.

    settings: Settings
    window: Window
    interface: Interface
    player: SoundPlayer
    quality: QualityControl
    show_message(message): shows a message
    controls: Controls, set later
    open_page(page): opens a Page of the menu, set later
    show_title(): opens the front page, set later
    """

    def __init__(self, settings, window, interface, player, quality, show_message):
        self.settings, self.interface, self.quality = settings, interface, quality
        self._window, self._player, self.show_message = window, player, show_message
        self.controls = self.open_page = self.show_title = None

    @property
    def sound_problem(self):
        """The reason why there is no sound, or ""."""
        return self._player.problem

    def sounds(self):
        settings = self.settings
        settings.sounds = not settings.sounds
        problem = f", but {self.sound_problem}" if settings.sounds and self.sound_problem else ""
        self.show_message(f"sound: {on_off(settings.sounds)}{problem}")

    def fullscreen(self):
        self.settings.fullscreen = not self.settings.fullscreen
        self._window.set_fullscreen(self.settings.fullscreen)

    def screenshot(self):
        path = PICTURES / f"screenshot-{free_number(PICTURES, 'screenshot-*.png'):03d}.png"
        try:
            self._window.save_picture(path)
        except InputError as problem:
            self.show_message(str(problem))
        else:
            self.show_message(f"saved {path}")

    def help(self):
        self.interface.help.show_next_page()

    @staticmethod
    def quit():
        sys.exit(0)


def on_off(value):
    return "on" if value else "off"
