"""Twins in the scene: the player's body in other colours."""

from itertools import zip_longest
from math import dist

from game.overlay.palette import TWINS
from game.simulation.twins import SEEN

from ..scene.node_placement import place
from .player_body import ghost_model

OPACITY = 0.72  # Less: lost before a light wall; more: bodies that stand in each other hide each other


class TwinBodies:
    """parent: NodePath of what stands in the level; radii: of the body [m]"""

    def __init__(self, parent, radii):
        self._bodies = [ghost_model(radii, colour, OPACITY) for colour in TWINS]
        for body in self._bodies:
            body.reparentTo(parent)
            body.hide()

    def place(self, places, own, apart):
        """places: [(centre [m], PlayerState, scale (3,)), ...]; hidden: those not `apart` [m] from the player's own.

        Of two twins in one place the first is drawn: together they would flicker.
        """
        taken = [(own, apart)]
        for body, where in zip_longest(self._bodies, places):
            if where is None or any(dist(where[0], other) < least for other, least in taken):
                body.hide()
                continue
            centre, state, scale = where
            place(body, centre, state.heading, frame=state.frame)
            body.setScale(*scale)
            body.show()
            taken.append((centre, SEEN))
