"""What a file was composed to, a later run has without parsing it, place by place the same."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from chronicle.cache import store
from chronicle.diagnostics.report import Finding, Report
from chronicle.files.source import Source
from chronicle.yaml import parse_cache, parser
from chronicle.yaml.nodes import Node
from chronicle.yaml.parser import compose
from tests.yaml.test_two_parsers import DISPUTED, FILES, SLIPS

#: Every kind of value and of node, an alias, and the empty ones of each.
KINDS: Final = """\
- &one {a: 1, b: 1.5, c: true, d: null, e: ~, f: .nan, g: -.inf, h: 0o17}
- "1"
- *one
- []
- {}
- [[], [{}], [1, 1.0, true, "1"]]
- |
  A text,
  with *marks*.
- >-
  folded
- ''
- a:
"""


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where things are remembered; nothing is in mind."""
    monkeypatch.setattr(store, "_CURRENT", [store.Cache(tmp_path)])
    monkeypatch.setattr(parser, "_LAST_COMPOSED", {})
    return tmp_path


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that are parsed, unchanged."""
    found: list[str] = []
    composed: Callable[[Source, Report, str], Node | None] = vars(parser)["_compose"]

    def noted(source: Source, report: Report, text: str) -> Node | None:
        found.append(text)
        return composed(source, report, text)

    monkeypatch.setattr(parser, "_compose", noted)
    return found


def read(
    text: str, path: str = "a.yaml", part: str | None = None
) -> tuple[str, tuple[Finding, ...]]:
    """What a run reads that has nothing in mind; as text, in which no figure is like another."""
    vars(parser)["_LAST_COMPOSED"].clear()
    report = Report()
    root = compose(Source(path, text), report, text=part)
    return repr(root), report.findings


@pytest.mark.parametrize("text", [KINDS, *FILES[::9]], ids=lambda text: str(len(text)))
def test_a_cached_file_is_read_without_parsing(text: str, parsed: list[str]) -> None:
    first = read(text)
    assert first[1] == ()
    assert read(text) == first
    assert parsed == [text]


def test_cached_positions_carry_the_path_of_the_file_read(parsed: list[str]) -> None:
    read(KINDS, "a.yaml")
    there = read(KINDS, "b/c.yaml")
    assert len(parsed) == 1
    assert there == (read(KINDS, "a.yaml")[0].replace("a.yaml", "b/c.yaml"), ())


@pytest.mark.parametrize("text", DISPUTED.values(), ids=DISPUTED)
def test_text_on_which_parsers_differ_is_cached_correctly(text: str) -> None:
    assert read(text) == read(text)


def test_a_file_with_findings_is_not_cached(parsed: list[str], place: Path) -> None:
    text = "a: 1\na: 2\n"
    first = read(text)
    assert len(first[1]) == 1
    assert read(text) == first
    assert len(parsed) == 2
    assert not list(place.rglob("nodes/*"))


def test_damaged_texts_are_read_the_same_with_and_without_cache(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chance = random.Random("spoilt")  # noqa: S311  protects no secret
    for text in FILES[::20]:
        for _ in range(4):
            at = chance.randrange(len(text))
            spoilt = text[:at] + chance.choice(SLIPS) + text[at:]
            read(spoilt)
            again = read(spoilt)
            with monkeypatch.context() as patch:
                patch.setattr(store, "_CURRENT", [])
                assert read(spoilt) == again


def test_the_cache_key_of_front_matter_includes_the_whole_file(parsed: list[str]) -> None:
    front = "\ntitle: Tides\n"
    one, other = ("---" + front + "---\n" + text for text in ("High.", "Low."))
    assert read(one, part=front)[0] != read(other, part=front)[0]
    assert read(one, part=front) == read(one, part=front)
    assert parsed == [front, front]


def test_a_new_program_version_ignores_the_cache(
    parsed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = read(KINDS)
    monkeypatch.setattr(parse_cache, "program_fingerprint", lambda: "a later version")
    assert read(KINDS) == first
    assert len(parsed) == 2
