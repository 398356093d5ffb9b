"""What several files have alike is read once, and nothing is passed over for that."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Final

import pytest

from chronicle.leaks.file_lines import lines_by_readers
from chronicle.leaks.gate import leaking_lines
from chronicle.leaks.scan import Scanner
from chronicle.leaks.term_search import TermSearch
from chronicle.leaks.words import Term

#: As in a campaign: words that are hidden, and words that everybody has.
TERMS: Final[frozenset[Term]] = frozenset({"ommerin", "night market"})
WORDS: Final = frozenset({"boat", "night", "market", "there", "title", "they"})


def leaking(files: Mapping[str, bytes]) -> dict[str, Set[Term]]:
    scanner = Scanner(TermSearch(TERMS), WORDS)
    return {line: held for _, line, held in leaking_lines(scanner, TERMS, files)}


def page(*texts: str) -> bytes:
    """A page within a frame that all pages share."""
    lines = (f'  <li class="news" title="there"><i>{text}</i></li>' for text in texts)
    return "\n".join(("<!doctype html>", "<title>They</title>", *lines)).encode()


def test_every_line_comes_once_with_all_audiences_that_have_it() -> None:
    found = lines_by_readers(
        {f"{number}.html": page("boat", f"{unit} {number}") for number in range(20)}
        for unit in ("turn", "year")
    )
    groups = {mask: sorted(lines) for lines, mask in found}
    assert sum(map(len, groups.values())) == 3 + 20 + 20 + 20
    assert any(">boat<" in line for line in groups[3])
    assert {mask for mask, lines in groups.items() if any("turn" in it for it in lines)} == {1}


def test_a_secret_in_a_tag_is_found_in_every_line_with_that_tag() -> None:
    lines = [f'<p id="ommerin">{text}</p>' for text in ("boat", "there", "boat there")]
    held = leaking({"a.html": "\n".join(lines).encode()})
    assert held == {line: frozenset({"ommerin"}) for line in lines}


@pytest.mark.parametrize("other", [b"\xff\xd8 no text, Ommerin here", b"\x00\x01Ommerin was here"])
@pytest.mark.parametrize("before", [b"", b"plain text " * 10])
def test_binary_files_and_their_neighbours_are_scanned(other: bytes, before: bytes) -> None:
    held = leaking(
        {"a.html": page("night market"), "b.bin": before + other, "c.html": page("boat")}
    )
    assert frozenset().union(*held.values()) == TERMS


def test_texts_of_different_lines_and_attributes_make_no_phrase() -> None:
    shown = b'<p>night</p>\n<p>market</p>\n<i title="night" class="market">boat</i>'
    assert not leaking({"a.html": shown})
