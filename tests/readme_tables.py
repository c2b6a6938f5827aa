"""Tables of the README that are made from the code. `python -m tests.readme_tables` rewrites them."""

import argparse
import inspect
import re
from dataclasses import fields
from pathlib import Path

from game.cli import parser
from game.collision import Rules
from game.lesson import lesson_names, load_lesson
from game.level import level_names, load_level
from game.level.file.volume_table import KINDS
from game.level.parts import PARTS
from game.simulation import PlayerParams
from game.view.menu.rule_descriptions import WATCH

README = Path(__file__).resolve().parents[1] / "README.md"
TABLE = re.compile(r"(<!-- table: (\w+) -->\n)(.*?)(<!-- end of table -->)", re.DOTALL)


def rows(head, lines):
    """A Markdown table."""
    cells = [head, ["---"] * len(head), *lines]
    return "\n".join(f"| {' | '.join(line)} |" for line in cells) + "\n"


# Keys


def keys():
    from game.view.input.bindings import markdown

    return markdown() + "\n"


# The command line


def verbs():
    """{name: its parser}."""
    actions = [action for action in parser()._actions if isinstance(action, argparse._SubParsersAction)]
    return actions[0].choices


def commands():
    lines = [[f"`{words(name, verb)}`", verb.description] for name, verb in verbs().items()]
    return rows(["`python main.py ...`", "what it does"], [["(nothing)", "play, with a menu of levels"], *lines])


def words(name, verb):
    """A verb and what it must or may be given by place, or must be given by name."""
    found = [name]
    for action in verb._actions:
        if not action.option_strings:
            found.append(f"[{action.metavar}]" if action.nargs in ("?", "*") else action.metavar)
        elif action.required:
            found.append(f"{action.option_strings[0]} {action.metavar or action.dest.upper()}")
    return " ".join(found)


def options():
    """Each option once, with the verbs that know it."""
    known = {}
    for name, verb in verbs().items():
        for action in verb._actions:
            if action.option_strings and action.dest != "help":
                known.setdefault((option(action), action.help or ""), []).append(name)
    return rows(["option", "meaning", "of"], [[f"`{text}`", help, ", ".join(names)] for (text, help), names in known.items()])


def option(action):
    name = action.option_strings[0]
    if action.nargs == 0:
        return name
    words = action.metavar or action.dest.upper()
    return f"{name} {','.join(action.choices) if action.choices else words if isinstance(words, str) else ' '.join(words)}"


# Rules and the player


def rules():
    meanings = explained(Rules.__doc__)
    sets = [Rules.named(name) for name in Rules.NAMES]
    lines = [
        [f"`{name}`", meanings[name], WATCH[name], *("on" if getattr(each, name) else "off" for each in sets)]
        for name in Rules.SWITCHES
    ]
    return rows(["switch", "what it repairs", "what to watch when it is off", *Rules.NAMES], lines)


def explained(docstring):
    """{name: text} from the lines `    name   text` of a docstring, continued on deeper lines."""
    found = re.findall(r"^    (\w+)  +(\S.*(?:\n {8,}\S.*)*)", docstring, re.MULTILINE)
    return {name: " ".join(text.split()) for name, text in found}


def parameters():
    meanings = explained(PlayerParams.__doc__)
    meanings["max_slope"] = meanings["max_slope"].replace("[rad]", "[degrees]")
    player = PlayerParams()
    return rows(
        ["parameter", "default", "meaning"],
        [[f"`{f.name}`", shown(f.name, getattr(player, f.name)), meanings.get(f.name, "")] for f in fields(PlayerParams)],
    )


def shown(name, value):
    """A parameter as it is typed: angles in degrees."""
    if name == "max_slope":
        return f"{value * 180 / 3.141592653589793:g}"
    return ",".join(f"{x:g}" for x in value) if isinstance(value, tuple) else str(value).lower()


# Levels and their parts


def levels():
    found = [load_level(name) for name in level_names()]
    return rows(["level", "what is there"], [[f"`{level.name}`", " ".join(level.about.split())] for level in found])


def lessons():
    found = [load_lesson(name) for name in lesson_names()]
    lines = [[str(lesson.order), f"`{lesson.name}`", lesson.title, lesson.about] for lesson in found]
    return rows(["", "lesson", "title", "what it tells"], lines)


def parts():
    return rows(["part", "keys of its own, with defaults", "what it is"], [part_row(name) for name in sorted(PARTS)])


def part_row(name):
    return described(name, PARTS[name].build)


def volumes():
    lines = [described(name, build) for name, build in KINDS.items()]
    return rows(["kind", "keys of its own, with defaults", "what it does"], lines)


def described(name, build):
    """Name, keys and first sentence of a function whose signature is a schema."""
    keys = ", ".join(key(parameter) for parameter in inspect.signature(build).parameters.values())
    return [f"`{name}`", keys, " ".join((build.__doc__ or "").split("\n\n")[0].split())]


def key(parameter):
    if parameter.default is inspect.Parameter.empty:
        return f"`{parameter.name}` (needed)"
    return f"`{parameter.name}`" + ("" if parameter.default is None else f" {toml(parameter.default)}")


def toml(value):
    """A default as it would be written in a level file."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return f"[{', '.join(map(toml, value))}]"
    return f'"{value}"' if isinstance(value, str) else f"{value:g}"


TABLES = {table.__name__: table for table in (keys, commands, options, rules, parameters, levels, lessons, parts, volumes)}


def rewritten(text):
    """The README's text with every table as the code has it now."""
    return TABLE.sub(lambda found: found[1] + TABLES[found[2]]() + found[4], text)


if __name__ == "__main__":
    README.write_text(rewritten(README.read_text(encoding="utf-8")), encoding="utf-8")
