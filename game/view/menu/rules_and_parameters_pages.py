"""The menu's pages of rules, of parameters, and of the twins' rules."""

from dataclasses import replace
from functools import partial

from ...collision import Rules
from ...core.input_errors import InputError
from ...explain.palette import TWIN_NAMES
from ...explain.rule_switch_descriptions import NAMES, REPAIRS, WATCH, describe_choice, describe_preset
from ...simulation.player.crouch_and_body_turn import has_room
from .menu_model import Page, Row
from .rule_drawing import draw_rule
from .tunables import TUNABLES

PRESET = "All rules at once: all repairs, the paper's listing as printed, or the version of the FreeBASIC forum."
TWIN = (
    "Its rules, or another engine. Bullet and Rapier meet the mesh alone, and after a rewind start at your place. "
    "Marks show where they stick, fall or sink."
)


def rules_page(run):
    """Return the Page with a switch for each rule. `run` is RunActions."""

    def flip(name):
        rules = run.session.rules
        run.branch(rules=replace(rules, **{name: not getattr(rules, name)}))

    def row(name):
        return Row(
            NAMES[name],
            value=lambda: "on" if getattr(run.session.rules, name) else "off",
            activate=lambda: flip(name),
            change=lambda direction: flip(name),
            about=f"{REPAIRS[name]} Off: {WATCH[name]}",
            draw=partial(draw_rule, rule=name),
        )

    preset = Row("Preset", lambda: describe_preset(run.session.rules), change=run.next_rules, about=PRESET)
    return Page("Rules: what each repairs, and what to watch without it", (preset, *map(row, Rules.SWITCHES)))


def parameters_page(run):
    """Return the Page with a row for each Tunable. `run` is RunActions."""

    def row(tunable):
        return Row(tunable.name, lambda: tunable.text(run.session), change=change_of(run, tunable), about=tunable.about)

    return Page("Parameters of rules, player and time", tuple(map(row, TUNABLES)))


def change_of(run, tunable):
    """Return the function change(direction) of a Row that changes a Tunable by the keys left (-1) and right (+1).

    It sets the next value, or shows a message if that value is not possible. `run` is RunActions.
    """

    def change(direction):
        name = tunable.name.lower()
        try:
            options = tunable.next_options(run.session, direction)
        except InputError as problem:
            return run.show_message(str(problem))
        if options is None:
            end = "largest" if direction > 0 else "smallest"
            return run.show_message(f"{name}: {tunable.text(run.session)} is the {end} value")
        if not has_room(run.session.sim, run.session.state, options.get("params")):
            return run.show_message(f"{name}: there is no room for such a body here")
        return run.branch(**options)

    return change


def twins_page(view):
    """Return the Page on which the twins' rules are chosen. `view` is ViewActions."""
    twins = view.views.twins

    def row(number, name):
        def change(places):
            if problem := twins.choose(number, places, view.session):
                view.show_message(problem)

        return Row(name.capitalize(), lambda: describe_choice(twins.choices[number]), change=change, about=TWIN)

    about = "Two bodies like yours with your input and other rules or engines. Off and on puts them beside you again."
    switch = Row("Twins", lambda: "on" if twins.twins else "off", view.twins, lambda _: view.twins(), about)
    rows = map(row, range(len(twins.choices)), TWIN_NAMES)  # a lesson may have one twin only
    return Page("Twins: your input, other rules or engines", (switch, *rows))
