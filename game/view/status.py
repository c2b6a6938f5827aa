"""What the bottom of the screen tells."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Status:
    """cursor: ticks behind the newest; ticks: length of the history; mode: one word; message: of the last seconds;
    hint: name the keys; recording: for how long, as text, "": not; iteration: number of the one that is looked into, or None."""

    paused: bool = False
    cursor: int = 0
    ticks: int = 0
    mode: str = "PAUSED"
    message: str = ""
    hint: bool = True
    recording: str = ""
    iteration: int | None = None
