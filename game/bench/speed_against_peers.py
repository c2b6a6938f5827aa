"""The speed of a step and a sweep compared with other engines, on a small level and on terrain of growing size."""

from __future__ import annotations

from collections.abc import Callable

from ..collision import TriangleMesh
from .harness.contenders import OURS, Contenders, body_sweepers, sphere_sweepers, steppers
from .harness.timing import BLOCK, ResultTable, interleaved, typical, typical_ratio, walk_ratio
from .harness.walking_moves import PLACES, Track, scattered_track, small_level, terrain, tour_track, walking_track

SIZES = (10_000, 100_000, 1_000_000)
ROUNDS = 15  # walks of each contender; fewer: the median varies
SMALL_LEVEL = "playground"
TrackContenders = Callable[[Track, bool], Contenders]
METHOD = (
    f"Medians of {ROUNDS} interleaved walks over all {PLACES} places, called from Python. Typical place: the median of the\n"
    f"ratios in blocks of {BLOCK} places. In the mean over a walk, expensive places weigh most."
)


def tracks(sizes: tuple[int, ...] = SIZES) -> list[Track]:
    """Return the Tracks of all measurements: first the small level, then two for terrain of each size.

    The moves of the first of the two begin along a circle, those of the second at scattered positions.
    sizes: requested numbers of triangles
    """
    found = [small_track()]
    for size in sizes:
        course = terrain(size)
        mesh = TriangleMesh(course.vertices, course.triangles)
        found.append(walking_track(course, mesh))
        scattered = scattered_track(course, mesh)
        found.append(scattered._replace(name="scattered"))
    return found


def small_track() -> Track:
    """Return the Track of the tour of the level SMALL_LEVEL, or of a small terrain if the level does not exist."""
    from ..level import level_names

    if SMALL_LEVEL in level_names():
        return tour_track(SMALL_LEVEL)
    course = small_level()
    return walking_track(course, TriangleMesh(course.vertices, course.triangles))


def against_peers(title: str, contenders: TrackContenders, measured: list[Track], peers: bool, note: str) -> ResultTable:
    """Return the ResultTable of the time of each contender on each Track [us], and of two ratios to Glissade's time.

    The first ratio is that of whole walks, the second that of the typical place.

    contenders(track, peers): returns the Contenders on a Track
    peers: True to measure other engines too
    title, note: texts above and below the table
    """
    times = [interleaved(contenders(track, peers), ROUNDS, PLACES) for track in measured]
    names = list(dict.fromkeys(name for found in times for name in found))
    rows = [("triangles", *(len(track.triangles) for track in measured))]
    rows += [(f"{name} [us]", *(typical(found[name]) if name in found else None for found in times)) for name in names]
    for name in names:
        for place, ratio in (("", walk_ratio), (", typical place", typical_ratio)) if name != OURS else ():
            ratios = [ratio(found[name], found[OURS]) if name in found else None for found in times]
            rows.append((f"{name} / {OURS}{place}", *ratios))
    return ResultTable(title, ("", *(track.name for track in measured)), rows, note)


def steps_table(measured: list[Track], peers: bool) -> ResultTable:
    """Return the ResultTable of full steps on each Track. `peers` is True to measure other engines too."""
    note = f"{METHOD}\nA body .8 m wide and 1.8 m high walks at 5 m/s, 60 ticks a second."
    return against_peers("One full step: gather, move pass, gravity pass", steppers, measured, peers, note)


def sweeps_table(measured: list[Track], peers: bool) -> ResultTable:
    """Return the ResultTable of sweeps of an ellipsoid on each Track. `peers` is True to measure other engines too."""
    note = f"{METHOD}\nWalk and gravity are one displacement; the capsules of Bullet and Rapier are as wide and high."
    return against_peers("One sweep of an ellipsoid", body_sweepers, measured, peers, note)


def spheres_table(measured: list[Track], peers: bool) -> ResultTable:
    """Return the ResultTable of sweeps of a sphere on each Track. `peers` is True to measure other engines too."""
    note = f"{METHOD}\nThe same moves, with spheres of .4 m radius on the same ground."
    return against_peers("One sweep of a sphere", sphere_sweepers, measured, peers, note)
