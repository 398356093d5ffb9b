"""Format findings for terminals, for screen readers and pipes, as JSON, and for GitHub.

The only module that uses rich, which is imported for people at a terminal alone.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Literal, TextIO

from chronicle import __version__
from chronicle.diagnostics.control_characters import escape_control_characters
from chronicle.diagnostics.report import Finding

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

FindingFormat = Literal["human", "plain", "json", "github"]
FINDING_FORMATS: Final[tuple[FindingFormat, ...]] = ("human", "plain", "json", "github")
#: The version of the JSON format.
JSON_VERSION: Final = 1
#: Maximum number of findings shown to people; programs get all.
MAX_SHOWN: Final = 50
_COLORS: Final = {"error": "bold red", "warning": "bold yellow"}
_MAX_WIDTH: Final = 110


def format_findings(findings: Sequence[Finding], output_format: FindingFormat) -> str:
    """Return the findings as text without colour, in one of the formats."""
    match output_format:
        case "json":
            return escape_control_characters(_as_json(findings))
        case "github":
            return escape_control_characters("".join(map(_as_github, findings)))
        case "plain":
            shown = "".join(map(_as_plain, findings[:MAX_SHOWN]))
            return escape_control_characters(shown + _summary(findings))
        case "human":
            return _as_human(findings).plain


def print_human(findings: Sequence[Finding], console: Console) -> None:
    """Print the findings with colour to a terminal; their texts are escaped."""
    console.print(_as_human(findings), end="", soft_wrap=True, highlight=False)


def console_of(stream: TextIO, *, color: bool | None = None) -> Console:
    """Return a console that prints to a stream; by default with colour only in a terminal."""
    from rich.console import Console

    return Console(file=stream, force_terminal=color, no_color=color is False)


def _as_human(findings: Sequence[Finding]) -> Text:
    from rich.text import Text

    text = Text()
    for finding in findings[:MAX_SHOWN]:
        text.append(f"{finding.severity}[{finding.code}]", _COLORS[finding.severity])
        text.append(f": {_one_line(finding.message)}\n", "bold")
        _excerpt(text, finding)
        if finding.help:
            text.append("  = ", "blue")
            text.append(f"help: {escape_control_characters(finding.help)}\n")
        text.append("\n")
    text.append(_summary(findings))
    return text


def _excerpt(text: Text, finding: Finding) -> None:
    from rich.cells import cell_len

    at = finding.at
    if at is None:
        return
    width = len(str(at.line))
    text.append(" " * width + "--> ", "blue")
    text.append(f"{_one_line(at.path)}:{at.line}:{at.column}\n")
    excerpt = excerpt_of(finding)
    if excerpt is None:
        return
    shown, start, length = excerpt
    text.append(f"{' ' * width} |\n", "blue")
    text.append(f"{at.line} | ", "blue")
    text.append(f"{shown}\n")
    text.append(f"{' ' * width} | ", "blue")
    label = f" {_one_line(finding.label)}" if finding.label else ""
    text.append(" " * cell_len(shown[:start]))
    text.append("^" * max(1, cell_len(shown[start : start + length])) + label + "\n", "red")


def excerpt_of(finding: Finding) -> tuple[str, int, int] | None:
    """Return the line of a finding, shortened if long, and the start and length of the marked part.

    Control characters are escaped. None if there is no line to show.
    """
    line = finding.at.source.line(finding.at.line) if finding.at is not None else ""
    if finding.at is None or not line.strip():
        return None
    start = min(finding.at.column - 1, len(line))
    end = start + _length(finding, line)
    before, marked, after = map(_one_line, (line[:start], line[start:end], line[end:]))
    length = len(marked) + end - min(end, len(line))
    return _crop_line(f"{before}{marked}{after}", len(before), length)


def _one_line(text: str) -> str:
    return escape_control_characters(text, one_line=True)


def _length(finding: Finding, line: str) -> int:
    """Return how many characters of its first line a finding covers, at least one."""
    at = finding.at
    if at is None:
        return 1
    end = at.end_column - 1 if at.end_line == at.line else len(line.rstrip())
    return max(1, min(end, len(line)) - (at.column - 1))


def _crop_line(line: str, start: int, length: int) -> tuple[str, int, int]:
    """Return a part of a long line around the marked part, with tabs as single spaces."""
    line = line.replace("\t", " ")
    if len(line) <= _MAX_WIDTH:
        return line, min(start, len(line)), length
    first = max(0, start - 40)
    shown = line[first : first + _MAX_WIDTH]
    prefix = "…" if first else ""
    suffix = "…" if first + _MAX_WIDTH < len(line) else ""
    return f"{prefix}{shown}{suffix}", start - first + len(prefix), min(length, _MAX_WIDTH)


def _as_plain(finding: Finding) -> str:
    """Return one finding as plain lines, suited to screen readers."""
    said = _one_line(finding.message)
    lines = [f"{_location(finding)}{finding.severity} {finding.code}: {said}"]
    if (excerpt := excerpt_of(finding)) is not None:
        shown, start, length = excerpt
        label = f" ({finding.label})" if finding.label else ""
        lines.append(f"  line: {shown.strip()}")
        nothing = "start of line" if start == 0 else "end of line"
        lines.append(f"  at: {shown[start : start + length].strip() or nothing}{label}")
    if finding.help:
        lines.append(f"  help: {finding.help}")
    return "\n".join(lines) + "\n"


def _location(finding: Finding) -> str:
    at = finding.at
    return "" if at is None else f"{_one_line(at.path)}, line {at.line}, column {at.column}: "


def _summary(findings: Sequence[Finding]) -> str:
    errors = sum(1 for finding in findings if finding.severity == "error")
    warnings = len(findings) - errors
    counts = [
        f"{count} {word}{'' if count == 1 else 's'}"
        for count, word in ((errors, "error"), (warnings, "warning"))
        if count
    ]
    if not counts:
        return ""
    code = next((f.code for f in findings if f.severity == "error"), findings[0].code)
    is_cut = len(findings) > MAX_SHOWN
    rest = f" (first {MAX_SHOWN} shown; --format json lists all)" if is_cut else ""
    return f"{' and '.join(counts)}{rest}; for details: chronicle explain {code}\n"


def _as_json(findings: Sequence[Finding]) -> str:
    listed = [
        {
            "code": finding.code,
            "severity": finding.severity,
            "message": finding.message,
            "label": finding.label,
            "help": finding.help,
            "path": finding.at.path if finding.at else None,
            "line": finding.at.line if finding.at else None,
            "column": finding.at.column if finding.at else None,
            "end_line": finding.at.end_line if finding.at else None,
            "end_column": finding.at.end_column if finding.at else None,
        }
        for finding in findings
    ]
    entry = {
        "format": "chronicle-findings",
        "version": JSON_VERSION,
        "chronicle": __version__,
        "findings": listed,
    }
    return json.dumps(entry, ensure_ascii=False, indent=1) + "\n"


def _as_github(finding: Finding) -> str:
    """Return a workflow command, which GitHub shows next to the line."""
    at = finding.at
    place = (
        f" file={_escaped(at.path, in_property=True)},line={at.line},col={at.column}" if at else ""
    )
    message = finding.message + (f" ({finding.help})" if finding.help else "")
    title = f"title={finding.code}"
    joined = f"{place},{title}" if place else f" {title}"
    return f"::{finding.severity}{joined}::{_escaped(message)}\n"


def _escaped(text: str, *, in_property: bool = False) -> str:
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return text.replace(":", "%3A").replace(",", "%2C") if in_property else text
