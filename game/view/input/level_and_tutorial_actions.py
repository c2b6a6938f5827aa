"""The changes of level that menu and keys offer: another level, the tutorial, another crowd, or another look of mesh files."""

from game.input_errors import InputError
from game.lesson import level_of
from game.level import load_level
from game.level.mesh_file_look import GRID, OWN

from ..menu.cards import FIRST_LEVEL
from ..teaching.tutorial import GOAL


class LevelActions:
    """The changes of level that the user can choose.

    Another level or another look ends an open lesson and the tutorial. A new crowd does not.

    load(level, crowd, leaving, **options): `Game.load`. If the new level is invalid, it shows an error and keeps the old one.
    It calls leaving() just before it removes the old level. `options` are params, rules and hz of the Simulation.
    session: Session
    lessons: LessonPlayer
    tutorial: Tutorial, the prompts that teach the keys in the first level
    progress: Progress
    show_message(message): shows a message
    """

    def __init__(self, load, session, lessons, tutorial, progress, show_message):
        self._load, self._session, self._lessons = load, session, lessons
        self._tutorial, self._progress, self.show_message = tutorial, progress, show_message

    def visit(self, name):
        """Start another level, and store the level that is then played as the last one. An invalid level is not started.

        name: name or path of the level, for load_level
        """
        self._load(name, leaving=self._leave, **self._lessons.options_before)
        self._progress.store_level(self._session.sim.level.name)

    def begin_tutorial(self):
        """Start the first level with the tutorial, and remove the message on the screen."""
        self._load(level_of(FIRST_LEVEL), leaving=self._leave, **self._lessons.options_before)
        self._tutorial.begin()
        self.show_message("")

    def finish_tutorial(self):
        """Store in the progress that the tutorial's goal in the first level is reached."""
        self._progress.store_goal(FIRST_LEVEL, GOAL)

    @property
    def is_tutorial_done(self):
        """True once the player has followed the whole tutorial, until it begins again or another level is started."""
        return self._tutorial.is_done

    def restart_tutorial(self):
        """Begin the tutorial again with its first prompt, if the tutorial is on."""
        if self._tutorial.is_on:
            self._tutorial.begin()

    def set_crowd(self, number):
        """Restart the present level with `number` crowd agents, 0 for none."""
        self._load(self._session.sim.level, crowd=number)

    @property
    def look(self):
        """The look of the level's mesh files: "own" for their own textures and colours, or "grid" for plain ones with a grid."""
        return self._session.sim.level.reading.get("look", OWN)

    def next_look(self):
        """Read the present level again in its other look, and restart it. If that fails, show the error and change nothing."""
        level = self._session.sim.level
        try:
            other = load_level(level.path, **level.reading | {"look": GRID if self.look == OWN else OWN})
        except InputError as problem:
            self.show_message(str(problem))
        else:
            self._load(other, leaving=self._leave)

    def _leave(self):
        self._lessons.close()
        self._tutorial.end()
