"""Messages after the player fell out of the level, was crushed or died."""


def respawn_message(before, after, is_timed):
    """Return the message if the player respawned between two PlayerStates, else None.

    It may contain the name of an action in braces, for `name_keys` (input/bindings.py).
    is_timed: True in a level with a clock. It runs after the player's first input.
    """
    is_running = is_timed and after.started >= 0
    where = "at the last checkpoint" if after.checkpoint >= 0 else "at the start"
    if after.crushed > before.crushed:
        return f"crushed: you are back {where}"
    if after.deaths > before.deaths:
        return f"you died: you are back {where}" + (". {restart} resets the clock" if is_running and after.checkpoint < 0 else "")
    if after.returns > before.returns:
        return "you fell out of the level: you are back where you last stood"
    return None
