"""The photographer: one picture of a simulation with overlays, texts and views, and the command `shot`."""

from collections.abc import Sequence
from math import radians, tan
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np
from panda3d.core import NodePath
from PIL import Image

from ..core.argument_checks import FARTHEST
from ..core.input_errors import InputError
from ..core.progress_bar import Progress
from ..core.right_forward_up_frame import up_of
from ..core.shapes import Point, Shape
from ..core.vec3 import Vector, along
from ..explain.iteration_overlay import BODY_POINT, InspectedTick, arrow_label, shapes_of
from ..explain.minkowski import MinkowskiView
from ..explain.palette import BODY
from ..explain.section import plane_of
from ..explain.spaces import CHOICES, space_between
from ..explain.tick_overlay import Switches, legend
from ..level.contents.level import LevelRaycast
from ..panels.canvas import set_text_size
from ..panels.hud_panel import DistancePanel, HudPanel, SpaceTitles, UnderwaterTint
from ..panels.label_layer import LabelLayer
from ..scene.framing import WHOLE, Framing, Screen, section_view, subject_of
from ..scene.look_and_spring_arm import NEAR, Look, SpringArm, look_at
from ..scene.moment import Moment
from ..scene.scene import Scene
from ..scene.static_scenery_and_patterns import remove_grain
from ..simulation import PlayerState, Simulation, TickRecord, Twins
from ..simulation.view_smoothing import above_centre
from .offscreen import FIELD_OF_VIEW, Studio, prepare, write_picture

DOWNWARDS = -0.72  # [rad] pitch in first person, which shows the ground ahead and the plane below the feet


# [rad] in first person without overlays: the first of these that shows something besides the sky.
GAZES = 0.0, -0.36, DOWNWARDS, -1.2
# Share of the picture that is something. Smaller: the far corner of a small floor is enough; larger: a plain is looked down at.
SEEN = 0.03


class PictureView(NamedTuple):
    """The content of pictures besides overlays: the space, "both" for two pictures, the Minkowski view, the twins' marks.

    has_grain: False leaves out what a material shows from near, for pictures of which a clone has many
    text_size: factor of the letters; above 1 all labels are as large as those of marks, for pictures that are shown small
    """

    space: str = "world"
    minkowski: bool = False
    twins: Twins | None = None
    is_marked: bool = True
    text_size: float = 1.0
    has_grain: bool = True


class Photographer:
    """A camera without a window, which draws records as pictures, the target in the middle of `area`, and `marks`."""

    def __init__(
        self,
        sim: Simulation,
        size: tuple[int, int] = (1280, 720),
        overlays: Switches | None = None,
        hud: bool = True,
        progress: Progress | None = None,
        view: PictureView | None = None,
    ):
        self._sim, self._overlays, self._view = sim, Switches() if overlays is None else overlays, view or PictureView()
        self._minkowski = MinkowskiView(self._view.minkowski)
        self._studio = Studio(size, samples=2)
        set_text_size(self._studio.overlay, self._view.text_size)
        self.scene = Scene(self._studio.screen, sim, "tiny", progress)
        if not self._view.has_grain:
            remove_grain(self._studio.screen.roots[0])
        self.moment: Moment | None = None  # that was drawn last
        self._tint = UnderwaterTint(self._studio.overlay, size)
        self.area = WHOLE
        self.marks: Sequence[Shape] = ()
        self._hud = HudPanel(self._studio.overlay, size) if hud else None
        self._labels = [
            LabelLayer(self._studio.overlay, size, camera, self._view.text_size > 1.0) for camera in self._studio.screen.cameras
        ]
        self._distances = DistancePanel(self._studio.overlay, size)
        self._titles = SpaceTitles(self._studio.overlay, size)

    @property
    def flat(self) -> NodePath:
        return self._studio.overlay

    def set_simulation(self, sim: Simulation, overlays: Switches) -> None:
        """Draw another simulation from now on, of the same level and the same size of the body."""
        self._sim, self._overlays = sim, overlays

    def picture(
        self,
        record: TickRecord | None,
        third_person: bool = False,
        pitch: float = DOWNWARDS,
        free: tuple[Vector, Vector] | None = None,
        shapes: Sequence[Shape] | None = None,
        framing: Framing | None = None,
        is_section: bool = False,
    ) -> Image.Image:
        """Draw the state after a tick, or before the first one. Without `free` and `framing` the camera is the player's.

        pitch: in first person [rad], negative downwards; free: (eye, target) [m] of a fixed camera; framing: replaces both
        others; shapes: to draw instead of the record's overlays; is_section: True to dim the level
        """
        sim = self._sim
        if shapes is None:
            shapes = self._minkowski.shapes(record, sim, self._overlays)
        state, body = (record.after, record.body) if record else (sim.state, sim.body)
        if framing:
            eye, look = framing.place, framing.look
        else:
            eye, look = (free[0], look_at(*free)) if free else self._player_camera(state, third_person, pitch)
        self.moment = moment = Moment(
            sim=sim,
            record=record,
            state=state,
            body=body,
            eye=eye,
            look=look,
            target=free[1] if free else None,
            pivot=framing.pivot if framing else None,
            field_of_view=framing.field_of_view if framing else FIELD_OF_VIEW,
            near=framing.near if framing else NEAR,
            area=self.area,
            time=state.tick / sim.hz,
            overlays=self._overlays,
            shapes=shapes,
            spaces=CHOICES[self._view.space],
            twins=self._view.twins,
            is_marked=self._view.is_marked,
            marks=self.marks,
            is_section=is_section,
        )
        self.scene.draw(moment)
        self._draw_flat_parts(moment)
        return self._studio.render()

    def section(self, record: TickRecord, number: int | None = None) -> Image.Image:
        """Draw the section of a tick in the plane of an iteration, by default of its first contact, which is inspected in it."""
        tick = InspectedTick(record, self._sim)
        number = tick.first_contact if number is None else number
        iteration, (width, height) = tick.iterations[number], self._studio.size
        grown, parts, after = self._minkowski.on, CHOICES[self._view.space], record.after
        screen = Screen(width / height, self.area, len(parts) > 1)
        spaces = [space_between(record.body, after.frame, after.position, part) for part in parts]
        plane = plane_of(record, iteration, grown)
        framing = section_view(subject_of(record, iteration), plane, screen, is_central=grown, spaces=spaces)
        if grown:
            shapes = [*shapes_of(tick.expanded_shapes(number)), Point(tick.swept_body(number, 1.0).centre, BODY, BODY_POINT)]
        else:
            shapes = [*tick.section_shapes(number), tick.swept_body(number, 1.0)]
        shapes += arrow_label(iteration)
        return self.picture(record, shapes=shapes, framing=framing, is_section=True)

    def _player_camera(self, state: PlayerState, third_person: bool, pitch: float) -> tuple[Vector, Look]:
        eye = along(state.position, up_of(state.frame), above_centre(state, self._sim.params))
        if not third_person:
            return eye, Look(state.heading, pitch, state.frame)
        sight = LevelRaycast(self._sim.level, state.tick / self._sim.hz)
        return SpringArm().advance(sight, eye, Look(state.heading, frame=state.frame), seconds=1e9)

    def _draw_flat_parts(self, moment: Moment) -> None:
        """Draw all that lies in front of the scene: labels, titles, plot, head-up display, tint under water."""
        record, screen = moment.record, self._studio.screen
        self._tint.show(self.scene.is_under_water(moment.eye) or None)
        self._titles.put(moment.spaces, moment.body.radii, self._minkowski.on and not moment.is_section)
        if self._hud:
            entries = legend(self._overlays, record, self._minkowski.on) if record else ()
            self._hud.show(moment.sim, None if moment.is_split else record, entries)
        top = max(self._titles.bottom, self._hud.bottom if self._hud else 0.0)
        self._distances.put(moment.twins if moment.is_marked else None, record, record, moment.sim.hz, top)
        for number, layer in enumerate(self._labels):
            layer.show(self.scene.spaces[number].shapes if number < len(moment.spaces) else (), screen.across(number))

    def close(self) -> None:
        self._studio.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def gaze(simulation: Simulation, size: tuple[int, int]) -> float | None:
    """Return the pitch [rad] of a player that looks level, or down to the little that there is, as on a sheet of some metres.

    None: nothing is seen, as from above the edge of a single wall.
    """
    state, sight = simulation.state, LevelRaycast(simulation.level, simulation.time)
    eye = along(state.position, up_of(state.frame), above_centre(state, simulation.params))
    half = tan(radians(FIELD_OF_VIEW / 2.0))
    aside, above = (part.ravel() for part in np.meshgrid(np.linspace(-half, half, 16), np.linspace(-half, half, 16)))
    for pitch in GAZES:
        look = Look(state.heading, pitch, state.frame)
        rays = np.array(look.forward()) + np.outer(aside, look.across()) + np.outer(above * size[1] / size[0], look.upwards())
        if np.isfinite(sight.raycast(np.tile(eye, (len(rays), 1)), rays, np.full(len(rays), FARTHEST))).mean() >= SEEN:
            return pitch
    return None


def take_picture(
    simulation: Simulation,
    out: str | Path,
    size: tuple[int, int] = (1280, 720),
    overlays: Switches | bool = False,
    third_person: bool = False,
    *,
    pitch: float | None = None,
    progress: Progress | None = None,
    section: bool = False,
    **shown: Any,
) -> Path:
    """Draw the state of a Simulation, write the picture, and return its path. Raises InputError if that is not possible.

    overlays: True for the default ones, with the head-up display; pitch: in first person [rad], negative downwards; None is
    level, or down to what there is, or with overlays down to the feet. If the player sees nothing, the level's first view is
    drawn. section: True for the section of the tick's first contact, which needs an iteration; shown: fields of PictureView
    """
    prepare(Path(out))
    switches = Switches() if overlays is True else overlays or Switches.none()
    if pitch is None:
        pitch = DOWNWARDS if switches.any() else gaze(simulation, size)
    views = simulation.level.views if pitch is None and not third_person else ()
    free = (views[0].eye, views[0].target) if views else None
    record = simulation.history[-1] if simulation.history else None
    if section and (record is None or not record.trace.iterations):
        raise InputError("--section: this picture has no sweep to cut the level at; choose a tick from 1 with --tick")
    with Photographer(simulation, size, switches, switches.any(), progress, PictureView(**shown)) as photographer:
        if section and record is not None:
            return write_picture(photographer.section(record), out)
        return write_picture(photographer.picture(record, third_person, pitch or 0.0, free=free), out)
