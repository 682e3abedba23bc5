"""Runs the program ``ulpwise``: finds it, passes it words, reads the JSON that it prints.

The program gets a session of its own, so that Ctrl-C reaches it once, from here, and it can
still print what it has found.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sysconfig
import threading
from importlib import metadata
from pathlib import Path
from typing import Any, Sequence

from .errors import BadInput, ProgramFailed, ProgramMissing

#: Names another program than the one of the package, as tests do.
PROGRAM_VARIABLE = "ULPWISE_PROGRAM"


def program() -> str:
    """The path of the program: of the environment, of this package, or of the search path."""
    named = os.environ.get(PROGRAM_VARIABLE)
    if named:
        if not os.access(named, os.X_OK):
            raise ProgramMissing(f"{PROGRAM_VARIABLE} names {named!r}, which is no program that can be run")
        return named
    for path in [*_installed(), Path(sysconfig.get_path("scripts")) / "ulpwise"]:
        if os.access(path, os.X_OK):
            return str(path)
    found = shutil.which("ulpwise")
    if found is None:
        raise ProgramMissing(
            "the program `ulpwise` is not beside this package: install the wheel again, or name the "
            f"program with the environment variable {PROGRAM_VARIABLE}"
        )
    return found


def _installed() -> list[Path]:
    """Where the wheel's own list of files has the program."""
    try:
        files = metadata.files("ulpwise") or []
    except metadata.PackageNotFoundError:
        return []
    return [Path(str(file.locate())) for file in files if file.name == "ulpwise" and file.parent.name == "bin"]


class Interruption(Exception):
    """Ctrl-C came while the program ran; it carries what the program printed all the same."""

    def __init__(self, document: Any) -> None:
        super().__init__("interrupted")
        self.document = document


def run_json(words: Sequence[str]) -> Any:
    """Runs a command with ``--json`` and returns the document."""
    code, out, err = run([*words, "--json"])
    try:
        document = json.loads(out) if out.strip() else None
    except json.JSONDecodeError:
        document = None
    if isinstance(document, dict) and code not in (2, 3):
        return document
    raise failure(code, err, out)


def run(words: Sequence[str], text: str | None = None) -> tuple[int, str, str]:
    """Runs a command and returns its exit code, standard output and standard error."""
    with _Deferred() as deferred:
        child = subprocess.Popen(
            [program(), *words],
            stdin=subprocess.PIPE if text is not None else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
    try:
        deferred.raise_if_interrupted()
        out, err = child.communicate(text)
    except KeyboardInterrupt:
        raise Interruption(_rest(child)) from None
    except BaseException:
        child.kill()
        child.wait()
        raise
    return child.returncode, out, err


class _Deferred:
    """Holds Ctrl-C back while the program starts, so that none is left behind that runs on."""

    def __init__(self) -> None:
        self.is_interrupted = False
        self.kept: Any = None

    def __enter__(self) -> "_Deferred":
        # Only the main thread handles signals; elsewhere there is nothing to hold back.
        if threading.current_thread() is threading.main_thread():
            self.kept = signal.signal(signal.SIGINT, self._interrupt)
        return self

    def __exit__(self, *_: Any) -> None:
        if self.kept is not None:
            signal.signal(signal.SIGINT, self.kept)

    def _interrupt(self, *_: Any) -> None:
        self.is_interrupted = True

    def raise_if_interrupted(self) -> None:
        """Does what was held back."""
        if self.is_interrupted:
            raise KeyboardInterrupt


def _rest(child: subprocess.Popen[str]) -> Any:
    """Ends the program as Ctrl-C does on a terminal; what it prints then, if it is a document."""
    child.send_signal(signal.SIGINT)
    try:
        out, _ = child.communicate(timeout=15)
    except (subprocess.TimeoutExpired, KeyboardInterrupt):
        child.kill()
        child.communicate()
        return None
    try:
        return json.loads(out)
    except json.JSONDecodeError:
        return None


def failure(code: int, err: str, out: str = "") -> Exception:
    """What the standard error of a command that failed says, as an exception."""
    lines = [line for line in err.splitlines() if not line.startswith("warning:")]
    sentence = ""
    for line in lines:
        line = line.strip().removeprefix("error:").removeprefix("= ").strip()
        if line and line != "|":
            sentence += ("; " if sentence else "") + line
    sentence = re.sub(r"\bpython_(?=\w)", "", sentence)
    if code == 2:
        return BadInput(sentence or "the program refused its input without a word")
    if code == 3 and not sentence:
        sentence = out.strip()[-400:]
    return ProgramFailed(f"ulpwise ended with code {code}: {sentence or 'no message'}")
