"""The verb `check`: same is same, every kind of difference is noticed, named, shown, and told by the exit code."""

import json

import numpy as np
import pytest
from PIL import Image

from game.cli import main
from game.errors import InputError
from game.regression.command import check_levels, put_on_record, shipped
from game.simulation import PlayerParams
from tests.commands import complaint


@pytest.fixture
def checked(level, golden, tmp_path, capsys):
    """A function that checks the small level: (exit code, what was printed, the report's page)."""

    def run(params=None):
        code = check_levels([level], golden, tmp_path / "out", params)
        return code, capsys.readouterr().out, (tmp_path / "out" / "index.html").read_text()

    return run


def test_an_unchanged_run_is_the_same(checked, tmp_path):
    code, told, page = checked()
    assert code == 0
    assert told.splitlines()[0].split() == "small same; its 120 ticks are equal to the bit; 3 of 3 pictures equal".split()
    assert f"report: {tmp_path / 'out' / 'index.html'}" in told
    assert "small is the same" in page and page.count("<svg") == 3 and page.count("<img") == 3
    assert not list((tmp_path / "out").glob("*.png"))


@pytest.mark.parametrize(
    "changed, cause", [({"step_up": 0.1}, "step_up=0.1 instead of 0.4"), ({"speed": 5.000001}, "speed=5.000001 instead of 5.0")]
)
def test_a_changed_parameter_is_noticed_and_named(checked, changed, cause):
    code, told, page = checked(PlayerParams(**changed))
    verdict = told.splitlines()[0]
    assert code == 1 and "DIFFERENT" in verdict and cause in verdict
    assert "small differs" in page and page.count("<svg") == 4


def test_a_step_that_is_not_climbed_is_told_in_metres(checked):
    _, told, _ = checked(PlayerParams(step_up=0.1))
    assert "another way: differs from tick " in told and " m apart, at tick " in told


def test_a_change_below_the_skin_is_told_as_such(checked):
    code, told, _ = checked(PlayerParams(speed=5.0 + 1e-6))
    assert code == 1 and "within the skin (1e-4 m): differs from tick 1 on" in told


def spoil(golden, x, y):
    """Change one pixel of one picture on record a little. Returns the picture's name."""
    path = sorted(golden.glob("*.webp"))[0]
    pixels = np.asarray(Image.open(path).convert("RGB")).copy()
    pixels[y, x] ^= 8
    Image.fromarray(pixels).save(path, lossless=True, quality=100)
    return path.stem


def test_one_pixel_is_noticed_and_named(checked, golden, tmp_path):
    name = spoil(golden, x=50, y=20)
    code, told, page = checked()
    assert code == 1
    assert f"tick {name.split('-')[1]}: 1 pixel differs, worst tile" in told
    assert "x 48..63, y 16..31" in told and "2 of 3 pictures equal" in told
    assert page.count("<img") == 5
    assert len(list((tmp_path / "out").glob(f"{name}-*.png"))) == 3


def test_pictures_of_before_are_cleared_away(checked, golden, tmp_path):
    spoil(golden, x=50, y=20)
    checked()
    put_back = {path.name for path in (tmp_path / "out").glob("*.png")}
    spoil(golden, x=50, y=20)  # ^ 8 twice: as it was
    assert put_back and checked()[0] == 0
    assert not list((tmp_path / "out").glob("*.png"))


def test_without_a_renderer_the_numbers_are_compared(checked, no_renderer):
    code, told, page = checked()
    assert code == 0 and "120 ticks are equal to the bit" in told
    assert told.count("pictures were not compared: the renderer does not start") == 1
    assert "Pictures were not compared" in page
    assert checked(PlayerParams(step_up=0.1))[0] == 1


def test_without_a_renderer_nothing_is_put_on_record(level, tmp_path, no_renderer):
    with pytest.raises(InputError, match="small: not put on record"):
        put_on_record([level], tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_putting_on_record_twice_changes_nothing(level, golden):
    before = {path.name: path.read_bytes() for path in golden.iterdir()}
    put_on_record([level], golden, size=(160, 90))
    assert {path.name: path.read_bytes() for path in golden.iterdir()} == before


def test_a_missing_record_is_told(level, tmp_path):
    with pytest.raises(InputError, match="small: nothing is on record yet; .* --update"):
        check_levels([level], tmp_path / "empty", tmp_path / "out")


def test_a_missing_picture_is_told(checked, golden):
    next(golden.glob("*.webp")).unlink()
    with pytest.raises(InputError, match="is missing; run .* --update"):
        checked()


@pytest.mark.parametrize("spoilt", ["", "[]", '{"level": "small"}', None], ids=["empty", "list", "half", "row"])
def test_a_damaged_record_is_told(checked, golden, spoilt):
    path = golden / "small.json"
    if spoilt is None:
        record = json.loads(path.read_text())
        record["path"][3][4] = "F"
        spoilt = json.dumps(record)
    path.write_text(spoilt)
    with pytest.raises(InputError, match="small.json: the record is damaged .* --update"):
        checked()


def test_an_unknown_level_is_told(capsys, elsewhere):
    assert "stairs" in complaint(capsys, "check", "stair")


def test_only_shipped_levels_have_records(level):
    with pytest.raises(InputError, match="put the file there first"):
        shipped(str(level.path))


def test_check_compares_by_name(capsys, elsewhere, no_renderer):
    assert main(["check", "ramps"]) in (0, 1)  # which of them is test_shipped's business
    assert capsys.readouterr().out.startswith("ramps ")
    assert (elsewhere / "out" / "check" / "index.html").exists()
