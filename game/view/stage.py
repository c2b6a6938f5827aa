"""What stands in the scene: the level, the player's body, the overlay of the tick that is shown."""

from game.overlay import build_overlay

from .attitude import place
from .body import body_model
from .moving_scenery import MovingScenery
from .overlay_scene import OverlayScene
from .scenery import build_scenery


class Stage:
    """sim: Simulation; renderer: "tiny", "gl" or "llvmpipe"; progress(fraction, text): called while light is baked."""

    def __init__(self, parent, sim, renderer="tiny", progress=None):
        self.root = parent.attachNewNode("stage")
        build_scenery(sim.level, renderer, progress).reparentTo(self.root)
        self._movers = MovingScenery(sim.level, renderer)
        self._movers.root.reparentTo(self.root)
        self.place_movers(0.0)
        self._body = body_model(sim.params.radii)
        self._body.reparentTo(self.root)
        self._overlay = OverlayScene(self.root)
        self.sim = sim
        self._shown, self.shapes = None, []

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

    def place_movers(self, time):
        """Put what moves where it is at a time [s]."""
        self._movers.place(time)

    def remove(self):
        self.root.removeNode()
