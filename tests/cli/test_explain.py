"""`chronicle explain` says of an event or a fact who knows it, since when, how, and why."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.command_runner import CREEP, lay, run

EVENT = "1/vael/creep"


def test_one_audience_gets_a_sentence_with_rule_and_line(here: Path) -> None:
    ran = run("explain", EVENT, "--as", "oru")
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
    ran = run("explain", "place:vale")
    assert ran.code == 0
    title, head, *rows = ran.out.splitlines()
    assert title == "Place vale: The Vale"
    assert head.split() == ["Audience", "Knows", "it", "Why", "Written", "in"]
    knows = {row.split("  ")[0]: "from the start" in row for row in rows}
    assert knows == {"everyone": False, "The Oru": True, "House Vael": True, "the GM": True}
    assert here.is_dir()


def test_json_output_is_available(here: Path) -> None:
    shape = json.loads(run("explain", EVENT, "--json").out)
    assert (shape["format"], shape["version"]) == ("chronicle-explain", 1)
    given = {one["audience"]: (one["knows"], one["reason"]) for one in shape["audiences"]}
    assert given["vael"] == (True, "own-order")
    assert given["oru"] == (True, "before-all-powers")
    one = json.loads(run("explain", EVENT, "--as", "vael", "--json").out)
    assert [it["audience"] for it in one["audiences"]] == ["vael"]
    assert here.is_dir()


def test_a_passage_with_its_own_readers_is_listed_separately(here: Path) -> None:
    news = "turn: 2\nnews:\n  - for: everyone\n    text: |\n      A bell.\n"
    news += "\n      ::: secret oru\n      They rang it.\n      :::\n"
    lay(here / "content", {"turns/001.yaml": CREEP, "turns/002.yaml": news})
    out = run("explain", "news:2/1", "--as", "vael").out
    assert "House Vael: since turn 2" in out
    assert "Passage 1: “They rang it.”\nHouse Vael: never\n" in out
    assert "  It is written for the Oru. (content/turns/002.yaml:8)" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--json",), "--json needs an event or a fact; `facts` lists them"),
        (("C002", "--as", "vael"), "--as needs an event or a fact"),
        (("1/vael/crep",), f"did you mean `{EVENT}`?"),
        (("2/x",), "unknown event 2/x; choose one of `1/dominance`"),
        (("place:vele",), "did you mean `place:vale`?"),
        (("place:vale", "--as", "vail"), "did you mean `vael`?"),
        (("vale",), "facts like place:pier"),
    ],
)
def test_an_unknown_name_is_a_usage_error(here: Path, words: tuple[str, ...], said: str) -> None:
    ran = run("explain", *words)
    assert ran.code == 2
    assert said in ran.err
    assert ran.out == ""
    assert here.is_dir()


def test_all_events_and_facts_that_can_be_explained_are_listed(here: Path) -> None:
    news = "news: [{id: fire, for: everyone, text: It burns.}]\n"
    lay(here / "content", {"turns/001.yaml": CREEP + news, "turns/002.yaml": "turn: 2\n" + news})
    ran = run("explain", "facts")
    assert (ran.code, ran.err) == (0, "")
    listed = {name for line in ran.out.splitlines() for name in line.strip().split(", ")}
    assert {"place:vale", "faction:vael", "faction:oru", "news:2/1", "news:2/fire"} <= listed
    assert "Places:" in ran.out
    assert "News of turn 2:" in ran.out
    assert ran.out.endswith("For an earlier turn, write its number instead of 2.\n")
    assert not any(name.startswith(("1/", "news:1/")) for name in listed)
    asked = [name.rstrip(",") for name in listed if re.fullmatch(r"\w+:\S+", name)]
    for name in asked:
        assert run("explain", name).code == 0, name


def test_every_listed_event_can_be_asked_about(here: Path) -> None:
    assert here.is_dir()
    out = run("explain", "facts", "content").out
    names = out.partition("Events of turn 1:\n")[2].partition("Places")[0]
    events = [name.strip() for name in names.replace("\n", " ").split(",")]
    assert EVENT in events
    for name in events:
        assert run("explain", name).code == 0, name
