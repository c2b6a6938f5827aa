"""The simulation: Intent in, StepRecord out, one fixed tick after the other."""

from .params import PlayerParams
from .recording import Recording
from .script import Script, parse_script
from .simulation import Simulation
from .state import Ground, Intent, PlayerState, StepRecord
from .warm import warm_up

__all__ = [
    "Ground",
    "Intent",
    "PlayerParams",
    "PlayerState",
    "Recording",
    "Script",
    "Simulation",
    "StepRecord",
    "parse_script",
    "warm_up",
]
