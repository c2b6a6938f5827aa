"""The content of the bottom of the screen."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Status:
    """paused: True if the player has no control now; message: of the last seconds; hint: lines on keys;
    recording: its length as text, or ""; iteration: number of the inspected one, or None."""

    paused: bool = False
    message: str = ""
    hint: str = ""
    recording: str = ""
    iteration: int | None = None
