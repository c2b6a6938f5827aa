"""Scenes of ticks: the iterations of one tick or of a run as steps, each with its shapes, its words and its section."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..collision import Iteration
from ..collision.trace import Outcome
from ..core.shapes import Label, Shape, Skin, Triangles
from ..core.vec3 import VectorLike
from ..explain import palette
from ..explain.describe_trace import OUTCOME_WORDS
from ..explain.iteration_overlay import InspectedTick, iteration_labels
from ..explain.section import plane_of, section_shapes
from ..explain.spaces import body_axes
from ..explain.tick_overlay import body_at
from ..explain.triangle_picking import made_of
from ..level import Level
from ..scene.framing import SIDE_FIELD, Screen, side_view, subject_of
from ..scene.light.bake import Progress, baked_level
from ..scene.look_and_spring_arm import LevelRaycast
from ..simulation import Simulation, TickRecord
from .scene_data import Packer, face_data, label_data, mesh_data, place, shape_rows

REACH = 7.0  # [m] of the level around the body. Smaller: it stands on an island; larger: a larger page
RAISED, ASIDE = 0.35, 0.5  # of the first view above the side view, and towards the front: so that a plane is seen as a plane


def tick_scene(record: TickRecord, sim: Simulation, packer: Packer, progress: Progress | None = None) -> dict[str, Any]:
    """Return the scene of one tick, with a step for each iteration."""
    origin = np.round(record.after.position, 3)
    steps = Steps(sim, origin, packer)
    tick = InspectedTick(record, sim)
    for number in range(len(tick.iterations)) or (None,):
        steps.add(tick, number, with_section=True)
    return {
        "name": f"{sim.level.name}, tick {record.tick}",
        "camera": first_view(record, sim, origin),
        "sky": horizon(sim.level),
        "reach": REACH,
        "level": mesh_data(baked_level(sim.level, progress), origin, packer, (np.array([origin]), REACH)),
        **steps.data(),
    }


class Steps:
    """The steps of a scene: their shapes as rows of all steps together, and tables of triangles and colours."""

    def __init__(self, sim: Simulation, origin: np.ndarray, packer: Packer):
        self._sim, self._origin, self._packer = sim, origin, packer
        self._rows: dict[str, list[np.ndarray]] = {}
        self._steps: list[dict[str, Any]] = []
        self._corners: dict[bytes, int] = {}  # of each triangle that is a candidate, and its number here
        self._names: list[str] = []
        self._tested: list[tuple[int, int]] = []

    def add(self, tick: InspectedTick, number: int | None, with_section: bool) -> None:
        """Add an iteration of a tick, or the body alone if it has none.

        with_section: True for the level cut open, and for the words of the test of every candidate
        """
        record, frame, body = tick.record, tick.trace.frame, tick.record.body
        start = end = body_at(record.after.position, record)
        shapes: list[Shape] = []
        labels: list[Label] = []
        if number is not None:
            start, end = (tick.swept_body(number, phase) for phase in (0.0, 1.0))
            shapes, labels = tick.static_shapes(number), iteration_labels(tick.iterations[number])
        rows = shape_rows([*(shape for shape in shapes if not isinstance(shape, Triangles)), start], self._origin)
        step: dict[str, Any] = {
            "tick": record.tick,
            "counts": {kind: len(found) for kind, found in rows.items()},
            "tested": 0 if number is None else self._add_tested(tick, number, shapes),
            "way": (place(end.centre, self._origin) - place(start.centre, self._origin)).tolist(),
            "axes": np.round(body_axes(body.heading, frame), 7).tolist(),
            "scales": [body.radii[2] / radius for radius in body.radii],
            "anchor": place(record.before.position, self._origin).tolist(),
            "labels": label_data(labels, self._origin),
        }
        if with_section and number is not None:
            step["section"] = self._section(record, tick.iterations[number])
            step["tests"] = [[line.text for line in tick.test_lines(number, k)] for k in range(len(tick.trace.candidates))]
        self._steps.append(step)
        for kind, found in rows.items():
            self._rows.setdefault(kind, []).append(found)

    def _add_tested(self, tick: InspectedTick, number: int, shapes: Sequence[Shape]) -> int:
        """Add the candidates of an iteration with the outcomes of their tests, and return their number."""
        faces = next((shape for shape in shapes if isinstance(shape, Triangles)), None)
        if faces is None:
            return 0
        numbers, outcomes = tick.trace.candidates, tick.iterations[number].outcomes
        for k, corners in enumerate(np.round(faces.corners - self._origin, 5).astype(np.float32)):
            key = corners.tobytes()
            if key not in self._corners:
                self._corners[key] = len(self._corners)
                self._names.append(f"triangle {numbers[k]}, {made_of(self._sim, int(numbers[k]))}")
            self._tested.append((self._corners[key], int(outcomes[k])))
        return len(faces.corners)

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
            "faces": face_data(faces, self._origin, self._packer),
            **{kind: self._packer.add(found) for kind, found in rows.items()},
        }

    def data(self) -> dict[str, Any]:
        corners = np.frombuffer(b"".join(self._corners), np.float32)
        outcomes = [{"colour": palette.OUTCOMES[outcome], "words": OUTCOME_WORDS[outcome]} for outcome in Outcome]
        return {
            "steps": self._steps,
            "rows": {kind: self._packer.add(np.concatenate(found)) for kind, found in self._rows.items()},
            "corners": self._packer.add(corners),
            "names": self._names,
            "tested": self._packer.add(np.array(self._tested, int).ravel(), "H" if len(self._names) < 2**16 else "I"),
            "outcomes": outcomes,
        }


def first_view(record: TickRecord, sim: Simulation, origin: VectorLike) -> dict[str, Any]:
    """Return the camera of a tick's scene: from the side that the walls leave free, higher and more from the front than that."""
    subject = subject_of(record)
    framing = side_view(subject, LevelRaycast(sim.level, record.tick / sim.hz), Screen())
    axes = body_axes(0.0, subject.frame)
    target = np.array(framing.pivot)
    away = np.subtract(framing.place, target)
    distance = np.linalg.norm(away)
    ahead = np.cross(axes[2], away) / distance
    direction = away / distance + RAISED * axes[2] + ASIDE * ahead
    eye = target + distance * direction / np.linalg.norm(direction)
    at = np.asarray(origin)
    return {
        "eye": np.round(eye - at, 4).tolist(),
        "target": np.round(target - at, 4).tolist(),
        "axes": axes.tolist(),
        "field": SIDE_FIELD,
    }


def horizon(level: Level) -> list[float]:
    """Return the colour of a level's sky at the horizon."""
    from ..scene.static_scenery import HORIZON

    return list(level.sky.horizon if level.sky else HORIZON)
