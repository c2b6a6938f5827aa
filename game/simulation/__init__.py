"""The simulation of the player in fixed ticks. Each tick turns an Intent into a TickRecord.

simulation                 Simulation: a level, a player, the history of its ticks, and the hash of all states
world                      World: a level with volumes and movers, and the whole tick of its players
compiled_tick_driver       calls of the compiled tick (game/player), what it leaves to Python, and the rows of many players
compiled_carrying          compiled: the movers near a position, and how one carries the player on it
intent_and_tick_record     Intent, TickRecord
body_heading               bodies that turn with the view
oriented_body              a body whose up is not +z, or that is turned, and the triangles around it
recovery                   of a player that starts a tick inside a surface, or is inside a mover
movers                     lifts, doors, discs: their poses, and the triangles near a body
carrying                   the player moves with the mover below it
pushing                    movers that push the player
teleport_placement         placement of a whole body after a teleport, free of movers
respawn_and_portals        placement after a fall out of the level, a crush, a death or a portal
view_smoothing             the height of the eyes
event_detection            events of a tick, for sounds and game rules
script                     scripts that control the player
recording                  recordings, and tables of a run as CSV
waypoint_routes_and_walks  routes of waypoints, and players that walk them
race_clock_and_medals      the clock and the checkpoints of a race
forum_player               a player that an internet forum's program moves, as printed
twins                      copies of the player with other rules
crowd                      many players in one level, their random walks, and where they begin
"""

from ..player.player_params import PlayerParams
from ..player.player_state import Ground, PlayerState
from .crowd import Crowd, Wander
from .event_detection import Event, EventKind, events_of
from .intent_and_tick_record import Intent, TickRecord
from .recording import Recording
from .script import Script, parse_script
from .simulation import Simulation
from .twins import Twins
from .world import warm_up

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
    "TickRecord",
    "Twins",
    "Wander",
    "events_of",
    "parse_script",
    "warm_up",
]
