"""Every line of the solver's source code that ends a test or an iteration is there, once."""

import pytest

from game import collision
from game.collision import Ending, Rules
from game.collision.rules import pass_rules, settings_of
from game.explain.solver_source_lines import ENDED, EXACT, FOUND, PRINTED, excerpt, find_source, source_of_ending


def test_every_line_of_source_exists():
    for table in (EXACT, PRINTED, FOUND, ENDED):
        for entry in table.values():
            found = find_source(*entry)
            assert found.lines[0].startswith("def ") and not any('"""' in line for line in found.lines)
            assert entry[1] in found.lines[found.at]
    assert set(ENDED) | {Ending.SLID} == set(Ending)


@pytest.mark.parametrize("keep, world", [(True, True), (False, True), (False, False)])
def test_a_slide_shows_the_line_of_its_rules(keep, world):
    rules = pass_rules(settings_of(collision.Ellipsoid(), Rules(keep_planes=keep, slide_in_world=world)))

    class Slid:
        ending = Ending.SLID

    found = source_of_ending(Slid, rules)
    assert "project_on_one_plane" in found.lines[found.at] if keep else "reject" in found.lines[found.at]


def test_an_excerpt_holds_the_line():
    whole = find_source(*ENDED[Ending.ARRIVED])
    for most in (3, 5, 99):
        lines, at = excerpt(whole, most)
        assert len(lines) <= most and lines[at].strip() == whole.lines[whole.at].strip()
