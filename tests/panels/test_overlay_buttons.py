"""The sheet of a paused tick: a button for each overlay, and in first person a note on why no body is drawn."""

import pytest
from panda3d.core import NodePath

from game.app.session.play_session import Session
from game.explain.tick_overlay import Switches
from game.level import load_level
from game.panels.bindings import BINDINGS
from game.panels.side_panel import SidePanel
from game.panels.tick_and_iteration_content import ON, overlay_buttons, tick_note, tick_sheet
from game.simulation import Intent, Simulation
from tests.app.small_level import write_small_level


@pytest.fixture
def session(tmp_path):
    session = Session(Simulation(load_level(write_small_level(tmp_path))))
    session.step(lambda: Intent((0.0, 1.0)))
    return session


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_every_overlay_has_a_button_that_a_click_finds(session, size):
    panel = SidePanel(NodePath("window"), size)
    panel.show(tick_sheet(session, [], False, switches=Switches()))
    found = {panel.action_at(x, y) for x in range(0, size[0], 6) for y in range(0, size[1], 6)} - {None}
    wanted = {("act", f"overlay_{name}") for name in Switches.names()} | {("act", "all_overlays")}
    assert wanted <= found and {action for _, action in wanted} <= {binding.action for binding in BINDINGS}


def test_the_names_of_shown_overlays_have_another_colour():
    heading, *rows = overlay_buttons(Switches.only(["planes"]))
    shown = [span.text for block in rows for span in block.spans if span.style == ON]
    assert shown == ["planes", "all"] and "click" in heading.spans[0].text


def test_in_first_person_the_sheet_says_why_no_body_is_drawn_and_which_keys_show_it(session):
    """A newcomer paused in the body's eyes, looked for the body that the first page promises, and took the key for dead."""
    assert tick_note("0:12", False) == "0:12" and tick_note("", False) == ""
    sheet = tick_sheet(session, [], False, note=tick_note("", True))
    note = " ".join(span.text for block in sheet.blocks for span in block.spans)
    assert "eyes" in note and "{third_person}" in note and "{inspector}" in note
