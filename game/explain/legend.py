"""The legend: the name of each colour in a picture."""

from ..collision import Feature, Pass
from . import palette
from .describe_trace import OUTCOME_WORDS
from .tick_overlay import SHORTEST_ARROW, candidate_colours, has_two_normals, hits

PASS_NAMES = {
    "move": (Pass.MOVE,),
    "step": (Pass.STEP_UP, Pass.STEP_FORWARD, Pass.STEP_DOWN),
    "gravity": (Pass.GRAVITY,),
    "ground probe": (Pass.GROUND,),
}


def legend(switches, record, minkowski=False):
    """Return [(heading, [(colour (3,), name), ...]), ...] for the overlays that are on and show something of a TickRecord.

    switches: Switches of the overlays
    minkowski: True if triangles are drawn expanded by the body
    """
    sections = (
        ("expanded", expanded_entries() if minkowski else []),
        ("contact", contact_entries(switches, record)),
        ("pass", pass_entries(switches, record)),
        ("velocity", velocity_entries(record) if switches.velocity else []),
        ("candidates", candidate_entries(record) if switches.candidates and record.trace else []),
    )
    return [(heading, entries) for heading, entries in sections if entries]


def expanded_entries():
    """Return legend entries (colour, name) for the features of expanded triangles."""
    return [(colour, feature.name.lower()) for feature, colour in palette.FEATURES.items()]


def contact_entries(switches, record):
    """Return legend entries (colour, name) for those contact points and normals of a TickRecord that are drawn.

    switches: Switches of the overlays
    """
    touched = hits(record)
    entries = [(palette.CONTACT, "contact point")] * bool(switches.contacts and touched)
    entries += [(palette.NORMAL, "normal of the sliding plane")] * bool(switches.normals and touched)
    is_other = any(has_two_normals(iteration) for iteration in touched)
    return entries + [(palette.UNDONE, "normal of the triangle")] * bool(switches.normals and is_other)


def pass_entries(switches, record):
    """Return legend entries (colour, name) for those passes of a TickRecord that are drawn, and for prevented displacements.

    switches: Switches of the overlays
    """
    iterations = record.trace.iterations if record.trace else ()
    drawn = {iteration.pass_ for iteration in iterations if switches.path or (switches.planes and iteration.hit)}
    entries = [(palette.PASSES[passes[0]], name) for name, passes in PASS_NAMES.items() if drawn.intersection(passes)]
    return entries + [(palette.UNDONE, "prevented displacement")] * bool(
        switches.path and any(iteration.hit for iteration in iterations)
    )


def velocity_entries(record):
    """Return legend entries (colour, name) for the velocity arrows of a TickRecord. A body almost at rest has no arrow."""
    ends = (record.before, palette.VELOCITY_BEFORE, "velocity before"), (record.after, palette.VELOCITY_AFTER, "velocity after")
    return [(colour, name) for state, colour, name in ends if sum(v * v for v in state.velocity) > SHORTEST_ARROW**2]


def candidate_entries(record):
    """Return legend entries (colour, name) for the outcomes of a TickRecord's candidates. The record must have a trace."""
    seen = set(map(tuple, candidate_colours(record.trace).tolist()))
    entries = [(palette.OUTCOMES[outcome], words) for outcome, words in OUTCOME_WORDS.items()]
    return [(colour, name) for colour, name in [*entries, (palette.GRAVITY_COLOUR, "hit by gravity")] if tuple(colour) in seen]


def iteration_entries(iteration):
    """Return legend entries (colour, name) for the marks of an Iteration, without the outcomes of its candidates."""
    if not iteration.hit:
        return [(palette.VELOCITY_BEFORE, "displacement")]
    feature = Feature(iteration.feature)
    return [
        (palette.VELOCITY_BEFORE, "displacement"),
        (palette.VELOCITY_AFTER, "new displacement"),
        (palette.CONTACT, "contact point"),
        (palette.FEATURES[feature], f"{feature.name.lower()} touched"),
        (palette.FIRST_TOUCH, "body at t0"),
        (palette.LAST_TOUCH, "body at t1"),
        (palette.UNDONE, "rejected root"),
    ]
