"""The named sets of rules that the game offers."""

from game.collision import Rules

PRESETS = ("modern", "fauerby", "thebigh")


def preset_name(rules):
    """The preset whose switches these are, or "own"."""
    for name in PRESETS:
        preset = getattr(Rules, name)()
        if all(getattr(preset, switch) == getattr(rules, switch) for switch in Rules.SWITCHES):
            return name
    return "own"
