"""What several files have alike is looked at once, and nothing is passed over for that."""

from __future__ import annotations

import re
import sys
from collections import Counter
from typing import Final

import pytest

from chronicle.leaks.encodings import lines_of_file, lines_of_text_file
from chronicle.leaks.line_cache import LineCache
from chronicle.leaks.scan import TermScanner, scanner_for
from chronicle.leaks.secrets import SecretTerm

#: As in a campaign: words that are hidden, and words that everybody has.
MARKS: Final[frozenset[SecretTerm]] = frozenset({"ommerin", ("night", "market")})
WORDS: Final = frozenset({"boat", "night", "market", "there", "title", "they"})


@pytest.fixture
def spoken(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each text is gone through word by word."""
    counted: Counter[str] = Counter()
    original = TermScanner.terms_in_text

    def count(self: TermScanner, text: str) -> set[SecretTerm]:
        counted[text] += 1
        return original(self, text)

    monkeypatch.setattr(TermScanner, "terms_in_text", count)
    return counted


def shelf() -> LineCache:
    return LineCache(scanner_for(MARKS, WORDS))


def page(*texts: str) -> bytes:
    """A page within a frame that all pages share."""
    lines = (f'  <li class="news" title="there"><i>{text}</i></li>' for text in texts)
    return "\n".join(("<!doctype html>", "<title>They</title>", *lines)).encode()


def test_a_repeated_line_is_scanned_once(spoken: Counter[str]) -> None:
    one = shelf()
    for _ in range(3):
        one.lines_with_terms({f"{n}.html": page("boat", "night", f"turn {n}") for n in range(20)})
    assert set(spoken.values()) == {1}


def test_a_new_line_adds_one_scan(spoken: Counter[str]) -> None:
    one, pages = shelf(), {f"{n}.html": page(f"turn {n}") for n in range(20)}
    one.lines_with_terms(pages)
    looked, lines = sum(spoken.values()), len(one.lines)
    one.lines_with_terms({**pages, "3.html": page("turn 3", "They met there")})
    assert len(one.lines) == lines + 1
    assert sum(spoken.values()) == looked + 1


def test_scan_results_are_shared_between_audiences() -> None:
    one = shelf()
    first = one.lines_with_terms(
        {"a.html": page("boat", "Ommerin"), "b.html": page("night market")}
    )
    assert set(first.values()) == {frozenset({"ommerin"}), frozenset({("night", "market")})}
    assert one.lines_with_terms({"a.html": page("boat")}) == {}
    again = one.lines_with_terms({"c.html": page("there", "Ommerin")})
    assert list(again.values()) == [frozenset({"ommerin"})]


def test_a_secret_in_a_tag_is_found_in_every_line_with_that_tag() -> None:
    lines = [f'<p id="ommerin">{text}</p>' for text in ("boat", "there", "boat there")]
    held = shelf().lines_with_terms({"a.html": "\n".join(lines).encode()})
    assert held == {line.encode(): frozenset({"ommerin"}) for line in lines}


@pytest.mark.parametrize("other", [b"\xff\xd8 no text, Ommerin here", b"\x00\x01Ommerin was here"])
def test_binary_files_and_their_neighbours_are_scanned(other: bytes) -> None:
    held = shelf().lines_with_terms(
        {"a.html": page("night market"), "b.bin": other, "c.html": page("boat")}
    )
    assert frozenset().union(*held.values()) == MARKS


def test_lines_are_joined_where_the_next_is_neither_indented_nor_a_tag() -> None:
    """Whatever sign it begins with: bytes are cut as their text would be."""
    signs = [chr(n) for n in range(1, sys.maxunicode + 1) if not 0xD800 <= n < 0xE000]
    text = "".join(f"a\n{sign}" for sign in signs)
    cut = re.sub(r"\n(?![\s<])", " ", text).split("\n")
    assert [row.decode() for row in lines_of_file(text.encode())] == cut
    assert lines_of_text_file(text.encode()) == lines_of_file(text.encode())
