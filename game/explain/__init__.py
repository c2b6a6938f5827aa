"""The solver's work in a tick as text, numbers and shapes, without a renderer.

describe_trace              a trace as text
triangle_test_steps         the solver's test of a triangle, run again with all intermediate results
candidate_triangle_corners  the triangles of a recorded tick, at their positions in it
rule_switch_descriptions    the rules in plain words: names, what each repairs, what to watch without it
rule_comparison_walks       walks with a rule on and off, to compare them
source_lines                the lines of source code that decided
tick_overlay                the overlays of a tick as shapes, and the switches that turn them on
iteration_overlay           the shapes and the text of each iteration of a tick
minkowski_overlay           the Minkowski view: triangles expanded by the body, and the body as a point
minkowski_union             the outer surface of many expanded triangles
triangle_picking            the triangle that a ray hits first
timeline_marks              events and rule changes along the timeline
twin_shapes                 the paths of the twins, and their distances from the player
volume_faces_and_flow       volumes as triangles
palette                     the meaning of each colour
spaces                      the world, ellipsoid space, and blends of both
tessellate                  triangles of the shapes
hud_text                    the text of the head-up display
inspector_text              the text of the tick inspector for one iteration, with coloured terms and subscripts
legend                      the names of the colours in a picture
"""
