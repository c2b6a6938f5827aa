"""The speed of a step, a sweep, the making of a mesh, balls, crowds and frames, mostly beside other engines.

Contenders are loops over moves of a Track. Call number i makes the move i % PLACES. `peers`: with other engines
"""

from collections.abc import Callable, Sequence
from functools import partial
from statistics import median
from time import thread_time
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import ArrayLike

from ..app.session.settings import BEST, LEVELS, Quality
from ..collision import Ellipsoid, Trace, TriangleMesh, collide_and_slide, collide_and_slide_many, sweep
from ..collision.mesh import bvh
from ..collision.mesh.bvh import sort_in_space
from ..core.jit import is_installed
from ..core.vec3 import scale
from ..explain.tick_overlay import Switches
from ..lab import pairs
from ..lab.physics import balls_in_box_step
from ..lab.physics.ball_array import BALL, BallWorld, energy, fill_box, near_pairs, rules
from ..lab.physics.ellipsoid_among_balls import NO_OBSTACLE
from ..lab.physics.walls_of_turning_box import AXIS, axes_at, box
from ..level import Level, level_names, load_level
from ..other_engines import bullet, panda, rapier
from ..simulation import Crowd, Intent, PlayerParams, PlayerState, Simulation, TickRecord, Wander
from ..simulation.oriented_body import OrientedBody
from ..simulation.pushing import deepest_overlap
from .harness import BLOCK, Contender, ResultTable, interleaved, seconds, typical, typical_ratio, walk_ratio
from .start_times import output
from .terrain_and_tracks import (
    BODY,
    PLACES,
    TICK,
    Course,
    Track,
    drop_to_ground,
    scattered_track,
    terrain,
    tour_track,
    walking_track,
)

GRAVITY = (0.0, 0.0, -9.81 * TICK * TICK)  # [m] of one tick
SPHERE = Ellipsoid((0.4, 0.4, 0.4))
MOST_FOR_PANDA = 200_000  # triangles; a million Panda3D polygons take a minute to make, with no new result
Contenders = dict[str, Contender]
OURS = "Glissade"


def pairs_of(rows: ArrayLike, others: ArrayLike) -> Callable[[int, int], list]:
    """Return a function of (first, count) that makes a list of pairs of tuples, from two arrays with a row for each place."""
    left, right = np.array(rows), np.array(others)

    def pairs(first: int, count: int) -> list:
        places = np.arange(first, first + count) % PLACES
        return list(zip(map(tuple, left[places].tolist()), map(tuple, right[places].tolist())))

    return pairs


def steppers(track: Track, peers: bool) -> Contenders:
    """Return those that make full steps. Glissade's are: gather, move pass, gravity pass."""
    mesh = track.mesh

    def steps(moves: list) -> None:
        for start, displacement in moves:
            collide_and_slide(mesh, BODY, start, displacement, GRAVITY)

    found = {OURS: Contender(pairs_of(track.starts, track.displacements), steps)}
    if peers:
        for name, walker in walkers(track).items():
            found[name] = Contender(pairs_of(track.starts, track.velocities), step_loop(walker))
    return found


def step_loop(walker: Any) -> Callable[[list], None]:
    """Return a function that puts a peer's character at each start of a list of (start, velocity) and makes one step."""

    def steps(moves: list) -> None:
        for start, velocity in moves:
            walker.teleport(start)
            walker.step(velocity)

    return steps


def walkers(track: Track) -> dict[str, Any]:
    """Return {name: character} of the installed peers. Panda3D is left out if the mesh has more than MOST_FOR_PANDA triangles."""
    mesh, start = (track.vertices, track.triangles), track.starts[0]
    found: dict[str, Any] = {"Bullet character": bullet.BulletCharacter(bullet.BulletWorld(*mesh), start)}
    if rapier.installed():
        found["Rapier move_shape x 2"] = rapier.RapierCharacter(rapier.RapierWorld(*mesh), start)
    if len(track.triangles) <= MOST_FOR_PANDA:
        found["Panda3D octree pusher"] = panda.PandaPusher(panda.octree(*mesh), start)
    return found


def body_sweepers(track: Track, peers: bool) -> Contenders:
    """Return those that sweep a body .8 m wide and 1.8 m high: an ellipsoid, or a peer's capsule."""
    return sweepers(track, peers, BODY, "capsule", track.starts)


def sphere_sweepers(track: Track, peers: bool) -> Contenders:
    """Return those that sweep a sphere, from GAP above the ground below a position of the Track."""
    return sweepers(track, peers, SPHERE, "sphere", drop_to_ground(track.mesh, SPHERE, track.starts, BODY.radii[2]))


def sweepers(track: Track, peers: bool, body: Ellipsoid, kind: str, starts: list) -> Contenders:
    """Return those that sweep a body, for others a "sphere" or "capsule", by walk and gravity of one tick."""
    mesh, moves = track.mesh, np.array(track.displacements) + GRAVITY

    def sweeps(pairs: list) -> None:
        for start, displacement in pairs:
            sweep(mesh, body, start, displacement)

    found = {OURS: Contender(pairs_of(starts, moves), sweeps)}
    if peers:
        world = bullet.BulletWorld(track.vertices, track.triangles)
        found[f"Bullet {kind}"] = Contender(pairs_of(starts, starts + moves), bullet.BulletSweep(world, kind).sweep)
        if rapier.installed():
            colliders = rapier.RapierWorld(track.vertices, track.triangles)
            found[f"Rapier {kind}"] = Contender(pairs_of(starts, moves), rapier.RapierSweep(colliders, kind).sweep)
    return found


SIZES = (10_000, 100_000, 1_000_000)
ROUNDS = 15  # walks of each contender; fewer: the median varies
SMALL_LEVEL = "playground"
TrackContenders = Callable[[Track, bool], Contenders]
METHOD = (
    f"Medians of {ROUNDS} interleaved walks over all {PLACES} places, called from Python. Typical place: the median of the\n"
    f"ratios in blocks of {BLOCK} places. In the mean over a walk, expensive places weigh most."
)


def tracks(sizes: tuple[int, ...] = SIZES) -> list[Track]:
    """Return the Tracks of all measurements: the tour of SMALL_LEVEL, then terrain of each size, along a circle and scattered."""
    found = [tour_track(SMALL_LEVEL)]
    for size in sizes:
        course = terrain(size)
        mesh = TriangleMesh(course.vertices, course.triangles)
        found += [walking_track(course, mesh), scattered_track(course, mesh)]
    return found


# Title, contenders and bodies.
PEER_TABLES: tuple[tuple[str, TrackContenders, str], ...] = (
    ("One full step: gather, move pass, gravity pass", steppers,
     "A body .8 m wide and 1.8 m high walks at 5 m/s, 60 ticks a second."),
    ("One sweep of an ellipsoid", body_sweepers,
     "Walk and gravity are one displacement; the capsules of Bullet and Rapier are as wide and high."),
    ("One sweep of a sphere", sphere_sweepers, "The same moves, with spheres of .4 m radius on the same ground."),
)  # fmt: skip


def against_peers(title: str, contenders: TrackContenders, bodies: str, measured: list[Track], peers: bool) -> ResultTable:
    """Return each contender's time on each Track [us], and its ratios to Glissade's: of whole walks, of the typical place."""
    times = [interleaved(contenders(track, peers), ROUNDS, PLACES) for track in measured]
    names = list(dict.fromkeys(name for found in times for name in found))
    rows = [("triangles", *(len(track.triangles) for track in measured))]
    rows += [(f"{name} [us]", *(typical(found[name]) if name in found else None for found in times)) for name in names]
    for name in names:
        for place, ratio in (("", walk_ratio), (", typical place", typical_ratio)) if name != OURS else ():
            ratios = [ratio(found[name], found[OURS]) if name in found else None for found in times]
            rows.append((f"{name} / {OURS}{place}", *ratios))
    return ResultTable(title, ("", *(track.name for track in measured)), rows, f"{METHOD}\n{bodies}")


def build_table(peers: bool) -> ResultTable:
    """Return the build times [s] of our tree, our whole mesh and other engines' shapes, and the bytes per triangle."""
    columns: tuple[str, ...] = ("mesh", "triangles", "tree [s]", "whole mesh [s]", "bytes per triangle")
    columns += ("Bullet shape [s]", "Bullet in all [s]", "Rapier in all [s]", "Bullet shape / tree") if peers else ()
    rows = [build_row(size, peers) for size in SIZES]
    return ResultTable("Building a mesh", columns, rows, "Best of three. Memory: vertices, triangles, surfaces, corners, tree.")


def build_row(size: int, peers: bool) -> tuple:
    course = terrain(size)
    mesh = TriangleMesh(course.vertices, course.triangles)
    whole = min(seconds(lambda: TriangleMesh(course.vertices, course.triangles)) for _ in range(3))
    tree = min(tree_seconds(mesh) for _ in range(3))
    row = (course.name, len(course.triangles), tree, whole, mesh.memory / len(course.triangles))
    return row + peer_seconds(course, tree) if peers else row


def tree_seconds(mesh: TriangleMesh) -> float:
    """Return the time to sort the triangles into the tree and make its boxes [s], without the validation of the input."""

    def build() -> None:
        order = sort_in_space(mesh.vertices, mesh.triangles)
        bvh.build_nodes(bvh.ordered_corners(mesh.vertices, mesh.triangles, order))

    return seconds(build)


def peer_seconds(course: Course, tree: float) -> tuple:
    """Return the build times of Bullet's shape, of Bullet and of Rapier [s], and the ratio of the first to `tree` [s]."""
    worlds = [bullet.BulletWorld(course.vertices, course.triangles) for _ in range(3)]
    shape = min(world.shape_seconds for world in worlds)
    rapier_seconds = None
    if rapier.installed():
        rapier_seconds = min(rapier.RapierWorld(course.vertices, course.triangles).build_seconds for _ in range(3))
    return shape, min(world.build_seconds for world in worlds), rapier_seconds, shape / tree


AGENTS = 10_000
BARE, TRACED = "bare step", "step with a trace"


def overheads_table(track: Track) -> ResultTable:
    """Return rows (call, microseconds, ratio to the bare step, extra)."""
    times = {name: typical(found) for name, found in interleaved(single_calls(track)).items()}
    times[f"batch of {AGENTS}, per agent"] = batch_microseconds(track)
    bare = times[BARE]
    rows = [(call, time, time / bare, time - bare) for call, time in times.items()]
    columns = ("call", "time [us]", "ratio to bare step", "extra [us]")
    note = "Simulation.tick: the whole player, with trace and history."
    return ResultTable(f"Overheads of a step ({track.name})", columns, rows, note)


def single_calls(track: Track) -> Contenders:
    """Return the bare step, the step with a trace, and a tick of Simulation from the position after its last tick."""
    bare = steppers(track, peers=False)[OURS]
    simulation, intents = walking_simulation(track)

    def traced(pairs: list) -> None:
        for start, displacement in pairs:
            collide_and_slide(track.mesh, BODY, start, displacement, GRAVITY, trace=Trace())

    def new_intents(first: int, count: int) -> list:
        return [intents[i % PLACES]._replace() for i in range(first, first + count)]

    def ticks(wanted: list) -> None:
        for intent in wanted:
            simulation.tick(intent)

    return {BARE: bare, TRACED: bare._replace(calls=traced), "Simulation.tick": Contender(new_intents, ticks)}


def walking_simulation(track: Track) -> tuple[Simulation, list[Intent]]:
    """Return a simulation on the Track's mesh, and the input that walks along the Track."""
    x, y, z = track.starts[0]
    params = PlayerParams()
    level = Level.of_mesh(track.name, track.mesh, (x, y, z - params.feet))
    intents = [Intent((vx / params.speed, vy / params.speed)) for vx, vy in track.velocities]
    return Simulation(level, params), intents


def batch_microseconds(track: Track) -> float:
    """Return the median time per agent [us] of seven calls of `collide_and_slide_many` for AGENTS agents."""
    rows = np.arange(AGENTS) % PLACES
    positions, velocities = np.array(track.starts)[rows], np.array(track.displacements)[rows]
    call = lambda: collide_and_slide_many(track.mesh, BODY, positions, velocities, GRAVITY)  # noqa: E731
    call()
    return float(np.median([seconds(call) for _ in range(7)])) / AGENTS * 1e6


MANY_STEPS = """
import hashlib, time
import numpy as np
from game.bench.terrain_and_tracks import BODY, small_level, walking_track
from game.bench.speed import GRAVITY
from game.collision import TriangleMesh, collide_and_slide, collide_and_slide_many
course = small_level()
track = walking_track(course, TriangleMesh(course.vertices, course.triangles))
starts, moves = track.starts[:%d], track.displacements[:%d]
def singly():
    return [collide_and_slide(track.mesh, BODY, start, move, GRAVITY).position for start, move in zip(starts, moves)]
def together():
    return collide_and_slide_many(track.mesh, BODY, starts, moves, GRAVITY)[0].tolist()
for steps in singly, together:
    best = 1e9
    for _ in range(3):
        start = time.perf_counter()
        ends = steps()
        best = min(best, time.perf_counter() - start)
    digest = hashlib.sha256(repr([[float(x).hex() for x in end] for end in ends]).encode()).hexdigest()
    print(best / len(ends) * 1e6, digest)
"""
STEPS = 256


def compiled_table() -> ResultTable:
    """Return the microseconds per step, compiled and interpreted, by single calls and by one of all, and if bits are equal."""
    compiled, interpreted = (steps_in_process(NUMBA_DISABLE_JIT=off) for off in "01")
    rows = [
        (calls, fast, slow, slow / fast, "equal" if bits == other_bits else "DIFFERENT")
        for calls, (fast, bits), (slow, other_bits) in zip(("one call per step", "one call for all steps"), compiled, interpreted)
    ]
    note = "With one call per step, half of the time is the call from Python, which is not compiled."
    return ResultTable("Compiled and interpreted", ("", "compiled [us]", "interpreted [us]", "ratio", "bits"), rows, note)


def steps_in_process(**environment: str) -> list[tuple[float, str]]:
    """Return pairs (microseconds per step, hash of all results) of a new process: one call per step, then one for all steps."""
    lines = output(MANY_STEPS % (STEPS, STEPS), environment).splitlines()
    return [(float(microseconds), digest) for microseconds, digest in map(str.split, lines)]


HZ, RADIUS, SPEED = 60, 0.1, 3.0  # ticks a second; [m]; [m/s] of each ball at the start
FILLED = 0.19  # share of the box that the balls fill
WARM, MEASURED = 60, 60  # ticks before the measurement, and measured. Fewer: the heap still falls; more: peers take minutes
TOUCHING = 1e-6  # [m] of an overlap that counts. Smaller: rounding of 32-bit numbers counts
BALL_COLUMNS = ("balls", "engine", "settings", "tick [ms]", "times ours", "energy", "pairs that overlap", "deepest [% of r]")
BALL_NOTE = (
    "CPU time of this thread, median tick. Energy: kinetic, over that at the start. Spheres of .1 m fill 19 % of a box, 3 m/s\n"
    "at the start; a heap has gravity, e = .5 and a box that turns .5 rad/s. Peers: defaults, 32-bit, no friction."
)


class BallEngine(Protocol):
    def step(self) -> None: ...

    def state(self) -> tuple[np.ndarray, np.ndarray]: ...


class BallScene(NamedTuple):
    number: int  # number of balls
    is_heap: bool  # True for balls with gravity and restitution .5 in a turning box, False for an elastic gas in a box at rest

    @property
    def half(self) -> float:
        return 0.5 * (self.number * 4.0 / 3.0 * np.pi * RADIUS**3 / FILLED) ** (1.0 / 3.0)

    @property
    def gravity(self) -> float:
        return -9.81 if self.is_heap else 0.0

    @property
    def restitution(self) -> float:
        return 0.5 if self.is_heap else 1.0

    @property
    def rate(self) -> float:
        return 0.5 if self.is_heap else 0.0


SCENES = (BallScene(1000, False), BallScene(1000, True), BallScene(10_000, True))


class OurBalls:
    """Glissade's simulation of a scene. A heap resolves all contacts at once, a gas collides in the order of time."""

    def __init__(self, scene: BallScene, balls: np.ndarray):
        self.scene, self.balls, self.ticks = scene, balls.copy(), 0
        self.method = balls_in_box_step.SIMULTANEOUS if scene.is_heap else balls_in_box_step.EVENT_DRIVEN
        self.memory, self.rules = balls_in_box_step.memory_of(len(balls)), rules((0.0, 0.0, scene.gravity), scene.restitution)

    def step(self) -> None:
        angles = [self.scene.rate * (self.ticks + n) / HZ for n in (0, 1)]
        turned = axes_at(angles[1]) if self.scene.rate else None
        around = box((self.scene.half,) * 3, 1.0 / HZ, axes_at(angles[0]), turned)
        balls_in_box_step.step(self.method, self.balls, self.memory, BallWorld(around, self.rules, NO_OBSTACLE))
        self.ticks += 1

    def state(self) -> tuple[np.ndarray, np.ndarray]:
        return self.balls["position"], self.balls["velocity"]


def lab_table(scenes: Sequence[BallScene] = SCENES) -> ResultTable:
    return ResultTable("Balls in a box", BALL_COLUMNS, [row for scene in scenes for row in scene_rows(scene)], BALL_NOTE)


def scene_rows(scene: BallScene) -> list[tuple]:
    """Return a row of the table for each engine that is installed, Glissade's first."""
    balls = fill_box((scene.half,) * 3, scene.number, RADIUS, SPEED, seed=1)
    assert balls is not None  # `half` leaves room for all
    turn = scale(AXIS, scene.rate)
    own = "simultaneous, heap" if scene.is_heap else "order of time, elastic gas"
    peer = "e = .5, heap" if scene.is_heap else "e = 1, gas"
    engines: list[tuple[str, str, Any]] = [("Glissade", own, OurBalls(scene, balls))]
    if rapier.installed():
        engines.append(("Rapier", peer, rapier.RapierBalls(balls, scene.half, scene.gravity, scene.restitution, turn)))
    engines.append(("Bullet", peer, bullet.BulletBalls(balls, scene.half, scene.gravity, scene.restitution, turn)))
    rows, ours = [], 0.0
    for name, settings, engine in engines:
        tick = median_tick(engine)
        ours = ours or tick
        rows.append((scene.number, name, settings, 1e3 * tick, tick / ours, *faults(engine, balls)))
    return [(str(row[0]), *row[1:]) for row in rows]


def median_tick(engine: BallEngine) -> float:
    """Return the median CPU time of this thread in a tick of an engine [s]. The first WARM ticks are not measured."""
    times = []
    for tick in range(WARM + MEASURED):
        start = thread_time()
        engine.step()
        if tick >= WARM:
            times.append(thread_time() - start)
    return float(np.median(times))


def faults(engine: BallEngine, start: np.ndarray) -> tuple[float, int, float]:
    """Return (ratio of kinetic energies, number of pairs that overlap by more than TOUCHING, deepest overlap [% of a radius])."""
    now = np.zeros(len(start), BALL)
    now["position"], now["velocity"] = engine.state()
    now["radius"], now["mass"] = start["radius"], start["mass"]
    depths = [found for _, _, found in near_pairs(now)]
    overlaps = int(sum((found > TOUCHING).sum() for found in depths))
    deepest = max((float(found.max()) for found in depths), default=0.0)
    return energy(now) / energy(start), overlaps, 100.0 * max(deepest, 0.0) / RADIUS


# Number of boxes and size of the room [m]: a hall, a larger one of the same density, a plain and a corridor.
PAIR_ROOMS = (
    (5000, (16.0, 16.0, 6.4)), (20_000, (25.2, 25.2, 10.1)), (5000, (40.0, 40.0, 3.0)), (5000, (160.0, 6.0, 2.0)),
)  # fmt: skip
BOX_SIDE = 0.5  # [m], the greatest of a box; the least is half of it
PAIR_ROUNDS = 15  # of which the quickest counts. Fewer: another process is in the figure; more: only takes time
PAIR_COLUMNS = ("boxes", "room [m]", "method", "time [ms]", "times cKDTree", "tests", "pairs")
PAIR_NOTE = (
    "Quickest of 15 calls, from corners to sorted pairs; \"sweep again\" has the order of the call before. cKDTree: built from\n"
    "the centres, then query_pairs with a mean side as its radius. It finds spheres that touch, so its pairs are others."
)


def pairs_table(rooms: Sequence[tuple[int, tuple[float, float, float]]] = PAIR_ROOMS) -> ResultTable:
    """Return a row for each room and method of finding pairs of boxes, and for scipy's cKDTree if it is installed."""
    return ResultTable("Pairs of boxes", PAIR_COLUMNS, [row for room in rooms for row in pair_rows(*room)], PAIR_NOTE)


def pair_rows(count: int, room: tuple[float, float, float]) -> list[tuple]:
    random = np.random.default_rng(1)
    centres, half = random.uniform(0.0, 1.0, (count, 3)) * room, random.uniform(0.25, 0.5, (count, 3)) * BOX_SIDE
    low, high = centres - half, centres + half
    before = pairs.search(low, high, "sweep")
    calls: dict[str, Callable[[], pairs.Search]] = {
        method: lambda method=method: pairs.search(low, high, method) for method in ("grid", "sweep", "tree")  # type: ignore[misc]
    }
    calls["sweep again"] = lambda: pairs.search(low, high, "sweep", before)
    peer = None
    if is_installed("scipy"):
        from scipy.spatial import cKDTree

        peer = quickest(lambda: cKDTree(centres).query_pairs(0.75 * BOX_SIDE, output_type="ndarray"))
    rows: list[tuple] = []
    for method, call in calls.items():
        taken, found = quickest(call), call()
        rows.append((method, 1e3 * taken, taken / peer if peer else None, found.tests, len(found.pairs)))
    if peer:
        rows.append(("cKDTree", 1e3 * peer, 1.0, None, None))
    size = " x ".join(f"{side:g}" for side in room)
    return [(str(count), size, *row) for row in rows]


def quickest(call: Callable[[], object]) -> float:
    """Return the least time of PAIR_ROUNDS calls [s], after one that is not measured."""
    call()
    return min(seconds(call) for _ in range(PAIR_ROUNDS))


# Level, walkers, seconds. A minute in the first; where gravity changes direction, a walker takes ten times as long.
CROWDS = (("playground", 2000, 60.0), ("platforms", 2000, 20.0), ("river", 2000, 20.0), ("planet", 500, 10.0))
REST = 2.0  # [s] without input before the agents are counted, so that falling agents can land
CROWD_COLUMNS = (
    "level", "walkers", "tick per walker [us]", "frame time [%]", "on floor", "on floor at rest", "respawns", "penetrating",
)  # fmt: skip


def crowd_table(places: Sequence[tuple[str, int, float]] = CROWDS) -> ResultTable:
    """Return a row for each crowd. places: (name of a level, number of agents, seconds)"""
    note = "On floor: while walking, and after two seconds at rest; in the river most walkers float."
    return ResultTable("A crowd", CROWD_COLUMNS, [crowd_row(*place) for place in places], note)


def crowd_row(level: str, walkers: int, duration: float) -> tuple:
    crowd, wander = Crowd(load_level(level), walkers, hz=HZ), Wander(walkers)
    times = [seconds(partial(crowd.tick, wander.wishes(crowd))) for _ in range(round(duration * HZ))]
    walking = int((crowd.grounds == 0).sum())
    for _ in range(round(REST * HZ)):
        crowd.tick((0.0, 0.0))
    tick, resting = float(np.median(times)), int((crowd.grounds == 0).sum())
    penetrating = sum(depth(crowd, crowd.state(i)) > TOUCHING for i in range(walkers))
    return level, walkers, tick / walkers * 1e6, tick * HZ * 100.0, walking, resting, crowd.returns, penetrating


def depth(crowd: Crowd, state: PlayerState) -> float:
    """Return the deepest penetration [m] of an agent into the level or a mover, or 0 if the agent is free."""
    body = OrientedBody(crowd.body_in(state), state.frame)
    among_movers = 0.0
    if crowd.movers:
        numbers = range(len(crowd.movers.all))
        among_movers, _ = deepest_overlap(crowd.movers, numbers, body, state.position, crowd.ticks, crowd.rules)
    return max(among_movers, body.depth(crowd.mesh, state.position))


SIZE = (1280, 720)
TICKS = 30  # ticks of walking before the measured frames
FRAMES, BATCHES = 10, 5  # the median of batches counts. Fewer: other programs decide
QUALITIES = [level for level in LEVELS if level != BEST]  # BEST needs OpenGL
FRAME_COLUMNS = ("level", *(f"{level.name} [ms]" for level in QUALITIES), *(f"{level.name}, overlays" for level in QUALITIES))
FRAME_NOTE = (
    f"Processor time of one thread for a frame of {SIZE[0]}x{SIZE[1]} without panels; 60 a second need less than 16.7 ms.\n"
    "Each quality draws as many pixels as it does in a window. Graphics cards, and OpenGL without one, are not measured."
)


def frame_table(names: list[str] | None = None) -> ResultTable:
    """Return a row for each level in `names`, or for every level without any."""
    return ResultTable("Frames", FRAME_COLUMNS, [(name, *frame_row(name)) for name in names or level_names()], FRAME_NOTE)


def frame_row(name: str) -> list[float]:
    simulation = Simulation(load_level(name))
    for _ in range(TICKS):
        record = simulation.tick(Intent((0.0, 1.0)))
    switches = Switches.none(), Switches()
    return [frame_time(simulation, record, overlays, quality) for overlays in switches for quality in QUALITIES]


def frame_time(simulation: Simulation, record: TickRecord, overlays: Switches, quality: Quality) -> float:
    """Return the median processor time of a frame [ms]."""
    from ..pictures.offscreen import FIELD_OF_VIEW, Studio
    from ..scene.look_and_spring_arm import Look  # here: these need panda3d
    from ..scene.moment import Moment
    from ..scene.scene import Scene

    state = record.after
    eye = (*state.position[:2], state.position[2] + simulation.params.eye_height - simulation.params.radii[2])
    with Studio([round(side * quality.scale) for side in SIZE]) as studio:
        scene = Scene(studio.screen, simulation, "tiny")
        scene.show_edges(quality.edges)
        times = []
        for batch in range(BATCHES + 1):
            begun = thread_time()
            for frame in range(FRAMES):
                scene.draw(
                    Moment(
                        sim=simulation,
                        record=record,
                        state=state,
                        body=record.body,
                        eye=eye,
                        look=Look(state.heading, -0.1, state.frame),
                        field_of_view=FIELD_OF_VIEW,
                        time=(batch * FRAMES + frame) / simulation.hz,
                        overlays=overlays,
                    )
                )
                studio.draw()
            times.append((thread_time() - begun) / FRAMES * 1e3)
        return median(times[1:])  # the first sends everything to the renderer
