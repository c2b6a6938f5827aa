"""LaTeX formulas and labels as SVG pictures. Letters are outlines, so a page needs no font and no network."""

import hashlib
import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache, wraps
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from ...core.html_writer import Html, element
from ...core.user_and_cache_folders import KeptFolder, cache_folder, cache_home

# Least scale of a formula in a narrow column: letters of 20 pixels become 14. Smaller: they cannot be read; larger: more formulas
# are broken into lines.
SMALLEST = 0.7
TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[][(){}=]|[^]\\[(){}=]+", re.DOTALL)  # of LaTeX: a command, a sign, or text
OPENING, CLOSING = {"{", "(", "[", "\\left", "\\begin"}, {"}", ")", "]", "\\right", "\\end"}
# A minus sign that negates: at the start, or after a bracket, a comma, a relation, a product's dot, or words and a gap
UNARY = re.compile(r"((?:^|[(\[{=<>,]|\\[lg]e|\\cdot|}(?=\\[ q]))(?:\s|\\[ ,]|\\q?quad)*)-")
# Tokens before which a formula may be broken, best first: gaps, arrows, relations.
BREAKS = {"\\quad", "\\qquad", "\\ "}, {"\\Rightarrow"}, {"=", "\\le", "\\ge"}
PICTURES = r"[0-9a-f]{24}\.svg"  # names of the kept pictures; they lie in a folder for each version of source and library
VERSIONS = r"[0-9a-f]{16}"
# Kept versions, and pictures of each. Fewer: an older commit, or all lessons, are set again; more: disk space.
MOST_VERSIONS, MOST_PICTURES = 4, 6000


class Svg(NamedTuple):
    """An SVG picture: its element as text, and its width and height [pixels at 100 % zoom].

    Lines and letters without a colour have that of the text around it. enlarge(factor, width): its text with larger letters, in
    the middle of a wider one [pixels], or None for letters alone
    """

    text: Html
    width: float
    height: float
    enlarge: Callable[[float, float], Html] | None = None

    def element_at(self, x: float, y: float, factor: float = 1.0) -> Html:
        """Return this picture's element for use in another SVG, with its top left corner at (x, y) there. factor: of its size"""
        place = {"x": f"{x:.2f}", "y": f"{y:.2f}", "width": self.width, "height": self.height, "overflow": "visible"}
        if factor != 1.0:
            place |= {"width": f"{self.width * factor:.2f}", "height": f"{self.height * factor:.2f}"}
            place["viewBox"] = f"0 0 {self.width} {self.height}"
        return element("svg", self.text, **place)


@cache
def check_formula(latex: str) -> None:
    """Raise ValueError if a LaTeX formula without dollar signs is not valid. It takes a millisecond, to set the formula 30.

    A valid formula is checked once, because a book and the game read a lesson more than once.
    """
    mathml_of(latex)


@cache
def kept_pictures(home: Path | None) -> KeptFolder | None:
    """Return the folder of this version's pictures in the folder for caches, or None without one. Deletes the oldest versions."""
    versions = cache_folder("formulas", VERSIONS) if home else None
    if versions is None:
        return None
    libraries = " ".join(version(name) for name in ("ziamath", "ziafont", "latex2mathml"))
    name = hashlib.sha256(libraries.encode() + Path(__file__).read_bytes()).hexdigest()[:16]
    try:
        folder = KeptFolder(versions.path / name, PICTURES)
    except OSError:
        return None
    versions.delete_oldest(MOST_VERSIONS, spared=name)
    folder.delete_oldest(MOST_PICTURES)
    return folder


def kept(draw: Callable[..., Svg]) -> Callable[..., Svg]:
    """Keep each result of a function that sets letters, in memory and on disk: to set takes 30 ms, to read 0.1 ms."""

    @cache
    @wraps(draw)
    def picture(*arguments: str | float) -> Svg:
        folder = kept_pictures(cache_home())
        name = hashlib.sha256(f"{draw.__name__} {arguments}".encode()).hexdigest()[:24] + ".svg"
        found = folder.read(name) if folder else None
        if found is not None:
            return svg_of(found.decode())
        made = draw(*arguments)
        if folder:
            folder.write(name, made.text.encode())
        return made

    return picture


@kept
def formula(latex: str, size: float = 20.0) -> Svg:
    """Return a LaTeX formula without dollar signs as a picture, with letters of a size [pixels]. Raises as `check_formula`."""
    import ziamath  # here and below: it takes .4 s and only lessons need it

    ziamath.config.svg2 = False  # without shared parts: a page may hold many pictures, whose ids would meet
    mathml = mathml_of(UNARY.sub(r"\1{-}", latex))  # the library sets every other minus sign between wide spaces
    if len(mathml) == 1 and mathml[0].tag.endswith("}mrow"):
        # The library sets the content of a row twice, and the whole is one already: 5 s instead of 9 s for all lessons' formulas.
        mathml[:] = mathml[0][:]
    mathml.set("mathcolor", "currentColor")
    try:
        return svg_of(ziamath.Math(ElementTree.tostring(mathml, encoding="unicode"), size).svg())
    except Exception as problem:  # the library raises many kinds
        raise ValueError(f"formula {latex!r}: {problem}") from None


def mathml_of(latex: str) -> ElementTree.Element:
    """Return the MathML of a LaTeX formula as an element. Raises ValueError as `check_formula` does."""
    from ziamath.tex import tex2mml

    try:
        mathml = ElementTree.fromstring(tex2mml(latex))
    except Exception as problem:  # the library raises many kinds
        raise ValueError(f"formula {latex!r}: {problem}") from None
    unknown = [part.text for part in mathml.iter() if part.text and "\\" in part.text]
    if unknown:
        raise ValueError(f"formula {latex!r}: {unknown[0]} is not known")
    return mathml


@cache
def formula_lines(latex: str, width: float) -> tuple[Svg, ...]:
    """Return a LaTeX formula as pictures, one for each line.

    One that is wider than a width [pixels] at the scale SMALLEST is broken at gaps, then before arrows and relations, outside of
    brackets. The reason stands in place of a formula that cannot be set.
    """
    lines = [latex]
    try:
        for tokens in BREAKS:
            lines = [line for part in lines for line in break_before(tokens, part, width)]
        return tuple(formula(line) for line in lines)
    except ValueError as problem:
        return (label(str(problem).replace("$", "")),)


def break_before(tokens: Iterable[str], latex: str, width: float) -> list[str]:
    """Return the lines of a LaTeX formula, as few as fit a width [pixels]. A line may begin before `tokens`."""
    if fits(latex, width):  # first, because to set a formula takes milliseconds
        return [latex]
    parts, depth = [""], 0
    for token in TOKEN.findall(latex):
        depth += (token in OPENING) - (token in CLOSING)
        done = parts[-1].strip()
        if token in tokens and depth == 0 and done and (token != "\\ " or done.endswith(",")):
            parts.append("")
        parts[-1] += token
    lines = [parts[0]]
    for part in parts[1:]:
        if fits(lines[-1] + part, width):
            lines[-1] += part
        else:
            lines.append(part)
    return [re.sub(r"^(\\q?quad|\\ |\s)+", "", line) for line in lines]


def fits(latex: str, width: float) -> bool:
    return formula(latex).width * SMALLEST <= width


@kept
def label(text: str, size: float = 15.0, colour: str = "currentColor") -> Svg:
    """Return a line of text in which $...$ is a formula as a picture. size: of the letters [pixels]; colour: as in SVG"""
    import ziamath

    ziamath.config.svg2 = False
    text = re.sub(r"(?<=\d) (?=[^\W\d])", "\N{NO-BREAK SPACE}", text)  # the library drops the space between a number and its unit
    picture = ziamath.Text(text, size=size, color=colour, halign="left").svg()
    return svg_of(picture.replace(" ", ' overflow="visible" ', 1))  # an attribute more: the library's box cuts some letters


LETTER = re.compile(r'[<]path d="(M[^"]*Z) *" fill="([^"]*)" */?>')  # as the library writes it: all places are absolute
NUMBERS = {"M": 2, "L": 2, "Q": 4, "C": 6, "Z": 0}  # that follow each command
FINENESS = 50  # steps in a pixel: the grid of letters of 20 pixels. Fewer: they get corners; more: a larger page


def with_shared_letters(page: Html) -> Html:
    """Return HTML in which equal letters of pictures are one outline that they all use. It begins with the outlines.

    Nine tenths of a page with formulas are outlines. Its style must fill a `use` with the current colour.
    """
    letters = Letters()
    text = LETTER.sub(letters.used, page)
    hidden = {"width": 0, "height": 0, "style": "position:absolute", "aria_hidden": "true"}
    return Html(element("svg", element("defs", letters.outlines), **hidden) + text) if letters.outlines else page


class Letters:
    """The outlines of letters that were found: the same commands, and places at most a step apart, are the same letter."""

    def __init__(self) -> None:
        self.outlines: list[Html] = []
        self._known: dict[str, list[tuple[list[int], int]]] = {}  # by commands: places, and number of the outline
        self._numbers: dict[tuple[str, tuple[int, ...]], int] = {}  # by commands and places

    def used(self, letter: re.Match) -> str:
        """Return an element that uses an outline, in place of the path of a letter."""
        commands, begin, places = outline_of(letter[1])
        same = commands, tuple(places)
        if same not in self._numbers:
            self._numbers[same] = self._number(commands, places)
        colour = None if letter[2] == "currentColor" else letter[2]
        return element("use", href=f"#l{self._numbers[same]}", x=f"{begin[0]:g}", y=f"{begin[1]:g}", color=colour)

    def _number(self, commands: str, places: list[int]) -> int:
        """Return the number of the first outline that is alike, or of a new one."""
        alike = self._known.setdefault(commands, [])
        number = next((n for known, n in alike if all(-1 <= a - b <= 1 for a, b in zip(known, places))), len(self.outlines))
        if number == len(self.outlines):
            alike.append((places, number))
            path = element("path", id=f"l{number}", transform=f"scale({1 / FINENESS})", d=in_steps(commands, places))
            self.outlines.append(path)
        return number


def outline_of(path: str) -> tuple[str, tuple[float, float], list[int]]:
    """Return the commands of a letter's path, its begin [pixels], and all places from there in steps of 1 / FINENESS pixels."""
    tokens = path.split()
    numbers = [float(token) for token in tokens if token not in NUMBERS]
    places, (x, y) = [0] * len(numbers), numbers[:2]
    places[::2] = [round(FINENESS * (number - x)) for number in numbers[::2]]
    places[1::2] = [round(FINENESS * (number - y)) for number in numbers[1::2]]
    return "".join([token for token in tokens if token in NUMBERS]), (x, y), places


def in_steps(commands: str, places: Sequence[int]) -> str:
    """Return a path with relative commands and without lines of no length. Raises KeyError for an unknown command."""
    parts, left, at, closed = [], iter(places), (0, 0), (0, 0)
    for command in commands:
        here = [next(left) for _ in range(NUMBERS[command])]
        steps = [place - at[k % 2] for k, place in enumerate(here)]
        at = (here[-2], here[-1]) if here else closed
        closed = at if command == "M" else closed
        if any(steps) or command != "L":
            parts.append(command.lower() + " ".join(map(str, steps)).replace(" -", "-"))
    return "".join(parts)


def svg_of(text: str) -> Svg:
    """Return the Svg of an SVG element's text, with the width and the height that its first tag states."""
    head = text[: text.index(">")]
    width, height = (float(head.partition(f'{name}="')[2].partition('"')[0]) for name in ("width", "height"))
    return Svg(Html(text), width, height)
