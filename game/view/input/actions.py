"""The actions of the table of bindings, one method each."""

from pathlib import Path

from game.collision import Rules
from game.level import level_names
from game.overlay import Switches

from ..menu import pages
from ..menu.lesson_pages import lessons_page
from ..menu.rule_descriptions import preset_name
from ..race.race_view import is_overlay_action
from ..session import BACKWARD, FORWARD, SLOWER

PICTURES = Path("out")
IN_MENU = ("menu", "lessons", "fullscreen", "screenshot")  # actions that work while the menu is open, too


class Actions:
    """game: Game"""

    def __init__(self, game):
        self._game = game

    def act(self, action):
        game = self._game
        if game.menu.is_open and action not in IN_MENU:
            return
        if is_overlay_action(action) and game.race_view.take(action):
            return
        if action.startswith("overlay_"):
            self.toggle_overlay(action.removeprefix("overlay_"))
        else:
            getattr(self, action)()

    def toggle_overlay(self, name):
        settings = self._game.settings
        settings.overlays = settings.overlays.toggled(name)
        self._game.tell(f"{name}: {on_off(getattr(settings.overlays, name))}")

    def all_overlays(self):
        settings = self._game.settings
        settings.overlays = Switches.none() if settings.overlays.any() else Switches.all()
        self._game.tell(f"all overlays: {on_off(settings.overlays.any())}")

    def pause(self):
        game = self._game
        if game.session.paused:
            game.go_on()
        else:
            game.session.pause()
        game.window.update_pointer()

    def step(self):
        self._game.session.step(self._game.intents.repeat_last)

    def scrub_back(self):
        self._game.session.scrub(-1)

    def jump_ahead(self):
        self._game.session.scrub(10)

    def jump_back(self):
        self._game.session.scrub(-10)

    def oldest(self):
        session = self._game.session
        session.show_tick(len(session.sim.history))

    def newest(self):
        self._game.session.show_tick(0)

    def reverse(self):
        self._play_film(BACKWARD)

    def watch(self):
        self._play_film(FORWARD)

    def _play_film(self, direction):
        session = self._game.session
        if session.film == direction:
            session.pause()
        else:
            session.play_film(direction)

    def slower(self):
        self._change_speed(1)

    def faster(self):
        self._change_speed(-1)

    def _change_speed(self, places):
        session = self._game.session
        session.slow_down(places)
        self._game.tell(f"slow motion: 1/{SLOWER[session.slower]}" if session.slower else "normal speed")

    def free_pointer(self):
        game = self._game
        game.session.pause()
        game.pointer.set_free(not game.pointer.is_free)

    def undo(self):
        undone = self._game.session.undo()
        self._game.tell("back on the branch before" if undone else "no branch to undo")

    def redo(self):
        redone = self._game.session.redo()
        self._game.tell("forward to the branch that was undone" if redone else "no branch to redo")

    def restart(self):
        game = self._game
        if game.guide.is_open:
            game.guide.show_page()
            return
        game.session.restart()
        game.viewpoint.look_as_player()
        game.tell("restarted")

    def record(self):
        game = self._game
        game.tell(game.recorder.toggle(game.session, game.viewpoint.flying is not None))

    def third_person(self):
        game = self._game
        game.viewpoint.free.come_back()
        game.settings.third_person = not game.settings.third_person
        game.tell("third person" if game.settings.third_person else "first person")

    def next_space(self, places=1):
        self._game.space.next(places)

    def twins(self):
        game = self._game
        game.tell(game.twins.toggle(game.session))

    def inspector(self):
        game = self._game
        game.inside.toggle()
        game.tell("tick inspector: Up and Down choose the iteration" if game.inside.on else "tick inspector: off")

    def previous_iteration(self):
        self._game.inside.go(-1)

    def next_iteration(self):
        self._game.inside.go(1)

    def play_sweep(self):
        self._game.inside.play()

    def inspector_panel(self):
        self._game.inside.next_panel()

    def pick(self):
        self._game.inside.pick()

    def minkowski(self):
        view = self._game.minkowski
        view.on = not view.on
        self._game.tell(f"Minkowski view: {on_off(view.on)}")

    def noclip(self):
        self._game.tell(self._game.viewpoint.toggle_flying())

    def hud(self):
        settings = self._game.settings
        settings.hud = not settings.hud

    def sounds(self):
        settings = self._game.settings
        settings.sounds = not settings.sounds
        problem = f", but {self._game.sounds.problem}" if settings.sounds and self._game.sounds.problem else ""
        self._game.tell(f"sound: {on_off(settings.sounds)}{problem}")

    def fullscreen(self):
        settings = self._game.settings
        settings.fullscreen = not settings.fullscreen
        self._game.window.set_fullscreen(settings.fullscreen)

    def screenshot(self):
        PICTURES.mkdir(exist_ok=True)
        number = 1 + len(list(PICTURES.glob("screenshot-*.png")))
        path = PICTURES / f"screenshot-{number:03d}.png"
        saved = self._game.window.save_picture(path)
        self._game.tell(f"saved {path}" if saved else f"could not write {path}")

    def help(self):
        self._game.interface.help.turn()

    def menu(self):
        game = self._game
        if game.menu.is_open:
            game.menu.back()
        elif game.interface.help.visible:
            game.interface.help.visible = False
        else:
            game.open_menu(pages.main_page(game))

    def next_level(self):
        self.change_level(1)

    def previous_level(self):
        self.change_level(-1)

    def change_level(self, places):
        names = level_names()
        now = self._game.session.sim.level.name
        place = names.index(now) + places if now in names else 0
        self._game.visit(names[place % len(names)])

    def next_page(self):
        self.turn_page(1)

    def previous_page(self):
        self.turn_page(-1)

    def turn_page(self, places):
        """Go to another page of the lesson, or to another level without a lesson. places: 1 or -1"""
        if self._game.guide.is_open:
            self._game.guide.turn(places)
        else:
            self.change_level(places)

    def lessons(self):
        page = lessons_page(self._game)
        if not self._game.menu.is_open or self._game.menu.page.title != page.title:
            self._game.open_menu(page)

    def next_rules(self, places=1):
        name = preset_name(self._game.session.rules)
        place = Rules.NAMES.index(name) if name in Rules.NAMES else -places
        name = Rules.NAMES[(place + places) % len(Rules.NAMES)]
        self._game.branch(rules=Rules.named(name))
        self._game.tell(f"rules: {name}")


def on_off(value):
    return "on" if value else "off"
