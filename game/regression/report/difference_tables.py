"""Difference tables: two texts side by side, the record at the left, the run now at the right, different lines marked."""

from difflib import SequenceMatcher
from html import escape

from ..comparisons.ladder import UNITS, tick_of
from ..comparisons.trajectory import MOTION, TRACED


def first_tick_tables(verdict):
    """Tables of the first tick that differs: its values and iterations, and its full text if the case names that tick."""
    first, now, was = verdict.findings[0].tick, verdict.now, verdict.was
    tables = []
    if first < min(len(now.rows), len(was.rows)):
        tables.append(values_table(now.rows[first], was.rows[first]))
        tables.append(side_by_side(story_lines(was.rows[first]), story_lines(now.rows[first]), f"tick {first}, its iterations"))
    tables += [named_tick_tables(verdict, finding) for finding in verdict.findings if finding.rung in ("trace", "overlays")]
    return "".join(tables)


def named_tick_tables(verdict, finding):
    """The texts of a named tick, or its overlays, if they differ; nothing for other ticks."""
    now, was = verdict.now, verdict.was
    if finding.rung == "trace":
        texts, title = (now.words, was.words), "every word of `explain`"
        keys = [tick for tick in was.words if tick == finding.tick]
    else:
        texts, title = (now.overlays, was.overlays), "its overlays"
        keys = [name for name in was.overlays if tick_of(name) == finding.tick]
    changed = [key for key in keys if texts[0].get(key) != texts[1][key]]
    return "".join(
        side_by_side(texts[1][key].splitlines(), texts[0].get(key, "").splitlines(), f"tick {key}, {title}")
        for key in changed[:1]
    )


def story_lines(row):
    return row.story.split("; ")


def values_table(now, was):
    """The values of one tick that differ."""
    names = [name for name in (*MOTION, *TRACED[:2]) if getattr(now, name) != getattr(was, name)]
    if not names:
        return ""
    head = f"<tr><th>tick {now.tick}<th>on record<th>now<th>difference</tr>"
    return f'<table class="values">{head}{"".join(value_row(name, now, was) for name in names)}</table>'


def value_row(name, now, was):
    here, there, unit = getattr(now, name), getattr(was, name), UNITS.get(name, "")
    if isinstance(here, str):
        return f"<tr><td>{name}<td>{there}<td>{here}<td></tr>"
    digits = 12 if f"{there:.12g}" != f"{here:.12g}" else 17  # enough to tell them apart
    return f"<tr><td>{name}<td>{there:.{digits}g}{unit}<td>{here:.{digits}g}{unit}<td>{here - there:+.3g}{unit}</tr>"


def side_by_side(was, now, title):
    """A table of two lists of lines, with matching lines in one row."""
    rows = [row for change in SequenceMatcher(None, was, now, autojunk=False).get_opcodes() for row in rows_of(change, was, now)]
    head = f"<tr><th>{escape(title)}: on record<th>now</tr>"
    return f'<table class="sides">{head}{"".join(rows)}</table>'


def rows_of(change, was, now):
    """The rows of one block of equal or different lines."""
    kind, a, b, c, d = change
    mark = "" if kind == "equal" else ' class="changed"'
    for number in range(max(b - a, d - c)):
        left, right = was[a:b][number : number + 1], now[c:d][number : number + 1]
        yield f"<tr{mark}><td>{cell(left)}<td>{cell(right)}</tr>"


def cell(lines):
    return escape(lines[0]) if lines else ""
