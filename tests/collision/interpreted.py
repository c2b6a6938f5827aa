"""The same sources once more, without numba: small functions can then be called one by one without compiling each."""

import importlib
import os
import sys
from types import SimpleNamespace

PACKAGE = "game.collision"
MODULES = (
    "engine.vec3",
    "ellipsoid_and_espace",
    "paper_detection",
    "robust_detection",
    "public_api",
    "rules",
    "mesh.triangle_mesh",
    "engine.compiling.jit",
)


def interpreted_modules():
    """{name: module} of the package, imported as if NUMBA_DISABLE_JIT were set; the compiled one stays what all others see."""

    importlib.import_module(PACKAGE)
    compiled = {name: sys.modules.pop(name) for name in list(sys.modules) if f"{name}.".startswith(f"{PACKAGE}.")}
    before = os.environ.get("NUMBA_DISABLE_JIT")
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    try:
        return {name.rpartition(".")[2]: importlib.import_module(f"{PACKAGE}.{name}") for name in MODULES}
    finally:
        os.environ.pop("NUMBA_DISABLE_JIT")
        if before is not None:
            os.environ["NUMBA_DISABLE_JIT"] = before
        for name in [name for name in sys.modules if f"{name}.".startswith(f"{PACKAGE}.")]:
            del sys.modules[name]
        sys.modules.update(compiled)
        sys.modules["game"].collision = compiled[PACKAGE]


plain = SimpleNamespace(**interpreted_modules())
