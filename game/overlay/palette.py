"""What each colour means. One place, so that the drawing and its legend cannot disagree.

Colours stay within .04 and .97: the software renderer leaves stray white pixels where a colour is nearly 0.
"""

from game.collision import Feature, Outcome, Pass

BODY = (0.93, 0.95, 0.97)
# The player and his twins: apart in hue for every eye, and in brightness.
PLAYER, TWINS = (0.95, 0.56, 0.22), ((0.22, 0.58, 0.92), (0.95, 0.88, 0.28))

FEATURES = {
    Feature.FACE: (0.36, 0.86, 0.48),
    Feature.EDGE: (0.97, 0.75, 0.20),
    Feature.CORNER: (0.96, 0.33, 0.42),
}

MOVE_COLOUR = (0.22, 0.74, 0.97)
STEP_COLOUR = (0.60, 0.90, 0.80)
GRAVITY_COLOUR = (0.74, 0.48, 0.97)
GROUND_COLOUR = (0.62, 0.60, 0.86)

PASSES = {
    Pass.MOVE: MOVE_COLOUR,
    Pass.STEP_UP: STEP_COLOUR,
    Pass.STEP_FORWARD: STEP_COLOUR,
    Pass.STEP_DOWN: STEP_COLOUR,
    Pass.GRAVITY: GRAVITY_COLOUR,
    Pass.GROUND: GROUND_COLOUR,
}

OUTCOMES = {
    Outcome.UNREACHED: (0.45, 0.50, 0.56),
    Outcome.BACK_FACING: (0.20, 0.30, 0.52),
    Outcome.INTERVAL_OUTSIDE: (0.24, 0.52, 0.86),
    Outcome.STAYS_AWAY: (0.55, 0.78, 0.96),
    Outcome.FULL_TEST: (0.97, 0.62, 0.18),
    Outcome.HIT: (0.96, 0.28, 0.26),
}

VELOCITY_BEFORE = (0.42, 0.60, 0.97)
VELOCITY_AFTER = (0.97, 0.93, 0.36)
UNDONE = (0.55, 0.58, 0.62)  # the part of a displacement that a contact took away


def legend(switches):
    """What to read the overlays by: a list of (heading, list of (colour, name)), for the overlays that are on."""
    sections = (
        (switches.contacts or switches.normals, "contact", _named(FEATURES)),
        (switches.planes or switches.path, "pass", _passes()),
        (switches.velocity, "velocity", [(VELOCITY_BEFORE, "before"), (VELOCITY_AFTER, "after")]),
        (switches.candidates, "candidates", _outcomes()),
    )
    return [(heading, entries) for wanted, heading, entries in sections if wanted]


def _named(colours):
    return [(colour, key.name.lower().replace("_", " ")) for key, colour in colours.items()]


def _passes():
    return [(MOVE_COLOUR, "move"), (STEP_COLOUR, "step"), (GRAVITY_COLOUR, "gravity"), (GROUND_COLOUR, "ground probe")]


def _outcomes():
    return [*_named(OUTCOMES), (GRAVITY_COLOUR, "hit by gravity")]
