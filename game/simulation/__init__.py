"""The simulation of the player in fixed ticks. Each tick turns an Intent into a StepRecord."""

from .crowd.crowd import Crowd
from .crowd.steering import Wander
from .events import Event, EventKind, events_of
from .player_params import PlayerParams
from .runs.recording import Recording
from .runs.script import Script, parse_script
from .simulation import Simulation
from .tick_input_and_output import Ground, Intent, PlayerState, StepRecord
from .twins import Twins
from .warmup import warm_up

__all__ = [
    "Crowd",
    "Event",
    "EventKind",
    "Ground",
    "Intent",
    "PlayerParams",
    "PlayerState",
    "Recording",
    "Script",
    "Simulation",
    "StepRecord",
    "Twins",
    "Wander",
    "events_of",
    "parse_script",
    "warm_up",
]
