"""The function that ulpwise enters: C's calling convention around numba's.

numba's functions take where to write the result, where to write an exception, and arguments in
parts; they return whether an exception was raised. The entry made here has Python's parameters by
name, calls that function, and gives its result back. Where Python code raises an exception the
call ends with ``_exit``: the end of a call, and no finding. Where an assumption does not hold the
entry returns at once.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Sequence

from ._numba import Compiled, Kernel, numba
from ._runtime import REPLACED, runtime, with_blas
from ._shapes import Array, Complex, Fixed, Number, Shape, Tuple, leaves, number
from .errors import Unsupported

#: What the entry is called, before the function's name.
PREFIX = "python_"

#: What the probe is called that divides by zero where the assumption holds.
PROBE = "python_assumption_holds"


@dataclass
class Result:
    """What is given back: the parts with their offsets and names, or nothing."""

    parts: list[tuple[str, Number, int]]
    size: int
    #: Of an array: its element count that is looked at, and its dimensions.
    array: tuple[Number, int, int] | None = None


def link(of: Kernel, compiled: Compiled, found: Sequence[Shape], assumption: Compiled | None) -> tuple[str, str]:
    """LLVM's text of the whole program, and the name of the entry."""
    import llvmlite.binding as llvm

    module = llvm.parse_assembly(_prepared(compiled))
    types = [str(argument.type) for argument in module.get_function(compiled.symbol).arguments]
    symbol = PREFIX + re.sub(r"\W", "_", of.name, flags=re.ASCII)
    text = _Writer(of, found, symbol).module(compiled, types, assumption)
    module.link_in(llvm.parse_assembly(text))
    if assumption is not None:
        module.link_in(llvm.parse_assembly(_prepared(assumption)))
    module.link_in(llvm.parse_assembly(runtime()))
    _simplify(module, {symbol, PROBE}, compiled.own)
    return str(module), symbol


def _prepared(compiled: Compiled) -> str:
    """LLVM's text with declarations in place of numba's definitions of what is defined here, and without
    the locations of functions that are not the user's: what is inlined gets those of its calls then."""
    text = with_blas(compiled.text)
    for name, declaration in REPLACED.items():
        text = re.sub(rf"(?ms)^define [^\n]*@{name}\(.*?^}}\n", declaration + "\n", text)

    # What is not the user's is inlined, whatever numba says of it.
    text = re.sub(
        r"(?m)^attributes #\d+ = \{.*",
        lambda match: re.sub(r"\b(?:noinline|optnone)\b", '"inlined-here"', match[0]),
        text,
    )
    # Functions that call each other in a circle do so through pointers that numba fills.
    text = re.sub(
        r'(?m)^(@"\.numba\.unresolved\$([^"]+)") = external global ptr$',
        lambda match: f'{match[1]} = internal constant ptr @"{match[2]}"' if f"@{match[2]}(" in text else match[0],
        text,
    )
    # What makes an exception of its values is called by the wrappers for CPython only.
    text = re.sub(r"(?ms)^(define [^\n]*@__excinfo_unwrap_args\w+\([^\n]*\{\n).*?^}\n", r"\1  ret ptr null\n}\n", text)
    # Objects of the interpreter are only pointed at, on the way to an exception.
    text = re.sub(r"(?m)^(@_?Py\w+ = )external global (i8|ptr)$", r"\1internal global \2 zeroinitializer", text)
    # numba writes a negation as a subtraction from -0.0, which LLVM makes a negation of at every level.
    text = re.sub(r"= fsub ((?:\w+ )*)(double|float) -0\.0+e\+00, ", r"= fneg \1\2 ", text)

    def without_locations(match: re.Match[str]) -> str:
        if match[1] in compiled.own:
            return match[0]
        return re.sub(r"(?m), !dbg !\d+| !dbg !\d+|^ *#dbg_.*\n", "", match[0])

    return re.sub(r'(?ms)^define [^\n]*?@"?([^\s"(]+)"?\(.*?^}\n', without_locations, text)


def _simplify(module: Any, kept: set[str], own: frozenset[str]) -> None:
    """Inlines what is not the user's, so that it has a line of the user's; leaves out what is not come to,
    such as the wrappers for CPython."""
    import llvmlite.binding as llvm

    for function in module.functions:
        if not function.is_declaration and function.name not in kept:
            function.linkage = "internal"
            if function.name not in own:
                function.add_function_attribute("alwaysinline")
    machine = llvm.Target.from_default_triple().create_target_machine()
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=0))
    manager = llvm.create_new_module_pass_manager()
    manager.add_global_dead_code_eliminate_pass()
    manager.add_always_inliner_pass()
    manager.add_global_dead_code_eliminate_pass()
    manager.run(module, builder)


class _Writer:
    """Writes the module with the entry."""

    def __init__(self, of: Kernel, found: Sequence[Shape], symbol: str) -> None:
        self.of = of
        self.found = found
        self.symbol = symbol
        self.metadata: list[str] = []
        self.leaves = [leaf for shape in found for leaf in leaves(shape)]

    def meta(self, text: str) -> str:
        """A node of metadata and its number."""
        self.metadata.append(text)
        return f"!{len(self.metadata) - 1}"

    def module(self, compiled: Compiled, types: Sequence[str], assumption: Compiled | None) -> str:
        """The text of the module."""
        result = self._result(compiled.result)
        attached = self._debug(result)
        arguments = self._arguments(types[2:])
        parts = ["ptr %result", "ptr %exception", *arguments]
        parameters = [f"{self._passed(leaf)} %p{at}" for at, leaf in enumerate(self.leaves)]
        single = result.parts[0][1] if len(result.parts) == 1 and result.array is None else None
        returned = single.llvm if single else "void"
        is_in_memory = single is None and (bool(result.parts) or result.array is not None)
        if is_in_memory:
            parameters.insert(0, f"ptr noalias sret([{result.size} x i8]) align 8 %out")
        at = f", !dbg {attached['location']}"
        body = [
            f"define {returned} @{self.symbol}({', '.join(parameters)}) !dbg {attached['function']} {{",
            "entry:",
            *attached["values"],
            "  %exception = alloca ptr",
            "  store ptr null, ptr %exception",
        ]
        room = result.size if single is None else 8
        if is_in_memory and result.array is None:
            body.append("  %result = getelementptr i8, ptr %out, i64 0")
        else:
            body.append(f"  %result = alloca [{max(room, 8, compiled_size(compiled)) // 8 + 1} x i64], align 16")
        body += self._conversions(types[2:])
        if assumption is not None:
            body += self._assumed(assumption, arguments, at, "  ret void" if returned == "void" else f"  ret {returned} {_zero(returned)}")
        body += [
            f"  %status = call i32 @{_quoted(compiled.symbol)}({', '.join(parts)}){at}",
            "  switch i32 %status, label %raised [ i32 0, label %returned",
            "    i32 -2, label %returned ]",
            "raised:",
            f"  call void @_exit(i32 1){at}",
            "  unreachable",
            "returned:",
            *self._end(result, single, is_in_memory, at),
            "}",
            "declare void @_exit(i32) noreturn",
            f"declare i32 @{_quoted(compiled.symbol)}({', '.join(types)})",
        ]
        if assumption is not None:
            body.append(f"declare i32 @{_quoted(assumption.symbol)}({', '.join(types)})")
            body += self._probe(assumption, parameters[1:] if is_in_memory else parameters, arguments, types)
        body += [f"!llvm.dbg.cu = !{{{attached['unit']}}}", "!llvm.module.flags = !{" + attached["flags"] + "}"]
        body += [f"!{number} = {text}" for number, text in enumerate(self.metadata)]
        return "\n".join(body) + "\n"

    def _passed(self, leaf: Number | Array) -> str:
        return "ptr" if isinstance(leaf, Array) else leaf.llvm

    def _arguments(self, types: Sequence[str]) -> list[str]:
        """What numba's function gets for each of its parameters."""
        numbers = {id(leaf): at for at, leaf in enumerate(self.leaves)}
        values: list[str] = []
        for shape in self.found:
            values += self._parts(shape, numbers)
        if len(values) != len(types):
            raise Unsupported(
                f"{self.of.name} cannot be looked at: numba passes its arguments in {len(types)} parts instead of {len(values)} "
                f"(line {self.of.function.__code__.co_firstlineno} of {self.of.function.__code__.co_filename})"
            )
        return [f"{ty} {'%b' + value[2:] if ty == 'i1' and value.startswith('%p') else value}" for ty, value in zip(types, values)]

    def _parts(self, shape: Shape, numbers: dict[int, int]) -> list[str]:
        if isinstance(shape, Number):
            return [f"%p{numbers[id(shape)]}"]
        if isinstance(shape, (Complex, Tuple)):
            return [value for part in shape.parts for value in self._parts(part, numbers)]
        if isinstance(shape, Fixed):
            return ["null"] * len(shape.llvm)
        data = f"%p{numbers[id(shape)]}"
        lengths = [str(length) for length in shape.shape]
        return ["null", "null", str(shape.count), str(shape.item_bytes), data, *lengths, *map(str, shape.strides)]

    def _conversions(self, types: Sequence[str]) -> list[str]:
        """Truth values are bytes at the entry and bits in numba's functions."""
        return [f"  %b{at} = trunc i8 %p{at} to i1" for at, leaf in enumerate(self.leaves) if isinstance(leaf, Number) and leaf.is_bool]

    def _assumed(self, assumption: Compiled, arguments: Sequence[str], at: str, leave: str) -> list[str]:
        return [
            "  %condition = alloca i64",
            f"  %asked = call i32 @{_quoted(assumption.symbol)}(ptr %condition, ptr %exception{''.join(', ' + one for one in arguments)}){at}",
            "  %answered = icmp eq i32 %asked, 0",
            "  %byte = load i8, ptr %condition",
            "  %true = icmp ne i8 %byte, 0",
            "  %holds = and i1 %answered, %true",
            "  br i1 %holds, label %assumed, label %otherwise",
            "otherwise:",
            leave,
            "assumed:",
        ]

    def _probe(self, assumption: Compiled, parameters: Sequence[str], arguments: Sequence[str], types: Sequence[str]) -> list[str]:
        """A function that divides one by zero where the assumption holds: proven harmless, nothing meets it."""
        function = self.meta(self.metadata[self.function_number].replace(self.symbol, PROBE).replace(_string(self.of.name), f'"{PROBE}"'))
        location = self.meta(f"!DILocation(line: 1, column: 1, scope: {function})")
        at = f", !dbg {location}"
        values = self._values(function, location)
        return [
            f"define double @{PROBE}({', '.join(parameters)}) !dbg {function} {{",
            "entry:",
            *values,
            "  %exception = alloca ptr",
            "  %zero = alloca double",
            "  store double 0.0, ptr %zero",
            *self._conversions(types),
            *self._assumed(assumption, arguments, at, "  ret double 0.0"),
            "  %divisor = load double, ptr %zero",
            f"  %quotient = fdiv double 1.0, %divisor{at}",
            f"  ret double %quotient{at}",
            "}",
        ]

    def _result(self, ty: Any) -> Result:
        """How the result is given back."""
        types = numba().types
        if isinstance(ty, types.Array) and isinstance(ty.dtype, (types.Float, types.Complex)) and ty.layout in "CF":
            is_complex = isinstance(ty.dtype, types.Complex)
            part = ty.dtype if not is_complex else (types.float32 if ty.dtype.bitwidth == 64 else types.float64)
            element = number("", part, self.of)
            counts = [leaf.numbers for leaf in self.leaves if isinstance(leaf, Array)]
            count = max([*counts, 4])
            return Result([(f"[{at}]", element, at * element.bits // 8) for at in range(count)], count * element.bits // 8, (element, count, ty.ndim))
        parts: list[tuple[str, Number, int]] = []
        size = self._flatten("", ty, 0, parts)
        return Result(parts, size) if size is not None else Result([], 0)

    def _flatten(self, name: str, ty: Any, offset: int, parts: list[tuple[str, Number, int]]) -> int | None:
        """Appends the numbers of a type of results; the offset behind it, or ``None`` where it has others."""
        types = numba().types
        if isinstance(ty, types.NoneType):
            return offset
        if isinstance(ty, types.Complex):
            part = types.float32 if ty.bitwidth == 64 else types.float64
            inner: list[tuple[str, Any]] = [(".real", part), (".imag", part)]
        elif isinstance(ty, types.BaseTuple):
            fields = getattr(ty, "fields", None) or range(len(ty))
            inner = [(f".{field}" if isinstance(field, str) else f"[{field}]", one) for field, one in zip(fields, ty.types)]
        else:
            try:
                leaf = number(name, ty, self.of)
            except Unsupported:
                return None
            size = leaf.bits // 8
            offset = -(-offset // size) * size
            parts.append((name, leaf, offset))
            return offset + size
        for suffix, one in inner:
            behind = self._flatten(name + suffix, one, offset, parts)
            if behind is None:
                parts.clear()
                return None
            offset = behind
        return offset

    def _end(self, result: Result, single: Number | None, is_in_memory: bool, at: str) -> list[str]:
        """What follows the call where no exception was raised."""
        if single is not None:
            return [f"  %value = load {single.llvm}, ptr %result{at}", f"  ret {single.llvm} %value{at}"]
        if result.array is None:
            return [f"  ret void{at}"]
        element, count, _ = result.array
        each = element.bits // 8
        return [
            "  %items_at = getelementptr i8, ptr %result, i64 16",
            "  %items = load i64, ptr %items_at",
            "  %width_at = getelementptr i8, ptr %result, i64 24",
            "  %width = load i64, ptr %width_at",
            "  %bytes = mul i64 %items, %width",
            f"  %most = icmp ult i64 %bytes, {count * each}",
            f"  %copied = select i1 %most, i64 %bytes, i64 {count * each}",
            "  %data_at = getelementptr i8, ptr %result, i64 32",
            "  %data = load ptr, ptr %data_at",
            "  br label %next",
            "next:",
            "  %at = phi i64 [ 0, %returned ], [ %then, %copy ]",
            "  %more = icmp ult i64 %at, %copied",
            "  br i1 %more, label %copy, label %done",
            "copy:",
            "  %from = getelementptr i8, ptr %data, i64 %at",
            "  %to = getelementptr i8, ptr %out, i64 %at",
            f"  %element = load {element.llvm}, ptr %from",
            f"  store {element.llvm} %element, ptr %to",
            f"  %then = add i64 %at, {each}",
            "  br label %next",
            "done:",
            f"  ret void{at}",
        ]

    def _debug(self, result: Result) -> dict[str, Any]:
        """Debug information: it is what names the inputs."""
        import os

        code = self.of.function.__code__
        path = os.path.abspath(code.co_filename)
        file = self.meta(f"!DIFile(filename: {_string(os.path.basename(path))}, directory: {_string(os.path.dirname(path))})")
        unit = self.meta(f"distinct !DICompileUnit(language: DW_LANG_C99, file: {file}, producer: \"ulpwise\", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)")
        version = self.meta('!{i32 2, !"Debug Info Version", i32 3}')
        dwarf = self.meta('!{i32 2, !"Dwarf Version", i32 4}')
        self.basic: dict[str, str] = {}
        self.types = [self._leaf_type(leaf) for leaf in self.leaves]
        returned = self._result_type(result)
        signature = self.meta("!{" + ", ".join([returned, *self.types]) + "}")
        subroutine = self.meta(f"!DISubroutineType(types: {signature})")
        self.line, self.file = code.co_firstlineno, file
        function = self.meta(
            f"distinct !DISubprogram(name: {_string(self.of.name)}, linkageName: \"{self.symbol}\", scope: {file}, file: {file}, "
            f"line: {self.line}, type: {subroutine}, scopeLine: {self.line}, spFlags: DISPFlagDefinition, unit: {unit})"
        )
        self.function_number = int(function[1:])
        location = self.meta(f"!DILocation(line: {self.line}, column: 0, scope: {function})")
        values = self._values(function, location)
        return {"function": function, "location": location, "values": values, "unit": unit, "flags": f"{version}, {dwarf}"}

    def _values(self, function: str, location: str) -> list[str]:
        values = []
        for at, (leaf, ty) in enumerate(zip(self.leaves, self.types)):
            variable = self.meta(
                f"!DILocalVariable(name: {_string(leaf.symbol if isinstance(leaf, Array) else leaf.name)}, arg: {at + 1}, scope: {function}, file: {self.file}, line: {self.line}, type: {ty})"
            )
            values.append(f"    #dbg_value({self._passed(leaf)} %p{at}, {variable}, !DIExpression(), {location})")
        return values

    def _leaf_type(self, leaf: Number | Array) -> str:
        if isinstance(leaf, Number):
            return self._basic(leaf)
        pointee = self._basic(leaf.element)
        if leaf.is_complex:
            bits = leaf.element.bits
            pointee = self._structure("complex", [("real", pointee, 0, bits), ("imag", pointee, bits, bits)], 2 * bits)
        return self.meta(f"!DIDerivedType(tag: DW_TAG_pointer_type, baseType: {pointee}, size: 64)")

    def _basic(self, leaf: Number) -> str:
        if leaf.debug not in self.basic:
            encoding = "DW_ATE_float" if leaf.is_float else "DW_ATE_boolean" if leaf.is_bool and not leaf.is_fixed else "DW_ATE_signed" if leaf.is_signed else "DW_ATE_unsigned"
            self.basic[leaf.debug] = self.meta(f'!DIBasicType(name: "{leaf.debug}", size: {leaf.bits}, encoding: {encoding})')
        return self.basic[leaf.debug]

    def _result_type(self, result: Result) -> str:
        if not result.parts:
            return "null"
        if len(result.parts) == 1 and result.array is None:
            return self._basic(result.parts[0][1])
        members = [(name.lstrip("."), self._basic(leaf), 8 * offset, leaf.bits) for name, leaf, offset in result.parts]
        return self._structure("result", members, 8 * result.size)

    def _structure(self, name: str, members: list[tuple[str, str, int, int]], bits: int) -> str:
        nodes = [
            self.meta(f"!DIDerivedType(tag: DW_TAG_member, name: {_string(member)}, baseType: {ty}, size: {size}, offset: {offset})")
            for member, ty, offset, size in members
        ]
        elements = self.meta("!{" + ", ".join(nodes) + "}")
        return self.meta(f'!DICompositeType(tag: DW_TAG_structure_type, name: "{name}", size: {bits}, elements: {elements})')


def compiled_size(compiled: Compiled) -> int:
    """Room enough for what numba writes as the result."""
    try:
        context = numba().core.registry.cpu_target.target_context
        return int(context.get_abi_sizeof(context.get_value_type(compiled.result)))
    except Exception:
        return 256


def _zero(llvm: str) -> str:
    return "0.0" if llvm in ("float", "double") else "0"


def _string(text: str) -> str:
    """A text between quotation marks as LLVM has it."""
    return '"' + "".join(chr(byte) if 32 <= byte < 127 and byte not in b'"\\\\' else f"\\{byte:02X}" for byte in text.encode()) + '"'


def _quoted(symbol: str) -> str:
    return f'"{symbol}"'
