"""The displayed space and its animated change, the twins beside the player, and the record of all teaching views."""

from typing import NamedTuple

from ...core.input_errors import InputError
from ...explain.spaces import CHOICES
from ...other_engines.engine_characters import NAMES, features_without_collision
from ...other_engines.engine_twin import twin_of
from ...pictures.photographer import MinkowskiView
from ...simulation import Twins
from ...simulation.twins import choices
from .tick_inspector import TickInspector

MORPH_TIME = 1.0  # [s] Smaller: too fast to follow; larger: a long wait


class SpaceChoice:
    """The displayed space. `name` is "world", "ellipsoid", or "both" for two pictures side by side."""

    def __init__(self, name="world"):
        self.name = name
        self._morph = CHOICES[name][0]

    def choose(self, name):
        """Choose a space by its name.

        `advance` then changes a single picture smoothly. A change to two pictures is immediate.
        """
        self.name = name
        if self.is_split:
            self._morph = 0.0

    def next(self, places=1):
        names = list(CHOICES)
        self.choose(names[(names.index(self.name) + places) % len(names)])

    @property
    def is_split(self):
        return len(CHOICES[self.name]) > 1

    def advance(self, seconds):
        """Continue the change of space. `seconds` is the time since the last call [s]."""
        target, step = CHOICES[self.name][0], seconds / MORPH_TIME
        self._morph += max(-step, min(step, target - self._morph))

    @property
    def blends(self):
        """A tuple with a number for each picture: 0 for world space, 1 for ellipsoid space, or between during the change."""
        return (self._morph**2 * (3.0 - 2.0 * self._morph), *CHOICES[self.name][1:])


BEGIN = "twins on: they start inside you, and become visible as they leave you"


class TwinManager:
    """The player's twins, which are bodies with the player's input and other rules, or other engines' characters.

    choices: list with the name of each twin's rules or peer
    twins: Twins, or None while switched off
    problem: the reason why wanted twins cannot walk in this level, or ""
    """

    def __init__(self):
        self.choices, self.twins, self._wanted, self.problem = ["fauerby", "thebigh"], None, False, ""

    def begin(self, sim, state=None):
        """Make new twins of a player, if they are switched on. If the level does not allow them, store the reason in `problem`.

        sim: the player's Simulation
        state: PlayerState at which the twins start, or None for the player's newest state
        """
        self.twins, self.problem = None, ""
        try:
            self.twins = Twins(sim, self.choices, twin_of) if self._wanted else None
        except InputError as problem:
            self.problem = str(problem)
        if self.twins and state is not None:
            self.twins.begin(state)
            self.twins.update()

    def toggle(self, session):
        """Start twins at the displayed state of the Session's player, or remove the twins. Return the message for the user."""
        self._wanted = self.twins is None
        self.begin(session.sim, session.state)
        if self.twins is None:
            return self.problem or "twins: off"
        peers, unmet = [name for name in self.choices if name in NAMES], features_without_collision(session.sim.level)
        note = f". {' and '.join(peers)}: no {' or '.join(unmet)}" if peers and unmet else ""
        return BEGIN + note

    @property
    def configuration(self):
        """The arguments of `configure` that restore the present choice.

        They are the names of the twins' rules or peers, and True if the twins are switched on.
        """
        return list(self.choices), self._wanted

    def configure(self, choices, wanted):
        """Set the twins' rules or engines, and switch the twins on or off. The next `begin` applies both.

        choices: name of the rules or of the peer of each twin
        wanted: True to switch the twins on
        """
        self.choices, self._wanted = list(choices), wanted

    def choose(self, number, places, session):
        """Give the twin with index `number` other rules or another peer: `places` after the present one in the list of all.

        The list has the names of all rules, then those of the peers, and wraps around at both ends.
        All twins of the Session start again at the player. In a paused game they repeat the same run from its start.
        Return `problem`.
        """
        names, before = (*choices(), *NAMES), self.choices[number]
        place = names.index(before) + places if before in names else 0
        self.choices[number] = names[place % len(names)]
        self.begin(session.sim, self.twins.start if self.twins and session.paused else session.state)
        return self.problem

    def update(self):
        """Simulate the player's latest ticks for the twins."""
        if self.twins:
            self.twins.update()


class TickViews(NamedTuple):
    """The views of the window that explain a tick.

    space: the SpaceChoice of the displayed space
    minkowski: the MinkowskiView, which expands triangles by the body
    twins: the TwinManager of the player's twins
    inspector: the TickInspector
    """

    space: SpaceChoice
    minkowski: MinkowskiView
    twins: TwinManager
    inspector: TickInspector
