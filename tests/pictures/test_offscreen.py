"""Pictures without a window: something in them, the same bits in every process, any size, smooth when asked."""

import os
import subprocess
import sys

import numpy as np
import pytest
from panda3d.core import CardMaker, LMatrix4, NodePath

from game.pictures.offscreen import Studio, average_blocks
from game.scene.static_scenery_and_patterns import build_scenery
from tests.app.prepared_cache import use_prepared_cache
from tests.app.table_level import table_level

ANOTHER_PROCESS = """
import os, sys, hashlib, pathlib
from game.pictures.offscreen import Studio
from game.scene.static_scenery_and_patterns import build_scenery
from tests.app.table_level import table_level
os.environ["GLISSADE_CACHE"] = sys.argv[2]
with Studio((160, 90)) as studio:
    build_scenery(table_level(pathlib.Path(sys.argv[1]))).reparentTo(studio.scene)
    studio.look_at((3.0, -4.0, 2.0), (0.0, 0.0, 0.3))
    print(hashlib.sha256(studio.pixels().tobytes()).hexdigest())
"""


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    use_prepared_cache(tmp_path / "cache", monkeypatch)


ELSEWHERE = {"LC_ALL": "C", "PYTHONHASHSEED": "7", "NUMBA_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "TZ": "Asia/Tokyo"}


def test_two_processes_light_and_draw_the_same_bits_and_say_nothing_else(tmp_path, root):
    """Whatever the locale, the order of sets, the number of threads, the time zone, and the folder they are started in."""
    runs = []
    for cwd, environment in ((root, {}), (tmp_path, ELSEWHERE)):
        command = [sys.executable, "-c", ANOTHER_PROCESS, str(tmp_path), str(tmp_path / f"light{len(runs)}")]
        environment = os.environ | {"PYTHONPATH": str(root)} | environment
        runs.append(subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=120))
    assert runs[0].stderr == runs[1].stderr == ""
    assert runs[0].stdout == runs[1].stdout and len(runs[0].stdout.strip()) == 64


def test_a_picture_of_a_level_is_full_of_things(tmp_path):
    with Studio((160, 90)) as studio:
        build_scenery(table_level(tmp_path)).reparentTo(studio.scene)
        studio.look_at((3.0, -4.0, 2.0), (0.0, 0.0, 0.3))
        picture = studio.render()
    assert picture.size == (160, 90)
    pixels = np.asarray(picture)
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 200
    assert pixels[:10].mean(axis=(0, 1)).argmax() == 2  # sky above, blue
    assert np.ptp(pixels[-20:].mean(axis=(0, 1))) < 25  # grey floor below


def test_top_row_comes_first_and_pixels_are_where_the_overlay_says():
    with Studio((64, 48)) as studio:
        card = CardMaker("card")
        card.setFrame(0, 10, -5, 0)  # 10 wide, 5 high, hanging from its top left corner
        card.setColor(1, 0, 0, 1)
        studio.overlay.attachNewNode(card.generate()).setPos(20, 0, -8)
        red = (studio.pixels() == (255, 0, 0)).all(axis=2)
    rows, columns = np.nonzero(red)
    found = (rows.min(), rows.max() + 1, columns.min(), columns.max() + 1)
    assert found == pytest.approx((8, 13, 20, 30), abs=1)  # the software renderer fills one row above


def test_studios_of_several_sizes_live_side_by_side():
    with Studio((64, 48)) as small, Studio((100, 50), samples=2) as large:
        assert small.pixels().shape == (48, 64, 3)
        assert large.pixels().shape == (50, 100, 3)


def test_a_node_is_drawn_exactly_where_it_was_put_although_others_were_almost_there():
    """Panda3D's cache of transforms would give it the matrix of another node that differs by rounding."""
    with Studio((64, 48)):
        others = [NodePath("other") for _ in range(50)]
        for number, other in enumerate(others):
            x = np.float32(0.31 * number)
            other.setMat(placed_at(x))
            node, beside = NodePath("node"), np.nextafter(x, np.float32(99.0))
            node.setMat(placed_at(beside))
            assert node.getMat()[3][0] == beside


def placed_at(x):
    """A turned matrix with its place at x [m], in single precision."""
    return LMatrix4(0.6, 0.8, 0, 0, -0.8, 0.6, 0, 0, 0, 0, 1, 0, float(x), 2, 3, 1)


def test_more_samples_soften_edges():
    def colours(samples):
        with Studio((64, 48), samples) as studio:
            card = studio.overlay.attachNewNode(CardMaker("card").generate())
            card.setScale(20)
            card.setPos(30, 0, -30)
            card.setR(30)
            return len(np.unique(studio.pixels().reshape(-1, 3), axis=0))

    assert colours(1) == 2 < colours(3)


def test_averaging_rounds_to_the_nearest():
    pixels = np.array([[[0], [1]], [[1], [0]]], dtype=np.uint8).repeat(3, axis=2)
    assert (average_blocks(pixels, 2) == 1).all() and average_blocks(pixels, 2).shape == (1, 1, 3)


def test_a_heading_turns_the_camera_to_the_left():
    with Studio((64, 48)) as studio:
        card = CardMaker("card")
        card.setFrame(-1, 1, -1, 1)
        card.setColor(1, 0, 0, 1)
        studio.scene.attachNewNode(card.generate()).setPosHpr(-5, 0, 0, 90, 0, 0)  # in direction -x: heading 90 degrees
        studio.scene.setTwoSided(True)
        studio.aim((0, 0, 0), np.pi / 2)
        assert tuple(studio.pixels()[24, 32]) == (255, 0, 0)
        studio.aim((0, 0, 0), -np.pi / 2)
        assert tuple(studio.pixels()[24, 32]) != (255, 0, 0)


MEMORY = """
import gc, pathlib, sys
from game.pictures.photographer import Photographer
from game.simulation import Simulation
from tests.app.table_level import table_level

simulation = Simulation(table_level(pathlib.Path(sys.argv[1])))
for number in range(9):
    with Photographer(simulation, (800, 600), hud=False) as photographer:
        photographer.picture(None, third_person=True)
        scenery = photographer.scene._scenery.node()
    del photographer
    gc.collect()
    assert scenery.getRefCount() == 1, "its scene is kept"
    if number in (2, 8):
        print(int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * 4096)
"""


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="only Linux tells a process its memory there")
def test_a_picture_leaves_no_memory_behind(tmp_path):
    """The book of the course grew to 3 GB: each picture kept its pixels, 15 MB here, and its scene."""
    found = subprocess.run([sys.executable, "-c", MEMORY, str(tmp_path)], capture_output=True, text=True, check=True)
    early, late = map(int, found.stdout.split())
    assert late - early < 15e6
