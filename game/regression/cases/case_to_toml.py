"""Write a case as a TOML table, without default values. The mode of a case and the overlays of its shots are never written."""

import json

from ...level.regression_case import FREE, Case

USUAL = Case("")


def case_text(case, values):
    """Return the text of a table [[cases]] for a Case.

    values: its player parameters as {name: value}, which are written instead of `case.settings`
    """
    lines = ["[[cases]]", f"name = {quoted(case.name)}"]
    lines += [f"about = {quoted(case.about)}"] if case.about else []
    lines += ['script = """', *(quoted(line)[1:-1] for line in case.script.splitlines()), '"""'] if case.script else []
    lines += [f"{name} = {toml(getattr(case, name))}" for name in ("hz", "rules") if getattr(case, name) != getattr(USUAL, name)]
    lines += [f"set = {{ {', '.join(f'{name} = {toml(value)}' for name, value in values.items())} }}"] if values else []
    lines += [f"spawn = {toml(case.feet)}"] if case.feet is not None else []
    lines += [f"heading = {toml(case.heading)}"] if case.heading is not None else []
    lines += ["shots = [", *(f"  {shot_text(shot)}," for shot in case.shots), "]"] if case.shots else []
    return "\n".join(lines) + "\n"


def shot_text(shot):
    """Return a Shot as an inline table of TOML, without its overlays."""
    free = f", eye = {toml(shot.eye)}, target = {toml(shot.target)}" if shot.camera == FREE else ""
    return f"{{ tick = {shot.tick}, camera = {quoted(shot.camera)}{free}, look = {quoted(shot.look)} }}"


def toml(value):
    """Return a truth value, a number, a text, or a list or tuple of them as TOML text."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (tuple, list)):
        return f"[{', '.join(map(toml, value))}]"
    return quoted(value) if isinstance(value, str) else repr(value)


def quoted(text):
    """Return a text as a TOML string in quotes. Line breaks and other control characters become escapes."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")  # TOML has JSON's escapes, and forbids DEL
