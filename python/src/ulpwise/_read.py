"""From the program's documents to results."""

from __future__ import annotations

import math
import re
import struct
from typing import Any, Callable, Mapping, Sequence

from ._numba import Kernel
from ._shapes import Array, Shape, arrays, leaves, python_value
from ._subject_names import ASSUMPTION_FILE
from .results import (
    AccuracyFinding,
    AccuracyReport,
    CheckReport,
    Entry,
    Finding,
    Output,
    Place,
    StabilityFinding,
    StabilityReport,
)

#: Makes the arguments of a call of what a document says of its inputs: in their order, and by name.
Arguments = Callable[[Sequence[Mapping[str, Any]]], tuple[tuple[Any, ...], dict[str, Any]]]


def number_of(text: str) -> Any:
    """A number as the program writes it."""
    text = text.strip()
    named = {"inf": math.inf, "+inf": math.inf, "-inf": -math.inf, "true": 1, "false": 0}
    if text in named:
        return named[text]
    if "nan" in text.lower():
        return math.nan
    if re.fullmatch(r"[-+]?\d+", text):
        return int(text)
    if text.lower().lstrip("+-").startswith("0x"):
        return float.fromhex(text)
    return float(text)


def value_of(given: Mapping[str, Any]) -> Any:
    """The value of one input of `check`: by its bits where these say it."""
    bits, ty = given.get("bits"), str(given.get("type", ""))
    if isinstance(bits, str) and bits.startswith("0x"):
        word = int(bits, 16)
        if ty in ("f64", "double"):
            return struct.unpack("<d", struct.pack("<Q", word))[0]
        if ty in ("f32", "float"):
            return struct.unpack("<f", struct.pack("<I", word & 0xFFFFFFFF))[0]
    return number_of(str(given.get("decimal", given.get("value"))))


def arguments_of(found: Sequence[Shape], names: Sequence[str]) -> Arguments:
    """For a Python function: values of its parameters' shapes."""
    named = {array.symbol: array for shape in found for array in arrays(shape)}

    def arguments(inputs: Sequence[Mapping[str, Any]]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        words: dict[str, Any] = {array.name: [0] * array.numbers for array in named.values()}
        for shape in found:
            for leaf in leaves(shape):
                if not isinstance(leaf, Array):
                    words[leaf.name] = 0
        for given in inputs:
            name = str(given["name"])
            if "values" in given:
                values = [number_of(value) for value in given["values"]]
                words[named[name].name if name in named else name] = values if name in named else values[0]
                continue
            element = re.fullmatch(r"(.*)\[(\d+)\](\.real|\.imag)?", name)
            if element and element[1] in named:
                array = named[element[1]]
                at = int(element[2]) * (2 if array.is_complex else 1) + (1 if element[3] == ".imag" else 0)
                if at < array.numbers:
                    words[array.name][at] = value_of(given)
            elif name in named and named[name].numbers == 1:
                words[named[name].name] = [value_of(given)]
            else:
                words[name] = value_of(given)
        values_of = [python_value(shape, words) for shape in found]
        return tuple(values_of), dict(zip(names, values_of))

    return arguments


def plain_arguments(inputs: Sequence[Mapping[str, Any]]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """For a function of a file: a value for each input."""
    by_name: dict[str, Any] = {}
    for given in inputs:
        values = [number_of(value) for value in given["values"]] if "values" in given else [value_of(given)]
        by_name[str(given["name"])] = values[0] if len(values) == 1 else values
    return tuple(by_name.values()), by_name


def place_of(place: Any) -> Place | None:
    """A place of a document."""
    if not place or not place.get("file") or not place.get("line"):
        return None
    file = str(place["file"])
    name = file.rsplit("/", 1)[-1]
    # What was typed in or made has a name in angle brackets, and no folder.
    file = name if name.startswith("<") and name.endswith(">") else file
    return Place(file, int(place["line"]), int(place.get("column") or 0))


def check_report(document: Mapping[str, Any], arguments: Arguments, of: Kernel | None, shapes: Sequence[str] = ()) -> CheckReport:
    """The report of `check`."""
    ledger, findings = [], []
    assumptions = list(shapes)
    for function in document["functions"]:
        for entry in function["ledger"]:
            place = place_of(entry["place"])
            if place is not None and place.file.endswith(ASSUMPTION_FILE):
                continue
            ledger.append(
                Entry(entry["site"], place, entry["operation"], entry["property"], entry["verdict"], entry.get("wave"), entry.get("reason"))
            )
            if entry["verdict"] == "witness":
                findings.append(_finding(entry, place, function["name"], arguments, of))
        assumptions += [assumption["text"] for assumption in function.get("assumptions", [])]
    findings.sort(key=lambda finding: finding.raw.get("rank") or 0)
    texts = tuple(dict.fromkeys(assumptions))
    return CheckReport(tuple(findings), tuple(ledger), texts, _warnings(document), document)


def _warnings(document: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(str(warning) for warning in document.get("warnings", []))


def _finding(entry: Mapping[str, Any], place: Place | None, name: str, arguments: Arguments, of: Kernel | None) -> Finding:
    values, by_name = arguments(entry["inputs"])
    outputs = tuple(
        Output(output.get("name"), str(output["value"]), output.get("true_value"), bool(output.get("escapes")))
        for output in entry.get("outputs", [])
    )
    return Finding(
        property=entry["property"],
        level=entry["level"],
        place=place,
        operation=entry["operation"],
        # Where time was over before the call was traced, there is no expression.
        expression=entry["expression"] or entry["operation"],
        function=name,
        inputs=values,
        arguments=by_name,
        outputs=outputs,
        avoidable=entry.get("avoidable"),
        is_first_of_event=entry.get("group") == f"{entry['site']} {entry['property']}",
        site=entry["site"],
        raw=entry,
        _call=of.callable if of else None,
        _plain=of.function if of else None,
    )


def accuracy_report(document: Mapping[str, Any], arguments: Arguments, of: Kernel | None) -> AccuracyReport:
    """The report of `accuracy`."""
    findings = [_accuracy_finding(one, document, arguments, of) for one in document["findings"]]
    findings.sort(key=lambda finding: -finding.error)
    bound = document.get("bound") or {}
    return AccuracyReport(
        tuple(findings), document["metric"], document["calls"], bound.get("absolute"), bound.get("relative"), _warnings(document), document
    )


def _accuracy_finding(one: Mapping[str, Any], document: Mapping[str, Any], arguments: Arguments, of: Kernel | None) -> AccuracyFinding:
    values, by_name = arguments(one["inputs"])
    guilty = one.get("guilty") or {}
    worst = one.get("worst") or (one.get("differing") or [{}])[0]
    error = number_of(worst["error"]) if worst.get("error") is not None else math.inf
    right = worst.get("right") if worst.get("right") is not None else worst.get("without_rounding")
    place = place_of(guilty.get("place"))
    if place is not None and of is not None:
        place = Place(of.function.__code__.co_filename if place.file.endswith(".py") else place.file, place.line, place.column)
    level = "note" if error < document.get("threshold", 1e-3) and document["metric"] != "absolute" else "warning"
    return AccuracyFinding(
        level="note" if level == "note" else "warning",
        place=place,
        output=str(worst.get("output", "return")),
        computed=str(worst.get("computed")),
        right=right,
        error=float(error),
        inputs=values,
        arguments=by_name,
        role=guilty.get("role"),
        raw=one,
        _call=of.callable if of else None,
    )


def stability_report(document: Mapping[str, Any], arguments: Arguments, of: Kernel | None) -> StabilityReport:
    """The report of `stability`."""
    findings, stable, unknown = [], 0, 0
    for verdict in document["verdicts"]:
        stable += verdict["verdict"] == "stable"
        unknown += verdict["verdict"] == "unknown"
        if verdict["verdict"] != "unstable":
            continue
        run = verdict.get("run") or verdict.get("infinite") or {}
        values, by_name = arguments(run.get("inputs", []))
        place = None
        if verdict.get("line") and of is not None:
            place = Place(of.function.__code__.co_filename, int(verdict["line"]), int(verdict.get("column") or 0))
        at = verdict["at"] if verdict["at"] != "output" else str(verdict.get("name"))
        error = run.get("error")
        findings.append(
            StabilityFinding(
                level="error" if verdict["at"] == "return" else "warning",
                at=at,
                place=place,
                error=None if error is None else float(number_of(str(error))),
                computed=str(run.get("computed")),
                true=None if run.get("true") is None else str(run.get("true")),
                rounding=str(run.get("rounding")),
                inputs=values,
                arguments=by_name,
                raw=verdict,
            )
        )
    return StabilityReport(tuple(findings), stable, unknown, document["tolerance"], _warnings(document), document)
