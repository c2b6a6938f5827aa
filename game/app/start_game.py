"""Start the game in a window for a level, a recording or a lesson.

`play`, `play_recording` and `teach` return after the window is closed.
"""

from direct.showbase.ShowBase import ShowBase

from ..lesson import level_of
from ..level import level_names
from .background_jobs import Background
from .game import Game
from .session.settings import BEST, Settings
from .window_setup import (
    choose_renderer,
    configure,
    display_size,
    fit_to_display,
    require_display,
    set_x11_icon,
    silence_stderr,
    window_pipe,
)

SIZE = (1280, 720)
TITLE_LEVELS = ("playground", "stairs")  # the first one that exists is the background of the level chooser


def play(level=None, *, crowd=0, renderer=None, size=SIZE, fullscreen=None, **options):
    """Play a level in a window until the window is closed.

    level: Level, or a name or path for load_level. None opens the front page of the menu over a circling view.
    crowd: number of agents that wander in the level
    renderer: "gl", "tiny", or None for the best that works
    size: (width, height) of the window [pixels], reduced if the display is smaller
    fullscreen: True or False, or None for the user's setting
    options: params, rules and hz for Simulation
    Raises InputError if the level is invalid, or if no window can be opened with this renderer.
    """
    game = open_game(renderer, size, fullscreen)
    game.load(level or title_level(), crowd=crowd, **options)
    if level is None:
        game.show_title()
    game.run()


def play_recording(recording, level, *, renderer=None, size=SIZE):
    """Play a Recording in a window. After its last tick, the user has control of the player.

    level: Level in which the run was recorded
    renderer: "gl", "tiny", or None for the best that works
    size: (width, height) of the window [pixels], reduced if the display is smaller
    Raises InputError if the run was recorded in another level, or if no window can be opened with this renderer.
    """
    simulation = recording.simulation(level)
    game = open_game(renderer, size)
    game.load(level, params=simulation.params, rules=simulation.rules, hz=simulation.hz)
    game.replay(simulation, recording.intents(simulation))
    game.run()


def teach(lesson, *, renderer=None, size=SIZE):
    """Open a Lesson in a window, in the level of its first page.

    renderer: "gl", "tiny", or None for the best that works
    size: (width, height) of the window [pixels], reduced if the display is smaller
    Raises InputError if that level is invalid, or if no window can be opened with this renderer.
    """
    game = open_game(renderer, size)
    game.load(level_of(lesson.pages[0].level))
    game.lessons.open(lesson)
    game.run()


class WindowBase(ShowBase):
    """A ShowBase (Panda3D's application object) whose window belongs to a given renderer.

    ShowBase itself would take the renderer that was initialised first.
    renderer: "gl", "llvmpipe" or "tiny"
    """

    def __init__(self, renderer):
        self._renderer = renderer
        super().__init__()

    def makeDefaultPipe(self, *_, **__):  # noqa: N802, called by ShowBase
        self.pipe = window_pipe("tiny" if self._renderer == "tiny" else "gl")
        self.pipeList.append(self.pipe)


def open_game(renderer=None, size=SIZE, fullscreen=None):
    """Open the window without a level and return the Game. Without a sound device, print that there is no sound.

    renderer: "gl", "tiny", or None for the best that works
    size: (width, height) of the window [pixels], reduced if the display is smaller. In full screen, the size that the window
    has after full screen has ended.
    fullscreen: True or False, or None for the user's setting
    Raises InputError if no window can be opened with this renderer.
    """
    require_display(renderer)
    settings = Settings.load()
    settings.fullscreen = settings.fullscreen if fullscreen is None else fullscreen
    chosen = choose_renderer(renderer, smooth=settings.quality == BEST.name)
    background = Background(chosen)
    display = display_size(chosen)
    size = fit_to_display(size, display)
    # A window of another size is stretched by the window manager in its first frames, and the software renderer fails then.
    configure(chosen, display if settings.fullscreen and all(display) else size, settings.fullscreen)
    with silence_stderr():
        base = WindowBase(chosen)
    background.end_at_exit()
    handle = base.win.getWindowHandle()
    if handle:  # a window closed at once has none
        set_x11_icon(handle.getIntHandle())
    game = Game(base, settings, chosen, background)
    game.window.windowed_size = size
    if game.sounds.problem:
        print(game.sounds.problem)
    return game


def title_level():
    """Return the name of the level that is seen behind the front page of the menu."""
    names = level_names()
    return next((name for name in TITLE_LEVELS if name in names), names[0])
