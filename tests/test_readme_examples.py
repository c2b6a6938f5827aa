"""The examples in the READMEs: each is read or run as a reader would."""

import re
from pathlib import Path

import pytest

from tests.readme_tables import blocks, readmes

ROOT = Path(__file__).resolve().parents[1]
READMES = readmes()


def block(language, name, word):
    """The first fenced block of a language in a README that holds a word."""
    return next(text for text in blocks(language, READMES[name]) if word in text)


# Levels, lessons and cases


def test_the_level_loads_and_its_tour_walks(tmp_path):
    from game.level import load_level
    from game.simulation import Simulation, parse_script

    (tmp_path / "yours.toml").write_text(block("toml", "levels/README.md", "[[parts]]"), encoding="utf-8")
    level = load_level(tmp_path / "yours.toml")
    simulation = Simulation(level)
    for intent in parse_script(level.tour).intents(simulation.state.heading):
        simulation.tick(intent)
    assert simulation.state.position[1] > 5.0


def test_movers_and_volumes_can_be_pasted_below_it(tmp_path):
    """The lift is stepped on and goes up, the updraft lifts, the belt carries, the checkpoint is reached."""
    from game.level import load_level
    from game.simulation import Intent, Simulation

    text = "".join(block("toml", "levels/README.md", table) for table in ("[[parts]]", "[[movers]]", "[[volumes]]"))
    (tmp_path / "yours.toml").write_text(text, encoding="utf-8")
    simulation = Simulation(load_level(tmp_path / "yours.toml"))

    def after(feet, walked, seconds):
        """The state after some ticks of walking ahead from there, and so many seconds of standing."""
        simulation.begin_at(feet)
        for intent in [Intent((0.0, 1.0))] * walked + [Intent()] * round(60 * seconds):
            simulation.tick(intent)
        return simulation.state

    assert after((6.0, 0.0, 0.0), 20, 5.0).position[2] > 4.5 and simulation.state.ground_body == 0
    assert after((6.0, -7.0, 0.0), 24, 3.0).position[2] > 3.0
    assert after((-6.0, -7.0, 0.0), 0, 1.0).position[1] > -5.1
    assert after((0.0, -9.0, 0.0), 20, 0.0).checkpoint >= 0


def test_materials_and_signs_can_be_pasted_below_it_too(tmp_path):
    from game.level import load_level

    text = "".join(block("toml", "levels/README.md", table) for table in ("[[parts]]", "[[signs]]"))
    (tmp_path / "yours.toml").write_text(text, encoding="utf-8")
    level = load_level(tmp_path / "yours.toml")
    assert len(level.signs) == 4 and "moss" in [material.name for material in level.materials]


def test_the_page_of_a_lesson_is_true(tmp_path):
    from game.lesson import load_lesson, play

    (tmp_path / "yours.toml").write_text(block("toml", "levels/lessons/README.md", "[[pages]]"), encoding="utf-8")
    page = load_lesson(tmp_path / "yours.toml").pages[0]
    claim = page.claims[0]
    assert page.text == f"Along the wall the player keeps {claim.figure} of its speed."
    assert f"{claim.measure(play(page)):.2f}" == claim.figure
    answers, measured = page.question.answers, page.question.measure(play(page))
    assert [answer.low <= measured < answer.high for answer in answers].index(True) == page.question.right


def test_the_case_walks_to_its_shots(tmp_path):
    """Pasted below the level `stairs`, its case reaches the ticks that its shots name."""
    from game.level import load_level
    from game.regression.case_simulation import run_case

    text = (ROOT / "levels" / "stairs.toml").read_text(encoding="utf-8").partition("[[cases]]")[0]
    (tmp_path / "yours.toml").write_text(text + block("toml", "game/regression/README.md", "up-40"), encoding="utf-8")
    level = load_level(tmp_path / "yours.toml")
    walked = run_case(level, level.cases[0])
    assert len(walked.records) >= max(shot.tick for shot in level.cases[0].shots)
    assert walked.records[-1].after.position[2] > 2.0  # on the top


def test_stairs_of_another_program_are_a_case(tmp_path):
    from game.level import load_level
    from game.regression.case_simulation import run_case

    steps = [(-5, 0.0, -5, 5), (-5, 0.2, 1, 2), (-5, 0.4, 2, 5)]  # x, height, from y, to y; OBJ has y up
    corners = [f"v {x} {z} {-y}" for left, z, near, far in steps for x, y in ((left, near), (5, near), (5, far), (left, far))]
    faces = [f"f {4 * i + 1} {4 * i + 2} {4 * i + 3} {4 * i + 4}" for i in range(len(steps))]
    (tmp_path / "stairs.obj").write_text("\n".join(corners + faces) + "\n")
    (tmp_path / "stairs.toml").write_text(block("toml", "game/regression/README.md", "stairs.obj"), encoding="utf-8")
    level = load_level(tmp_path / "stairs.toml")
    assert len(run_case(level, level.cases[0]).records) == 120


# Texts of the command line


def test_the_script_is_a_script():
    from game.simulation import parse_script

    assert parse_script(block("", "game/simulation/README.md", "TICKS")).ticks == 91


def test_the_routes_are_routes():
    from game.simulation.waypoint_routes_and_walks import parse_routes

    routes = parse_routes(block("json", "game/simulation/README.md", "routes"))
    assert routes.step_up == 0.4 and len(routes.paths[0]) == 2


def test_the_columns_are_those_of_the_table():
    from game.simulation.recording import COLUMNS

    assert f"`{','.join(COLUMNS)}`" in READMES["game/simulation/README.md"]


# Python


def test_the_part_builds():
    from game.core.value_rules import Length, Size2
    from game.level.contents.part_shape import PartShape
    from game.level.parts import PARTS, part
    from game.level.parts.boxes_pillars_and_discs import box, from_faces

    source = block("python", "game/README.md", "@part")
    known = {"part": part, "Size2": Size2, "Length": Length, "PartShape": PartShape, "box": box, "from_faces": from_faces}
    try:
        exec(source, known)
        assert len(PARTS["plinth"].build((2.0, 1.0)).triangles) == 12
    finally:
        PARTS.pop("plinth", None)


def test_the_module_example_runs(capsys):
    exec(block("python", "game/collision/README.md", "collide_and_slide"), {})
    assert "FACE" in capsys.readouterr().out


def test_the_module_reads_nodes_of_panda3d(capsys):
    exec(block("python", "game/collision/README.md", "of_node"), {})
    assert capsys.readouterr().out.strip() == "0.800 (0.0, -1.0, 0.0)"


def test_the_module_reads_meshes_of_trimesh(capsys):
    pytest.importorskip("trimesh")
    exec(block("python", "game/collision/README.md", "from_trimesh"), {})
    assert 0.09 < float(capsys.readouterr().out) < 0.1


def test_the_module_moves_many_bodies(capsys):
    exec(block("python", "game/collision/README.md", "collide_and_slide_many"), {})
    assert capsys.readouterr().out.split() == ["[0.9001"] + ["0.9001"] * 3 + ["0.9001]", "[1", "1", "1", "1", "1]"]


def test_the_player_climbs_in_the_example(capsys):
    exec(block("python", "game/simulation/README.md", "state_hash"), {})
    height, digits = capsys.readouterr().out.split()
    assert float(height) > 1.5 and re.fullmatch("[0-9a-f]{16}", digits)


def test_the_rule_opens_a_wall(capsys):
    exec(block("python", "game/simulation/README.md", "refuse"), {})
    opened, place = capsys.readouterr().out.split(" triangles opened, at y = ")
    assert int(opened) >= 1 and float(place) > 4.0  # the wall stops the player at 3.2
