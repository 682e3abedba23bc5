"""Why a function cannot be looked at: one sentence with the Python type and the line.

What numba does not compile it says in many lines; these become one. What it compiles and what is
nothing but strings, dictionaries and objects for ulpwise is refused here.
"""

from __future__ import annotations

import ast
import dis
import linecache
import re
import types as python_types
from typing import Any

from ._positions import Positions
from .errors import Unsupported

#: What types of numba are called in Python, by how their names begin.
PYTHON_TYPES = {
    "unicode_type": "str",
    "Literal[str]": "str",
    "DictType": "dict",
    "LiteralStrKey": "dict",
    "ListType": "list",
    "reflected list": "list",
    "reflected set": "set",
    "pyobject": "object",
    "Bytes": "bytes",
    "bytes": "bytes",
}

#: Types that no verdict is about, wherever a function has them.
_REFUSED = ("dict", "object", "set", "bytes", "str")

#: Instructions that build what is refused.
_BUILT = {"BUILD_MAP": "dict", "BUILD_CONST_KEY_MAP": "dict", "BUILD_SET": "set"}

_SKIPPED = ("Failed in", "During:", "File ", "This error", "-", "There are", "^", ">>>", "<source", "Raised from")


def python_type(ty: Any) -> str:
    """The Python type that a type of numba's stands for, as a reader knows it."""
    text = str(ty)
    instance = re.match(r"instance\.jitclass\.(\w+)", text)
    if instance:
        return instance[1]
    return next((name for start, name in PYTHON_TYPES.items() if text.startswith(start)), text)


def refusal(function: python_types.FunctionType, error: BaseException, positions: Positions) -> str:
    """One sentence of what numba says."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    sentences = [part.strip() for part in plain.split("\n") if part.strip()]
    reasons = [part for part in sentences if not part.startswith(_SKIPPED)]
    reason = reasons[0].rstrip(".: ") if reasons else type(error).__name__
    name = re.search(r"Untyped global name '([^']+)'", plain)
    signature = re.search(r">>> (\w+)\((.*)\)", plain)
    if name:
        reason = f"it uses {_described(function, name[1])}"
    elif "No implementation of function" in reason and signature:
        types = ", ".join(python_type(one.strip()) for one in signature[2].split(", "))
        reason = f"there is no {signature[1]}({types}) in numba"
    for start, python in PYTHON_TYPES.items():
        reason = re.sub(rf"{re.escape(start)}(\([^)]*\)|\[[^]]*\])?", python, reason)
    return f"{function.__name__} cannot be looked at: {reason} ({_where(function, _line(function, error, plain, positions))})"


def _described(function: python_types.FunctionType, name: str) -> str:
    value = function.__globals__.get(name)
    return f"the Python class {name}" if isinstance(value, type) else f"{name}, a {type(value).__name__}"


def _where(function: python_types.FunctionType, line: int) -> str:
    return f"line {line} of {function.__code__.co_filename}"


def _line(function: python_types.FunctionType, error: BaseException, plain: str, positions: Positions) -> int:
    location = getattr(error, "loc", None)
    numbers = [location.line] if location is not None and getattr(location, "line", None) else []
    numbers += [int(number) for number in re.findall(r"\((\d+)\)|, line (\d+)", plain) for number in number if number]
    lines = [positions.line(number) for number in numbers]
    first = function.__code__.co_firstlineno
    return next((line for line in lines if line >= first), first)


def refuse_literals(function: python_types.FunctionType) -> None:
    """Refuses dictionaries and sets that a function builds, before numba compiles them for seconds."""
    line = function.__code__.co_firstlineno
    for instruction in dis.get_instructions(function):
        start = instruction.starts_line
        line = start if type(start) is int else getattr(instruction, "line_number", None) or line
        python = _BUILT.get(instruction.opname)
        if python is not None:
            raise Unsupported(f"{function.__name__} cannot be looked at: it has a value of type {python} ({_where(function, line)})")


def refuse_types(function: python_types.FunctionType, compiled: Any, positions: Positions) -> None:
    """Refuses what numba compiles but no verdict is about; strings in what is raised are fine."""
    annotation = compiled.type_annotation
    lines = _lines_of_variables(annotation, positions)
    raising = _raising_lines(function)
    found = []
    for name, ty in annotation.typemap.items():
        python = python_type(ty)
        line = lines.get(name)
        is_literal = str(ty).startswith("Literal[str]")
        if python in _REFUSED and not is_literal and line is not None and line not in raising:
            found.append((line, python))
    returned = python_type(compiled.signature.return_type)
    if returned in (*_REFUSED, "list"):
        found.append((function.__code__.co_firstlineno, returned))
    if found:
        line, python = min(found)
        raise Unsupported(f"{function.__name__} cannot be looked at: it has a value of type {python} ({_where(function, line)})")


def _lines_of_variables(annotation: Any, positions: Positions) -> dict[str, int]:
    """The line at which each variable is assigned."""
    lines: dict[str, int] = {}
    for block in annotation.blocks.values():
        for statement in block.body:
            target = getattr(getattr(statement, "target", None), "name", None)
            if target is not None and target not in lines:
                lines[target] = positions.line(statement.loc.line)
    return lines


def _raising_lines(function: python_types.FunctionType) -> set[int]:
    """The lines of the file on which exceptions are raised, asserted things among them."""
    try:
        tree = ast.parse("".join(linecache.getlines(function.__code__.co_filename)))
    except (SyntaxError, ValueError):
        return set()
    found: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.Raise, ast.Assert)):
            found.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return found
