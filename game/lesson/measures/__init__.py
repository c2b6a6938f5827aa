"""Measures: functions of a page's Run that return the numbers which the page may claim. Every file registers its measures.

registry              the list of all measures
argument_types        the types of the keys that measures and drawings share
motion                positions and speeds of the player
exhibits              boards and incidents of the lab's exhibits
particles             states of the lab's exhibits, errors of integrators, springs, falls and slides
cannon_aiming         the launches of the lab's cannons that hit
bullet_overlap_tests  what tests at the end of a step notice of the lab's bullets
two_body_sweeps       formulas of a sphere and a plane, and of two moving spheres
collision_response    blocks, the cradle, balls that bounce, billiards
balls                 the lab's balls: at a wall of the court, on the penalty floor, in boxes
sweeps_and_contacts   single ticks: sweeps, contacts, sliding planes
steps_and_slopes      steps, treads, slopes of the floor
triangle_test_values  the numbers in the formulas of one triangle's test
"""

import importlib
import pkgutil

from .registry import MEASURES, measure

for module in sorted(found.name for found in pkgutil.iter_modules(__path__)):
    importlib.import_module(f"{__name__}.{module}")

__all__ = ["MEASURES", "measure"]
