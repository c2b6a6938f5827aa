"""Levels with exhibits on a wide floor, for tests."""

from game.lab import Action, Lab
from game.level.contents.exhibit_place import Board, Desk, ExhibitPlace
from tests.simulation.scenes import floor, level_of

ROOM = (40.0, 40.0, 10.0)  # around the origin [m]
# [m] of long desks
WIDTHS = dict.fromkeys(("cannon", "springs", "swept_spheres", "sums"), 2.4)
WIDTHS |= {"ball_room": 2.8, "billiards": 4.2, "court": 2.8, "race_wall": 2.8}


def place_of(kind, name=None, at=(0.0, 0.0, 0.0), **keys):
    """An ExhibitPlace with a ROOM around it."""
    x, y, z = at
    desk, board = Desk((x, y - 3.0, z), 0.0, WIDTHS.get(kind, 2.0)), Board((x, y + 6.0, z + 2.5), 3.14159)
    own = tuple(sorted(keys.items()))
    return ExhibitPlace(kind, name or kind, at, 0.0, ROOM, (0.0, 0.0, -1.0), desk, board, own, f"rooms: {kind}")


def lab_of(kind, hz=60, **keys):
    """A Lab with one exhibit."""
    return Lab([place_of(kind, **keys)], hz)


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
