"""The laws of every turn, in campaigns in which all factions play by proposals."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count, islice
from pathlib import Path
from typing import Any, Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.model.audience import GM
from chronicle.pipeline import PlayedCampaign, SealOptions, build_files
from chronicle.play.turn_odds import odds_of_orders
from chronicle.rules.protocol import PlayedTurn
from chronicle.seal.keys import Keys
from tests.proposals.kept_campaigns import CORPUS, Check, case_of_text, hold
from tests.proposals.proposed_campaigns import ProposedCampaign
from tests.quick_builds import same_templates
from tests.thorough import thorough

SEAL = SealOptions(Keys(bytes(32), demo=True))
RULESETS = ("shadow", "lieutenants", "wwn")
KINDS = ("starter", "benchmark")
#: Ruleset, kind, seed and turns.
FEW = [
    (ruleset, kind, seed, 3 if ruleset == "shadow" else 1)
    for ruleset in RULESETS
    for kind in KINDS
    for seed in (1, 2)
]
MANY = [(RULESETS[seed % 3], KINDS[seed // 3 % 2], seed, 10) for seed in islice(count(100), 1000)]


@pytest.mark.parametrize(("ruleset", "kind", "seed", "turns"), [*FEW, *thorough(MANY)])
def test_campaigns_played_by_proposals_keep_the_laws_of_a_turn(
    ruleset: str, kind: str, seed: int, turns: int
) -> None:
    game = ProposedCampaign.started(kind, ruleset, seed)
    for _ in range(turns):
        hold(game, "proposals", CHECKS["proposals"])
    hold(game, "turns", CHECKS["turns"])
    if (kind, seed) == ("starter", 1) or turns > 3:
        hold(game, "build", CHECKS["build"])


@pytest.mark.parametrize("path", [pytest.param(it, id=it.stem) for it in CORPUS.glob("*.json")])
def test_a_kept_campaign_breaks_no_law(path: Path) -> None:
    case = case_of_text(path.read_text(encoding="utf-8"))
    CHECKS[case.check](ProposedCampaign(case.kind, case.seed, case.files))


def proposals_are_accepted(game: ProposedCampaign) -> None:
    """The next turn can be played with each proposal."""
    game.take_turn()
    assert game.refused == []


def turns_are_sound(game: ProposedCampaign) -> None:
    """All that is told, owned and had a chance in played turns adds up."""
    now = game.played()
    for turn in now.history.turns:
        assert every_event_is_told(now, turn)
        assert boards_are_sound(now, turn)
        assert what_happened_had_a_chance(now, turn)


def every_event_is_told(now: PlayedCampaign, turn: PlayedTurn[Any, Any, Any]) -> bool:
    """The GM is told of each event, and each step begins where the one before it ended."""
    states = [turn.before, *(step.after for step in turn.steps)]
    return states[-1] is turn.after and all(
        now.ruleset.tell(step, GM).telling is not None and step.before is state
        for step, state in zip(turn.steps, states, strict=False)
    )


def boards_are_sound(now: PlayedCampaign, turn: PlayedTurn[Any, Any, Any]) -> bool:
    """Nothing is owed or doubled; Destiny Dice are only passed on."""
    match now.ruleset.id:
        case "shadow":
            powers = turn.after.powers.values()
            return (
                turn.before.dice == turn.after.dice
                and turn.after.chalice >= 0
                and all(it.dice >= 0 for it in powers)
                and all(1 <= level <= 3 for it in powers for level in it.influence.values())
            )
        case "wwn":
            assets, bases = turn.after.assets.values(), turn.after.bases.values()
            return all(
                0 < it.hp <= turn.after.maximum(it) and it.faction in turn.after.factions
                for it in (*assets, *bases)
            ) and all(it.treasure >= 0 for it in turn.after.factions.values())
        case _:
            return all(it.capital >= 0 for it in turn.after.factions.values()) and all(
                id == it.id for id, it in turn.after.assets.items()
            )


def what_happened_had_a_chance(now: PlayedCampaign, turn: PlayedTurn[Any, Any, Any]) -> bool:
    """The chances of all orders sum to 1."""
    written = now.campaign.turns[turn.turn - 1]
    odds = odds_of_orders(now.ruleset, written, turn.before, turn.orders)
    return all(sum(it.probability for it in one.chances) == 1 for one in odds if one.chances)


def gate_and_seals_hold(game: ProposedCampaign) -> None:
    """No reader learns what it may not, and every dossier opens with its key."""
    report = Report()
    with same_templates():
        # A build verifies that all sealed dossiers open.
        built = build_files(FileTree("", game.files), report, seal=SEAL)
    assert built is not None
    # Campaigns that are made for benchmarks repeat hidden sentences themselves.
    found = ("L001", "L002", "L003") if game.kind == "starter" else ("L001",)
    assert [it.message for it in report.findings if it.code in found] == []


CHECKS: Final[Mapping[str, Check]] = {
    "proposals": proposals_are_accepted,
    "turns": turns_are_sound,
    "build": gate_and_seals_hold,
}
