"""Commands of the command line, run inside the test's own process, and files for them."""

from game.cli_commands import main

LEVEL = """
title = "Small"
[spawn]
at = [0.0, 0.0, 0.0]
[[parts]]
part = "floor"
size = [8.0, 8.0]
"""
TRIANGLE = "v -9 0 9\nv 9 0 9\nv 0 0 -9\nf 1 2 3\n"


def written(path, content):
    """Write text or bytes to a path, and return the path as text."""
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(path)


def output_of(capsys, *arguments, code=0):
    """Run a command and return its output. It must end with the exit code `code` and write nothing to the error stream."""
    assert main(list(map(str, arguments))) == code
    said = capsys.readouterr()
    assert said.err == ""
    return said.out


def complaint(capsys, *arguments):
    """Run a command with bad input and return the one line that it writes to the error stream. Its exit code must be 2."""
    assert main(list(map(str, arguments))) == 2
    said = capsys.readouterr()
    assert said.err.count("\n") == 1 and said.err.startswith("glissade: ") and said.err.strip() != "glissade:"
    assert said.out == ""
    return said.err
