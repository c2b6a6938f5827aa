"""Timed runs and courses: the clock of a level with a finish, its medals, and its checkpoints."""

from ..level import Level
from ..level.contents.volume import Checkpoint, Finish
from ..player.player_state import PlayerState

MEDALS = ("gold", "silver", "bronze")


def finish_of(level: Level) -> Finish | None:
    """Return the Finish of a Level, or None if it has none. Runs of a level without a Finish are not timed."""
    return next((volume.effect for volume in level.volumes if isinstance(volume.effect, Finish)), None)


def run_seconds(state: PlayerState, hz: int) -> float:
    """Return the time of a timed run [s], until now or the finish. It is 0 before the first input, and without a Finish."""
    if state.started < 0:
        return 0.0
    if state.finished < 0:
        return (state.tick - state.started) / hz
    return (state.finished - state.started - (1.0 - state.finish_part)) / hz


def medal_of(finish: Finish | None, seconds: float) -> str | None:
    """Return the best medal that a time [s] earns, one of MEDALS, or None."""
    return next((medal for medal in MEDALS if seconds <= getattr(finish, medal)), None)


def clock_text(seconds: float) -> str:
    """Return a time [s] as on a clock, such as 1:02.35 for 62.35 s."""
    hundredths = round(seconds * 100)
    return f"{hundredths // 6000}:{hundredths // 100 % 60:02d}.{hundredths % 100:02d}"


# Checkpoints


def checkpoint_numbers(level: Level) -> list[int]:
    return [number for number, volume in enumerate(level.volumes) if isinstance(volume.effect, Checkpoint)]


def next_goal(level: Level, checkpoint: int) -> int | None:
    """Return the index of the volume to reach after a checkpoint, or -1: the next one, else the finish, or None."""
    ahead = [number for number in checkpoint_numbers(level) if number > checkpoint]
    finishes = [number for number, volume in enumerate(level.volumes) if isinstance(volume.effect, Finish)]
    return next(iter(ahead + finishes), None)


def checkpoint_count(level: Level, checkpoint: int) -> tuple[int, int]:
    """Return the place of a volume among the level's checkpoints, from 1 on, and their number."""
    numbers = checkpoint_numbers(level)
    return sum(number <= checkpoint for number in numbers), len(numbers)


def checkpoint_message(
    level: Level, checkpoint: int, seconds: float | None = None, gap: float | None = None, rival: str = "your best"
) -> str:
    """Return the message for a reached checkpoint. It ends with the checkpoint's text about the next section, if there is one.

    seconds: time of a timed run [s]; gap: delay against `rival` here [s], negative if ahead
    """
    words = "checkpoint {} of {}".format(*checkpoint_count(level, checkpoint))
    if seconds is not None:
        words += f" at {clock_text(seconds)}"
    if gap is not None:
        words += f", {abs(gap):.2f} s {'behind' if gap > 0 else 'ahead of'} {rival}"
    effect = level.volumes[checkpoint].effect
    return f"{words}. {effect.ahead}" if isinstance(effect, Checkpoint) and effect.ahead else words
