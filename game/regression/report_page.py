"""The report of a check, an HTML page: verdicts, charts, pictures (h, w, 3) uint8 and texts that differ."""

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from pathlib import Path

import numpy as np

from ..core.html_writer import MARK, Html, element, embedded, html, table, whole_page
from ..core.safe_files import make_parents, write_file
from ..core.user_folders import MarkedFolder
from ..level.contents.level import Shot
from .charts import distance, eye_acceleration, profile, speed
from .first_difference import RUNGS, UNITS, Finding, Matter, tick_of
from .shot_pictures import magnified, picture_difference
from .tick_table_csv import MOTION, TRACED, CsvRow
from .verdict import Broken, Result, Verdict, by_matter, count_text, is_minor


def first_tick_tables(verdict: Verdict) -> list[str | list[Html]]:
    """Return tables: values and iterations of the first different tick, then the texts of shots that differ."""
    first, now, was = verdict.findings[0].tick, verdict.now, verdict.recorded
    tables: list[str | list[Html]] = []
    if first < min(len(now.rows), len(was.rows)):
        tables.append(values_table(now.rows[first], was.rows[first]))
        before, today = (golden.rows[first].story.split("; ") for golden in (was, now))
        tables.append(side_by_side(before, today, f"tick {first}, its iterations"))
    tables += [named_tick_tables(verdict, finding) for finding in verdict.findings if finding.rung in ("trace", "overlays")]
    return tables


def named_tick_tables(verdict: Verdict, finding: Finding) -> list[Html]:
    """Return a table of the text or overlays at the tick of a finding on the rung "trace" or "overlays", if a text differs."""
    now, was = verdict.now, verdict.recorded
    if finding.rung == "trace":
        here, there = ({str(tick): text for tick, text in golden.words.items()} for golden in (now, was))
        title = "every word of `explain`"
    else:
        here, there, title = dict(now.overlays), dict(was.overlays), "its overlays"
    changed = [name for name in there if tick_of(name) == finding.tick and here.get(name) != there[name]]
    return [
        side_by_side(there[name].splitlines(), here.get(name, "").splitlines(), f"tick {name}, {title}") for name in changed[:1]
    ]


def values_table(now: CsvRow, was: CsvRow) -> str:
    """Return a table of the different values of a tick, or "" if none differ."""
    names = [name for name in (*MOTION, *TRACED[:2]) if getattr(now, name) != getattr(was, name)]
    if not names:
        return ""
    head = (f"tick {now.tick}", "on record", "now", "difference")
    return table([value_row(name, now, was) for name in names], head, class_="values")


def value_row(name: str, now: CsvRow, was: CsvRow) -> tuple[str, str, str, str]:
    """Return the cells of one value of a tick: name, value on record, value now, and their difference, "" for texts."""
    here, there, unit = getattr(now, name), getattr(was, name), UNITS.get(name, "")
    if isinstance(here, str):
        return name, there, here, ""
    digits = 12 if f"{there:.12g}" != f"{here:.12g}" else 17  # enough to show the difference
    return name, f"{there:.{digits}g}{unit}", f"{here:.{digits}g}{unit}", f"{here - there:+.3g}{unit}"


def side_by_side(was: Sequence[str], now: Sequence[str], title: str) -> Html:
    """Return a table of the lines of the golden record and of today's run, with matching lines in the same row."""
    rows = [row for change in SequenceMatcher(None, was, now, autojunk=False).get_opcodes() for row in rows_of(change, was, now)]
    head = element("tr", element("th", f"{title}: on record"), element("th", "now"))
    return element("table", head, rows, class_="sides")


def rows_of(change: tuple[str, int, int, int, int], was: Sequence[str], now: Sequence[str]) -> Iterator[Html]:
    """Yield table rows of one block of equal or different lines. change: opcode of SequenceMatcher"""
    kind, a, b, c, d = change
    for left, right in zip_longest(was[a:b], now[c:d], fillvalue=""):
        yield element("tr", element("td", left), element("td", right), class_=None if kind == "equal" else "changed")


def slider(shot: Shot, now: np.ndarray, was: np.ndarray) -> Html:
    """Return today's picture of a shot under the picture on record, with a slider that moves the border between them."""
    label = f"{words(shot)}: border between the picture on record (left) and now (right)"
    pair = element("div", image(now, "now", True), image(was, "on record", True), class_="pair")
    border = element("input", type="range", min=0, max=100, value=50, aria_label=label)
    caption = element("figcaption", f"{words(shot)}. Left: on record; right: now. {shot.look}")
    return element("figure", pair, border, caption, class_="slider")


def triple(verdict: Verdict, shot: Shot, now: np.ndarray, was: np.ndarray, out: Path) -> Html:
    """Return the expected and the actual picture of a shot, and the magnified difference, also written to `out`."""
    from PIL import Image

    from ..pictures.offscreen import write_picture

    difference = picture_difference(now, was)
    assert difference is not None
    three = {"expected": was, "actual": now, "difference": magnified(now, was, difference)}
    for kind, pixels in three.items():
        write_picture(Image.fromarray(pixels), out / f"{verdict.level}-{verdict.case.name}-{shot.name}-{kind}.png")
    texts = ("on record", "now", str(difference))
    return element("div", [figure(pixels, text, True) for pixels, text in zip(three.values(), texts)], class_="row")


def equal_figures(verdict: Verdict, shots: Iterable[Shot]) -> str:
    """Return today's pictures of some shots in a row, each with its text, or "" without pictures."""
    drawn = [shot for shot in shots if shot.name in verdict.now.pictures]
    figures = [figure(verdict.now.pictures[shot.name], f"{words(shot)}. {shot.look}") for shot in drawn]
    return element("div", figures, class_="row") if figures else ""


def contact_sheet(verdict: Verdict) -> str:
    """Return a row of the small pictures of a run, or "" without pictures."""
    frames = [figure(pixels, f"tick {tick}, {tick / verdict.case.hz:.2f} s") for tick, pixels in verdict.sheet]
    return element("div", frames, class_="sheet") if frames else ""


def words(shot: Shot) -> str:
    """Return tick and camera as text, such as "Tick 120, third person"."""
    return f"Tick {shot.tick}, {shot.camera} {'camera' if shot.camera == 'free' else 'person'}"


def figure(pixels: np.ndarray, caption: str, exact: bool = False) -> Html:
    """Return a picture with a caption. exact: True to embed it without loss"""
    return element("figure", image(pixels, caption, exact), element("figcaption", caption))


def image(pixels: np.ndarray, text: str, exact: bool = False) -> Html:
    """Return a picture that is embedded in the page. text: description for readers that cannot see it"""
    from PIL import Image

    return embedded(Image.fromarray(pixels), text, exact)


PICTURES = r".+-(expected|actual|difference)\.png"  # names of the report's files
LONGEST = 160  # [letters] of a rung. More: lists of numbers move the next rung off the page; fewer: the value is cut off
SCRIPT = Path(__file__).with_name("page.js")
LEGEND = {"was": "on record", "now": "now", "dot": "contact with an obstacle", "ring": "first difference"}


def write_report(verdicts: Sequence[Result], out: Path) -> Path:
    """Write the page index.html and the pictures that differ to the folder `out`. Returns the page's path."""
    path = out / "index.html"
    make_parents(path)
    MarkedFolder(out, PICTURES).delete_oldest(0)
    ordered = by_matter(verdicts)
    legend = [(element("i", class_=kind), text) for kind, text in LEGEND.items()]
    lead = element("p", lead_of(verdicts), legend, class_="lead legend")
    body = lead, summary_of(ordered), [section_of(verdict, out) for verdict in ordered]
    write_file(path, whole_page(title_of(verdicts), *body, script=SCRIPT.read_text(encoding="utf-8")), MARK)
    return path


def title_of(verdicts: Sequence[Result]) -> str:
    """Return the page's title, which is the result in a few words."""
    different = [verdict.title for verdict in verdicts if not verdict.same]
    failed = sum(isinstance(verdict, Broken) for verdict in verdicts)
    if failed:
        return f"{failed} of {len(verdicts)} cases {'is' if failed == 1 else 'are'} broken"
    if not different:
        return f"All {len(verdicts)} cases are the same" if len(verdicts) > 1 else f"{verdicts[0].title} is the same"
    return f"{different[0]} differs" if len(different) == 1 else f"{len(different)} of {len(verdicts)} cases differ"


def lead_of(verdicts: Sequence[Result]) -> str:
    """Return the first line of the page, with the numbers of ticks and pictures."""
    whole = [verdict.now for verdict in verdicts if isinstance(verdict, Verdict)]
    ticks, pictures = sum(len(now.rows) - 1 for now in whole), sum(len(now.pictures) for now in whole)
    return f"{ticks} ticks and {count_text(range(pictures), 'picture')}, compared to the bit."


# The table at the top


def summary_of(verdicts: Sequence[Result]) -> Html:
    """Return the summary: rows of different and broken cases, a collapsed line for rounding, and links to all other cases."""
    rows = [row_of(verdict) for verdict in verdicts if not verdict.same and not is_minor(verdict)]
    different = table(rows, ("case", "what it is", "what differs first"), class_="summary") if rows else ""
    return html(different, minor_row([verdict for verdict in verdicts if is_minor(verdict)]), same_links(verdicts))


def row_of(verdict: Result) -> tuple[Html, str, str]:
    """Return the cells of a different or broken case in the summary: its link, kind of difference, and first difference."""
    link = element("a", verdict.title, href=f"#{anchor(verdict)}")
    if isinstance(verdict, Broken):
        return link, "broken", verdict.reason
    return link, verdict.difference, str(verdict.findings[0])


def minor_row(verdicts: Sequence[Result]) -> str:
    """Return links to the cases that differ by rounding or candidates only, in a collapsed section, or "" without any."""
    if not verdicts:
        return ""
    links = [(element("a", verdict.title, href=f"#{anchor(verdict)}"), " ") for verdict in verdicts]
    words = f"{count_text(verdicts, 'case')} with {Matter.ROUNDING.words} only"
    return element("details", element("summary", words), element("p", links), class_="minor")


def same_links(verdicts: Sequence[Result]) -> str:
    """Return one line for each level with links to its cases that are the same, or "" without any."""
    levels: dict[str, list[tuple[Html, str]]] = {}
    for verdict in (verdict for verdict in verdicts if verdict.same):
        link = element("a", verdict.case.name, href=f"#{anchor(verdict)}")
        levels.setdefault(verdict.level, []).append((link, " "))
    lines = [(element("dt", level), element("dd", links)) for level, links in sorted(levels.items())]
    return element("dl", lines, class_="same-cases") if lines else ""


def anchor(verdict: Result) -> str:
    """Return the name of a case's section for links."""
    return verdict.title.replace("/", "-")


# One case


def section_of(verdict: Result, out: Path) -> Html:
    """Return the section of a case, collapsed if nothing important differs. Different pictures go to the folder `out`."""
    if isinstance(verdict, Broken):
        story = [element("p", verdict.reason, class_="causes"), element("pre", verdict.story)]
        return details(verdict, "broken", "broken", story)
    how = element("p", run_text(verdict), class_="how")
    parts = [how, *changed_pictures(verdict, out), drawings(verdict), *same_parts(verdict), *differences(verdict)]
    return details(verdict, "same" if verdict.same else "different", verdict.difference or "same", parts)


def details(verdict: Result, kind: str, badge: str, parts: Iterable[str]) -> Html:
    """Return a section with its heading. kind: "same", "different" or "broken", a CSS class"""
    label = element("span", badge, class_=f"badge {kind}")
    head = element("summary", element("h2", verdict.title), label, element("p", verdict.case.about))
    is_open = None if verdict.same or is_minor(verdict) else True
    return element("details", head, parts, class_=f"case {kind}", id=anchor(verdict), open=is_open)


def run_text(verdict: Verdict) -> str:
    """Return one line about the run: ticks, rate, rules and player parameters."""
    case, ticks = verdict.case, len(verdict.now.rows) - 1
    settings = "".join(f", {name}={value}" for name, value in case.settings)
    return f"{ticks} ticks at {case.hz} a second, rules {case.rules}{settings}."


def changed_pictures(verdict: Verdict, out: Path) -> Iterator[Html]:
    """Yield the changed inputs of the case, and its pictures that differ, which are also written to the folder `out`."""
    if verdict.same:
        return
    if verdict.causes:
        yield element("p", f"Also changed: {'; '.join(verdict.causes)}.", class_="causes")
    for shot, now, was in changed_shots(verdict):
        yield slider(shot, now, was)
        yield triple(verdict, shot, now, was, out)


def differences(verdict: Verdict) -> Iterator[Html]:
    """Yield the ladder with its different rungs, and collapsed tables of the first different tick."""
    if verdict.same:
        return
    yield ladder_of(verdict)
    raw = element("summary", "numbers and iterations in full"), first_tick_tables(verdict)
    yield element("details", raw, class_="raw")


def changed_shots(verdict: Verdict) -> list[tuple[Shot, np.ndarray, np.ndarray]]:
    """Return (shot, picture now, picture on record) of the shots whose pictures differ."""
    now, was = verdict.now.pictures, verdict.was.pictures if verdict.was else {}
    pairs = [(shot, now[shot.name], was[shot.name]) for shot in verdict.case.shots if shot.name in now and shot.name in was]
    return [(shot, here, there) for shot, here, there in pairs if (here != there).any()]


def ladder_of(verdict: Verdict) -> Html:
    """Return the rungs of the ladder, each with its difference or "holds"."""
    words = {finding.rung: shortened(str(finding).partition(": ")[2]) for finding in reversed(verdict.findings)}
    rungs = [
        element("li", element("b", rung), " ", words.get(rung, "holds"), class_="broken" if rung in words else "holds")
        for rung in RUNGS
    ]
    return element("ol", rungs, class_="ladder")


def shortened(text: str) -> str:
    """Cut a text after LONGEST letters, and add "..." if letters are lost."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} ..."


def drawings(verdict: Verdict) -> Html:
    """Return the charts of a run in a row."""
    first = None if verdict.same else verdict.findings[0].tick
    now, was = verdict.now.rows, verdict.was.rows if verdict.was else None
    charts = [profile(now, was, first), speed(now, was, first)]
    charts += [eye_acceleration(verdict.eyes, verdict.case.hz)] if len(verdict.eyes) > 2 else []
    charts += [distance(now, was, first)] if was and any(finding.farthest for finding in verdict.findings) else []
    return element("div", charts, class_="row drawings")


def same_parts(verdict: Verdict) -> Iterator[str]:
    """Yield the pictures that do not differ, the contact sheet, and the reason for missing pictures."""
    changed = [] if verdict.same else [shot for shot, _, _ in changed_shots(verdict)]
    yield equal_figures(verdict, [shot for shot in verdict.case.shots if shot not in changed])
    yield contact_sheet(verdict)
    if verdict.without:
        yield element("p", f"Pictures were not compared: {verdict.without}.", class_="how")
