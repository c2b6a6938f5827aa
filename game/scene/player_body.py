"""The player and its twins seen from outside: a smooth ellipsoid with a visor that shows the view direction."""

from collections.abc import Sequence
from itertools import chain, zip_longest
from math import dist

import numpy as np
from panda3d.core import NodePath, TransparencyAttrib

from ..core.shapes import Colour, EllipsoidShape
from ..core.vec3 import Vector, VectorLike
from ..explain import tessellate
from ..explain.palette import BODY, PLAYER, TWINS, VISOR, VISOR_HALF_WIDTH, VISOR_HEIGHTS
from ..explain.tessellate import tubes
from ..simulation import PlayerState
from ..simulation.twins import SEEN
from .geometry_nodes import place_node, triangles_node, triangles_of_grid

AROUND, UPWARDS = 36, 26  # facets, beside those at the edges of what is painted
BRIGHT, GRADIENT = 0.80, 0.20  # light from above: brightness of the middle, and how much more at the top
# Light from the sides and from the ground, by which the body stands out from what is dark behind it: of a body's left and right
# edge as seen from behind or ahead, and of its lower end. More: it looks like a lamp; less: in shade its outline is lost
RIM, BOUNCE = 0.20, 0.10
GHOST, OPACITY = (0.72, 0.93, 0.97), 0.5
GHOST_SORT = 8  # after volumes, before overlays
TRANSLUCENT = 0.5  # opacity of a body with shapes inside. Smaller: no body is seen; larger: arrows inside are lost
RING_RADIUS, RING_LIFT = 0.004, 1.003  # [m]; factor of the radii, so that the surface does not hide half of a ring
DASHED = 0.45  # opacity of hidden parts of rings. Smaller: not visible; larger: front and back look alike
SURFACE_SORT, RING_SORT = 20, 21  # after the overlays
BEHIND = 0.35  # opacity of the body behind a pillar. Smaller: it is lost there; larger: it seems to be before the pillar


# The face: (azimuth from straight ahead [rad], height as a fraction of the vertical radius, half width [rad], half height) of
# patches, which may be on both sides, painted on the ellipsoid: strap, pack, eyes. The body stays the one that collides.
STRAP, PACK, EYES = (0.0, 0.53, 4.0, 0.07), (np.pi, 0.12, 0.62, 0.34), (0.3, 0.53, 0.15, 0.10)
PACK_COLOUR, EYE_COLOUR = (0.40, 0.50, 0.64), (0.97, 0.95, 0.84)
WARM = np.array((1.0, 0.93, 0.78))  # colour of the light from the sides
EDGE = 0.006  # [rad] half the width of the border of what is painted. Larger: it is blurred


def body_model(radii: VectorLike, colour: Colour = PLAYER, is_capsule: bool = False, has_face: bool = False) -> NodePath:
    """Return an ellipsoid, or upright capsule, around the origin that faces +y, with its shading. radii: [m]

    has_face: True for eyes in the visor, its strap and a pack, which show front and back from all sides
    """
    patches = ((STRAP, VISOR), (PACK, PACK_COLOUR), (EYES, EYE_COLOUR)) if has_face else ()
    turns, rises = [(VISOR_HALF_WIDTH, -VISOR_HALF_WIDTH)], [VISOR_HEIGHTS]
    for (middle, up, wide, high), _ in patches:
        turns.append((middle - wide, middle + wide))
        rises.append((up - high, up + high))
    sides = with_edges(np.linspace(-np.pi, np.pi, AROUND + 1), np.append(np.ravel(turns), -np.ravel(turns)))
    rows = np.sin(with_edges(np.linspace(-1.5707, 1.5707, UPWARDS + 1), np.arcsin(np.ravel(rises))))
    azimuth, height = np.meshgrid(sides, rows)
    across = np.sqrt(1.0 - height**2)
    unit = np.stack([across * np.sin(azimuth), across * np.cos(azimuth), height], axis=-1)
    is_visor = (np.abs(azimuth) < VISOR_HALF_WIDTH) & (height > VISOR_HEIGHTS[0]) & (height < VISOR_HEIGHTS[1])
    painted = np.where(is_visor[..., None], VISOR, colour)
    for patch, paint in patches:
        is_patch = (np.abs(np.abs(azimuth) - patch[0]) < patch[2]) & (np.abs(height - patch[1]) < patch[3])
        painted = np.where(is_patch[..., None], paint, painted)
    rim = RIM * np.abs(unit[..., :1]) ** 3 + BOUNCE * np.clip(-unit[..., 2:], 0.0, 1.0) ** 2
    colours = painted * (BRIGHT + GRADIENT * unit[..., 2:]) + rim * (WARM - painted)
    packed = (np.clip(colours, 0.04, 0.97) * 255).astype(np.uint8)
    places = unit * radii
    if is_capsule:
        places = unit * min(radii)
        places[..., 2] += np.where(height >= 0.0, 1.0, -1.0) * (radii[2] - min(radii))
    path = NodePath("body")
    path.attachNewNode(triangles_node("body", places.reshape(-1, 3), packed.reshape(-1, 3), triangles_of_grid(*height.shape)))
    path.setLightOff()
    path.setTextureOff()
    return path


def ghost_model(radii: VectorLike, colour: Colour = GHOST, opacity: float = OPACITY, is_capsule: bool = False) -> NodePath:
    """Return a translucent body, for twins and for the ghost (the best run that is shown again)."""
    path = body_model(radii, colour, is_capsule)
    path.setAlphaScale(opacity)
    path.setTransparency(TransparencyAttrib.MAlpha)
    path.setBin("fixed", GHOST_SORT)
    return path


class ShownBody:
    """The player's body of radii [m], of an opacity 0..1, with or without rings around its three axes."""

    def __init__(self, parent: NodePath, radii: VectorLike):
        self.root = parent.attachNewNode("player")
        self._surface, self._rings = self.root.attachNewNode("surface"), rings_model(radii)
        self._plain, self._faced = body_model(radii), body_model(radii, has_face=True)
        self._plain.reparentTo(self._surface)
        self._faced.reparentTo(self._surface)
        self._rings.reparentTo(self.root)
        self._behind = self._faced.copyTo(self.root)  # over all else: where the body is seen, it has the same colours
        self._behind.setAlphaScale(BEHIND)
        self._behind.setTransparency(TransparencyAttrib.MAlpha)
        self._behind.setDepthTest(False)
        self._behind.setDepthWrite(False)
        self._behind.setBin("fixed", SURFACE_SORT)

    def set_style(self, has_rings: bool, opacity: float, is_behind: bool) -> None:
        """Show rings or a face, not both: rings explain the shape, and a face shows where the player looks.

        is_behind: True to show the body also through what is before it
        """
        self._behind.show() if is_behind else self._behind.hide()
        for path, is_shown in ((self._rings, has_rings), (self._plain, has_rings), (self._faced, not has_rings)):
            path.show() if is_shown else path.hide()
        if opacity < 1.0:
            self._surface.setAlphaScale(opacity)
            self._surface.setTransparency(TransparencyAttrib.MAlpha)
            self._surface.setBin("fixed", SURFACE_SORT)
        else:
            self._surface.clearColorScale()
            self._surface.clearTransparency()
            self._surface.clearBin()


def rings_model(radii: VectorLike) -> NodePath:
    """Return three thin rings around an ellipsoid with radii (3,) [m]. Hidden parts of the rings are dashed and dim."""
    ends = tessellate.rings() * radii * RING_LIFT
    widths, colours = np.full((len(ends), 2), RING_RADIUS), np.tile(BODY, (len(ends), 1))
    rods = np.concatenate([ends[:, 0], ends[:, 1], widths, colours], axis=1)
    path = NodePath("rings")
    for name, pieces, sort in (("hidden", rods[::2], RING_SORT), ("seen", rods, RING_SORT + 1)):
        vertices = tubes(pieces, sides=4)
        corners = np.arange(len(vertices)).reshape(-1, 3)
        ring = path.attachNewNode(triangles_node(name, vertices["position"], vertices["colour"][:, :3], corners))
        ring.setBin("fixed", sort)
        ring.setTwoSided(True)
    hidden = path.find("hidden")
    hidden.setDepthTest(False)
    hidden.setDepthWrite(False)
    hidden.setAlphaScale(DASHED)
    hidden.setTransparency(TransparencyAttrib.MAlpha)
    path.setLightOff()
    path.setTextureOff()
    return path


def with_edges(places: np.ndarray, edges: VectorLike) -> np.ndarray:
    """Return sorted places with two more at each edge between them, so close that what is painted there ends sharply."""
    inner = [edge + side for edge in edges for side in (-EDGE, EDGE) if places[0] < edge < places[-1]]
    return np.unique(np.concatenate([places, inner]))


TWIN_OPACITY = 0.72  # Less: bodies are lost in front of a light wall; more: bodies at the same place hide each other
FADE = 0.3  # [m] of distance in which a twin becomes visible. Shorter: a twin covers the player; longer: a twin is seen too late


class TwinBodies:
    def __init__(self, parent: NodePath, radii: VectorLike):
        self._bodies = [
            [ghost_model(radii, colour, TWIN_OPACITY, is_capsule) for is_capsule in (False, True)] for colour in TWINS
        ]
        self._radii = radii
        for body in chain(*self._bodies):
            body.reparentTo(parent)
            body.hide()

    def place(
        self, places: Sequence[tuple[Vector, PlayerState, Sequence[float], bool]], own: Vector, apart: float
    ) -> list[tuple[EllipsoidShape, float]]:
        """Place the bodies, fading in, except those that would cover another: less than SEEN or `apart` [m] away.

        Returns the ellipsoids of those that are shown, with their opacity.

        places: (centre [m], state, scale of the model, True for another engine's character) of each twin; own: the player's
        centre [m]
        """
        taken, shapes = [(own, apart)], []
        for number, (bodies, twin) in enumerate(zip_longest(self._bodies, places)):
            for body in bodies:
                body.hide()
            if twin is None or any(dist(twin[0], other) < least for other, least in taken):
                continue
            centre, state, scale, is_capsule = twin
            body = bodies[is_capsule]
            place_node(body, centre, state.heading, frame=state.frame)
            body.setScale(*scale)
            shown = min((dist(centre, own) - apart) / FADE, 1.0)
            body.setAlphaScale(shown * TWIN_OPACITY)
            body.setDepthWrite(shown == 1.0)  # otherwise a twin that is hardly visible hides a translucent player
            body.show()
            taken.append((centre, SEEN))
            radii = tuple(factor * radius for factor, radius in zip(scale, self._radii))
            shapes.append((EllipsoidShape(centre, radii, state.heading, TWINS[number], state.frame), shown * TWIN_OPACITY))
        return shapes
