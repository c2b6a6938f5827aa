"""The cache of one function, as numba calls it: it reads the function's machine code from the disk, and writes it there."""

import hashlib
import pickle
import re
from contextlib import suppress
from pathlib import Path

import numba
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from .machine_code_cache import THREAD, NotKept


class KeptCode(NullCache):
    """The machine code of one function on disk, a file for each signature. It replaces numba's own cache.

    That cache unpickles any file in its folder, accepts damaged code, fails on a full disk, and ignores edited imports.
    function: the Python function; folder: KeptFolder of the machine code
    """

    def __init__(self, function, folder):
        self._folder = folder
        self._source = Path(function.__code__.co_filename)
        self._name = re.sub(r"\W", "_", f"{self._source.stem}.{function.__qualname__}")
        self._what = f"{numba.__version__} {function.__module__} {function.__code__.co_firstlineno}"

    def _file(self, signature, codegen):
        """Return the file's name, with a hash of signature, source of the function, numba's version and processor."""
        digest = hashlib.sha256(f"{self._what} {signature!r} {codegen.magic_tuple()!r}".encode())
        with suppress(OSError):  # an archive without sources
            digest.update(self._source.read_bytes())
        return f"{self._name}-{digest.hexdigest()[:32]}.nbc"

    def load_overload(self, signature, target):
        """Return the CompileResult in the cache, or None if there is none that this numba can use. Called by numba.

        Raises NotKept if THREAD.only_kept is True and the cache has no file for this signature.
        """
        target.refresh()
        name = self._file(signature, target.codegen())
        content = self._folder.read(name)
        if content is None:
            if THREAD.only_kept:
                raise NotKept(name)
            return None
        try:
            return CompileResult._rebuild(target, *pickle.loads(content))
        except Exception:  # the file is ours, but this numba cannot use it, and may raise anything
            self._folder.discard(name)
            return None

    def save_overload(self, signature, result):
        """Write a CompileResult to the cache, unless its code contains addresses of this process. Called by numba."""
        if not result.library.has_dynamic_globals:  # addresses that mean nothing to another process
            self._folder.write(self._file(signature, result.codegen), dumps(result._reduce()))
