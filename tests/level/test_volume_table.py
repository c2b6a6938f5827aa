"""The tables [[volumes]]: what is read, and each kind of mistake in one line."""

import math

import pytest

from game.core.input_errors import InputError
from game.level.contents.volume import Down, Portal, TurnedGravity, Volume, Water, Wind
from game.level.volume_table import KINDS, read_volumes

BOX = {"at": [1, 2, 3], "size": [4, 6, 2]}
NEEDED = {
    "wind": {"velocity": [1, 0, 0]},
    "conveyor": {"speed": 2},
    "gravity": {"factor": 0.2},
    "finish": {"gold": 10, "silver": 20, "bronze": 30},
    "portal": {"to": [0, 0, 0]},
}


def read(**table):
    return read_volumes([table], "", "file")[0]


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_read_as_a_box_and_as_a_cylinder(kind):
    needed = NEEDED.get(kind, {})
    box = read(kind=kind, **BOX, **needed)
    round_one = read(kind=kind, at=[1, 2, 3], radius=2.5, height=4, **needed)
    assert (box.kind, box.at, box.size, box.height, box.radius) == (kind, (1, 2, 3), (4, 6), 2, 0)
    assert (round_one.size, round_one.height, round_one.radius) == ((0, 0), 4, 2.5)
    assert type(box.effect) is type(round_one.effect)


def test_degrees_become_radians_and_vectors_stay_in_the_volumes_frame():
    volume = read(kind="water", heading=90, current=[0, 2, 0], **BOX)
    assert volume.heading == pytest.approx(math.pi / 2) and volume.effect.current == (0, 2, 0)
    assert volume.rotate(volume.effect.current) == pytest.approx((-2, 0, 0))
    assert volume.rotate_back(volume.rotate((1, 2, 3))) == pytest.approx((1, 2, 3))
    assert read(kind="portal", to=[1, 1, 1], to_heading=180, **BOX).effect == Portal((1, 1, 1), math.pi)


def test_gravity_may_point_elsewhere():
    up = read(kind="gravity", direction=[0, 0, 3], **BOX).effect
    assert up == TurnedGravity(1.0, Down(direction=(0.0, 0.0, 1.0))) and up.down.up((5, 5, 5)) == (0.0, 0.0, -1.0)
    planet = read(kind="gravity", factor=0.5, towards=[1, 0, 0], **BOX).effect
    assert planet.factor == 0.5 and planet.down.up((1, 4, 0)) == (0.0, 1.0, 0.0)
    assert planet.down.up((1, 0, 0)) == (0.0, 0.0, 1.0)


def test_the_defaults():
    assert read(kind="water", **BOX).effect == Water((0, 0, 0), 1.25, 3.0, 3.0, 0.6)
    assert read(kind="wind", velocity=[1, 0, 0], **BOX) == Volume("wind", Wind((1, 0, 0)), (1, 2, 3), 0.0, 2.0, (4, 6))


MISTAKES = {
    "no kind": ({**BOX}, ["volumes[1]", "kind is missing", "magic_wall"]),
    "an unknown kind": ({"kind": "watr", **BOX}, ['"watr"', 'did you mean "water"?']),
    "a kind that is no text": ({"kind": 3, **BOX}, ["unknown kind"]),
    "a typo": ({"kind": "water", "curent": [0, 0, 0], **BOX}, ["water", '"curent"', 'did you mean "current"?']),
    "a key of another kind": ({"kind": "kill", "current": [0, 0, 0], **BOX}, ["kill", '"current"', "allowed: at"]),
    "no place": ({"kind": "kill", "size": [1, 1, 1]}, ["kill", "at is missing"]),
    "neither box nor cylinder": ({"kind": "kill", "at": [0, 0, 0]}, ["kill", "either size", "or radius and height"]),
    "both": ({"kind": "kill", "radius": 1, "height": 1, **BOX}, ["either size"]),
    "half a cylinder": ({"kind": "kill", "at": [0, 0, 0], "radius": 1}, ["either size"]),
    "a needed key": ({"kind": "portal", **BOX}, ["portal", "to is missing"]),
    "a flat box": ({"kind": "kill", "at": [0, 0, 0], "size": [1, 1, 0]}, ["size[2] = 0", "from 0.001"]),
    "medals in a wrong order": ({"kind": "finish", "gold": 3, "silver": 2, "bronze": 9, **BOX}, ["finish", "silver = 2"]),
    "too much gravity": ({"kind": "gravity", "factor": 99, **BOX}, ["factor = 99", "from -10 to 10"]),
    "a storm beyond the limit": ({"kind": "wind", "velocity": [0, 200, 200.5], **BOX}, ["velocity[2]", "from -200 to 200"]),
    "gravity of nothing": ({"kind": "gravity", **BOX}, ["gravity needs factor", "towards"]),
    "gravity nowhere": ({"kind": "gravity", "direction": [0, 0, 0], **BOX}, ["direction = [0, 0, 0] is not a direction"]),
    "gravity twice": ({"kind": "gravity", "direction": [0, 0, 1], "towards": [0, 0, 0], **BOX}, ["not both"]),
    "gravity of two numbers": ({"kind": "gravity", "direction": [0, 1], **BOX}, ["direction = [0, 1]", "[_, _, _]"]),
    "a typo in gravity": ({"kind": "gravity", "toward": [0, 0, 0], **BOX}, ['"toward"', 'did you mean "towards"?']),
}


@pytest.mark.parametrize("table, words", MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_one_line(table, words):
    with pytest.raises(InputError) as refusal:
        read_volumes([table], "", "file")
    assert "\n" not in str(refusal.value)
    assert [word for word in words if word not in str(refusal.value)] == []


def test_volumes_that_are_no_tables():
    with pytest.raises(InputError, match="volumes must be tables"):
        read_volumes({"kind": "kill"}, "", "file")


def test_the_line_is_named_and_the_hash_changes(tmp_path):
    from game.level import load_level

    text = 'title = "A"\n[spawn]\nat = [0, 0, 0]\n[[parts]]\npart = "floor"\n'
    path = tmp_path / "a.toml"
    path.write_text(text)
    bare = load_level(path)
    path.write_text(text + '[[volumes]]\nkind = "kill"\nat = [0, 0, 0]\nsize = [1, 1, 1]\n')
    level = load_level(path)
    assert bare.volumes == () and [volume.kind for volume in level.volumes] == ["kill"]
    assert level.hash != bare.hash
    path.write_text(text + '[[volumes]]\nkind = "kil"\n')
    with pytest.raises(InputError, match=r"a\.toml:6: volumes\[1\] kil: unknown kind"):
        load_level(path)
