"""The intent of each tick: from a script while one is played, else from the controls."""

from game.simulation import Intent


class Intents:
    """game: Game; script: Intents to play before those of the controls, or None"""

    def __init__(self, game, script=None):
        self._game = game
        self._script = script and iter(script)

    def next(self):
        """The Intent of the next tick. The view turns with a script."""
        intent = self._from_script()
        if intent is None:
            return self._from_controls()
        if intent.heading is not None:
            self._game.viewpoint.look.heading = intent.heading
        return intent

    def repeat_last(self):
        """The Intent of a single step: the script's, or the last one again, since the keys move the camera while paused."""
        intent, session = self._from_script(), self._game.session
        if intent or not session.record:
            return intent or self._from_controls()
        last = session.record.intent
        return last if last.heading is None else last._replace(heading=last.heading + session.turned())

    def _from_script(self):
        intent = next(self._script, None) if self._script else None
        if intent is None:
            self.end_script()
        return intent

    def end_script(self):
        if self._script:
            self._script = None
            self._game.tell("the recording is over: you have control")

    def take_over(self):
        """Drop the script without a message."""
        self._script = None

    def _from_controls(self):
        controls, look = self._game.controls, self._game.viewpoint.look
        look.heading += self._game.session.turned()
        down = controls.down
        intent = Intent(controls.wish(look.heading), down("jump"), down("run"), down("crouch"), look.heading)
        controls.take_taps()
        return intent
