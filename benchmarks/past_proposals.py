"""What would have been proposed in the past: ``python -m benchmarks.past_proposals vaime [TURN]``.

Prints, for each turn of a sample and each faction, the orders that its author wrote with their
chances, and those that are proposed from what the faction knew then.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from chronicle.diagnostics.report import Report
from chronicle.load import read_tree
from chronicle.model.campaign import Turn
from chronicle.pipeline import PlayedCampaign, resolve_campaign
from chronicle.play.turn_odds import odds_of_orders
from chronicle.proposals import propose, reason_text
from chronicle.proposals.knowledge import knowledge_of
from chronicle.records import replace
from chronicle.rules import values_of
from chronicle.yaml.nodes import ListNode, MapNode, Node

_CONTENT: Final = Path(__file__).resolve().parents[1] / "content"
#: Keys that say nothing of what is done.
_WORDS: Final = ("narrative", "public", "name", "request", "gm_note")


def plain(node: Node) -> object:
    """The values of a node, without texts."""
    match node:
        case MapNode(entries=entries):
            return {it.key.text: plain(it.value) for it in entries if it.key.text not in _WORDS}
        case ListNode(items=items):
            return [plain(it) for it in items]
        case _:
            return node.value


def without_texts(value: object) -> object:
    """The values of a proposed order, without texts."""
    match value:
        case Mapping():
            return {key: without_texts(it) for key, it in value.items() if key not in _WORDS}
        case list():
            return [without_texts(it) for it in value]
        case _:
            return value


def past_proposals(whole: PlayedCampaign, turn: Turn) -> Iterator[str]:
    """What each faction ordered in a turn, and what is proposed for it."""
    past = turn.number - 1
    campaign = replace(whole.campaign, turns=whole.campaign.turns[:past])
    history = replace(whole.history, turns=whole.history.turns[:past])
    ruleset, values = whole.ruleset, values_of(whole.ruleset.id)
    orders, board = whole.history.turns[past].orders, history.eve.after
    if values is None or orders is None:
        return
    chances = {it.order: it.success(ruleset) for it in odds_of_orders(ruleset, turn, board, orders)}
    for faction in ruleset.playing(board):
        known = knowledge_of(campaign, history, ruleset, faction)
        if known is None:
            continue
        yield f"turn {turn.number}, {faction}"
        if faction in turn.orders:
            yield f"  wrote    {plain(turn.orders[faction])}"
        own = ((id, it) for id, it in chances.items() if id.startswith(f"{faction}/"))
        yield from (f"           {id}: {float(it):.0%}" for id, it in own if it is not None)
        for order in propose(ruleset, values, known, campaign.seed).orders:
            chance = f"{float(order.chance):.0%}" if order.chance is not None else ""
            why = reason_text(values, order, known.names)
            yield f"  proposed {without_texts(order.entries)} {chance} {why}"


def main(arguments: Sequence[str]) -> None:
    """Print what would have been proposed in the turns of a sample."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sample")
    parser.add_argument("turn", nargs="?", type=int)
    options = parser.parse_args(arguments)
    report = Report()
    whole = resolve_campaign(read_tree(_CONTENT / options.sample, options.sample), report)
    if whole is None:
        raise ValueError([it.message for it in report.findings])
    for turn in whole.campaign.turns:
        if options.turn in (None, turn.number):
            sys.stdout.writelines(f"{line}\n" for line in past_proposals(whole, turn))
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
