"""Drawings of lessons: side views and diagrams with letters, made from a page's run. A file's import registers its drawings.

registry                  the list of all drawings
svg_canvas                an SVG picture to draw on: lines, arrows, bodies and letters
sweep_and_slide_sections  cuts along displacement and normal: the sweep of the unit sphere, the sliding plane
ellipsoid_normals         the ellipsoid's normal: from two tangents, and at a contact with an edge
level_section             the section of the level and the body in the plane of a side view
skin                      the gap at a contact, enlarged, and from tick to tick; the printed stop before a contact
ground                    a folder: slopes, steps, edges, and the ground along a path
tick_paths                the passes of a whole tick, seen from the side or from above
corners_and_recovery      a body in a corner, inside a surface or between two walls: sweeps, planes that are kept, pushes
bar_charts                rows of names and values as horizontal bars
normals_and_gradients     a ramp's normal in eSpace, the gradient of a surface
detection                 a folder: vectors and spaces, the broad phase, the test of one triangle, the nearest contact
lab                       a folder: particles, sweeps, collisions and balls in a box
"""

import importlib
import pkgutil

from .registry import DRAWINGS, drawing

for module in sorted(found.name for found in pkgutil.walk_packages(__path__, f"{__name__}.")):
    importlib.import_module(module)

__all__ = ["DRAWINGS", "drawing"]
