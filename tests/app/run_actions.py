"""RunActions for tests of keys and menu pages: those parts that a test does not name do nothing."""

from types import SimpleNamespace
from unittest.mock import MagicMock

from game.app.action_handlers import RunActions
from game.app.session.saved_progress import UserProgress


def run_actions(**parts):
    """Return RunActions with the named parts of its constructor. Without `session` no level is loaded."""
    usual = {name: MagicMock() for name in ("viewpoint", "recorder", "level_actions", "views", "background", "race")}
    usual |= {"session": SimpleNamespace(sim=None), "lessons": SimpleNamespace(is_open=False), "progress": UserProgress()}
    return RunActions(**(usual | {"crowd_size": lambda: 0} | parts))
