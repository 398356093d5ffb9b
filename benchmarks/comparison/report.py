"""Results as a table for the terminal, a table in Markdown, and JSON."""

from __future__ import annotations

import statistics
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from benchmarks.comparison.runner import Result
from benchmarks.comparison.tool import STAGES

#: What the others are measured by.
BASE = "hugo"
_WORDS = {
    "cold": "cold",
    "unchanged": "nothing changed",
    "turn": "one turn added",
    "theme": "look changed",
}
_HEAD = (
    "turns",
    "build",
    "tool",
    "seconds",
    "processor",
    "memory",
    "reads",
    "pages",
    "writes",
    f"to {BASE}",
)
#: The columns of text.
_TEXT = (1, 2)


def rows_of(results: Sequence[Result]) -> Iterator[tuple[str, ...]]:
    """A row for each tool at each stage; medians, and the ratio to Hugo's seconds."""
    for result in _ordered(results):
        base = next((one for one in results if _beside(one, result)), None)
        wall = _median(result, "wall")
        ratio = f"{wall / _median(base, 'wall'):.2f}" if base is not None else "–"
        yield (
            f"{result.turns:,}",
            _WORDS[result.stage],
            result.tool,
            f"{wall:.2f}",
            f"{_median(result, 'work'):.2f}",
            f"{_median(result, 'memory'):.0f} MiB",
            f"{result.read / 1e6:.1f} MB",
            f"{result.output.pages:,}",
            f"{result.output.size / 1e6:.1f} MB",
            ratio,
        )


def as_text(results: Sequence[Result]) -> str:
    """The rows in columns."""
    return columns([_HEAD, *rows_of(results)], text=_TEXT)


def as_markdown(results: Sequence[Result]) -> str:
    """The rows as a table in Markdown."""
    return markdown([_HEAD, *rows_of(results)], text=_TEXT)


def columns(rows: Sequence[Sequence[str]], text: Collection[int]) -> str:
    """Rows in aligned columns, those with these numbers to the left."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "".join(
        "  ".join(
            cell.ljust(width) if column in text else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        + "\n"
        for row in rows
    )


def markdown(rows: Sequence[Sequence[str]], text: Collection[int]) -> str:
    """A table in Markdown, with the first row as its head; columns of text to the left."""
    rule = ["---" if column in text else "---:" for column in range(len(rows[0]))]
    return "".join(f"{_line(row)}\n" for row in (rows[0], rule, *rows[1:]))


def as_json(
    results: Sequence[Result], around: dict[str, str], versions: dict[str, str]
) -> dict[str, Any]:
    """Every single figure, with the machine and the versions."""
    return {
        "machine": around,
        "versions": versions,
        "results": [
            {
                "turns": result.turns,
                "build": result.stage,
                "tool": result.tool,
                "pages": result.output.pages,
                "bytes": result.output.size,
                "bytes_read": result.read,
                "wall": [cost.wall for cost in result.costs],
                "processor": [cost.work for cost in result.costs],
                "memory_mib": [cost.memory for cost in result.costs],
            }
            for result in results
        ],
    }


def _ordered(results: Sequence[Result]) -> list[Result]:
    return sorted(results, key=lambda one: (one.turns, STAGES.index(one.stage)))


def _beside(one: Result, other: Result) -> bool:
    return (one.turns, one.stage, one.tool) == (other.turns, other.stage, BASE)


def _median(result: Result, figure: str) -> float:
    return statistics.median(float(getattr(cost, figure)) for cost in result.costs)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
