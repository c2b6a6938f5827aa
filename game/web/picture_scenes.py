"""Scenes of single pictures: the shapes that a picture shows, its camera, and the level around them."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..core.progress_bar import Progress
from ..core.shapes import Lines, Shape, Skin
from ..core.vec3 import along, dot, sub
from ..explain.spaces import body_axes, space_between
from ..level import Level
from ..scene.light.bake import baked_level
from ..scene.moment import Moment
from ..scene.scene import SeenShapes
from .scene_data import Packer, are_near, css, face_data, label_data, mesh_data, packed_scenes, shape_rows
from .tick_scenes import horizon

WHOLE = 36_000  # triangles up to which a level is sent whole. More: a larger page; fewer: a small level ends in haze
# [m] of the level around the middle of a picture, and more of it per distance of the camera. Smaller: the picture ends in haze
# where the level goes on; larger: a larger page
REACH, REACH_OF_VIEW = 5.0, 1.3
THINGS = 1.5  # times the reach: exhibits and signs that are sent. Less: some lack that the picture shows; more: a larger page
SKIN = "corners", "colours"


class PictureScenes:
    """The scenes of the pictures of one page. Those of the same level share its mesh."""

    def __init__(self) -> None:
        self._packer = Packer()
        self._scenes: list[dict[str, Any]] = []
        self._levels: list[tuple[Level, list[int], list[tuple[np.ndarray, float]]]] = []  # scenes, (place, reach) of each

    def add(self, name: str, moment: Moment, seen: SeenShapes) -> int:
        """Add the scene of a picture after it was drawn, and return its number. name: of the scene, for screen readers"""
        level, state, body, number = moment.sim.level, moment.state, moment.body, len(self._scenes)
        origin = middle_of(level)
        ahead = moment.look.forward()
        distance = dot(sub(moment.pivot or state.position, moment.eye), ahead)
        target = along(moment.eye, ahead, distance)
        part = moment.spaces[0]
        centre, reach = space_between(body, state.frame, state.position, part).back(target), REACH + REACH_OF_VIEW * distance
        if all(level is not other for other, _, _ in self._levels):
            self._levels.append((level, [], []))
        numbers, places = next((numbers, places) for other, numbers, places in self._levels if other is level)
        numbers.append(number)
        places.append((centre, reach))
        section = [shape for shape in seen.overlay if isinstance(shape, (Skin, Lines)) and shape.is_section]
        overlay = [shape for shape in seen.overlay if shape not in section]
        step = {"tick": 0, "counts": {}, "tested": 0, "way": [0.0, 0.0, 0.0], "labels": label_data(overlay, origin)}
        cut = [shape.corners[0, 0] - origin for shape in section if isinstance(shape, Skin)]
        if cut:
            step["section"] = {"normal": ahead, "at": cut[0].tolist(), **self._shapes(section, origin)}
        tick = {
            "number": state.tick,
            "axes": np.round(body_axes(body.heading, state.frame), 7).tolist(),
            "scales": [body.radii[2] / radius for radius in body.radii],
            "anchor": np.round(np.subtract(state.position, origin), 4).tolist(),
        }
        exhibits = [shape for shape in seen.exhibits if shape.is_near(centre, THINGS * reach)]
        solid = [body for body, opacity in seen.bodies if opacity == 1.0]
        clear = [(body, opacity) for body, opacity in seen.bodies if opacity < 1.0]
        self._scenes.append(
            {
                "name": name,
                "hz": moment.sim.hz,
                "camera": {
                    "eye": np.round(np.subtract(moment.eye, origin), 4).tolist(),
                    "target": np.round(np.subtract(target, origin), 4).tolist(),
                    "axes": body_axes(0.0, moment.look.frame).tolist(),
                    "field": moment.field_of_view,
                },
                "sky": horizon(level),
                "centre": np.round(centre - origin, 3).tolist(),
                "reach": round(reach, 3),
                "cut": bool(cut),
                "part": part,
                "stretches": moment.overlays.ellipsoid and bool(seen.bodies),
                "movers": [],
                "things": self._shapes([*exhibits, *solid], origin)
                | self._papers(seen, centre, THINGS * reach, origin),
                "always": self._shapes([*overlay, *(body for body, _ in clear)], origin, [opacity for _, opacity in clear]),
                "ticks": [tick],
                "steps": [step],
                "rows": {},
                "names": [],
            }
        )
        return number

    def _shapes(self, shapes: Sequence[Shape], origin: np.ndarray, opacity: float | Sequence[float] = 1.0) -> dict[str, Any]:
        rows = shape_rows(shapes, origin)
        if "bodies" in rows:
            rows["bodies"][:, -1] = opacity
        packed = {kind: self._packer.add(found) for kind, found in rows.items()}
        return packed | face_data(shapes, origin, self._packer)

    def _papers(self, seen: SeenShapes, centre: np.ndarray, reach: float, origin: np.ndarray) -> dict[str, Any]:
        """Return the papers and the texts of signs, boards and captions that are near."""
        near, found = [are_near(skin.corners, centre[None], reach) for skin in seen.papers], {}
        corners, colours = (np.concatenate([getattr(skin, name)[kept] for skin, kept in zip(seen.papers, near)]) for name in SKIN)
        if len(corners):
            faces = face_data([Skin(corners, colours)], origin, self._packer)["faces"]
            found = {"papers": faces | {"solids": len(corners)}}
        middles = [np.array(text.at) + np.add(text.across, text.up) / 2.0 for text in seen.texts]
        texts = [text for text, middle in zip(seen.texts, middles) if np.linalg.norm(middle - centre) < reach]
        if texts:
            places = [np.round([np.subtract(text.at, origin), text.across, text.up], 3).tolist() for text in texts]
            found["texts"] = [[text.text, css(text.colour), *place] for text, place in zip(texts, places)]
        return found

    def text(self, progress: Progress) -> str:
        """Return the packed scenes, each with the mesh of its level."""
        for level, numbers, places in self._levels:
            baked = baked_level(level, progress)
            is_whole = len(baked.triangles) <= WHOLE
            near = np.array([place for place, _ in places]), np.array([reach for _, reach in places])
            mesh = mesh_data(baked, middle_of(level), self._packer, None if is_whole else near)
            for number in numbers:
                self._scenes[number]["level"] = mesh
                if is_whole:
                    self._scenes[number]["reach"] = 0.0
        return packed_scenes(self._scenes, self._packer)


def middle_of(level: Level) -> np.ndarray:
    """Return the middle of a level in whole metres: the origin of all its scenes, so that they can share a mesh."""
    vertices = np.asarray(level.vertices, float)
    return np.round((vertices.min(axis=0) + vertices.max(axis=0)) / 2.0)
