"""A child process that reads a file with libraries in C++, Panda3D's loaders and DracoPy. A crash ends only this process.

It runs as a script (`python -P native_worker.py LIBRARY FILE OUT MEMORY SECONDS`), without numba and the game, so it starts in a
fifth of a second. It writes plain arrays to OUT, or prints the reason and returns 1. MEMORY [bytes] and SECONDS are limits.
"""

import math
import os
import re
import runpy
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

Colour = tuple[float, float, float]
Piece = tuple[np.ndarray, np.ndarray, Colour | None, Colour]  # vertices (v, 3), triangles (t, 3), colour, emission
# NodePaths, Geoms and other objects of Panda3D are Any: it is imported by its own loader only.
QUIET = "print-pipe-types 0\nnotify-level-device fatal\naudio-library-name null"
# Only positions are needed: merging equal vertices and sorting them for a graphics card takes most of a large file's time.
AS_STORED = "assimp-join-identical-vertices 0\nassimp-improve-cache-locality 0"

ASSET_END, CONTROLLER = re.compile(rb"<[/](?:\w+:)?asset\b"), re.compile(rb"<(?:\w+:)?instance_controller\b")
# Places of lengths in the transforms of COLLADA.
LENGTHS = {"translate": (0, 1, 2), "matrix": (3, 7, 11), "bind_shape_matrix": (3, 7, 11), "lookat": (0, 1, 2, 3, 4, 5)}


def main(library: str, file: str, out: str, memory: str, seconds: str) -> int:
    """Read a file with "draco" or "panda". Return the exit code: 0, or 1 after printing the reason of a failure."""
    limit_itself(int(memory), int(seconds))
    try:
        path = Path(file) if library == "draco" else plain_collada(Path(file), Path(out).with_name("plain.dae"))
        arrays = draco_arrays(path) if library == "draco" else panda_arrays(path)
        with open(out, "wb") as stream:
            for numbers in arrays:
                np.save(stream, numbers, allow_pickle=False)
    except ValueError as problem:
        print(problem)
        return 1
    return 0


def draco_arrays(path: Path) -> Iterator[np.ndarray]:
    """Yield the arrays of each compressed block in a file of byte arrays. Raises ValueError if a block is broken.

    path: of numpy arrays: the number of blocks (1,), then the bytes of each. The arrays of a block are triangles (t, 3), the
    numbers of the attributes (a,), and each attribute (v, width).
    """
    import DracoPy

    with path.open("rb") as stream:
        (count,) = np.load(stream, allow_pickle=False)
        for number in range(count):
            try:
                mesh = DracoPy.decode(np.load(stream, allow_pickle=False).tobytes())
                faces = mesh.faces
            except Exception as problem:  # DracoPy raises plain Exceptions
                raise ValueError(f"block {number}: {problem}") from None
            yield np.asarray(faces).reshape(-1, 3)
            yield np.array([attribute["unique_id"] for attribute in mesh.attributes], np.int64)
            yield from (np.asarray(attribute["data"]) for attribute in mesh.attributes)


def panda_arrays(path: Path) -> Iterator[np.ndarray]:
    """Yield the arrays of a file that Panda3D loads, in the order of `as_arrays`. Raises ValueError with the loader's reason."""
    with captured_output() as captured:
        root = loaded(path)
    if root is None or root.is_empty():
        raise ValueError(first_line(captured, path))
    return as_arrays(list(coloured_pieces(root)))


def plain_collada(path: Path, copy: Path) -> Path:
    """Return the path of a COLLADA file in UTF-8 without controllers and with one unit, or of another file as it is.

    An `asset` in an element may give another unit for what is in it (COLLADA 1.4.1). Panda3D ignores it, reads no UTF-16, ends at
    a morph, and leaves out the bind shape of a skin. The changed file is written to `copy`. Raises ValueError for a length that
    is no number.
    """
    if path.suffix.lower() != ".dae" or not path.exists():
        return path
    text = path.read_bytes()
    first = ASSET_END.search(text)  # the asset of the document
    is_utf16 = text[:2] in (b"\xff\xfe", b"\xfe\xff")
    if not is_utf16 and not (first and ASSET_END.search(text, first.end())) and not CONTROLLER.search(text):
        return path
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError:
        return path  # the loader gives the reason
    space = root.tag.rpartition("COLLADA")[0]  # of its names, as {http://...}
    document = unit_of(root, space, 1.0)
    open_elements = [(root, document)]
    while open_elements:
        element, unit = open_elements.pop()
        unit = unit_of(element, space, unit)
        for asset in element.findall(f"{space}asset") if element is not root else ():
            element.remove(asset)  # its unit is no longer true, and in a library of nodes it ends the loader
        open_elements += [(child, unit) for child in element]
        if unit == document:
            continue
        name = element.tag.removeprefix(space)
        if name in LENGTHS:
            scale_numbers(element, unit / document, LENGTHS[name])
        elif name == "mesh":
            sources = {one.get("source", "") for one in element.findall(f"{space}vertices/{space}input[@semantic='POSITION']")}
            for source in element.findall(f"{space}source"):
                for numbers in source.findall(f"{space}float_array") if f"#{source.get('id')}" in sources else ():
                    scale_numbers(numbers, unit / document, None)
    replace_controllers(root, space)
    ElementTree.register_namespace("", space.strip("{}"))
    ElementTree.ElementTree(root).write(copy, "utf-8", xml_declaration=True)
    return copy


def replace_controllers(root: ElementTree.Element, space: str) -> None:
    """Replace each instance of a skin or morph by its mesh as it was bound. `space` is of the XML names, as {http://...}."""
    controllers = {f"#{one.get('id')}": one for one in root.iter(f"{space}controller")}
    for parent in list(root.iter()):
        for place, instance in enumerate(parent):
            if instance.tag != f"{space}instance_controller":
                continue
            node, url = ElementTree.Element(f"{space}node"), instance.get("url", "")
            for _ in controllers:  # a skin may be of a morph
                kinds = [one for one in controllers.get(url, ()) if one.get("source")]
                if kinds:
                    url = kinds[0].get("source", "")
                    for bound in kinds[0].findall(f"{space}bind_shape_matrix"):
                        ElementTree.SubElement(node, f"{space}matrix").text = bound.text
            mesh = ElementTree.SubElement(node, f"{space}instance_geometry", {"url": url})
            mesh.extend(instance.findall(f"{space}bind_material"))
            parent[place] = node
    for library in root.findall(f"{space}library_controllers"):
        root.remove(library)


def unit_of(element: ElementTree.Element, space: str, unit: float) -> float:
    """Return the unit [m] of an XML element, or that of the element around it. `space` is of the names, as {http://...}."""
    found = element.find(f"{space}asset/{space}unit")
    own = unit if found is None else float(found.get("meter", 1.0))
    if not 0.0 < own < math.inf:
        raise ValueError(f"its unit is {own} m")
    return own


def scale_numbers(element: ElementTree.Element, factor: float, places: tuple[int, ...] | None) -> None:
    """Multiply the numbers at some places, or all, in an XML element's text. Raises ValueError for another word."""
    numbers = [float(word) for word in (element.text or "").split()]
    scaled = [one * factor if places is None or place in places else one for place, one in enumerate(numbers)]
    element.text = " ".join(map(repr, scaled))


def coloured_pieces(root: Any) -> Iterator[Piece]:
    reader = runpy.run_path(str(Path(__file__).parents[2] / "collision/mesh/panda_nodes.py"))
    for node in reader["geometry_nodes"](root):
        for vertices, triangles, index in reader["node_pieces"](node):
            state = node.get_net_state().compose(node.node().get_geom_state(index))  # a node has the state of its only geom
            yield vertices, triangles, geom_colour(node.node().get_geom(index), state), emission_of(state)


def limit_itself(memory: int, seconds: int) -> None:
    """Limit the memory [bytes] and the processor time [s] of this process, where the system can."""
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.kernel32.SetErrorMode(0x0002 | 0x0001)  # a crash ends the process and opens no dialog
        return
    import resource

    for kind, most in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_CPU, seconds), (resource.RLIMIT_CORE, 0)):
        try:
            resource.setrlimit(kind, (most, most))
        except (OSError, ValueError):  # macOS has no limit of memory
            continue


def as_arrays(pieces: list[Piece]) -> Iterator[np.ndarray]:
    """Yield vertices (v, 3), triangles (t, 3), the piece of each (t,), the pieces' colours (n, 3), a mask of those, emissions."""
    starts = np.cumsum([0] + [len(vertices) for vertices, *_ in pieces])
    yield np.concatenate([np.zeros((0, 3)), *(vertices for vertices, *_ in pieces)])
    yield np.concatenate([np.zeros((0, 3), np.int64), *(rows + start for (_, rows, *_), start in zip(pieces, starts))])
    yield np.repeat(np.arange(len(pieces)), [len(rows) for _, rows, *_ in pieces])
    yield np.array([colour or (0.0, 0.0, 0.0) for _, _, colour, _ in pieces], float).reshape(-1, 3)
    yield np.array([colour is not None for _, _, colour, _ in pieces], bool)
    yield np.array([emission for *_, emission in pieces], float).reshape(-1, 3)


def loaded(path: Path) -> Any:
    """Return the model's NodePath, or None if it cannot be loaded. Nothing is cached, because the file may have changed."""
    from panda3d.core import Filename, Loader, LoaderOptions, NodePath

    search = 0 if path.exists() else LoaderOptions.LF_search  # Panda3D's own models are found on its model path
    name = Filename.from_os_specific(str(path.resolve() if path.exists() else path))
    try:
        node = Loader.get_global_ptr().load_sync(name, LoaderOptions(search | LoaderOptions.LF_no_cache))
    except (OSError, AssertionError):
        return None
    return NodePath(node) if node else None


@contextmanager
def captured_output() -> Iterator[list[str]]:
    """Capture the output of Panda3D's loaders. It is appended to the list as one text at the end of the `with` block."""
    from panda3d.core import Notify, StringStream, load_prc_file_data

    load_prc_file_data("quiet mesh loading", f"{QUIET}\n{AS_STORED}")
    stream = StringStream()
    captured: list[str] = []
    before = Notify.ptr().get_ostream_ptr()
    Notify.ptr().set_ostream_ptr(stream, False)
    try:
        yield captured
    finally:
        Notify.ptr().set_ostream_ptr(before, False)
        captured.append(stream.data.decode("utf-8", "replace"))


def first_line(captured: list[str], path: Path) -> str:
    """Return the first error in the loader's output on one line, without the path of the file, or a general reason."""
    lines = [line.strip() for text in captured for line in text.splitlines() if "error" in line.lower()]
    return lines[0].replace(str(path.resolve()), path.name) if lines else "it is broken or of another kind than its name says"


def geom_colour(geom: Any, state: Any) -> Colour | None:
    """Return a Geom's colour 0..1: flat, else None with a texture, else diffuse, else the mean of its vertices."""
    from panda3d.core import ColorAttrib, MaterialAttrib, TextureAttrib

    flat = state.get_attrib(ColorAttrib)
    if flat and flat.get_color_type() == ColorAttrib.T_flat:
        return plain(flat.get_color())
    if state.get_attrib(TextureAttrib):
        return None
    material = state.get_attrib(MaterialAttrib)
    if material and material.get_material() and material.get_material().has_diffuse():
        return plain(material.get_material().get_diffuse())
    return mean_vertex_colour(geom.get_vertex_data())


def emission_of(state: Any) -> Colour:
    """Return the colour 0..1 of the light that a Geom emits, black with a texture, which is not read."""
    from panda3d.core import MaterialAttrib, TextureAttrib

    material = state.get_attrib(MaterialAttrib)
    emits = material and material.get_material() and material.get_material().has_emission()
    return plain(material.get_material().get_emission()) if emits and not state.get_attrib(TextureAttrib) else (0.0, 0.0, 0.0)


def mean_vertex_colour(data: Any) -> Colour | None:
    """Return the mean colour, 0..1, of at most 127 vertices of a GeomVertexData, or None for vertices without colours."""
    from panda3d.core import GeomVertexReader

    if not data.has_column("color"):
        return None
    reader, stride, colours = GeomVertexReader(data, "color"), max(1, data.get_num_rows() // 64), []
    for row in range(0, data.get_num_rows(), stride):
        reader.set_row(row)
        colours.append(list(reader.get_data4())[:3])
    return plain(np.mean(colours, axis=0))


def plain(colour: Iterable[float]) -> Colour:
    red, green, blue = (float(part) for part in list(colour)[:3])
    return red, green, blue


if __name__ == "__main__":
    exit_code = main(*sys.argv[1:])
    sys.stdout.flush()
    os._exit(exit_code)  # the result is saved: clean-up after a broken file must not crash now
