"""Tables of differences between the golden record (left) and today's run (right), with the different lines marked."""

from difflib import SequenceMatcher
from itertools import zip_longest

from ...core.html_writer import element, table
from ..comparisons.first_difference import UNITS, tick_of
from ..records.tick_table_csv import MOTION, TRACED


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
