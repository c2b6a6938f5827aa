"""The page of a run: every tick and iteration is a step of its scene, a replay has the same scene, and its size has a limit."""

import re

import numpy as np
import pytest

from game.cli_commands import main
from game.level import load_level
from game.pictures.tick_page import MOST_IN_PAGE, thinned
from game.simulation import Simulation, parse_script
from tests.app.small_level import write_small_level
from tests.web.reading import read_scenes

SCRIPT = "20 forward=1 run\n5 jump forward=1\n15 right=1\n"


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """(folder with a level, a script, a recording and the page of the run; the page)."""
    folder = tmp_path_factory.mktemp("run")
    level = write_small_level(folder)
    (folder / "script.txt").write_text(SCRIPT)
    options = ["--script", str(folder / "script.txt"), "--record", str(folder / "run.txt"), "--html", str(folder / "run.html")]
    assert main(["sim", str(level), *options]) == 0
    return folder, (folder / "run.html").read_text(encoding="utf-8")


def test_every_iteration_of_the_run_is_a_step_with_its_words(written):
    folder, page = written
    (scene,) = read_scenes(page)["scenes"]
    sim = Simulation(load_level(str(folder / "small.toml")))
    records = [sim.tick(intent) for intent in parse_script(SCRIPT, "").intents(sim.state.heading)]
    assert [tick["number"] for tick in scene["ticks"]] == [record.tick for record in records]
    assert [step["tick"] for step in scene["steps"]] == [n for n, one in enumerate(records) for _ in one.trace.iterations]
    assert all(step["words"]["lines"] and step["words"]["title"] for step in scene["steps"])
    starts = [iteration.start for record in records for iteration in record.trace.iterations]
    origin = np.mean([record.after.position for record in records], axis=0).round(3)
    assert np.abs(scene["rows"]["bodies"].reshape(-1, 16)[:, :3] + origin - starts).max() < 1e-5
    rods = scene["always"]["rods"].reshape(-1, 11)
    assert rods[0, :3] + origin == pytest.approx(records[0].after.position, abs=1e-4)
    assert rods[-1, 3:6] + origin == pytest.approx(records[-1].after.position, abs=1e-4)


def test_a_replay_has_the_same_page(written, tmp_path):
    folder, page = written
    assert main(["replay", str(folder / "run.txt"), "--html", str(tmp_path / "replay.html")]) == 0
    assert (tmp_path / "replay.html").read_text(encoding="utf-8") == page


def test_it_needs_no_other_file(written):
    assert all(found.startswith("data:image/webp;base64,") for found in re.findall(r'(?:src|href)="([^"]*)"', written[1]))
    assert "http" not in written[1] and "url(" not in written[1]


def test_300_ticks_on_the_stairs_have_at_most_300_kilobytes(tmp_path):
    (tmp_path / "up.txt").write_text("300 forward=1\n")
    assert main(["sim", "stairs", "--script", str(tmp_path / "up.txt"), "--html", str(tmp_path / "run.html")]) == 0
    assert (tmp_path / "run.html").stat().st_size <= 300_000


def test_a_long_run_is_thinned_to_its_last_tick():
    for count in (1, MOST_IN_PAGE, MOST_IN_PAGE + 1, 5 * MOST_IN_PAGE - 1):
        shown, every = thinned(list(range(1, count + 1)))
        assert set(np.diff(shown)) <= {every} and (every == 1) == (count <= MOST_IN_PAGE)
        assert len(shown) <= MOST_IN_PAGE and shown[-1] == count and len(set(np.diff(shown))) <= 1


def test_html_and_verify_exclude_each_other_and_other_files_are_kept(written, tmp_path, capsys):
    folder, _ = written
    assert main(["replay", str(folder / "run.txt"), "--verify", "--html", str(tmp_path / "a.html")]) == 2
    (tmp_path / "mine.html").write_text("<title>Mine</title>")
    assert main(["replay", str(folder / "run.txt"), "--html", str(tmp_path / "mine.html")]) == 2
    assert "Glissade did not write it" in capsys.readouterr().err
