"""The report of `check`, an HTML page that needs no other file. Pictures that differ are also written as files beside it.

A verdict is a Verdict or Broken. Functions that return an element of the page return Html, or "" for nothing.
"""

from pathlib import Path

from ...core.html_writer import MARK, element, html, table, whole_page
from ...core.safe_files import make_parents, write_file
from ...core.user_folders import MarkedFolder
from ..comparisons.first_difference import RUNGS, Matter
from ..comparisons.verdict import Broken, by_matter, count_text, is_minor
from .charts import distance, eye_acceleration, profile, speed
from .difference_tables import first_tick_tables
from .pictures_html import contact_sheet, equal_figures, slider, triple

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
