"""Scenes of ticks: the iterations of one tick or of a run as steps, each with its shapes, its words and its section."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..collision import Iteration
from ..collision.trace import Outcome, Pass
from ..core.progress_bar import Progress
from ..core.shapes import EllipsoidShape, Polyline, Shape, Skin, Triangles
from ..core.vec3 import Vector, VectorLike, along
from ..explain import palette
from ..explain.describe_trace import OUTCOME_WORDS, result_of
from ..explain.inspector_text import text_of
from ..explain.iteration_overlay import InspectedTick, iteration_labels
from ..explain.section import plane_of, section_shapes
from ..explain.spaces import body_axes
from ..explain.tick_overlay import body_at, corners_after
from ..explain.triangle_picking import made_of
from ..explain.twin_paths_and_distances import without_straight
from ..explain.volume_faces_and_flow import LOOKS, look_of, outline_of, painted, prism
from ..level import Level
from ..level.contents.level import LevelRaycast
from ..level.contents.volume import Volume, Water
from ..scene.framing import SIDE_FIELD, Screen, side_view, subject_of
from ..scene.light.bake import bake, baked_level
from ..simulation import Simulation, TickRecord
from .scene_data import Packer, are_near, css, face_data, faces_of, from_origin, label_data, mesh_data, shape_rows

REACH, REACH_OF_RUN = 7.0, 6.0  # [m] of the level around a body. Smaller: it stands on an island; larger: a larger page
RAISED = 0.12  # of the first view of a tick above the side view. 0: planes are lines; larger: displacements are foreshortened
# Of the first view of a run: above the side view, towards the front, and times the distance at which the body fills the
# picture. Lower or more from the side: planes are lines; nearer: no path is seen
RAISED_IN_RUN, ASIDE, FAR = 0.35, 0.5, 1.7
# Halves of the picture: most of it that the body fills, and most of it from the middle to the contact
FILLED, MIDDLE = 0.92, 1.0 / 3.0
EVERY = 5  # ticks from one to the next whose surroundings are sent. A body does not walk REACH in them
PATH = 0.012  # [m] radius of a path
RECORDED = (0.62, 0.60, 0.56)  # of the run on record, grey as in the charts of a report
WATER = 0.12, 0.35  # opacity of the sides and the surface of water


def scene_of_ticks(
    records: Sequence[TickRecord],
    sim: Simulation,
    packer: Packer,
    progress: Progress = lambda fraction, text: None,
    detailed: TickRecord | None = None,
    recorded: Sequence[Vector] = (),
) -> dict[str, Any]:
    """Return the scene of one tick or more, with a step for each iteration.

    detailed: one of them, with which the scene begins, with the level cut open, and with all words of the tests; the page itself
    then has the words of its steps; recorded: positions [m] on record after each tick from 0 on, to compare with
    """
    places = np.array([record.after.position for record in records])
    others = np.array(recorded[records[0].tick : records[-1].tick + 1]).reshape(-1, 3)
    origin = np.round(places.mean(axis=0), 3)
    steps = Steps(sim, origin, packer, detailed)
    for number, record in enumerate(records):
        progress(0.5 * number / len(records), f"tick {record.tick}")
        other = [body_at(recorded[record.tick], record)] if record.tick < len(recorded) else []
        steps.add(record, [replace(body, colour=RECORDED) for body in other])
    first, last = records[0], records[-1]
    name = f"tick {detailed.tick}" if detailed else f"ticks {first.tick} to {last.tick}"
    reach = REACH if detailed else REACH_OF_RUN
    near = np.concatenate([places[::EVERY], places[-1:]]), reach
    return {
        "name": f"{sim.level.name}, {name}",
        "hz": sim.hz,
        "camera": view_of_tick(detailed, sim, origin) if detailed else view_of_run(first, sim, origin),
        "cut": detailed is not None,
        "first": next((number for number, record in enumerate(records) if record is detailed), 0),
        "sky": horizon(sim.level),
        "reach": reach,
        "level": mesh_data(baked_level(sim.level, lambda part, text: progress(0.5 + 0.5 * part, text)), origin, packer, near),
        "movers": movers_data(records, sim, origin, packer, near),
        "always": always_data(paths([places, others]), sim.level, origin, packer, near),
        **steps.data(),
    }


def paths(runs: Sequence[np.ndarray]) -> list[Shape]:
    """Return a line through the positions (n, 3) [m] of a run, and of the run on record, if they have two or more."""
    colours = palette.PLAYER, RECORDED
    return [Polyline(without_straight(run), colour, PATH) for run, colour in zip(runs, colours) if len(run) > 1]


def always_data(
    shapes: Sequence[Shape], level: Level, origin: np.ndarray, packer: Packer, near: tuple[np.ndarray, float]
) -> dict[str, Any]:
    """Return what every step of a scene shows: the rows of shapes, and the faces of volumes near by."""
    faces = [vertices for volume in level.volumes for vertices in volume_faces(volume) if len(vertices)]
    corners = [vertices["position"].astype(float) for vertices in faces]
    kept = [k for k, found in enumerate(corners) if are_near(found[None], *near).any()]
    data: dict[str, Any] = {kind: packer.add(found) for kind, found in shape_rows(shapes, origin).items()}
    if kept:
        data["faces"] = faces_of(np.concatenate([faces[k] for k in kept]), origin, packer)
    return data


def volume_faces(volume: Volume) -> tuple[np.ndarray, ...]:
    """Return the faces and the marks of a volume, as vertices of the dtype VERTEX. Water has its surface instead of waves."""
    look = look_of(volume)
    if not isinstance(volume.effect, Water) or len(look.faces):
        return look.faces, look.marks
    sides, lid = WATER
    corners, opacity = prism(outline_of(volume, 0.0), volume.at[2], volume.at[2] + volume.height, sides, sides, lid)
    return painted(corners, LOOKS["waterfall"][0], opacity), look.marks


def movers_data(
    records: Sequence[TickRecord], sim: Simulation, origin: np.ndarray, packer: Packer, near: tuple[np.ndarray, float]
) -> list[dict[str, Any]]:
    """Return the meshes of the movers that come near, each with its pose in each tick: place [m] and heading [rad]."""
    from ..scene.mover_models import alone

    found = []
    for mover in sim.level.movers:
        poses = [mover.pose(record.tick / sim.hz) for record in records]
        if not any(are_near(np.array([[[pose.x, pose.y, pose.z]]]) + mover.vertices[None], *near).any() for pose in poses):
            continue
        baked = bake(alone(mover, sim.level))
        rows = [(*from_origin((pose.x, pose.y, pose.z), origin), pose.heading) for pose in poses]
        found.append({"mesh": mesh_data(baked, (0.0, 0.0, 0.0), packer), "poses": packer.add(np.array(rows))})
    return found


class Steps:
    """The steps of a scene: their shapes as rows of all steps together, and tables of ticks, triangles and outcomes."""

    def __init__(self, sim: Simulation, origin: np.ndarray, packer: Packer, detailed: TickRecord | None):
        self._sim, self._origin, self._packer, self._detailed = sim, origin, packer, detailed
        self._rows: dict[str, list[np.ndarray]] = {}
        self._ticks: list[dict[str, Any]] = []
        self._steps: list[dict[str, Any]] = []
        self._corners: dict[bytes, int] = {}  # of each triangle that is a candidate, and its number here
        self._names: list[str] = []
        self._tested: list[tuple[int, int]] = []

    def add(self, record: TickRecord, others: Sequence[Shape] = ()) -> None:
        """Add a tick with a step for each of its iterations, or with one for the body alone. others: shapes in all of them"""
        tick, body = InspectedTick(record, self._sim), record.body
        self._ticks.append(
            {
                "number": record.tick,
                "result": result_of(record),
                "deciding": tick.deciding,
                "axes": np.round(body_axes(body.heading, tick.trace.frame), 7).tolist(),
                "scales": [body.radii[2] / radius for radius in body.radii],
                "anchor": np.round(np.subtract(record.before.position, self._origin), 4).tolist(),
            }
        )
        for number in range(len(tick.iterations)):
            iteration, shapes = tick.iterations[number], [*tick.static_shapes(number, has_arrows=False), *others]
            self._add_step(shapes, tick.swept_body(number, 0.0), iteration_labels(iteration))
            way, reached = np.round(iteration.displacement, 6).tolist(), min(iteration.fraction, 1.0)
            self._steps[-1].update(way=way, reached=round(reached, 6))
            if iteration.hit:
                self._steps[-1].update(next=np.round(iteration.next_displacement, 6).tolist())
            self._steps[-1].update(self._words(tick, number), tested=self._add_tested(tick, number))
        if not tick.iterations:
            self._add_step(others, body_at(record.after.position, record))

    def _add_step(self, shapes: Sequence[Shape], start: EllipsoidShape, labels: Sequence[Shape] = ()) -> None:
        """Add a step in which the body stands at the start. Triangles of candidates are not among the rows."""
        rows = shape_rows([start, *(shape for shape in shapes if not isinstance(shape, Triangles))], self._origin)
        counts = {kind: len(found) for kind, found in rows.items()}
        step = {"tick": len(self._ticks) - 1, "counts": counts, "tested": 0, "way": [0.0, 0.0, 0.0], "reached": 1.0}
        self._steps.append({**step, "labels": label_data(labels, self._origin)})
        for kind, found in rows.items():
            self._rows.setdefault(kind, []).append(found)

    def _words(self, tick: InspectedTick, number: int) -> dict[str, Any]:
        """Return what a step has beside its shapes: its words, or if the page has these, their place and the words of its tests.

        The section is there if one of the ticks is detailed.
        """
        section = {"section": self._section(tick.record, tick.iterations[number])} if self._detailed else {}
        if tick.record is self._detailed:
            tests = [[line.text for line in tick.test_lines(number, k)] for k in range(len(tick.trace.candidates))]
            return {**section, "said": number, "tests": tests}
        words = text_of(tick, number)
        legend = [[css(colour), text] for colour, text in words.legend]
        return {**section, "words": {"title": words.title, "story": words.story, "legend": legend, "lines": words.lines}}

    def _add_tested(self, tick: InspectedTick, number: int) -> int:
        """Add the candidates of an iteration with the outcomes of their tests, and return their number."""
        numbers, outcomes = tick.trace.candidates, tick.iterations[number].outcomes
        faces = corners_after(self._sim, numbers, tick.record) - self._origin
        for k, corners in enumerate(np.round(faces, 5).astype(np.float32)):
            key = corners.tobytes()
            if key not in self._corners:
                self._corners[key] = len(self._corners)
                self._names.append(f"triangle {numbers[k]}, {made_of(self._sim, int(numbers[k]))}")
            self._tested.append((self._corners[key], int(outcomes[k])))
        return len(faces)

    def _section(self, record: TickRecord, iteration: Iteration) -> dict[str, Any] | None:
        shapes = section_shapes(record, self._sim, iteration)
        faces = [shape for shape in shapes if isinstance(shape, Skin)]
        if not faces:
            return None
        plane = plane_of(record, iteration)
        rows = shape_rows([shape for shape in shapes if not isinstance(shape, Skin)], self._origin)
        return {
            "normal": plane.towards.tolist(),
            "at": (plane.origin - self._origin).tolist(),
            **face_data(faces, self._origin, self._packer),
            **{kind: self._packer.add(found) for kind, found in rows.items()},
        }

    def data(self) -> dict[str, Any]:
        corners = np.frombuffer(b"".join(self._corners), np.float32)
        outcomes = [{"colour": palette.OUTCOMES[outcome], "words": OUTCOME_WORDS[outcome]} for outcome in Outcome]
        return {
            "ticks": self._ticks,
            "steps": self._steps,
            "rows": {kind: self._packer.add(np.concatenate(found)) for kind, found in self._rows.items()},
            "corners": self._packer.add(corners.reshape(-1, 9)),
            "names": self._names,
            "tested": self._packer.add(np.array(self._tested, int).reshape(-1, 2), "H" if len(self._names) < 2**16 else "I"),
            "outcomes": outcomes,
            "colours": {"destination": palette.DESTINATION, "prevented": palette.UNDONE},
        }


def view_of_tick(record: TickRecord, sim: Simulation, origin: VectorLike) -> dict[str, Any]:
    """Return the first camera of a tick's scene: that of the section of its deciding iteration, a little higher.

    Displacement and normal lie across the picture, and the contact is in its middle third. The bodies of all iterations are whole
    in it: at their starts, ends and destinations. A step, whose sweeps go up, ahead and down, is seen at right angles to ahead.
    `shown`: width and height [m] that the picture must have there, however wide it is.
    """
    if not record.trace.iterations:
        return view_of_run(record, sim, origin)
    tick = InspectedTick(record, sim)
    iteration = tick.iterations[tick.deciding]
    ahead = [one for one in tick.iterations if one.pass_ == Pass.STEP_FORWARD]
    plane, subject = plane_of(record, ahead[0] if ahead else iteration), subject_of(record, iteration)
    places = [place for one in tick.iterations for place in (one.start, one.end, along(one.start, one.displacement, 1.0))]
    bodies = [subject._replace(centre=place, contact=None).points() for place in places]
    points = plane.flat(np.concatenate(bodies))
    contact = points.mean(axis=0) if subject.contact is None else plane.flat(np.array(subject.contact))
    low, high = points.min(axis=0), points.max(axis=0)
    reach = (FILLED + MIDDLE) / 2.0
    shown = np.max([(high - low) / FILLED, (high - contact) / reach, (contact - low) / reach], axis=0)
    middle = plane.world(np.clip(contact, high - FILLED * shown / 2.0, low + FILLED * shown / 2.0))
    eye = middle + plane.towards + RAISED * plane.up
    return camera_of(eye, middle, body_axes(0.0, subject.frame), origin) | {"shown": np.round(shown, 3).tolist()}


def view_of_run(record: TickRecord, sim: Simulation, origin: VectorLike) -> dict[str, Any]:
    """Return the first camera of a run: from the side that the walls leave free, higher and more from the front than that."""
    subject = subject_of(record)
    framing = side_view(subject, LevelRaycast(sim.level, record.tick / sim.hz), Screen())
    axes = body_axes(0.0, subject.frame)
    target = np.array(framing.pivot)
    away = np.subtract(framing.place, target)
    distance = float(np.linalg.norm(away))
    ahead = np.cross(axes[2], away) / distance
    direction = away / distance + RAISED_IN_RUN * axes[2] + ASIDE * ahead
    return camera_of(target + FAR * distance * direction / np.linalg.norm(direction), target, axes, origin)


def camera_of(eye: np.ndarray, target: np.ndarray, axes: np.ndarray, origin: VectorLike) -> dict[str, Any]:
    at = np.asarray(origin)
    return {
        "eye": np.round(eye - at, 4).tolist(),
        "target": np.round(target - at, 4).tolist(),
        "axes": axes.tolist(),
        "field": SIDE_FIELD,
    }


def horizon(level: Level) -> list[float]:
    """Return the colour of a level's sky at the horizon."""
    from ..scene.sky import HORIZON

    return list(level.sky.horizon if level.sky else HORIZON)
