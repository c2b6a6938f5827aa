"""Tools of the lessons' drawings and measures, and the drawings and measures that two or more lessons share.

lesson_records            the records of lessons: pages, claims, questions, tasks, marks in the scene, runs
document_headings         the sections of the paper and topics of other sources that pages show, and their headings
registry                  the registries of drawings and measures, and the types of the keys that they share
latex_to_svg              LaTeX formulas as SVG pictures
svg_canvas                an SVG picture to draw on: lines, arrows, bodies and letters, the axes of a diagram, bars
sweep_and_slide_sections  cuts along displacement and normal: the sweep of the unit sphere, the sliding plane, a contact's normal
tick_paths                the passes of a whole tick and the path of a script, seen from the side or from above
level_section             the section of the level and the body in the plane of a view, the ground along a path
motion_and_contacts       single ticks: positions, speeds, the floor, candidates, sweeps, contacts, sliding planes
exhibit_measures          the lab's exhibits: states, and the figures on their boards
"""

from .registry import import_files

import_files(__name__, __path__)
