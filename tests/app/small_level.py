"""A room with ten stairs, small enough to be lit in a moment; and games without a window to walk in it."""

from game.level import load_level

TEXT = """
title = "Small room"
about = "A floor, ten steps, a wall behind."

tour = \"\"\"
60 forward=1
60 forward=1
\"\"\"

[spawn]
at = [0.0, 0.0, 0.0]
heading = 0

[[parts]]
part = "floor"
at = [0.0, 2.0, 0.0]
size = [8.0, 12.0]

[[parts]]
part = "stairs"
at = [0.0, 2.0, 0.0]
steps = 10
rise = 0.18
run = 0.28
width = 3.0
"""


def write_small_level(folder):
    """The level's path."""
    path = folder / "small.toml"
    path.write_text(TEXT, encoding="utf-8")
    return path


def level_of(text, tmp_path_factory):
    """The level that a text describes."""
    path = tmp_path_factory.mktemp("level") / "level.toml"
    path.write_text(text, encoding="utf-8")
    return load_level(str(path))
