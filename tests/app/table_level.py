"""A floor with a table on it, and a low wall: the smallest level with a contact, a shadow and a dark place."""

from game.level import load_level

TEXT = """
title = "Table"

[spawn]
at = [0.0, -2.0, 0.0]

[sun]
heading = 90
elevation = 45

[[parts]]
part = "box"
at = [0.0, 0.0, -0.5]
size = [10.0, 8.0, 0.5]
material = "floor"

[[parts]]
part = "box"
at = [0.0, 0.0, 0.5]
size = [1.6, 1.6, 0.1]

[[signs]]
text = "table"
at = [0.0, -1.0, 1.5]
"""


def table_level(folder, sun=90):
    """The level, its sun standing over the heading `sun` [degrees]."""
    path = folder / "table.toml"
    path.write_text(TEXT.replace("heading = 90", f"heading = {sun}"), encoding="utf-8")
    return load_level(str(path))
