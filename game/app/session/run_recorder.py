"""The recorder, which writes the player's run to a file. The commands `replay` and `check --add` read such a file."""

from math import degrees
from pathlib import Path

from ...core.input_errors import InputError
from ...core.right_forward_up_frame import up_of
from ...core.safe_files import free_number, make_parents, write_file
from ...core.vec3 import Vector, along
from ...level import Level
from ...simulation import Ground, Recording, Simulation
from ...simulation.recording import TITLE, source_of
from ...simulation.simulation import History
from .play_session import Session
from .race import RaceTracker

FOLDER = Path("out")
DIGITS = 5  # of the start of a recording [m]. Fewer: the start could lie inside the floor; more: digits without effect


class Recorder:
    """The recorder, which writes the player's run to a file. A restart, another Simulation and a full history end it."""

    def __init__(self) -> None:
        self._sim: Simulation | None = None

    @property
    def is_on(self) -> bool:
        return self._sim is not None

    @property
    def clock(self) -> str:
        if not self.is_on:
            return ""
        minutes, seconds = divmod(len(self._past.records) // self._hz, 60)
        return f"REC {minutes}:{seconds:02}"

    def toggle(self, session: Session, flying: bool) -> str:
        """Restart a Session at the player's position and record it, or end the recording. Return the message for the user."""
        if self.is_on:
            return self.end()
        try:
            refuse_start(session, flying)
        except InputError as problem:
            return str(problem)
        session.begin_at(*recording_start(session.sim))
        self._sim, self._level, self._hz = session.sim, session.sim.level, session.sim.hz
        self._start, self._past = session.sim.state, session.sim.past
        return "recording: {record} stops it"

    def update(self, sim: Simulation) -> str | None:
        """Update the recording once a frame. If the run has ended, write it, and return a message for the user, else None."""
        if not self.is_on:
            return None
        first = sim.past.records[0].before if sim.past.records else sim.state
        if sim is not self._sim or first is not self._start:  # which rewinding and branching do not change
            return f"the run started again: {self.end()}"
        self._past = sim.past
        return f"the memory is full: {self.end()}" if len(self._past.records) == self._past.records.maxlen else None

    def end(self) -> str:
        """End the recording, and write it to a new file in FOLDER. Return the message for the user, which names file or error."""
        self._sim = None
        try:
            path = write_new("recording", self._level, self._hz, self._past)
        except InputError as problem:
            return str(problem)
        return f"recorded {len(self._past.records) / self._hz:.1f} s: {path}"


def save_run(race: RaceTracker, sim: Simulation) -> str:
    """Write a race's last run to the finish to a new file in FOLDER, from which others can race. Return the message."""
    if race.past is None or sim.state.finished < 0:
        return "this run is recorded from its start: {record} after the finish saves it"
    try:
        path = write_new("run", race.level, sim.hz, race.past)
    except InputError as problem:
        return str(problem)
    return f"saved {path}. Race against it, here or elsewhere: python main.py play {source_of(race.level)} --ghost {path}"


def write_new(kind: str, level: Level, hz: int, past: History) -> Path:
    """Write a run to a new file in FOLDER, whose name begins with `kind`. Returns its path. Raises InputError if that fails."""
    path = FOLDER / f"{kind}-{free_number(FOLDER, f'{kind}-*.txt'):03d}.txt"
    make_parents(path)
    write_file(path, str(Recording.of_run(level, hz, past)), TITLE)
    return path


def refuse_start(session: Session, flying: bool) -> None:
    """Raise InputError unless a Session is live, not in noclip, and the player upright on a floor that does not move."""
    state = session.sim.state
    if flying:
        raise InputError("a recording begins on foot: press {noclip} first")
    if not session.live:
        raise InputError("a recording begins while you play: press {pause} first")
    if state.ground != Ground.FLOOR or state.crouched > 0.0:
        raise InputError("a recording begins where you stand upright on the floor")
    if state.ground_body >= 0:
        raise InputError("a recording begins on a floor that does not move")


def recording_start(sim: Simulation) -> tuple[Vector, float]:
    """Return a player's feet [m] and heading [degrees], rounded so that a case file can state them exactly."""
    above = sim.params.feet + sim.params.skin
    feet = along(sim.state.position, up_of(sim.state.frame), -above)
    return tuple(round(x, DIGITS) for x in feet), round(degrees(sim.state.heading), 3)
