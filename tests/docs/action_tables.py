"""The tables of the content reference that follow from the definitions of actions.

Run it as a module to write them again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from chronicle.rules.lieutenants.action_definitions import ACTION_DEFINITIONS, TARGET_KINDS
from tests.docs.pages import ROOT

PAGE: Final = "docs/reference/content-lieutenants.md"
_KEYS_HEAD: Final = "| Action | Has to have | May have |"
_TARGETS_HEAD: Final = "| Action | Kinds of thing |"


def key_rows() -> Iterable[str]:
    """The keys of each action: those it must have, and the others."""
    for action, definition in ACTION_DEFINITIONS.items():
        others = [key for key in definition.keys if key not in definition.required]
        yield f"| `{action}` | {_listed(definition.required)} | {_listed(others)} |"


def target_rows() -> Iterable[str]:
    """The kinds of thing that each action with a target can be about."""
    for action, definition in ACTION_DEFINITIONS.items():
        if definition.target is not None:
            kinds = [kind for kind in TARGET_KINDS if kind in definition.target.kinds]
            yield f"| `{action}` | {_listed(kinds)} |"


def tables() -> Mapping[str, tuple[str, ...]]:
    """The rows of each table by its head."""
    return {_KEYS_HEAD: tuple(key_rows()), _TARGETS_HEAD: tuple(target_rows())}


def with_tables(page: str) -> str:
    """The page with its tables generated again."""
    lines = page.split("\n")
    for head, rows in tables().items():
        start = lines.index(head) + 2
        end = next(n for n in range(start, len(lines)) if not lines[n].startswith("|"))
        lines[start:end] = rows
    return "\n".join(lines)


def _listed(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words) or "–"


if __name__ == "__main__":
    path = ROOT / PAGE
    path.write_text(with_tables(path.read_text(encoding="utf-8")), encoding="utf-8")
