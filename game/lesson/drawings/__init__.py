"""Drawings of lessons: side views and diagrams with letters, made from a page's run. Every file registers its drawings.

registry  the list of all drawings
sheet     an SVG picture to draw on: lines, arrows, bodies and letters
sections  cuts through a contact: the sweep, the sliding plane, the normal
skin      the gap at a contact, enlarged, and from tick to tick
triangle  one triangle's test: point in triangle, the quadratic of a corner or an edge
edges     a step's edge: its normals, its height, a post on its tread; floor and air on a path
slopes    walking on a slope, the plan view, the rays at a tread, a start that touches
tick      the passes of a whole tick, seen from the side or from above
corners   a body in a corner: the sweeps of a pass, the planes that are kept, a body that trembles
places    a body inside a surface or between two walls, and the query box of a tick
diagrams  drawings without a tick: a scaled ramp, bar charts, the boxes of the tree
"""

import importlib
import pkgutil

from .registry import DRAWINGS, drawing

for module in sorted(found.name for found in pkgutil.iter_modules(__path__)):
    importlib.import_module(f"{__name__}.{module}")

__all__ = ["DRAWINGS", "drawing"]
