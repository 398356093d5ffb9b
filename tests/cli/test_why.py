"""`chronicle why` says who knows a thing, since when, how, and why."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command_runner import CREEP, lay, run

EVENT = "1/vael/creep"


def test_one_audience_gets_a_sentence_with_rule_and_line(here: Path) -> None:
    ran = run("why", "--event", EVENT, "--as", "oru")
    assert ran.code == 0
    first, since, because = ran.out.splitlines()
    assert first == f"Event {EVENT}: Raise Influence"
    assert since == "The Oru: since turn 1, told as “Raise Influence”"
    row = (here / "content/turns/001.yaml").read_text().splitlines()
    line = next(number for number, text in enumerate(row, start=1) if "id: creep" in text)
    assert because == (
        f"  All powers see each other's conspiracies. (S-ROUND-5; content/turns/001.yaml:{line})"
    )


def test_without_an_audience_all_are_listed_in_a_table(here: Path) -> None:
    ran = run("why", "--fact", "place:vale")
    assert ran.code == 0
    title, head, *rows = ran.out.splitlines()
    assert title == "Place vale: The Vale"
    assert head.split() == ["Audience", "Knows", "it", "Why", "Written", "in"]
    knows = {row.split("  ")[0]: "from the start" in row for row in rows}
    assert knows == {"everyone": False, "The Oru": True, "House Vael": True, "the GM": True}
    assert here.is_dir()


def test_json_output_is_available(here: Path) -> None:
    shape = json.loads(run("why", "--event", EVENT, "--json").out)
    assert (shape["format"], shape["version"]) == ("chronicle-why", 1)
    given = {one["audience"]: (one["knows"], one["reason"]) for one in shape["audiences"]}
    assert given["vael"] == (True, "own-order")
    assert given["oru"] == (True, "before-all-powers")
    one = json.loads(run("why", "--event", EVENT, "--as", "vael", "--json").out)
    assert [it["audience"] for it in one["audiences"]] == ["vael"]
    assert here.is_dir()


def test_a_passage_with_its_own_readers_is_listed_separately(here: Path) -> None:
    news = "turn: 2\nnews:\n  - for: everyone\n    text: |\n      A bell.\n"
    news += "\n      ::: secret oru\n      They rang it.\n      :::\n"
    lay(here / "content", {"turns/001.yaml": CREEP, "turns/002.yaml": news})
    out = run("why", "--fact", "news:2/1", "--as", "vael").out
    assert "House Vael: since turn 2" in out
    assert "Passage 1: “They rang it.”\nHouse Vael: never\n" in out
    assert "  It is written for the Oru. (content/turns/002.yaml:8)" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "give either --event EVENT or --fact KIND:ID"),
        (("--event", EVENT, "--fact", "place:vale"), "give either --event EVENT or --fact KIND:ID"),
        (("--event", "1/vael/crep"), f"did you mean `{EVENT}`?"),
        (("--fact", "place:vele"), "did you mean `place:vale`?"),
        (("--fact", "place:vale", "--as", "vail"), "did you mean `vael`?"),
    ],
)
def test_an_unknown_name_is_a_usage_error(here: Path, words: tuple[str, ...], said: str) -> None:
    ran = run("why", *words)
    assert ran.code == 2
    assert said in ran.err
    assert ran.out == ""
    assert here.is_dir()
