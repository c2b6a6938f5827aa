"""The scene of a level with everything drawn in it. `Scene.draw(moment)` draws all pictures, with and without a window."""

from math import dist

from panda3d.core import NodePath, Point2, Point3

from game.collision.engine.vec3 import normalise
from game.overlay import build_overlay, space_between, twin_shapes
from game.simulation.twins import SEEN

from ..bodies.crowd_scene import CrowdScene
from ..bodies.player_body import body_model, ghost_model
from ..bodies.player_shadow import PlayerShadow
from ..bodies.twin_bodies import TwinBodies
from ..camera.line_of_sight import LineOfSight
from .node_placement import place
from .scenery.goal_markers import GoalMarkers
from .scenery.moving_scenery import MovingScenery
from .scenery.static_scenery import build_scenery
from .scenery.volume_scenery import VolumeScenery
from .space_scene import SpaceScene

BESIDE = 0.9  # [m] from the player's centre to the ghost's, at least. Smaller: the camera is inside it; larger: it is seldom seen


class Scene:
    """The 3D scene of a level, drawn to a screen.

    screen: SplitScreen to draw on; sim: Simulation whose level and player are shown; renderer: "tiny", "gl" or "llvmpipe".

    progress(fraction, text): called while light is baked; crowd: number of walkers
    baked: the level's Baked, None: from the cache, or baked now

    `spaces`: the SpaceScenes that show the level, a second one while two pictures stand side by side
    `crowd`: CrowdScene, or None
    """

    def __init__(self, screen, sim, renderer="tiny", progress=None, crowd=0, baked=None):
        scenery = build_scenery(sim.level, renderer, progress, baked)
        self._screen, self._sky, self._things = screen, scenery.find("sky"), NodePath("things")
        self._sky.detachNode()
        self._movers = MovingScenery(sim.level, renderer)
        self._volumes, self._goals = VolumeScenery(sim.level), GoalMarkers(sim)
        self._body, self._ghost = body_model(sim.params.radii), ghost_model(sim.params.radii)
        self._twins, self._radii = TwinBodies(self._things, sim.params.radii), sim.params.radii
        self._shadow = PlayerShadow(sim.params.radii)
        around = scenery, self._movers.root, self._movers.shadows, self._volumes.root, self._goals.root
        drawn = *around, self._body, self._shadow.root, self._ghost
        for part in drawn:
            part.reparentTo(self._things)
        self._scenery = scenery
        self.crowd = CrowdScene(self._things, sim, crowd) if crowd else None
        self.spaces = [SpaceScene(screen.roots[0], self._sky, self._things)]
        self._drawn_for, self._shapes = None, []  # what the shapes were built from, and the shapes

    def take_light(self, surfaces, movers):
        """Exchange what light changes. surfaces: as surfaces_and_lines returns it; movers: MovingScenery"""
        self._scenery.find("surfaces and lines").removeNode()
        surfaces.reparentTo(self._scenery)
        for old, new in zip((self._movers.root, self._movers.shadows), (movers.root, movers.shadows)):
            old.removeNode()
            new.reparentTo(self._things)
        self._movers = movers

    def draw(self, moment):
        """Draw a Moment: place everything and aim the cameras."""
        self._split(moment)
        self._screen.aim(moment.eye, moment.look, moment.field_of_view, moment.target)
        self._movers.place(moment.time)
        self._volumes.place(moment.time, moment.state.checkpoint)
        self._goals.root.hide() if moment.found is None else self._goals.root.show()
        self._goals.place(moment.time, moment.found or ())
        self._place_ghost(moment)
        self._place_twins(moment)
        if self.crowd:
            ahead = None if any(moment.spaces) else moment.look.forward()
            self.crowd.place(moment.crowd_part, moment.eye, ahead)
        self._draw_overlays(moment)
        self._place_body(moment)

    def show_edges(self, wanted):
        """Show or hide the lines along the edges of the level."""
        for lines in (*self._scenery.findAllMatches("**/edges"), *self._movers.root.findAllMatches("**/edges")):
            lines.show() if wanted else lines.hide()

    def _split(self, moment):
        """Set the number of pictures, one or two, and the space of each."""
        self._screen.split(moment.is_split, moment.text_width)
        while len(self.spaces) > len(moment.spaces):
            self.spaces.pop().remove()
        while len(self.spaces) < len(moment.spaces):
            self.spaces.append(SpaceScene(self._screen.roots[len(self.spaces)], self._sky, self._things))

    def _draw_overlays(self, moment):
        """Draw the moment's shapes in each space. They are built again only when the record or the switches change."""
        record, twins = moment.record, moment.twins
        wanted = record, moment.overlays, moment.is_first_person, twins, moment.shapes
        if self._drawn_for is None or any(a is not b for a, b in zip(wanted, self._drawn_for)):
            self._drawn_for, self._shapes = wanted, list(moment.shapes or ())
            if record and moment.shapes is None:
                self._shapes = list(build_overlay(record, moment.sim, moment.overlays, moment.is_first_person))
            self._shapes += twin_shapes(twins, record, moment.sim.hz) if twins else []
        state = moment.state
        pin = record.after.position if record else state.position
        for scene, part in zip(self.spaces, moment.spaces):
            scene.show(self._shapes, space_between(moment.body, state.frame, state.position, part), pin, moment.eye)

    def _place_body(self, moment):
        """Draw the body and its shadow if they are seen from outside and no shapes replace them."""
        if moment.is_first_person or moment.overlays.ellipsoid or moment.shapes:
            self._body.hide()
            self._shadow.hide()
            return
        state = moment.state
        place(self._body, state.position, state.heading, frame=state.frame)
        self._body.setScale(*self._scale_of(moment.body))
        self._body.show()
        self._shadow.place(LineOfSight(moment.sim.level, moment.time), state.position, state.frame, moment.body)

    def _scale_of(self, body):
        """The scale factors of the models for an Ellipsoid, which may be crouched or changed in the menu."""
        return [now / then for now, then in zip(body.radii, self._radii)]

    def _place_twins(self, moment):
        found = moment.twins.between(moment.record, moment.part) if moment.twins and moment.record else None
        scaled = [(*where, self._scale_of(moment.sim.body_in(where[1]))) for where in found or ()]
        self._twins.place(scaled, moment.state.position, BESIDE if moment.is_first_person else SEEN)

    def _place_ghost(self, moment):
        """Draw the ghost, unless it is so near to the player that it would hide the view."""
        if moment.ghost is None or dist(moment.ghost[0], moment.state.position) < BESIDE:
            self._ghost.hide()
            return
        position, heading, frame = moment.ghost
        place(self._ghost, position, heading, frame=frame)
        self._ghost.show()

    def let_crowd_walk(self, sim, ticks):
        """Let the crowd make the player's last ticks, too. sim: the player's Simulation; ticks: their number"""
        for tick in range(sim.state.tick - ticks + 1, sim.state.tick + 1) if self.crowd else ():
            self.crowd.tick(sim.hz, tick)

    # Queries of the picture drawn last

    def is_under_water(self, eye):
        """True if a camera at `eye` (3,) [m] in the first picture is under water."""
        return self._volumes.covers(self.spaces[0].space.back(eye))

    def ray(self, x, y, number=0):
        """The ray (origin [m], unit direction) in the world through a position in a picture, -1..1 from its middle.

        number: of the picture, which may show another space
        """
        space, root, camera = self.spaces[number].space, self.spaces[number].root, self._screen.cameras[number]
        near, far = Point3(), Point3()
        camera.node().getLens().extrude(Point2(x, y), near, far)
        origin, ahead = (space.back(root.getRelativePoint(camera, point)) for point in (Point3(0.0, 0.0, 0.0), far))
        return tuple(origin.tolist()), normalise(tuple((ahead - origin).tolist()))

    def remove(self):
        for scene in self.spaces:
            scene.remove()
