"""The page shown instead of another while the campaign's files have errors."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from chronicle.diagnostics.control_characters import escape_control_characters
from chronicle.diagnostics.formatters import MAX_SHOWN, excerpt_of
from chronicle.diagnostics.report import Finding

#: The path of the preview's own files; no file of a site starts with a dot.
INTERNAL_PREFIX = "/.chronicle/"


def findings_page(findings: Sequence[Finding], last: str = "") -> str:
    """All findings as a page; ``last`` is the address of the last good version, if any."""
    errors = sum(1 for finding in findings if finding.severity == "error")
    # Errors first, because they prevent the page from being rendered.
    ordered = sorted(findings, key=lambda finding: finding.severity != "error")
    title = "1 error" if errors == 1 else f"{errors} errors"
    listed = "\n".join(_finding(finding) for finding in ordered[:MAX_SHOWN])
    more = f"<p>The first {MAX_SHOWN} are shown.</p>\n" if len(ordered) > MAX_SHOWN else ""
    seen = f'<p><a href="{escape(last)}">Show the last good version</a></p>\n' if last else ""
    return html_page(
        title,
        f"<h1>{title}</h1>\n"
        "<p>This page reloads when you save the corrected file.</p>\n"
        f"{seen}<ol>\n{listed}\n</ol>\n{more}",
    )


def html_page(title: str, main: str) -> str:
    """A page of the preview itself; ``main`` is HTML."""
    return f"""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; \
style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{INTERNAL_PREFIX}live.css">
</head>
<body>
<main>
{main}</main>
</body>
</html>
"""


def _finding(finding: Finding) -> str:
    word = "error" if finding.severity == "error" else "warning"
    place = ""
    if finding.at is not None:
        at = finding.at
        where = f"{at.path}:{at.line}:{at.column}"
        place = f'<p class="place"><code>{_visible(where)}</code></p>\n'
    said, _, lines = finding.help.partition("\n")
    help_ = f'<p class="help"><b>Help:</b> {_words(said)}</p>\n' if said else ""
    help_ += (
        f'<pre tabindex="0" aria-label="lines to copy">{_visible(lines)}</pre>\n' if lines else ""
    )
    code = (
        f'<a href="{INTERNAL_PREFIX}explain/{escape(finding.code)}" title="What it means">'
        f"{escape(finding.code)}</a>"
    )
    return (
        f'<li class="{word}">\n<h2><span class="kind">{word}</span> {code}</h2>\n'
        f"<p>{_words(finding.message)}</p>\n{place}{_excerpt(finding)}{help_}</li>"
    )


def _words(text: str) -> str:
    """A message as HTML, with the text between backticks as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", _visible(text))


def _visible(text: str) -> str:
    """A text as HTML, with control characters escaped."""
    return escape(escape_control_characters(text))


def _excerpt(finding: Finding) -> str:
    """The source line with the place marked, and carets below it for readers without colour."""
    excerpt = excerpt_of(finding)
    if excerpt is None or finding.at is None:
        return ""
    line, start, length = excerpt
    marked = line[start : start + length] or " "
    number = f"{finding.at.line} | "
    gap = " " * len(number)
    label = f" {_visible(finding.label)}" if finding.label else ""
    before = "".join(" " if ord(letter) < 0x1100 else "\u3000" for letter in line[:start])
    return (
        f'<pre tabindex="0" aria-label="the line"><span class="number">{number}</span>'
        f"{escape(line[:start])}<mark>{escape(marked)}</mark>{escape(line[start + length :])}\n"
        f'<span class="caret" aria-hidden="true">{gap}{before}{"^" * len(marked)}{label}</span>'
        "</pre>\n"
    )
