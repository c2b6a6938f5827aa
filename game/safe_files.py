"""Write files completely or not at all, and with a mark never over a file that Glissade did not make.

Glissade recognises its own files by a mark: words near the beginning of each kind of file.
"""

import os
import shutil
import stat
import sys
from contextlib import contextmanager, suppress
from errno import EDQUOT, EFBIG, ENOSPC
from pathlib import Path

from .bounded_file_reading import as_utf8, decoded
from .collision.engine.safe_cache_folders import make_folders, replace_file, temporary_path, write_temporary
from .input_errors import InputError

HEAD = 1000  # bytes that must contain the mark. Fewer: a long title may come before it; more: foreign files may name Glissade
STREAMS = ("/dev/", "/proc/")  # /dev/stdout may be a link to a file that other programs also write to


def write_file(path, content, mark=None):
    """Write text or bytes to a file. An existing file is replaced, but its mode and links to it are kept.

    mark: text near the beginning of the content, or None. An existing file without this mark is refused. None replaces any file.
    A pipe or a device, such as /dev/stdout, is written to directly.
    Raises InputError with the file, the reason and a remedy. An old file is then unchanged.
    """
    content = content.encode() if isinstance(content, str) else content
    assert mark is None or mark.encode() in content[:HEAD]
    refuse_foreign(path, mark)
    with errors_named(path):
        if is_stream(path):
            write_stream(path, content)
            return
        target, mode = target_of(path)
        replace_file(target, content, mode)


def read_text(path):
    """Return a file's text with its own line endings, without a byte order mark.

    Raises InputError if it is no Unicode text, OSError if it cannot be read.
    """
    try:
        with open(path, "rb") as file:
            return decoded(file.read())
    except UnicodeDecodeError:
        raise InputError(f"{path}: is not a text file") from None


def keep(path, text):
    """Write a user's data, such as settings, to a file. A failed write is ignored.

    path: of the file in a folder of the user, or None for a user without a home folder
    text: the content
    """
    if path:
        with suppress(OSError, InputError):
            make_folders(path.parent)
            write_file(path, text)


def write_files(contents, obsolete=()):
    """Write several files of a folder and delete the obsolete ones, all or nothing.

    contents: {path: text or bytes}
    obsolete: paths of files to delete
    Raises InputError if a file cannot be written or deleted.
    """
    done, parts = [], {}
    before = {path: path.read_bytes() if path.is_file() else None for path in (*contents, *obsolete)}
    try:
        for path, content in contents.items():
            with errors_named(path):
                parts[path] = write_temporary(path, content.encode() if isinstance(content, str) else content, None)
        for path, part in parts.items():
            with errors_named(path):
                os.replace(part, path)
            done.append(path)
        for path in obsolete:
            with errors_named(path):
                path.unlink()
            done.append(path)
    except BaseException:
        for path in done:
            path.unlink(missing_ok=True) if before[path] is None else replace_file(path, before[path], None)
        raise
    finally:
        for part in parts.values():
            part.unlink(missing_ok=True)


@contextmanager
def restored_on_failure(path):
    """Return a context manager that restores the file `path` if its block raises an exception. A new file is deleted."""
    path, copy = Path(os.path.realpath(path)), None
    if path.exists():
        copy = temporary_path(path)
        with errors_named(path):
            shutil.copy2(path, copy)
    try:
        yield
    except BaseException:
        path.unlink(missing_ok=True) if copy is None else os.replace(copy, path)
        raise
    finally:
        if copy:
            copy.unlink(missing_ok=True)


def refuse_foreign(path, mark):
    """Raise InputError if a path cannot be written, or if its file exists and has no mark. An empty file needs none.

    A call before long work saves the user from losing its result.

    mark: text near the beginning of the file, or None to accept any file
    """
    with errors_named(path):
        if is_stream(path):
            return
        target, _ = target_of(path)
        if target.is_dir():
            raise InputError(f"{path}: cannot be written: it is a folder; name a file")
        if not target.parent.is_dir():
            raise InputError(f"{path}: cannot be written: there is no folder {target.parent}")
        if mark is None or not target.exists():
            return
        with open(target, "rb") as file:
            head = file.read(HEAD)
        if head and mark.encode() not in as_utf8(head):
            raise InputError(f"{path}: exists already, and Glissade did not write it: name another file, or delete it")


def free_number(folder, pattern):
    """Return the next free number for a file in a folder: the highest number in use plus 1, or 1 without such files.

    pattern: glob pattern of the file names, such as "recording-*.txt". The number follows the last hyphen.
    """
    numbers = [path.stem.rpartition("-")[2] for path in folder.glob(pattern)]
    return 1 + max((int(number) for number in numbers if number.isdecimal()), default=0)


def is_stream(path):
    """True if the path leads to a pipe or a device, which can be written to but not replaced."""
    if os.path.abspath(path).startswith(STREAMS):
        return True
    with suppress(OSError):
        kind = os.stat(path).st_mode
        return not (stat.S_ISREG(kind) or stat.S_ISDIR(kind))
    return False


def write_stream(path, content):
    """Write bytes to a pipe or a device.

    The output of this process itself is not opened again, because that would overwrite its beginning.
    """
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # not a stream of the system, as in a test
            if os.path.samestat(os.stat(path), os.fstat(stream.fileno())):
                stream.flush()
                stream.buffer.write(content)
                stream.flush()
                return
    with open(path, "ab") as file:
        file.write(content)


def target_of(path):
    """Return (path of the file that a path or link leads to, mode of this file or None if it does not exist).

    Raises PermissionError for a write-protected file.
    """
    target = Path(os.path.realpath(path))
    if not target.exists():
        return target, None
    if not os.access(target, os.W_OK):
        raise PermissionError(13, "it is write-protected")
    return target, stat.S_IMODE(target.stat().st_mode)


def working_folder_words():
    """Return text about the likely cause of an OSError without a file name: a deleted working folder, or else "the system"."""
    try:
        os.getcwd()
    except OSError:
        return "the working folder (deleted, or not readable; change to another one)"
    return "the system"


def make_parents(path):
    """Make the folder of the file `path`, and all folders above it. Raises InputError if that fails."""
    with errors_named(path):
        Path(path).parent.mkdir(parents=True, exist_ok=True)


@contextmanager
def errors_named(path):
    """Return a context manager: an OSError inside its `with` block becomes a one-line InputError that `path` cannot be written.

    The line names the cause and a remedy.
    """
    try:
        yield
    except OSError as error:
        is_full = error.errno in (ENOSPC, EFBIG, EDQUOT)
        remedy = "free some disk space, or write elsewhere" if is_full else "name another place, or make this one writable"
        raise InputError(f"{path}: cannot be written: {error.strerror or error}; {remedy}") from None
