"""Running the command line inside the test's own process, and files to run it on."""

from game.cli import main

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
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(path)


def output_of(capsys, *arguments, code=0):
    """The output of a command. It must end with `code` and write nothing to the error stream."""
    assert main(list(map(str, arguments))) == code
    said = capsys.readouterr()
    assert said.err == ""
    return said.out


def complaint(capsys, *arguments):
    """The one line that bad input gets."""
    assert main(list(map(str, arguments))) == 2
    said = capsys.readouterr()
    assert said.err.count("\n") == 1 and said.err.startswith("glissade: ") and said.err.strip() != "glissade:"
    assert said.out == ""
    return said.err
