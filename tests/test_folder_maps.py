"""The docstring of a folder's `__init__` is its map."""

import ast
import re
from pathlib import Path

from tests.sources import sources

GAME = Path(__file__).resolve().parents[1] / "game"
MAP_ROW = re.compile(r"^([a-z0-9_]+(?:, [a-z0-9_]+)*)  +\S", re.MULTILINE)  # "rays, triangle_tree  what they hold"


def test_each_folder_has_a_map_of_its_files():
    """The docstring of `__init__` has a row for each file and folder beside it, and no row for anything else."""
    folders = [GAME, *(path for path in dict.fromkeys(path.parent for path in sources(GAME)) if path != GAME)]
    assert len(folders) > 20
    for folder in folders:
        named = {name for row in MAP_ROW.findall(map_of(folder)) for name in row.split(", ")}
        files = {path.stem for path in folder.glob("*.py")} - {"__init__"}
        there = files | {path.name for path in folder.iterdir() if path in folders}
        assert (folder.name, sorted(there ^ named)) == (folder.name, [])


def map_of(folder):
    return ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))) or ""


NAMED_FILE = re.compile(r"(?<![\w.*{}])((?:\w+/)*[a-z]\w+\.py)\b")


def test_files_that_comments_and_docstrings_name_are_there():
    """Seven named files that had been moved or merged. A name may begin with folders."""
    paths = [f"/{path.relative_to(GAME.parent).as_posix()}" for path in sources(GAME.parent) if ".venv" not in path.parts]
    lost = []
    for path in sources(GAME):
        text = path.read_text(encoding="utf-8")
        texts = [node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant)]
        words = [text for text in texts if isinstance(text, str)] + re.findall(r"#.*", text)
        named = {name for word in words for name in NAMED_FILE.findall(word)}
        lost += [(path.name, name) for name in sorted(named) if not any(there.endswith(f"/{name}") for there in paths)]
    assert lost == []


def test_a_lost_file_would_be_noticed():
    assert NAMED_FILE.findall("see player_state.py (player/tick.py), not a.pyc or {}.py") == ["player_state.py", "player/tick.py"]
