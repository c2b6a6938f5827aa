"""Measures: functions of a page's Run that return the numbers which the page may claim. Every file registers its measures.

registry              the list of all measures
argument_types        the types of the keys that measures and drawings share
motion                positions and speeds of the player
lab                   a folder: the lab's exhibits, flights, springs, sweeps, collisions and balls
sweeps_and_contacts   single ticks: sweeps, contacts, sliding planes, depths and gaps
steps_and_slopes      steps, treads, slopes of the floor
triangle_test_values  the numbers in the formulas of the touched triangle's test
library_calls         single calls of collide_and_slide on small meshes, with a known right answer
candidate_triangles   how many triangles are tested, the outcomes of their tests, the contact of each one alone
"""

import importlib
import pkgutil

from .registry import MEASURES, measure

for module in sorted(found.name for found in pkgutil.walk_packages(__path__, f"{__name__}.")):
    importlib.import_module(module)

__all__ = ["MEASURES", "measure"]
