"""The Moment of a Session: all that is needed to draw the time that it displays, which may be between two ticks."""

from .moment import Moment


def session_moment(session, views, framing, **shown):
    """Return the Moment that a Session displays, seen by a camera.

    views: TickViews, from which twins and spaces are taken
    framing: Framing of the camera
    shown: the other fields of Moment
    """
    return Moment(
        sim=session.sim,
        record=session.record,
        state=session.state._replace(position=session.position(), frame=session.frame()),
        body=session.body,
        eye=framing.place,
        look=framing.look,
        field_of_view=framing.field_of_view,
        near=framing.near,
        time=session.time(),
        part=session.part,
        crowd_part=session.part if session.live else 1.0,
        is_live=not session.paused,
        spaces=views.space.blends,
        twins=views.twins.twins,
        **shown,
    )
