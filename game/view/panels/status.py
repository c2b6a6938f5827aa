"""What the bottom of the screen tells."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Status:
    """paused: does time stand, or is it not the player who walks; message: of the last seconds; hint: lines on keys;
    recording: for how long, as text, "": not; iteration: number of the one that is looked into, or None."""

    paused: bool = False
    message: str = ""
    hint: str = ""
    recording: str = ""
    iteration: int | None = None
