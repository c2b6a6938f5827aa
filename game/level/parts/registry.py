"""The list of parts. A part is a function of checked parameters that returns triangles.

To add one, put a function with `@part("name", role="material", ...)` into a file of this folder: its signature is
its schema. A role is a label of triangles with a default material, which a level can replace.
"""

from collections.abc import Callable
from dataclasses import dataclass

from game.level.geometry.shape import Shape


@dataclass(frozen=True)
class Part:
    build: Callable[..., Shape]
    materials: dict[str, str]  # role -> name of a material


PARTS: dict[str, Part] = {}


def part(name: str, **materials: str) -> Callable:
    """Register the decorated function as the part `name`."""

    def register(build: Callable[..., Shape]) -> Callable[..., Shape]:
        PARTS[name] = Part(build, materials)
        return build

    return register
