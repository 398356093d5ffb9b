"""How many edits of secrets are tried, and how many of them show: the page of assurance has both.

Run as ``python -m tests.properties.noninterference_figures``. Every change of what an audience may
not know is made on every sample on its own, and what the audience gets is compared as a whole: its
edition, the JSON that it is told, and every byte and name of its files.
"""

from __future__ import annotations

import sys

from tests.properties.audience_output import differences, shown
from tests.properties.test_noninterference import (
    CHANGES,
    MINE,
    as_changed,
    as_written,
    audience_of,
    me,
)


def main() -> None:
    """Prints a line for each ruleset, and their sum."""
    tried = showing = 0
    for ruleset, changes in CHANGES.items():
        edits = shown_edits = 0
        for index in range(len(MINE[ruleset])):
            for change in changes:
                changed = as_changed(ruleset, index, change)
                if changed is None:
                    continue
                edits += 1
                found = shown(changed, audience_of(me(ruleset, index)))
                shown_edits += bool(differences(as_written(ruleset, index), found))
            as_changed.cache_clear()
        sys.stdout.write(f"{ruleset}: {edits} edits, {shown_edits} that show\n")
        sys.stdout.flush()
        tried, showing = tried + edits, showing + shown_edits
    sys.stdout.write(f"all: {tried} edits, {showing} that show\n")


if __name__ == "__main__":
    main()
