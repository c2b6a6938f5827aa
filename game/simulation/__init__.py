"""The simulation of the player in fixed ticks. Each tick turns an Intent into a StepRecord.

simulation              Simulation: a level, a player, and the history of its ticks
world_and_player_tick   World: a level with volumes and movers, and the whole tick of its players
compiled_tick_caller    calls of the compiled tick, and what it leaves to Python
player                  the player's own tick, compiled
movers                  lifts, doors, discs
environment             volumes, forces, gravity of any direction
exhibit_effects         what exhibits do to the player
tick_input_and_output   Intent, PlayerState, StepRecord
player_params           the player's sizes, speeds and limits
lazy_player_state       a state as the bytes that the compiled tick wrote
history_and_state_hash  the newest records, and the hash of all states
event_detection         events of a tick, for sounds and game rules
runs                    scripts, routes, recordings, tables
twins                   copies of the player with other rules
crowd                   many players in one level
warmup                  compiling before a game begins
"""

from .crowd.crowd import Crowd
from .crowd.random_wander import Wander
from .event_detection import Event, EventKind, events_of
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
