"""The smoothness of motion: of a standing player, and of the eyes of a walking one, also as a picture over kerbs and stairs."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate
from math import dist, radians, sqrt, tan

import numpy as np

from ..collision import TriangleMesh
from ..core.html_writer import Html, element
from ..core.safe_files import refuse_foreign, write_file
from ..core.svg_chart import ChartArea, text_at
from ..level import Level, level_names, load_level
from ..level.mesh_import.spawn_and_tour_search import floor_spots, is_free
from ..simulation import Ground, Intent, PlayerParams, Simulation, TickRecord
from ..simulation.view_smoothing import above_centre, accelerations, heights
from .harness import ResultTable

PLACES = 40  # in each level. Fewer: places with jitter may be missed; more: slower, with little to gain
SETTLE = 120  # ticks in which a placed player falls the last centimetres to the ground, or slides away
STILL = 60  # ticks measured
RATES, SPEEDS = (60, 240), (5.0, 8.0)
STEPS, HALF_WIDTH, FLAT = 16, 3.0, 6.0  # steps of a flight; [m] to the sides, and of flat ground at both ends
END_MARGIN = 2.0  # [m] from the end of the ground, near which the prediction of the eyes contains a fall


# Standing

Profile = list[tuple[float, float]]  # points (y, z) of a cut through the ground [m]


def standing_table() -> ResultTable:
    """Return a row for each level. Raises ValueError if a player can stand nowhere in one."""
    rows = [(name, *standing_moves(load_level(name))) for name in level_names()]
    note = f"Of {PLACES} places spread over all floors, those where the player stands after {SETTLE} ticks; measured for {STILL}."
    return ResultTable("Standing still", ("level", "places", "largest move in a tick [m]"), rows, note)


def standing_moves(level: Level) -> tuple[int, float]:
    """Return at how many of PLACES spots a player stands, and its largest move in a tick [m]. ValueError for none."""
    spots = floor_spots(level.mesh)
    simulation = Simulation(replace(level, exhibits=()), history=1)  # they are not ground, and take 99 % of the time
    moves = [move for spot in spots[:: max(len(spots) // PLACES, 1)] if (move := largest_move(simulation, spot)) is not None]
    return len(moves), max(moves)


def largest_move(simulation: Simulation, spot: np.ndarray) -> float | None:
    """Return the largest move in a tick [m] of a player at a spot (3,) [m], or None if it cannot stand on the mesh."""
    if not is_free(simulation.mesh, spot):
        return None
    x, y, z = map(float, spot)
    simulation.teleport((x, y, z + simulation.params.feet + 0.1))
    for _ in range(SETTLE):
        simulation.tick(Intent())
    if simulation.state.ground != Ground.FLOOR or simulation.state.ground_body >= 0:
        return None
    ticks = [simulation.tick(Intent()) for _ in range(STILL)]
    return max(dist(record.before.position, record.after.position) for record in ticks)


# Walking


def walking_table() -> ResultTable:
    """Return the vertical accelerations of body and eyes for each kind of ground at walking and at running speed."""
    paces = [(name, case, speed) for name, case in cases().items() for speed in SPEEDS]
    rows = [(f"{name}, {speed:g} m/s", *walking_row(*case, speed)) for name, case, speed in paces]
    columns = [f"{what}, {hz} Hz" for what in ("body", "eyes", "eyes rms") for hz in RATES]
    note = "Peak values, and the eyes' root mean square; last the eyes' smallest and largest offset from the body."
    return ResultTable("Vertical acceleration [m/s2]", ("ground", *columns, "lowest [m]", "highest [m]"), rows, note)


def cases() -> dict[str, tuple[Profile, int]]:
    """Return {name: (profile of the ground, +1 for forwards or -1 for backwards along it)}."""
    ramp, kerb = [(0.0, 0.0), (6.0, 6.0 * tan(radians(30.0)))], [(0.0, 0.0), (0.0, 0.39)]
    sizes = (0.18, 0.28), (0.30, 0.30), (0.40, 0.25)
    stairs = {f"stairs {rise:.2f} by {run:.2f}": steps_profile(rise, run) for rise, run in sizes}
    found = {"floor": ([(-FLAT, 0.0), (FLAT, 0.0)], 1)}
    for name, profile in {"ramp of 30 degrees": ramp, "kerb of 0.39": kerb, **stairs}.items():
        found |= {f"{name}, {word}": (with_flat_ends(profile), direction) for word, direction in (("up", 1), ("down", -1))}
    return found


def steps_profile(rise: float, run: float) -> Profile:
    """Return the profile of a flight of STEPS steps, from the rise and the run of a step [m]."""
    return [(step * run, (step + top) * rise) for step in range(STEPS) for top in (0, 1)]


def with_flat_ends(profile: Profile) -> Profile:
    (first, low), (last, high) = profile[0], profile[-1]
    return [(first - FLAT, low), *profile, (last + FLAT, high)]


def ground_of(profile: Profile) -> TriangleMesh:
    points = [(x, y, z) for y, z in profile for x in (-HALF_WIDTH, HALF_WIDTH)]
    starts = range(0, len(points) - 2, 2)
    return TriangleMesh(np.array(points), np.array([t for i in starts for t in ((i, i + 1, i + 3), (i, i + 3, i + 2))]))


def walking_row(profile: Profile, direction: int, speed: float) -> tuple:
    """Return the cells after the name in a row of `walking_table`.

    Peak accelerations of body and eyes, root mean squares of the eyes [m/s2], each at RATES, and the eyes' offsets [m].
    """
    found = [shaking(profile, direction, hz, speed) for hz in RATES]
    body, eyes, rms, lowest, highest = zip(*found)
    return *body, *eyes, *rms, min(lowest), max(highest)


def shaking(profile: Profile, direction: int, hz: int, speed: float) -> tuple:
    """Return the body's peak acceleration, the eyes' peak and rms [m/s2] and lowest and highest offset [m] of a walk."""
    simulation, records = walk_along(profile, direction, hz, speed)
    unsmoothed, eyes = unsmoothed_heights(records), heights(simulation, records)
    shaken, felt = (accelerations(line, 1.0 / hz) for line in (unsmoothed, eyes))
    rms = sqrt(sum(value * value for value in felt) / len(felt))
    above = [eye - body_eye for eye, body_eye in zip(eyes, unsmoothed)]
    return max(map(abs, shaken)), max(map(abs, felt)), rms, min(above), max(above)


def unsmoothed_heights(records: list[TickRecord]) -> list[float]:
    return [record.after.position[2] + above_centre(record.after, record.params) for record in records]


def walk_along(profile: Profile, direction: int, hz: int, speed: float = SPEEDS[0]) -> tuple[Simulation, list[TickRecord]]:
    """Simulate a walk along a profile, without END_MARGIN at both ends. The first record is left out."""
    (y, z), (end, _) = (profile[0], profile[-1])[::direction]
    feet = (0.0, y + direction * END_MARGIN, z)
    simulation = Simulation(Level.of_mesh("profile", ground_of(profile), feet), PlayerParams(speed=speed), hz=hz, history=1)
    ticks = []
    while (end - simulation.state.position[1]) * direction > END_MARGIN:
        ticks.append(simulation.tick(Intent((0.0, float(direction)))))
    return simulation, ticks[1:]  # without the tick in which the player lands


HZ, SPEED, ENDS = 60, 5.0, 1.5  # [1/s], [m/s], [m] of flat ground that is drawn at both ends
# The profile of the ground as steps (forward, upward) [m]: kerbs, stairs up, a ramp of 30 degrees down, steep stairs up and down.
PROFILE = [(0.0, 0.2), (1.2, 0.0), *[(0.0, 0.18), (0.28, 0.0)] * 7, (1.2, 0.0), (2.2, -1.27), (1.2, 0.0)]
PROFILE += [*[(0.0, 0.3), (0.3, 0.0)] * 4, (1.2, 0.0), *[(0.3, 0.0), (0.0, -0.3)] * 4, (1.4, 0.0), (0.0, -0.19)]
WIDTH, HEIGHT, LEFT, RIGHT = 960, 560, 64, 16  # [px]
LIMIT = 150.0  # [m/s2] end of the axis; the body reaches 500 and more
GRID, BODY, EYES, GROUND = "#e2ddd2", "#c2703d", "#1f6fb2", "#b9b3a6"
INK, PAPER = "#1d2430", "#fffdf9"
MARK = f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13" fill="{INK}"'  # in the head of the file


def write_drawing(path: str) -> None:
    """Write the drawing to a file. Raises InputError if it cannot be written, or would replace another kind of file."""
    refuse_foreign(path, MARK)
    write_file(path, drawing(), MARK)


def drawing() -> str:
    """Return the drawing as SVG text, with heights above and accelerations below."""
    course = list(zip(*(accumulate(parts, initial=0.0) for parts in zip(*PROFILE))))
    simulation, records = walk_along(with_flat_ends(course), 1, HZ, SPEED)
    along = [record.after.position[1] for record in records]
    lines = (unsmoothed_heights(records), BODY, 1.2), (heights(simulation, records), EYES, 2.0)
    start, end = (-ENDS, 0.0), (course[-1][0] + ENDS, course[-1][1])
    above = ChartArea((start[0], -0.2), (end[0], 3.4), LEFT, WIDTH - RIGHT, 34, 284)
    below = ChartArea((start[0], -LIMIT), (end[0], LIMIT), LEFT, WIDTH - RIGHT, 312, 512)
    drawn = [*above.levels(range(4), stroke=GRID), above.line([start, *course, end], **pen(GROUND, 3.0))]
    drawn += [above.line(zip(along, line), **pen(colour, width)) for line, colour, width in lines]
    drawn += below.levels(range(-150, 151, 50), stroke=GRID)
    drawn += [text_at(float(below.at(x, 0.0)[0]), below.floor + 18, x, "middle") for x in range(0, int(end[0]) + 1, 2)]
    shaken = [(accelerations(line, 1.0 / HZ), pen(colour, width)) for line, colour, width in lines]
    drawn += [below.line(zip(along[1:], line), **look) for line, look in shaken]
    look = {"viewBox": f"0 0 {WIDTH} {HEIGHT}", "font_family": "sans-serif", "font_size": 13, "fill": INK}
    sheet = element("rect", width=WIDTH, height=HEIGHT, fill=PAPER)
    parts = [(part, "\n") for part in (sheet, *drawn, *titles())]
    return element("svg", "\n", parts, xmlns="http://www.w3.org/2000/svg", **look)


def pen(colour: str, width: float) -> dict[str, object]:
    return {"fill": "none", "stroke": colour, "stroke_width": width, "stroke_linejoin": "round"}


def titles() -> Iterator[Html]:
    yield text_at(LEFT, 22, "height [m] of the ground, of eyes fixed to the body (brown) and of the smoothed eyes (blue)")
    yield text_at(LEFT, 300, f"vertical acceleration of the eyes [m/s²], walking at {SPEED:g} m/s, {HZ} ticks a second")
    yield text_at(WIDTH - RIGHT, 546, "distance walked [m]", "end")
