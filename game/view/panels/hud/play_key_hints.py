"""The key hints while time runs: which one is shown, and for how long."""

from ...play_session import SLOWER

OTHERS = "{third_person}  from behind    {pause}  stop time    {help}  keys    {menu}  menu"
PLAYING = "{forward} {left} {back} {right}  walk    " + OTHERS
RACING = "{restart}  begin again    " + OTHERS
SLOWLY = "{faster}  faster    {slower}  slower    {pause}  stop time"
FLYING = (
    "{forward} {left} {back} {right} {jump} {crouch}  fly    {run}  faster    {noclip}  walk from here    "
    "{restart}  back to the start"
)
FILM = "{pause}  stop here    {slower} {faster}  speed    {reverse}  backwards    {watch}  forwards"
SHOWN, FADING = 8.0, 1.5  # [s] duration of a hint, and of its fading. Shorter: it is not read; longer: it covers the view


def hint_of(session, flying, is_race=False):
    """Return the hint for the state of the game, in the format of canvas/key_hints.py, or "" while time is paused.

    session: Session
    flying: True in noclip
    is_race: True in a timed run with hidden numbers and overlays
    """
    if session.paused:
        return ""
    if not session.live:
        return FILM
    if flying:
        return FLYING
    if session.slower:
        return f"slow motion 1/{SLOWER[session.slower]}    {SLOWLY}"
    return RACING if is_race else PLAYING


def opacity_of(seconds, flying=False):
    """Return the opacity 0..1 of a hint that appeared `seconds` [s] ago. In noclip it does not fade: it says how to come back.

    flying: True in noclip
    """
    return 1.0 if flying else min(max((SHOWN + FADING - seconds) / FADING, 0.0), 1.0)
