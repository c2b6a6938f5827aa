"""Which twins walk beside the player: on or off, by which rules. No renderer."""

from game.simulation import Twins
from game.simulation.twins import choices


class TwinManager:
    """choices: the names of the rules of each twin; twins: Twins, or None when there are none"""

    def __init__(self):
        self.choices, self.twins, self._wanted = ["fauerby", "thebigh"], None, False

    def begin(self, sim, state=None):
        """The player is another one, or the twins are: those who are wanted begin where he is in a state, None: in his newest."""
        self.twins = Twins(sim, self.choices) if self._wanted else None
        if self.twins and state is not None:
            self.twins.begin(state)
            self.twins.follow()

    def toggle(self, session):
        """On, beside the player as he is shown; or off. Returns what to tell him."""
        self._wanted = not self._wanted
        self.begin(session.sim, session.state)
        return f"twins: {' and '.join(self.choices)}" if self._wanted else "twins: off"

    @property
    def wanted(self):
        """(names of the rules, are they shown?), for `take`."""
        return list(self.choices), self._wanted

    def take(self, choices, wanted):
        """Other twins, from the next `begin` on."""
        self.choices, self._wanted = list(choices), wanted

    def choose(self, number, places, session):
        """Give a twin other rules, so many places further in the list.

        Both begin beside the player; while time stands where they began: the same run is then seen by other rules.
        """
        names, before = choices(), self.choices[number]
        place = names.index(before) + places if before in names else 0
        self.choices[number] = names[place % len(names)]
        self.begin(session.sim, self.twins.start if self.twins and session.paused else session.state)

    def follow(self):
        """Do what the player did."""
        if self.twins:
            self.twins.follow()

    def between(self, session):
        """Where the twins are in the moment that a session shows, as Twins.between says."""
        if self.twins is None or session.record is None:
            return None
        return self.twins.between(session.record, session.part)
