"""Changes of level that the menu offers: another level, the guided first level, the same level with a crowd."""

from game.errors import InputError
from game.lesson import level_of
from game.level import load_level
from game.level.look import GRID, OWN

from .menu.cards import FIRST_LEVEL
from .teaching.guide import GOAL


class Destinations:
    """The changes of level that the user can choose. Another level closes an open lesson and the guide, a new crowd does not.

    load(level, crowd, leaving, **options): `Game.load`
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
        """Start a level by a name or path for load_level."""
        self._load(name, leaving=self._leave, **self._lessons.options_before)
        self._progress.play(self._session.sim.level.name)

    def begin_guide(self):
        """Start the first level, and guide the player through it."""
        self._load(level_of(FIRST_LEVEL), leaving=self._leave, **self._lessons.options_before)
        self._guide.begin()
        self.tell("")

    def finish_guide(self):
        """Store in the progress that the guide's goal in the first level is reached."""
        self._progress.reach(FIRST_LEVEL, GOAL)

    def restart_guide(self):
        """Begin the guide again with its first prompt, if the guide is on."""
        if self._guide.is_on:
            self._guide.begin()

    def set_crowd(self, number):
        """Restart the level with `number` crowd agents."""
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
