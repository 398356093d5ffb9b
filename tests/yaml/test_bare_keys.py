"""A key of a list or a mapping with nothing under it counts as left out; no other does."""

from __future__ import annotations

import pytest

from tests.cli.command_runner import CREEP
from tests.small_campaign import findings_of, play_files

LISTS = ("news", "rolls", "rumors", "drafted", "reveals", "relations", "orders")


def test_a_list_or_mapping_key_may_be_left_empty() -> None:
    bare = "turn: 1\n" + "".join(f"{key}:\n" for key in LISTS)
    (turn,) = play_files({"turns/001.yaml": bare}).campaign.turns
    assert (turn.news, turn.rumors, turn.reveals, turn.relations) == ((), (), (), ())
    assert (dict(turn.orders), dict(turn.rolls)) == ({}, {})


@pytest.mark.parametrize("under", ["", "conspiracies:", "conspiracies: []", "place:\n    help:"])
def test_a_faction_with_empty_keys_has_no_orders(under: str) -> None:
    indented = f"    {under}\n" if under else ""
    played = play_files({"turns/001.yaml": f"turn: 1\norders:\n  vael:\n{indented}"})
    assert not any(step.event.rolls for step in played.history.turns[0].steps)


def test_keys_beside_an_empty_key_are_read() -> None:
    order = CREEP.replace("    conspiracies:\n", "    help:\n    conspiracies:\n")
    played = play_files({"turns/001.yaml": order})
    assert any(step.event.rolls for step in played.history.turns[0].steps)


@pytest.mark.parametrize(
    "text",
    [
        "turn:\n",
        "turn: 1\ntitle:\n",
        "turn: 1\nnews:\n  - {for: everyone, text: }\n",
        "turn: 1\nrumors: {}\n",
    ],
)
def test_other_keys_may_not_be_empty(text: str) -> None:
    assert "C003" in {it.code for it in findings_of({"turns/001.yaml": text})}
