"""The report: one page that needs no other file, and beside it the pictures that differ as files."""

from html import escape
from pathlib import Path

from ...collision.engine.user_dirs import MarkedFolder
from ...files import make_parents, write_file
from ...html_page import MARK, whole_page
from ..comparisons.ladder import RUNGS, Matter
from ..verdict import Broken, by_matter, count_text, is_minor
from .charts import distance, eye_acceleration, profile, speed
from .difference_tables import first_tick_tables
from .report_images import contact_sheet, equal_figures, slider, triple

PICTURES = r".+-(expected|actual|difference)\.png"  # names of the report's files
LONGEST = 160  # [letters] of a rung. More: lists of numbers push the next rung away; fewer: the value is cut off
SCRIPT = Path(__file__).with_name("page.js")
BODY = """<p class="lead legend">{lead}
<i class="was"></i>on record<i class="now"></i>now<i class="dot"></i>contact with an obstacle
<i class="ring"></i>first difference</p>
{summary}
{sections}"""


def write_report(verdicts, out):
    """Write out/index.html and the pictures that differ. verdicts: list of Verdict. Returns the page's path.

    Pictures of an earlier report are deleted if Glissade made the folder. Raises InputError if it cannot be written.
    """
    path = out / "index.html"
    make_parents(path)
    MarkedFolder(out, PICTURES).forget(0)
    ordered = by_matter(verdicts)
    body = BODY.format(
        lead=lead_of(verdicts),
        summary=summary_of(ordered),
        sections="\n".join(section_of(verdict, out) for verdict in ordered),
    )
    write_file(path, whole_page(title_of(verdicts), body, script=SCRIPT.read_text(encoding="utf-8")), MARK)
    return path


def title_of(verdicts):
    """The page's title: the result in a few words."""
    different = [verdict.title for verdict in verdicts if not verdict.same]
    failed = sum(map(is_broken, verdicts))
    if failed:
        return f"{failed} of {len(verdicts)} cases {'is' if failed == 1 else 'are'} broken"
    if not different:
        return f"All {len(verdicts)} cases are the same" if len(verdicts) > 1 else f"{verdicts[0].title} is the same"
    return f"{different[0]} differs" if len(different) == 1 else f"{len(different)} of {len(verdicts)} cases differ"


def lead_of(verdicts):
    whole = [verdict.now for verdict in verdicts if not is_broken(verdict)]
    ticks, pictures = sum(len(now.rows) - 1 for now in whole), sum(len(now.pictures) for now in whole)
    return f"{ticks} ticks and {count_text(range(pictures), 'picture')}, compared to the bit."


# The table at the top


def summary_of(verdicts):
    """A row for each different case; one folded line for rounding; cases that are the same as links by level."""
    rows = [row_of(verdict) for verdict in verdicts if not verdict.same and not is_minor(verdict)]
    head = "<tr><th>case<th>what it is<th>what differs first</tr>"
    table = f'<table class="summary">{head}{"".join(rows)}</table>' if rows else ""
    return "\n".join((table, minor_row([verdict for verdict in verdicts if is_minor(verdict)]), same_links(verdicts)))


def row_of(verdict):
    if is_broken(verdict):
        kind, words = "broken", escape(verdict.reason)
    else:
        kind, words = verdict.matter.words, escape(str(verdict.findings[0]))
    return f'<tr><td><a href="#{anchor(verdict)}">{escape(verdict.title)}</a><td>{kind}<td>{words}</tr>'


def minor_row(verdicts):
    """The cases that differ by rounding or candidates only, as one folded line."""
    if not verdicts:
        return ""
    links = " ".join(f'<a href="#{anchor(verdict)}">{escape(verdict.title)}</a>' for verdict in verdicts)
    words = f"{count_text(verdicts, 'case')} with {Matter.ROUNDING.words} only"
    return f'<details class="minor"><summary>{words}</summary><p>{links}</p></details>'


def same_links(verdicts):
    """One line for each level: the names of its cases that are the same."""
    levels = {}
    for verdict in (verdict for verdict in verdicts if verdict.same):
        levels.setdefault(verdict.level, []).append(f'<a href="#{anchor(verdict)}">{escape(verdict.case.name)}</a>')
    lines = [f"<dt>{escape(level)}<dd>{' '.join(links)}" for level, links in sorted(levels.items())]
    return f'<dl class="same-cases">{"".join(lines)}</dl>' if lines else ""


def anchor(verdict):
    return escape(verdict.title.replace("/", "-"))


# One case


def section_of(verdict, out):
    """The section of one case; closed if it is the same."""
    if is_broken(verdict):
        return details(verdict, "broken", [f'<p class="causes">{escape(verdict.reason)}</p><pre>{escape(verdict.story)}</pre>'])
    how = f'<p class="how">{escape(run_text(verdict))}</p>'
    parts = [how, *changed_pictures(verdict, out), drawings(verdict), *same_parts(verdict), *differences(verdict)]
    return details(verdict, "same" if verdict.same else "different", parts)


def details(verdict, kind, parts):
    """A section with its heading. kind: same, different or broken"""
    badge = verdict.matter.words if kind == "different" else kind
    head = f'<h2>{escape(verdict.title)}</h2><span class="badge {kind}">{badge}</span><p>{escape(verdict.case.about)}</p>'
    opened = "" if verdict.same or is_minor(verdict) else " open"
    return f'<details class="case {kind}" id="{anchor(verdict)}"{opened}><summary>{head}</summary>\n{"".join(parts)}</details>'


def is_broken(verdict):
    return isinstance(verdict, Broken)


def run_text(verdict):
    case, ticks = verdict.case, len(verdict.now.rows) - 1
    settings = "".join(f", {name}={value}" for name, value in case.settings)
    return f"{ticks} ticks at {case.hz} a second, rules {case.rules}{settings}."


def changed_pictures(verdict, out):
    """What has changed in the case, and the pictures that differ."""
    if verdict.same:
        return
    if verdict.causes:
        yield f'<p class="causes">Also changed: {escape("; ".join(verdict.causes))}.</p>'
    for shot in changed_shots(verdict):
        yield slider(verdict, shot) + triple(verdict, shot, out)


def differences(verdict):
    """The ladder with its broken rungs, and, folded, tables of the first tick that differs."""
    if verdict.same:
        return
    yield ladder_of(verdict)
    yield f'<details class="raw"><summary>numbers and iterations in full</summary>{first_tick_tables(verdict)}</details>'


def changed_shots(verdict):
    now, was = verdict.now.pictures, verdict.was.pictures
    return [shot for shot in verdict.case.shots if shot.name in now and (now[shot.name] != was[shot.name]).any()]


def ladder_of(verdict):
    """The four rungs, each with its difference or "holds"."""
    words = {finding.rung: shortened(str(finding).partition(": ")[2]) for finding in reversed(verdict.findings)}
    rungs = [
        f'<li class="{"broken" if rung in words else "holds"}"><b>{rung}</b> {escape(words.get(rung, "holds"))}' for rung in RUNGS
    ]
    return f'<ol class="ladder">{"".join(rungs)}</ol>'


def shortened(text):
    """A text of at most LONGEST letters."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} ..."


def drawings(verdict):
    first = None if verdict.same else verdict.findings[0].tick
    now, was = verdict.now.rows, verdict.was.rows if verdict.was else None
    charts = [profile(now, was, first), speed(now, was, first)]
    charts += [eye_acceleration(verdict.eyes, verdict.case.hz)] if len(verdict.eyes) > 2 else []
    charts += [distance(now, was, first)] if any(finding.farthest for finding in verdict.findings) else []
    return f'<div class="row drawings">{"".join(charts)}</div>'


def same_parts(verdict):
    """The pictures that are equal, and the contact sheet."""
    changed = [] if verdict.same else changed_shots(verdict)
    yield equal_figures(verdict, [shot for shot in verdict.case.shots if shot not in changed])
    yield contact_sheet(verdict)
    if verdict.without:
        yield f'<p class="how">Pictures were not compared: {escape(verdict.without)}.</p>'
