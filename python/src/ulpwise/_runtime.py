"""What numba's functions call of its run time, as LLVM's text: ``runtime.c``, compiled."""

from __future__ import annotations

import re
from importlib import resources

#: How ``runtime.c`` is compiled into the text.
COMMAND = ("clang-22", "-S", "-emit-llvm", "-O1", "-fno-vectorize", "-fno-discard-value-names", "-o", "-")

#: What numba defines itself and is taken from here: its own counts atomically, and code generation changes it.
REPLACED = {
    "NRT_incref": "declare void @NRT_incref(ptr)",
    "NRT_decref": "declare void @NRT_decref(ptr)",
    "NRT_MemInfo_data_fast": "declare ptr @NRT_MemInfo_data_fast(ptr)",
}


def runtime() -> str:
    """The text of the module."""
    return resources.files("ulpwise").joinpath("runtime.ll").read_text()


def plain(text: str) -> str:
    """What clang writes, without attributes and metadata, which say nothing that matters here."""
    text = re.sub(r"(?m)^(?:;.*|source_filename.*|target .*|attributes .*|!.*)\n", "", text)
    text = re.sub(r", !(?:tbaa|llvm\.loop|range|prof|noalias)(?:\.\w+)? !\d+|, !tbaa ![\d.]+", "", text)
    text = re.sub(r" #\d+| local_unnamed_addr| dso_local| unnamed_addr| allocptr", "", text)
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"
