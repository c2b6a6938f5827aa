"""The tick as compiled code: part of the cache's key, compiled at the start, with rare cases left to Python."""

import re
import shutil
from pathlib import Path

import numpy as np
import pytest

from game.core import jit, machine_code_cache
from game.simulation import Ground, warm_up
from tests.forks import GAME, output_of_fork
from tests.simulation.driving import run, simulate, walk
from tests.simulation.scenes import box, floor
from tests.sources import NOT_SOURCES, sources

ROOT = Path(__file__).resolve().parents[2]
COUNT_MISSES = """
from game.collision.mesh.triangle_mesh import place_triangles
from game.level import load_level
from game.simulation import Intent, Simulation
from game.player import tick
simulation = Simulation(load_level("platforms"))
simulation.tick(Intent())
simulation.movers.triangles([0], 1)
print(sum(len(function.compiled_types) for function in (tick.tick_players, place_triangles)))
"""

def test_an_edit_of_the_tick_changes_the_cache(tmp_path, monkeypatch):
    copy = tmp_path / "game"
    shutil.copytree(ROOT / "game", copy, ignore=NOT_SOURCES)
    monkeypatch.setattr(machine_code_cache, "SOURCES", copy)
    before = machine_code_cache.sources_hash()
    with open(copy / "player" / "player_state.py", "a", encoding="utf-8") as file:
        file.write("# edited\n")
    assert machine_code_cache.sources_hash() != before


def test_all_compiled_files_are_part_of_the_key():
    """Every file with compiled functions is part of the cache's key."""
    ask = re.compile(r"core\.jit import .*\b(compiled|called_often|shared|inlined)\b")
    asking = {path for path in sources(ROOT / "game") if ask.search(path.read_text(encoding="utf-8"))}
    assert len(asking) > 4 and asking <= set(machine_code_cache.compiled_sources())


def test_progress_is_reported():
    told = []
    warm_up(lambda fraction, text: told.append((fraction, text)))
    fractions = [fraction for fraction, _ in told]
    assert fractions == sorted(fractions) and fractions[0] == 0.0 and fractions[-1] == 1.0
    assert all(text for _, text in told) and any("player" in text for _, text in told)


@pytest.mark.skipif(not jit.COMPILED, reason="nothing is compiled")
def test_afterwards_nothing_is_left_to_compile():
    warm_up()
    assert output_of_fork(COUNT_MISSES, preload=GAME, NUMBA_DISABLE_JIT="0").strip() == "0"


def test_more_candidates_than_there_is_room_for():
    """The tick asks for more room, and walks as with room enough."""
    boxes = [box((x, y, -1.0), (x + 0.04, y + 0.04, 0.0)) for x in np.arange(-0.4, 0.4, 0.08) for y in np.arange(-0.4, 0.4, 0.08)]
    crowded, plain = simulate(*boxes, floor()), simulate(floor())
    run(crowded, 30, walk(0.0, 1.0)), run(plain, 30, walk(0.0, 1.0))
    assert crowded.driver.count > 128
    assert crowded.state.ground == Ground.FLOOR
    assert crowded.state.position == pytest.approx(plain.state.position, abs=1e-6)
