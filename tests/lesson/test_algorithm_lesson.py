"""The lesson on the algorithm names pages of other lessons, and numbers of the solver: all are compared with their sources."""

import re
from math import degrees, isclose, log10

import pytest

from game.collision import Rules, candidates_and_nearest_contact, depenetration, plane_set, response, robust_detection
from game.collision.response import FOOT
from game.lesson import lesson_names
from game.player import gravity_pass, passes_and_ground, player_params, step_up, tick, treads_and_edges
from game.simulation import PlayerParams, recovery
from game.simulation.world import LOWEST_RATE
from tests.lesson_pages import lesson_of

NAMES = lesson_names()
MENTION = re.compile(r"(?:\blesson|#) (\d+)(?:, (?:pages? )?(\d+(?:(?: to | and )\d+)*))?")

# The pages that the algorithm names, with the first words of their titles. If a page moves, its references have to move, too.
SUBJECTS = {
    ("climbing", 1): "It climbs by itself",
    ("climbing", 8): "Which normal decides?",
    ("climbing", 4): "Repaired, but too slow",
    ("features", 2): "Inside or not",
    ("features", 8): "The wrong root",
    ("features", 9): "The repaired contact",
    ("features", 10): "The nearest point",
    ("features", 11): "Inside, and leaving",
    ("features", 12): "Nothing to divide by",
    ("gravity", 2): "How a fall gets faster",
    ("gravity", 5): "It creeps",
    ("gravity", 6): "Gravity lands",
    ("gravity", 8): "Walking on a slope",
    ("gravity", 9): "Too steep to walk up",
    ("gravity", 10): "Steep is a wall",
    ("gravity", 11): "What walking keeps",
    ("gravity", 12): "What falling keeps",
    ("iterating", 3): "How it ends",
    ("iterating", 6): "A better end",
    ("nearest", 4): "Ties",
    ("recovery", 1): "Inside at the start",
    ("recovery", 3): "Out of two walls at once",
    ("skin", 2): "Along the velocity",
    ("skin", 3): "Already closer",
    ("skin", 4): "Across the plane",
    ("skin", 6): "Looking a little ahead",
    ("skin", 7): "Touching already",
    ("sliding", 6): "Normals are not points",
    ("sliding", 10): "Why not in eSpace",
    ("stepping", 1): "Up, forward, down",
    ("stepping", 2): "A step in full",
    ("stepping", 8): "Around the step",
    ("stepping", 9): "The snap to the floor",
    ("sweep", 4): "First the plane",
    ("sweep", 5): "When does it touch the plane",
    ("sweep", 7): "Parallel to the plane",
    ("sweep", 8): "Compare, do not divide",
    ("sweep", 9): "Most triangles are dismissed early",
    ("sweep", 10): "Back faces",
    ("tree", 4): "Searching it",
    ("tree", 5): "Never near enough",
    ("wedges", 2): "The printed answer",
    ("wedges", 4): "Keep all planes",
    ("wedges", 5): "One, two, three planes",
    ("wedges", 7): "Wedged is standing",
    ("wedges", 8): "A wall on a slope",
    ("wedges", 9): "The shear in numbers",
}


def references(name):
    """Return all (lesson, page) that the pages of a lesson name, sorted. A whole lesson counts as its page 1."""
    found = set()
    for page in lesson_of(name).pages:
        cells = [cell for row in page.table.rows for cell in row] if page.table else []
        text = "\n".join([page.text, page.code, page.shot.look, *cells])
        for lesson, numbers in MENTION.findall(text):
            found |= {(NAMES[int(lesson) - 1], int(number)) for number in re.findall(r"\d+", numbers or "1")}
    return sorted(found)


@pytest.mark.parametrize("name", NAMES)
def test_a_page_that_is_named_exists(name):
    counts = {lesson: len(lesson_of(lesson).pages) for lesson in NAMES}
    assert [named for named in references(name) if not 1 <= named[1] <= counts[named[0]]] == []


def test_the_algorithm_names_the_pages_that_it_means():
    named = references("algorithm")
    assert named == sorted(SUBJECTS)
    titles = {(lesson, number): lesson_of(lesson).pages[number - 1].title for lesson, number in named}
    assert {key: title for key, title in titles.items() if not title.startswith(SUBJECTS[key])} == {}


def power(number):
    """Return a power of ten as it is written in a text, such as "10⁻⁹"."""
    exponent = round(log10(number))
    assert isclose(number, 10.0**exponent, rel_tol=1e-6), number
    return "10" + str(exponent).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


PARAMS, RULES = PlayerParams(), Rules()

VALUES = {
    "radii": f"{', '.join(f'{radius:g}' for radius in PARAMS.radii)} m",
    "tick": f"1/60 s, at most 1/{LOWEST_RATE} s",
    "walking, running": f"{PARAMS.speed:g}, {PARAMS.run_speed:g} m/s",
    "gravity g": f"{PARAMS.gravity:g} m/s²",
    "jump": f"{PARAMS.jump_height:g} m high",
    "fastest fall": f"{PARAMS.terminal_speed:g} m/s",
    "late jump": f"{PARAMS.coyote_time:g} s after the floor",
    "early jump": f"{PARAMS.jump_buffer:g} s before landing",
    "walkable": f"{degrees(PARAMS.max_slope):.0f} degrees",
    "step up": f"{PARAMS.step_up:g} m",
    "step down": f"{PARAMS.step_down:g} m",
    "skin": f"{1000.0 * RULES.skin:g} mm",
    "look-ahead": f"{response.AHEAD_SKINS:g} skins, falling {response.AHEAD_SKINS_FALLING:g}",
    "iterations": f"{RULES.max_iterations}",
    "approaching": f"over {power(robust_detection.APPROACHING)} of the path",
    "behind the start": f"{power(robust_detection.TOUCHING)}",
    "near enough": f"1 + {power(robust_detection.FAR_ENOUGH - 1.0)}",
    "needle": f"height {power(robust_detection.NEEDLE)}",
    "tie": f"{power(candidates_and_nearest_contact.TIE)}",
    "still touched": f"{plane_set.TOUCHED_SKINS:g} skins",
    "planes kept": f"{plane_set.MOST_PLANES}",
    "flat face": f"within {power(plane_set.FLAT)}",
    "into a plane": f"{power(plane_set.INTO_PLANE)} of w",
    "slide turned off its planes": f"{power(plane_set.LEAN)} rad",
    "too short": f"{power(plane_set.SHORTEST)} of w or of wish",
    "round bottom": f"n_ez >= {FOOT:g}",
    "tread": f"{player_params.TREAD:g} of the half width",
    "ray above an edge": f"{treads_and_edges.CLEAR:g} skins",
    "step is farther": f"by {step_up.LEAST_GAIN:g} of the walk",
    "short fall": f"{passes_and_ground.FLOOR_SEARCH:g} skins",
    "steep slope": f"n_z > {gravity_pass.LEANS:g}",
    "above a steep slope": f"{gravity_pass.HOP:g} skins",
    "gap worn off": {0.5: "half a skin"}[gravity_pass.WORN],
    "inside": f"{1e9 * tick.DEEP * RULES.skin:g} nm",
    "long pushes": f"{depenetration.PUSHES}, of {depenetration.MOST_ESCAPE_PLANES} planes",
    "longest push": f"{depenetration.LONGEST:g} greatest radii",
    "short pushes": f"{recovery.PUSHES}",
}


def test_the_tables_of_numbers_are_those_of_the_program():
    """Each row is (number, "value; what breaks if it is smaller", what breaks if it is larger)."""
    tables = [page.table for page in lesson_of("algorithm").pages if page.table and page.table.head[0] == "number"]
    written = {name: value.partition(";")[0] for table in tables for name, value, _ in table.rows}
    assert written == VALUES


@pytest.mark.parametrize("name", ["iterating", "algorithm"])
def test_the_loop_repeats_as_often_as_the_program(name):
    pages = lesson_of(name).pages
    loops = [count for page in pages for count in re.findall(r"repeat (\d+) times", page.code)]
    counters = [count for page in pages for count in re.findall(r"The counter, (\d+)", page.text)]
    counters += [row[1].split()[0] for page in pages if page.table for row in page.table.rows if row[0] == "counter"]
    assert loops and {*loops, *counters} == {f"{RULES.max_iterations}"}
