"""The module of the tick, run by wasmtime."""

import struct
from functools import cache
from math import nan

import wasmtime

from game.player.player_state import PLAYER
from game.player.tick import DONE
from game.simulation.intent_and_tick_record import PACKED
from game.web.tick_memory import STACK, tick_memory
from game.web.tick_module import tick_module


@cache
def compiled():
    """Return wasmtime's engine and its form of the module."""
    engine = wasmtime.Engine()
    return engine, wasmtime.Module(engine, tick_module())


class WasmRun:
    """A run in a level, by the module alone. Only the input of each tick comes from outside."""

    def __init__(self, simulation):
        engine, module = compiled()
        self.store, self.layout = wasmtime.Store(engine), tick_memory(simulation)
        limits = wasmtime.Limits(self.layout.pages, None)
        self.memory = wasmtime.Memory(self.store, wasmtime.MemoryType(limits))
        self.exports = wasmtime.Instance(self.store, module, [self.memory]).exports(self.store)
        self.write(STACK, self.layout.image)

    def write(self, place, data):
        self.memory.write(self.store, data, place)

    def read(self, place, size):
        return bytes(self.memory.read(self.store, place, place + size))

    def tick(self, intent):
        """Run a tick with an Intent. Returns the bytes that it wrote: state, input and trace."""
        places = self.layout.places
        heading = nan if intent.heading is None else intent.heading
        self.write(places["input"], PACKED.pack(*intent.wish, heading, intent.jump, intent.run, intent.crouch))
        assert self.exports["run"](self.store, self.layout.block, self.layout.result) == 0
        _, _, ending, _, self.events, size = struct.unpack("<6q", self.read(self.layout.result, 48))
        assert ending == DONE
        self.write(places["before"], self.read(places["after"], PLAYER.itemsize))
        return self.read(places["written"], size)

    def continue_from(self, state, volumes):
        """Let the next tick begin in a PlayerState, in a level with a number of volumes: the work that the module leaves out."""
        self.write(self.layout.places["before"], state.row[: state.size].ljust(PLAYER.itemsize, b"\0"))
        self.write(self.layout.places["inside"], bytes(number in state.inside for number in range(volumes)))

    def cos_sin(self, angle):
        assert self.exports["cos_sin"](self.store, angle, self.layout.result) == 0
        return struct.unpack("<2d", self.read(self.layout.result, 16))
