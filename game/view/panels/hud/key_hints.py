"""Key hints of a walking player. The side panel has those of a paused game."""

from ...time_control import SLOWER

PLAYING = "W A S D  walk    V  from behind    P  stop time    H  keys    Esc  menu"
RACING = "R  begin again    V  from behind    P  stop time    H  keys    Esc  menu"
SLOWLY = "slow motion 1/{}    =  faster    -  slower    P  stop time"
FLYING = "W A S D Space Ctrl  fly    Shift  faster    G  walk from here"
FILM = "P  stop here    -  =  speed    Bksp  backwards    Q  forwards"
SHOWN, FADING = 8.0, 1.5  # [s] that a hint is shown in full, and fades. Shorter: it is not read; longer: it is in the way


def hint_of(session, flying, is_race=False):
    """The hint; "" while time stands. flying: True in noclip; is_race: True while the race is all that is shown"""
    if session.paused:
        return ""
    if not session.live:
        return FILM
    if flying:
        return FLYING
    if session.slower:
        return SLOWLY.format(SLOWER[session.slower])
    return RACING if is_race else PLAYING


def opacity_of(seconds):
    """Opacity of a hint so many seconds after it appeared."""
    return min(max((SHOWN + FADING - seconds) / FADING, 0.0), 1.0)
