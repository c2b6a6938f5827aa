"""What stands in the scene: the level, the player's body, the overlay of the tick that is shown."""

from math import dist

from panda3d.core import NodePath

from game.overlay import build_overlay, space_between, twin_shapes
from game.overlay.spaces import WORLD
from game.simulation.twins import SEEN

from ..bodies.player_body import body_model, ghost_model
from ..bodies.player_shadow import PlayerShadow
from ..bodies.twin_bodies import TwinBodies
from ..camera.line_of_sight import LineOfSight
from .moving_scenery import MovingScenery
from .node_placement import place
from .scenery import build_scenery
from .space_scene import SpaceScene
from .volume_scenery import VolumeScenery

BESIDE = 0.9  # [m] from the player's centre to the ghost's, at least. Smaller: one looks out of it; larger: it is seldom seen


class Stage:
    """sim: Simulation; renderer: "tiny", "gl" or "llvmpipe"; progress(fraction, text): called while light is baked.

    things: NodePath of all that stands in the level; scenes: SpaceScenes that show it, the first always, a second when split
    """

    def __init__(self, parent, sim, renderer="tiny", progress=None):
        scenery = build_scenery(sim.level, renderer, progress)
        self._sky, self.things = scenery.find("sky"), NodePath("things")
        self._sky.detachNode()
        self._movers = MovingScenery(sim.level, renderer)
        self._volumes = VolumeScenery(sim.level)
        self._body, self._ghost = body_model(sim.params.radii), ghost_model(sim.params.radii)
        self._twins, self._radii = TwinBodies(self.things, sim.params.radii), sim.params.radii
        self._shadow = PlayerShadow(sim.params.radii)
        drawn = scenery, self._movers.root, self._movers.shadows, self._volumes.root, self._body, self._shadow.root, self._ghost
        for part in drawn:
            part.reparentTo(self.things)
        self.place_ghost(None)
        self.scenes = [SpaceScene(parent, self._sky, self.things)]
        self.sim = sim
        self._asked, self._shapes = None, []
        self.place_movers(0.0)

    def split(self, parent):
        """Show the stage a second time under another root, in a space of its own; None: no more."""
        while len(self.scenes) > 1:
            self.scenes.pop().remove()
        if parent is not None:
            self.scenes.append(SpaceScene(parent, self._sky, self.things))

    def show(self, record, switches, eye, first_person, spaces=(WORLD,), twins=None, instead=None):
        """Draw the overlays of a record, in each scene's space. eye: the camera's position; twins: Twins to draw, too.

        instead: shapes to draw instead of the record's own
        """
        asked = (record, switches, first_person, twins, instead)
        if self._asked is None or any(a is not b for a, b in zip(self._asked, asked)):
            self._asked = asked
            own = build_overlay(record, self.sim, switches, first_person) if record and instead is None else instead
            self._shapes = list(own or ())
            self._shapes += twin_shapes(twins, record, self.sim.hz) if twins else []
        for scene, space in zip(self.scenes, spaces):
            scene.show(self._shapes, space, record.after.position if record else space.anchor, eye)

    def spaces(self, parts, body, frame, anchor):
        """The spaces that are parts of the way from the world to eSpace. body: Ellipsoid; frame: of the player"""
        return [space_between(body, frame, anchor, part) for part in parts]

    def place_body(self, position, state, body, visible, time):
        """The body is seen from outside, unless its ellipsoid is drawn as an overlay. state: PlayerState; body: Ellipsoid

        time: of the simulation [s]; on what is where then falls its shadow
        """
        if not visible:
            self._body.hide()
            self._shadow.hide()
            return
        place(self._body, position, state.heading, frame=state.frame)
        self._body.setScale(*self._size(body))
        self._body.show()
        self._shadow.place(LineOfSight(self.sim.level, time), position, state.frame, body)

    def _size(self, body):
        """How much larger an Ellipsoid is than the models, along its axes: it may be crouched, or have grown."""
        return [now / then for now, then in zip(body.radii, self._radii)]

    def place_movers(self, time, checkpoint=-1):
        """Put what moves where it is at a time [s]. checkpoint: number of the volume of the last one passed, -1: none"""
        self._movers.place(time)
        self._volumes.place(time, checkpoint)

    def is_under_water(self, eye):
        """eye: the camera's place in the first scene."""
        return self._volumes.covers(self.scenes[0].space.back(eye))

    def place_twins(self, places, own, outside):
        """places: what Twins.between says; own: where the player's centre is [m]; outside: is he seen, too?"""
        sized = [(*where, self._size(self.sim.body_in(where[1]))) for where in places or ()]
        self._twins.place(sized, own, SEEN if outside else BESIDE)

    def place_ghost(self, where, own=None):
        """where: ((x, y, z), heading, frame) of the run that walks beside, or None; own: where the player's centre is [m].

        One who walks in the very same place would hang before his eyes, and is left out.
        """
        if where is None or dist(where[0], own) < BESIDE:
            self._ghost.hide()
            return
        position, heading, frame = where
        place(self._ghost, position, heading, frame=frame)
        self._ghost.show()

    def remove(self):
        for scene in self.scenes:
            scene.remove()
