"""Pointing gallery: a triangle behind a screen, what a forum's program finds under the mouse, and what the eye sees there."""

from dataclasses import dataclass
from functools import cache
from math import cos, hypot, nan, sin
from typing import Annotated, NamedTuple

import numpy as np

from ...core.shapes import Balls, Boxes, Colour, Label, Lines, Polyline, Shape, Skin
from ...core.value_rules import Number
from ...core.vec3 import Vector
from ..physics.forum_picking import (
    accepted_triangle,
    clipped,
    disagreement,
    feet,
    is_picked,
    is_seen,
    own_eye,
    perspective,
    ray_hit,
    triangle_at,
)
from .board_content import BoardContent, BoardRow, Curve, Plot, quarter_marks
from .exhibit import Actor, Chosen, ExhibitKind, ExhibitState, Incident, IncidentKind, Readout, button, dial, exhibit, switch

SIDE = 600.0  # [pixels] of the screen
DEPTHS = (0.0, 50.0, 100.0, 200.0, 300.0, 400.0)  # [pixels] of the triangle's second corner in the screen
HEIGHTS = tuple(50.0 * n for n in range(1, 12))  # [pixels] of the mouse over the lower edge of the screen
MICE = 20_000  # mouse places that are counted. Fewer: the share is a guess; more: a tick takes long
MOST_ASIDE = 1.45  # [rad] of the view from the direction to the screen. More: the mouse is far outside of the screen
# Time [s] for which a view rests on a place, and its speed across the screen [m/s] below which it rests. Shorter, faster: on its
# way to the board it leaves the mouse at the edge of the screen; longer, slower: a visitor must wait until a place is kept.
RESTED, RESTING = 0.2, 1.0
PROGRAMS = ("repaired", "as printed")
REPAIRED, PRINTED = range(2)
EYE = 1.62  # [m] of the visitor's eye over the feet


class Pointing(NamedTuple):
    """The visitor's mouse and what was counted. The mouse stays where the view last rested, while the visitor looks elsewhere."""

    is_on: bool = False  # True once the visitor's view has led to the screen
    is_held: bool = False  # True while it leads elsewhere
    mouse: tuple[float, float] = (300.0, 300.0)  # place on the screen [pixels]; its y points down
    eye: Vector = (300.0, 300.0, 500.0)  # the visitor's eye [pixels]; z counts from the screen outwards
    rested: tuple[float, Vector] | None = None  # the last place across the screen on which the view rested, and the eye [pixels]
    still: int = 0  # ticks for which the view rests
    counted: tuple[tuple[float, float], ...] = ()  # (depth, share of the drawn triangle over which program and eye disagree)


class PlaceUnderMouse(NamedTuple):
    """The answers of the program and of the ray for one mouse place."""

    foot: np.ndarray  # (3,) [pixels] of the program
    is_picked: bool
    distance: float  # signed, of the mouse from the triangle's plane, as the program shows it [pixels]
    hit: np.ndarray  # (3,) [pixels] of the ray with the triangle's plane
    weights: np.ndarray  # (3,) of the hit
    is_seen: bool
    far: float  # of the hit from the eye [pixels]


@exhibit("pointing")
@dataclass(frozen=True)
class PointingGallery(ExhibitKind[Pointing]):
    """An upright screen in the plane y = 0, with a triangle in and behind it. The visitor's eye and heading are the mouse."""

    pixels: Annotated[float, Number(20.0, 1000.0, "pixels/m")] = 100.0  # pixels in a metre
    low: Annotated[float, Number(0.0, 5.0, "m")] = 0.2  # height of the screen's lower edge [m]

    TITLE = "What does the mouse point at?"
    CONTROLS = (
        dial("corner", DEPTHS, 200.0, "pixels", "how deep the second corner is in the screen: the mouse wheel"),
        dial("height", HEIGHTS, 300.0, "pixels", "how high you point; to the side, the middle of your view points"),
        switch("program", PROGRAMS, "the forum's program: repaired, or with its foot and winding number as printed"),
        button("count", "point at 20 000 random places of the screen, and count"),
    )
    FIGURES = {
        "picked": "", "seen": "", "distance": "m", "ray": "m", "predicted": "of the drawn triangle",
        "counted": "of the drawn triangle",
    }  # fmt: skip

    def begin(self, values: Chosen) -> Pointing:
        return Pointing()

    def tick(self, values: Chosen, bodies: Pointing, used: frozenset[str], actor: Actor, hz: int) -> tuple[Pointing, Readout]:
        before = pick_at(values, bodies)
        bodies = self.pointed(values, bodies, actor, hz)
        depth = values["corner"]
        if "count" in used:
            others = tuple(row for row in bodies.counted if row[0] != depth)
            bodies = bodies._replace(counted=tuple(sorted((*others, (depth, counted_disagreement(depth))))))
        pick = pick_at(values, bodies)
        changed = bodies.is_on and pick.is_seen != before.is_seen
        incidents = (Incident(IncidentKind.STRUCK, self.place(pick.hit), 0.3),) if changed else ()
        figures = {
            "picked": float(pick.is_picked), "seen": float(pick.is_seen), "distance": abs(pick.distance) / self.pixels,
            "ray": pick.far / self.pixels, "predicted": disagreement(depth, SIDE),
            "counted": dict(bodies.counted).get(depth, nan),
        }  # fmt: skip
        return bodies, Readout(figures, incidents)

    def pointed(self, values: Chosen, bodies: Pointing, actor: Actor, hz: int) -> Pointing:
        """Return the bodies with the mouse where the visitor's view meets the screen, else where it rested on it last.

        On its way to the desk or the board a view sweeps over the screen. So the place where it leaves the screen is not meant.
        """
        seen, height = self.seen_on_screen(actor), SIDE - values["height"]
        if seen is None:
            if bodies.rested is None:
                return bodies
            across, eye = bodies.rested
            return bodies._replace(is_held=True, mouse=(across, height), eye=eye, still=0)
        across, eye = seen
        rests = bodies.is_on and not bodies.is_held and abs(across - bodies.mouse[0]) < RESTING * self.pixels / hz
        still = bodies.still + 1 if rests else 0
        rested = seen if still >= RESTED * hz or bodies.rested is None else bodies.rested
        return Pointing(True, False, (across, height), eye, rested, still, bodies.counted)

    def seen_on_screen(self, actor: Actor) -> tuple[float, Vector] | None:
        """Return the place across the screen under the middle of the visitor's view, and the eye [pixels], None beside it."""
        x, y, z = actor.position
        ahead = cos(actor.heading)
        if y > -0.3 or ahead < cos(MOST_ASIDE):
            return None
        across = SIDE / 2.0 + (x + y * sin(actor.heading) / ahead) * self.pixels
        eye = SIDE / 2.0 + x * self.pixels, SIDE - (z - actor.radii[2] + EYE - self.low) * self.pixels, -y * self.pixels
        return (across, eye) if 0.0 <= across <= SIDE else None

    def place(self, pixel: np.ndarray) -> Vector:
        """Return a point of the program (3,) [pixels] in the exhibit's frame [m]."""
        x, y, z = (float(part) for part in pixel)
        return (x - SIDE / 2.0) / self.pixels, z / self.pixels, self.low + (SIDE - y) / self.pixels

    def bodies(self, before: ExhibitState[Pointing], after: ExhibitState[Pointing], part: float) -> list[Shape]:
        """Make the screen's frame, the triangle with poles to its place in the screen, the mouse, the foot and the ray's hit."""
        values, state = self.values(after), after.bodies
        corners = triangle_at(values["corner"])
        half = SIDE / 2.0 / self.pixels
        middle = self.low + half
        boxes = [((side * (half + HALF), 0.0, middle), (HALF, HALF, half + 2.0 * HALF), FRAME) for side in (-1.0, 1.0)]
        boxes += [((0.0, 0.0, middle + side * (half + HALF)), (half, HALF, HALF), FRAME) for side in (-1.0, 1.0)]
        boxes += [((side * half, 0.0, self.low / 2.0), (HALF, HALF, self.low / 2.0), FRAME) for side in (-1.0, 1.0)]
        places = np.array([self.place(corner) for corner in corners])
        shapes: list[Shape] = [
            Boxes.of(boxes),
            Skin(places[None], np.tile((*SAIL, 0.92), (1, 3, 1))),
            Polyline(places[[0, 1, 2, 0]], FRAME, 0.025),
        ]
        if corners[1, 2] > 0.0:
            flat = self.place(np.array([*corners[1, :2], 0.0]))
            shapes.append(Lines(np.array([[flat, places[1]]]), FRAME, 0.012))
        if not state.is_on:
            return shapes
        pick = pick_at(values, state)
        mouse = self.place(np.array([*state.mouse, 0.0]))
        shapes += marker(self, mouse, pick.foot, FOOT, PICKED if pick.is_picked else MISSED)
        if np.isfinite(pick.far) and hypot(*(pick.hit[:2] - SIDE / 2.0)) < 2.0 * SIDE:
            shapes += marker(self, mouse, pick.hit, HIT, PICKED if pick.is_seen else MISSED)
        return [*shapes, Balls.of([(mouse, MISSED, MOUSE)])]

    def sheet(self, state: ExhibitState[Pointing]) -> BoardContent:
        """Make the board with the answers of program and ray, and with the area over which they disagree."""
        values, shown, pixels = self.values(state), state.bodies, self.pixels
        depth = values["corner"]
        counted = dict(shown.counted).get(depth)
        share = f"{100.0 * disagreement(depth, SIDE):.1f} %", "press count" if counted is None else f"{100.0 * counted:.1f} %"
        area = BoardRow("they disagree, of the drawn triangle", *share, labels=("by area", "counted"))
        notes = (
            f"Red: the program ({PROGRAMS[int(values['program'])]}). Green: seen. Dark: the middle of your view.",
            "You look elsewhere: the place you pointed at stays."
            if shown.is_held
            else "They disagree: over the whole screen, from the program's own eye.",
        )
        if not shown.is_on:
            rows: tuple[BoardRow, ...] = (BoardRow("you do not point at the screen yet", "-", "-"), area)
        else:
            pick = pick_at(values, shown)
            wrong = pick.is_picked != pick.is_seen
            far = "never" if not np.isfinite(pick.far) else f"{pick.far / pixels:.3f} m"
            rows = (
                BoardRow("is it the triangle?", yes(pick.is_picked), yes(pick.is_seen), wrong_prediction=wrong),
                BoardRow("distance", f"{abs(pick.distance) / pixels:.3f} m", far, labels=("mouse to plane", "eye to hit")),
                BoardRow("weights of the hit", "not asked", " ".join(f"{part:.2f}" for part in pick.weights)),
                area,
            )
        return BoardContent(self.TITLE, notes, rows, plot_of(shown, depth), ("program", "ray"))

    def overlay(self, state: ExhibitState[Pointing]) -> list[Shape]:
        """Make, on the screen, the outlines of what the program draws and of what it accepts, and the corners' coordinates."""
        corners = triangle_at(self.values(state)["corner"])
        square = np.array([[0.0, 0.0], [SIDE, 0.0], [SIDE, SIDE], [0.0, SIDE]])
        shapes: list[Shape] = []
        outlines = (
            ("drawn", perspective(corners, own_eye())[:, :2], HIT, 0.02),
            ("accepted", clipped(square, accepted_triangle(corners)), FOOT, 0.02),
        )
        for name, outline, colour, radius in outlines:
            if len(outline) < 3:
                continue
            places = [self.place(np.array([x, y, -2.0])) for x, y in outline]
            shapes.append(Polyline(np.array([*places, places[0]]), colour, radius))
            shapes.append(Label(places[0], name, colour))
        for corner in corners:
            shapes.append(Label(self.place(corner), f"({corner[0]:g}, {corner[1]:g}, {corner[2]:g})", FRAME))
        return shapes


def pick_at(values: Chosen, bodies: Pointing) -> PlaceUnderMouse:
    """Return what the chosen program and the visitor's ray find under the mouse."""
    corners, mouse, eye = triangle_at(values["corner"]), np.array([bodies.mouse]), np.array(bodies.eye)
    is_repaired = int(values["program"]) == REPAIRED
    found, distances = feet(corners, np.column_stack([mouse, np.zeros(1)]), is_repaired)
    hit, parts, far = ray_hit(corners, mouse[0], eye)
    picked, seen = is_picked(corners, mouse, is_repaired)[0], is_seen(corners, mouse, eye)[0]
    return PlaceUnderMouse(found[0], bool(picked), float(distances[0]), hit, parts, bool(seen), float(far))


@cache
def counted_disagreement(depth: float) -> float:
    """Return the counted share of MICE random places over which program and its own eye disagree, over that of the seen ones."""
    corners, mouse = triangle_at(depth), np.random.default_rng(5).uniform(0.0, SIDE, (MICE, 2))
    seen = is_seen(corners, mouse, own_eye())
    return float((is_picked(corners, mouse) != seen).sum() / seen.sum())


SAIL, FRAME, GLASS = (0.93, 0.88, 0.76), (0.30, 0.32, 0.36), (0.72, 0.84, 0.92)
MOUSE, FOOT, HIT = (0.12, 0.13, 0.15), (0.85, 0.30, 0.16), (0.20, 0.62, 0.30)
HALF = 0.05  # [m] half width of the frame
PICKED, MISSED = 0.17, 0.1  # [m] radii of a marker in the triangle, and of one outside. Smaller: not seen from the desk


def marker(kind: PointingGallery, mouse: Vector, pixel: np.ndarray, colour: Colour, radius: float) -> list[Shape]:
    """Make a ball at a point of the program [pixels], with a line to it from the mouse."""
    place = kind.place(pixel)
    return [Lines(np.array([[mouse, place]]), colour, 0.018), Balls.of([(place, radius, colour)])]


def yes(answer: bool) -> str:
    return "yes" if answer else "no"


def plot_of(shown: Pointing, depth: float) -> Plot:
    """Make the plot of the disagreement over the depth of the corner."""
    top = 2.0
    across = np.linspace(0.0, 1.0, 41)
    points = np.column_stack([across, [min(disagreement(part * DEPTHS[-1], SIDE) / top, 1.0) for part in across.tolist()]])
    dots = np.array([(one / DEPTHS[-1], min(share / top, 1.0)) for one, share in shown.counted]).reshape(-1, 2)
    now = np.array([(depth / DEPTHS[-1], min(disagreement(depth, SIDE) / top, 1.0))])
    curves = (
        Curve("by area", FRAME, points, is_bold=True),
        Curve("counted", HIT, dots, is_dots=True),
        Curve("", FOOT, now, is_dots=True),
    )
    marks = quarter_marks("{:g} %", 100.0 * top)
    return Plot("disagreement / drawn triangle", curves, marks, f"corner 0 to {DEPTHS[-1]:g} pixels deep")
