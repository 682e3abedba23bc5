"""The compiled run time is the source beside it.

To make it anew: ``PYTHONPATH=python/src python3 python/tests/test_runtime.py``.
"""

import shutil
import subprocess
from pathlib import Path

import ulpwise
from ulpwise import _runtime


def compiled() -> str:
    source = Path(ulpwise.__file__).with_name("runtime.c")
    run = subprocess.run([*_runtime.COMMAND, str(source)], capture_output=True, text=True, check=True)
    return _runtime.plain(run.stdout)


def test_the_text_is_the_source_compiled():
    if shutil.which(_runtime.COMMAND[0]) is not None:
        assert _runtime.runtime() == compiled()


if __name__ == "__main__":
    Path(ulpwise.__file__).with_name("runtime.ll").write_text(compiled())
