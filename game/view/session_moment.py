"""The Moment of a session that the window shows."""

from .scene.moment import Moment


def session_moment(session, views, camera, field_of_view, overlays, ghost):
    """The Moment of a Session at the time shown, with its record's own overlays.

    views: Explanations; camera: (eye [m], Look); field_of_view: horizontal [degrees]; overlays: Switches; ghost: as Moment's
    """
    views.twins.follow()
    eye, look = camera
    return Moment(
        sim=session.sim,
        record=session.record,
        state=session.state._replace(position=session.position(), frame=session.frame()),
        body=session.body,
        eye=eye,
        look=look,
        field_of_view=field_of_view,
        time=session.time(),
        part=session.part,
        crowd_part=session.part if session.live else 1.0,
        overlays=overlays,
        spaces=views.space.parts,
        twins=views.twins.twins,
        ghost=ghost,
    )
