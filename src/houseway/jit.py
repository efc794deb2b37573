"""numba's njit with a cache on disk that is exact: a function is compiled again when its code has changed, only then.

numba keeps a compiled function by the text of its own file. That is too little, for functions, constants and fields of
tuples from other files are compiled into it, and too much, for most of its file is not. Here a file's name is a digest
of all that has a part in the function: its bytecode, the values it refers to, the functions it calls with theirs, the
types it is called with, the options and the versions of the compilers. Line numbers and docstrings have none.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import shutil
import sys
import time
from collections.abc import Callable
from functools import cache
from importlib import import_module
from opcode import hasconst
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

PACKAGE = "houseway"
KEPT_DAYS = 30  # after a file was last of use: going back to earlier code finds its functions again
COMPILERS = ("numba", "llvmlite", "numpy")
KNOWN = {*COMPILERS, *sys.stdlib_module_names}  # a name from there says what is meant: versions are in every digest
PLAIN = (type(None), bool, int, float, complex, str, bytes, type(...), range, slice)
F = TypeVar("F", bound=Callable[..., Any])

_described: WeakKeyDictionary[Any, tuple[str, list[int]]] = WeakKeyDictionary()  # functions, when first seen


def cache_folder() -> Path:
    """Where things are kept that can be worked out again: $HOUSEWAY_CACHE, or the user's cache folder."""
    own = os.environ.get("HOUSEWAY_CACHE")
    return Path(own or Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "houseway"))


def njit(*, cache: bool = False, **options: Any) -> Callable[[F], F]:
    """As numba's own; `cache` keeps the compiled function for as long as everything in it is the same."""

    def compiled(function: F) -> F:
        made: F = import_module("numba").njit(**options)(function)  # numba is slow to import, and not always needed
        if hasattr(made, "_cache"):  # with NUMBA_DISABLE_JIT it is the function itself
            made._cache = Kept(made, cache)
        return made

    return compiled


class Kept:
    """The cache of one function: numba, holding its lock, asks it before compiling and hands it what was compiled."""

    def __init__(self, dispatcher: Any, keep: bool) -> None:
        self.dispatcher, self.keep = dispatcher, keep

    @property
    def cache_path(self) -> str:
        return str(self.folders()[0])

    def folders(self) -> list[Path]:
        """Where to look, the first that can be written to being written to: $NUMBA_CACHE_DIR alone if it is set."""
        chosen = import_module("numba").config.CACHE_DIR
        if chosen:
            return [Path(chosen, PACKAGE)]
        source = Path(self.dispatcher.py_func.__code__.co_filename)
        beside = [source.parent / "__pycache__" / PACKAGE] if source.is_file() else []
        return [*beside, cache_folder() / "compiled" / PACKAGE]

    def load_overload(self, signature: Any, context: Any) -> Any:
        """The function compiled for these types, if it is on disk."""
        context.refresh()
        name = self._file_name(signature, context.codegen())
        for file in [folder / name for folder in self.folders()] if name else []:
            with contextlib.suppress(Exception):  # not there, or damaged: compiled again
                parts = pickle.loads(file.read_bytes())  # noqa: S301 (numba's own way to keep what it compiled)
                found = import_module("numba.core.compiler").CompileResult._rebuild(context, *parts)
                with contextlib.suppress(OSError):
                    os.utime(file)
                return found
        return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep what was compiled, unless it holds addresses of this process."""
        name = self._file_name(signature, result.codegen)
        if not name or result.library.has_dynamic_globals or not all(part.can_cache for part in result.lifted):
            return
        data = import_module("numba.core.serialize").dumps(result._reduce())
        for folder in self.folders():
            with contextlib.suppress(OSError):  # it cannot be written to
                _write(folder / name, data)
                _sweep(folder)
                return

    def flush(self) -> None:
        """numba does this before it compiles anew what has changed, which has another name here."""

    def _file_name(self, signature: Any, codegen: Any) -> str | None:
        """None for a function that is not to be kept, or that cannot be described."""
        function = self.dispatcher.py_func
        types = import_module("numba.core.sigutils").normalize_signature(signature)
        try:
            if "<locals>" in function.__qualname__:
                # Functions made in one place have the same symbols, and numba, which names them by this, may link one
                # from disk where another is meant.
                function.__qualname__ = f"{function.__name__}_{digest(self.dispatcher, ())[:32]}"
            key = digest(self.dispatcher, (*types, codegen.magic_tuple())) if self.keep else ""
        except ValueError:  # also of a name that is bound later
            return None
        return f"{Path(function.__code__.co_filename).stem}.{function.__name__}-{key[:32]}.nbc" if key else None


def _write(file: Path, data: bytes) -> None:
    """All of it at once: other processes may read or write the same file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(f".{os.urandom(8).hex()}")
    try:
        part.write_bytes(data)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


@cache
def _sweep(folder: Path) -> None:
    """Once in a process that compiles, remove what was of no use for long, and folders of earlier versions."""
    for old in [*folder.iterdir(), *folder.parent.glob(f"{PACKAGE}-*")]:
        with contextlib.suppress(OSError):
            if time.time() - old.stat().st_mtime > KEPT_DAYS * 86_400:
                shutil.rmtree(old) if old.is_dir() else old.unlink()


class CannotTell(ValueError):
    """A value has no description that is the same in every process, or a function is no longer what it was."""


def digest(dispatcher: Any, types: tuple[Any, ...]) -> str:
    """Of all that is compiled into a function for these types; made anew each time, as globals may be bound later."""
    config = import_module("numba").config
    versions = (sys.version, *(import_module(name).__version__ for name in COMPILERS))
    called = Description()
    texts = [repr((versions, str(config.OPT), config.BOUNDSCHECK, called.value(types)))]
    packages, functions = called.packages, [dispatcher, *called.functions]
    for function in functions:  # it grows
        found = Description()
        shallow = found.function(function), [id(other) for other in found.functions]
        if _described.setdefault(function, shallow) != shallow:
            raise CannotTell(function)  # a global was bound again; what was compiled before may have the old value
        functions += [other for other in found.functions if other not in functions]
        texts.append(repr((shallow[0], [functions.index(other) for other in found.functions])))
        packages |= found.packages
    return hashlib.sha256("\n".join([*texts, *map(source_digest, sorted(packages))]).encode()).hexdigest()


@cache
def source_digest(package: str) -> str:
    """Of all modules of a package, or of those that lie beside a module that is in none."""
    module = sys.modules.get(package)
    places, file = getattr(module, "__path__", None), getattr(module, "__file__", None)
    files = [found for place in places or () for found in Path(place).rglob("*.py")]
    files += [] if places or not file else Path(file).parent.glob("*.py")
    if not files:
        raise CannotTell(package)
    return repr([(found.name, hashlib.sha256(found.read_bytes()).hexdigest()) for found in sorted(files)])


class Description:
    """What a function is made of, in text. Compiled functions that it calls are listed, and numbered in the text; what
    can only be named brings in the digest of its package, as any change there may be a change of what it stands for.
    """

    def __init__(self) -> None:
        self.functions: list[Any] = []
        self.packages: set[str] = set()

    def function(self, dispatcher: Any) -> str:
        function = dispatcher.py_func
        options = (dispatcher.targetoptions, dispatcher.locals, dispatcher._compiler.pipeline_class)
        cells = [cell.cell_contents for cell in function.__closure__ or ()]
        given = self.value((options, function.__defaults__, function.__kwdefaults__, cells))
        return repr((function.__module__, self.code(function.__code__, function), given))

    def code(self, code: CodeType, function: Any) -> str:
        """Bytecode, constants but for a docstring, and globals: of all names, as those of attributes do no harm."""
        steps = zip(code.co_code[::2], code.co_code[1::2], strict=True)
        constants = code.co_consts[0 if any(step in hasconst and place == 0 for step, place in steps) else 1 :]
        told = [self.code(one, function) if isinstance(one, CodeType) else self.value(one) for one in constants]
        told += [self.global_value(name, function) for name in code.co_names]
        counts = (code.co_qualname, code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
        variables = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, code.co_exceptiontable)
        return repr((code.co_code, counts, variables, told))

    def global_value(self, name: str, function: Any) -> str:
        if name not in function.__globals__:
            return f"builtin {name}"
        value = function.__globals__[name]
        try:
            return self.value(value)
        except CannotTell:
            holder = value.__name__ if isinstance(value, ModuleType) else type(value).__module__
            return self.only_named(name, function.__module__, holder)

    def value(self, value: Any) -> str:
        kind = type(value)
        if kind in PLAIN:
            return f"{kind.__name__} {value!r}"
        np, types = import_module("numpy"), import_module("numba").types
        module, name = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
        value = value.dispatcher if isinstance(value, types.Dispatcher) else value
        if isinstance(value, import_module("numba.core.dispatcher").Dispatcher):
            self.functions += [value] if value not in self.functions else []
            return f"function {self.functions.index(value)}"
        if isinstance(value, types.Type):
            return self.numba_type(value, types)
        if kind in (tuple, list, set, frozenset, dict) or _has_fields(kind):
            parts = [self.value(part) for part in (value.items() if kind is dict else value)]
            return repr((self.value(kind), parts if isinstance(value, tuple | list) else sorted(parts)))
        if isinstance(value, np.ndarray | np.generic) and not value.dtype.hasobject:
            layout = (value.dtype, value.shape, value.strides, value.flags.writeable, value.flags.aligned)
            return repr((kind.__name__, layout, hashlib.sha256(value.tobytes()).hexdigest()))
        if isinstance(value, ModuleType) and value.__name__.partition(".")[0] in KNOWN:
            return f"module {value.__name__}"
        if _has_fields(value):
            return repr((module, name, value._fields, self.value(value._field_defaults)))
        if not module or not name or getattr(sys.modules.get(module), name, None) is not value:
            raise CannotTell(value)
        return self.only_named(name, module)

    def numba_type(self, value: Any, types: Any) -> str:
        """Many types are named by an address, and the name of a tuple's type does not tell its fields."""
        if isinstance(value, types.BaseTuple):
            return repr((self.value(getattr(value, "instance_class", tuple)), [self.value(part) for part in value]))
        told = (types.Number, types.Boolean, types.NoneType, types.UnicodeType, types.Literal, types.Omitted)
        if not isinstance(value, told) and type(value) is not types.Array:
            raise CannotTell(value)
        return f"type {value}"

    def only_named(self, name: str, *modules: str) -> str:
        packages = {module.partition(".")[0] for module in modules} - KNOWN
        self.packages |= packages | {PACKAGE} if packages else packages
        return repr((name, modules))


def _has_fields(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")
