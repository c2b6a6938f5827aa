"""Drawings of lessons: side views and diagrams with letters, made from a page's run. Every file registers its drawings.

registry  the list, and the keys that drawings share
sheet     a sheet of vector graphics: lines, arrows, bodies and letters
skin      the gap at a contact, enlarged, and from tick to tick
sections  cuts through a contact: the sweep, the sliding plane, the skin
triangle  one triangle's test: inside or not, the quadratic of a corner or an edge
slopes    walking on a slope, the plan view, the rays at a tread, a start that touches
tick      the passes of a whole tick, seen from the side or from above
diagrams  drawings without a run: a scaled ramp, bars of figures, a chain of boxes
"""

import importlib
import pkgutil

from .registry import DRAWINGS, drawing

for module in sorted(found.name for found in pkgutil.iter_modules(__path__)):
    importlib.import_module(f"{__name__}.{module}")

__all__ = ["DRAWINGS", "drawing"]
