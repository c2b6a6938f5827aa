"""The report of a check, an HTML page: verdicts, charts of runs as SVG, pictures (h, w, 3) uint8 and texts that differ.

Functions that draw return an element, or "" for nothing. now, was: rows of today's run, and of the golden record or None; first:
the first different tick, or None; points: (x, y) on the axes of the chart; kind: CSS class, "now" or "was"
"""

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import accumulate, zip_longest
from math import dist, floor, hypot, log10
from pathlib import Path

import numpy as np

from ..core.html_writer import MARK, Html, element, embedded, html, table, whole_page
from ..core.input_errors import counted
from ..core.safe_files import make_parents, write_file
from ..core.svg_chart import XY, ChartArea
from ..core.user_and_cache_folders import MarkedFolder
from ..level.contents.level import FIRST, FREE, THIRD, Shot
from ..simulation.view_smoothing import accelerations
from .case_pictures import magnified, picture_difference
from .first_difference import RUNGS, Finding, tick_of
from .golden_records import MOTION, TRACED, UNITS, CsvRow
from .verdict import Broken, Matter, Result, Verdict, by_matter, is_minor

Rows = Sequence[CsvRow]
Points = Sequence[XY]
WIDTH, HEIGHT = 460, 270  # [px]
LEFT, RIGHT, TOP, BOTTOM = 46, 14, 30, 40  # [px] margins
STRIP = 34  # [px] at the bottom of the profile, for the iterations
SPACINGS = (0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)  # between grid lines, in the unit of their axis
MOST_LINES = 8
NEAREST, FARTHEST = 1e-12, 100.0  # [m] ends of the logarithmic scale
LEAST_SPAN = 0.1  # of an axis [its unit]. Smaller: rounding looks like a hill; larger: low steps are not seen
MOVING = ("move", "step")  # passes whose contacts are marked. Gravity touches the ground in every tick


def axes_around(points: Points, floor: int = HEIGHT - BOTTOM) -> ChartArea:
    """Return axes around all points, with a margin above and below."""
    (left, right), (low, high) = (least_span([point[axis] for point in points]) for axis in (0, 1))
    air = 0.06 * (high - low)
    return ChartArea((left, low - air), (right, high + air), LEFT, WIDTH - RIGHT, TOP, floor)


def least_span(values: Sequence[float]) -> XY:
    """Return (smallest value, largest value). If they differ by less than LEAST_SPAN, both are moved apart to this difference."""
    low, high = min(values), max(values)
    more = max(LEAST_SPAN - (high - low), 0.0) / 2
    return low - more, high + more


# The charts


def height_chart(now: Rows, was: Rows | None, first: int | None) -> Html:
    """Draw the height of the centre over the distance [m], contacts with obstacles as dots, and iterations along the bottom."""
    ground = HEIGHT - BOTTOM - STRIP
    lines = [list(zip(walked_distances(rows), (row.z for row in rows))) for rows in (now, was or now)]
    axes = axes_around(lines[0] + lines[1], ground)
    marks = [dots(rows, line, axes, kind) for rows, line, kind in zip((was or (), now), lines[::-1], ("was", "now"))]
    strips = [iterations(rows, line, axes, kind) for rows, line, kind in zip((was or (), now), lines[::-1], ("was", "now"))]
    return chart("height of the centre [m]", "distance [m]", axes, lines, marks + strips, first, bool(was))


def speed_chart(now: Rows, was: Rows | None, first: int | None) -> Html:
    lines = [[(row.time, hypot(row.vx, row.vy)) for row in rows] for rows in (now, was or now)]
    axes = axes_around(lines[0] + lines[1] + [(0.0, 0.0)])
    return chart("horizontal speed [m/s]", "time [s]", axes, lines, [], first, bool(was))


def distance_chart(now: Rows, was: Rows, first: int | None) -> Html:
    """Draw the distance between the two runs [m] over time [s], on a logarithmic scale from NEAREST to FARTHEST."""
    points = [(a.time, exponent_of(dist(a.place, b.place))) for a, b in zip(now, was)]
    axes = axes_around([*points, (0.0, exponent_of(NEAREST)), (0.0, 0.0)])
    return chart("distance between the runs [m, powers of ten]", "time [s]", axes, [points, points], [], first, False)


def eye_acceleration(eyes: Sequence[float], hz: int) -> Html:
    """Draw the vertical acceleration of the eyes [m/s2] by their heights [m]: a fall is -9.81, a landing a peak."""
    points = [(tick / hz, value) for tick, value in enumerate(accelerations(eyes, 1.0 / hz), 2)]
    axes = axes_around([*points, (0.0, 0.0)])
    return chart("acceleration of the eyes, upwards [m/s²]", "time [s]", axes, [points, points], [], None, False)


def exponent_of(metres: float) -> float:
    """Return the decimal logarithm of a distance [m], limited to the ends of the logarithmic scale."""
    return log10(min(max(metres, NEAREST), FARTHEST))


def walked_distances(rows: Rows) -> list[float]:
    walked = (dist(a.place[:2], b.place[:2]) for a, b in zip(rows, rows[1:]))
    return list(accumulate(walked, initial=0.0))


def touches(row: CsvRow) -> bool:
    """True if a move pass or a step pass in a tick has a contact. Contacts of other passes do not count."""
    return any(part.startswith(MOVING) and " of triangle " in part for part in row.story.split("; "))


# Parts of a chart


def chart(
    title: str, below: str, axes: ChartArea, lines: Sequence[Points], marks: Sequence[str], first: int | None, has_record: bool
) -> Html:
    """Draw a chart with grid, axes, the line of the golden record, today's line, and a ring at the first difference.

    title, below: texts; lines: points of today's run and of the record, left out without `has_record`; marks: further elements
    """
    now, was = lines
    parts = [*grid_lines(axes), axes.line(was, class_="was") if has_record else "", axes.line(now, class_="now"), *marks]
    if first is not None:
        parts.append(ring(now[min(first, len(now) - 1)], axes))
    words = element("text", title, class_="title", x=LEFT, y=17)
    unit = element("text", below, class_="title", x=WIDTH - RIGHT, y=HEIGHT - 6, text_anchor="end")
    return element("svg", words, unit, parts, viewBox=f"0 0 {WIDTH} {HEIGHT}", role="img", aria_label=f"{title} over {below}")


def ring(point: XY, axes: ChartArea) -> Html:
    x, y = axes.at(*point)
    return element("circle", class_="parting", cx=x, cy=y, r=6)


def dots(rows: Rows, points: Points, axes: ChartArea, kind: str) -> str:
    """Draw a dot at each tick with a contact in a move pass or a step pass, as a single SVG path. points: one for each row"""
    places = [",".join(axes.at(*point)) for row, point in zip(rows, points) if touches(row)]
    return element("path", class_=f"dots {kind}", d="".join(f"M{place}h0" for place in places)) if places else ""


def iterations(rows: Rows, points: Points, axes: ChartArea, kind: str) -> str:
    """Draw a bar for the number of iterations of each tick, below the profile. points: one for each row"""
    if not rows:
        return ""
    most = max(8, *(row.iterations for row in rows))
    base = HEIGHT - BOTTOM - 2
    places = [(axes.at(*point)[0], row.iterations) for row, point in zip(rows, points)]
    bars = "".join(f"M{x},{base}v{-(STRIP - 8) * count / most:.1f}" for x, count in places if count)
    label = element("text", "iter.", x=LEFT - 6, y=base - 8, text_anchor="end") if kind == "now" else ""
    return html(element("path", class_=f"bars {kind}", d=bars), label)


def grid_lines(axes: ChartArea) -> Iterator[Html]:
    """Yield thin lines at round values, with their numbers."""
    (left, low), (right, high) = axes.low, axes.high
    for x in round_values(left, right):
        x_pixel, _ = axes.at(x, low)
        yield element("path", class_="grid", d=f"M{x_pixel},{TOP}V{HEIGHT - BOTTOM}")
        yield element("text", f"{x:g}", x=x_pixel, y=HEIGHT - BOTTOM + 14, text_anchor="middle")
    yield from axes.levels(round_values(low, high), class_="grid")


def round_values(low: float, high: float) -> list[float]:
    """Return the multiples of one of SPACINGS from `low` to `high`, at most MOST_LINES + 1 if the largest allows it."""
    spacing = next((one for one in SPACINGS if (high - low) / one <= MOST_LINES), SPACINGS[-1])
    first, last = -floor(-low / spacing), floor(high / spacing)
    return [round(number * spacing, 6) for number in range(first, last + 1)]


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
    label = f"{shot_words(shot)}: border between the picture on record (left) and now (right)"
    pair = element("div", image(now, "now", True), image(was, "on record", True), class_="pair")
    border = element("input", type="range", min=0, max=100, value=50, aria_label=label)
    caption = element("figcaption", f"{shot_words(shot)}. Left: on record; right: now. {shot.look}")
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


def shot_words(shot: Shot) -> str:
    """Return tick and camera as text, such as "Tick 120, third person"."""
    return f"Tick {shot.tick}, {shot.camera}{CAMERA_WORDS.get(shot.camera, '')}"


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
CAMERA_WORDS = {FREE: " camera", FIRST: " person", THIRD: " person"}
LEGEND = {"was": "on record", "now": "now", "dot": "contact with an obstacle", "ring": "first difference"}


def write_report(verdicts: Sequence[Result], out: Path) -> Path:
    """Write the page index.html and the pictures that differ to the folder `out`. Returns the page's path."""
    path = out / "index.html"
    make_parents(path)
    MarkedFolder(out, PICTURES).delete_oldest(0)
    ordered = by_matter(verdicts)
    legend = [(element("i", class_=kind), text) for kind, text in LEGEND.items()]
    whole = [verdict.now for verdict in verdicts if isinstance(verdict, Verdict)]
    ticks, pictures = sum(len(now.rows) - 1 for now in whole), sum(len(now.pictures) for now in whole)
    words = f"{counted(ticks, 'tick')} and {counted(pictures, 'picture')}, compared to the bit."
    lead = element("p", words, legend, class_="lead legend")
    body = lead, summary_of(ordered), [section_of(verdict, out) for verdict in ordered]
    script, style = SCRIPT.read_text(encoding="utf-8"), ""
    if any(isinstance(verdict, Verdict) and verdict.scene for verdict in verdicts):
        from ..web import scene_data

        script, style = script + scene_data.script(), scene_data.scene_style()
    write_file(path, whole_page(title_of(verdicts), *body, script=script, style=style), MARK)
    return path


def title_of(verdicts: Sequence[Result]) -> str:
    different = [verdict.title for verdict in verdicts if not verdict.same]
    failed = sum(isinstance(verdict, Broken) for verdict in verdicts)
    if failed:
        return f"{failed} of {len(verdicts)} cases {'is' if failed == 1 else 'are'} broken"
    if not different:
        return f"All {len(verdicts)} cases are the same" if len(verdicts) > 1 else f"{verdicts[0].title} is the same"
    return f"{different[0]} differs" if len(different) == 1 else f"{len(different)} of {len(verdicts)} cases differ"


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
    words = f"{counted(len(verdicts), 'case')} with {Matter.ROUNDING.words} only"
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
    return verdict.title.replace("/", "-")


# One case


def section_of(verdict: Result, out: Path) -> Html:
    """Return the section of a case, collapsed if nothing important differs. Different pictures go to the folder `out`."""
    if isinstance(verdict, Broken):
        story = [element("p", verdict.reason, class_="causes"), element("pre", verdict.story)]
        return details(verdict, "broken", "broken", story)
    case, ticks = verdict.case, len(verdict.now.rows) - 1
    settings = "".join(f", {name}={value}" for name, value in case.set)
    how = element("p", f"{counted(ticks, 'tick')} at {case.hz} a second, rules {case.rules}{settings}.", class_="how")
    parts = [how, *changed_pictures(verdict, out), drawings(verdict), *same_parts(verdict), *differences(verdict)]
    return details(verdict, "same" if verdict.same else "different", verdict.difference or "same", parts)


def details(verdict: Result, kind: str, badge: str, parts: Iterable[str]) -> Html:
    """Return a section with its heading. kind: "same", "different" or "broken", a CSS class"""
    label = element("span", badge, class_=f"badge {kind}")
    head = element("summary", element("h2", verdict.title), label, element("p", verdict.case.about))
    is_open = None if verdict.same or is_minor(verdict) else True
    return element("details", head, parts, class_=f"case {kind}", id=anchor(verdict), open=is_open)


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
    if verdict.cut:
        tick, pixels = verdict.cut
        text = f"Tick {tick}, the first that differs, now: the level cut open at its contact."
        yield element("div", figure(pixels, text), class_="row")
    if verdict.scene:
        yield from turnable(verdict)
    raw = element("summary", "numbers and iterations in full"), first_tick_tables(verdict)
    yield element("details", raw, class_="raw")


def changed_shots(verdict: Verdict) -> list[tuple[Shot, np.ndarray, np.ndarray]]:
    now, was = verdict.now.pictures, verdict.was.pictures if verdict.was else {}
    pairs = [(shot, now[shot.name], was[shot.name]) for shot in verdict.case.shots if shot.name in now and shot.name in was]
    return [(shot, here, there) for shot, here, there in pairs if (here != there).any()]


def turnable(verdict: Verdict) -> Iterator[Html]:
    """Yield the scene of the ticks around the first difference, with both paths, and its data."""
    from ..web.scene_data import scene_figure, scenes_data

    name, first = f"scene-{anchor(verdict)}", verdict.findings[0].tick
    tick, pixels = min(verdict.sheet, key=lambda picture: abs(picture[0] - first))
    caption = "The ticks around the first difference from any side: grey on record, orange now."
    still = scene_figure(0, image(pixels, f"tick {tick}"), caption, data=name, later=True)
    yield element("div", still, element("section", class_="iteration"), class_="turnable sides-by-side")
    yield scenes_data(verdict.scene, name)


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
    first = None if verdict.same else verdict.findings[0].tick
    now, was = verdict.now.rows, verdict.was.rows if verdict.was else None
    charts = [height_chart(now, was, first), speed_chart(now, was, first)]
    charts += [eye_acceleration(verdict.eyes, verdict.case.hz)] if len(verdict.eyes) > 2 else []
    charts += [distance_chart(now, was, first)] if was and any(finding.farthest for finding in verdict.findings) else []
    return element("div", charts, class_="row drawings")


def same_parts(verdict: Verdict) -> Iterator[str]:
    """Yield the pictures that do not differ, the contact sheet, and the reason for missing pictures."""
    changed = [] if verdict.same else [shot for shot, _, _ in changed_shots(verdict)]
    same = [shot for shot in verdict.case.shots if shot not in changed and shot.name in verdict.now.pictures]
    figures = [figure(verdict.now.pictures[shot.name], f"{shot_words(shot)}. {shot.look}") for shot in same]
    frames = [figure(pixels, f"tick {tick}, {tick / verdict.case.hz:.2f} s") for tick, pixels in verdict.sheet]
    for pictures, kind in ((figures, "row"), (frames, "sheet")):
        yield element("div", pictures, class_=kind) if pictures else ""
    if verdict.without:
        yield element("p", f"Pictures were not compared: {verdict.without}.", class_="how")
