"""Pictures of a simulation without a window: the same scene, overlays and head-up display as in the game."""

from game.collision.engine.frames import up_of
from game.collision.engine.vec3 import along
from game.overlay import CHOICES, Switches
from game.simulation.player.view_smoothing import above_centre

from ..camera.camera import Look, SpringArm
from ..camera.line_of_sight import LineOfSight
from ..feedback.underwater_tint import UnderwaterTint
from ..panels.distance_panel import DistancePanel
from ..panels.hud_panel import HudPanel
from ..panels.label_layer import LabelLayer
from ..panels.space_titles import SpaceTitles
from ..panels.status import Status
from ..scene.stage import Stage
from ..teaching.minkowski_view import MinkowskiView
from .offscreen import FIELD_OF_VIEW, Studio

DOWNWARDS = -0.72  # [rad] in first person: the ground ahead, and the plane under one's own feet


class Photographer:
    """sim: Simulation whose records are to be shown; size: (width, height) [pixels]; hud: draw the numbers.

    space, minkowski: as for show_space, at first; twins: Twins of the player, to be shown, too
    """

    def __init__(
        self, sim, size=(1280, 720), overlays=None, hud=True, progress=None, space="world", twins=None, minkowski=False
    ):
        self._sim, self._overlays = sim, Switches() if overlays is None else overlays
        self._studio = Studio(size, samples=2)
        self._stage = Stage(self._studio.scene, sim, "tiny", progress)
        self.show_space(space, minkowski)
        self._tint = UnderwaterTint(self._studio.overlay, size)
        self._hud = HudPanel(self._studio.overlay, size) if hud else None
        self._labels = [LabelLayer(self._studio.overlay, size, camera) for camera in self._studio.halves.cameras]
        self._twins = twins
        self._distances = DistancePanel(self._studio.overlay, size)
        self._titles = SpaceTitles(self._studio.overlay, size)

    @property
    def flat(self):
        """Where panels that lie flat over the pictures are hung up."""
        return self._studio.overlay

    def watch(self, sim, overlays, twins=None):
        """From now on show another simulation of the same level and a body of the same size, with these overlays and twins."""
        self._twins = twins
        self._sim = self._stage.sim = sim
        self._overlays = overlays

    def show_space(self, name, minkowski=False):
        """From now on: "world", "ellipsoid" or "both" of them side by side; minkowski: the triangles grown, the body a point."""
        self._parts, self._minkowski = CHOICES[name], MinkowskiView(minkowski)
        split = len(self._parts) > 1
        self._studio.halves.split(split)
        self._stage.split(self._studio.halves.scene if split else None)

    def picture(self, record, third_person=False, pitch=DOWNWARDS, free=None, instead=None):
        """A PIL image of one StepRecord, seen by the player or from behind him; pitch [rad] is first person's.

        record: None before the first tick; free: (eye, target), both (3,) [m], for a camera that stands there instead
        instead: shapes to draw instead of the record's overlays
        """
        sim = self._sim
        state, body = (record.after, record.body) if record else (sim.state, sim.body)
        eye = self._aim(state, third_person, pitch, free)
        outside = third_person or free is not None
        self._stage.place_movers(state.tick / sim.hz, state.checkpoint)
        spaces = self._stage.spaces(self._parts, body, state.frame, state.position)
        self._stage.place_twins(self._twins and self._twins.between(record, 1.0), state.position, outside)
        if instead is None:
            instead = self._minkowski.shapes(record, sim, self._overlays)
        self._stage.show(record, self._overlays, eye, not outside, spaces, self._twins, instead)
        is_seen = outside and instead is None and not self._overlays.ellipsoid
        self._stage.place_body(state.position, state, body, is_seen, state.tick / sim.hz)
        self._tint.show(self._stage.is_under_water(eye))
        self._show_words(record, body)
        return self._studio.render()

    def _show_words(self, record, body):
        """What is read: labels in each space, titles of the spaces, and the numbers where they hide neither."""
        halves = self._studio.halves
        self._titles.show(self._parts, body.radii, self._minkowski.on)
        self._distances.show(self._twins, record, record, self._sim.hz)
        if self._hud:
            self._hud.show(self._sim, record, self._minkowski.told(self._overlays), Status())
            self._hud.set_numbers_visible(not halves.is_split)
        for number, layer in enumerate(self._labels):
            layer.show(self._stage.scenes[number].shapes if number < len(self._parts) else (), halves.across(number))

    def _aim(self, state, third_person, pitch, free):
        """Point the camera. Returns where it stands."""
        if free is not None:
            self._studio.look(*free)
            return free[0]
        eye = along(state.position, up_of(state.frame), above_centre(state, self._sim.params))
        look = Look(state.heading, pitch, state.frame)
        if third_person:
            sight = LineOfSight(self._sim.level, state.tick / self._sim.hz)
            eye, look = SpringArm().place(sight, eye, Look(state.heading, frame=state.frame), seconds=1e9)
        self._studio.aim(eye, look.heading, look.pitch, FIELD_OF_VIEW, look.frame)
        return eye

    def close(self):
        self._studio.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
