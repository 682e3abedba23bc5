"""What numba's functions call of its run time, as LLVM's text: ``runtime.c``, compiled."""

from __future__ import annotations

import re
from importlib import resources

#: How ``runtime.c`` is compiled into the text.
COMMAND = ("clang-22", "-S", "-emit-llvm", "-O1", "-fno-vectorize", "-ffp-contract=off", "-fno-discard-value-names", "-o", "-")

#: What numba defines itself and is taken from here: its own counts atomically, and code generation changes it.
REPLACED = {
    "NRT_incref": "declare void @NRT_incref(ptr)",
    "NRT_decref": "declare void @NRT_decref(ptr)",
    "NRT_MemInfo_data_fast": "declare ptr @NRT_MemInfo_data_fast(ptr)",
}

#: numba's calls of BLAS for floats, by what they do and their kind: 100 is `d` and 115 is `s`.
BLAS = re.compile(r"@numba_xx(dot|gemv|gemm)\(i8 (100|115), ")


def with_blas(text: str) -> str:
    """LLVM's text that calls what is here for products of arrays."""
    called: dict[str, str] = {}

    def of_kind(match: re.Match[str]) -> str:
        name = f"blas_{match[1]}_{chr(int(match[2]))}"
        called[name] = match[1]
        return f"@{name}(i8 {match[2]}, "

    text = BLAS.sub(of_kind, text)
    for name, what in called.items():
        declared = re.search(rf"(?m)^declare (?:\w+ )*i32 @numba_xx{what}(\([^)]*\))", text)
        text += f"\ndeclare i32 @{name}{declared[1]}\n" if declared else ""
    return text


def runtime() -> str:
    """The text of the module."""
    return resources.files("ulpwise").joinpath("runtime.ll").read_text()


def plain(text: str) -> str:
    """What clang writes, without attributes and metadata, which say nothing that matters here."""
    text = re.sub(r"(?m)^(?:;.*|source_filename.*|target .*|attributes .*|!.*)\n", "", text)
    text = re.sub(r", !(?:tbaa|llvm\.loop|range|prof|noalias)(?:\.\w+)? !\d+|, !tbaa ![\d.]+", "", text)
    text = re.sub(r" #\d+| local_unnamed_addr| dso_local| unnamed_addr| allocptr", "", text)
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"
