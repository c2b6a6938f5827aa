"""The lab: exhibits with bodies that move and collide. The player operates each exhibit at a desk.

physics                  the physics, which does not depend on the exhibits
exhibits                 the kinds of exhibits: a file for each has its bodies, its tick, its drawing and its board
lab                      all exhibits of a level: begin, tick, which ones sleep
lab_run                  the states of a run: a few are kept, the others are computed again
forum_collision          the collision program of an internet forum as printed, with its errors
exhibit_and_desk_shapes  the shapes of an exhibit in the world, and those of its desk

Sources, by the names that the docstrings use:
Tang's lecture  Jijun Tang, Collision Detection, course CSCE 590E, spring 2007
Gomez           Miguel Gomez, Simple Intersection Tests for Games
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from .exhibits.exhibit import Action, Actor, Incident, IncidentKind, Readout
from .lab import Lab, LabState
from .lab_run import LabRecord

if TYPE_CHECKING:
    from .physics import ground, pairs, shapes

LIBRARY = ("ground", "pairs", "shapes")  # modules of physics for other programs, imported when they are asked for
__all__ = ["Action", "Actor", "Incident", "IncidentKind", "Lab", "LabRecord", "LabState", "Readout", "ground", "pairs", "shapes"]


def __getattr__(name: str) -> ModuleType:
    if name in LIBRARY:
        return import_module(f".physics.{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
