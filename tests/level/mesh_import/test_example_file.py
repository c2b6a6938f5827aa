"""The example of levels/README.md: the file is what the script makes, and all in it works."""

from game.level import load_level
from game.simulation import Simulation, parse_script
from tests.level.mesh_import.example_file import FILE, example


def test_the_file_is_what_the_script_makes():
    assert FILE.read_bytes() == example()


def test_all_that_it_says_is_found():
    level = load_level(FILE)
    assert sorted(volume.kind for volume in level.volumes) == ["checkpoint", "finish", "kill", "water"]
    assert [mover.name for mover in level.movers] == ["Disc", "Lift"] and level.spawn.at == (0.0, -8.0, 0.0)
    assert {"grass", "stone", "wood", "Steel"} <= {material.name for material in level.materials}
    assert "Edge-colonly" in [name for _, name in level.parts] and "Edge-colonly" not in [name for _, name in level.drawn.parts]
    assert "Hedge-nocol" in [name for _, name in level.drawn.parts]


def test_it_can_be_walked_through_the_door_and_up_the_stairs_to_the_goal():
    level = load_level(FILE)
    simulation = Simulation(level)
    script = "140 forward=1\n20 heading=90\n57 heading=90 forward=1\n60 heading=0 forward=1\n"
    for intent in parse_script(script, "walk").intents(simulation.state.heading):
        simulation.tick(intent)
    assert simulation.state.position[2] > 1.6 + 0.85 and abs(simulation.state.position[0] + 5.0) < 1.2
