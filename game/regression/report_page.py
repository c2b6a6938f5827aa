"""The report of a check, an HTML page: verdicts, charts, pictures and texts that differ.

A verdict is a Verdict or Broken. Functions that return an element of the page return Html, or "" for nothing.
"""

from difflib import SequenceMatcher
from itertools import zip_longest
from pathlib import Path

from ..core.html_writer import MARK, element, embedded, html, table, whole_page
from ..core.safe_files import make_parents, write_file
from ..core.user_folders import MarkedFolder
from .charts import distance, eye_acceleration, profile, speed
from .first_difference import RUNGS, UNITS, Matter, tick_of
from .image_diff import magnified, picture_difference
from .tick_table_csv import MOTION, TRACED
from .verdict import Broken, by_matter, count_text, is_minor


def first_tick_tables(verdict):
    """Return a list of Html tables: values and iterations of the first different tick, then the texts of shots that differ.

    Each Finding on the rung "trace" or "overlays" adds its result of `named_tick_tables`, a list in the list.
    verdict: Verdict with at least one Finding
    """
    first, now, was = verdict.findings[0].tick, verdict.now, verdict.was
    tables = []
    if first < min(len(now.rows), len(was.rows)):
        tables.append(values_table(now.rows[first], was.rows[first]))
        tables.append(side_by_side(story_lines(was.rows[first]), story_lines(now.rows[first]), f"tick {first}, its iterations"))
    tables += [named_tick_tables(verdict, finding) for finding in verdict.findings if finding.rung in ("trace", "overlays")]
    return tables


def named_tick_tables(verdict, finding):
    """Return a list with one Html table of the text or overlays at a Finding's tick, or [] if no text of a shot differs.

    finding: Finding of the Verdict on the rung "trace" or "overlays"
    """
    now, was = verdict.now, verdict.was
    if finding.rung == "trace":
        texts, title = (now.words, was.words), "every word of `explain`"
        keys = [tick for tick in was.words if tick == finding.tick]
    else:
        texts, title = (now.overlays, was.overlays), "its overlays"
        keys = [name for name in was.overlays if tick_of(name) == finding.tick]
    changed = [key for key in keys if texts[0].get(key) != texts[1][key]]
    return [
        side_by_side(texts[1][key].splitlines(), texts[0].get(key, "").splitlines(), f"tick {key}, {title}")
        for key in changed[:1]
    ]


def story_lines(row):
    """Return the iterations of a Row, one string for each."""
    return row.story.split("; ")


def values_table(now, was):
    """Return an Html table of the different values of a tick, or "" if none differ. `now` and `was` are the tick's Rows."""
    names = [name for name in (*MOTION, *TRACED[:2]) if getattr(now, name) != getattr(was, name)]
    if not names:
        return ""
    head = (f"tick {now.tick}", "on record", "now", "difference")
    return table([value_row(name, now, was) for name in names], head, class_="values")


def value_row(name, now, was):
    """Return the cells of one value of a tick: its name, the value on record, the value now, and their difference.

    The difference is "" for texts.
    name: field of a Row
    now, was: Rows of the tick
    """
    here, there, unit = getattr(now, name), getattr(was, name), UNITS.get(name, "")
    if isinstance(here, str):
        return name, there, here, ""
    digits = 12 if f"{there:.12g}" != f"{here:.12g}" else 17  # enough to show the difference
    return name, f"{there:.{digits}g}{unit}", f"{here:.{digits}g}{unit}", f"{here - there:+.3g}{unit}"


def side_by_side(was, now, title):
    """Return an Html table of two lists of text lines, with matching lines in the same row.

    was, now: lines of the golden record (left) and of today's run; title: heading of the table
    """
    rows = [row for change in SequenceMatcher(None, was, now, autojunk=False).get_opcodes() for row in rows_of(change, was, now)]
    head = element("tr", element("th", f"{title}: on record"), element("th", "now"))
    return element("table", head, rows, class_="sides")


def rows_of(change, was, now):
    """Yield Html table rows of one block of equal or different lines.

    change: opcode of SequenceMatcher
    was, now: lists of text lines
    """
    kind, a, b, c, d = change
    for left, right in zip_longest(was[a:b], now[c:d], fillvalue=""):
        yield element("tr", element("td", left), element("td", right), class_=None if kind == "equal" else "changed")


def slider(verdict, shot):
    """Return today's picture of a Shot under the picture on record, with a slider that moves the border between them.

    verdict: Verdict with both pictures
    """
    now, was = verdict.now.pictures[shot.name], verdict.was.pictures[shot.name]
    label = f"{words(shot)}: border between the picture on record (left) and now (right)"
    pair = element("div", image(now, "now", True), image(was, "on record", True), class_="pair")
    border = element("input", type="range", min=0, max=100, value=50, aria_label=label)
    caption = element("figcaption", f"{words(shot)}. Left: on record; right: now. {shot.look}")
    return element("figure", pair, border, caption, class_="slider")


def triple(verdict, shot, out):
    """Return the expected picture of a Shot, the actual picture and the magnified difference, side by side.

    verdict: Verdict with both pictures, which differ
    out: folder in which each of them is also written to a file
    """
    from PIL import Image

    from ..pictures.offscreen import write_picture

    now, was = verdict.now.pictures[shot.name], verdict.was.pictures[shot.name]
    difference = picture_difference(now, was)
    three = {"expected": was, "actual": now, "difference": magnified(now, was, difference)}
    for kind, pixels in three.items():
        write_picture(Image.fromarray(pixels), out / f"{verdict.level}-{verdict.case.name}-{shot.name}-{kind}.png")
    texts = ("on record", "now", str(difference))
    return element("div", [figure(pixels, text, True) for pixels, text in zip(three.values(), texts)], class_="row")


def equal_figures(verdict, shots):
    """Return today's pictures of some Shots in a row, each with its text, or "" without pictures.

    shots: the Shots whose pictures do not differ. A Shot without a picture is left out.
    """
    drawn = [shot for shot in shots if shot.name in verdict.now.pictures]
    figures = [figure(verdict.now.pictures[shot.name], f"{words(shot)}. {shot.look}") for shot in drawn]
    return element("div", figures, class_="row") if figures else ""


def contact_sheet(verdict):
    """Return a row of the small pictures of a Verdict's run, or "" without pictures."""
    frames = [figure(pixels, f"tick {tick}, {tick / verdict.case.hz:.2f} s") for tick, pixels in verdict.sheet]
    return element("div", frames, class_="sheet") if frames else ""


def words(shot):
    """Return a Shot's tick and camera as text, such as "Tick 120, third person"."""
    return f"Tick {shot.tick}, {shot.camera} {'camera' if shot.camera == 'free' else 'person'}"


def figure(pixels, caption, exact=False):
    """Return a picture with a caption as Html.

    pixels: (h, w, 3) uint8
    exact: True to embed it without loss
    """
    return element("figure", image(pixels, caption, exact), element("figcaption", caption))


def image(pixels, text, exact=False):
    """Return the Html of a picture that is embedded in the page.

    pixels: (h, w, 3) uint8
    text: description for readers that cannot see the picture
    exact: True to embed it without loss
    """
    from PIL import Image

    return embedded(Image.fromarray(pixels), text, exact)


PICTURES = r".+-(expected|actual|difference)\.png"  # names of the report's files
LONGEST = 160  # [letters] of a rung. More: lists of numbers move the next rung off the page; fewer: the value is cut off
SCRIPT = Path(__file__).with_name("page.js")
LEGEND = {"was": "on record", "now": "now", "dot": "contact with an obstacle", "ring": "first difference"}


def write_report(verdicts, out):
    """Write the page index.html and the pictures that differ to the folder `out`. Returns the page's path.

    Pictures of an earlier report are deleted if Glissade made the folder. Raises InputError if the report cannot be written.
    """
    path = out / "index.html"
    make_parents(path)
    MarkedFolder(out, PICTURES).delete_oldest(0)
    ordered = by_matter(verdicts)
    legend = [(element("i", class_=kind), text) for kind, text in LEGEND.items()]
    lead = element("p", lead_of(verdicts), legend, class_="lead legend")
    body = lead, summary_of(ordered), [section_of(verdict, out) for verdict in ordered]
    write_file(path, whole_page(title_of(verdicts), *body, script=SCRIPT.read_text(encoding="utf-8")), MARK)
    return path


def title_of(verdicts):
    """Return the page's title, which is the result in a few words. verdicts: list of Verdict or Broken, at least one"""
    different = [verdict.title for verdict in verdicts if not verdict.same]
    failed = sum(map(is_broken, verdicts))
    if failed:
        return f"{failed} of {len(verdicts)} cases {'is' if failed == 1 else 'are'} broken"
    if not different:
        return f"All {len(verdicts)} cases are the same" if len(verdicts) > 1 else f"{verdicts[0].title} is the same"
    return f"{different[0]} differs" if len(different) == 1 else f"{len(different)} of {len(verdicts)} cases differ"


def lead_of(verdicts):
    """Return the first line of the page, with the numbers of ticks and pictures. verdicts: list of Verdict or Broken"""
    whole = [verdict.now for verdict in verdicts if not is_broken(verdict)]
    ticks, pictures = sum(len(now.rows) - 1 for now in whole), sum(len(now.pictures) for now in whole)
    return f"{ticks} ticks and {count_text(range(pictures), 'picture')}, compared to the bit."


# The table at the top


def summary_of(verdicts):
    """Return the summary: rows of different and broken cases, a collapsed line for rounding, and links to all other cases."""
    rows = [row_of(verdict) for verdict in verdicts if not verdict.same and not is_minor(verdict)]
    different = table(rows, ("case", "what it is", "what differs first"), class_="summary") if rows else ""
    return html(different, minor_row([verdict for verdict in verdicts if is_minor(verdict)]), same_links(verdicts))


def row_of(verdict):
    """Return the cells of a different or broken case in the summary: its link, kind of difference, and first difference."""
    link = element("a", verdict.title, href=f"#{anchor(verdict)}")
    if is_broken(verdict):
        return link, "broken", verdict.reason
    return link, verdict.matter.words, str(verdict.findings[0])


def minor_row(verdicts):
    """Return links to the cases that differ by rounding or candidates only, in a collapsed section, or "" without any."""
    if not verdicts:
        return ""
    links = [(element("a", verdict.title, href=f"#{anchor(verdict)}"), " ") for verdict in verdicts]
    words = f"{count_text(verdicts, 'case')} with {Matter.ROUNDING.words} only"
    return element("details", element("summary", words), element("p", links), class_="minor")


def same_links(verdicts):
    """Return one line for each level with links to its cases that are the same, or "" without any."""
    levels = {}
    for verdict in (verdict for verdict in verdicts if verdict.same):
        link = element("a", verdict.case.name, href=f"#{anchor(verdict)}")
        levels.setdefault(verdict.level, []).append((link, " "))
    lines = [(element("dt", level), element("dd", links)) for level, links in sorted(levels.items())]
    return element("dl", lines, class_="same-cases") if lines else ""


def anchor(verdict):
    """Return the name of a case's section for links."""
    return verdict.title.replace("/", "-")


# One case


def section_of(verdict, out):
    """Return the section of a case. It is collapsed if the case is the same, or differs only by rounding or candidates.

    Pictures that differ are written to the folder `out`.
    """
    if is_broken(verdict):
        return details(verdict, "broken", [element("p", verdict.reason, class_="causes"), element("pre", verdict.story)])
    how = element("p", run_text(verdict), class_="how")
    parts = [how, *changed_pictures(verdict, out), drawings(verdict), *same_parts(verdict), *differences(verdict)]
    return details(verdict, "same" if verdict.same else "different", parts)


def details(verdict, kind, parts):
    """Return a section with its heading.

    kind: "same", "different" or "broken"
    parts: the elements in the section
    """
    badge = element("span", verdict.matter.words if kind == "different" else kind, class_=f"badge {kind}")
    head = element("summary", element("h2", verdict.title), badge, element("p", verdict.case.about))
    is_open = None if verdict.same or is_minor(verdict) else True
    return element("details", head, parts, class_=f"case {kind}", id=anchor(verdict), open=is_open)


def is_broken(verdict):
    """True if the verdict is Broken."""
    return isinstance(verdict, Broken)


def run_text(verdict):
    """Return one line about the run: ticks, rate, rules and player parameters."""
    case, ticks = verdict.case, len(verdict.now.rows) - 1
    settings = "".join(f", {name}={value}" for name, value in case.settings)
    return f"{ticks} ticks at {case.hz} a second, rules {case.rules}{settings}."


def changed_pictures(verdict, out):
    """Yield the changed inputs of the case, and its pictures that differ, which are also written to the folder `out`."""
    if verdict.same:
        return
    if verdict.causes:
        yield element("p", f"Also changed: {'; '.join(verdict.causes)}.", class_="causes")
    for shot in changed_shots(verdict):
        yield slider(verdict, shot)
        yield triple(verdict, shot, out)


def differences(verdict):
    """Yield the ladder with its different rungs, and collapsed tables of the first different tick."""
    if verdict.same:
        return
    yield ladder_of(verdict)
    raw = element("summary", "numbers and iterations in full"), first_tick_tables(verdict)
    yield element("details", raw, class_="raw")


def changed_shots(verdict):
    """Return the Shots whose pictures differ, a list. verdict: Verdict with a golden record"""
    now, was = verdict.now.pictures, verdict.was.pictures
    return [shot for shot in verdict.case.shots if shot.name in now and (now[shot.name] != was[shot.name]).any()]


def ladder_of(verdict):
    """Return the rungs of the ladder as an Html list, each with its difference or "holds"."""
    words = {finding.rung: shortened(str(finding).partition(": ")[2]) for finding in reversed(verdict.findings)}
    rungs = [
        element("li", element("b", rung), " ", words.get(rung, "holds"), class_="broken" if rung in words else "holds")
        for rung in RUNGS
    ]
    return element("ol", rungs, class_="ladder")


def shortened(text):
    """Cut a text after LONGEST letters, and add "..." if letters are lost."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} ..."


def drawings(verdict):
    """Return the charts of a Verdict in a row."""
    first = None if verdict.same else verdict.findings[0].tick
    now, was = verdict.now.rows, verdict.was.rows if verdict.was else None
    charts = [profile(now, was, first), speed(now, was, first)]
    charts += [eye_acceleration(verdict.eyes, verdict.case.hz)] if len(verdict.eyes) > 2 else []
    charts += [distance(now, was, first)] if any(finding.farthest for finding in verdict.findings) else []
    return element("div", charts, class_="row drawings")


def same_parts(verdict):
    """Yield the Html of the pictures that do not differ, of the contact sheet, and of the reason for missing pictures."""
    changed = [] if verdict.same else changed_shots(verdict)
    yield equal_figures(verdict, [shot for shot in verdict.case.shots if shot not in changed])
    yield contact_sheet(verdict)
    if verdict.without:
        yield element("p", f"Pictures were not compared: {verdict.without}.", class_="how")
