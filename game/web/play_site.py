"""A folder of pages that play levels. Any static host serves it, and it opens with a double click, without a network."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from ..collision import Pass
from ..core.html_writer import Html, element, html, table, whole_page
from ..core.input_errors import InputError
from ..core.progress_bar import Progress, part_of_progress
from ..core.safe_files import errors_named, write_files
from ..core.shapes import Colour
from ..explain.describe_trace import GLOSSARY, OUTCOME_WORDS
from ..explain.palette import PASSES, VISOR
from ..level import Level
from ..level.library import LEVELS
from ..simulation.race_clock_and_medals import finish_of
from .play_data import COLOURS, play_data, playable, sound_data
from .scene_data import Packer, swatch
from .tick_module import tick_module

# Levels without movers and exhibits, which a page plays whole.
WHOLE = ("stairs", "ramps", "corridors", "corners", "terrain", "playground", "river", "planet")
HERE = Path(__file__).parent
PICTURES = LEVELS.parent / "assets" / "pictures" / "levels"
SCRIPTS = (
    *("scene.js", "camera.js", "arrows.js", "solver.js", "rules.js", "recording.js", "controls.js", "triangle_test.js"),
    *("inspector.js", "signs.js", "sounds.js", "play.js"),
)
LIST = "glissade.txt"  # the file that names all files of a site, so that only these are replaced
MARK = "Glissade wrote these files, and replaces them when it writes the site again:"
KEYS = (
    ("W A S D, arrows", "walk; on other keyboards, the letters at these places"),
    ("mouse, J L I K", "look around: click the picture first, Esc frees the mouse"),
    ("Space, Shift, C", "jump, run, crouch"),
    ("P", "stop time, or go on from the tick that is shown"),
    (". , ] [ Home End", "one tick, ten ticks, or all of them, forward or back"),
    ("Q, Backspace", "play again, or rewind"),
    ("N, B", "the next, or the previous, tick of the history in which the body touches something new"),
    ("Z", "bring back what playing on from an earlier tick cut off; again: change back"),
    ("R", "start again"),
    ("V", "from behind, or through the eyes"),
    ("2", "contact points and sliding planes"),
    ("T", "look inside: what the solver did, iteration by iteration; drag: turn, wheel: zoom"),
    ("M", "sound"),
    ("O", "rules, and a twin with other rules"),
    ("gamepad", "sticks: walk and look around; A: jump; B: crouch; shoulder: run; Start: stop time"),
)
ELSEWHERE = (
    "These are the keys of this page. In the desktop's window U is the sound, M the next rules, N and B the next and previous "
    "level, Z and Y undo and redo."
)
TOUCH = (
    ("left half of the picture", "draw a finger: walk; farther: run"),
    ("right half", "draw a finger: look around"),
    ("Jump, Crouch", "the round buttons"),
    ("Stop time, ‹ ›, the slider", "stop time, and go through it"),
    ("Look inside", "what the solver did in the tick that is shown, iteration by iteration; one finger turns it, two zoom"),
    ("Bring back", "what playing on from an earlier tick cut off"),
)
DISCS = (("move", Pass.MOVE), ("step", Pass.STEP_UP), ("gravity", Pass.GRAVITY), ("search for ground", Pass.GROUND))

HELD = ("Crouch", "KeyC"), ("Jump", "Space")  # buttons for fingers, and the keys that they hold
HINTS = (
    ("keys", "W A S D or arrows: walk. Space: jump. Click the picture and move the mouse: look around. H: all keys."),
    ("fingers", "Left half, draw a finger: walk. Right half: look around. ?: help."),
)
ABOUT = (
    "Each level is played by the game's own solver, Kasper Fauerby's collide and slide, compiled to WebAssembly. A run has the "
    "same bits as on a desktop. Nothing is sent, and nothing is loaded from elsewhere."
)


def write_site(folder: str | Path, levels: Iterable[Level], progress: Progress = lambda fraction, text: None) -> list[str]:
    """Write a site of levels into a folder, all of it or nothing. Returns the names of its files.

    Raises InputError if the folder holds files that Glissade did not write, or cannot be written.
    """
    place, chosen = Path(folder), list(levels)
    obsolete = files_of_site(place)
    names = page_names(chosen)
    contents = {name: (HERE / name).read_text(encoding="utf-8") for name in SCRIPTS}
    packer = Packer()
    code = packer.add(np.frombuffer(tick_module(part_of_progress(progress, 0, len(chosen) + 1, "solver")), np.uint8), "B")
    contents["sound_data.js"] = script_of("SOUNDS", sound_data())
    contents["tick.js"] = script_of("TICK", packer.text({"code": code}))
    for number, (level, name) in enumerate(zip(chosen, names), 1):
        show = part_of_progress(progress, number, len(chosen) + 1, level.name)
        contents[f"{name}.js"] = script_of("LEVEL", play_data(level, show))
        contents[f"{name}.html"] = level_page(level, f"{name}.js")
    contents["index.html"] = front_page(list(zip(chosen, names)))
    contents[LIST] = "\n".join([MARK, *sorted(contents), ""])
    foreign = [name for name in contents if (place / name).exists() and name not in obsolete]
    if foreign:
        raise InputError(f"{place / foreign[0]}: exists already, and Glissade did not write it: name another folder, or move it")
    is_new = not place.exists()
    with errors_named(place):
        place.mkdir(exist_ok=True)
    try:
        write_files({place / name: text for name, text in contents.items()}, [place / name for name in obsolete - set(contents)])
    except BaseException:
        if is_new:
            place.rmdir()
        raise
    return sorted(contents)


def files_of_site(folder: Path) -> set[str]:
    """Return the names of the files of an earlier site in a folder. Raises InputError for a folder of others."""
    if not folder.exists():
        if not folder.absolute().parent.is_dir():
            raise InputError(f"{folder}: cannot be written: there is no folder {folder.absolute().parent}")
        return set()
    if not folder.is_dir():
        raise InputError(f"{folder}: is a file; name a folder")
    listed = folder / LIST
    first, *names = listed.read_text(encoding="utf-8", errors="replace").splitlines() if listed.is_file() else ("",)
    if first == MARK:
        return {name for name in (*names, LIST) if (folder / name).is_file() and Path(name).name == name}
    if any(folder.iterdir()):
        raise InputError(f"{folder}: is not empty, and holds no site that Glissade wrote: name another folder, or an empty one")
    return set()


def page_names(levels: list[Level]) -> list[str]:
    """Return the name of each level's page: letters, digits and hyphens of its own name, with a number if it is not the first."""
    names: list[str] = []
    for level in levels:
        plain = re.sub(r"[^a-z0-9]+", "-", level.name.lower()).strip("-")[:60] or "level"
        plain = f"{plain}-level" if plain in ("index", "tick", "sound-data") or f"{plain}.js" in SCRIPTS else plain
        numbered = (f"{plain}-{number}" for number in range(2, len(levels) + 2))
        names.append(next(name for name in (plain, *numbered) if name not in names))
    return names


def script_of(name: str, packed: str) -> str:
    return f'"use strict";\nconst {name} = "{packed}";\n'


def style(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")


# Pages


def level_page(level: Level, data: str) -> str:
    """Return the page that plays a level. data: name of the script with its data"""
    words = f"The level {level.title}. Keys W, A, S, D walk, J and L turn, P pauses; the help has all keys."
    return whole_page(
        level.title,
        element("p", class_="state"),
        element("p", "Loading the level. This page needs scripts.", class_="trouble", role="status"),
        [element("p", level.about, " ", task_of(level), element("br"), text, class_=f"hint {name}") for name, text in HINTS],
        element("canvas", tabindex=0, role="application", aria_label=words),
        element("div", class_="signs", aria_hidden="true"),
        element("div", element("i"), class_="stick", hidden=True),
        element("div", [element("button", name, data_hold=key) for name, key in HELD], class_="touch"),
        toolbar(),
        element(
            "section",
            element(
                "div",
                button("earlier_contact", "‹ Contact", "back to the tick of a new contact (B)", aria_label="previous contact"),
                button("contact", "Contact ›", "on to the tick of a new contact (N)", aria_label="next contact"),
                button("side", "Player's view", "the player's view, or at right angles to the displacement and the normal"),
                button("inside_twin", "Twin", "look inside the twin's tick, or the player's", hidden=True),
                button("close", "Close", "close (T)"),
                class_="tools",
            ),
            element(
                "div",
                element("h2"),
                element("p", class_="result"),
                element("p", class_="advice"),
                what_is_drawn(),
                element("ol"),
                class_="inside",
            ),
            class_="inspector",
            aria_label="Inside this tick",
            hidden=True,
        ),
        rules_dialog(),
        help_of(level),
        element("input", type="file", hidden=True, aria_label="A recording"),
        [element("script", src=name) for name in (*SCRIPTS[:2], "tick.js", "sound_data.js", data, *SCRIPTS[2:])],
        style=style("play.css"),
    )


def task_of(level: Level) -> str:
    """Return what is to be done in a level beside walking, as a sentence, or "" for nothing."""
    if level.goals:
        return f"Golden marks to find: {len(level.goals)}. The golden arrow points to the next."
    return "The clock runs from the start to the finish." if finish_of(level) else ""


def button(action: str, text: str, title: str, **more: object) -> Html:
    return element("button", text, type="button", data_do=action, title=title, **more)


def toolbar() -> Html:
    return element(
        "div",
        element("a", "Levels", href="index.html"),
        button("pause", "Stop time", "stop time, or go on (P)"),
        button("back", "‹", "one tick back (,)", aria_label="one tick back"),
        button("step", "›", "one tick forward (.)", aria_label="one tick forward"),
        element("input", type="range", class_="time", min=0, max=0, value=0, aria_label="Tick"),
        button("earlier_contact", "‹ Contact", "back to the tick of a new contact (B)", aria_label="previous contact"),
        button("contact", "Contact ›", "on to the tick of a new contact (N)", aria_label="next contact"),
        button("rewind", "◂◂", "rewind (Backspace)", aria_pressed="false", aria_label="rewind"),
        button("watch", "▸▸", "play again (Q)", aria_pressed="false", aria_label="play again"),
        button("restart", "Start again", "start again (R)"),
        button("undo", "Bring back", "what playing on from an earlier tick cut off (Z)", disabled=True),
        button("third", "From behind", "from behind, or through the eyes (V)", aria_pressed="true"),
        button("marks", "Contacts", "contact points and sliding planes (2)", aria_pressed="true"),
        button("inspect", "Look inside", "look inside (T)", aria_pressed="false"),
        button("rules", "Rules", "rules, and a twin (O)"),
        button("sound", "Sound", "sound (M)", aria_pressed="true"),
        *recordings(),
        button("help", "?", "keys, recordings, and what this page leaves out (H)", aria_label="help"),
        class_="bar",
        role="toolbar",
        aria_label="Time and view",
    )


def recordings() -> tuple[Html, ...]:
    return button("save", "Save run", "save a recording of the run"), button("open", "Open run", "open a recording")


def dialog(name: str, title: str, *content: Html | str) -> Html:
    """Return a dialog whose content scrolls below its title and its button."""
    close = element("form", element("button", "Close"), method="dialog")
    head = element("div", element("h2", title), close, class_="head")
    return element("dialog", head, element("div", *content, class_="inside"), class_=name, aria_label=name.capitalize())


def what_is_drawn() -> Html:
    """Return the words for the shapes of a tick and of a chosen iteration, with their colours, which fold away."""
    tests = [marked(colour, words) for words, colour in zip(OUTCOME_WORDS.values(), COLOURS["outcomes"])]
    arrows = ("before", "displacement"), ("destination", "destination"), ("after", "new displacement")
    rows = (
        ("body", html(marked(COLOURS["body"], "the player"), marked(COLOURS["twin"], "a twin"), "at the end of the tick")),
        ("dark band", html(marked(VISOR, "the visor"), "of a body: there it looks")),
        ("rings", "a body at the end of each iteration, in the colour of its pass; of a chosen one also at its start"),
        ("rods", "the way of the body's centre"),
        ("disc", html("the sliding plane of a contact, in the colour of its pass: ", *disc_colours())),
        ("point", marked(COLOURS["contact"], "contact point")),
        ("arrow", marked(COLOURS["normal"], "normal of the sliding plane")),
        ("grey", html(swatch(COLOURS["section"]), "the inside of the level where the view from the side cuts it")),
        ("chosen: arrows", html(*(marked(COLOURS[name], words) for name, words in arrows))),
        ("chosen: triangles", html("candidates, by how their tests ended: ", *tests)),
    )
    return element("details", element("summary", "What is drawn"), table(rows, ("shape", "what it is")), class_="drawn")


def rules_dialog() -> Html:
    return dialog(
        "rules",
        "Rules",
        element("p", "Each rule repairs one fault of the paper's program. A change counts from the next tick on."),
        element("label", "Rules of the player ", element("select", class_="set")),
        element("ul", class_="switches"),
        element("label", "A twin, blue, gets the same input by other rules ", element("select", class_="twin")),
        element("p", "Look inside shows the twin's tick, too: press its button Twin."),
    )


def help_of(level: Level) -> Html:
    return dialog(
        "help",
        level.title,
        element("p", level.about),
        table(TOUCH, ("finger", "what it does"), class_="fingers"),
        table(KEYS, ("key", "what it does")),
        element("p", ELSEWHERE),
        element("p", element("b", "This page leaves out:"), " ", left_out(level)) if left_out(level) else "",
        element("p", "A run saved here replays on a desktop with the same bits, and one from there here. ", recordings()),
        element("h2", "Words"),
        table([*GLOSSARY, ("colours of discs", disc_colours())], ("word", "what it means")),
    )


def disc_colours() -> list[Html]:
    return [marked(PASSES[one], name) for name, one in DISCS]


def marked(colour: Colour, words: str) -> Html:
    return html(element("span", swatch(colour), words), " ")


def left_out(level: Level) -> str:
    """Return what the page of a level leaves out, as the rest of a sentence, or "" if that is nothing."""
    _, lines = playable(level)
    return "; ".join(lines) + "." if lines else ""


def front_page(levels: list[tuple[Level, str]]) -> str:
    cards = [
        element(
            "li",
            element(
                "a",
                picture_of(level),
                element("h2", level.title),
                element("p", level.about),
                element("p", "Left out: ", left_out(level), class_="small") if left_out(level) else "",
                href=f"{name}.html",
            ),
        )
        for level, name in levels
    ]
    content = element("p", ABOUT, class_="lead"), element("ul", cards, class_="cards")
    return whole_page("Levels in a browser", *content, style=style("site.css"))


def picture_of(level: Level) -> Html:
    file = PICTURES / f"{level.name}.webp"
    if level.path.resolve().parent != LEVELS or not file.is_file():
        return html()
    return element("img", src=f"data:image/webp;base64,{b64encode(file.read_bytes()).decode()}", alt="")
