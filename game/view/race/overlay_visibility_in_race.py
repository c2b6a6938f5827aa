"""The visibility of numbers and overlays in a timed run. They are hidden until the player shows them or pauses."""


class OverlayVisibility:
    """The rule that hides numbers and overlays during a timed run.

    session: Session
    settings: Settings
    is_timed(): True in a level with a finish.
    is_explained(): True if a lesson, twins or the Minkowski view are shown.
    show_message(message): shows a message
    show_overlays: True if numbers and overlays are shown in timed runs, too
    """

    def __init__(self, session, settings, is_timed, is_explained, show_message):
        self._session, self._settings, self._show_message = session, settings, show_message
        self._is_timed, self._is_explained, self.show_overlays = is_timed, is_explained, False

    @property
    def is_race(self):
        """True if a timed run is played live at normal speed, without lesson, twins and Minkowski view."""
        return self._is_timed() and self._session.live and not self._session.slower and not self._is_explained()

    @property
    def is_clear(self):
        """True while numbers and overlays are hidden."""
        return self.is_race and not self.show_overlays

    def intercept(self, action):
        """Show or hide all numbers and overlays of a timed run. Return True if this replaces the action's usual effect.

        Any action shows hidden numbers and overlays. Only the action "hud" hides shown ones. Other actions, and actions outside
        timed runs, change nothing here, and the result is False.
        action: name of an action that changes numbers or overlays
        """
        if not self.is_race or (self.show_overlays and action != "hud"):
            return False
        self.show_overlays = not self.show_overlays
        self._settings.hud |= self.show_overlays and action == "hud"
        self._show_message("numbers and overlays: on" if self.show_overlays else "numbers and overlays: off while the clock runs")
        return True


def is_overlay_action(action):
    """True if `action` is the name of an action that shows numbers or overlays."""
    return action in ("hud", "all_overlays") or action.startswith("overlay_")
