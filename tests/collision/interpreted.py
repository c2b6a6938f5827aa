"""The same sources once more, without numba: small functions can then be called one by one without compiling each."""

import importlib
import os
import sys
from types import SimpleNamespace

PACKAGES = "game.core", "game.collision"
MODULES = (
    "core.vec3",
    "core.jit",
    "collision.ellipsoid_and_espace",
    "collision.paper_detection",
    "collision.robust_detection",
    "collision.public_api",
    "collision.rules",
    "collision.mesh.triangle_mesh",
)


def interpreted_modules():
    """{name: module} of the packages, imported as if NUMBA_DISABLE_JIT were set; the compiled one stays what all others see."""

    importlib.import_module("game.collision")
    compiled = {name: sys.modules.pop(name) for name in all_modules()}
    before = os.environ.get("NUMBA_DISABLE_JIT")
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    try:
        return {name.rpartition(".")[2]: importlib.import_module(f"game.{name}") for name in MODULES}
    finally:
        os.environ.pop("NUMBA_DISABLE_JIT")
        if before is not None:
            os.environ["NUMBA_DISABLE_JIT"] = before
        for name in all_modules():
            del sys.modules[name]
        sys.modules.update(compiled)
        for package in PACKAGES:
            setattr(sys.modules["game"], package.rpartition(".")[2], compiled[package])


def all_modules():
    return [name for name in sys.modules if f"{name}.".startswith(tuple(f"{package}." for package in PACKAGES))]


plain = SimpleNamespace(**interpreted_modules())
