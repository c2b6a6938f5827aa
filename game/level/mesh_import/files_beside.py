"""The files that a mesh file names: where they are found, and how many bytes of them are read."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path, PureWindowsPath

from ...core.input_errors import InputError, brief
from ...core.safe_files import MOST_BYTES, file_bytes, require_regular
from ..contents.limits import TooMany


class TooManyBytes(ValueError):
    pass


@contextmanager
def faults_named(path: Path, kind: str, find: Callable[[], tuple[str, str]] = lambda: ("", "")) -> Iterator[None]:
    """Turn a ValueError of the `with` block, which reads a file of a kind, into an InputError with its path and the fault.

    find: returns the place ":LINE" of the fault and words for it, each "" if unknown
    """
    try:
        yield
    except InputError:
        raise
    except TooManyBytes as problem:
        raise InputError(f"{path}: {problem}") from None
    except (ValueError, OverflowError, RecursionError) as problem:
        place, reason = ("", "") if isinstance(problem, TooMany) else find()
        raise InputError(f"{path}{place}: is a broken {kind} file: {reason or brief(problem)}") from None


class ByteBudget:
    """The number of bytes read, also twice, for one mesh file from the files that it names, up to MOST_BYTES."""

    def __init__(self) -> None:
        self.held = 0

    def add(self, count: int, name: str) -> None:
        """Count bytes of the file or buffer `name`. Raises TooManyBytes if the total exceeds the limit."""
        self.held += count
        if self.held > MOST_BYTES:
            held, most = (f"{count:,}".replace(",", " ") for count in (self.held, MOST_BYTES))
            counts = f"{held} bytes in buffers and pictures with {name[-60:]}, {most} can be read"
            raise TooManyBytes(f"{counts}; make its pictures smaller, or use fewer")

    def file_bytes(self, path: Path, most: int = sys.maxsize) -> bytes:
        """Return the bytes of a regular file of at most `most`, and count them. Raises TooManyBytes before reading."""
        require_regular(path, most)
        self.add(path.stat().st_size, path.name)
        return file_bytes(path)


def named_file(folder: Path, name: str) -> Path:
    """Return the path of a file that a mesh file in `folder` names. Raises InputError for an absolute name.

    A mesh file may come from a stranger, and opening a share would send the user's name to a server. ".." is allowed.
    """
    name = name.replace("\\", "/")
    if name.startswith("/") or PureWindowsPath(name).drive:
        raise InputError(f"{name[:80]}: begins at a root, a drive or a server; put the file beside the mesh file")
    return folder / name


# Last parts of a path that are looked for beside the file that names it. Fewer: a picture in a folder of folders is missed;
# larger: a file of long missing paths is searched for longer.
LAST_PARTS = 3


class FilesBeside:
    """The files in and below a folder, found by names in a text file. Lists of folders are kept, which is quick."""

    def __init__(self, folder: Path):
        self._folder = folder
        self._names: dict[Path, dict[str, str]] = {}  # of each folder: {name in small letters: name}

    def find(self, name: str) -> Path | None:
        """Return the path of the file that a name means, or None.

        The whole relative name is looked for first, then its last parts, which finds the paths of another machine. An absolute
        name is never opened as it is. If no name is equal, capital letters do not matter.
        """
        name = name.strip().replace("\\", "/")
        is_relative = not name.startswith("/") and not PureWindowsPath(name).drive
        whole = [part for part in PureWindowsPath(name).parts if part != PureWindowsPath(name).anchor]
        tails = [whole[-count:] for count in range(min(LAST_PARTS, len(whole)), 0, -1)]
        for parts in ([whole] if is_relative else []) + [tail for tail in tails if ".." not in tail]:
            try:
                path = self._below(parts)
            except (OSError, ValueError):  # a name that no file can have, or a folder that cannot be read
                continue
            if path:
                return path
        return None

    def _below(self, parts: list[str]) -> Path | None:
        """Return the path of a file by the parts of its name, or None if there is none. Raises OSError and ValueError."""
        if self._folder.joinpath(*parts).is_file():
            return self._folder.joinpath(*parts)
        here = self._folder
        for part in parts:
            if not (here / part).exists():
                if here not in self._names:
                    self._names[here] = {one.name.lower(): one.name for one in here.iterdir()} if here.is_dir() else {}
                if part.lower() not in self._names[here]:
                    return None
                part = self._names[here][part.lower()]
            here = here / part
        return here if here.is_file() else None
