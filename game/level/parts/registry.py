"""The list of parts. A part is a function that turns checked parameters into triangles.

To add a part, put a function with `@part("name", role="material", ...)` into a file of this folder. The function's signature is
the schema of its keys. A role is a label of triangles with a default material, which a level can replace.
"""

from collections.abc import Callable
from dataclasses import dataclass

from ..contents.shape import Shape


@dataclass(frozen=True)
class Part:
    """A registered part: the function that builds its shape, and the default material of each of its roles as {role: name}."""

    build: Callable[..., Shape]
    materials: dict[str, str]


PARTS: dict[str, Part] = {}


def part(name: str, **materials: str) -> Callable:
    """Register the decorated function as the part `name`. The keywords give each role its default material."""

    def register(build: Callable[..., Shape]) -> Callable[..., Shape]:
        PARTS[name] = Part(build, materials)
        return build

    return register
