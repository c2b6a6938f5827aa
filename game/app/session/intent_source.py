"""The Intent of each tick (wish direction, jump, run, crouch, heading, uses of exhibits), from a script or the controls."""

from ...simulation import Intent


class Intents:
    """The source of Intents: a script, or the controls.

    session: Session
    controls: Controls
    look: Look of the player
    hand: Hand of the player, whose lab Actions become part of the Intents of the controls
    show_message(message): shows a message
    """

    def __init__(self, session, controls, look, hand, show_message):
        self._session, self._controls, self._look, self._hand, self._show_message = session, controls, look, hand, show_message
        self._script, self._waits = None, False

    def wait_for_walking(self):
        """Return no Intent until the user wants to walk or jump."""
        self._waits = True

    def play(self, script):
        """Use the Intents of a script until it ends. None drops the current script without a message. Waiting ends.

        script: iterable of Intents, or None
        """
        self._script, self._waits = None if script is None else iter(script), False

    @property
    def is_scripted(self):
        """True while a script or a recording is being played."""
        return self._script is not None

    def next(self):
        """Return the Intent of the next tick, or None until the user walks or jumps after a call of `wait_for_walking`.

        An Intent of a script also turns the view.
        """
        self._waits = self._waits and not (any(self._controls.wish(0.0)) or self._controls.down("jump"))
        if self._waits:
            return None
        intent = self._from_script()
        if intent is None:
            return self._from_controls()
        if intent.heading is not None:
            self._look.heading = intent.heading
        return intent

    def repeat_last(self):
        """Return the Intent of a single step in a paused game: the script's next one, or else the Intent of the last tick.

        A message names the keys of a repeated Intent. It has no uses of exhibits, and turns with the ground below the player.
        The keys that are held now do not count, because they move the camera of a paused game. Only before the first tick, the
        controls give the Intent.
        """
        intent, session = self._from_script(), self._session
        if intent or not session.record:
            return intent or self._from_controls()
        last = session.record.intent._replace(actions=())
        self._show_message(f"a new tick, with the keys of the tick before: {held_keys(last)}")
        return last if last.heading is None else last._replace(heading=last.heading + session.view_turn())

    def _from_script(self):
        """Return the script's next Intent. Without one, end the script, and return None."""
        intent = next(self._script, None) if self._script else None
        if intent is None:
            self.end_script()
        return intent

    def end_script(self):
        """Drop the script, and show the message that the user has control. Do nothing without a script."""
        if self._script:
            self._script = None
            self._show_message("the recording is over: you have control")

    def _from_controls(self):
        """Return the Intent of the controls. The player's Look turns with the ground below the player."""
        look, down = self._look, self._controls.down
        look.heading += self._session.view_turn()
        keys = down("jump"), down("run"), down("crouch")
        intent = Intent(self._controls.wish(look.heading), *keys, look.heading, self._hand.pop_actions())
        self._controls.clear_taps()
        return intent


def held_keys(intent):
    """Return the names of what the keys of an Intent do as text, such as "walk, jump", or "none"."""
    names = "run" if intent.run else "walk", "jump", "crouch"
    return ", ".join(name for name, held in zip(names, (any(intent.wish), intent.jump, intent.crouch)) if held) or "none"
