"""The bodies of twins in the scene: translucent, in colours that differ from the player's."""

from itertools import chain, zip_longest
from math import dist

from ...explain.palette import TWINS
from ...simulation.twins import SEEN
from ..scene.node_placement import place
from .player_body import ghost_model

OPACITY = 0.72  # Less: bodies are lost in front of a light wall; more: bodies at the same place hide each other
FADE = 0.3  # [m] of distance in which a twin becomes visible. Shorter: a twin covers the player; longer: a twin is seen too late


class TwinBodies:
    """The bodies of the twins in the scene.

    parent: NodePath to attach them to
    radii: (3,) of the body [m]
    """

    def __init__(self, parent, radii):
        self._bodies = [[ghost_model(radii, colour, OPACITY, is_capsule) for is_capsule in (False, True)] for colour in TWINS]
        for body in chain(*self._bodies):
            body.reparentTo(parent)
            body.hide()

    def place(self, places, own, apart):
        """Place the bodies, and hide those that would cover another body. A twin that leaves the player fades in.

        places: [(centre (3,) [m], PlayerState, scale (3,) of the model, is_capsule), ...], an entry for each twin to draw.
        `is_capsule` is True for the character of another engine.
        own: the player's centre (3,) [m]
        apart: distance to the player [m] below which a twin is hidden
        Of two twins less than SEEN [m] apart, only the first is drawn, because both would flicker.
        """
        taken = [(own, apart)]
        for bodies, twin in zip_longest(self._bodies, places):
            for body in bodies:
                body.hide()
            if twin is None or any(dist(twin[0], other) < least for other, least in taken):
                continue
            centre, state, scale, is_capsule = twin
            body = bodies[is_capsule]
            place(body, centre, state.heading, frame=state.frame)
            body.setScale(*scale)
            shown = min((dist(centre, own) - apart) / FADE, 1.0)
            body.setAlphaScale(shown * OPACITY)
            body.setDepthWrite(shown == 1.0)  # otherwise a twin that is hardly visible hides a translucent player
            body.show()
            taken.append((centre, SEEN))
