"""Drafts of orders are orders as the rules read them, and the same as what was proposed."""

from __future__ import annotations

from typing import Any, Final

import pytest

from chronicle.authoring.order_drafts import (
    OrderDraft,
    draft_of,
    draft_text,
    factions_without_players,
    with_draft,
)
from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.load import load_campaign, read_tree
from chronicle.model.campaign import Turn
from chronicle.pipeline import PlayedCampaign
from chronicle.play.turns import findings_in_drafts
from chronicle.proposals import propose
from chronicle.proposals.knowledge import knowledge_of
from chronicle.rules import values_of
from chronicle.yaml.decode.json_schema import to_plain
from chronicle.yaml.edit.document import parse_root
from tests.sample_campaigns import SAMPLES, play_sample
from tests.small_campaign import SOUND, play_files

#: A faction of each sample, whose orders are drafted in the turn after its last.
FACTIONS: Final = (("vaime", "margrave"), ("orrow", "bearers"), ("orrow", "salt"))
_PLACEHOLDERS: Final = ("C017",)


def drafted(played: PlayedCampaign, faction: str) -> OrderDraft:
    found = draft_of(played, faction)
    assert found is not None
    return found


def opened(id: str, orders: str) -> Turn:
    """The open turn after the last of a sample, with these orders."""
    tree = read_tree(SAMPLES[id], id)
    number = len(play_sample(id).campaign.turns) + 1
    path = f"turns/{number:03}.yaml"
    text = f"turn: {number}\nstate: open\n{orders}"
    report = Report()
    campaign = load_campaign(FileTree(id, {**tree.files, path: text.encode()}), report)
    assert campaign is not None
    assert campaign.open_turn is not None, report.findings
    return campaign.open_turn


def with_text(value: Any, new: str, key: str = "") -> Any:
    """A value in which what is still to be written is as in a proposal."""
    match value:
        case dict():
            return {key: with_text(it, new, key) for key, it in value.items()}
        case list():
            return [with_text(it, new, key) for it in value]
        case str() if value.startswith("FILL-IN"):
            return f"{new}-{key}"
        case _:
            return value


@pytest.mark.parametrize(("id", "faction"), FACTIONS)
def test_a_draft_is_what_is_proposed_and_the_rules_allow_it(id: str, faction: str) -> None:
    played = play_sample(id)
    draft = drafted(played, faction)
    text = with_draft("turn: 9\n", draft, lambda _: False)
    turn = opened(id, text.partition("\n")[2])
    assert turn.orders == {}
    known = knowledge_of(played.campaign, played.history, played.ruleset, faction)
    values = values_of(played.ruleset.id)
    assert known is not None
    assert values is not None
    proposal = propose(played.ruleset, values, known, played.campaign.seed)
    plain = to_plain(turn.order_drafts[faction])
    assert with_text(plain, f"{faction}-{turn.number}") == dict(proposal.entries)
    found = findings_in_drafts(played.campaign, played.history, played.ruleset, turn, [faction])
    assert {it.code for it in found} <= set(_PLACEHOLDERS)
    assert len(draft.said) == len(proposal.orders)


def test_only_factions_without_players_are_drafted_unasked() -> None:
    assert factions_without_players(play_sample("cauvenne")) == ("carters", "chapter", "consuls")
    assert factions_without_players(play_sample("vaime")) == ()
    played = play_files({"campaign.yaml": SOUND["campaign.yaml"] + "players: {ada: oru}\n"})
    assert factions_without_players(played) == ("vael",)


def test_a_draft_is_shown_without_the_lines_that_say_whose_it_is() -> None:
    text = "orders:\n  oru:  #: The Oru\n    draft: true\n    #: why\n    actor: marsh\n"
    assert draft_text(text, "oru") == "#: why\nactor: marsh"
    assert parse_root(draft_text(text, "oru")).get("actor") is not None
