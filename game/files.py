"""Files that are kept: written whole or not at all, and never over a file that Glissade did not make.

A file counts as Glissade's by its mark: words that each kind of file has near its beginning.
"""

import os
import shutil
import stat
import sys
from contextlib import contextmanager, suppress
from errno import EDQUOT, EFBIG, ENOSPC
from pathlib import Path

from .collision.engine.user_dirs import beside, make_folders, replace_file, written
from .errors import InputError

HEAD = 1000  # [bytes] in which the mark is. Fewer: a long title may push it out; more: foreign files may name Glissade, too
STREAMS = ("/dev/", "/proc/")  # /dev/stdout may be a link to a file that others write to as well


def write_file(path, content, mark=None):
    """Write text or bytes as a file, in place of the file that was there; its mode stays, and a link still leads to it.

    mark: words in the head of the content. A file that is there already is refused when it lacks them. None: it is known to
    be the one to replace. A pipe or a device, such as /dev/stdout, is written to as it is.
    Raises InputError: which file, why, and what to do; the old file is as it was.
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
    """A file's text, its line endings as they are. InputError when it is no text."""
    try:
        with open(path, encoding="utf-8", newline="") as file:
            return file.read()
    except UnicodeDecodeError:
        raise InputError(f"{path}: not a text file") from None


def keep(path, text):
    """Write what the game remembers for a user, in a folder of the user alone. A disk that cannot be written to costs the memory.

    path: None for a user without a home
    """
    if path:
        with suppress(OSError, InputError):
            make_folders(path.parent)
            write_file(path, text)


def write_files(contents, obsolete=()):
    """Write several files of one folder and delete the obsolete ones: all of it, or nothing. contents: {path: text or bytes}

    InputError as in write_file.
    """
    done, parts = [], {}
    before = {path: path.read_bytes() if path.is_file() else None for path in (*contents, *obsolete)}
    try:
        for path, content in contents.items():
            with errors_named(path):
                parts[path] = written(path, content.encode() if isinstance(content, str) else content, None)
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
    """While this lasts, a copy of a file is there: whatever is raised, the file is put back, or deleted if there was none."""
    path, copy = Path(os.path.realpath(path)), None
    if path.exists():
        copy = beside(path)
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
    """InputError for a path that cannot be written, or where a file lies that lacks the mark; before work is spent on it."""
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
        if head and mark.encode() not in head:
            raise InputError(f"{path}: is there already, and Glissade did not write it: name another file, or delete it")


def free_number(folder, pattern):
    """One more than the highest number at the end of the names of a pattern, such as "recording-*.txt"."""
    numbers = [path.stem.rpartition("-")[2] for path in folder.glob(pattern)]
    return 1 + max((int(number) for number in numbers if number.isdecimal()), default=0)


def is_stream(path):
    """True for what is no regular file: it cannot be replaced, only written to."""
    if os.path.abspath(path).startswith(STREAMS):
        return True
    with suppress(OSError):
        kind = os.stat(path).st_mode
        return not (stat.S_ISREG(kind) or stat.S_ISDIR(kind))
    return False


def write_stream(path, content):
    """Write bytes to a pipe or a device. The output of this process is not opened a second time: that has a place of its own."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # no stream of the system, such as one that a test reads
            if os.path.samestat(os.stat(path), os.fstat(stream.fileno())):
                stream.flush()
                stream.buffer.write(content)
                stream.flush()
                return
    with open(path, "ab") as file:
        file.write(content)


def target_of(path):
    """(what a path leads to, its mode or None). PermissionError for a file that its owner has protected."""
    target = Path(os.path.realpath(path))
    if not target.exists():
        return target, None
    if not os.access(target, os.W_OK):
        raise PermissionError(13, "it is protected from writing")
    return target, stat.S_IMODE(target.stat().st_mode)


def working_folder_words():
    """What an error of the system concerns that names no file: the working folder, where that was deleted."""
    try:
        os.getcwd()
    except OSError:
        return "the working folder (deleted, or not readable; go to another one)"
    return "the system"


def make_parents(path):
    """Make the folders that a file is to lie in. InputError where that cannot be."""
    with errors_named(path):
        Path(path).parent.mkdir(parents=True, exist_ok=True)


@contextmanager
def errors_named(path):
    """The system's errors as one line that names the file and what can be done."""
    try:
        yield
    except OSError as error:
        is_full = error.errno in (ENOSPC, EFBIG, EDQUOT)
        remedy = "make room on the disk, or write elsewhere" if is_full else "name another place, or make this one writable"
        raise InputError(f"{path}: cannot be written: {error.strerror or error}; {remedy}") from None
