"""Load the players, and whose dossiers they open."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.diagnostics.catalogue import references as problems
from chronicle.files.source import Span
from chronicle.load.context import LoadContext
from chronicle.load.inputs import CampaignInput
from chronicle.model.audience import AUDIENCE_KEYWORDS
from chronicle.model.campaign import Player
from chronicle.yaml.nodes import ListNode, MapNode


def players_of(head: CampaignInput, names: LoadContext) -> tuple[Player, ...]:
    """The players in order of id; if none are named, each faction has one with its own id."""
    if not head.has("players"):
        at = head.at()
        return tuple(Player(faction, (faction,), at) for faction in sorted(names.factions))
    return tuple(sorted(_players(head, names), key=lambda player: player.id))


def _players(head: CampaignInput, names: LoadContext) -> Iterator[Player]:
    for id, words in head.players.items():
        at = head.at("players", id)
        if id in AUDIENCE_KEYWORDS:
            names.report.add(problems.ReservedAudienceId(at=at, word=id, what="player"))
        listed = [words] if isinstance(words, str) else words
        for word, place in zip(listed, _places(head, id, at), strict=False):
            if word not in names.factions:
                names.report.add(
                    problems.UnknownName(
                        at=place,
                        what="faction",
                        name=word,
                        known=names.factions,
                        called=names.called,
                    )
                )
        yield Player(id, tuple(sorted(set(listed))), at)


def _places(head: CampaignInput, id: str, at: Span) -> list[Span]:
    """The location of each faction in a player's list."""
    players = head.node.get("players")
    node = players.get(id) if isinstance(players, MapNode) else None
    return [item.span for item in node.items] if isinstance(node, ListNode) else [at]
