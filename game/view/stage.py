"""What stands in the scene: the level, the player's body, the overlay of the tick that is shown."""

from math import dist

from game.overlay import build_overlay

from .attitude import place
from .body import body_model, ghost_model
from .moving_scenery import MovingScenery
from .overlay_scene import OverlayScene
from .scenery import build_scenery
from .volume_scenery import VolumeScenery

BESIDE = 0.9  # [m] from the player's centre to the ghost's, at least. Smaller: one looks out of it; larger: it is seldom seen


class Stage:
    """sim: Simulation; renderer: "tiny", "gl" or "llvmpipe"; progress(fraction, text): called while light is baked."""

    def __init__(self, parent, sim, renderer="tiny", progress=None):
        self.root = parent.attachNewNode("stage")
        build_scenery(sim.level, renderer, progress).reparentTo(self.root)
        self._movers = MovingScenery(sim.level, renderer)
        self._movers.root.reparentTo(self.root)
        self._volumes = VolumeScenery(sim.level)
        self._volumes.root.reparentTo(self.root)
        self._body, self._ghost = body_model(sim.params.radii), ghost_model(sim.params.radii)
        self._body.reparentTo(self.root)
        self._ghost.reparentTo(self.root)
        self.place_ghost(None)
        self._overlay = OverlayScene(self.root)
        self.sim = sim
        self._shown, self.shapes = None, []
        self.place_movers(0.0)

    def show(self, record, switches, eye, first_person):
        """Draw the overlays of a record, unless they are there already. eye: the camera's position."""
        wanted = (record, switches, first_person)
        if self._shown is not None and all(a is b for a, b in zip(self._shown, wanted)):
            return
        self._shown = wanted
        self.shapes = build_overlay(record, self.sim, switches, first_person) if record else []
        self._overlay.show(self.shapes, eye)

    def place_body(self, position, state, visible):
        """The body is seen from outside, unless its ellipsoid is drawn as an overlay. state: the PlayerState to show"""
        params = self.sim.params
        place(self._body, position, state.heading, frame=state.frame)
        self._body.setSz(params.at(state.crouched).feet / params.feet)
        self._body.show() if visible else self._body.hide()

    def place_movers(self, time, checkpoint=-1):
        """Put what moves where it is at a time [s]. checkpoint: number of the volume of the last one passed, -1: none"""
        self._movers.place(time)
        self._volumes.place(time, checkpoint)

    def is_under_water(self, eye):
        return self._volumes.covers(eye)

    def place_ghost(self, where, own=None):
        """where: ((x, y, z), heading) of the run that walks beside, or None; own: where the player's centre is [m].

        One who walks in the very same place would hang before his eyes, and is left out.
        """
        if where is None or dist(where[0], own) < BESIDE:
            self._ghost.hide()
            return
        place(self._ghost, *where)
        self._ghost.show()

    def remove(self):
        self.root.removeNode()
