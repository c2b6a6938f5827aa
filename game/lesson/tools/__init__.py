"""Tools of the lessons' drawings and measures, and the drawings and measures that two or more lessons share.

pages                     the records of lessons: pages, claims, questions, tasks, and the run of a page
scene_mark_schema         the keys of named points, discs, arrows and outlines in the scene
registry                  the registries of drawings and measures, and the types of the keys that they share
latex_to_svg              LaTeX formulas as SVG pictures
svg_canvas                an SVG picture to draw on: lines, arrows, bodies and letters, the axes of a diagram
sweep_and_slide_sections  cuts along displacement and normal: the sweep of the unit sphere, the sliding plane, a contact's normal
tick_paths                the passes of a whole tick and the path of a script, seen from the side or from above
level_section             the section of the level and the body in the plane of a view, the ground along a path
bar_charts                rows of names and values as horizontal bars, the outcomes of triangle tests
sweeps_and_contacts       single ticks: candidates, sweeps, contacts, sliding planes
motion                    positions and speeds of the player, the floor under it
exhibits                  the lab's exhibits: states, and the figures on their boards
"""

from .registry import import_files

import_files(__name__, __path__)
