"""Leaks to be found: lines of the projection, the rulesets or the outline, written wrongly.

In `injected_leaks.txt`, each begins with `# id`; then come the function that it is planted in,
what stands there (`-`), and what stands there instead (`+`).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.properties.fault_injection import Plant


def _plants() -> Iterator[Plant]:
    text = Path(__file__).with_suffix(".txt").read_text("utf-8")
    for entry in text.rstrip("\n").split("\n\n"):
        id, where, *lines = entry.split("\n")
        removed, added = ([it[1:] for it in lines if it[0] == mark] for mark in "-+")
        assert len(lines) == len(removed) + len(added), entry
        yield Plant(id.removeprefix("# "), where, "\n".join(removed), "\n".join(added))


#: News and rumors are held back twice, as such and with their text; so the plant is in the text.
ALL: Final = tuple(_plants())
