"""Names that those who write a program and those who read its report agree on."""

from __future__ import annotations

#: The file that assumptions are compiled as; what they compute is no operation of the function.
ASSUMPTION_FILE = "<assume>"
