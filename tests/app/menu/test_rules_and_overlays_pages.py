"""The pages of rules, parameters and twins: every field can be changed while playing, and no choice breaks the simulation."""

import random
from dataclasses import fields, replace
from math import isfinite
from types import SimpleNamespace

import pytest

from game.app.action_handlers import AT_FULL_SPEED, ViewActions
from game.app.menu.menu_panel import LONGEST
from game.app.menu.rules_and_overlays_pages import TUNABLES, parameters_page, rules_page, twins_page
from game.app.session.play_session import Session
from game.app.teaching.teaching_views import TwinManager
from game.collision import Rules
from game.explain.rule_explanations import CLIMBS, NAMES
from game.level import load_level
from game.panels.canvas import wrap_text
from game.simulation import Intent, PlayerParams, Simulation
from tests.app.run_actions import run_actions

FORWARD = Intent((0.0, 1.0))
LINES = 3  # of an explanation at most


class StandIn:
    """The groups of actions that the pages need, a session, twins, and a list of messages."""

    def __init__(self, level="stairs", **options):
        self.session, self.twins, self.messages = Session(Simulation(load_level(level), **options)), TwinManager(), []
        host = SimpleNamespace(show_message=self.messages.append)
        views = SimpleNamespace(twins=self.twins)
        self.run = run_actions(session=self.session, level_actions=host, views=views)
        self.view = ViewActions(self.session, None, views, None, self.messages.append)

    def pages(self):
        return rules_page(self.run), parameters_page(self.run), twins_page(self.view)

    def walk(self, ticks, intent=FORWARD):
        for _ in range(ticks):
            self.session.advance(1.0 / self.session.sim.hz, lambda: intent)
            self.twins.update()


def row(game, name):
    return next(row for page in game.pages() for row in page.rows if row.name == name)


@pytest.fixture
def game():
    return StandIn()


def test_every_field_of_the_rules_is_in_the_menu(game):
    """Skin, slope limit and step height are fields of the player, copied into its rules (PlayerParams.on)."""
    numbers = {"max_iterations": "Iterations a pass", "skin": "Skin", "very_close": "Very close", "max_slope": "Steepest slope"}
    numbers |= {"climb": "Step up"}
    for field in fields(Rules):
        before = game.session.rules
        row(game, (NAMES | numbers)[field.name]).change(-1 if field.name == "max_iterations" else 1)  # it is at its top
        changed = {f.name for f in fields(Rules) if getattr(before, f.name) != getattr(game.session.rules, f.name)}
        assert changed == {field.name}


@pytest.mark.parametrize("page", range(3))
def test_every_row_has_an_explanation_of_few_lines(game, page):
    for shown in game.pages()[page].rows:
        assert shown.about and len(wrap_text(shown.about, lambda line: len(line) <= LONGEST)) <= LINES, shown.name


@pytest.mark.parametrize("tunable", TUNABLES, ids=lambda tunable: tunable.name)
def test_a_tunable_stops_at_both_ends(game, tunable):
    change = row(game, tunable.name).change
    for direction, end in ((1, tunable.values[-1]), (-1, tunable.values[0])):
        for _ in range(2 + len(tunable.values)):
            change(direction)
        refused = any(word in game.messages[-1] for word in ("room", "skin"))
        assert refused or f"is the {'largest' if direction > 0 else 'smallest'} value" in game.messages[-1]
        assert refused or tunable.access[0](game.session) == pytest.approx(end)


@pytest.mark.parametrize("tunable", TUNABLES, ids=lambda tunable: tunable.name)
def test_a_change_and_back_restores_the_value(game, tunable):
    """To the bit: a timed run counts only with the default player."""
    before = game.session.params, game.session.rules, game.session.sim.hz
    is_least = tunable.access[0](game.session) == tunable.values[0]
    for direction in (1, -1) if is_least else (-1, 1):
        row(game, tunable.name).change(direction)
    assert (game.session.params, game.session.rules, game.session.sim.hz) == before


def test_another_tick_rate_keeps_the_position(game):
    game.walk(40)
    before = game.session.state
    row(game, "Ticks a second").change(1)
    assert game.session.sim.hz == 80 and game.session.state.position == pytest.approx(before.position, abs=0.3)
    game.walk(10)
    assert game.session.state.velocity[1] == pytest.approx(5.0)


def test_another_body_keeps_the_feet_and_scales_the_eye_height(game):
    game.walk(30)
    feet = game.session.state.position[2] - 0.9
    row(game, "Body: half height").change(-1)
    game.walk(2)
    assert game.session.state.position[2] - 0.85 == pytest.approx(feet, abs=1e-6)
    assert game.session.params.eye_height == pytest.approx(1.62 * 0.85 / 0.9)


def test_a_body_without_room_is_refused():
    game = StandIn("corridors")
    game.session.sim.begin_at((3.41, 10.0, 0.0))
    for _ in range(5):
        row(game, "Body: half width").change(1)
    assert "no room" in game.messages[-1] and game.session.params.radii[0] == pytest.approx(0.4)


def test_a_body_too_small_for_its_skin_is_refused_with_a_message():
    game = StandIn(params=PlayerParams(skin=0.05))
    for _ in range(9):
        row(game, "Body: half width").change(-1)
    assert "skin" in game.messages[-1]


def test_a_single_twin_of_a_lesson_has_a_row(game):
    game.twins.configure(["modern"], wanted=True)
    (_, blue) = twins_page(game.view).rows
    blue.change(1)
    assert (blue.name, blue.value()) == ("Blue twin", "printed rules (Fauerby's paper)")


def test_the_pages_show_and_change_the_rules_of_the_run_and_not_of_a_trial(game):
    game.walk(60)
    game.session.scrub(-20)
    game.session.begin_trial(CLIMBS)
    assert row(game, NAMES["climb_steps"]).value() == "on"
    game.session.begin_trial(CLIMBS)
    game.run.next_rules()
    assert game.session.rules == Rules.fauerby()


def test_a_change_while_paused_applies_from_the_tick_shown(game):
    game.walk(80)
    game.session.scrub(-60)
    row(game, "Climb steps").change(1)
    assert game.session.state.tick == 20 and not game.session.rules.climb_steps and len(game.session.sim.history) == 80
    assert game.session.undo() and game.session.rules.climb_steps


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("level", ["corners", "ramps", "gauntlet"])
def test_random_changes_while_playing(level, seed):
    """Rows, rewinds and twins at random: the state stays finite, and the rules played are those chosen."""
    chance, game = random.Random(f"{level} {seed}"), StandIn(level)
    rows = [row for page in game.pages() for row in page.rows if row.change]
    for _ in range(40):
        chance.choice(rows).change(chance.choice((-1, 1)))
        wish = (chance.uniform(-1, 1), chance.uniform(-1, 1))
        game.walk(6, Intent(wish, jump=chance.random() < 0.1, crouch=chance.random() < 0.2, heading=chance.uniform(-3, 3)))
        if chance.random() < 0.2:
            game.session.scrub(-chance.randrange(30))
            chance.choice(rows).change(1)
            game.session.resume()
        assert all(isfinite(part) for part in (*game.session.state.position, *game.session.state.velocity))
    assert game.session.rules == game.session.params.on(game.session.rules)


def climbed(game, ticks):
    """Return how high the player of a game gets on ten steps [m]. It starts before the first one."""
    game.session.sim.begin_at((0.0, 2.1, 0.0))
    game.walk(ticks)
    return game.session.state.position[2] - 0.9


def test_the_printed_rules_climb_in_a_game_as_in_their_lesson():
    """A teacher chose them in a level, where a player speeds up: it hopped below the first step for ever."""
    game = StandIn(params=PlayerParams().with_feel("smooth"))
    game.run.next_rules()
    assert game.session.rules == Rules.fauerby() and game.session.params.feel == "exact" and climbed(game, 60) > 1.79
    assert game.messages[-1].endswith(AT_FULL_SPEED)
    game.run.next_rules()
    assert game.session.params.feel == "exact" and not game.messages[-1].endswith(AT_FULL_SPEED)
    game.run.next_rules()
    assert game.session.rules == Rules.modern() and game.session.params.feel == "smooth"


def test_the_printed_twin_climbs_beside_a_player_that_speeds_up():
    game = StandIn(params=PlayerParams().with_feel("smooth"))
    game.view.twins()
    climbed(game, 60)
    assert all(twin.position[2] > 1.79 + 0.9 for twin in game.twins.twins.at(game.session.record).states)
    game.run.next_rules(), game.run.next_rules(-1)
    assert game.session.params.feel == "exact", "as long as twins walk"
    game.view.twins()
    assert game.session.params.feel == "smooth"


def test_a_feel_that_was_chosen_meanwhile_stays():
    game = StandIn(params=PlayerParams().with_feel("smooth"))
    game.run.next_rules()
    game.run.branch(params=replace(game.session.params, friction=3.0))
    game.run.next_rules(-1)
    assert game.session.params.friction == 3.0


def test_the_feel_comes_back_after_other_ways_to_the_usual_rules():
    """Undo, or twins that a page of a lesson switches off, had left "exact" for ever."""
    game = StandIn(params=PlayerParams().with_feel("smooth"))
    game.walk(5)
    game.session.pause()
    game.run.next_rules()
    game.session.undo()
    game.session.resume()
    game.view.twins(), game.view.twins()
    assert game.session.params.feel == "smooth"
    game.view.twins()
    game.twins.configure(["fauerby"], wanted=False)
    game.twins.begin(game.session.sim)
    game.run.next_rules(), game.run.next_rules(-1)
    assert game.session.params.feel == "smooth"
