"""The status at the bottom of the screen: message, key hints, recording."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Status:
    """The texts and states to show.

    paused: True if the player has no control now; message: the latest one; hint: lines on keys
    recording: its length as text, or ""; iteration: number of the iteration in the inspector, or None"""

    paused: bool = False
    message: str = ""
    hint: str = ""
    recording: str = ""
    iteration: int | None = None
