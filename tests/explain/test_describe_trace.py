"""A trace in words: the numbers of a tick that was worked out by hand, in the order of its passes."""

import re
from collections import Counter
from dataclasses import replace
from itertools import groupby
from math import acos, degrees, hypot, tau
from random import Random

import numpy as np
import pytest

from game.collision import Ellipsoid, Ending, Feature, Outcome, Pass, Rules, Trace, collide_and_slide
from game.core.shapes import Arrow
from game.explain.describe_trace import (
    ENDING_WORDS,
    OUTCOME_WORDS,
    PASS_WORDS,
    REFUSALS,
    describe_iteration,
    describe_trace,
    millimetres,
    result_of,
)
from game.explain.plain_sentences import plain_sentence, plain_words
from game.explain.rule_explanations import CLIMBS, IS_STEEP, NAMES, REMEMBERS, RESTS, SLIDES, rule_at_work
from game.explain.tick_overlay import plain_marks, plain_marks_of_tick
from game.level import load_level
from game.player.step_up import StepOutcome
from game.simulation import Ground, Intent, PlayerParams, Simulation, parse_script
from tests.collision.scenes import floor, mesh, wall
from tests.shipped_levels import shipped


@pytest.fixture(scope="module")
def trace():
    """Walks 2 m into a wall 1 m away, slides along it, then falls 1 m onto a floor."""
    made, body = Trace(), Ellipsoid((0.5, 0.5, 1.0))
    collide_and_slide(mesh(wall(4.0), floor()), body, (0.0, 2.5, 2.0), (1.0, 2.0, 0.0), (0.0, 0.0, -2.0), trace=made)
    return made


def test_a_tick_in_words(trace):
    text = describe_trace(trace)
    walk, fall = text.index("Move pass"), text.index("Gravity pass")
    assert walk < fall
    for words in (
        "F   from (0.000000, 2.500000, 2.000000)",
        "by (1.000000, 2.000000, 0.000000), 2.236068 m",
        "2.4 basePoint (0.000000, 0.000000, 0.000000)",
        "velocity (2.000000, 4.000000, 0.000000)",
        "nearest: face of triangle",
        "at t = 0.500000",
        "contact point (0.500000, 4.000000, 2.000000)",
        "4.1 slidePlaneNormal (0.000000, -1.000000, 0.000000)",
        "destinationPoint (1.000000, 4.500000, 2.000000)",
        "tilted 90.00 degrees",
        "too steep to stand on: steeper than 50.01 degrees",
        "stops 0.100 mm before the sliding plane: the skin",
        "Goes on along the sliding plane.",
    ):
        assert walk < text.index(words) < fall
    assert text.index("Stops: gravity does not slide on walkable ground.") > fall


def test_every_ending_outcome_and_pass_has_words():
    assert set(ENDING_WORDS) == set(Ending) and set(OUTCOME_WORDS) == set(Outcome) and set(PASS_WORDS) == set(Pass)


def test_an_empty_trace_has_no_iterations():
    assert describe_trace(Trace()).startswith("0 candidate triangles")


AT_REST = "Lands on the floor", "Stands on the floor"
OBSTACLE = """
title = "An obstacle"
about = "A floor, and a box ahead."
[spawn]
at = [0.0, 0.0, 0.0]
[[parts]]
part = "floor"
at = [0.0, 0.0, 0.0]
size = [20.0, 20.0]
[[parts]]
part = "box"
at = [0.0, 3.0, 0.0]
size = [6.0, 2.0, {height}]
"""


PLACES = """
[[volumes]]
kind = "portal"
at = [3.0, 0.0, 0.0]
size = [1.0, 4.0, 2.0]
to = [0.0, -4.0, 0.0]
[[volumes]]
kind = "kill"
at = [-4.0, -4.0, 0.0]
size = [1.0, 4.0, 2.0]
"""


def records(folder, height, script, **rules):
    (folder / "obstacle.toml").write_text(OBSTACLE.format(height=height), encoding="utf-8")
    simulation = Simulation(load_level(folder / "obstacle.toml"), rules=replace(Rules(), **rules))
    return [simulation.tick(intent) for intent in parse_script(script).intents()]


def test_the_result_of_walking_on_a_floor(tmp_path):
    """5 m/s are 83.3 mm in a sixtieth of a second."""
    _, stood, *_, walked = records(tmp_path, 0.2, "10\n5 forward=1")
    assert result_of(stood) == "Stands on the floor."
    assert result_of(walked) == "Nothing is in the way: 83.3 mm horizontally ahead. Stands on the floor."


def test_the_result_of_a_step_has_what_both_ways_came_to(tmp_path):
    """The end of the tick is that of the step. The slide is the move pass alone."""
    kept = [one for one in records(tmp_path, 0.18, "10\n40 forward=1") if "the step is kept" in result_of(one)]
    assert len(kept) >= 1
    for record in kept:
        moves = [one for one in record.trace.iterations if one.pass_ == Pass.MOVE]
        slid, stepped = moves[-1].end[1] - record.before.position[1], record.after.position[1] - record.before.position[1]
        assert stepped > slid
        ways = f"the slide gets {millimetres(slid)} of 83.3 mm, the step gets {millimetres(stepped)}: the step is kept."
        place = "an edge of the floor" if record.trace.iterations[-1].normal[2] < 0.99 else "the floor"
        assert result_of(record) == f"Horizontally ahead, {ways} Stands on {place}."


def test_the_result_before_an_edge_that_is_too_high_has_its_height(tmp_path):
    last = records(tmp_path, 0.45, "10\n60 forward=1")[-1]
    refused = "No step: what stops the body is {} m above the feet. Raised by 0.400 m, it gets {}."
    slide = "Horizontally ahead, the slide gets 0.0 mm of 83.3 mm."
    said = refused.format("0.450", "farther, but the ground there is higher than a step")
    assert result_of(last) == f"{slide} {said} Stands on the floor."
    wall = records(tmp_path, 3.0, "10\n60 forward=1")[-1]
    said = f"{slide} {refused.format('0.900', 'no farther')} Stands on the floor."
    assert result_of(wall) == said, "it touches a wall in the middle of its own height"


@pytest.mark.parametrize("height", [0.18, 0.4, 0.45])
def test_a_step_without_its_rule_has_no_other_reason(tmp_path, height):
    """A student read "the edge is 0.40 m above the feet, a step at most 0.40 m" while the rule was off."""
    said = {result_of(one) for one in records(tmp_path, height, "10\n60 forward=1", climb_steps=False)}
    refused = {text for text in said if "No step" in text and "does not stand on the floor" not in text}
    assert refused and all("No step: the rule “Climb steps” is off." in text and "above the feet" not in text for text in refused)
    assert not any("above the feet" in text for text in said)


def test_what_gravity_does_without_a_rule_has_no_other_reason(tmp_path):
    """Printed rules have no gravity_lands: a body at rest on a floor was “held between steep surfaces”."""
    without = {"gravity_lands": False, "climb_steps": False}
    assert result_of(records(tmp_path, 0.2, "10", **without)[-1]) == "Rests on the floor."
    walk = [result_of(one) for one in records(tmp_path, 0.18, "10\n60 forward=1", **without)]
    assert any("the rule “Stand still on slopes” is off" in text for text in walk)
    stairs = Simulation(shipped("stairs"), rules=replace(Rules(), class_by_face=False))
    walk += [result_of(stairs.tick(intent)) for intent in parse_script("20\n60 forward=1").intents()]
    assert any("the rule “Edges of steps are ground” is off" in text for text in walk)
    assert not any("steep" in text for text in walk)


@pytest.mark.parametrize("rules", [Rules(), Rules.fauerby(), replace(Rules(), climb_steps=False)])
def test_no_way_is_longer_than_the_whole(rules):
    """The printed listing slides up faster than it walks: a student read "gets 96.5 mm of 83.3 mm"."""
    simulation = Simulation(shipped("stairs"), rules=rules)
    found = 0
    for intent in parse_script("20\n100 forward=1\n60 forward=1 right=0.4").intents():
        ways = re.search(r"the slide gets (\S+) mm of (\S+) mm(?:, the step gets (\S+) mm)?", result_of(simulation.tick(intent)))
        if ways:
            slid, whole, stepped = (float(way or 0.0) for way in ways.groups())
            found += 1
            assert max(slid, stepped) <= whole + 0.1
    assert found > 10


def test_a_return_to_the_last_safe_place_is_said_first(tmp_path):
    """A student read "Nothing is in the way: 83.3 mm. Falls." while the body went up by five metres."""
    fallen = [one for one in records(tmp_path, 0.2, "10\n400 forward=-1 run") if one.after.returns > one.before.returns]
    assert fallen
    for record in fallen:
        assert result_of(record).startswith("Returned to the last safe place: the body fell out of the level. Before that: ")


def test_a_portal_and_a_death_are_said_first(tmp_path):
    level = OBSTACLE.format(height=0.2) + PLACES
    (tmp_path / "places.toml").write_text(level, encoding="utf-8")
    simulation = Simulation(load_level(tmp_path / "places.toml"))
    said = [result_of(simulation.tick(intent)) for intent in parse_script("10\n60 right=1\n150 right=-1").intents()]
    beginnings = {text.partition(" Before that:")[0] for text in said if "Before that" in text}
    assert beginnings == {"Came out of a portal.", "Returned to the start."}


def test_the_upright_edge_of_a_wall_is_no_edge_above_the_feet(tmp_path):
    """The body touches it in the middle of its own height, whatever the height of the wall."""
    found = records(tmp_path, 3.0, "10\n38 right=1\n60 forward=1")
    met = [one for one in found if any(it.hit and it.wall and it.feature == Feature.EDGE for it in one.trace.iterations)]
    assert met and not any("the edge is" in result_of(one) for one in met)


def test_the_result_of_a_jump(tmp_path):
    said = [result_of(one) for one in records(tmp_path, 0.2, "10\n1 jump\n80")]
    kinds = [text for text, _ in groupby(said)]
    assert kinds == [f"{kind}." for kind in ("Lands on the floor", "Stands on the floor", "Rises", "Falls", *AT_REST)]


def test_an_edge_too_steep_to_stand_on_has_its_reason(tmp_path):
    """The round bottom touches the edge of a step at 59 degrees, more than the limit of 50; the tread behind it is level."""
    found = []
    for record in records(tmp_path, 0.18, "10\n40 forward=1"):
        for iteration in record.trace.iterations:
            said = " ".join(line.text.strip() for line in describe_iteration(record.trace, iteration))
            if iteration.hit and iteration.walkable:
                found.append(iteration.normal[2] < 0.64)  # between the cosines of 50.0 and 50.2 degrees
                is_by_face = "can be stood on: its face is not steeper than 50.01 degrees" in said
                assert is_by_face == (found[-1] and not iteration.wall)
    assert len(set(found)) == 2


WALKS = {
    "stairs": "20\n70 forward=1 right=0.3\n50 forward=1\n20 forward=-1 right=1",
    "ramps": "20\n60 forward=1 right=0.8\n100 forward=1 right=-0.6\n30 forward=1 jump",
    "below a roof": "10\n1 jump\n30\n20 forward=1",
}
ROOF = """
[[parts]]
part = "box"
at = [0.0, 0.0, 2.0]
size = [4.0, 4.0, 0.2]
"""
OFF = [{}, *({name: False} for name in Rules.SWITCHES), {"climb_steps": False, "gravity_lands": False}]


@pytest.fixture(scope="module")
def walked(tmp_path_factory):
    """Records of walks through levels with all rules, without each, and with printed ones: [(rules, record, said)].

    said: (iteration, its lines as one text) for each
    """
    file, found = tmp_path_factory.mktemp("roof") / "roof.toml", []
    file.write_text(OBSTACLE.format(height=0.3) + ROOF, encoding="utf-8")
    for name, script in WALKS.items():
        level = load_level(file) if name == "below a roof" else shipped(name)
        for rules in (*(replace(Rules(), **off) for off in OFF), Rules.fauerby(), Rules.thebigh()):
            simulation = Simulation(level, rules=rules)
            for intent in parse_script(script).intents(simulation.state.heading):
                record = simulation.tick(intent)
                found.append((rules, record, [(one, said_of(record, one)) for one in record.trace.iterations]))
    return found


def said_of(record, iteration):
    return " ".join(line.text.strip() for line in describe_iteration(record.trace, iteration))


def test_ground_walls_slopes_and_ceilings_have_their_own_words_by_all_rules(walked):
    """A student read "tilted 73.51 degrees", "can be stood on" and "treated as a vertical wall" of one contact."""
    kinds = dict.fromkeys(("can be stood on", "too steep to stand on", "faces down", "its face could be stood on"), 0)
    for rules, _, said_of_record in walked:
        for iteration, said in said_of_record:
            if not iteration.hit:
                continue
            (kind,) = (kind for kind in kinds if kind in said)
            kinds[kind] += 1
            tilt, face = (degrees(acos(min(1.0, normal[2]))) for normal in (iteration.normal, iteration.face_normal))
            is_wall = "treated as a vertical wall" in said
            assert is_wall == iteration.wall and not (is_wall and kind == "can be stood on")
            assert (kind in ("can be stood on", "its face could be stood on")) == iteration.walkable
            assert kind != "can be stood on" or min(tilt, face if "its face is not" in said else tilt) <= 50.01
            assert kind != "too steep to stand on" or 50.009 < tilt < 90.6
            assert kind != "faces down" or tilt > 90.5
            if kind == "its face could be stood on":
                height, climb = map(float, re.findall(r"([0-9.]+) m\b", said.partition("it is ")[2])[:2])
                assert face <= 50.01 < tilt and height > climb
            assert not (is_wall and "no vertical wall" in said)
            for name, words in NAMES.items():
                assert f"“{words}” is off" not in said or not getattr(rules, name)
    assert all(kinds.values()), kinds


def test_the_gap_that_is_said_is_the_gap_that_is_there(walked):
    """Measured: from the body's nearest point at the end of the sweep to the sliding plane, or back along the displacement."""
    radii, seen = (0.4, 0.4, 0.9), set()
    for _, _, said_of_record in walked:
        for iteration, said in said_of_record:
            kept = re.search(r"stops (\S+) mm before the (sliding plane|contact)", said)
            assert iteration.hit == bool(kept or "already" in said) and ("already" in said) + bool(kept) <= 1
            if not kept:
                continue
            normal, size = iteration.normal, sum(x * x for x in iteration.displacement) ** 0.5
            reach = sum((radius * x) ** 2 for radius, x in zip(radii, normal)) ** 0.5
            gap = sum(n * (e - p) for n, e, p in zip(normal, iteration.end, iteration.point)) - reach
            if kept[2] == "contact":
                gap *= -size / sum(n * d for n, d in zip(normal, iteration.displacement))
            assert 1000.0 * gap == pytest.approx(float(kept[1]), abs=6e-4, rel=0.05)
            seen.add(kept[2])
    assert seen == {"sliding plane", "contact"}


def test_results_are_true_of_the_state_by_all_rules(walked):
    seen = set()
    for rules, record, _ in walked:
        said, after = result_of(record), record.after
        seen |= set(said.split(". "))
        assert ("are one pass" in said) == (not rules.separate_gravity)
        for place, ground in (("on the floor", Ground.FLOOR), ("on a steep slope", Ground.STEEP), ("in the air", Ground.AIR)):
            assert f"Ends {place}" not in said or after.ground == ground
        assert "Lands on the floor" not in said or (record.before.ground != Ground.FLOOR and after.ground == Ground.FLOOR)
        assert not re.search("Stands|Stays on the floor", said) or after.ground == Ground.FLOOR
        risen = re.search(r"slides up over the edge, by (\S+) mm", said)
        assert not risen or float(risen[1]) > 0.0
        for name, words in NAMES.items():
            assert f"“{words}” is off" not in said or not getattr(rules, name)
    assert any("slides up over the edge" in words for words in seen) and any("Stays on the floor" in words for words in seen)


def test_the_rule_at_work_is_true_of_what_was_touched(walked):
    """A walk up a ramp was said to be held back by the rule for steep slopes, and a ceiling too."""
    seen = set()
    for rules, record, said_of_record in walked:
        for one in (None, *(one for one, _ in said_of_record)):
            rule, one = rule_at_work(record, one), one or record.wall_contact
            seen.add(rule and rule.name)
            if rule is IS_STEEP:
                assert one.wall and not one.walkable and 0.0 < one.normal[2] < 0.65
            if rule is RESTS:
                assert one.walkable and one.ending != Ending.SLID
            if rule in (SLIDES, REMEMBERS):
                assert one.pass_ == Pass.MOVE and one.hit
            for name, value in (rule.off if rule else {}).items():
                assert getattr(rules, name) != value, "to switch it off changes nothing"
    assert seen == {None, *(rule.name for rule in (CLIMBS, SLIDES, REMEMBERS, IS_STEEP, RESTS))}


ROOM = """
title = "A small room"
about = "Corners, a groove, stairs, a ramp, a low roof and a floor that moves."
[spawn]
at = [0.0, 0.0, 0.0]
[[parts]]
part = "room"
at = [0.0, 0.0, 0.0]
size = [7.0, 7.0]
[[parts]]
part = "v_corner"
at = [-1.5, 2.0, 0.0]
angle = 50
[[parts]]
part = "stairs"
at = [1.8, 0.0, 0.0]
width = 2.0
[[parts]]
part = "wedge"
at = [-2.0, -1.5, 0.0]
length = 2.0
width = 1.6
high = 2.0
[[parts]]
part = "box"
at = [2.0, -2.0, 1.9]
size = [2.0, 2.0, 0.2]
[[movers]]
name = "pusher"
at = [0.0, -2.5, 0.0]
path = [{}, { to = [0, 1.5, 0] }]
speed = 1.5
[[movers.parts]]
part = "box"
size = [1.5, 0.5, 0.3]
"""
WISHES = (0.0, 1.0), (0.7, 0.7), (-0.7, 0.7), (1.0, 0.0), (0.5, -0.8), (0.0, 0.0)
STILL = 1e-4  # [m] of a body that does not move


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    """Records of walks against all that a small room has, in all directions, by all rules and feels."""
    file, found, draw = tmp_path_factory.mktemp("room") / "room.toml", [], Random(7)
    file.write_text(ROOM, encoding="utf-8")
    level = load_level(file)
    for rules in (*(replace(Rules(), **off) for off in OFF), Rules.fauerby(), Rules.thebigh()):
        for feel in ("exact", "smooth"):
            simulation = Simulation(level, PlayerParams().with_feel(feel), rules)
            for _ in range(6):
                wish, heading, jumps = draw.choice(WISHES), draw.uniform(0.0, tau), draw.random() < 0.3
                found += [simulation.tick(Intent(wish, jumps and at == 10, heading=heading)) for at in range(20)]
    return found


def test_what_is_said_of_a_tick_is_true_of_the_positions_before_and_after(plain):
    """In a corner it said "you slid along it" with a long arrow, while the body stood: only the first contact was read."""
    seen = Counter()
    for record in plain:
        said, rode = plain_words(record), np.array(record.ride.displacement)
        whole = np.subtract(record.after.position, record.before.position)
        went = whole - rode
        level, walks = hypot(*went[:2]), [one for one in record.trace.iterations if one.pass_ == Pass.MOVE and not one.number]
        asked = max((hypot(*one.displacement[:2]) for one in walks), default=0.0)
        is_true = {
            "did not move": np.linalg.norm(whole) < STILL, "stopped you": level < STILL, "held you": level < STILL,
            "you slid along": level > 0.2 * asked, "you went on along": level > 0.2 * asked,
            "almost all": level < 0.31 * asked + STILL, "carried you over": level > 0.2 * asked,
            "You fell": went[2] < 0.0, "You rose": went[2] > 0.0, "You slid down": went[2] < 0.0,
            "ground carried you": record.after.ground == Ground.FLOOR, "moves took you": np.linalg.norm(rode) > 0.0,
        }  # fmt: skip
        for claim, holds in is_true.items():
            seen[claim] += claim in said
            assert holds or claim not in said, (said, went)
        stands = level < 1e-6 and asked > 0.01 and record.wall_contact and not record.wall_contact.walkable
        assert not stands or "stopped you" in said or "held you" in said, (said, went)
        arrows = [mark for mark in plain_marks_of_tick(record) if isinstance(mark, Arrow)]
        assert len(arrows) == ("The arrow" in said), said
        for arrow in arrows:
            assert np.dot(np.subtract(arrow.end, arrow.start)[:2], went[:2]) > 0.0, "it goes the other way"
    assert len(seen) == 12 and all(seen.values()), seen


def test_what_is_said_of_an_iteration_is_true_of_its_places_and_of_the_next(plain):
    """One said "Gravity pulled you down" of a jump, and "You hit the wall, you stopped" of a ramp and a climbed step."""
    seen = set()
    for record in plain:
        rows = record.trace.iterations
        for one, later in zip(rows, (*rows[1:], None)):
            said, up = plain_sentence(record.trace, one), one.normal[2] if one.hit else 0.0
            seen.add(said)
            moved = np.linalg.norm(np.subtract(one.end, one.start)) > STILL / 2
            goes_on = later is not None and later.number and np.linalg.norm(np.subtract(later.end, later.start)) > STILL / 2
            assert ("Gravity pulled you down" in said) <= (one.own_displacement[2] <= 0.0)
            assert ("You rise" in said) <= (one.own_displacement[2] > 0.0)
            assert ("disc carries you" in said) <= one.hit
            assert (": you slid along it" in said or "slid along the purple disc" in said) <= bool(goes_on)
            assert ("You slid along" in said) <= (one.number > 0 and moved) and (" stopped it" in said) <= (not goes_on)
            assert ("as you wanted" in said) <= (not one.hit and not one.number)
            assert ("so you stopped" in said) <= (one.ending not in (Ending.SLID, Ending.ITERATIONS))
            assert ("the ground here" in said) <= one.walkable and ("above you here" in said) <= (up < 0.0)
            assert ("You hit the wall" in said) <= (one.hit and not one.walkable and abs(up) <= 0.05)
            is_lifted = any(step.pass_ == Pass.STEP_FORWARD for step in rows)
            assert ("step" in said.replace("edge of a step", "")) <= is_lifted
            arrows = [mark for mark in plain_marks(one) if isinstance(mark, Arrow)]
            assert ("The arrow" in said) <= len(arrows)
    assert len(seen) >= 20, seen


def test_a_low_edge_without_the_rule_says_what_lifts_the_body(tmp_path):
    """A student asked what put the player up an edge of 4 cm while climbing was off."""
    found = [result_of(one) for one in records(tmp_path, 0.04, "10\n60 forward=1", climb_steps=False)]
    up = [text for text in found if ": the round bottom slides up over the edge, by " in text]
    assert "“Climb steps” is off. It would lift the body over edges up to 0.400 m." in up[0]
    assert all("“Climb steps” is off" in text or "does not stand on the floor" in text for text in up)


CORRIDOR = """
[[parts]]
part = "box"
at = [{aside}, 0.0, 0.0]
size = [0.2, 8.0, 2.0]
"""


def test_a_walk_that_is_met_and_takes_no_step_has_one_true_reason(walked, tmp_path):
    """A student read "the slide gets 0.0 mm of 83.3 mm" at a wall, and asked why no step was tried."""
    level = OBSTACLE.format(height=0.2) + "".join(CORRIDOR.format(aside=aside) for aside in (-0.6, 0.6))
    level += ROOF.replace("at = [0.0, 0.0, 2.0]", "at = [0.0, 3.0, 1.9]")
    (tmp_path / "corridor.toml").write_text(level, encoding="utf-8")
    corridor = Simulation(load_level(tmp_path / "corridor.toml"))
    script = parse_script("10\n40 forward=1 right=0.3\n40 forward=1 right=-1\n60 forward=1\n20 forward=1 jump")
    found = [corridor.tick(intent) for intent in script.intents()] + [record for _, record, _ in walked]
    seen = Counter()
    for record in found:
        said, outcome = result_of(record), StepOutcome(record.after.step)
        is_met = "the slide gets" in said and "the step is kept" not in said
        reasons = [one for one, text in REFUSALS.items() if all(part in said for part in re.split("{[^}]*}", text))]
        assert reasons == [outcome] * is_met, said
        seen[outcome] += is_met
    assert len(seen) >= 9, seen


