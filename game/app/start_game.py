"""Start the game in a window for a level, a recording or a lesson. The functions return after the window is closed.

`renderer` is "gl", "tiny", or None for the best that works. `size` is that of the window [pixels], reduced if the display is
smaller. All functions raise InputError if no window can be opened with this renderer.
"""

from typing import Any

from direct.showbase.ShowBase import ShowBase

from ..lesson import Lesson, level_of
from ..level import Level, level_names
from ..panels.theme import Size
from ..simulation import Recording
from . import window
from .background_jobs import Background
from .game import Game
from .session.settings import BEST, Settings

SIZE = (1280, 720)
TITLE_LEVELS = ("playground", "stairs")  # the first one that exists is the background of the level chooser


def play(
    level: Level | str | None = None, *, crowd: int = 0, renderer: str | None = None, size: Size = SIZE,
    fullscreen: bool | None = None, **options: Any
) -> None:
    """Play a level, given as for load_level, or open the front page of the menu. Raises InputError if it is invalid.

    crowd: number of agents that wander in the level; fullscreen: None for the user's setting; options: of the Simulation
    """
    game = open_game(renderer, size, fullscreen)
    game.load(level or title_level(), crowd=crowd, **options)
    if level is None:
        game.show_title()
    game.run()


def play_recording(recording: Recording, level: Level, *, renderer: str | None = None, size: Size = SIZE) -> None:
    """Play a Recording, then give the user control. Raises InputError if it was made in another level."""
    simulation = recording.simulation(level)
    game = open_game(renderer, size)
    game.load(level, params=simulation.params, rules=simulation.rules, hz=simulation.hz)
    game.replay(simulation, recording.intents(simulation))
    game.run()


def teach(lesson: Lesson, *, renderer: str | None = None, size: Size = SIZE) -> None:
    """Open a Lesson in the level of its first page. Raises InputError if that level is invalid."""
    game = open_game(renderer, size)
    game.load(level_of(lesson.pages[0].level))
    game.lessons.open(lesson)
    game.run()


class WindowBase(ShowBase):
    """A ShowBase whose window belongs to a renderer. ShowBase itself would take the one that was initialised first."""

    def __init__(self, renderer: str):
        self._renderer = renderer
        super().__init__()

    def makeDefaultPipe(self, *_: Any, **__: Any) -> None:  # noqa: N802, called by ShowBase
        self.pipe = window.window_pipe("tiny" if self._renderer == "tiny" else "gl")
        self.pipeList.append(self.pipe)


def open_game(renderer: str | None = None, size: Size = SIZE, fullscreen: bool | None = None) -> Game:
    """Open the window without a level. `size` is that after full screen; `fullscreen` is None for the user's setting."""
    window.require_display(renderer)
    settings = Settings.load()
    settings.fullscreen = settings.fullscreen if fullscreen is None else fullscreen
    chosen = window.choose_renderer(renderer, smooth=settings.quality == BEST.name)
    background = Background(chosen)
    display = window.display_size(chosen)
    size = window.fit_to_display(size, display)
    # A window of another size is stretched by the window manager in its first frames, and the software renderer fails then.
    window.configure(chosen, display if settings.fullscreen and all(display) else size, settings.fullscreen)
    with window.silence_stderr():
        base = WindowBase(chosen)
    background.end_at_exit()
    handle = base.win.getWindowHandle()
    if handle:  # a window closed at once has none
        window.set_x11_icon(handle.getIntHandle())
    game = Game(base, settings, chosen, background)
    game.window.windowed_size = size
    if game.sounds.problem:
        print(game.sounds.problem)
    return game


def title_level() -> str:
    names = level_names()
    return next((name for name in TITLE_LEVELS if name in names), names[0])
