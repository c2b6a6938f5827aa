"""The menu's pages of the rules' switches, the parameters, and the rules of the twins."""

from dataclasses import replace

from game.collision import Rules
from game.errors import InputError
from game.simulation.player.crouching import has_room

from .menu import Page, Row
from .rule_descriptions import REPAIRS, WATCH, preset_name
from .tunables import TUNABLES

PRESET = "modern: all repairs. fauerby: the paper's listing as printed. thebigh: the FreeBASIC forum's version."
TWIN = "Its rules: a set, the default without one repair, or with gravity in one pass. Both twins start beside you again."
COLOURS = ("Blue", "Yellow")  # of the twins


def rules_page(game):
    def flip(name):
        rules = game.session.rules
        game.branch(rules=replace(rules, **{name: not getattr(rules, name)}))

    def row(name):
        return Row(
            name.replace("_", " ").capitalize(),
            value=lambda: "on" if getattr(game.session.rules, name) else "off",
            activate=lambda: flip(name),
            change=lambda direction: flip(name),
            about=f"{REPAIRS[name]} Off: {WATCH[name]}",
        )

    preset = Row("Preset", lambda: preset_name(game.session.rules), change=game.actions.next_rules, about=PRESET)
    return Page("Rules: what each repairs, and what to watch without it", (preset, *map(row, Rules.SWITCHES)))


def parameters_page(game):
    def row(tunable):
        return Row(tunable.name, lambda: tunable.text(game.session), change=change_of(game, tunable), about=tunable.about)

    return Page("Parameters of rules, player and time", tuple(map(row, TUNABLES)))


def change_of(game, tunable):
    """The effect of left and right on a tunable: its next value, or a message why not."""

    def change(direction):
        name = tunable.name.lower()
        try:
            options = tunable.next(game.session, direction)
        except InputError as problem:
            return game.tell(str(problem))
        if options is None:
            return game.tell(f"{name}: {tunable.text(game.session)} is the {'largest' if direction > 0 else 'smallest'} value")
        if not has_room(game.session.sim, game.session.state, options.get("params")):
            return game.tell(f"{name}: there is no room for such a body here")
        return game.branch(**options)

    return change


def twins_page(game):
    def row(number, colour):
        def change(places):
            game.twins.choose(number, places, game.session)

        return Row(f"{colour} twin", lambda: game.twins.choices[number], change=change, about=TWIN)

    about = "Two bodies like yours with your input and other rules. Off and on puts them beside you again."
    switch = Row("Twins", lambda: "on" if game.twins.twins else "off", game.actions.twins, lambda _: game.actions.twins(), about)
    rows = map(row, range(len(game.twins.choices)), COLOURS)  # a lesson may have one twin only
    return Page("Twins: your input, other rules", (switch, *rows))
