"""Against the clock the picture belongs to the race: numbers and overlays stay away, unless they are wanted or time stands."""

LECTURE = ("hud", "all_overlays")  # actions that show numbers and overlays again, as those of single overlays do


class ClearView:
    """game: Game. lecture: are numbers and overlays wanted in races, too?"""

    def __init__(self, game):
        self._game, self.lecture = game, False

    @property
    def is_race(self):
        """Is it a run against the clock that is being played, in the time of life, and nothing asked for that explains?"""
        game = self._game
        explained = game.session.slower or game.guide.is_open or game.twins.twins or game.minkowski.on
        return game.keeper.finish is not None and game.session.live and not explained

    @property
    def on(self):
        return self.is_race and not self.lecture

    def turn(self, action):
        """Take an action of the lecture's for a wish to see it, or not any more. Says whether that is all it means now."""
        if not self.is_race or (self.lecture and action != "hud"):
            return False
        self.lecture = not self.lecture
        self._game.settings.hud |= self.lecture and action == "hud"
        self._game.tell("numbers and overlays: on" if self.lecture else "numbers and overlays: off while the clock runs")
        return True


def is_lecture(action):
    return action in LECTURE or action.startswith("overlay_")
