"""Who walks: a script that is being played, or the player at his keys."""

from game.simulation import Intent


class Intents:
    """game: Game. script: Intents to play before the player's own, or None"""

    def __init__(self, game, script=None):
        self._game = game
        self._script = script and iter(script)

    def next(self):
        """What the script says for the next tick, or what the player wants."""
        intent = self._scripted()
        if intent is None:
            return self._own()
        if intent.heading is not None:
            self._game.viewpoint.look.heading = intent.heading
        return intent

    def same_again(self):
        """For a single new tick: what the script says, or what the player did last: his keys fly the camera now."""
        intent, session = self._scripted(), self._game.session
        if intent or not session.record:
            return intent or self._own()
        last = session.record.intent
        return last if last.heading is None else last._replace(heading=last.heading + session.turned())

    def _scripted(self):
        intent = next(self._script, None) if self._script else None
        if intent is None:
            self.end_script()
        return intent

    def end_script(self):
        if self._script:
            self._script = None
            self._game.tell("the recording is over: now it is you who walks")

    def take_over(self):
        """Whatever was being played again is over, and not worth a word."""
        self._script = None

    def _own(self):
        controls, look = self._game.controls, self._game.viewpoint.look
        look.heading += self._game.session.turned()
        down = controls.down
        intent = Intent(controls.wish(look.heading), down("jump"), down("run"), down("crouch"), look.heading)
        controls.take_taps()
        return intent
