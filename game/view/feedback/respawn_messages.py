"""What to tell a player who fell out of the level, was crushed or died, and was put back. No renderer."""


def mishap_words(before, after, is_timed):
    """before, after: PlayerStates with some ticks between; is_timed: does a clock run in this level? -> text or None"""
    where = "at the last checkpoint" if after.checkpoint >= 0 else "where you began"
    if after.crushed > before.crushed:
        return f"crushed: back {where}"
    if after.deaths > before.deaths:
        return f"back {where}" + (". R stops the clock and begins anew" if is_timed and after.checkpoint < 0 else "")
    if after.returns > before.returns:
        return "fell out of the level: back where you last stood"
    return None
