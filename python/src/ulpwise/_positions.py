"""Where the operators of a Python function stand, by line and column.

numba knows lines only, and gives every operation of a line the same location. So the function is
compiled from a copy of its code object whose line numbers are indices into a list of positions;
the indices are turned into lines and columns again in LLVM's text. Before Python 3.11 code objects
have no columns, and locations are whole lines.
"""

from __future__ import annotations

import ast
import linecache
import re
import types
from dataclasses import dataclass, field

_LINE_ONLY_WIDTH = 8


@dataclass
class Positions:
    """The list that indices point into: lines and columns, both from one; column 0 is the line."""

    found: list[tuple[int, int]] = field(default_factory=list)
    numbers: dict[tuple[int, int], int] = field(default_factory=dict)
    #: Indices begin here, above the lines of any file.
    first: int = 10_000_000

    def number(self, position: tuple[int, int]) -> int:
        """The index of a position."""
        if position not in self.numbers:
            self.numbers[position] = self.first + len(self.found)
            self.found.append(position)
        return self.numbers[position]

    def line(self, number: int) -> int:
        """The line of an index; a line is its own."""
        return self.at(number)[0]

    def at(self, number: int) -> tuple[int, int]:
        """The line and column of an index; a line has column 0."""
        if number < self.first:
            return number, 0
        index = number - self.first
        return self.found[index] if index < len(self.found) else (0, 0)

    def restore(self, text: str) -> str:
        """LLVM's text with lines and columns in place of indices."""

        def location(match: re.Match[str]) -> str:
            line, column = self.at(int(match[2]))
            return f"{match[1]}line: {line}, column: {column}"

        text = re.sub(r"(!DILocation\()line: (\d+)(?:, column: \d+)?", location, text)
        return re.sub(r"\b(line|scopeLine): (\d+)", lambda m: f"{m[1]}: {self.line(int(m[2]))}", text)


def with_positions(function: types.FunctionType, positions: Positions) -> types.FunctionType:
    """A copy of a function whose instructions have indices for lines."""
    code = function.__code__
    if not hasattr(code, "co_positions"):
        return function
    operators = _operators(code)
    numbers: list[int] = []
    for start, end, column, end_column in code.co_positions():
        if start is None:
            numbers.append(code.co_firstlineno)
            continue
        span = (start, column, end, end_column)
        position = operators.get(span, (start, 0 if column is None else _character(code, start, column)))
        numbers.append(positions.number(position))
    table = _line_table(numbers, code.co_firstlineno)
    copy = types.FunctionType(
        code.replace(co_linetable=table), function.__globals__, function.__name__, function.__defaults__, function.__closure__
    )
    copy.__kwdefaults__ = function.__kwdefaults__
    copy.__annotations__ = dict(function.__annotations__)
    copy.__module__ = function.__module__
    copy.__qualname__ = function.__qualname__
    return copy


def _character(code: types.CodeType, line: int, column: int) -> int:
    """The column in characters, from one, of an offset in UTF-8."""
    text = linecache.getline(code.co_filename, line).encode()
    return len(text[:column].decode(errors="replace")) + 1


def _operators(code: types.CodeType) -> dict[tuple[int | None, ...], tuple[int, int]]:
    """For the span of each expression with an operator, where the operator stands."""
    lines = linecache.getlines(code.co_filename)
    try:
        tree = ast.parse("".join(lines))
    except (SyntaxError, ValueError):
        return {}
    found: dict[tuple[int | None, ...], tuple[int, int]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp):
            between = (node.left, node.right)
        elif isinstance(node, ast.AugAssign):
            between = (node.target, node.value)
        elif isinstance(node, ast.Compare) and len(node.ops) == 1:
            between = (node.left, node.comparators[0])
        else:
            continue
        position = _operator_between(lines, *between)
        if position is not None:
            found[(node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)] = position
    return found


def _operator_between(lines: list[str], left: ast.expr, right: ast.expr) -> tuple[int, int] | None:
    """The first operator character between two expressions; parentheses and comments are no operators."""
    line, column = left.end_lineno or left.lineno, left.end_col_offset or 0
    while line <= right.lineno and line <= len(lines):
        text = lines[line - 1].encode()
        end = right.col_offset if line == right.lineno else len(text)
        part = text[column:end].split(b"#")[0]
        match = re.search(rb"[^\s()\\]", part)
        if match:
            return line, len(text[: column + match.start()].decode(errors="replace")) + 1
        line, column = line + 1, 0
    return None


def _line_table(numbers: list[int], first: int) -> bytes:
    """The table of PEP 626 in the form of Python 3.11: entries with lines and without columns."""
    table = bytearray()
    line, index = first, 0
    while index < len(numbers):
        length = 1
        while length < _LINE_ONLY_WIDTH and index + length < len(numbers) and numbers[index + length] == numbers[index]:
            length += 1
        table.append(0x80 | (13 << 3) | (length - 1))
        delta = numbers[index] - line
        rest = (-delta << 1) | 1 if delta < 0 else delta << 1
        while rest >= 64:
            table.append(64 | (rest & 63))
            rest >>= 6
        table.append(rest)
        line, index = numbers[index], index + length
    return bytes(table)
