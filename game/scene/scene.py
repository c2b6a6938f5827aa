"""The Scene of a level: all nodes of Panda3D that show it, and Scene.draw(moment), which draws one picture."""

from math import dist
from typing import NamedTuple

import numpy as np
from panda3d.core import NodePath, Point2, Point3

from ..core.progress_bar import Progress
from ..core.right_forward_up_frame import up_of
from ..core.shapes import Arrow, EllipsoidShape, Polyline, Rings, Shape, Skin
from ..core.vec3 import Vector, VectorLike, along, normalise, scale
from ..explain.palette import BODY, PLAYER
from ..explain.spaces import body_axes, space_between
from ..explain.tick_overlay import build_overlay
from ..explain.twin_paths_and_distances import twin_shapes
from ..level.contents.level import LevelRaycast
from ..other_engines.engine_twins_and_failures import NAMES as PEERS
from ..simulation import Simulation
from ..simulation.twins import SEEN
from .crowd_scene import CrowdScene
from .geometry_nodes import place_node
from .lab_scene import LabScene
from .light.bake import Baked
from .look_and_spring_arm import NEAR
from .moment import Moment
from .mover_models import MoverModels
from .overlay_scene import SpaceScene
from .player_body import OPACITY, RING_LIFT, RING_RADIUS, TRANSLUCENT, ShownBody, TwinBodies, ghost_model
from .shadows import PlayerShadow
from .signs_and_goals import FlatText, GoalMarkers, flat_texts, hide_signs_before, papers, show_marks
from .sky import follow_camera
from .split_screen_and_resolution import SplitScreen
from .static_scenery_and_patterns import build_scenery
from .volume_scenery import VolumeScenery

DIMMED = (0.42, 0.45, 0.52, 1.0)  # factors of colours behind a section. Smaller: the level is lost; larger: it distracts
# [m] from a camera to the centre of a body that begins to fade, and of one that is not drawn. At the first, it is as wide as a
# quarter of the picture. Less: it hides what is ahead, or is seen from inside; more: it is glass in the open, too
CLOSE, UNSEEN = 1.5, 1.1
VEIL = 1.5  # [m] least distance of the ghost from the player's centre and the eye. Smaller: a veil over the picture; larger: late
BESIDE = 0.9  # [m] least distance between the centres of player and twin. Smaller: the camera is inside it; larger: seldom seen
CLEAR = 4.0  # [m] distance from which on the ghost is as clear as ever. Smaller: it covers the way; larger: it is always pale


class SeenShapes(NamedTuple):
    """The shapes of a picture beside the level, in the world.

    overlay: drawn dimmed behind other things; bodies: ellipsoids with their opacity, 0..1; exhibits: with their controls
    papers, texts: of signs, boards and captions
    """

    overlay: list[Shape]
    bodies: list[tuple[EllipsoidShape, float]]
    exhibits: list[Shape]
    papers: list[Skin]
    texts: list[FlatText]


class Scene:
    """The 3D scene of a level. `spaces` has a SpaceScene for each picture, `baked` the light, or None to bake it."""

    def __init__(
        self,
        screen: SplitScreen,
        sim: Simulation,
        renderer: str = "tiny",
        progress: Progress | None = None,
        crowd: int = 0,
        baked: Baked | None = None,
    ):
        scenery = build_scenery(sim.level, renderer, progress, baked)
        self._screen, self._sky, self._things = screen, scenery.find("sky"), NodePath("things")
        self._sky.detachNode()
        follow_camera(self._sky, screen.cameras[0])  # the second camera has the same place
        self._scenery, self._signs = scenery, scenery.find("signs")
        self._movers = MoverModels(sim.level, renderer)
        self._volumes, self._goals = VolumeScenery(sim.level), GoalMarkers(sim)
        self._body, self._ghost = ShownBody(self._things, sim.params.radii), ghost_model(sim.params.radii)
        self._twins, self._radii = TwinBodies(self._things, sim.params.radii), sim.params.radii
        self._shadow, self.lab = PlayerShadow(sim.params.radii), LabScene(sim)
        around = scenery, self._movers.root, self._movers.shadows, self._volumes.root, self._goals.root
        drawn = *around, self._shadow.root, self._ghost, self.lab.root
        for part in drawn:
            part.reparentTo(self._things)
        self.crowd: CrowdScene | None = None
        self.add_crowd(sim, crowd)
        self.spaces = [SpaceScene(screen.roots[0], self._sky, self._things)]
        self._shapes: list[Shape] = []
        self._bodies: list[tuple[EllipsoidShape, float]] = []
        self._is_dim = False
        self._drawn_for: tuple | None = None  # the inputs of these shapes

    def show_marks(self, sim: Simulation, found: int, there: int) -> None:
        """Let the level's signs say how many golden marks are found and there, in all levels."""
        show_marks(self._signs, sim.level, found, there)

    def replace_lit_nodes(self, surfaces: NodePath, movers: MoverModels) -> None:
        """Replace the nodes that depend on light, after the level's light was baked in the background."""
        self._scenery.find("surfaces and lines").removeNode()
        surfaces.reparentTo(self._scenery)
        for old, new in zip((self._movers.root, self._movers.shadows), (movers.root, movers.shadows)):
            old.removeNode()
            new.reparentTo(self._things)
        self._movers = movers

    def draw(self, moment: Moment) -> None:
        """Place all nodes for a Moment, and aim the cameras. Panda3D then renders the picture."""
        self._split(moment)
        near = moment.near if moment.near > NEAR else self._volumes.near_plane(self.spaces[0].space.back(moment.eye))
        self._screen.aim(moment.eye, moment.look, moment.field_of_view, moment.target, near, moment.flat_height)
        # Back faces are drawn where near walls are cut away. Without them the solids would look hollow.
        self._scenery.setTwoSided(moment.near > NEAR)
        self._dim(moment.is_section)
        self._movers.place(moment.time)
        self._volumes.place(moment.time, moment.state.checkpoint, moment.is_live)
        self.lab.place(moment)
        self._goals.root.hide() if moment.found is None else self._goals.root.show()
        self._goals.place(moment.time, moment.found or ())
        self._place_ghost(moment)
        twins = self._place_twins(moment)
        if self.crowd:
            ahead = None if any(moment.spaces) else moment.look.forward()
            self.crowd.place(moment.crowd_part, moment.eye, ahead, moment.state.tick)
        self._draw_overlays(moment)
        self._bodies = self._place_body(moment) + twins
        self._clear_view(moment)

    def _dim(self, is_dim: bool) -> None:
        """Dim the level, all that is in it and the sky, or end this. The body, overlays and twins keep their colours."""
        if is_dim == self._is_dim:
            return
        self._is_dim = is_dim
        for part in (self._sky, self._scenery, self._movers.root, self._goals.root, self._volumes.root, self.lab.root):
            part.setColorScale(*DIMMED) if is_dim else part.clearColorScale()

    def show_edges(self, wanted: bool) -> None:
        for lines in (*self._scenery.findAllMatches("**/edges"), *self._movers.root.findAllMatches("**/edges")):
            lines.show() if wanted else lines.hide()

    def _split(self, moment: Moment) -> None:
        """Draw as many pictures side by side as the Moment has spaces. Each picture has its own SpaceScene."""
        self._screen.split(moment.is_split, moment.area)
        while len(self.spaces) > len(moment.spaces):
            self.spaces.pop().remove()
        while len(self.spaces) < len(moment.spaces):
            self.spaces.append(SpaceScene(self._screen.roots[len(self.spaces)], self._sky, self._things))

    def _draw_overlays(self, moment: Moment) -> None:
        """Draw the overlay shapes in each space. They are built again only after a change of their inputs."""
        record, twins = moment.record, moment.twins
        wanted = record, moment.overlays, moment.is_first_person, twins, moment.shapes, moment.marks
        if self._drawn_for is None or any(a is not b for a, b in zip(wanted, self._drawn_for)):
            self._drawn_for, self._shapes = wanted, list(moment.shapes or ())
            if record and moment.shapes is None:
                self._shapes = list(build_overlay(record, moment.sim, moment.overlays, moment.is_first_person))
            self._shapes += twin_shapes(twins, record, moment.sim.hz, moment.is_marked) if twins and record else []
            self._shapes += moment.marks
        state = moment.state
        pin = record.after.position if record else state.position
        for scene, part in zip(self.spaces, moment.spaces):
            scene.show(self._shapes, space_between(moment.body, state.frame, state.position, part), pin, moment.eye)

    def _place_body(self, moment: Moment) -> list[tuple[EllipsoidShape, float]]:
        """Draw the body and its shadow, but not in first person, nor if overlay shapes replace it, as in the Minkowski view.

        Returns the ellipsoid that is shown, with its opacity, if there is one.
        """
        shape = next((shape for shape in self._shapes if isinstance(shape, EllipsoidShape)), None)
        root, state = self._body.root, moment.state
        if moment.is_first_person or (moment.shapes is not None and shape is None):
            root.hide()
            self._shadow.hide()
            return []
        if shape is None or moment.is_live:
            at, heading, frame, radii = state.position, state.heading, state.frame, moment.body.radii
        else:
            at, heading, frame, radii = shape.centre, shape.heading, shape.frame, shape.radii
        place_node(root, at, heading, frame=frame)
        root.setScale(*self._scale_of(radii))
        root.show()
        inner = not moment.is_live and any(isinstance(shape, (Arrow, Polyline, Rings)) for shape in self._shapes)
        opacity = min((dist(moment.eye, at) - UNSEEN) / (CLOSE - UNSEEN), 1.0) if moment.is_live else 1.0
        opacity, sight = TRANSLUCENT if inner else opacity, LevelRaycast(moment.sim.level, moment.time)
        is_behind = moment.is_live and shape is None and opacity >= 1.0 and self._is_covered(moment, sight, at, radii)
        self._body.set_style(shape is not None, opacity, is_behind)
        self._shadow.place(sight, at, frame, radii)
        return [(EllipsoidShape(at, radii, heading, PLAYER, frame), opacity)]

    def _is_covered(self, moment: Moment, sight: LevelRaycast, at: Vector, radii: Vector) -> bool:
        """True if the level covers a side or the head of a body at a place [m], as a pillar beside the arm does."""
        side, up, inner = moment.look.across(), up_of(moment.state.frame), 0.8
        points = along(at, side, inner * radii[0]), along(at, side, -inner * radii[0]), along(at, up, inner * radii[2])
        ways = np.subtract(points, moment.eye)
        lengths = np.linalg.norm(ways, axis=1)
        hits = sight.raycast(np.tile(moment.eye, (len(points), 1)), ways / lengths[:, None], lengths)
        return bool(np.isfinite(hits).any())

    def _clear_view(self, moment: Moment) -> None:
        """Hide the signs between the camera and the body. In first person or ellipsoid space, show all signs."""
        reach = 0.9 * moment.body.radii[2]  # the very ends may be covered
        points = [along(moment.state.position, up_of(moment.state.frame), part * reach) for part in (-1.0, 0.0, 1.0)]
        hide_signs_before(self._signs, moment.eye, () if moment.is_first_person or any(moment.spaces) else points)

    def _scale_of(self, radii: Vector) -> list[float]:
        return [now / then for now, then in zip(radii, self._radii)]

    def _place_twins(self, moment: Moment) -> list[tuple[EllipsoidShape, float]]:
        found = moment.twins.between(moment.record, moment.part) if moment.twins and moment.record else None
        choices = moment.twins.choices if moment.twins else ()
        places = [
            (centre, state, self._scale_of(moment.sim.body_in(state).radii), choice in PEERS)
            for (centre, state), choice in zip(found or (), choices)
        ]
        return self._twins.place(places, moment.state.position, BESIDE if moment.is_first_person else SEEN)

    def _place_ghost(self, moment: Moment) -> None:
        """Draw the ghost of a timed run. It fades near the player and near the camera, where it would cover the view."""
        near = min(dist(moment.ghost[0], place) for place in (moment.state.position, moment.eye)) if moment.ghost else 0.0
        if moment.ghost is None or near < VEIL:
            self._ghost.hide()
            return
        position, heading, frame = moment.ghost
        place_node(self._ghost, position, heading, frame=frame)
        self._ghost.setAlphaScale(OPACITY * min((near - VEIL) / (CLEAR - VEIL), 1.0))
        self._ghost.show()

    def add_crowd(self, sim: Simulation, count: int) -> None:
        """Let a crowd wander in the level from now on, if it is not empty."""
        self.crowd = CrowdScene(self._things, sim, count) if count else None

    @property
    def walkers(self) -> np.ndarray:
        """The centres (n, 3) [m] of the crowd."""
        return self.crowd.crowd.positions if self.crowd else np.empty((0, 3))

    def tick_crowd(self, sim: Simulation, ticks: int) -> None:
        if self.crowd:
            for tick in range(sim.state.tick - ticks + 1, sim.state.tick + 1):
                back = sim.state.tick - tick
                self.crowd.tick(sim.hz, tick, sim.history[-1 - back].after if back < len(sim.history) else sim.state)

    # Queries of the picture drawn last

    def seen_shapes(self) -> SeenShapes:
        overlay: list[Shape] = [shape for shape in self._shapes if not isinstance(shape, EllipsoidShape)]
        if len(overlay) < len(self._shapes) and self._bodies:
            body, _ = self._bodies[0]
            axes, radii = body_axes(body.heading, body.frame), scale(body.radii, RING_LIFT)
            overlay.append(Rings(body.centre, radii, axes, BODY, RING_RADIUS))
        roots = self._signs, self.lab.root
        texts = [text for root in roots for text in flat_texts(root)]
        return SeenShapes(overlay, self._bodies, self.lab.shapes(), [papers(root) for root in roots], texts)

    def is_under_water(self, eye: VectorLike) -> bool:
        return self._volumes.covers(self.spaces[0].space.back(eye))

    def ray(self, x: float, y: float, number: int = 0) -> tuple[Vector, Vector]:
        """Return origin [m] and unit direction of the ray through a point, -1..1 to the right and upwards, of a picture."""
        space, root, camera = self.spaces[number].space, self.spaces[number].root, self._screen.cameras[number]
        near, far = Point3(), Point3()
        camera.node().getLens().extrude(Point2(x, y), near, far)
        start = near if camera.node().getLens().isOrthographic() else Point3(0.0, 0.0, 0.0)
        origin, ahead = (space.back(root.getRelativePoint(camera, point)) for point in (start, far))
        return tuple(origin.tolist()), normalise(tuple((ahead - origin).tolist()))

    def remove(self) -> None:
        for scene in self.spaces:
            scene.remove()
