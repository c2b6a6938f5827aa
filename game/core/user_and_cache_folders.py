"""The user's folders for caches, data and settings on each system, and the files of caches with their hashes.

Glissade deletes only in a folder that it has marked as its own, and there only names of a given pattern. It reads kept files only
if no other user could have written them, and writes them completely or not at all. Only the standard library is imported.
platformdirs 4.14 finds the same folders and costs 2.1 ms and 0.4 MB at the start. It would replace 26 lines, and the solver,
which is installed alone, would need a third library.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
import sys
from contextlib import suppress
from pathlib import Path

from .input_errors import InputError
from .safe_files import replace_file, write_file

# Places: (XDG's variable, below the home on Linux, below the home on macOS, Windows' variable, below the home there)
PLACES = {
    "cache": ("XDG_CACHE_HOME", ".cache", "Library/Caches", "LOCALAPPDATA", "AppData/Local"),
    "data": ("XDG_DATA_HOME", ".local/share", "Library/Application Support", "LOCALAPPDATA", "AppData/Local"),
    "settings": ("XDG_CONFIG_HOME", ".config", "Library/Application Support", "APPDATA", "AppData/Roaming"),
}


def user_folder(kind: str) -> Path | None:
    """Return the path of the user's "cache", "data" or "settings" folder, which may not exist, or None without a home."""
    xdg, linux, mac, variable, windows = PLACES[kind]
    variables, below = [xdg], linux
    if sys.platform == "win32":
        variables, below = [xdg, variable], windows
    elif sys.platform == "darwin":
        below = mac
    named = [Path(os.environ.get(name, "")) for name in variables]
    try:
        named.append(Path.home() / below)
    except RuntimeError:  # no HOME, and the user is not in the system's list
        pass
    absolute = [path for path in named if path.is_absolute()]  # XDG: relative ones are to be ignored
    return absolute[0] / "glissade" if absolute else None


def cache_home() -> Path | None:
    """Return the path of the folder for caches, which may not exist: `GLISSADE_CACHE`, or the user's, or None."""
    named = os.environ.get("GLISSADE_CACHE")
    return Path(named).absolute() if named else user_folder("cache")


def cache_folder(name: str, pattern: str) -> KeptFolder | None:
    """Return the KeptFolder `name` in the folder for caches, made if missing, or None if it is not safe to write.

    pattern: regular expression that the whole name of a file must match before the KeptFolder may delete it
    """
    try:
        home = cache_home()
        return KeptFolder(home / name, pattern) if home else None
    except OSError:
        return None


def private_cache_folder(name: str, pattern: str) -> KeptFolder | None:
    """Return a KeptFolder in a new temporary folder, removed at the end of this process, or None.

    Also sets `GLISSADE_CACHE` in the environment. So processes that this one starts use the same folder.
    """
    import atexit
    import shutil
    import tempfile

    try:
        home = tempfile.mkdtemp(prefix="glissade-")
    except OSError:
        return None
    maker = os.getpid()
    atexit.register(lambda: shutil.rmtree(home, ignore_errors=True) if os.getpid() == maker else None)
    os.environ["GLISSADE_CACHE"] = home
    return cache_folder(name, pattern)


def keep(path: Path | None, text: str) -> None:
    """Write a user's data, such as settings, to a file, or nothing for None. A failed write is ignored."""
    if path:
        with suppress(OSError, InputError):
            make_folders(path.parent)
            write_file(path, text)


PRIVATE = 0o700
WRITABLE_BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH
# A link is not followed, and a pipe is not waited for. Windows has neither flag, but it changes line ends without O_BINARY.
READING = sum(getattr(os, name, 0) for name in ("O_RDONLY", "O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY"))


def make_folders(path: Path) -> None:
    """Make a folder and its missing parents, each with access for this user alone. Raises OSError if that is impossible."""
    for folder in reversed([path, *path.parents]):
        if not folder.exists():
            folder.mkdir(PRIVATE, exist_ok=True)  # another process may have been faster


def require_private(path: Path) -> None:
    """Raise OSError for a folder into which other users could write, or this one cannot."""
    found = path.lstat()
    if not stat.S_ISDIR(found.st_mode):
        raise NotADirectoryError(f"{path} is no folder of its own")
    if is_open_to_others(found) or not os.access(path, os.R_OK | os.W_OK | os.X_OK):
        raise PermissionError(f"{path} is not this user's alone")


def is_open_to_others(found: os.stat_result) -> bool:
    """True if a user other than this one and root could write a file or folder. Always False on Windows."""
    return os.name == "posix" and (found.st_uid not in (os.geteuid(), 0) or found.st_mode & WRITABLE_BY_OTHERS != 0)


def read_own(path: Path) -> bytes | None:
    """Return the bytes of a file that only this user or root can have written, or None for others. Raises OSError."""
    try:
        handle = os.open(path, READING)
    except OSError:
        if path.is_symlink() or path.is_dir():
            return None
        raise
    try:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode) or is_open_to_others(found):
            return None
        with open(handle, "rb", closefd=False) as file:
            return file.read()
    finally:
        os.close(handle)


MARK = ".glissade"
MARK_TEXT = "Glissade made this folder. It may delete in it what it can make again.\n"
SEAL = hashlib.sha256().digest_size  # [bytes] behind the content of a kept file: its hash


class MarkedFolder:
    """A folder in which Glissade may delete: only names of its pattern, and only while it has Glissade's mark.

    path: made if missing, marked if empty; pattern: regular expression that a whole name must match. Raises OSError.
    """

    def __init__(self, path: Path, pattern: str) -> None:
        self.path, self._pattern = path, re.compile(pattern)
        path.mkdir(parents=True, exist_ok=True)
        if not any(path.iterdir()):
            with suppress(OSError):  # a full disk: nothing will be deleted here
                (path / MARK).write_text(MARK_TEXT, encoding="utf-8")

    def names(self) -> list[str]:
        with suppress(OSError):
            return [entry.name for entry in self.path.iterdir() if self._pattern.fullmatch(entry.name)]
        return []

    def delete(self, name: str) -> None:
        """Delete one file or folder if its name matches the pattern and this folder has the mark. A failure is ignored."""
        path = self.path / name
        if not self._pattern.fullmatch(name) or not (self.path / MARK).is_file():
            return
        if path.is_dir() and not path.is_symlink():
            import shutil  # here, as tempfile and others below: they take a tenth of a start, and few starts need them

            shutil.rmtree(path, ignore_errors=True)
        else:
            with suppress(OSError):
                path.unlink()

    def delete_oldest(self, most: int, spared: str | None = None) -> None:
        """Delete all files and folders of the pattern except the `most` newest, and never the one with the name `spared`."""

        def age(name: str) -> float:
            with suppress(OSError):
                return -(self.path / name).lstat().st_mtime
            return 0.0

        for name in sorted(self.names(), key=age)[most:]:
            if name != spared:
                self.delete(name)


class KeptFolder(MarkedFolder):
    """A cache folder: its files can be computed again. An unreadable file counts as missing, a failed write is no error.

    is_lasting: False if this process removes the folder at its end. Raises OSError if it cannot be written, or others could.
    """

    def __init__(self, path: Path, pattern: str) -> None:
        make_folders(path)
        require_private(path)
        super().__init__(path, pattern)
        self.is_lasting, self._has_warned = True, False

    def read(self, name: str) -> bytes | None:
        """Return the bytes stored under a name, or None. A damaged file is deleted, and the first fault is a warning."""
        try:
            content = read_own(self.path / name)
        except FileNotFoundError:
            return None
        except OSError as error:
            self._warn(name, f"{error.strerror or error}; it is made again")
            return None
        if content is None or hashlib.sha256(content[:-SEAL]).digest() != content[-SEAL:]:
            self.discard(name)
            return None
        return content[:-SEAL]

    def write(self, name: str, content: bytes) -> None:
        """Store bytes under a name, with their hash. The first fault in the folder is printed as a warning."""
        try:
            replace_file(self.path / name, content + hashlib.sha256(content).digest(), 0o600, is_durable=False)
        except OSError as error:
            self._warn(name, f"{error.strerror or error}; it is not kept, and made again at the next start")

    def discard(self, name: str) -> None:
        """Delete a damaged file by its name. The first fault in the folder is printed as a warning."""
        self._warn(name, "damaged; it is thrown away and made again")
        self.delete(name)

    def _warn(self, name: str, words: str) -> None:
        """Print a warning with a description of the fault of a file, once, because a full disk affects many."""
        if not self._has_warned:
            print(f"glissade: {self.path / name}: {words}", file=sys.stderr)
        self._has_warned = True
