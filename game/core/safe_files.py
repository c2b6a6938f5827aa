"""Read files up to a limit. Write files completely or not at all, and with a mark never over a file that Glissade did not make.

Glissade recognises its own files by a mark: words near the beginning of each kind of file.
"""

from __future__ import annotations

import codecs
import os
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from errno import EDQUOT, EFBIG, ENOSPC
from pathlib import Path
from typing import Any

from .input_errors import InputError

HEAD = 1000  # bytes that must contain the mark. Fewer: a long title may come before it; more: foreign files may name Glissade
STREAMS = ("/dev/", "/proc/")  # /dev/stdout may be a link to a file that other programs also write to


def write_file(path: str | Path, content: str | bytes, mark: str | None = None) -> None:
    """Write text or bytes to a file. An existing file is replaced, but its mode and links to it are kept.

    mark: text near the beginning of the content. An existing file without it is refused. None replaces any file. A pipe or a
    device is written to directly. Raises InputError with the file, the reason and a remedy. An old file is then unchanged.
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


def write_files(contents: Mapping[Path, Any], obsolete: Iterable[Path] = ()) -> None:
    """Write {path: text or bytes} and delete obsolete files of a folder, all or nothing. Raises InputError."""
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
            old = before[path]
            path.unlink(missing_ok=True) if old is None else replace_file(path, old, None)
        raise
    finally:
        for part in parts.values():
            part.unlink(missing_ok=True)


@contextmanager
def restored_on_failure(path: str | Path) -> Iterator[None]:
    """Return a context manager that restores the file `path` if its block raises an exception. A new file is deleted."""
    path, copy = Path(os.path.realpath(path)), None
    if path.exists():
        import shutil  # here, because it takes a tenth of a start

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


def refuse_foreign(path: str | Path, mark: str | None) -> None:
    """Raise InputError if a path cannot be written, or if its file is not empty and has no mark, before long work."""
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


def free_number(folder: Path, pattern: str) -> int:
    """Return the number after the highest in use behind the last hyphen of file names of a glob pattern, or 1."""
    numbers = [path.stem.rpartition("-")[2] for path in folder.glob(pattern)]
    return 1 + max((int(number) for number in numbers if number.isdecimal()), default=0)


def is_stream(path: str | Path) -> bool:
    """True if the path leads to a pipe or a device, which can be written to but not replaced."""
    if os.path.abspath(path).startswith(STREAMS):
        return True
    with suppress(OSError):
        kind = os.stat(path).st_mode
        return not (stat.S_ISREG(kind) or stat.S_ISDIR(kind))
    return False


def write_stream(path: str | Path, content: bytes) -> None:
    """Write bytes to a pipe or a device. The output of this process itself is not opened again and overwritten."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # not a stream of the system, as in a test
            if os.path.samestat(os.stat(path), os.fstat(stream.fileno())):
                stream.flush()
                stream.buffer.write(content)
                stream.flush()
                return
    with open(path, "ab") as file:
        file.write(content)


def target_of(path: str | Path) -> tuple[Path, int | None]:
    """Return (path of the file that a link leads to, its mode or None). Raises PermissionError if write-protected."""
    target = Path(os.path.realpath(path))
    if not target.exists():
        return target, None
    if not os.access(target, os.W_OK):
        raise PermissionError(13, "it is write-protected")
    return target, stat.S_IMODE(target.stat().st_mode)


def working_folder_words() -> str:
    """Return text about the likely cause of an OSError without a file name: a deleted working folder, or else "the system"."""
    try:
        os.getcwd()
    except OSError:
        return "the working folder (deleted, or not readable; change to another one)"
    return "the system"


def make_parents(path: str | Path) -> None:
    """Make the folder of the file `path`, and all folders above it. Raises InputError if that fails."""
    with errors_named(path):
        Path(path).parent.mkdir(parents=True, exist_ok=True)


@contextmanager
def errors_named(path: str | Path) -> Iterator[None]:
    """Return a context that makes an OSError a one-line InputError that `path` cannot be written, with a remedy."""
    try:
        yield
    except OSError as error:
        is_full = error.errno in (ENOSPC, EFBIG, EDQUOT)
        remedy = "free some disk space, or write elsewhere" if is_full else "name another place, or make this one writable"
        raise InputError(f"{path}: cannot be written: {error.strerror or error}; {remedy}") from None


# Bytes of a mesh file, and of all files together that it names: buffers, material files, pictures. Smaller: scans with pictures
# inside are refused; larger: a file is read for minutes before an error in it is found.
MOST_BYTES = 512 * 2**20
# Bytes of a level file, a lesson, cases, a script or a recording. Smaller: terrain of 500 x 500 heights does not fit; larger:
# TOML of more bytes is read for longer than half a minute.
MOST_WORDS = 16 * 2**20


# Marks at the begin of a text that name its encoding. UTF-32 comes first: its mark begins with that of UTF-16.
MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def encoding_of(data: bytes) -> tuple[str, int]:
    """Return the encoding of a text, and the length [bytes] of the byte order mark before it.

    Without one it is UTF-16 if every second of the first four bytes is zero, because all formats here begin with ASCII.
    """
    for mark, encoding in MARKS:
        if data.startswith(mark):
            return encoding, len(mark)
    zeros = [byte == 0 for byte in data[:4]]
    kinds: dict[tuple[bool, ...], str] = {(False, True, False, True): "utf-16-le", (True, False, True, False): "utf-16-be"}
    return kinds.get(tuple(zeros), "utf-8"), 0


def decoded(data: bytes) -> str:
    """Return the text of a file in UTF-8, UTF-16 or UTF-32, as some shells write it. Raises UnicodeDecodeError."""
    encoding, begin = encoding_of(data)
    return data[begin:].decode(encoding)


def as_utf8(data: bytes) -> bytes:
    """Return a text file's bytes in UTF-8, without a mark. UTF-16 and UTF-32 are converted, UTF-8 is not checked."""
    encoding, begin = encoding_of(data)
    return data[begin:] if encoding == "utf-8" else data[begin:].decode(encoding, "replace").encode("utf-8", "replace")


def file_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """Return the bytes of a regular file of at most `most` bytes. Raises InputError for others, and OSError."""
    require_regular(path, most)
    with path.open("rb") as file:
        return file.read(most)


def require_regular(path: Path, most: int = MOST_BYTES) -> None:
    """Raise InputError for a folder, a device, a pipe, or a file of more than `most` bytes. Raise OSError if there is no file."""
    found = path.stat()
    if not stat.S_ISREG(found.st_mode):
        raise InputError(f"{path}: is not a regular file; name a file that is stored on a disk")
    if found.st_size > most:
        raise InputError(f"{path}: has {found.st_size >> 20} MB, {most >> 20} MB can be read; make it smaller or split it")


def read_text(path: str | Path, is_exact: bool = False) -> str:
    r"""Return the text of a script or a recording in a file or a pipe. Line ends "\\r\\n" become "\\n" unless `is_exact`.

    Raises InputError if it is no Unicode text (`decoded`) or longer than MOST_WORDS bytes, OSError if it cannot be read.
    """
    with open(path, "rb") as file:  # the length of a pipe is unknown
        data = file.read(MOST_WORDS + 1)
    if len(data) > MOST_WORDS:
        raise InputError(f"{path}: has more than {MOST_WORDS >> 20} MB of text; divide it")
    try:
        text = decoded(data)
    except UnicodeDecodeError:
        raise InputError(f"{path}: is not a text file") from None
    return text if is_exact else text.replace("\r\n", "\n")


def replace_file(path: Path, content: bytes, mode: int | None, is_durable: bool = True) -> None:
    """Write bytes to a new file, then rename it to `path`, so a failure leaves the old one. Raises OSError.

    mode: permissions, or None for the default; is_durable: wait for the disk, so that a power failure leaves one of both
    """
    part = write_temporary(path, content, mode, is_durable)
    try:
        os.replace(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def write_temporary(path: Path, content: bytes, mode: int | None, is_durable: bool = True) -> Path:
    """Write bytes to a new file beside `path`, and return its path, as `replace_file`. A failure removes it."""
    part = temporary_path(path)
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666 if mode is None else mode)
    try:
        with open(handle, "wb") as file:
            file.write(content)
            file.flush()
            if is_durable:
                os.fsync(file.fileno())
        if mode is not None:
            os.chmod(part, mode)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise
    return part


def temporary_path(path: Path) -> Path:
    """Return a path for a temporary file in the folder of `path`. Its name is random, so that it does not exist yet."""
    return path.with_name(f".{path.name[:60]}.{os.urandom(4).hex()}.part")
