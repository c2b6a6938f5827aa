"""Which twins walk beside the player: on or off, by which rules. No renderer."""

from game.simulation import Twins
from game.simulation.twins import choices


class TwinKeeper:
    """choices: the names of the rules of each twin; twins: Twins, or None when there are none"""

    def __init__(self):
        self.choices, self.twins, self._wanted = ["fauerby", "thebigh"], None, False

    def begin(self, sim):
        """The player is another one, or the twins are: those who are wanted stand beside him."""
        self.twins = Twins(sim, self.choices) if self._wanted else None

    def toggle(self, sim):
        """On, beside the player; or off. Returns what to tell him."""
        self._wanted = not self._wanted
        self.begin(sim)
        return f"twins: {' and '.join(self.choices)}" if self._wanted else "twins: off"

    @property
    def wanted(self):
        """(names of the rules, are they shown?), for `take`."""
        return list(self.choices), self._wanted

    def take(self, choices, wanted):
        """Other twins, from the next `begin` on."""
        self.choices, self._wanted = list(choices), wanted

    def choose(self, number, places, sim):
        """Give a twin other rules; both begin beside the player. places: how many further in the list"""
        names = choices()
        self.choices[number] = names[(names.index(self.choices[number]) + places) % len(names)]
        self.begin(sim)

    def follow(self):
        """Do what the player did."""
        if self.twins:
            self.twins.follow()

    def between(self, session):
        """Where the twins are in the moment that a session shows, as Twins.between says."""
        if self.twins is None or session.record is None:
            return None
        return self.twins.between(session.record, session.part)
