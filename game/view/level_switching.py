"""Changes of level that the menu offers: another level, the guided first level, the same level with a crowd."""

from game.errors import InputError
from game.lesson import level_of
from game.level import load_level
from game.level.look import GRID, OWN

from .menu.cards import FIRST_LEVEL
from .teaching.guide import GOAL


class Destinations:
    """Loads the level that the player chooses, after closing an open lesson.

    load(level, crowd, leaving, **options): method of Game
    session: Session
    lessons: LessonPlayer
    guide: Guide
    progress: Progress
    tell(message): shows a message
    """

    def __init__(self, load, session, lessons, guide, progress, tell):
        self._load, self._session, self._lessons = load, session, lessons
        self._guide, self._progress, self.tell = guide, progress, tell

    def visit(self, name):
        """Go to a level by a name or path for load_level."""
        self._load(name, leaving=self._leave, **self._lessons.options_before)
        self._progress.play(self._session.sim.level.name)

    def begin_guide(self):
        """Go to the first level, and guide the player through it."""
        self._load(level_of(FIRST_LEVEL), leaving=self._leave, **self._lessons.options_before)
        self._guide.begin()
        self.tell("")

    def finish_guide(self):
        """Show a message to the player that has done all prompts, and mark the goal as reached."""
        self._progress.reach(FIRST_LEVEL, GOAL)

    def restart_guide(self):
        """Begin again with the first prompt, in the guided level."""
        if self._guide.is_on:
            self._guide.begin()

    def set_crowd(self, number):
        """Restart the level with a number of crowd agents."""
        self._load(self._session.sim.level, crowd=number)

    @property
    def look(self):
        """The look of the level's mesh files: "own" or "grid"."""
        return self._session.sim.level.reading.get("look", OWN)

    def next_look(self):
        """Read the level again in its other look, and restart it there."""
        level = self._session.sim.level
        try:
            other = load_level(level.path, **level.reading | {"look": GRID if self.look == OWN else OWN})
        except InputError as problem:
            self.tell(str(problem))
        else:
            self._load(other, leaving=self._leave)

    def _leave(self):
        self._lessons.close()
        self._guide.end()
