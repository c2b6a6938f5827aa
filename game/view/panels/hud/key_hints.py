"""Key hints at the bottom of the screen. A line has at most 62 letters, to fit between the panels beside it."""

from ...time_control import SLOWER

PLAYING = "H keys   Esc menu   F6 lessons   V third person   P pause"
RACING = "R begin again   V third person   F2 numbers   P pause   H keys"
SLOWLY = "slow motion 1/{}   = faster   - slower   P pause"
FLYING = "W A S D Space Ctrl fly   Shift faster   G walk from here"
PAUSED = "P go on here   , . tick   Bksp backwards   Q again   - = speed"
HIDDEN_POINTER = "W A S D fly   Tab pointer   Z undo   Y redo   M rules   H keys"
FREE_POINTER = "click the timeline   right button looks   Tab pointer back"
INSIDE = "Up Down iteration   Enter again   F name it   F3 panel   T out"
FILM = "P stop here   - = speed   Bksp backwards   Q again"


def hint_of(session, flying, pointer_is_free, is_inside=False):
    """The hint: one or two lines. flying: True in noclip; is_inside: True in the tick inspector"""
    if is_inside:
        return "\n".join((PAUSED, INSIDE))
    if session.paused:
        return "\n".join((PAUSED, FREE_POINTER if pointer_is_free else HIDDEN_POINTER))
    if not session.live:
        return FILM
    if flying:
        return FLYING
    return SLOWLY.format(SLOWER[session.slower]) if session.slower else PLAYING
