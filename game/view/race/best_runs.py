"""The best run of each timed level, in the user's data folder. A file that is damaged or made for another level is ignored."""

import json
from dataclasses import asdict, dataclass

from ...core.argument_checks import FARTHEST
from ...core.right_forward_up_frame import orthonormalise
from ...core.safe_files import decoded, keep
from ...core.user_folders import user_folder
from ...core.vec3 import dot, normalise
from ...simulation.player.gravity_aligned_frame import interpolate

EVERY = 3  # ticks between two rows of a track. More: the ghost cuts corners; fewer: larger files
FAR_APART = 3.0  # [m] between two rows of a track: the player was teleported, and the ghost is not drawn between them
UPRIGHT = 4  # numbers in the row of a player whose up is +z
ROUNDED = 0.01  # error of a frame rounded to three digits. Smaller: stored runs count as damaged; larger: a skewed ghost
LONGEST, SHORTEST = 36_000, 1e-3  # [s]; a longer run, or a shorter step of its track, is a damaged file


@dataclass(frozen=True)
class BestRun:
    """The best run of a level.

    level_hash: the hash of the level
    seconds: duration of the run [s]
    step: time between two rows of the track [s]
    track: rows (x, y, z, heading) of the player's centre [m, rad]. If the player's up is not +z, the frame's right (3) and up (3)
    follow.
    splits: a pair for each checkpoint: (index of its volume, time of the run at which the player reached it [s])
    """

    level_hash: str
    seconds: float
    step: float
    track: tuple
    splits: tuple = ()

    def at(self, time):
        """Return the player's centre (x, y, z) [m], heading [rad] and frame at a time, or None after the end of the run.

        Centre and frame are interpolated between two rows of the track. The heading is that of the first of these rows. The
        frame has the meaning of `PlayerState.frame`: None for a player whose up is +z.
        time: since the start of the run [s]. A negative time means the start.
        """
        place = max(time, 0.0) / self.step
        row = int(place)
        if row + 1 >= len(self.track):
            return None
        a, b, part = self.track[row], self.track[row + 1], place - row
        if max(abs(p - q) for p, q in zip(a[:3], b[:3])) > FAR_APART:
            part = 0.0
        frame = interpolate(frame_of(a), frame_of(b), part) if len(a) + len(b) > 2 * UPRIGHT else None
        return tuple(p + (q - p) * part for p, q in zip(a[:3], b[:3])), a[3], frame

    def is_valid(self):
        """True if duration, step, track and splits are valid. Can raise TypeError if values have wrong types."""
        rows = all(are_numbers(row, UPRIGHT) or has_frame(row) for row in self.track)
        rows = rows and all(are_numbers(row, 2) for row in self.splits)
        return rows and len(self.track) > 1 and 0 < self.seconds < LONGEST and SHORTEST <= self.step < 1.0

    def save(self, path):
        """Write the run to the file at `path`, or do nothing if `path` is None. A failed write is ignored."""
        keep(path, json.dumps(asdict(self)))


def row_of(state):
    """Return a PlayerState as a row of a track: (x, y, z, heading), then right (3) and up (3) of its frame if it has one."""
    frame = state.frame
    return *state.position, state.heading, *((*frame[0], *frame[2]) if frame else ())


def frame_of(row):
    """Return the frame of a track's row, made orthonormal again after rounding, or None if the player's up is +z."""
    return orthonormalise((row[4:7], None, normalise(row[7:10]))) if len(row) > UPRIGHT else None


def has_frame(row):
    """True if a row of a track holds a frame: right and up of about unit length, at about a right angle."""
    if not are_numbers(row, UPRIGHT + 6):
        return False
    right, up = row[4:7], row[7:10]
    return max(abs(dot(right, right) - 1.0), abs(dot(up, up) - 1.0), abs(dot(right, up))) < ROUNDED


def is_number(value):
    return isinstance(value, (int, float)) and abs(value) <= FARTHEST


def are_numbers(row, count):
    return len(row) == count and all(is_number(x) for x in row)


def rows_of(kept):
    return tuple(tuple(row) for row in kept)


def load_best(path, level_hash):
    """Return the BestRun in a file, or None without a valid file for the level.

    path: of the file, or None for a user without a home folder
    level_hash: the hash of the level
    """
    try:
        kept = json.loads(decoded(path.read_bytes()))
        run = BestRun(kept["level_hash"], kept["seconds"], kept["step"], rows_of(kept["track"]), rows_of(kept.get("splits", ())))
        return run if run.level_hash == level_hash and run.is_valid() else None
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def path_of(level):
    """Return the path of the file with the best run of a Level, or None for a user without a home folder."""
    folder = user_folder("data")
    return folder and folder / "runs" / f"{level.name}.json"
