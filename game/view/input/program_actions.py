"""The actions on the window, the sound and the program."""

import sys
from pathlib import Path

from game.errors import InputError
from game.safe_files import free_number

PICTURES = Path("out")


class ProgramActions:
    """The actions on the window, the sound and the program.

    settings: Settings
    window: Window
    interface: Interface
    player: SoundPlayer
    quality: QualityControl
    tell(message): shows a message
    controls: Controls, set later
    open_page(page): opens a Page of the menu, set later
    """

    def __init__(self, settings, window, interface, player, quality, tell):
        self.settings, self.interface, self.quality = settings, interface, quality
        self._window, self._player, self.tell = window, player, tell
        self.controls = self.open_page = None

    @property
    def sound_problem(self):
        """The reason why there is no sound, or ""."""
        return self._player.problem

    def sounds(self):
        settings = self.settings
        settings.sounds = not settings.sounds
        problem = f", but {self.sound_problem}" if settings.sounds and self.sound_problem else ""
        self.tell(f"sound: {on_off(settings.sounds)}{problem}")

    def fullscreen(self):
        self.settings.fullscreen = not self.settings.fullscreen
        self._window.set_fullscreen(self.settings.fullscreen)

    def screenshot(self):
        path = PICTURES / f"screenshot-{free_number(PICTURES, 'screenshot-*.png'):03d}.png"
        try:
            self._window.save_picture(path)
        except InputError as problem:
            self.tell(str(problem))
        else:
            self.tell(f"saved {path}")

    def help(self):
        self.interface.help.turn()

    @staticmethod
    def quit():
        sys.exit(0)


def on_off(value):
    return "on" if value else "off"
