"""Compiled functions on disk: found again while all that is in them is the same, and never after it has changed."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from numba.core.bytecode import FunctionIdentity

from houseway import jit

# --- a package on disk, run in processes of its own ---

PACKAGE = {
    "__init__.py": "",
    "values.py": """
        from typing import NamedTuple
        STEP = 10
        class Pair(NamedTuple):
            low: int
            high: int
    """,
    "called.py": """
        from houseway.jit import njit
        @njit(inline="always")
        def inlined(x): return x + 1
        @njit()
        def called(x): return inlined(x) + 100
    """,
    "kernels.py": '''
        from houseway.jit import njit
        from pack import called as own
        from pack.called import called
        from pack.values import STEP
        @njit(cache=True)
        def calls(x): return called(x) + 1000
        @njit(cache=True)
        def steps(x):
            """Another."""
            return x + STEP
        @njit(cache=True)
        def takes(pair): return pair.low
        def adds(count):
            @njit(cache=True)
            def added(x): return x + count
            return added
        add_one, add_two = adds(1), adds(2)
        @njit(cache=True)
        def by_module(x): return own.called(x)
    ''',
    "unrelated.py": "RULES = 1\n",
    "__main__.py": """
        import json
        from pack import kernels
        from pack.values import Pair
        given = {"takes": Pair(low=3, high=4)}
        answers = {}
        for name in ("calls", "steps", "takes", "add_one", "add_two", "by_module"):
            kernel = getattr(kernels, name)
            answers[name] = [kernel(given.get(name, 0)), sum(kernel.stats.cache_misses.values())]
        print(json.dumps(answers))
    """,
}
FIRST = {"calls": 1101, "steps": 10, "takes": 3, "add_one": 1, "add_two": 2, "by_module": 101}


def write_package(place: Path) -> None:
    (place / "pack").mkdir(exist_ok=True)
    for name, text in PACKAGE.items():
        (place / "pack" / name).write_text(text.replace("\n        ", "\n"))


def run_package(place: Path, **environment: str) -> tuple[dict[str, int], set[str]]:
    """What the kernels answer, and which of them were compiled."""
    known = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    known |= {"HOUSEWAY_CACHE": str(place / "cache"), "PYTHONDONTWRITEBYTECODE": "1"} | environment
    call = [sys.executable, "-m", "pack"]
    printed = subprocess.run(call, cwd=place, env=known, check=True, capture_output=True, text=True).stdout
    found: dict[str, list[int]] = json.loads(printed)
    compiled = {name for name, (_, count) in found.items() if count}
    return {name: answer for name, (answer, _) in found.items()}, compiled


def edit(place: Path, name: str, old: str, new: str) -> None:
    file = place / "pack" / name
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))


@pytest.mark.slow
def test_an_edit_of_a_value_and_of_what_lies_around_it(tmp_path: Path) -> None:
    """The next one in short: three processes, two of which compile nothing, or what has changed."""
    write_package(tmp_path)
    assert run_package(tmp_path) == (FIRST, set(FIRST))
    edit(tmp_path, "unrelated.py", "1", "2")
    edit(tmp_path, "called.py", "x + 1", "x + 2")
    edit(tmp_path, "values.py", "STEP = 10", "STEP = 20")
    edit(tmp_path, "kernels.py", "adds(1)", "adds(5)")
    now = FIRST | {"calls": 1102, "by_module": 102, "steps": 20, "add_one": 5}
    assert run_package(tmp_path) == (now, {"calls", "by_module", "steps", "add_one"})
    write_package(tmp_path)
    assert run_package(tmp_path) == (FIRST, set())


@pytest.mark.thorough
@pytest.mark.slow
def test_an_edit_compiles_again_what_it_is_a_part_of_and_nothing_else(tmp_path: Path) -> None:
    write_package(tmp_path)
    assert run_package(tmp_path) == (FIRST, set(FIRST))
    assert list((tmp_path / "pack" / "__pycache__" / "houseway").glob("kernels.steps-*.nbc"))
    assert not (tmp_path / "cache").exists()

    # Whatever lies around the functions, also in their own file. Only one of them names a whole module.
    edit(tmp_path, "unrelated.py", "1", "2")
    edit(tmp_path, "values.py", "\n", "\n\nOTHER = 5\n")
    edit(tmp_path, "called.py", "\n", "\n\n# A comment.\ndef other(): return 7\n")
    edit(tmp_path, "kernels.py", "Another.", "A docstring that is no constant.")
    edit(tmp_path, "kernels.py", "def calls(x)", "def calls(x: int) -> int")
    assert run_package(tmp_path) == (FIRST, {"by_module"})

    edit(tmp_path, "called.py", "x + 1", "x + 2")
    assert run_package(tmp_path) == (FIRST | {"calls": 1102, "by_module": 102}, {"calls", "by_module"})
    edit(tmp_path, "values.py", "STEP = 10", "STEP = 20")
    edit(tmp_path, "values.py", "    low: int\n    high: int", "    high: int\n    low: int")
    edit(tmp_path, "kernels.py", "adds(1)", "adds(5)")
    now = FIRST | {"calls": 1102, "by_module": 102, "steps": 20, "add_one": 5}
    assert run_package(tmp_path) == (now, {"by_module", "steps", "takes", "add_one"})

    # Nothing was overwritten: going back finds it all.
    write_package(tmp_path)
    assert run_package(tmp_path) == (FIRST, set())


@pytest.mark.thorough
@pytest.mark.slow
def test_a_place_that_cannot_be_written_to_keeps_in_the_users_cache(tmp_path: Path) -> None:
    write_package(tmp_path)
    (tmp_path / "pack" / "__pycache__").write_text("no folder")
    assert [run_package(tmp_path)[1], run_package(tmp_path)[1]] == [set(FIRST), set()]
    assert list((tmp_path / "cache" / "compiled").rglob("*.nbc"))

    # The folder that numba was told is the only one.
    chosen = str(tmp_path / "chosen")
    assert run_package(tmp_path, NUMBA_CACHE_DIR=chosen) == (FIRST, set(FIRST))
    assert run_package(tmp_path, NUMBA_CACHE_DIR=chosen) == (FIRST, set())
    assert len(list((tmp_path / "chosen" / "houseway").iterdir())) == len(FIRST)


# --- in this process: a function that is made twice finds on disk what the first one left there ---


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "kept"
    monkeypatch.setattr(jit.Kept, "folders", lambda _: [tmp_path / "nowhere" / "file", place])
    (tmp_path / "nowhere").write_text("no folder")
    return place


def made(text: str, **names: Any) -> Any:
    """The function `kernel` of a module with this text."""
    known = {"__name__": "made", "njit": jit.njit, "np": np, **names}
    exec(compile(text, "made.py", "exec"), known)  # noqa: S102
    return known["kernel"]


def type_of(value: Any) -> Any:
    return numba.typeof(value)  # type: ignore[no-untyped-call]


def missed(kernel: Any) -> int:
    return sum(kernel.stats.cache_misses.values())


ADDS = "def adds(n):\n    @njit(cache=True)\n    def kernel(x): return x + n\n    return kernel\nkernel = adds({})"


def test_a_damaged_file_is_written_again(kept: Path) -> None:
    text = "@njit(cache=True)\ndef kernel(x): return x + 7"
    for damaged in (b"", b"no such thing", None):
        kernel = made(text)
        assert (kernel(1), missed(kernel)) == (8, 1)
        (file,) = kept.iterdir()
        again = made(text)
        assert (again(1), missed(again)) == (8, 0)
        file.write_bytes(damaged) if damaged is not None else file.unlink()


def test_other_types_have_files_of_their_own(kept: Path) -> None:
    kernel = made("@njit(cache=True)\ndef kernel(x): return x + x")
    assert (kernel(1), kernel(0.5)) == (2, 1.0)
    assert len(list(kept.iterdir())) == 2


def test_where_nothing_can_be_written_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setattr(jit.Kept, "folders", lambda _: [tmp_path / "file" / "houseway"])
    kernel = made("@njit(cache=True)\ndef kernel(x): return x + 8")
    assert (kernel(1), missed(kernel)) == (9, 1)


def test_functions_that_a_factory_makes_are_never_taken_for_each_other(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """numba alone answers 101: one comes from disk, the other is compiled, and their symbols have the same name."""
    for _ in range(2):  # as in two processes, numba counts the functions that it compiles from the start
        monkeypatch.setattr(FunctionIdentity, "_unique_ids", itertools.count(1_000_000))
        one, two = made(ADDS.format(1)), made(ADDS.format(2))
        assert one(0) == 1
    assert (two(0), missed(one), missed(two)) == (2, 0, 1)
    both = made("@njit()\ndef kernel(x): return one(x) * 100 + two(x)", one=one, two=two)
    assert both(0) == 102
    assert len(list(kept.iterdir())) == 2


def test_files_that_were_of_no_use_for_long_are_swept(kept: Path) -> None:
    text = "@njit(cache=True)\ndef kernel(x): return x + 9"
    made(text)(1)
    (file,) = kept.iterdir()
    long_ago = time.time() - 31 * 86_400
    folder = kept.parent / "houseway-0123456789abcdef"  # as versions before had them
    folder.mkdir()
    for old in (file, kept / "old.nbc", folder):
        old.touch()
        os.utime(old, (long_ago, long_ago))
    found = made(text)
    assert (found(1), missed(found)) == (10, 0)  # it is of use
    jit._sweep.cache_clear()
    made("@njit(cache=True)\ndef kernel(x): return x + 10")(1)
    assert file in kept.iterdir()
    assert len(list(kept.iterdir())) == 2
    assert not folder.exists()


# --- what has a part in a function ---

TEXT = '''
@njit(inline="always")
def inner(x): return x + STEP
@njit(nogil=True)
def called(x, y=1): return inner(x) + y
@njit(cache=True)
def kernel(x):
    """Told."""
    total = called(x) + 0.5
    for i in range(3):
        total += TABLE[i]
    return total, [i * 3 for i in (1, 2)]
'''
NAMES: dict[str, Any] = {"STEP": 10, "TABLE": np.arange(3), "OTHER": 1}


def digest_of(text: str = TEXT, **names: Any) -> str:
    return jit.digest(made(text, **NAMES | names), ())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Told.", "Told otherwise."),
        ("\n@njit", "\n# A comment.\nUNRELATED = 3\ndef other(): return OTHER\n@njit"),
        ("kernel(x)", "kernel(x: int) -> tuple"),
    ],
)
def test_docstrings_lines_and_annotations_have_no_part(old: str, new: str) -> None:
    assert digest_of(TEXT.replace(old, new, 1)) == digest_of(OTHER=2)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("range(3)", "range(2)"),
        ("+ 0.5", "- 0.5"),
        ("i * 3", "i * 4"),
        ("i * 3", "i * True"),
        ("(1, 2)", "(1, 2.0)"),
        ("y=1", "y=2"),
        ("x + STEP", "x - STEP"),
        ("x + STEP", "x + OTHER"),
        ("nogil=True", "nogil=False"),
        ("nogil=True", "error_model='numpy'"),
        ("called(x)", "inner(x)"),
    ],
)
def test_code_constants_and_options_have_a_part(old: str, new: str) -> None:
    assert old in TEXT
    assert digest_of(TEXT.replace(old, new, 1)) != digest_of()


@pytest.mark.parametrize(
    "names",
    [
        {"STEP": 11},
        {"STEP": 10.0},
        {"STEP": np.int64(10)},
        {"STEP": (10,)},
        {"TABLE": np.array([0, 1, 3])},
        {"TABLE": np.arange(3.0)},
        {"TABLE": (0, 1, 2)},
        {"range": 5},
    ],
)
def test_values_of_globals_have_a_part(names: dict[str, Any]) -> None:
    assert digest_of(**names) != digest_of()


def test_a_docstring_that_is_a_constant_has_a_part() -> None:
    text = "@njit()\ndef kernel():\n    'One.'\n    return 'One.'"
    assert digest_of(text) != digest_of(text.replace("One", "Two"))


def test_functions_are_told_apart_however_often_they_are_called() -> None:
    """Functions that call themselves and each other come to an end, and which one a name stands for counts."""
    text = "@njit()\ndef kernel(x): return a(x) + b(x) + c(x) + kernel(x)"
    one, two = made(ADDS.format(1)), made(ADDS.format(2))
    digests = [digest_of(text, a=a, b=b, c=c) for a in (one, two) for b in (one, two) for c in (one, two)]
    assert len(set(digests)) == len(digests)
    several = """
@njit()
def kernel(x): return first(x) + second(x)
@njit()
def first(x): return one(x) + two(x)
@njit()
def second(x): return last(x)
"""
    assert len({digest_of(several, one=one, two=two, last=last) for last in (one, two)}) == 2
    mutual = "@njit()\ndef kernel(x): return other(x) + {}\n@njit()\ndef other(x): return kernel(x)"
    assert digest_of(mutual.format(1)) == digest_of(mutual.format(1)) != digest_of(mutual.format(2))


def test_fields_have_a_part_whether_in_the_code_or_in_the_types() -> None:
    pairs = [made(f"from collections import namedtuple\nkernel = namedtuple('Pair', '{it}')") for it in ("a b", "b a")]
    text = "@njit()\ndef kernel(x): return Pair(x, 1)"
    assert len({digest_of(text, Pair=pair) for pair in pairs}) == 2
    assert len({digest_of(text, Pair=pair(1, 2)) for pair in pairs}) == 2
    kernel = made("@njit()\ndef kernel(x): return x.a")
    for values in ((1, 2), (1, 2.0)):
        types = [((type_of((pair(*values), 3)),), None) for pair in pairs]
        assert jit.digest(kernel, types[0]) == jit.digest(kernel, types[0]) != jit.digest(kernel, types[1])


def test_a_function_that_is_given_has_a_part() -> None:
    kernel = made("@njit()\ndef kernel(f, x): return f(x)")
    one, same, two = made(ADDS.format(1)), made(ADDS.format(1)), made(ADDS.format(2))
    digests = [jit.digest(kernel, ((type_of(one),),)) for one in (one, same, two)]
    assert digests[0] == digests[1] != digests[2]


def test_what_can_only_be_named_takes_the_whole_package_along(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also a function that is not compiled: numba may have been told elsewhere what to compile in its place."""
    monkeypatch.setitem(sys.modules, "made", sys.modules[__name__])
    changed: Callable[[str], str] = "changed {}".format
    for thing in (object(), made, jit, sys.modules[__name__]):
        before = digest_of(STEP=thing)
        assert before == digest_of(STEP=thing)
        with monkeypatch.context() as patch:
            patch.setattr(jit, "source_digest", changed)
            assert before != digest_of(STEP=thing)
            assert digest_of() != digest_of(STEP=thing)
    assert digest_of(STEP=np) != digest_of(STEP=np.sum) != digest_of(STEP=np.uint64)
    with monkeypatch.context() as patch:
        patch.setattr(jit, "source_digest", pytest.fail)
        digest_of(STEP=np)
        digest_of(STEP=np.uint64, TABLE=ValueError)


def test_a_package_is_the_text_of_all_its_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_package(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "pack" / "room").mkdir()
    (tmp_path / "pack" / "room" / "inner.py").write_text("X = 1\n")
    __import__("pack")
    whole: Callable[[str], str] = jit.source_digest.__wrapped__
    before = whole("pack")
    (tmp_path / "pack" / "room" / "inner.py").write_text("X = 2\n")
    assert whole("pack") != before
    with pytest.raises(jit.CannotTell):
        whole("no.such.package")


def test_what_cannot_be_told_is_not_kept(kept: Path) -> None:
    """Two objects that a function was made with have nothing by which another process could tell them apart."""
    text = ADDS.replace("return x + n", "return x + len(n)").format("np.zeros(3, object)")
    with pytest.raises(jit.CannotTell):
        jit.digest(made(text), ())
    typed = made("@njit(cache=True)\ndef kernel(x): return len(x)")
    assert typed(numba.typed.List([1, 2])) == 2
    assert not kept.exists()


def test_a_global_that_is_bound_again_ends_the_keeping(kept: Path) -> None:
    """numba goes on with the value that it has compiled, here or in a function that is called."""
    inner = made("@njit(cache=True)\ndef kernel(x): return x + STEP", STEP=1)
    assert inner(0) == 1
    inner.py_func.__globals__["STEP"] = 2
    outer = made("@njit(cache=True)\ndef kernel(x): return inner(x)", inner=inner)
    assert outer(0) == 1
    assert len(list(kept.iterdir())) == 1
    with pytest.raises(jit.CannotTell):
        jit.digest(inner, ())
