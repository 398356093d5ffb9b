"""Fills in the results of rule cases: `python -m tests.rules.wwn.update_rule_cases FILE…`.

Of each case that is already there in words and turns it fills in `happens`, `leaves` and `told`, or
puts them right; a case with findings stays as it is, and they are shown. What it writes is what the
engine says: whoever uses it checks every figure by the rules before it counts as shown, and says
how in a comment.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from ruamel.yaml import YAML

from tests.rules.rule_cases import Case, told_of
from tests.rules.wwn.rule_cases import world
from tests.rules.wwn.turn_as_text import board_as_text, events_as_text

_KEY: Final = re.compile(r"^ {4}(\w+):|^  - (\w+):")
_DRAWN: Final = ("happens", "leaves", "told")


def drawn_up(path: Path) -> str:
    """The text of a file with what its cases come to; all else in it stays as it is."""
    head, *texts = re.split(r"^(?=  - law:)", path.read_text("utf-8"), flags=re.MULTILINE)
    written = YAML(typ="safe", pure=True).load(path)
    for entry in written["cases"]:
        entry.update({"happens": "", "told": {}})
    cases = (_case(entry, written.get("world", {})) for entry in written["cases"])
    return head + "".join(_completed(text, case) for text, case in zip(texts, cases, strict=True))


def _case(entry: Mapping[str, object], own: Mapping[str, str]) -> Case:
    """One case as it will be played."""
    files = entry.get("files", {})
    turns, proves = entry["turns"], entry["proves"]
    assert isinstance(files, dict)
    assert isinstance(turns, list)
    assert isinstance(proves, list)
    return Case(
        str(entry["law"]), tuple(proves), {**world(), **own, **files}, tuple(turns), "", "", {}, {}
    )


def _completed(text: str, case: Case) -> str:
    """The text of one case with what it comes to, before its facts if it has any."""
    blocks = dict(_blocks(text))
    try:
        drawn = _drawn(case)
    except AssertionError as found:
        sys.stderr.write(f"{case.law}: {found}\n")
        return text
    comments = {key: _comments(blocks.pop(key, "")) for key in _DRAWN}
    facts = blocks.pop("facts", "")
    for key, lines in drawn.items():
        blocks[key] = comments[key] + lines
    return "".join(blocks.values()) + facts.rstrip("\n") + ("\n\n" if facts else "\n")


def _blocks(text: str) -> Iterator[tuple[str, str]]:
    """A case's keys with their lines; comments in the margin go with the key after them."""
    key, lines, waiting = "", "", ""
    for line in text.splitlines(keepends=True):
        found = _KEY.match(line)
        if found is not None:
            if key:
                yield key, lines
            key, lines, waiting = found[1] or found[2], waiting + line, ""
        elif line.startswith("    #"):
            waiting += line
        elif line.strip():
            lines, waiting = lines + waiting + line, ""
    yield key, lines


def _comments(block: str) -> str:
    return "".join(line for line in block.splitlines(keepends=True) if line.startswith("    #"))


def _drawn(case: Case) -> dict[str, str]:
    played_turn = case.play().history.turns[-1]
    told = {who: ", ".join(code for code, _ in rows) for who, rows in told_of(case).items()}
    codes = {who: words for who, words in told.items() if words}
    return {
        "happens": _literal("happens", events_as_text(played_turn.steps)),
        "leaves": _literal("leaves", board_as_text(played_turn.before, played_turn.after)),
        "told": "    told:\n" + "".join(f"      {who}: {words}\n" for who, words in codes.items()),
    }


def _literal(key: str, text: str) -> str:
    return f"    {key}: |\n" + "".join(f"      {line}\n" for line in text.splitlines())


if __name__ == "__main__":
    for name in sys.argv[1:]:
        Path(name).write_text(drawn_up(Path(name)).rstrip("\n") + "\n", "utf-8")
