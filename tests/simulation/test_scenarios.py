"""The list of scenarios (in this folder's __init__.py) is whole, and each file names those that it holds."""

import ast
import re
from pathlib import Path

import tests.simulation

FOLDER = Path(__file__).parent
LISTED = {letter: re.findall(r"\w+\.py", line) for letter, line in re.findall(r"^([A-Z])  (.*)$", tests.simulation.__doc__, re.M)}


def scenarios_of(path):
    """The letters in "Scenario A." or "Scenarios C and Q." at the beginning of a test's docstring."""
    found = re.match(r"Scenarios? ((?:[A-Z](?: and )?)+)", ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "")
    return set(found[1].split(" and ")) if found else set()


def test_all_are_there():
    assert "".join(LISTED) == "ABCDEFGHIJKLMNOPQRWZ"


def test_each_file_names_its_own():
    paths = [*FOLDER.glob("test_*.py"), *(FOLDER.parent / "player").glob("test_*.py")]
    found = {(letter, path.name) for path in paths for letter in scenarios_of(path)}
    assert found == {(letter, file) for letter, files in LISTED.items() for file in files}
