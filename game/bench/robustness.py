"""Robustness: random bodies and whole players in hostile rooms, with a check of every step, and its report.

Each pattern of motion is a function of a random generator and the number of ticks. It returns displacements (ticks, 3) [m].

The solver's own choice of planes is not used. A convex body may move in a cone of directions that lead into no plane of a
triangle that it touches. With the rule steep_is_wall, a steep plane also counts as a vertical wall. The point of the cone
nearest to the wanted displacement is the largest correct movement. If it is zero, the body was stopped correctly.

Faults are a body that left its chamber, a position that is not a number, a penetration deeper than the skin, and a stuck body.
The last can move after a small push. A seed determines a room and all motion in it.
"""

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import NamedTuple

import numpy as np

from ..collision import Ellipsoid, Move, Rules, Trace, TriangleMesh, collide_and_slide, collide_and_slide_many, overlap
from ..collision.ellipsoid_and_espace import Triangle, normal_to_world, to_espace
from ..collision.robust_detection import NEEDLE, closest_on_triangle, triangle_normal
from ..core.input_errors import InputError
from ..explain.describe_trace import describe_trace
from ..explain.inspector_text import summary_of
from ..explain.triangle_test_replay import Inspection, inspection_of
from ..level import Level
from ..simulation import Intent, PlayerParams, PlayerState, Simulation
from .harness import ResultTable, text, write_json
from .hostile_rooms import HostileRoom, hostile_room, mesh_of

TICK = 1.0 / 60.0  # [s]
# Gravity of one tick [m]: none, of a standing body, after half a second of fall, at terminal speed.
GRAVITIES = ((0.0, 0.0, 0.0), (0.0, 0.0, -9.81 * TICK * TICK), (0.0, 0.0, -0.08), (0.0, 0.0, -1.0))


def drive(rng: np.random.Generator, bodies: int, ticks: int, turn: np.ndarray) -> np.ndarray:
    """Return random displacements of all bodies (ticks, bodies, 3) [m], a pattern each. turn: from room to world"""
    kinds = rng.integers(len(PATTERNS) + 1, size=bodies)
    return np.stack([PATTERNS[k](rng, ticks) if k < len(PATTERNS) else grazing(rng, ticks, turn) for k in kinds], axis=1)


def grazing(rng: np.random.Generator, ticks: int, turn: np.ndarray) -> np.ndarray:
    """Return displacements (ticks, 3) [m] of about 1e-4 to 10 m, each along an axis of the room but for 1e-12 to 1e-2 of it."""
    axes = turn.T[rng.integers(3, size=ticks)] * rng.choice([-1, 1], (ticks, 1))
    aside = rng.normal(size=(ticks, 3)) * 10 ** rng.uniform(-12, -2, (ticks, 1))
    return (axes + aside) * 10 ** rng.uniform(-4, 1, (ticks, 1))


def walking(rng: np.random.Generator, ticks: int, speed: float = 5.0) -> np.ndarray:
    """Return horizontal displacements with slow turns and some stops. speed: [m/s]"""
    heading = rng.uniform(0, 2 * np.pi) + np.cumsum(rng.normal(0, 0.2, ticks))
    size = speed * TICK * (rng.random(ticks) > 0.1)
    return np.stack([np.cos(heading) * size, np.sin(heading) * size, np.zeros(ticks)], axis=1)


def running(rng: np.random.Generator, ticks: int) -> np.ndarray:
    return walking(rng, ticks, speed=8.0 * rng.choice([1, 2, 8]))


def falling(rng: np.random.Generator, ticks: int) -> np.ndarray:
    """Return displacements downwards with growing speed and a little drift."""
    down = -9.81 * TICK * TICK * np.arange(ticks)
    return np.stack([rng.normal(0, 0.01, ticks), rng.normal(0, 0.01, ticks), down], axis=1)


def jittering(rng: np.random.Generator, ticks: int) -> np.ndarray:
    """Return displacements back and forth along a line, by random lengths."""
    line = rng.normal(size=3)
    return line / np.linalg.norm(line) * rng.choice([-1, 1], (ticks, 1)) * rng.uniform(0, 0.2, (ticks, 1))


def pressing(rng: np.random.Generator, ticks: int) -> np.ndarray:
    """Return the same displacement for each tick, such as into a corner."""
    line = rng.normal(size=3)
    return np.repeat((line / np.linalg.norm(line) * 10 ** rng.uniform(-4, 0))[None], ticks, axis=0)


def any_size(rng: np.random.Generator, ticks: int) -> np.ndarray:
    """Return displacements in any direction, with lengths of 1e-4 to 30 m."""
    moves = rng.normal(size=(ticks, 3))
    return moves / np.linalg.norm(moves, axis=1, keepdims=True) * 10 ** rng.uniform(-4, np.log10(30), (ticks, 1))


PATTERNS = (walking, running, falling, jittering, pressing, any_size)


TOUCHES = 2.0  # [skins] triangles nearer than this count as touched
INTO = 1e-9  # part of a direction that may go into a plane, for rounding


def possible_part(mesh: TriangleMesh, body: Ellipsoid, position: tuple, wish: tuple, rules: Rules) -> float:
    planes = touched_planes(mesh, body, position, wish, rules)
    wanted = np.asarray(wish)
    best = max((wanted @ direction for direction in directions_in_cone(wanted, planes)), default=0.0)
    return best / (wanted @ wanted)


def directions_in_cone(wish: np.ndarray, planes: np.ndarray) -> list[np.ndarray]:
    """Return displacements (3,) [m] that go into none of the planes of unit normals (n, 3): the wish and projections."""
    candidates = [wish, *(wish - plane * (plane @ wish) for plane in planes)]
    for one, other in combinations(planes, 2):
        crease = np.cross(one, other)
        size = crease @ crease
        if size > 0:
            candidates.append(crease * (crease @ wish) / size)
    limit = -INTO * np.linalg.norm(wish)
    return [direction for direction in candidates if not len(planes) or (planes @ direction).min() >= limit]


def touched_planes(mesh: TriangleMesh, body: Ellipsoid, position: tuple, wish: tuple, rules: Rules) -> np.ndarray:
    """Return unit world normals (n, 3) of contacts at most TOUCHES skins away, with walls by the rule steep_is_wall."""
    trace = Trace()
    collide_and_slide(mesh, body, position, wish, rules=rules, trace=trace)
    planes = []
    for number in trace.candidates.tolist():
        normal, gap = contact(body, position, mesh.vertices[mesh.triangles[number]])
        if gap > TOUCHES * rules.skin:
            continue
        planes.append(normal)
        if rules.steep_is_wall and abs(normal[2]) < np.cos(rules.max_slope):
            planes.append(np.array([normal[0], normal[1], 0.0]) / np.hypot(normal[0], normal[1]))
    return np.array(planes).reshape(-1, 3)


def contact(body: Ellipsoid, position: tuple, corners: np.ndarray) -> tuple[np.ndarray, float]:
    """Return the unit world normal (3,) of a body's contact with a triangle (3, 3), towards the body, and the gap [m].

    Both belong to the triangle's point with the least eSpace distance. The gap is at most the true distance, or negative.
    """
    local = (corners - np.asarray(position)).tolist()
    p1, p2, p3 = (to_espace(body.space, tuple(corner)) for corner in local)
    normal, height = triangle_normal(p1, p2, p3)
    squared, nearest, _ = closest_on_triangle((0.0, 0.0, 0.0), Triangle(p1, p2, p3, normal, 1.0, height < NEEDLE, 0))
    gap = (squared**0.5 - 1.0) * min(body.radii)
    return np.array(normal_to_world(body.space, tuple(-x for x in nearest))), gap


BODIES = 64  # bodies of one shape in a room
TICKS = 60  # steps of each body
SHAPES = 3  # shapes of bodies in a room
FAULTS = ("escaped", "not a number", "penetrates", "stuck")
STILL = 1e-6  # part of the wish below which a body counts as not moved
NUDGE, NUDGE_OF_WISH = 0.1, 1e-3  # bodies are nudged by these parts of the skin and of the wish, the smaller of the two
NUDGES = 12  # nudged bodies
FREE = 0.2  # part of the wish that a nudged body must move before the original body counts as falsely stuck


class BodyFailure(NamedTuple):
    """A step with a fault, with all data that reproduce it. velocity, gravity: displacements in the step (3,) [m]"""

    fault: str  # word of FAULTS
    seed: int  # seed of the room
    radii: tuple  # of the body [m]
    heading: float  # [rad]
    position: tuple  # centre of the body before the step (3,) [m]
    velocity: tuple
    gravity: tuple
    depth: float  # [m] penetration after the step
    rules: Rules

    @property
    def line(self) -> str:
        return (
            f"{self.fault}: position {self.position}, velocity {self.velocity}, gravity {self.gravity}, "
            f"radii {self.radii}, heading {self.heading}"
        )

    def reproduce(self, mesh: TriangleMesh, trace: Trace | None = None) -> Move:
        body = Ellipsoid(self.radii, self.heading)
        return collide_and_slide(mesh, body, self.position, self.velocity, self.gravity, self.rules, trace)


class PlayerFailure(NamedTuple):
    """A tick of a player with a fault. It is the newest tick of its simulation."""

    fault: str
    seed: int
    player: int  # index in the room
    simulation: Simulation

    @property
    def line(self) -> str:
        return f"{self.fault}: player {self.player}, tick {self.simulation.state.tick}"


class Result(NamedTuple):
    """The result of a run: number of steps or ticks, count of each fault, failures, and of bodies the deepest penetration."""

    steps: int
    counts: Counter
    failures: list
    deepest: float = -np.inf  # [m]


SHOWN = 10  # failures of each kind


def in_rooms(run: Callable[[int], Result], steps: int, seed: int = 0, progress: Callable[[int], None] | None = None) -> Result:
    """Return the result of at least `steps` steps in the rooms `seed`, `seed` + 1, and so on. run: a function of a seed

    progress(done): called after each room with the number of finished steps
    """
    whole = Result(0, Counter(), [])
    while whole.steps < steps:
        room = run(seed)
        failures = (whole.failures + room.failures)[:SHOWN]
        whole = Result(whole.steps + room.steps, whole.counts + room.counts, failures, max(whole.deepest, room.deepest))
        seed += 1
        if progress:
            progress(whole.steps)
    return whole


def run_room(seed: int, rules: Rules | None = None) -> Result:
    """Run all steps in the room of a seed, with the modern rules by default."""
    room = hostile_room(seed)
    mesh = mesh_of(room)
    rng = np.random.default_rng([seed, 2])
    run = _Run(room, mesh, rules or Rules.modern(), rng)
    for _ in range(SHAPES):
        run.run_shape()
    return Result(run.steps, run.counts, run.failures, run.deepest)


class _Run:
    def __init__(self, room: HostileRoom, mesh: TriangleMesh, rules: Rules, rng: np.random.Generator):
        self.room, self.mesh, self.rules, self.rng = room, mesh, rules, rng
        self.steps, self.deepest = 0, -np.inf
        self.counts: Counter[str] = Counter()
        self.failures: list[BodyFailure] = []

    def run_shape(self) -> None:
        """Choose a random body shape, and drive bodies of this shape from free positions. Without any, no step is made."""
        radii = tuple((10 ** self.rng.uniform(-1.3, -0.1, 3)).tolist())  # 5 to 80 cm, up to 16 times as long as wide
        self.body = Ellipsoid(radii, float(self.rng.uniform(-np.pi, np.pi)))
        positions = self.free_places()
        if len(positions) == 0:
            return
        velocities = drive(self.rng, len(positions), TICKS, self.room.turn)
        for tick in range(TICKS):
            gravity = GRAVITIES[self.rng.integers(len(GRAVITIES))]
            positions = self.step(positions, np.ascontiguousarray(velocities[tick]), gravity)

    def free_places(self) -> np.ndarray:
        """Return at most BODIES positions (n, 3) [m] in the chambers at which the body penetrates no triangle."""
        places = self.room.random_points(self.rng, 4 * BODIES)
        places = places[self.room.chamber(places) >= 0]
        return places[self.depths(places) <= 0.0][:BODIES]

    def depths(self, positions: np.ndarray) -> np.ndarray:
        return np.array([overlap(self.mesh, self.body, tuple(p)) for p in positions.tolist()])

    def step(self, positions: np.ndarray, velocities: np.ndarray, gravity: tuple) -> np.ndarray:
        """Make and check one step by displacements [m]. Returns new positions (n, 3) [m], or the old ones of faulty bodies."""
        moved, _, _ = collide_and_slide_many(self.mesh, self.body, positions, velocities, gravity, self.rules)
        number = np.isfinite(moved).all(axis=1)
        escaped = number & (self.room.chamber(moved) != self.room.chamber(positions))
        depths = self.depths(np.where(number[:, None], moved, positions))
        penetrates, stuck = number & (depths > self.rules.skin), self.stuck(positions, moved, velocities)
        for fault, rows in zip(FAULTS, (escaped, ~number, penetrates, stuck)):
            self.record_fault(fault, rows, positions, velocities, gravity, depths)
        self.steps += len(positions)
        self.deepest = max(self.deepest, float(depths.max()))
        failed = escaped | ~number | (depths > 0)
        return np.where(failed[:, None], positions, moved)

    def stuck(self, positions: np.ndarray, moved: np.ndarray, velocities: np.ndarray) -> np.ndarray:
        """Return a mask (n,) of the bodies that did not move, even without gravity, although they could."""
        wish = np.linalg.norm(velocities, axis=1)
        still = (np.linalg.norm(moved - positions, axis=1) < STILL * wish) & (wish > 0)
        for row in np.flatnonzero(still):
            still[row] = self.is_falsely_stuck(positions[row], velocities[row], wish[row])
        return still

    def is_falsely_stuck(self, position: np.ndarray, velocity: np.ndarray, wish: float) -> bool:
        """True if a nudged copy of an unmoved body moves by FREE of the wish [m], and the touched planes allow it."""
        around = self.rng.normal(size=(NUDGES, 3))
        nudges = around / np.linalg.norm(around, axis=1, keepdims=True) * min(NUDGE * self.rules.skin, NUDGE_OF_WISH * wish)
        starts = np.concatenate([position[None], position + nudges])
        velocities = np.repeat(velocity[None], len(starts), axis=0)
        moved, _, _ = collide_and_slide_many(self.mesh, self.body, starts, velocities, (0.0, 0.0, 0.0), self.rules)
        distances = np.linalg.norm(moved - starts, axis=1)
        if distances[0] >= STILL * wish or (distances[1:] <= FREE * wish).all():
            return False
        return possible_part(self.mesh, self.body, tuple(position), tuple(velocity), self.rules) > FREE

    def record_fault(
        self, fault: str, rows: np.ndarray, positions: np.ndarray, velocities: np.ndarray, gravity: tuple, depths: np.ndarray
    ) -> None:
        """Count a fault of the bodies in a mask `rows` (n,), and store the data that reproduce it."""
        self.counts[fault] += int(rows.sum())
        for row in np.flatnonzero(rows):
            self.failures.append(
                BodyFailure(
                    fault, self.room.seed, self.body.radii, self.body.heading,
                    tuple(positions[row].tolist()), tuple(velocities[row].tolist()), gravity, float(depths[row]), self.rules,
                )
            )  # fmt: skip


PLAYER_TICKS = 300  # ticks of one player
PLAYERS = 4  # in a room, each with random parameters
PLAYER_FAULTS = ("escaped", "not a number", "penetrates")


def run_player_room(seed: int, rules: Rules | None = None) -> Result:
    """Run the players in the room of a seed, each until its first fault. A player without a free position is left out."""
    room = hostile_room(seed)
    mesh = mesh_of(room)
    rng = np.random.default_rng([seed, 3])
    ticks, failures = 0, []
    for player in range(PLAYERS):
        simulation = player_in(room, mesh, rng, rules)
        if simulation is None:
            continue
        fault = first_fault(room, simulation, rng)
        ticks += simulation.state.tick
        failures += [PlayerFailure(fault, seed, player, simulation)] if fault else []
    return Result(ticks, Counter(failure.fault for failure in failures), failures)


def first_fault(room: HostileRoom, simulation: Simulation, rng: np.random.Generator) -> str | None:
    """Simulate random Intents until a tick has a fault of PLAYER_FAULTS, which is returned."""
    for intent in intents(rng):
        fault = fault_of(room, simulation, simulation.state, simulation.tick(intent).after)
        if fault:
            return fault
    return None


def player_in(room: HostileRoom, mesh: TriangleMesh, rng: np.random.Generator, rules: Rules | None) -> Simulation | None:
    """Return a simulation of a player with random parameters at a free position, or None if no free position is found."""
    params = random_params(rng)
    simulation = Simulation(Level.of_mesh("hostile room", mesh), params, rules, hz=int(rng.choice([30, 60, 60, 240])))
    heading = float(rng.uniform(-np.pi, np.pi))
    places = room.random_points(rng, 200)
    for place in places[room.chamber(places) >= 0].tolist():
        simulation.teleport(place, heading)
        if overlap(mesh, simulation.body, place) <= 0.0:
            return simulation
    return None


def random_params(rng: np.random.Generator) -> PlayerParams:
    """Return random PlayerParams: radii .1 to .6 m, walking speeds 2 to 400 m/s, steps of 0 to 1.5 m."""
    across, along, up = rng.uniform(0.1, 0.6, 3).tolist()
    radii = (across, along if rng.random() < 0.5 else across, up)
    speed = float(rng.choice([2.0, 5.0, 8.0, 40.0, 400.0]))
    step = float(rng.choice([0.0, 0.4, radii[2], 2.5 * radii[2]]))
    jump = float(rng.uniform(0, 2))
    return PlayerParams(radii, speed=speed, run_speed=2 * speed, step_up=step, step_down=step, jump_height=jump, crouch_height=up)


def intents(rng: np.random.Generator) -> Iterator[Intent]:
    """Yield PLAYER_TICKS random Intents that turn, stop, run, jump, crouch and jitter."""
    heading, low = float(rng.uniform(-np.pi, np.pi)), False
    for _ in range(PLAYER_TICKS):
        heading += float(rng.normal(0, 0.3)) if rng.random() < 0.9 else np.pi
        size = float(rng.choice([0.0, 1.0, 1.0, 1.0, rng.random()]))
        wish = (-np.sin(heading) * size, np.cos(heading) * size)
        low = low != bool(rng.random() < 0.08)
        yield Intent(wish, jump=bool(rng.random() < 0.05), run=bool(rng.random() < 0.2), crouch=low, heading=heading)


def fault_of(room: HostileRoom, simulation: Simulation, before: PlayerState, after: PlayerState) -> str | None:
    """Return the fault of the tick of PLAYER_FAULTS that `simulation` has just made, or None if it has none."""
    places = np.array([before.position, after.position])
    if not np.isfinite([*after.position, *after.velocity]).all():
        return "not a number"
    was, now = room.chamber(places)
    if was != now:
        return "escaped"
    penetrates = overlap(simulation.mesh, simulation.body, after.position) > simulation.params.skin
    return "penetrates" if penetrates else None


STEPS_A_TICK = 20  # bare steps for each tick of the whole player, which takes as long as these steps


def report(steps: int, seed: int | None, json_path: str | None) -> int:
    """Make and print the robustness run, or only the room of a seed. Returns the exit code, 1 if there is a fault.

    steps: least number of steps of bare bodies; json_path: file for the tables. Raises InputError for wrong numbers or file.
    """
    if steps < 1 or (seed or 0) < 0:
        raise InputError(f"bench: steps must be at least 1 and a seed at least 0, not {steps} and {seed}")
    began = time.perf_counter()
    bodies = in_rooms(run_room, steps, progress=show_progress(steps)) if seed is None else run_room(seed)
    row = (bodies.steps, *(bodies.counts[fault] for fault in FAULTS), bodies.deepest * 1000.0, time.perf_counter() - began)
    note = "Deepest penetration after a step; negative: no contact."
    tables = [ResultTable("Hostile rooms", ("steps", *FAULTS, "deepest [mm]", "time [s]"), [row], note)]
    print_run(tables[0], bodies)
    players = in_rooms(run_player_room, max(steps // STEPS_A_TICK, 1)) if seed is None else run_player_room(seed)
    row = (players.steps, *(players.counts[fault] for fault in PLAYER_FAULTS))
    tables.append(ResultTable("The whole player in hostile rooms", ("ticks", *PLAYER_FAULTS), [row]))
    print_run(tables[1], players)
    if json_path:
        write_json(tables, json_path)
    return 1 if bodies.counts.total() + players.counts.total() else 0


def print_run(table: ResultTable, result: Result) -> None:
    print(text(table))
    for failure in result.failures[:SHOWN]:
        print(failure.line, f"  again: python main.py explain --seed {failure.seed}", sep="\n")


def show_progress(steps: int) -> Callable[[int], None] | None:
    """Return a function that draws a progress bar of finished steps on the error stream, or None if it is no terminal."""
    if not sys.stderr.isatty():
        return None

    def show(done: int) -> None:
        part = min(done / steps, 1.0)
        end = "\n" if part == 1.0 else ""
        print(f"\r[{'#' * int(40 * part):40}] {done} steps", end=end, file=sys.stderr, flush=True)

    return show


def reproduce(seed: int, rules: Rules) -> list[str]:
    """Return texts about the room of a seed: a summary and the first failure. Raises InputError for a negative seed."""
    if seed < 0:
        raise InputError(f"--seed {seed}: must be at least 0")
    (steps, _, bodies, _), (ticks, _, players, _) = run_room(seed, rules), run_player_room(seed, rules)
    summary = f"room {seed}: {len(bodies)} faults in {steps} steps, {len(players)} in {ticks} ticks of whole players"
    if bodies:
        return [summary, bodies[0].line, describe_failed_step(bodies[0])]
    return [summary, players[0].line, *describe_failed_tick(players[0])] if players else [summary]


def describe_failed_step(failure: BodyFailure) -> str:
    mesh, trace = mesh_of(hostile_room(failure.seed)), Trace()
    failure.reproduce(mesh, trace)
    rows = mesh.rows[trace.candidates]
    return describe_trace(trace, Inspection(trace, mesh.corners[rows], mesh.order[rows]))


def describe_failed_tick(failure: PlayerFailure) -> list[str]:
    record = failure.simulation.history[-1]
    return [*summary_of(record), describe_trace(record.trace, inspection_of(record, failure.simulation))]
