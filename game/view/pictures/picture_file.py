"""Picture files. Each PNG contains a mark by which Glissade recognises its own pictures."""

from io import BytesIO
from pathlib import Path

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from ...core.input_errors import InputError
from ...core.safe_files import make_parents, refuse_foreign, write_file

MARK = "Software\0Glissade"  # in the head of every PNG


def write_picture(picture, out):
    """Write a PIL image to a file, and return the file's Path. Missing folders are made.

    out: path of the file. Its suffix sets the format of the picture.

    Raises InputError if the file cannot be written, or if it would replace a file that Glissade did not write.
    """
    path = Path(out)
    prepare(path)
    kind = Image.registered_extensions().get(path.suffix.lower())
    if kind is None:
        raise InputError(f"{path}: cannot be written: no kind of picture ends in {path.suffix or 'nothing'!r}; take .png")
    signed, data = PngInfo(), BytesIO()
    signed.add_text(*MARK.split("\0"))
    try:
        picture.save(data, kind, pnginfo=signed)
    except (OSError, ValueError, KeyError) as problem:
        raise InputError(f"{path}: cannot be written: {problem}; take .png") from None
    write_file(path, data.getvalue())
    return path


def prepare(path):
    """Make the folders of a picture file at `path`, before the picture is drawn.

    Raises InputError if the folders cannot be made, if `path` is a folder, or if Glissade did not write the file there.
    """
    make_parents(path)
    refuse_foreign(path, MARK)
