"""The switches of the rules in plain words: their names, what each repairs, and the visible effect if only this switch is off.

All effects were observed in the game.
"""

from functools import lru_cache

from ..collision import Rules
from ..simulation.twins import choice_without

NAMES = {  # of the switches, as the menu and the twins show them
    "exact_contact": "Find contacts exactly",
    "skin_from_plane": "Same gap to every wall",
    "slide_in_world": "Slide in the world, not in the sphere's space",
    "keep_planes": "Remember all walls touched",
    "gravity_lands": "Stand still on slopes",
    "steep_is_wall": "Steep slopes stop you",
    "class_by_face": "Edges of steps are ground",
    "two_sided": "Walls stop you from both sides",
    "separate_gravity": "Gravity moves you separately",
    "turn_body": "Body turns with the view",
    "climb_steps": "Climb steps",
}
PRESETS = {"modern": "all repairs", "fauerby": "the paper as printed", "thebigh": "the forum's version"}

REPAIRS = {
    "exact_contact": "Finds contacts exactly, also for a body that touches already.",
    "skin_from_plane": "Stops a tenth of a millimetre off the plane.",
    "slide_in_world": "Slides at right angles to the normal in the world.",
    "keep_planes": "Keeps all planes touched: one, then the crease of two.",
    "gravity_lands": "On walkable ground gravity does not slide.",
    "steep_is_wall": "A slope too steep to stand on stops walking as a wall does.",
    "class_by_face": "Ground is judged by contact and face.",
    "two_sided": "Triangles stop the body from behind, too.",
    "separate_gravity": "Gravity has a pass of its own.",
    "turn_body": "The ellipsoid turns with the heading.",
    "climb_steps": "Steps up, steps down, and snaps to the ground.",
}
WATCH = {
    "exact_contact": "some contacts are missed, and a body in a wall is not brought out. On winding stairs a twin falls behind.",
    "skin_from_plane": "the gap is along the velocity. Straight at a wall: 2 mm; along it: almost none. See it in a twin's plot.",
    "slide_in_world": "slides in ellipsoid space. With Climb steps off, too: up 45 degrees faster than on level ground.",
    "keep_planes": "one plane at a time. Corners: walk in under the lowest overhang, then to the left, too: you hardly move.",
    "gravity_lands": "gravity slides. With Climb steps off, too: stand on a ramp, and creep down, 4 cm a second at 30 degrees.",
    "steep_is_wall": "walk at a red ramp: you run up a bit, slide back, and run up again.",
    "class_by_face": "steps seem steep. Up stairs at half the speed; with Climb steps off, too, the first one stops you.",
    "two_sided": "a body behind a face walks out through it. The levels here are closed: watch it on an open mesh of yours.",
    "separate_gravity": "one pass for both. Stand on a ramp, and slide down, 4 cm a second at 30 degrees. Stairs: slower, but "
    "only with Climb steps off and gravity 100.",
    "turn_body": "it does not turn. Make it .70 wide and .20 deep (Parameters) and walk along a wall.",
    "climb_steps": "the round bottom slides over the edges. Stairs: 2.8 instead of 5 m/s up, and in the air between the treads.",
}


@lru_cache(maxsize=64)  # the window asks in each frame
def preset_name(rules):
    """Return the name of the preset with the same switches as a Rules object, or "own" if there is none.

    The numbers of the rules do not count.
    """
    for name in Rules.NAMES:
        preset = Rules.named(name)
        if all(getattr(preset, switch) == getattr(rules, switch) for switch in Rules.SWITCHES):
            return name
    return "own"


def describe_preset(rules):
    """Return the preset of a Rules object with a few words about it, such as "fauerby, the paper as printed".

    Rules whose switches equal no preset are "a choice of your own".
    """
    name = preset_name(rules)
    return f"{name}, {PRESETS[name]}" if name in PRESETS else "a choice of your own"


def describe_choice(choice):
    """Return a description, in plain words, of the rules of a twin (a second player with other rules or another engine).

    choice: a preset, names such as "no climb steps" (`choice_without`) separated by commas, or the name of a physics engine
    """
    if choice in PRESETS:
        return f"{choice}, {PRESETS[choice]}"
    off = [NAMES[switch] for part in choice.split(", ") for switch in Rules.SWITCHES if choice_without(switch) == part]
    return f"without: {'; '.join(off)}" if off else f"the engine {choice}"
