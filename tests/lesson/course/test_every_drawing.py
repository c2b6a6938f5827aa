"""Each drawing is whole and inside its sheet."""

import re
import xml.etree.ElementTree as ET

import pytest

from game.lesson.course import DRAWINGS
from tests.lesson.svg_parts import parts
from tests.lesson_pages import run_of

EVERY = [
    ("body_radii", {}, "espace", 1),
    ("two_parts", {}, "espace", 2),
    ("cross_product", {}, "sweep", 3),
    ("front_and_back", {}, "sweep", 10),
    ("inside_test", {"letters": "edges"}, "features", 3),
    ("edge_triangle", {}, "features", 6),
    ("nearest_point", {}, "features", 10),
    ("needle", {}, "features", 12),
    ("sweep_section", {"letters": ("interval", "last")}, "sweep", 1),
    ("gap_curve", {}, "skin", 3),
    ("tangent_plane", {}, "sliding", 7),
    ("outcomes", {}, "sweep", 9),
    ("growing_disc", {}, "features", 4),
    ("tick_path", {}, "climbing", 4),
    ("tick_path", {"seen": "above"}, "wedges", 1),
    ("script_path", {}, "espace", 6),
    ("candidates_above", {}, "wedges", 5),
    ("posts_above", {}, "nearest", 2),
    ("contact_normal", {"shows": ("centre", "plane")}, "sliding", 3),
    ("contact_normal", {"shows": ("gradient",)}, "sliding", 9),
    ("gradient_curve", {}, "sliding", 8),
    ("tick_path", {"seen": "above", "touched": True}, "iterating", 1),
    ("very_close", {}, "iterating", 4),
    ("steep_wall", {}, "gravity", 10),
    ("slide_section", {"normal": "m"}, "gravity", 11),
    ("tilted_displacement", {}, "gravity", 8),
    ("touching_start", {"depth": 0.3}, "features", 11),
    ("enlarged_triangle", {}, "sweep", 11),
    ("gap_section", {}, "skin", 1),
    ("pushes_in_gap", {}, "recovery", 5),
    ("query_box", {}, "tree", 4),
    ("script_path", {"bodies": True}, "climbing", 1),
    ("ground_path", {}, "climbing", 2),
    ("edge_contact", {}, "climbing", 8),
    ("edge_contact", {"letters": "height"}, "climbing", 9),
    ("step_limit", {}, "stepping", 4),
    ("post_above", {}, "stepping", 7),
    ("step_sweeps", {}, "stepping", 1),
    ("step_on_slope", {}, "stepping", 5),
    ("edge_left_behind", {}, "stepping", 10),
    ("edge_beside", {}, "stepping", 11),
    ("edge_words", {}, "climbing", 10),
    ("edge_contact", {"letters": "slide"}, "climbing", 1),
    ("flat_bottom", {}, "climbing", 11),
    ("search_behind", {}, "climbing", 12),
    ("gap_section", {}, "skin", 2),
    ("raised_skin", {}, "skin", 8),
    ("tick_path", {"bodies": False}, "gravity", 1),
    ("script_path", {"since": 80, "until": 86, "seen": "above"}, "wedges", 3),
    ("kept_planes", {}, "wedges", 4),
    ("shrunk_paths", {}, "recovery", 4),
    ("hollow_wall", {}, "recovery", 6),
    ("tree_boxes", {}, "tree", 2),
    ("tree_split", {}, "tree", 3),
    ("tangent_bound", {}, "tree", 5),
    ("flight_slopes", {"exhibit": "cannon", "step": 3}, "particle", 2),
    ("spring_forces", {"exhibit": "springs"}, "particle", 3),
    ("motion_cycle", {"exhibit": "springs"}, "particle", 4),
    ("swings", {"exhibit": "springs", "damping": 2.0}, "particle", 5),
    ("fall_speeds", {"exhibits": ["heavy", "light"]}, "particle", 6),
    ("sliding_speeds", {"exhibit": "table", "since": 3}, "particle", 7),
    ("euler_steps", {"exhibit": "cannon", "count": 4}, "steps", 1),
    ("energies", {"exhibit": "springs", "lanes": ["explicit", "semi-implicit"]}, "steps", 4),
    ("spring_orbits", {"exhibit": "springs", "lanes": ["Verlet"]}, "steps", 3),
    ("flight_errors", {"exhibit": "cannon", "methods": ["explicit"]}, "steps", 5),
    ("too_long_steps", {"angles": [1.0]}, "steps", 6),
    ("launch_fan", {"exhibit": "aim", "times": (1.0, 4.0)}, "target", 1),
    ("launch_letters", {}, "target", 2),
    ("two_arcs", {"exhibit": "aim"}, "target", 3),
    ("launch_reach", {"speed": 25.0}, "target", 4),
    ("flight_at_target", {"exhibit": "steps"}, "target", 6),
    ("tested_places", {"exhibit": "wall"}, "overlap", 1),
    ("line_places", {"exhibit": "line"}, "overlap", 2),
    ("noticed_shares", {"exhibit": "wall"}, "overlap", 3),
    ("grazing_hit", {"exhibit": "wall"}, "overlap", 4),
    ("halvings", {"exhibit": "wall"}, "overlap", 5),
    ("room_places", {}, "drum", 11),
    ("rounded_sums", {"exhibit": "printed"}, "drum", 9),
    ("turned_bodies", {}, "forum", 1),
    ("accepted_points", {}, "forum", 2),
    ("gaps_to_wall", {"since": 19, "until": 30}, "forum", 3),
    ("step_through", {}, "forum", 4),
    ("passed_wall", {"since": 12, "until": 15}, "forum", 5),
    ("printed_slide", {}, "forum", 6),
    ("edge_parabolas", {}, "forum", 7),
    ("six_times", {}, "forum", 9),
    ("two_climbs", {}, "forum", 10),
    ("three_areas", {}, "ground", 3),
    ("foot_aside", {}, "ground", 4),
    ("drawn_corner_section", {"depth": 200.0}, "pointing", 1),
    ("foot_and_hit", {"exhibit": "gallery"}, "pointing", 2),
    ("screen_areas", {"depth": 400.0, "across": 450.0, "down": 200.0}, "pointing", 3),
    ("winding_answers", {}, "pointing", 5),
    ("late_heights", {"exhibit": "zeno", "ball": 5, "until": 50}, "overlap", 9),
]


@pytest.mark.parametrize("name, keys, lesson, page", EVERY)
def test_every_drawing_is_whole_and_inside_its_sheet(name, keys, lesson, page):
    svg = DRAWINGS[name](**keys)(run_of(lesson, page))
    root = ET.fromstring(svg.text)
    assert root.get("aria-label") and (svg.width, svg.height) == (float(root.get("width")), float(root.get("height")))
    assert not re.search(r"nan|\binf", svg.text.replace(root.get("aria-label"), ""))
    for part in parts(svg, "circle"):
        assert -1.0 <= float(part.get("cx")) <= svg.width + 1.0 and -1.0 <= float(part.get("cy")) <= svg.height + 1.0
