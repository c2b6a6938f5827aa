"""Mutated scripts and recordings: what they say, or one line."""

from game.simulation import Intent, Recording, Simulation, parse_script
from tests.shipped_levels import shipped
from tests.tools.fuzzing import answers, cases, mutated

SCRIPT = b"""60 forward=1
30 heading=90 forward=0.5 # turned
1 jump run forward=1
20 crouch right=-1
5 radians=0.3 x=0.1 y=-0.2
"""


def test_scripts():
    good, bad = answers(cases("script"), lambda chance: mutated(chance, SCRIPT).decode("utf-8", "replace"), parse_script)
    assert bad > good / 20


def test_recordings():
    level = shipped("stairs")
    simulation = Simulation(level, history=10)
    for _ in range(5):
        simulation.tick(Intent((0.0, 1.0)))
    content = str(Recording.of(simulation)).encode()

    def read(text):
        recording = Recording.parse(text)
        str(recording)
        recording.simulation(level)

    read(content.decode())
    good, bad = answers(cases("recording"), lambda chance: mutated(chance, content).decode("utf-8", "replace"), read)
    assert bad > good / 20
