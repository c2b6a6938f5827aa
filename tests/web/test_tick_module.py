"""The module of the tick gives the bits of the native tick."""

from math import cos, pi

import numpy as np
import pytest

from game.core.elementary_functions import cos_sin
from game.core.input_errors import InputError
from game.simulation import Simulation, parse_script
from game.web.tick_memory import tick_memory
from game.web.tick_module import compiled_in_child
from tests.shipped_levels import shipped

pytest.importorskip("wasmtime")

from tests.web.wasm_run import WasmRun

# Levels without movers and exhibits, and the number of ticks in their tours that end with work for Python: a fall, a portal.
TOURS = {"stairs": 0, "ramps": 0, "corners": 0, "corridors": 0, "playground": 0, "terrain": 0, "river": 1, "planet": 0}


@pytest.mark.parametrize("name", TOURS)
def test_every_state_and_trace_of_a_whole_tour_has_the_same_bits(name):
    native, events = Simulation(shipped(name)), 0
    module, tour = WasmRun(native), parse_script(native.level.tour, "tour")
    for intent in tour.intents(native.state.heading):
        written = module.tick(intent)
        state = native.tick(intent).after
        assert written == native.driver.written_block()[0], f"tick {state.tick}"
        if module.events:
            module.continue_from(state, len(native.level.volumes))
            events += 1
    assert events == TOURS[name] and native.state.tick == tour.ticks > 800


@pytest.mark.parametrize("name", TOURS)
def test_equal_levels_have_equal_memory_whatever_the_process_did_before(name):
    images = set()
    for value in (0.0, 7.5):
        used = [np.full(count, value) for count in range(1, 200) for _ in range(8)]
        del used  # numpy gives these bytes to the next arrays that are not cleared
        images.add(tick_memory(Simulation(shipped(name))).image)
    assert len(images) == 1


@pytest.mark.parametrize("name", ["corridors", "planet"])
def test_crouching_down_and_standing_up_have_the_same_bits(name):
    native = Simulation(shipped(name))
    module, heights = WasmRun(native), set()
    for intent in parse_script("20\n40 forward=1 crouch\n60 forward=1\n30 forward=1 jump crouch\n40").intents():
        written = module.tick(intent)
        heights.add(native.tick(intent).after.crouched)
        assert written == native.driver.written_block()[0]
    assert {0.0, 1.0} < heights


@pytest.mark.parametrize("angle", [0.0, 0.1, -2.5, pi, 1e6])
def test_an_inner_function_has_the_same_bits(angle):
    module = WasmRun(Simulation(shipped("corners")))
    assert module.cos_sin(angle) == cos_sin(angle) == pytest.approx((cos(angle), -cos(angle + pi / 2)), abs=1e-9)


def test_without_numba_one_line_says_so(monkeypatch):
    monkeypatch.setattr("game.web.tick_module.is_installed", lambda name: False)
    with pytest.raises(InputError, match="cannot be compiled for a browser without numba"):
        compiled_in_child(lambda fraction, text: None)
