"""The verb `check`: which levels, compare or put on record, verdicts, report, exit code."""

from pathlib import Path

from ..errors import InputError
from ..level import level_names, load_level
from ..progress import clear_bar, part, show_bar
from .case import compare, walk
from .golden import golden_of, read_golden, write_golden
from .pictures import SIZE, NoPictures, chosen_shots, draw, forget_pictures, picture_path, write_picture
from .report import write_report

GOLDEN = Path(__file__).resolve().parents[2] / "tests" / "golden"
OUT = Path("out") / "check"


def check(names=(), update=False):
    """Compare the tours of these levels (none named: all) with what is on record, or put today's on record.

    Returns the exit code: 0 all same, 1 a difference. InputError for an unknown level, or one without a record.
    """
    levels = [shipped(name) for name in dict.fromkeys(names) or level_names()]
    return put_on_record(levels) if update else check_levels(levels)


def shipped(name):
    """A level of levels/, which are those with a record."""
    if name not in level_names() and Path(name).exists():
        raise InputError(f"{name}: check compares the levels in levels/; put the file there first")
    return load_level(name)


def check_levels(levels, golden=GOLDEN, out=OUT, params=None, show=show_bar):
    """Compare, print a verdict each, write the report. golden, out: folders; params: PlayerParams, None: the usual ones."""
    for level in levels:
        read_golden(golden, level.name)  # a missing record is told before the work begins
    cases = []
    for number, level in enumerate(levels):
        case = compare(level, golden, params, part(show, number, len(levels), level.name))
        clear_bar()
        print(f"{case.name:12} {case.verdict}", flush=True)
        cases.append(case)
    tell_what_was_left_out(cases)
    print(f"report: {write_report(cases, Path(out))}")
    return 0 if all(case.same for case in cases) else 1


def tell_what_was_left_out(cases):
    reasons = list(dict.fromkeys(case.without for case in cases if case.without))
    for reason in reasons:
        print(f"pictures were not compared: {reason}")


def put_on_record(levels, golden=GOLDEN, show=show_bar, size=SIZE):
    """Write the records anew, with pictures of `size` [pixels].

    InputError where none can be drawn: half a record would pass for a whole one.
    """
    for number, level in enumerate(levels):
        progress = part(show, number, len(levels), level.name)
        simulation, records = walk(level, progress=progress)
        shots = chosen_shots(records)
        try:
            pictures = draw(simulation, records, shots, progress, size)
        except NoPictures as reason:
            raise InputError(f"{level.name}: not put on record, because its pictures cannot be drawn: {reason}") from None
        keep(golden, golden_of(simulation, records, shots), pictures)
        clear_bar()
        print(f"{level.name:12} on record now: {len(records)} ticks, {len(shots)} pictures", flush=True)
    return 0


def keep(folder, golden, pictures):
    """Write one level's record and pictures; those of before go."""
    forget_pictures(folder, golden.level)
    write_golden(folder, golden)
    for shot, pixels in zip(golden.shots, pictures):
        write_picture(picture_path(folder, golden.level, shot), pixels)
