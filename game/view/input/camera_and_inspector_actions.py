"""The handlers of the actions that move the camera, and that switch the tick inspector on or off."""

from math import radians

FROM_ABOVE = radians(60)  # pitch of a side view that a message explains. Smaller: at slopes, too; larger: not in all corners


class CameraActions:
    """The handlers of the actions on the camera and on the tick inspector, which has a side view of its own.

    session: Session
    settings: Settings
    inspector: TickInspector
    viewpoint: Viewpoint
    show_message(message): shows a message
    """

    def __init__(self, session, settings, inspector, viewpoint, show_message):
        self._session, self._settings, self._inspector = session, settings, inspector
        self._viewpoint, self._show_message = viewpoint, show_message
        self._before = None, None  # FreeCamera and its Framing before T switched the tick inspector on

    def third_person(self):
        self._viewpoint.free.return_to_player()
        self._settings.third_person = not self._settings.third_person
        self._show_message("third person" if self._settings.third_person else "first person")

    def noclip(self):
        self._show_message(self._viewpoint.toggle_flying())

    def inspector(self):
        inspector = self._inspector
        inspector.toggle()
        if inspector.on:
            self._before = self._viewpoint.free, self._viewpoint.free.framing
        if inspector.on and self._step() is not None:
            self._viewpoint.show_side(self._step())
            if abs(self._viewpoint.free.look.pitch) > FROM_ABOVE:
                self._show_message("seen from above, because motion and normal are level. {flat}: without perspective")
        elif not inspector.on:
            camera, before = self._before
            # Another level has another FreeCamera. A click on a triangle or a lesson's page switches the inspector on without T.
            self._viewpoint.return_to(before if camera is self._viewpoint.free else None)
            self._before = None, None

    def _step(self):
        """Return the TraceStep of the inspected iteration, or None."""
        inspector, record = self._inspector, self._session.record
        if not inspector.on or record is None or not record.trace or not record.trace.steps:
            return None
        return record.trace.steps[min(inspector.number, len(record.trace.steps) - 1)]

    def contact(self):
        """Pause, and show the near view of a contact, or end this view. Do nothing before the first tick.

        It is the contact of the inspected iteration. Without the tick inspector it is the first contact of the displayed tick,
        in the move pass if possible. Without a contact, a message says so.
        """
        if self._session.record is not None:
            self._session.pause()
            if not self._viewpoint.show_contact(self._step()):
                self._show_message("this iteration has no contact" if self._step() is not None else "this tick has no contact")

    def flat(self):
        """Pause, and toggle the side view without perspective. Do nothing before the first tick."""
        if self._session.record is not None:
            self._session.pause()
            self._show_message(self._viewpoint.toggle_perspective(self._step()))
