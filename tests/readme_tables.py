"""The tables in the READMEs that are made from the code. `python -m tests.readme_tables` renews all of them.

A table stands between `<!-- table: NAME -->` and `<!-- end of table -->` in the file that TABLES names.
"""

import ast
import inspect
import re
from functools import cache
from pathlib import Path

from game.collision import Rules
from game.explain.rule_explanations import RULES
from game.lesson import lesson_names, load_lesson
from game.lesson.course import DRAWINGS, MEASURES
from game.level import level_names, load_level
from game.level.contents.level import PALETTE
from game.level.parts import PARTS
from game.level.volume_table import KINDS
from game.panels.bindings import BINDINGS
from tests.sources import sources
from tests.test_house import TABLE as IMPORTS

ROOT = Path(__file__).resolve().parents[1]
GAME = ROOT / "game"
TABLE = re.compile(r"(<!-- table: (\w+) -->\n)(.*?)(<!-- end of table -->)", re.DOTALL)


def rows(head, lines):
    """Return a Markdown table as text. `head` has the titles of its columns, and `lines` the cells of its rows."""
    cells = [head, ["---"] * len(head), *lines]
    return "\n".join(f"| {' | '.join(line)} |" for line in cells) + "\n"


def keys():
    return rows(["key", "what it does"], [[binding.shown.replace("  ", ", "), binding.does] for binding in BINDINGS])


# The house


def folders():
    """Return the table of the packages of game/, each with the first line of its docstring."""
    packages = sorted(path.parent for path in sources(GAME, "__init__.py") if path.parent != GAME)
    named = [(path.relative_to(GAME).as_posix(), path) for path in packages]
    lines = [[f"[`{name}`]({name})", first_line(path / "__init__.py")] for name, path in named]
    return rows(["folder", "what is in it"], lines)


def first_line(path):
    return ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))).splitlines()[0]


def imports():
    """Return the table of allowed imports of each package of game/, which test_house.py checks."""
    packages = [name for name in IMPORTS if (GAME / name).is_dir()]
    lines = [[f"`{name}`", listed(IMPORTS[name][0] & set(packages)), listed(IMPORTS[name][1])] for name in packages]
    return rows(["package", "may import", "and of libraries"], lines)


def listed(names):
    return ", ".join(f"`{name}`" for name in sorted(names))


# Rules


def rules():
    meanings = explained(inspect.getdoc(Rules))
    presets = [Rules.named(name) for name in Rules.NAMES]
    lines = [
        [f"`{name}`", meanings[name], RULES[name].watch, *("on" if getattr(each, name) else "off" for each in presets)]
        for name in Rules.SWITCHES
    ]
    return rows(["switch", "what it repairs", "what to watch when it is off", *Rules.NAMES], lines)


def explained(docstring):
    """Return {name: text} from the lines `name   text` of a docstring. Indented lines continue the text."""
    found = re.findall(r"^(\w+)  +(\S.*(?:\n {4,}\S.*)*)", docstring, re.MULTILINE)
    return {name: " ".join(text.split()) for name, text in found}


# Levels and lessons


@cache  # to read all levels takes a second
def levels():
    found = [load_level(name) for name in level_names()]
    return rows(["level", "what is there"], [[f"`{level.name}`", " ".join(level.about.split())] for level in found])


@cache
def lessons():
    found = [load_lesson(name) for name in lesson_names()]
    lines = [[str(lesson.order), f"`{lesson.name}`", lesson.title, lesson.about] for lesson in found]
    return rows(["", "lesson", "title", "what it is about"], lines)


def parts():
    lines = [described(name, PARTS[name].build) for name in sorted(PARTS)]
    return rows(["part", "keys of its own, with defaults", "what it does"], lines)


def volumes():
    lines = [described(name, build) for name, build in KINDS.items()]
    return rows(["kind", "keys of its own, with defaults", "what it does"], lines)


def measures():
    lines = [described(name, build) for name, build in MEASURES.items()]
    return rows(["measure", "keys of its own, with defaults", "what it returns"], lines)


def drawings():
    lines = [described(name, build) for name, build in DRAWINGS.items()]
    return rows(["drawing", "keys of its own, with defaults", "what it shows"], lines)


def materials():
    patterns = {}
    for material in PALETTE.values():
        patterns.setdefault(material.pattern, []).append(f"`{material.name}`")
    return rows(["pattern", "materials"], [[pattern, ", ".join(names)] for pattern, names in patterns.items()])


def described(name, build):
    """Return the cells (name, keys, meaning) of a function whose signature is a schema.

    The meaning is the first paragraph of its docstring without the verb at its start.
    """
    keys = ", ".join(key(parameter) for parameter in inspect.signature(build).parameters.values())
    meaning = " ".join((build.__doc__ or "").split("\n\n")[0].split())
    meaning = re.sub(r"^(?:Return|Draw) ", "", meaning)
    return [f"`{name}`", keys, re.sub(r"^\w(?=[a-z ])", lambda found: found[0].upper(), meaning)]


def key(parameter):
    """Return the text for a parameter of a schema: its name with its default, or "(needed)"."""
    if parameter.default is inspect.Parameter.empty:
        return f"`{parameter.name}` (needed)"
    return f"`{parameter.name}`" + ("" if parameter.default is None else f" {toml(parameter.default)}")


def toml(value):
    """Return a default as text, as in a level file."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return f"[{', '.join(map(toml, value))}]"
    return f'"{value}"' if isinstance(value, str) else f"{value:g}"


TABLES = {
    "README.md": (keys,),
    "game/README.md": (folders, imports),
    "game/collision/README.md": (rules,),
    "levels/README.md": (levels, materials, volumes, parts),
    "game/lesson/course/README.md": (drawings, measures),
    "levels/lessons/README.md": (lessons,),
}


def readmes():
    """Return {path from the checkout: text} of all READMEs."""
    places = [ROOT / "README.md", *sorted(GAME.rglob("README.md")), *sorted((ROOT / "levels").rglob("README.md"))]
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in places}


def blocks(language, text):
    """Return the contents of a README's fenced blocks of a language, in their order.

    `language` is "" for blocks that name none.
    """
    fences = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    return [content for found, content in fences if found == language]


def renewed(name, text):
    """Return the text of the README `name` with each of its tables made from the code of today."""
    tables = {table.__name__: table for table in TABLES.get(name, ())}
    return TABLE.sub(lambda found: found[1] + tables[found[2]]() + found[4], text)


if __name__ == "__main__":
    for name, text in readmes().items():
        (ROOT / name).write_text(renewed(name, text), encoding="utf-8")
