"""What several files have alike is read once, and nothing is passed over for that."""

from __future__ import annotations

from typing import Final

import pytest

from chronicle.leaks.file_lines import DistinctLines
from chronicle.leaks.find_leaks import leaking_lines
from chronicle.leaks.scan import Scanner, scanner_for
from chronicle.leaks.words import Term, TermSet

#: As in a campaign: words that are hidden, and words that everybody has.
TERMS: Final[frozenset[Term]] = frozenset({"ommerin", ("night", "market")})
WORDS: Final = frozenset({"boat", "night", "market", "there", "title", "they"})


def scanner() -> Scanner:
    return scanner_for(TermSet.of(TERMS), WORDS)


def page(*texts: str) -> bytes:
    """A page within a frame that all pages share."""
    lines = (f'  <li class="news" title="there"><i>{text}</i></li>' for text in texts)
    return "\n".join(("<!doctype html>", "<title>They</title>", *lines)).encode()


def test_every_line_comes_once_with_all_audiences_that_have_it() -> None:
    lines = DistinctLines()
    lines.add(1, [(f"{number}.html", page("boat", f"turn {number}")) for number in range(20)])
    lines.add(2, [(f"{number}.html", page("boat", f"year {number}")) for number in range(20)])
    found = {mask: sorted(group) for mask, group in lines.by_mask()}
    assert sum(map(len, found.values())) == 3 + 20 + 20 + 20
    assert any(">boat<" in line for line in found[3])
    assert {mask for mask, group in found.items() if any("turn" in line for line in group)} == {1}


def test_files_that_are_longer_than_one_batch_are_read_to_the_end() -> None:
    files = [
        (f"{number}.html", page(*(f"{number}/{n}" for n in range(9_000)))) for number in (1, 2)
    ]
    lines = DistinctLines()
    lines.add(1, [*files, ("3.html", page("last"))])
    ((_, found),) = lines.by_mask()
    assert len(found) == 2 + 3 + 2 * 9_000 + 1


def test_a_secret_in_a_tag_is_found_in_every_line_with_that_tag() -> None:
    lines = [f'<p id="ommerin">{text}</p>' for text in ("boat", "there", "boat there")]
    held = leaking_lines(scanner(), {"a.html": "\n".join(lines).encode()})
    assert held == {line: frozenset({"ommerin"}) for line in lines}


@pytest.mark.parametrize("other", [b"\xff\xd8 no text, Ommerin here", b"\x00\x01Ommerin was here"])
@pytest.mark.parametrize("before", [b"", b"plain text " * 10])
def test_binary_files_and_their_neighbours_are_scanned(other: bytes, before: bytes) -> None:
    held = leaking_lines(
        scanner(),
        {"a.html": page("night market"), "b.bin": before + other, "c.html": page("boat")},
    )
    assert frozenset().union(*held.values()) == TERMS


def test_texts_of_different_lines_and_attributes_make_no_phrase() -> None:
    shown = b'<p>night</p>\n<p>market</p>\n<i title="night" class="market">boat</i>'
    assert not leaking_lines(scanner(), {"a.html": shown})
