"""Recordings: a run that can be played again and checked. A header of `key: value` lines, a line `---`, and a script.

glissade recording 1
level: stairs
level-hash: 3f0c9a...
rate: 60
rules: modern
player: speed=5.0 ...
position: 0.0 0.0 0.9001
heading: 0.0
ticks: 600
final-hash: 1d2e...
rules after 350: ...
player after 350: ...
---
60 heading=0.0 forward=1.0

The last two lines, once for each change of rules or player in the middle of the run.
"""

from dataclasses import dataclass, fields

from ..collision import Rules
from ..errors import InputError
from ..level import level_names
from .params import PlayerParams
from .script import Script, parse_script, script_of
from .simulation import Simulation

TITLE = "glissade recording 1"
AFTER = " after "  # between "rules" or "player" and the number of ticks
KEYS = ("level", "source", "level-hash", "rate", "rules", "player", "position", "heading", "ticks", "final-hash")


@dataclass(frozen=True)
class Recording:
    """Everything that makes a run: level, rate, rules, player, start, and the script; and what it came to.

    changes: ((ticks before it, Rules, PlayerParams), ...), each other than what was before
    """

    level: str
    level_source: str
    level_hash: str
    hz: int
    rules: Rules
    params: PlayerParams
    position: tuple
    heading: float
    script: Script
    final_hash: str
    changes: tuple = ()

    @classmethod
    def of(cls, simulation):
        """The recording of a simulation's history since its last start. InputError when its beginning is forgotten."""
        if simulation.refuse is not None:
            raise InputError("nothing to record: contacts are refused by a rule of the caller's, which a recording cannot hold")
        return cls.of_run(simulation.level, simulation.hz, simulation.past)

    @classmethod
    def of_run(cls, level, hz, past):
        """The recording of a Past, though its simulation may be elsewhere by now."""
        history = past.records
        if not history or history[0].before.tick != 0:
            why = "no tick since the start, the start was too long ago, or the tick rate was changed since"
            raise InputError(f"nothing to record: {why}")
        first, start = history[0], history[0].before
        script = script_of([record.intent for record in history], start.heading)
        begun = level.name, source_of(level), level.hash, hz, first.rules, first.params, start.position, start.heading
        return cls(*begun, script, past.hash(), changes_in(history))

    def simulation(self, level):
        """A simulation at the recording's start. InputError when the level is not the one recorded."""
        if level.hash != self.level_hash:
            raise InputError(
                f"the recording was made in another {self.level} (hash {self.level_hash}, now {level.hash}): "
                "record it again, or bring the old level back"
            )
        simulation = Simulation(level, self.params, self.rules, self.hz)
        simulation.teleport(self.position, self.heading)
        return simulation

    def intents(self, simulation):
        """The run's intents, one a tick, for the simulation at its start; rules and player change in it when they did then."""
        changes = {ticks: what for ticks, *what in self.changes}
        for ticks, intent in enumerate(self.script.intents(self.heading)):
            if ticks in changes:
                rules, params = changes[ticks]
                simulation.set_params(params)
                simulation.set_rules(rules)
            yield intent

    def verify(self, level):
        """Play it and compare. Returns (same, the hash it came to)."""
        simulation = self.simulation(level)
        for intent in self.intents(simulation):
            simulation.tick(intent)
        return simulation.state_hash() == self.final_hash, simulation.state_hash()

    def __str__(self):
        rows = zip(KEYS, (
            self.level, self.level_source, self.level_hash, self.hz, rules_text(self.rules), params_text(self.params),
            " ".join(repr(x) for x in self.position), repr(self.heading), self.script.ticks, self.final_hash,
        ))  # fmt: skip
        later = [
            f"{key}{AFTER}{ticks}: {text}"
            for ticks, rules, params in self.changes
            for key, text in (("rules", rules_text(rules)), ("player", params_text(params)))
        ]
        return "\n".join([TITLE, *(f"{key}: {value}" for key, value in rows), *later, "---", str(self.script)])

    @classmethod
    def parse(cls, text, name="recording"):
        """Read a recording. Raises InputError that names what is damaged."""
        head, cut, body = text.partition("\n---\n")
        title, *lines = head.splitlines() or [""]
        if title != TITLE or not cut:
            raise InputError(f"{name}: not a recording (its first line must be '{TITLE}', and a line '---' ends the header)")
        header = dict(line.partition(": ")[::2] for line in lines)
        missing = [key for key in KEYS if key not in header]
        if missing:
            raise InputError(f"{name}: the header lacks {', '.join(missing)}")
        return cls._from_header(header, parse_script(body, f"{name}, after the header"), name)

    @classmethod
    def _from_header(cls, header, script, name):
        if header["ticks"] != str(script.ticks):
            raise InputError(f"{name}: {header['ticks']} ticks were recorded, but the script has {script.ticks}: it is damaged")
        try:
            begun, changes = start_from(header), tuple(changes_from(header))
        except (ValueError, TypeError, KeyError) as error:
            raise InputError(f"{name}: damaged header: {error}") from None
        return cls(*begun, script, header["final-hash"], changes)


def start_from(header):
    """What a Recording's fields are up to its script, from its header. Raises ValueError that names what is damaged."""
    position = tuple(float(x) for x in header["position"].split())
    by = int(header["rate"]), rules_from(header["rules"]), params_from(header["player"])
    return header["level"], header["source"], header["level-hash"], *by, position, float(header["heading"])


def changes_in(history):
    """((ticks before it, Rules, PlayerParams), ...) of the records in which these are not as in the record before."""
    records = list(history)
    return tuple(
        (record.before.tick, record.rules, record.params)
        for earlier, record in zip(records, records[1:])
        if (record.rules, record.params) != (earlier.rules, earlier.params)
    )


def changes_from(header):
    """The same out of a header. Raises ValueError or KeyError that names what is damaged."""
    for ticks in sorted(int(key.partition(AFTER)[2]) for key in header if key.startswith(f"rules{AFTER}")):
        yield ticks, rules_from(header[f"rules{AFTER}{ticks}"]), params_from(header[f"player{AFTER}{ticks}"])


def source_of(level):
    """What load_level takes to bring the level back: its name when it is one of ours, else its path."""
    return level.name if level.name in level_names() and level.path.suffix == ".toml" else str(level.path)


def rules_text(rules):
    """Rules as `name=value` words, all of them."""
    return " ".join(f"{field.name}={getattr(rules, field.name)!r}" for field in fields(rules))


def rules_from(text):
    """Rules from their words. Raises ValueError that names the word."""
    return Rules(**{name: literal(name, value) for name, value in words(text)})


def params_text(params):
    """PlayerParams as `name=value` words, all of them."""
    return " ".join(f"{field.name}={getattr(params, field.name)!r}".replace(", ", ",") for field in fields(params))


def params_from(text):
    """PlayerParams from their words. Raises ValueError that names the word."""
    return PlayerParams(**{name: literal(name, value) for name, value in words(text)})


def words(text):
    return [word.partition("=")[::2] for word in text.split()]


def literal(name, text):
    """The value of a word: a number, True or False, or a tuple of numbers."""
    if text in ("True", "False"):
        return text == "True"
    try:
        if text.startswith("("):
            return tuple(float(part) for part in text.strip("()").split(","))
        return int(text) if text.isdigit() else float(text)
    except ValueError:
        raise ValueError(f"{name}={text} is not a value") from None
