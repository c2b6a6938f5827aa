"""The levels and walks that tests of the pages of levels share, and a page that is opened."""

from contextlib import contextmanager

import pytest

from game.scene.light.bake import bake

EVIL = '<img src=x onerror="alert(1)">'
EVIL_LEVEL = f"""
title = '{EVIL}'
about = '</script>{EVIL}'
[spawn]
at = [0.0, 0.0, 0.0]
[[parts]]
part = "floor"
at = [0.0, 0.0, 0.0]
size = [8.0, 8.0]
[[signs]]
text = '{EVIL}'
at = [0.0, 3.0, 1.0]
"""
SCRIPTS = {
    "stairs": "20\n160 forward=1 right=0.3\n300 forward=1\n40 forward=1 crouch right=0.2",
    "ramps": "20\n200 forward=1 right=0.8\n200 forward=1 right=-0.6\n60 forward=1 jump",
    "playground": "20\n200 forward=1 right=0.5\n200 forward=-1 right=1\n100 forward=1 right=1",
    "planet": "20\n160 forward=1 right=0.3",
}
# Script of the stairs' page that walks up to the tick of a step.
CLIMB = """for (let i = 0; i < 30; i++) game.step({forward: 0, right: 0});
    while (!game.solver.trace().some(one => one.pass === game.level.numbers.STEP_UP)) game.step({forward: 1, right: 0});"""
# Pixels of the picture for one of the page. More: Chromium draws without a graphics card, which takes most of the time here.
COARSE = 0.25


@contextmanager
def plain_light():
    """Light the levels of sites without rays, because a test of light has them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("game.web.play_data.baked_level", lambda level, progress=None: bake(level, plain=True))
        yield


def opened(browser, site, name, scale=COARSE, draws=False):
    """Open the page of a level, at rest in its first tick. scale, draws: as of a Browser"""
    browser.size(1280, 720, scale=scale)
    browser.open(site / f"{name}.html", "document.body.dataset.ready === ''", draws)
    browser.run("game.pause(true), game.begin(game.solver.start)")
    return browser


def touch(browser, kind, *points):
    """Send a touch event of a kind, such as "touchStart", with a finger at each point (x, y) of the page [pixels]."""
    fingers = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
    browser.call("Input.dispatchTouchEvent", type=kind, touchPoints=fingers)


def dragged(browser, *places):
    """Press the left button at the first place (x, y), and release it at the last one."""
    browser.mouse("mousePressed", *places[0], 1)
    for place in places[1:]:
        browser.mouse("mouseMoved", *place, 1)
    browser.mouse("mouseReleased", *places[-1])
