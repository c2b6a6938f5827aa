"""Scripts: read, played, written again; every fault is one line that names file and line."""

from math import cos, radians, sin

import numpy as np
import pytest

from game.core.input_errors import InputError
from game.simulation import Intent, parse_script
from game.simulation.script import script_of


def test_lines_comments_and_what_lasts():
    text = "# begins\n2 heading=90 forward=1   # west\n\n1 right=0.5 jump\n1 run crouch\n"
    intents = list(parse_script(text).intents())
    assert len(intents) == 4
    assert all(intent.heading == radians(90) for intent in intents)
    assert intents[0] == intents[1]
    assert intents[0].wish == pytest.approx((-1.0, 0.0)) and not intents[0].jump
    assert intents[2].wish == pytest.approx((0.0, 0.5)) and intents[2].jump
    assert intents[3] == Intent((0.0, 0.0), False, True, True, radians(90))


@pytest.mark.parametrize("degrees", [0, 30, 90, 180, -135, 400])
def test_forward_and_right_turn_with_the_heading(degrees):
    h = radians(degrees)
    (intent,) = parse_script(f"1 heading={degrees} forward=0.6 right=0.8").intents()
    assert intent.wish == pytest.approx((-0.6 * sin(h) + 0.8 * cos(h), 0.6 * cos(h) + 0.8 * sin(h)))


def test_the_start_heading_holds_until_changed():
    intents = list(parse_script("1 forward=1\n1 heading=0 forward=1").intents(radians(90)))
    assert intents[0].wish == pytest.approx((-1.0, 0.0)) and intents[1].wish == pytest.approx((0.0, 1.0))


FAULTS = {
    "": "the script is empty",
    "# only words\n": "the script is empty",
    "forward=1": "number of ticks",
    "0 forward=1": "number of ticks",
    "-3": "number of ticks",
    "1.5": "number of ticks",
    "99999999999": "number of ticks",
    "10 forward=2": "from -1 to 1",
    "10 forward=nan": "from -1 to 1",
    "10 forward=": "from -1 to 1",
    "10 heading=inf": "finite number",
    "10 heading=north": "finite number",
    "10 fly": "not known",
    "10 sideways=1": "not known",
    "10 jump=1": "not known",
    "10 jump jump": "twice",
    "10 forward=1 forward=1": "twice",
}


@pytest.mark.parametrize("text", FAULTS)
def test_a_fault_is_one_line(text):
    with pytest.raises(InputError, match=FAULTS[text]) as refusal:
        parse_script(text, "walk.txt")
    assert str(refusal.value).startswith("walk.txt")
    assert "\n" not in str(refusal.value)


def test_a_fault_names_its_line():
    with pytest.raises(InputError, match="walk.txt, line 3"):
        parse_script("10 forward=1\n# fine\n10 hop\n", "walk.txt")


@pytest.mark.parametrize("seed", range(5))
def test_any_intents_come_back_to_the_bit(seed):
    rng = np.random.default_rng(seed)
    start, intents = float(rng.uniform(-4, 4)), []
    for _ in range(30):
        wish = tuple(rng.uniform(-1, 1, 2).tolist())
        heading = float(rng.uniform(-9, 9)) if rng.random() < 0.5 else None
        jump, run = bool(rng.random() < 0.3), bool(rng.random() < 0.3)
        intents += [Intent(wish, jump, run, False, heading)] * int(rng.integers(1, 4))
    again = list(parse_script(str(script_of(intents, start))).intents(start))
    heading = start
    for intent, back in zip(intents, again, strict=True):
        heading = heading if intent.heading is None else intent.heading
        assert back == intent._replace(heading=heading)


def test_a_keyboard_walk_is_written_in_plain_words():
    text = "60 heading=30.0 forward=1.0 run\n1 jump\n"
    assert str(script_of(list(parse_script(text).intents()), 0.0)) == text
