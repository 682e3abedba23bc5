"""A function that numba compiles, as LLVM's text with locations.

The function is compiled once more, without LLVM's optimisation, so that each operation of the
Python source is one of the program and stands at its line and column. What numba is told otherwise
(``fastmath``, ``error_model``, ``boundscheck``) stays. Functions that it calls and that numba
compiled, too, are compiled in the same way. Of functions with ``fastmath`` LLVM's optimised code
is taken, for that is another program than the source.
"""

from __future__ import annotations

import importlib
import types as python_types
import warnings
from dataclasses import dataclass
from typing import Any, Callable, Iterator, Sequence

from ._positions import Positions, with_positions
from ._refusals import refusal, refuse_literals, refuse_types
from ._runtime import BLAS
from .errors import NotCompiled, UlpwiseError, Unsupported

#: Options of ``jit`` that change what a function computes.
_KEPT = ("fastmath", "error_model", "boundscheck", "inline")


@dataclass
class Kernel:
    """A Python function, the types of its arguments, and what numba is told of it."""

    function: python_types.FunctionType
    arguments: tuple[Any, ...]
    options: dict[str, Any]
    #: What is called to run it as it is: a dispatcher, or the plain function.
    callable: Callable[..., Any]
    #: Whether its decorator says ``parallel=True``: its loops are followed on one thread.
    is_parallel: bool = False

    @property
    def name(self) -> str:
        """Its name."""
        return self.function.__name__

    @property
    def parameters(self) -> list[str]:
        """The names of the parameters that are passed, in their order."""
        code = self.function.__code__
        return list(code.co_varnames[: code.co_argcount])

    @property
    def place(self) -> str:
        """File and line, for messages."""
        return f"{self.function.__code__.co_filename}:{self.function.__code__.co_firstlineno}"


@dataclass
class Compiled:
    """LLVM's text of a kernel, and what numba calls the function in it."""

    text: str
    symbol: str
    result: Any
    #: Functions whose calls stay: those of the user. Others are inlined where they are called.
    own: frozenset[str]
    #: What it is taken for that numba's machine code may do otherwise.
    assumptions: tuple[str, ...] = ()


def numba() -> Any:
    """The module numba; a sentence if it is not there."""
    try:
        import numba
    except ImportError as error:
        raise UlpwiseError(
            f"Python functions need numba, which this interpreter does not have ({error}): pip install numba"
        ) from None
    return numba


def is_numba_function(thing: Any) -> bool:
    """Whether something was made by one of numba's decorators."""
    return type(thing).__module__.startswith("numba.") and _python_function(thing) is not None


def _python_function(thing: Any) -> Any:
    """The Python function behind what a decorator made."""
    if isinstance(thing, python_types.FunctionType):
        return thing
    for owner in (thing, getattr(thing, "_dispatcher", None)):
        for attribute in ("py_func", "_pyfunc", "__wrapped__"):
            inner = getattr(owner, attribute, None)
            if isinstance(inner, python_types.FunctionType):
                return inner
    return None


def kernel(thing: Any, given: Any, example: Sequence[Any] | None) -> Kernel:
    """What is to be compiled: the function, its options, and the types of its arguments."""
    numba()
    function = _python_function(thing)
    if function is None:
        raise Unsupported(
            f"{_described(thing)} is no function that can be looked at: pass a Python function, one that "
            "numba compiled, or the path of a source file"
        )
    if "GUFunc" in type(thing).__name__:
        raise Unsupported(
            f"{function.__name__} is a generalised universal function: pass its plain function, with the types of its arrays"
        )
    _refuse_kind(function)
    refuse_literals(function)
    options = _options(thing)
    is_parallel = bool(options.pop("parallel", False))
    arguments = _argument_types(thing, function, given, example)
    return Kernel(function, arguments, options, thing, is_parallel)


def _described(thing: Any) -> str:
    return f"a value of type {type(thing).__name__}"


def _refuse_kind(function: python_types.FunctionType) -> None:
    """Refuses functions that have no end, or no fixed number of arguments."""
    code = function.__code__
    where = f"{function.__name__} ({code.co_filename}:{code.co_firstlineno})"
    if code.co_flags & 0x2A0:
        raise Unsupported(f"{where} is a generator or a coroutine, which has no result to look at")
    if code.co_kwonlyargcount:
        raise Unsupported(f"{where} has arguments that are passed by name only, which numba does not know: leave out the *")
    if code.co_flags & 0x0C:
        raise Unsupported(f"{where} takes *args or **kwargs: give it parameters with names")


def _options(thing: Any) -> dict[str, Any]:
    """What the decorator was told and what matters here."""
    inner = getattr(thing, "_dispatcher", thing)
    options = dict(getattr(inner, "targetoptions", {}) or {})
    compiler = getattr(thing, "_compiler", None)
    if not options and compiler is not None:
        options = dict(getattr(compiler, "targetoptions", {}) or {})
    kept = {name: options[name] for name in (*_KEPT, "parallel") if name in options}
    if hasattr(thing, "_dispatcher"):
        # numba compiles universal functions with numpy's divisions, whatever it is asked.
        kept["error_model"] = "numpy"
    if not kept.get("boundscheck"):
        kept["boundscheck"] = False
    return kept


def _argument_types(thing: Any, function: Any, given: Any, example: Any) -> tuple[Any, ...]:
    """The types of the arguments: given, of an example, of what was compiled, or annotated."""
    code = function.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    where = f"{function.__name__} ({code.co_filename}:{code.co_firstlineno})"
    if given is not None:
        return _given(given, names, function, where)
    if example is not None:
        return _of_example(example, names, function, where)
    signatures = _signatures(thing)
    if len(signatures) == 1:
        return signatures[0]
    if len(signatures) > 1:
        wanted = ", ".join(str(one) for one in signatures)
        raise NotCompiled(f"{where} is compiled for several types: say which of {wanted} with types=")
    annotated = [_annotated(function.__annotations__.get(name)) for name in names]
    present = next((at for at, one in enumerate(annotated) if one is None), len(names))
    annotated[present:] = _omitted(function, present) or annotated[present:]
    if names and all(one is not None for one in annotated) or not names:
        return tuple(annotated)
    raise NotCompiled(
        f"{where} is not compiled and no types are given: pass types=, such as types=({', '.join(['float'] * len(names))},), "
        "or example= with arguments, or annotate its parameters"
    )


def _signatures(thing: Any) -> list[tuple[Any, ...]]:
    """For which types it is compiled."""
    if getattr(thing, "_sig", None) is not None:
        return [tuple(thing._sig.args)]
    inner = getattr(thing, "_dispatcher", thing)
    overloads = getattr(inner, "overloads", None) or {}
    return [tuple(compiled.signature.args) for compiled in overloads.values()]


def _omitted(function: python_types.FunctionType, present: int) -> tuple[Any, ...]:
    """The types of parameters that keep their defaults, behind those that are given."""
    defaults = function.__defaults__ or ()
    missing = function.__code__.co_argcount - present
    if not 0 < missing <= len(defaults):
        return ()
    return tuple(numba().types.Omitted(value) for value in defaults[len(defaults) - missing :])


def _given(given: Any, names: Sequence[str], function: python_types.FunctionType, where: str) -> tuple[Any, ...]:
    """Types as the caller writes them: a signature, a sequence, or by name."""
    nb = numba()
    if isinstance(given, str):
        try:
            parsed = nb.core.sigutils._parse_signature_string(given)
            given = parsed.args if hasattr(parsed, "return_type") else parsed
        except Exception as error:
            raise NotCompiled(f"types={given!r} is no signature: {_first_line(error)}") from None
    elif hasattr(given, "args") and hasattr(given, "return_type"):
        given = given.args
    if isinstance(given, dict):
        unknown = [name for name in given if name not in names]
        missing = [name for name in names if name not in given]
        if unknown or missing:
            raise NotCompiled(f"types of {where}: " + _mismatch(unknown, missing))
        given = [given[name] for name in names]
    if not isinstance(given, (list, tuple)):
        given = (given,)
    omitted = _omitted(function, len(given))
    if len(given) + len(omitted) != len(names):
        raise NotCompiled(f"{where} has {len(names)} parameters, and types= has {len(given)}")
    return (*(_type(one, where) for one in given), *omitted)


def _mismatch(unknown: list[str], missing: list[str]) -> str:
    parts = [f"it has no parameter {name!r}" for name in unknown] + [f"no type for {name!r}" for name in missing]
    return "; ".join(parts)


def _type(one: Any, where: str) -> Any:
    """numba's type for what a caller writes."""
    nb = numba()
    types = nb.types
    if isinstance(one, types.Type):
        return one
    plain = {float: types.float64, int: types.int64, complex: types.complex128, bool: types.boolean}
    if isinstance(one, type) and one in plain:
        return plain[one]
    try:
        if isinstance(one, str):
            return nb.core.sigutils._parse_signature_string(one)
        return nb.from_dtype(__import__("numpy").dtype(one))
    except Exception:
        raise NotCompiled(f"{one!r} among the types of {where} is no type that numba knows") from None


def _of_example(example: Any, names: Sequence[str], function: Any, where: str) -> tuple[Any, ...]:
    nb = numba()
    if isinstance(example, dict):
        unknown = [name for name in example if name not in names]
        missing = [name for name in names if name not in example]
        if unknown or missing:
            raise NotCompiled(f"the example for {where}: " + _mismatch(unknown, missing))
        example = [example[name] for name in names]
    omitted = _omitted(function, len(example))
    if len(example) + len(omitted) != len(names):
        raise NotCompiled(f"{where} has {len(names)} parameters, and the example has {len(example)} arguments")
    found = []
    for name, value in zip(names, example):
        try:
            found.append(nb.typeof(value))
        except ValueError:
            raise Unsupported(f"{where} cannot be looked at: {name} is a {type(value).__name__}, which numba does not know") from None
    return (*found, *omitted)


def _annotated(annotation: Any) -> Any:
    """The type that an annotation names, or ``None``."""
    types = numba().types
    names = {"float": types.float64, "int": types.int64, "complex": types.complex128, "bool": types.boolean}
    if isinstance(annotation, str):
        return names.get(annotation)
    return names.get(getattr(annotation, "__name__", "")) if annotation in (float, int, complex, bool) else None


def compile_kernel(of: Kernel) -> Compiled:
    """Compiles a kernel, with locations."""
    nb = numba()
    positions = Positions()
    clones = _Clones(positions, takes_plain=isinstance(of.callable, python_types.FunctionType))
    dispatcher = clones.of(of.function, of.options)
    optimised = clones.has_fastmath
    try:
        with nb.core.compiler_lock.global_compiler_lock, warnings.catch_warnings(), _settings(optimised):
            warnings.simplefilter("ignore")
            dispatcher.compile(of.arguments)
    except ImportError as error:
        raise Unsupported(f"{of.name} ({of.place}) needs another package: {error}") from None
    except Exception as error:  # numba raises exceptions of all kinds for what it does not know.
        raise Unsupported(refusal(of.function, error, positions)) from None
    compiled = dispatcher.overloads[tuple(of.arguments)]
    refuse_types(of.function, compiled, positions)
    text = positions.restore(str(compiled.library._shared_module))
    symbol, result = compiled.fndesc.mangled_name, compiled.signature.return_type
    return Compiled(text, symbol, result, clones.symbols(), _assumptions(text, of.is_parallel or clones.has_parallel))


#: What is said of proofs about functions with parallel loops, and with products of arrays.
ONE_THREAD = "loops of parallel=True run on one thread, in their order"
SUMS_IN_ORDER = "products of arrays are summed in the order of their elements"


def _assumptions(text: str, is_parallel: bool) -> tuple[str, ...]:
    """What LLVM's text is taken for that machine code of numba's may do otherwise."""
    return (ONE_THREAD,) * is_parallel + (SUMS_IN_ORDER,) * (BLAS.search(text) is not None)


class _settings:
    """numba's own settings while a kernel is compiled.

    Besides the level of optimisation: the module of each function is kept as it is before code is
    generated for it, for that changes modules; and functions of numba's own are compiled anew, so that
    verdicts do not depend on what was compiled before.
    """

    #: numba's contexts, for each level of optimisation.
    contexts: dict[bool, tuple[Any, Any]] = {}

    def __init__(self, optimised: bool) -> None:
        self.optimised = optimised
        self.kept: Any = None
        self.finalize: Any = None
        self.users: tuple[Any, Any] = (None, None)
        self.ensure_blas: Any = None

    def __enter__(self) -> None:
        core = numba().core
        library = core.codegen.CPUCodeLibrary
        self.kept, self.finalize = core.config.OPT, library._finalize_final_module
        if not self.optimised:
            core.config.OPT = core.config._OptLevel(0)

        def keep(library: Any) -> None:
            module = library._final_module.clone()
            for function in module.functions:
                if not function.is_declaration and function.linkage.name == "external":
                    function.linkage = "linkonce_odr"
            library._shared_module = module
            self.finalize(library)

        library._finalize_final_module = keep
        # Products of arrays are those of runtime.c: nobody has to have scipy for its BLAS.
        linalg = importlib.import_module("numba.np.linalg")
        self.ensure_blas = linalg.ensure_blas
        vars(linalg)["ensure_blas"] = lambda: None
        target = core.registry.cpu_target
        self.users = (target.typing_context, target.target_context)
        if self.optimised not in self.contexts:
            typing = core.typing.Context()
            self.contexts[self.optimised] = (typing, core.cpu.CPUContext(typing))
        self._enter_contexts(self.contexts[self.optimised])

    def _enter_contexts(self, contexts: tuple[Any, Any]) -> None:
        target = numba().core.registry.cpu_target
        vars(target)["_toplevel_typing_context"], vars(target)["_toplevel_target_context"] = contexts

    def __exit__(self, *_: Any) -> None:
        core = numba().core
        self._enter_contexts(self.users)
        core.config.OPT = self.kept
        core.codegen.CPUCodeLibrary._finalize_final_module = self.finalize
        vars(importlib.import_module("numba.np.linalg"))["ensure_blas"] = self.ensure_blas


class _Clones:
    """Dispatchers like those of the user, with locations; each once, so that recursion ends."""

    def __init__(self, positions: Positions, takes_plain: bool) -> None:
        self.positions = positions
        self.takes_plain = takes_plain
        #: Whether any of them may be optimised into another program.
        self.has_fastmath = False
        #: Whether any of them has parallel loops.
        self.has_parallel = False
        self.made: dict[int, Any] = {}
        self.kept_alive: list[Any] = []

    def of(self, function: python_types.FunctionType, options: dict[str, Any]) -> Any:
        """The dispatcher for a function."""
        nb = numba()
        if id(function) in self.made:
            return self.made[id(function)]
        copy = with_positions(function, self.positions)
        names: dict[str, Any] = dict(function.__globals__)
        # Filled once the dispatcher is known, for a function may come to itself through them.
        cells = tuple(python_types.CellType() for _ in function.__closure__ or ())
        copy = python_types.FunctionType(copy.__code__, names, function.__name__, function.__defaults__, cells or None)
        copy.__kwdefaults__ = function.__kwdefaults__
        copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
        dispatcher = nb.njit(debug=True, _dbg_optnone=False, _dbg_extend_lifetimes=False, **options)(copy)
        self.has_fastmath = self.has_fastmath or bool(options.get("fastmath", False))
        self.made[id(function)] = dispatcher
        self.kept_alive.append(function)
        for name in _names(function.__code__):
            if name in names:
                names[name] = self._replaced(names[name], options)
            elif name == "print":
                # What is printed is no result: its values are computed, and that is all.
                names[name] = nb.njit(_printed)
        for cell, old in zip(cells, function.__closure__ or ()):
            try:
                cell.cell_contents = self._replaced(old.cell_contents, options)
            except ValueError:  # Not assigned yet: it stays so.
                continue
        return dispatcher

    def symbols(self) -> frozenset[str]:
        """What numba calls the functions in LLVM's text."""
        compiled = [one for dispatcher in self.made.values() for one in dispatcher.overloads.values()]
        return frozenset(one.fndesc.mangled_name for one in compiled)

    def _replaced(self, value: Any, options: dict[str, Any]) -> Any:
        """What stands for a value that a function names: a clone of a function, else the value."""
        if isinstance(value, numba().core.dispatcher.Dispatcher) and isinstance(value.py_func, python_types.FunctionType):
            inner = _options(value)
            self.has_parallel = self.has_parallel or bool(inner.pop("parallel", False))
            return self.of(value.py_func, inner)
        is_plain = isinstance(value, python_types.FunctionType) and (value.__module__ or "").split(".")[0] not in _KNOWN
        return self.of(value, options) if is_plain and self.takes_plain else value


def _printed(*values: Any) -> None:
    """Stands for `print`."""


#: Modules whose Python functions numba knows by itself.
_KNOWN = ("numpy", "numba", "math", "cmath", "operator", "random", "builtins", "scipy", "functools")


def _names(code: python_types.CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, python_types.CodeType):
            yield from _names(constant)


def _first_line(error: BaseException) -> str:
    return str(error).strip().split("\n")[0]
