"""The changes of level that menu and keys offer: another level, the tutorial, another crowd, or another look of mesh files."""

from collections.abc import Callable
from math import dist
from time import monotonic

from ...core.input_errors import InputError
from ...lesson import level_of
from ...level import load_level
from ...level.contents.mesh_file_look import GRID, OWN
from ..menu.cards import FIRST_LEVEL
from ..menu.main_pages import level_entry, names_easy_first
from ..session.play_session import Session
from ..session.saved_progress import UserProgress
from ..teaching.lesson_player import LessonPlayer
from ..teaching.tutorial import GOAL, Tutorial

AGAIN = 2.0  # [s] in which a key is pressed again to leave the level. Shorter: missed; longer: a stray press still counts
WALKED_OFF = 2.5  # [m] from the spawn's feet to the body's centre. Less: a jump counts as walking; more: a start is not noticed


class LevelActions:
    """The changes of level that the user can choose. All but a new crowd end an open lesson and the tutorial.

    load(level, crowd, leaving, **options): `Game.load`. If the new level is invalid, it shows an error and keeps the old one.
    """

    def __init__(
        self, load: Callable[..., None], session: Session, lessons: LessonPlayer, tutorial: Tutorial, progress: UserProgress,
        show_message: Callable[[str], None]
    ):
        self._load, self._session, self._lessons = load, session, lessons
        self._tutorial, self._progress, self.show_message = tutorial, progress, show_message
        # places of the last call of `visit_neighbour`, and time [s] until which it can be confirmed
        self._asked: tuple[int | None, float] = None, 0.0

    def visit(self, name: str) -> None:
        """Start the level with a name or path, unless it is invalid, and store the level that is then played as the last one."""
        self._load(name, leaving=self._leave, **self._lessons.options_before)
        self._progress.store_level(self._session.sim.level.name)

    def visit_neighbour(self, places: int) -> None:
        """Start the level `places` on in the menu's order. If that ends something, only the second call within AGAIN does it."""
        names, now = names_easy_first(), self._session.sim.level.name
        name = names[(names.index(now) + places if now in names else 0) % len(names)]
        asked, until = self._asked
        self._asked = places, monotonic() + AGAIN
        if self._ended_by_leaving and (asked != places or monotonic() > until):
            which = "next" if places > 0 else "previous"
            self.show_message(f"Press it again to leave {self._ended_by_leaving}: {which} level, {level_entry(name).title}.")
            return
        self._asked = None, 0.0
        self.visit(name)

    @property
    def _ended_by_leaving(self) -> str:
        """The lesson, run or level that another level would end, as text. It is "" while the player is near the spawn."""
        state = self._session.state
        if self._lessons.is_open:
            return "the lesson"
        if state.started >= 0 and state.finished < 0:
            return "your timed run"
        return "this level" if dist(state.position, self._session.sim.level.spawn.feet) > WALKED_OFF else ""

    def begin_tutorial(self) -> None:
        """Start the first level with the tutorial, and remove the message on the screen."""
        self._load(level_of(FIRST_LEVEL), leaving=self._leave, **self._lessons.options_before)
        self._tutorial.begin()
        self.show_message("")

    def finish_tutorial(self) -> None:
        self._progress.store_goal(FIRST_LEVEL, GOAL)

    @property
    def is_tutorial_done(self) -> bool:
        """True once the player has followed the whole tutorial, until it begins again or another level is started."""
        return self._tutorial.is_done

    def restart_tutorial(self) -> None:
        if self._tutorial.is_on:
            self._tutorial.begin()

    def set_crowd(self, number: int) -> None:
        self._load(self._session.sim.level, crowd=number)

    @property
    def look(self) -> str:
        """The look of the level's mesh files: "own" for their own textures and colours, or "grid" for plain ones with a grid."""
        return self._session.sim.level.reading.get("look", OWN)

    def next_look(self) -> None:
        """Read the present level again in its other look, and restart it. If that fails, show the error and change nothing."""
        level = self._session.sim.level
        try:
            other = load_level(level.path, **level.reading | {"look": GRID if self.look == OWN else OWN})
        except InputError as problem:
            self.show_message(str(problem))
        else:
            self._load(other, leaving=self._leave)

    def _leave(self) -> None:
        self._lessons.close()
        self._tutorial.end()
