"""The solver's work in a tick as text, numbers and shapes, without a renderer.

describe_trace            a trace as text
plain_sentences           a tick and an iteration for a newcomer, in plain sentences without numbers
triangle_test_replay      the solver's test of a triangle, run again with all intermediate results
rule_explanations         the rules in plain words, and walks with a rule on and off
tick_overlay              the overlays of a tick as shapes, the switches that turn them on, and the legend of their colours
iteration_overlay         the shapes and the text of each iteration of a tick
section                   the section of the level through a contact
minkowski                 the Minkowski view: triangles expanded by the body, their outer surface, and the body as a point
triangle_picking          the triangle that a ray hits first
timeline_marks            events and rule changes along the timeline
twin_paths_and_distances  the paths of the twins, and their distances from the player
volume_faces_and_flow     volumes as triangles
palette                   the meaning of each colour, and the words of a text that have one
spaces                    the world, ellipsoid space, and blends of both
tessellate                triangles of the shapes
hud_text                  the text of the head-up display
inspector_text            the text of the tick inspector for one iteration
solver_source_lines       the lines of the solver's source code that decided a triangle's test or an iteration
"""
