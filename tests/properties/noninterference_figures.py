"""How many edits of secrets are tried, and how many of them show: the page of assurance has both.

Run as ``python -m tests.properties.noninterference_figures``. Every change of what an audience may
not know is made on every sample on its own, and what the audience gets is compared as a whole: its
edition, the JSON that it is told, and every byte and name of its files.
"""

from __future__ import annotations

import sys

from tests.properties.hidden_changes import CHANGES, MINE, with_changes
from tests.properties.test_noninterference import noticed


def main() -> None:
    """Prints a line for each ruleset, and their sum."""
    tried = showing = 0
    for ruleset, changes in CHANGES.items():
        edits = shown_edits = 0
        for index in range(len(MINE[ruleset])):
            for change in changes:
                changed = with_changes(ruleset, index, (change,))
                if changed is not None:
                    edits += 1
                    shown_edits += bool(noticed(ruleset, index, changed.played))
            with_changes.cache_clear()
        sys.stdout.write(f"{ruleset}: {edits} edits, {shown_edits} that show\n")
        sys.stdout.flush()
        tried, showing = tried + edits, showing + shown_edits
    sys.stdout.write(f"all: {tried} edits, {showing} that show\n")


if __name__ == "__main__":
    main()
