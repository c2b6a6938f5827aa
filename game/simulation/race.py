"""Timed runs: the clock of a level with a finish, and the medals."""

from ..level.volume import Finish

MEDALS = ("gold", "silver", "bronze")


def finish_of(level):
    """The level's Finish, or None if its runs are not timed."""
    return next((volume.effect for volume in level.volumes if isinstance(volume.effect, Finish)), None)


def run_seconds(state, hz):
    """The time of a run up to now or up to crossing the finish [s]; 0 before its first step."""
    if state.started < 0:
        return 0.0
    if state.finished < 0:
        return (state.tick - state.started) / hz
    return (state.finished - state.started - (1.0 - state.finish_part)) / hz


def medal_of(finish, seconds):
    """The best medal for a time [s], or None."""
    return next((medal for medal in MEDALS if seconds <= getattr(finish, medal)), None)


def clock_text(seconds):
    """1:02.35 for 62.35 s."""
    hundredths = round(seconds * 100)
    return f"{hundredths // 6000}:{hundredths // 100 % 60:02d}.{hundredths % 100:02d}"
