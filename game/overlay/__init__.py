"""Shapes to draw and text to read, made from a step record without a renderer.

tick_overlay           the overlays of a tick as shapes
switches               the overlays that are on
iteration_overlay      the shapes and the text of each iteration of a tick
triangle_picking       the triangle that a ray hits first
timeline_marks         events and rule changes along the timeline
twin_path_shapes       the paths of the twins
rule_comparison_walks  walks with a rule on and off, to compare them
twin_distance_plot     the distances between the player and its twins
volume_faces_and_flow  volumes as triangles
palette                the meaning of each colour
captions               text beside the picture: head-up display, tick inspector, legend
geometry               the shapes, the spaces in which they are drawn, and their triangles
lab                    the exhibits: bodies, boards, desks
minkowski              triangles expanded by the body, the body as a point
"""

from .captions.hud_text import hud_lines, hud_rows, step_rows
from .captions.legend import legend
from .geometry.shape_transforms import mapped
from .geometry.spaces import CHOICES, Space, space_between
from .geometry.tessellate import Tessellation, to_triangles
from .minkowski.minkowski_overlay import build_minkowski
from .switches import Switches
from .tick_overlay import build_overlay
from .twin_distance_plot import distance_plot
from .twin_path_shapes import twin_shapes

__all__ = [
    "CHOICES",
    "Space",
    "Switches",
    "Tessellation",
    "build_minkowski",
    "build_overlay",
    "distance_plot",
    "hud_lines",
    "hud_rows",
    "legend",
    "mapped",
    "space_between",
    "step_rows",
    "to_triangles",
    "twin_shapes",
]
