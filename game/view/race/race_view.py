"""While the clock runs, numbers and overlays are hidden unless the player turns them on, or pauses."""


class RaceView:
    """game: Game. show_overlays: True if numbers and overlays are shown in races, too"""

    def __init__(self, game):
        self._game, self.show_overlays = game, False

    @property
    def is_race(self):
        """True in a timed run at normal speed, without lesson, twins and Minkowski view."""
        game = self._game
        explained = game.session.slower or game.guide.is_open or game.twins.twins or game.minkowski.on
        return game.race_tracker.finish is not None and game.session.live and not explained

    @property
    def is_clear(self):
        """True while numbers and overlays are hidden."""
        return self.is_race and not self.show_overlays

    def take(self, action):
        """Take an overlay action as a wish to show or hide overlays in the race. -> True if it has no other effect now."""
        if not self.is_race or (self.show_overlays and action != "hud"):
            return False
        self.show_overlays = not self.show_overlays
        self._game.settings.hud |= self.show_overlays and action == "hud"
        self._game.tell("numbers and overlays: on" if self.show_overlays else "numbers and overlays: off while the clock runs")
        return True


def is_overlay_action(action):
    """True for the actions that show numbers and overlays."""
    return action in ("hud", "all_overlays") or action.startswith("overlay_")
