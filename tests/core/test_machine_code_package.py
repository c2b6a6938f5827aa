"""Packages of machine code: each kind of key is a miss where it differs, and a bad file is a miss with one line."""

import hashlib
import json
import shutil
from typing import NamedTuple

import numpy as np
import pytest

from game.core import jit, machine_code_cache
from game.core.machine_code_cache import (
    FIRST_LINE,
    CodeHeader,
    dtype_text,
    file_name,
    key_of,
    load_package,
    machine,
    object_of,
    types_of,
)
from game.core.user_and_cache_folders import KeptFolder
from tests.core.tiny_entry import total, twice

compiled_only = pytest.mark.skipif(not jit.COMPILED, reason="nothing is compiled")
TABLE = np.arange(12.0).reshape(2, 6)


class Pair(NamedTuple):
    one: float
    other: float


class Couple(NamedTuple):
    one: float
    other: float


def keys(*values):
    return [key_of(twice.py_func, types_of([value])) for value in values]


FIELDS = [("a", "<f8"), ("b", "<i4")]


@pytest.mark.parametrize(
    "values",
    [
        (1.0, 1, True, np.float32(1), np.int32(1)),
        (TABLE, TABLE.astype(np.float32), TABLE.astype(np.int64), TABLE.astype(">f8")),
        (TABLE, TABLE[0], TABLE[None]),
        (TABLE, np.asfortranarray(TABLE), TABLE[:, ::2]),
        (Pair(1.0, 2.0), Couple(1.0, 2.0), (1.0, 2.0), (1.0, 2), (1.0, (2.0,)), ((1.0, 2.0),)),
        (
            np.zeros(2, FIELDS),
            np.zeros(2, FIELDS[::-1]),
            np.zeros(2, np.dtype(FIELDS, align=True)),
            np.zeros(2, [("a", "<f8"), ("c", "<i4")]),
            np.zeros(2, [("a", "<f8"), ("b", "<i4", (1,))]),
        ),
        (
            Couple(TABLE, TABLE),
            jit.BoundRecord(Couple(TABLE, TABLE)),
            jit.BoundRecord(Couple(TABLE, TABLE[0])),
            jit.BoundRecord(Couple(TABLE, (TABLE,))),
        ),
    ],
    ids=["numbers", "dtypes", "ranks", "layouts", "tuples", "fields", "records"],
)
def test_each_difference_of_types_is_another_key(values):
    found = keys(*values)
    assert None not in found and len(set(found)) == len(found)


def test_a_read_only_array_is_another_key():
    fixed = TABLE.copy()
    fixed.flags.writeable = False
    assert len(set(keys(TABLE, fixed))) == 2


def test_values_and_sizes_are_no_part_of_the_key():
    assert len(set(keys(TABLE, TABLE[:1], TABLE + 1.0))) == 1 and len(set(keys(1.0, 2.0))) == 1


def test_what_has_no_text_has_no_package():
    assert keys(object(), print, None) == [None] * 3


def test_a_function_with_a_closure_has_no_package():
    factor = 2.0
    assert key_of(lambda x: factor * x, (float,)) is None


def test_versions_processor_and_switches_are_part_of_the_key(monkeypatch):
    before = keys(1.0)
    for change in ("version", "processor", "switch"):
        with monkeypatch.context() as patch:
            machine.cache_clear()
            if change == "version":
                patch.setattr("llvmlite.__version__", "0.0")
            elif change == "processor":
                patch.setattr("llvmlite.binding.get_host_cpu_name", lambda: "a64fx")
            else:
                patch.setenv("NUMBA_OPT", "1")
            assert keys(1.0) != before
        machine.cache_clear()
    assert keys(1.0) == before


@pytest.fixture(scope="module")
def first_folder(tmp_path_factory):
    """A folder with the packages of `total` for two layouts of arrays, made by this process."""
    folder = KeptFolder(tmp_path_factory.mktemp("packages") / "code", r".*")
    with pytest.MonkeyPatch.context() as patch, jit.machine_code():
        patch.setattr(jit, "KEPT", folder)
        for table in (TABLE, TABLE[:, ::2]):
            assert jit.Entry(total.py_func, nogil=True)(table) == total.py_func(table)
    return folder


@pytest.fixture
def folder(first_folder, tmp_path):
    shutil.copytree(first_folder.path, tmp_path / "code")
    return KeptFolder(tmp_path / "code", r".*")


def load(folder, table):
    types = types_of([table])
    return load_package(folder, file_name(total.py_func, types), total.py_func, types)


@compiled_only
def test_each_layout_gets_its_own_code(folder, capsys):
    for table in (TABLE, TABLE[:, ::2], 3.0 * TABLE, TABLE[1:, 1::2]):
        assert load(folder, table)(table) == total.py_func(table)
    assert load(folder, TABLE.astype(np.float32)) is None and capsys.readouterr().err == ""


def rewrite(path, change):
    """Change the content of a kept file, and seal it again."""
    content = change(path.read_bytes()[:-32])
    path.write_bytes(content + hashlib.sha256(content).digest())


def with_header(content, **changes):
    first, head, code = content.split(b"\n", 2)
    return first + b"\n" + json.dumps(CodeHeader(*json.loads(head))._replace(**changes)).encode() + b"\n" + code


BAD = {
    "another version of the format": lambda content: content.replace(FIRST_LINE, b"glissade machine code 0\n", 1),
    "another key": lambda content: with_header(content, key="other"),
    "no wrapper": lambda content: with_header(content, wrapper="other"),
    "no environment": lambda content: with_header(content, environment="other"),
    "a name that nothing defines": lambda content: with_header(content, undefined=["glissade_has_no_such_name"]),
    "a constant of a module that is not there": lambda content: with_header(content, constants=[["class", "no.such", "Hit"]]),
    "a constant that is none": lambda content: with_header(content, constants=[3]),
    "no header": lambda content: FIRST_LINE + b"{}\n" + content.split(b"\n", 2)[2],
    "no line": lambda content: b"glissade",
    "empty": lambda content: b"",
}


@compiled_only
@pytest.mark.parametrize("change", BAD.values(), ids=BAD)
def test_a_package_with_a_wrong_head_is_a_miss_with_one_line(folder, capsys, change):
    path = folder.path / file_name(total.py_func, types_of([TABLE]))
    rewrite(path, change)
    assert load(folder, TABLE) is None and not path.exists()
    assert capsys.readouterr().err.count("\n") == 1


@compiled_only
@pytest.mark.parametrize("damage", ["flipped", "truncated", "folder", "empty"])
def test_a_damaged_package_is_a_miss_with_one_line(folder, capsys, damage):
    path = folder.path / file_name(total.py_func, types_of([TABLE]))
    content = path.read_bytes()
    path.unlink()
    if damage == "folder":
        path.mkdir()
    else:
        middle = len(content) // 2
        flipped = content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]
        path.write_bytes({"flipped": flipped, "truncated": content[:middle], "empty": b""}[damage])
    assert load(folder, TABLE) is None and capsys.readouterr().err.count("\n") == 1


@compiled_only
def test_the_package_of_other_types_under_the_right_name_is_a_miss(folder, capsys):
    """Its machine code would read the wrong elements, without an error."""
    strided, plain = (folder.path / file_name(total.py_func, types_of([table])) for table in (TABLE[:, ::2], TABLE))
    shutil.copy(plain, strided)
    assert load(folder, TABLE[:, ::2]) is None and capsys.readouterr().err.count("\n") == 1


@compiled_only
def test_errors_of_loaded_code_are_those_of_the_interpreter():
    from game.collision import entry_points
    from game.collision.nearby import Nearby
    from tests.collision.test_warmup import warmup

    nearby = Nearby(warmup.nearby_of_point().mesh)
    for _ in range(2):
        with pytest.raises(ValueError):
            nearby.sweep((float("nan"), 0.0, 0.0), (0.0, 0.0, 0.0))
    assert entry_points.sweep.first_code is not None


def test_constants_are_found_in_modules_that_are_imported_already():
    description = machine_code_cache.description_of(Pair)
    assert object_of(description) is Pair
    with pytest.raises(KeyError):
        object_of(["class", "a.module.that.nobody.imported", "Pair"])


def test_dtypes_have_texts_with_offsets():
    assert dtype_text(np.dtype(FIELDS)) == "{a@0:<f8 b@8:<i4 size 12 aligned False}"
