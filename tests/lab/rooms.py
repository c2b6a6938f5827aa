"""Levels with exhibits on a wide floor, for tests."""

from game.lab import Action, Actor, IncidentKind, Lab
from game.level.contents.exhibit_place import Board, Desk, ExhibitPlace
from tests.simulation.scenes import floor, level_of

ROOM = (40.0, 40.0, 10.0)  # around the origin [m]
# [m] of long desks
WIDTHS = dict.fromkeys(("cannon", "springs", "swept_spheres", "sums"), 2.4)
WIDTHS |= {"ball_room": 2.8, "billiards": 4.2, "court": 2.8, "race_wall": 2.8}
HERE, AFAR = Actor((0.0, -6.0, 0.9), (0.4, 0.4, 0.9)), Actor((500.0, 0.0, 0.9), (0.4, 0.4, 0.9))


def place_of(kind, name=None, at=(0.0, 0.0, 0.0), **keys):
    """An ExhibitPlace with a ROOM around it."""
    x, y, z = at
    desk, board = Desk((x, y - 3.0, z), 0.0, WIDTHS.get(kind, 2.0)), Board((x, y + 6.0, z + 2.5), 3.14159)
    own = tuple(sorted(keys.items()))
    return ExhibitPlace(kind, name or kind, at, 0.0, ROOM, (0.0, 0.0, -1.0), desk, board, own, f"rooms: {kind}")


def lab_of(kind, hz=60, **keys):
    """A Lab with one exhibit."""
    return Lab([place_of(kind, **keys)], hz)


class Run:
    """The ticks of one exhibit: its states, its readouts while it is awake, and the kinds of incidents except uses."""

    def __init__(self, kind, ticks=0, *uses, actor=HERE, hz=60, **keys):
        self.lab = lab_of(kind, hz, **keys)
        (self.exhibit,) = self.lab.exhibits
        self.states, self.readouts, self.incidents = list(self.lab.begin()), [], []
        self.go(ticks, *uses, actor=actor)

    def go(self, ticks, *uses, actor=HERE):
        """Go on by some ticks, in the first of which controls are used."""
        for tick in range(ticks):
            (after,), readouts = self.lab.tick((self.states[-1],), actor, use(*uses) if tick == 0 else ())
            self.states.append(after)
            self.readouts += readouts.values()
            for readout in readouts.values():
                self.incidents += [one.kind for one in readout.incidents if one.kind != IncidentKind.OPERATED]
        return self

    @property
    def bodies(self):
        return self.states[-1].bodies

    @property
    def figures(self):
        return self.readouts[-1].figures

    @property
    def board(self):
        return self.exhibit.kind.sheet(self.states[-1])

    def drawn(self):
        """The board, after all shapes were made."""
        assert self.exhibit.kind.bodies(self.states[-2:][0], self.states[-1], 0.5) and self.exhibit.kind.overlay(self.states[-1])
        return self.board


def level_with(*places, feet=(0.0, -8.0, 0.0)):
    """A level of a floor and exhibits."""
    level = level_of(floor(low=(-600.0, -600.0), high=(600.0, 600.0)), feet=feet)
    level.exhibits = places
    return level


def use(*texts):
    """Actions of "exhibit.control" or "exhibit.control:value"."""
    actions = []
    for text in texts:
        names, _, value = text.partition(":")
        actions.append(Action(*names.split("."), float(value) if value else 1.0))
    return tuple(actions)
