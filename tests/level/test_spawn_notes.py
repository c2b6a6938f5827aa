"""A place where the player begins is noted if it has no floor below it, or lies in a kill volume; other places are not."""

import pytest

from game.level import load_level, notes_on_spawn
from tests.shipped_levels import shipped

FLOOR = '[[parts]]\npart = "box"\nat = [0.0, 0.0, -0.5]\nsize = [20.0, 20.0, 0.5]\n'
HEAD = f'title = "p"\nabout = "x"\n[spawn]\nat = [{{at}}]\n{FLOOR}'
KILL = '[[volumes]]\nkind = "kill"\nat = [0.0, 0.0, {low}]\nsize = [3.0, 3.0, {height}]\n'
BELOW = '[[volumes]]\nkind = "{kind}"\nat = [50.0, 0.0, -9.0]\nsize = [3.0, 3.0, 2.0]\n{more}\n'
LIFT = (
    '[[movers]]\nname = "lift"\n{path}[[movers.parts]]\npart = "box"\nat = [50.0, 0.0, -9.0]\nsize = [3.0, 3.0, 0.5]\n'
)


def notes_of(tmp_path, text):
    path = tmp_path / "mine.toml"
    path.write_text(text)
    return load_level(path).notes


@pytest.mark.parametrize(
    "at, is_noted", [("50.0, 0.0, 0.0", True), ("0.0, 0.0, -5.0", True), ("10.1, 0.0, 0.0", False), ("3.0, 3.0, 40.0", False)]
)
def test_a_spawn_without_a_floor_below_it_is_noted(tmp_path, at, is_noted):
    notes = notes_of(tmp_path, HEAD.format(at=at))
    assert len(notes) == is_noted and all("no floor below it" in note and "move it" in note for note in notes)


def test_what_may_carry_the_player_there_counts_as_a_floor(tmp_path):
    off = HEAD.format(at="50.0, 0.0, 0.0")
    path = "path = [{}, { to = [0.0, 0.0, 4.0] }]\n"
    for kind, more in ("portal", "to = [0.0, 0.0, 0.0]"), ("wind", "velocity = [0, 0, 9]"):
        assert notes_of(tmp_path, off + BELOW.format(kind=kind, more=more)) == ()
    assert notes_of(tmp_path, off + LIFT.format(path=path)) == ()
    assert len(notes_of(tmp_path, off + BELOW.format(kind="kill", more=""))) == 1, "a death below is no floor"


@pytest.mark.parametrize("low, height, is_noted", [(0.0, 3.0, True), (1.0, 0.2, True), (-0.5, 0.5, False), (2.0, 3.0, False)])
def test_a_spawn_in_a_kill_volume_is_noted_with_the_volumes_number(tmp_path, low, height, is_noted):
    water = '[[volumes]]\nkind = "water"\nat = [6.0, 0.0, 0.0]\nsize = [1.0, 1.0, 1.0]\n'
    notes = notes_of(tmp_path, HEAD.format(at="0.0, 0.0, 0.0") + water + KILL.format(low=low, height=height))
    assert len(notes) == is_noted and all("the kill volume 2" in note and "\n" not in note for note in notes)


def test_the_floor_is_where_gravity_pulls():
    planet = shipped("planet")
    assert notes_on_spawn(planet, planet.spawn.at) == ()
    assert len(notes_on_spawn(shipped("stairs"), (1000.0, 2.0, 3.0))) == 1
