"""The pages of the menu that change what the algorithm does: its switches, its numbers, and the rules of the twins."""

from dataclasses import replace

from game.collision import Rules
from game.errors import InputError
from game.simulation.player.crouching import has_room

from .menu import Page, Row
from .rule_descriptions import REPAIRS, WATCH
from .rule_presets import preset_name
from .tunables import NUMBERS

PRESET = "modern: all repairs. fauerby: the paper's listing as printed. thebigh: the FreeBASIC forum's version."
TWIN = "Whose rules: a set, the default without one repair, or with gravity in one pass. Both begin anew."
COLOURS = ("blue", "yellow")  # of the twins, in words


def rules_page(game):
    def flip(name):
        rules = game.session.rules
        game.branch(rules=replace(rules, **{name: not getattr(rules, name)}))

    def row(name):
        value = lambda: "on" if getattr(game.session.rules, name) else "off"  # noqa: E731
        return Row(words(name), value, lambda: flip(name), lambda _: flip(name), f"{REPAIRS[name]} Off: {WATCH[name]}")

    preset = Row("All of them", lambda: preset_name(game.session.rules), change=game.actions.next_rules, about=PRESET)
    return Page("Rules: what each repairs, and what to watch without it", (preset, *map(row, Rules.SWITCHES)))


def numbers_page(game):
    def row(number):
        return Row(number.name, lambda: number.shown(game.session), change=change_of(game, number), about=number.about)

    return Page("Numbers of the rules, of the player and of time", tuple(map(row, NUMBERS)))


def change_of(game, number):
    """What left and right do to a number: the next of its values, or words why not."""

    def change(direction):
        try:
            others = number.changed(game.session, direction)
        except InputError as problem:
            return game.tell(str(problem))
        if others is None:
            return game.tell(f"{number.name.lower()}: {number.shown(game.session)} is the {'most' if direction > 0 else 'least'}")
        if not has_room(game.session.sim, game.session.state, others.get("params")):
            return game.tell(f"{number.name.lower()}: there is no room for such a body here")
        return game.branch(**others)

    return change


def twins_page(game):
    def row(number, colour):
        def change(places):
            game.twins.choose(number, places, game.session)

        return Row(f"The {colour} one", lambda: game.twins.choices[number], change=change, about=TWIN)

    about = "Two others with your body get your intents each tick, by other rules. Off and on puts them beside you."
    switch = Row("Twins", lambda: "on" if game.twins.twins else "off", game.actions.twins, lambda _: game.actions.twins(), about)
    rows = map(row, range(len(game.twins.choices)), COLOURS)  # a page of a lesson may have one twin only
    return Page("Twins by other rules beside you", (switch, *rows))


def words(name):
    return name.replace("_", " ").capitalize()
