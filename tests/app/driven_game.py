"""Started by the window tests in its own process: plays a level and prints what happens, one line of JSON every few frames."""

import json
import sys

from game.app.game import open_game
from game.explain.rule_explanations import preset_name
from game.level import load_level
from tests.explain.hand_made import hud_lines

EVERY, FRAME_RATE = 3, 30  # frames between two reports; frames a second, because more only keep a processor busy


def main(path, renderer, mode="window"):
    game = open_game(renderer, (640, 360), fullscreen=mode == "full screen")
    game.settings.frame_rate = FRAME_RATE
    game._quality.update()
    game.load(load_level(path))
    game.base.taskMgr.add(Reporter(game), "report", sort=20)
    game.run()


class Reporter:
    """A task that prints."""

    def __init__(self, game):
        self._game, self._frames = game, 0

    def __call__(self, task):
        self._frames += 1
        if self._frames % EVERY == 0:
            print(json.dumps(report(self._game)), flush=True)
        return task.cont


def report(game):
    session, record = game.session, game.session.record
    return {
        "run": id(session.sim.history),  # another one after every restart
        "tick": session.state.tick,
        "position": session.state.position,
        "ground": session.state.ground.name,
        "returns": session.state.returns,
        "paused": session.paused,
        "cursor": session.cursor,
        "ticks": len(session.sim.history),
        "film": session.film,
        "slower": session.slower,
        "branches": len(session.branches.forks),  # of this run; those of runs before it are kept, too
        "free_pointer": game.pointer.is_free,
        "camera": game.viewpoint.free.place,
        "third_person": game.settings.third_person,
        "flying": game.viewpoint.flying is not None,
        "menu": game.menu.page.title if game.menu.is_open else "",
        "row": game.menu.page.rows[game.menu.focus].name if game.menu.is_open else "",
        "message": game._menu_view.message,
        "twins": [twin.status(session.state.tick) for twin in game.views.twins.twins.all] if game.views.twins.twins else [],
        "twin_names": game.views.twins.choices,
        "away": game.window.away,
        "help": game.interface.help.visible,
        "inside": game.inspector.number if game.inspector.tick else None,
        "picked": game.inspector.picked and game.inspector.picked.place,
        "in_play": game.settings.overlays_in_play,
        "overlays": {name: getattr(game.settings.overlays, name) for name in game.settings.overlays.names()},
        "hud_shown": game.settings.hud,
        "rules": preset_name(session.sim.rules),
        "look": (game.viewpoint.look.heading, game.viewpoint.look.pitch),
        "pointer": pointer_of(game.base.win),
        "size": game.window.size,
        "renderer": game.base.pipe.getInterfaceName(),
        "hud": hud_lines(record, session.sim) if record else [],
    }


def pointer_of(window):
    pointer = window.getPointer(0)
    return pointer.getX(), pointer.getY()


if __name__ == "__main__":
    main(*sys.argv[1:])
