"""The guide through the first level: one prompt at a time, each gone once the player has done it. No renderer."""

from collections.abc import Callable
from math import dist, radians
from typing import NamedTuple

TURNED, WALKED, STEPPED = radians(40.0), 2.0, 2  # [rad], [m], [ticks] that count as done
TERRACE, BLOCK, BEYOND = 1.6, 12.6, 19.2  # [m] height of the feet on the terrace; y on the block and behind the beam
GOAL = "first steps"


class Prompt(NamedTuple):
    """One thing to do. text: what; actions: whose keys are shown; done(guide): True once the player has done it"""

    text: str
    actions: tuple[str, ...]
    done: Callable
    pad: str | None = None  # what a gamepad has for it, instead of a button of the actions


def feet(guide):
    """Height of the feet [m]."""
    return guide.state.position[2] - guide.session.params.at(guide.state.crouched).feet


PROMPTS = (
    Prompt("look around", ("mouse",), lambda guide: guide.turned > TURNED, "right stick"),
    Prompt("walk", ("forward", "left", "back", "right"), lambda guide: guide.walked > WALKED, "left stick"),
    Prompt("climb the stairs: just walk on", ("forward",), lambda guide: feet(guide) > TERRACE, "left stick"),
    Prompt("jump onto the red block", ("jump",), lambda guide: guide.state.position[1] > BLOCK),
    Prompt("hold to crouch, and go under the beam", ("crouch",), lambda guide: guide.state.position[1] > BEYOND),
    Prompt("stop time", ("pause",), lambda guide: guide.session.paused),
    Prompt("go back and forward, tick by tick", ("scrub_back", "step"), lambda guide: guide.stepped >= STEPPED),
    Prompt("look into this tick: its sweeps, contacts and planes", ("inspector",), lambda guide: guide.inspects),
    Prompt("choose another iteration, or leave", ("previous_iteration", "next_iteration", "inspector"), lambda guide: guide.left),
)


class Guide:
    """The guide.

    session: Session; look: Look of the player; inspector: TickInspector

    finished(): called after the last prompt
    turned: angle that the player has turned its view [rad]; walked: its path [m]; stepped: ticks stepped while time stood
    left: True once the inspected iteration was changed or the inspector left
    """

    def __init__(self, session, look, inspector, finished=lambda: None):
        self.session, self.inspector, self._look, self.finished = session, inspector, look, finished
        self.number = None

    def begin(self):
        """Start with the first prompt."""
        self.number = 0
        self._begin_prompt()

    def end(self):
        """Show no more prompts."""
        self.number = None

    def _begin_prompt(self):
        self.turned = self.walked = self.stepped = 0
        self.left, self._seen = False, None

    @property
    def prompt(self):
        """The Prompt to show, or None."""
        return None if self.number is None else PROMPTS[self.number]

    @property
    def state(self):
        """The player's state shown."""
        return self.session.state

    @property
    def is_live(self):
        """True while time runs."""
        return self.session.live

    @property
    def inspects(self):
        """True while the tick inspector shows a tick."""
        return self.inspector.tick is not None

    def follow(self):
        """Measure the player's turns, walk and steps in this frame, and go on to the next prompt if this one is done."""
        if self.number is None:
            return
        session, inspected = self.session, self.inspector.number if self.inspects else None
        now = self._look.heading, self._look.pitch, self.state.position, self.state.tick, inspected
        if self._seen is not None:
            heading, pitch, position, tick, was_inspected = self._seen
            self.turned += abs(now[0] - heading) + abs(now[1] - pitch)
            if session.live:
                self.walked += dist(now[2][:2], position[:2])
            else:
                self.stepped += abs(now[3] - tick)
            self.left = self.left or (was_inspected is not None and inspected != was_inspected)
        self._seen = now
        if self.prompt.done(self):
            self.number += 1
            self._begin_prompt()
            if self.number == len(PROMPTS):
                self.number = None
                self.finished()
