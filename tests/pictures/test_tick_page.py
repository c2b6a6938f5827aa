"""The page of a tick: one small file, every iteration with shapes, words and source, and the same words as the text."""

import re
from base64 import b64decode
from html import unescape
from io import BytesIO

import pytest

from game.cli_commands import main
from game.collision.trace import Outcome
from game.explain.describe_trace import OUTCOME_WORDS
from tests.app.small_level import write_small_level
from tests.web.reading import read_scenes


@pytest.fixture(scope="module")
def explained(tmp_path_factory):
    """(arguments, the page) of the tick in which the first step is met."""
    folder = tmp_path_factory.mktemp("page")
    arguments = ["explain", str(write_small_level(folder)), "--tick", "24"]
    assert main([*arguments, "--html", str(folder / "pages" / "tick.html")]) == 0
    return arguments, (folder / "pages" / "tick.html").read_text(encoding="utf-8")


def test_it_needs_no_other_file(explained):
    sources = re.findall(r'(?:src|href)="([^"]*)"', explained[1])
    assert sources and all(source.startswith(("data:image/webp;base64,", "#i", "#s")) for source in sources)
    assert "url(" not in explained[1] and "http" not in explained[1]


def test_the_same_command_writes_the_same_bytes(explained, tmp_path):
    assert main([*explained[0], "--html", str(tmp_path / "again.html")]) == 0
    assert (tmp_path / "again.html").read_text(encoding="utf-8") == explained[1]


def test_the_page_of_the_readme_has_at_most_150_kilobytes(tmp_path):
    assert main(["explain", "stairs", "--tick", "161", "--html", str(tmp_path / "tick.html")]) == 0
    assert (tmp_path / "tick.html").stat().st_size <= 150_000


def test_it_says_what_the_text_says(explained, capsys):
    arguments, page = explained
    capsys.readouterr()
    assert main(arguments) == 0
    printed = [line[8:] for line in capsys.readouterr().out.splitlines() if line.startswith("    ")]
    cells = [unescape(cell) for cell in re.findall(r"<tr><th>[^<]*</th><td>(.*?)</td></tr>", page)]
    assert cells == printed


def test_each_iteration_begins_with_what_happened(explained):
    stories = re.findall(r'<dl class="story">(.*?)</dl>', explained[1])
    assert len(stories) == explained[1].count('class="iteration"') - 1, "the last one is for ticks beside this one"
    abouts = [re.findall("<dt>(.*?)</dt>", story) for story in stories]
    assert all([one for one in about if one != "this pass"][:2] == ["displacement", "hit"] for about in abouts)
    assert all(about[-1] == "then" for about in abouts) and "remains" in sum(abouts, [])


def test_it_begins_with_the_iteration_that_decided_and_says_what_was_thrown_away(explained):
    """A student studied the move pass, and did not see that a step had replaced it."""
    (scene,) = read_scenes(explained[1])["scenes"]
    titles = re.findall("<h2>(.*?)</h2>", explained[1])
    stories = re.findall(r'<dl class="story">(.*?)</dl>', explained[1])
    assert "Step: down" in titles[scene["ticks"][scene["first"]]["deciding"]]
    assert all(("thrown away" in story) == ("Move pass" in title) for title, story in zip(titles, stories))
    marked = re.findall(r'href="#i\d+">([^<]*) \(thrown away\)</a>', explained[1])
    assert marked and all("Move pass" in name for name in marked)


def test_it_has_the_ticks_before_and_after_in_short(explained):
    (scene,) = read_scenes(explained[1])["scenes"]
    assert [tick["number"] for tick in scene["ticks"]] == [23, 24, 25]
    for step in scene["steps"]:
        assert ("said" in step) == (step["tick"] == 1) != ("words" in step)
        assert step["section"]
    assert all(tick["result"] for tick in scene["ticks"])
    linked = re.findall(r'href="#s(\d+)">', explained[1])
    beside = [number for number, step in enumerate(scene["steps"]) if "words" in step]
    assert list(map(int, linked)) == beside, "tables of the ticks beside lead to their own steps"


def test_its_speed_is_that_of_the_centre(explained):
    """A tick that climbs a step goes up, too, while its velocity is that of walking."""
    value = re.search(r"<dt>speed</dt><dd>([^<]*)</dd>", explained[1])[1]
    ends = re.search(r"went from \((.*?)\) to \((.*?)\);", explained[1]).groups()
    (x, y, z), (x1, y1, z1) = (map(float, end.split(",")) for end in ends)
    across, up = 60 * ((x1 - x) ** 2 + (y1 - y) ** 2) ** 0.5, 60 * (z1 - z)
    assert value == f"{across:.2f} m/s horizontal, {up:.2f} up" and up > 1.0


def test_there_is_one_still_picture_and_a_step_of_the_scene_for_every_iteration(explained):
    from PIL import Image

    (coded,) = re.findall(r'src="data:image/webp;base64,([^"]*)"', explained[1])
    assert len(Image.open(BytesIO(b64decode(coded))).convert("L").getcolors(256)) > 60, "something is to be seen"
    (scene,) = read_scenes(explained[1])["scenes"]
    said = [step for step in scene["steps"] if "said" in step]
    assert [step["said"] for step in said] == list(range(explained[1].count('class="iteration"') - 1)) and len(said) >= 2
    assert len(scene["rows"]["bodies"]) == 16 * len(scene["steps"])
    assert sum(step["tested"] for step in scene["steps"]) == len(scene["tested"]) / 2
    assert all(len(step["tests"]) == step["tested"] for step in said)


def test_the_statistics_add_up(explained):
    table = explained[1].partition('<table class="statistics">')[2].partition("</table>")[0]
    assert all(words in table for words in OUTCOME_WORDS.values())
    rows = [list(map(int, re.findall(r"<td>(\d+)", row))) for row in table.split("<tr>")[2:]]
    assert [sum(column) for column in zip(*rows[:-1])] == rows[-1] and len(rows[-1]) == len(Outcome) + 1
    assert all(sum(row[:-1]) == row[-1] for row in rows) and f"{rows[-1][-1]} tests" in table


def test_a_page_that_cannot_be_written_is_refused(explained, capsys, tmp_path):
    (tmp_path / "file").write_text("")
    assert main([*explained[0], "--html", str(tmp_path / "file" / "tick.html")]) == 2
    assert "cannot be written" in capsys.readouterr().err
