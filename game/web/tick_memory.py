"""The memory with which the WebAssembly module of the tick plays a level: all arrays of the tick, at fixed addresses."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..core.jit import BoundRecord
from ..simulation import Simulation

PAGE = 1 << 16  # WebAssembly's unit of memory [bytes]
# Bytes for the stack, from address 0 on. Smaller: a deep call writes over the module's constants; larger: only costs memory.
STACK = PAGE
WORD = 8  # [bytes] of each number that describes an array
ALIGNED = 64  # addresses are multiples of it [bytes]. Smaller than 16: vectors are not aligned; larger: only costs memory
# Candidates for which there is room: as many as the mesh has triangles, so that no tick can overflow, up to this number. Smaller:
# a tick in a dense mesh ends the run; larger: a page of a large mesh takes a gigabyte.
MOST_CANDIDATES = 1 << 14
RESULTS = 7  # words that a function of the module returns at most: nearest_contact an index and a Contact


class TickMemory(NamedTuple):
    """The memory of a level before its first tick.

    image: its bytes from address STACK on. What follows is zero.
    pages: its size [PAGE]
    block, result: addresses of the arguments and of the results of the module's `run`
    places: {name: address} of the arrays that a page reads and writes
    """

    image: bytes
    pages: int
    block: int
    result: int
    places: dict[str, int]


def tick_memory(simulation: Simulation) -> TickMemory:
    """Return the memory for a run in a browser that begins in the state of a Simulation without movers and exhibits."""
    driver, nearby = simulation.driver, simulation.nearby
    nearby.ensure_capacity(min(len(simulation.mesh.triangles), MOST_CANDIDATES))
    players = simulation.new_rows(simulation.state, 1)
    records = driver.records(players.tables)
    scratch, memory, packing = (record.record for record in records[:3])
    for array in (scratch.candidates, memory.turned_corners, memory.turned_order):
        array[:] = 0  # numpy does not clear them, and equal levels shall have equal bytes
    named = {
        "before": players.before, "after": players.after, "input": players.inputs, "inside": players.inside,
        "params": memory.params, "settings": scratch.settings, "written": packing.written,
        "iterations": scratch.iterations, "candidates": scratch.candidates, "outcomes": scratch.outcomes,
        "corners": nearby.tree.corners, "order": nearby.tree.order, "nodes": nearby.tree.nodes,
    }  # fmt: skip
    regions = regions_of([array for record in records for array in arrays_of(record.record)])
    regions.sort(key=lambda region: not region.bytes.any())  # those that are zero at the end, where the image leaves them out
    words = sum(len(record.descriptors) for record in records) + 4  # four integers follow the records
    block, result = STACK, STACK + WORD * words
    at = aligned(result + WORD * RESULTS)
    for number, region in enumerate(regions):
        regions[number] = region._replace(place=at)
        at = aligned(at + len(region.bytes))
    image = bytearray(at - STACK)
    image[: WORD * words] = np.array([*moved(records, regions), 0, 0, 1, 0], np.int64).tobytes()
    for region in regions:
        image[region.place - STACK : region.place - STACK + len(region.bytes)] = region.bytes.tobytes()
    places = {name: place_of(array, regions) for name, array in named.items()}
    return TickMemory(bytes(image).rstrip(b"\0"), -(-at // PAGE), block, result, places)


class MemoryRegion(NamedTuple):
    """Bytes of this process that one array or several overlapping ones use, and their address in the module's memory."""

    start: int
    bytes: np.ndarray
    place: int = 0


def arrays_of(record: tuple) -> list[np.ndarray]:
    return [array for part in record for array in (arrays_of(part) if isinstance(part, tuple) else [part])]


def regions_of(arrays: list[np.ndarray]) -> list[MemoryRegion]:
    """Return the MemoryRegions of arrays in the order of the first array in each. Views of the same bytes share one."""
    spans: list[tuple[int, int, int]] = []
    for number, array in enumerate(arrays):
        low, high = np.lib.array_utils.byte_bounds(array)
        if array.size:
            spans.append((low, high, number))
    merged: list[list[int]] = []
    for low, high, number in sorted(spans):
        if merged and low < merged[-1][1]:
            merged[-1][1:] = [max(merged[-1][1], high), min(merged[-1][2], number)]
        else:
            merged.append([low, high, number])
    return [MemoryRegion(low, bytes_at(low, high)) for low, high, _ in sorted(merged, key=lambda span: span[2])]


def bytes_at(low: int, high: int) -> np.ndarray:
    import ctypes

    return np.ctypeslib.as_array((ctypes.c_uint8 * (high - low)).from_address(low))


def place_of(array: np.ndarray, regions: list[MemoryRegion]) -> int:
    """Return the address of an array's first element in the module's memory. An empty array gets any."""
    address = array.ctypes.data
    return next((r.place + address - r.start for r in regions if r.start <= address < r.start + len(r.bytes)), STACK)


def moved(records: tuple[BoundRecord, ...], regions: list[MemoryRegion]) -> list[int]:
    """Return the numbers of all records' descriptors, with the addresses in the module's memory."""
    words: list[int] = []
    for record in records:
        descriptors, at = record.descriptors.tolist(), 0
        for array in arrays_of(record.record):
            words += [*descriptors[at : at + 4], place_of(array, regions), *descriptors[at + 5 : at + 5 + 2 * array.ndim]]
            at += 5 + 2 * array.ndim
    return words


def aligned(address: int) -> int:
    return -(-address // ALIGNED) * ALIGNED
