"""The sounds of exhibits: one for each kind of incident, louder for a harder one, quieter for a farther one."""

from game.scene.event_sounds import incident_sounds
from game.simulation import Intent, Simulation
from tests.lab.rooms import level_with, place_of, use


def lab_cues(kind, feet, *actions, ticks=200):
    """The sounds of each tick of a player at `feet` that uses an exhibit of one kind."""
    sim = Simulation(level_with(place_of(kind), feet=feet))
    records = [sim.tick(Intent(actions=use(*actions) if tick == 2 else ())) for tick in range(ticks)]
    return [incident_sounds(record) for record in records]


def test_a_rocket_bursts_once_and_the_magic_wall_sounds_once():
    """One burst, one sound; exactly one magical sound each way."""
    launch = "court.speed:8", "court.launch"
    for wall, name in (0, "burst"), (2, "magic"):
        cues = [cue.name for tick in lab_cues("court", (3.5, -3.0, 0.0), f"court.wall:{wall}", *launch) for cue in tick]
        assert cues.count(name) == 1 and cues.count("switch") == 1


def loudest_clink(feet, *actions):
    """The loudest clink in the first second of Zeno's balls, heard by a player at `feet`."""
    ticks = lab_cues("zeno_row", feet, *actions, "zeno_row.drop", ticks=60)
    return max(cue.loudness for tick in ticks for cue in tick if cue.name == "clink")


def test_a_harder_collision_is_louder_and_a_farther_one_quieter():
    near = loudest_clink((0.0, -3.0, 0.0))
    assert near > 2.0 * loudest_clink((0.0, -12.0, 0.0))
    assert near > 1.2 * loudest_clink((0.0, -3.0, 0.0), "zeno_row.height:0.25")
