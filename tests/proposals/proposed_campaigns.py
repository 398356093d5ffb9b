"""Generated campaigns in which every faction gives the orders that are proposed for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from benchmarks.campaigns.yaml_output import yaml
from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.pipeline import PlayedCampaign, resolve_campaign
from chronicle.play.turns import TurnCache, play_turn
from chronicle.proposals import propose
from chronicle.proposals.evaluation import node_of, turn_of
from chronicle.proposals.knowledge import knowledge_of
from chronicle.records import Record
from chronicle.rules import values_of
from tests.suggested_campaigns import starting_files


class RefusedOrders(Record):
    """A proposal that the board as it is does not allow, and why."""

    faction: str
    entries: Mapping[str, object]
    messages: tuple[str, ...]


class UnsoundCampaignError(Exception):
    """Files that are no campaign, with the messages about them."""


class ProposedCampaign:
    """A campaign that is played by proposals, turn by turn, as files."""

    def __init__(self, kind: str, seed: str, files: Mapping[str, bytes]) -> None:
        self.kind = kind
        self.seed = seed
        self.files = dict(files)
        self.refused: list[RefusedOrders] = []
        self._cache = TurnCache()

    @classmethod
    def started(cls, kind: str, ruleset: str, seed: int) -> ProposedCampaign:
        """A starter's first turn, or a generated campaign before it."""
        files = starting_files(kind, ruleset, seed)
        if kind == "benchmark":
            files = {path: it for path, it in files.items() if "turns/" not in path}
        return cls(kind, f"{kind} {seed}", files)

    def played(self) -> PlayedCampaign:
        """The campaign with all its turns played."""
        report = Report()
        played = resolve_campaign(FileTree("", self.files), report, self._cache)
        if played is None:
            raise UnsoundCampaignError([it.message for it in report.findings])
        return played

    def take_turn(self) -> None:
        """Write the next turn, with all proposals that can be given together."""
        now = self.played()
        number, accepted = len(now.campaign.turns) + 1, dict[str, Mapping[str, object]]()
        for faction, entries in self._proposals(now):
            if messages := _refusals(now, number, {faction: entries}):
                self.refused.append(RefusedOrders(faction, entries, messages))
            elif not _refusals(now, number, {**accepted, faction: entries}):
                accepted[faction] = entries
        turn: dict[str, Any] = {"turn": number, "title": f"Turn {number}", "orders": accepted}
        if (calendar := now.campaign.calendar) is not None:
            turn["date"] = f"{number} {calendar.months[0].name} {calendar.year or 1}"
        self.files[f"turns/{number:03}.yaml"] = yaml(turn).encode()

    def _proposals(self, now: PlayedCampaign) -> Iterator[tuple[str, Mapping[str, object]]]:
        values = values_of(now.ruleset.id)
        assert values is not None
        for faction in now.ruleset.playing(now.history.eve.after):
            known = knowledge_of(now.campaign, now.history, now.ruleset, faction)
            if known is not None:
                proposal = propose(now.ruleset, values, known, self.seed)
                if proposal.orders:
                    yield faction, proposal.entries


def _refusals(
    now: PlayedCampaign, number: int, orders: Mapping[str, Mapping[str, object]]
) -> tuple[str, ...]:
    """Why orders can't be given on the board as it is."""
    report = Report()
    turn = turn_of(number, {id: node_of(entries) for id, entries in orders.items()})
    played = play_turn(now.campaign, turn, now.history.eve.after, now.ruleset, report)
    found = tuple(it.message for it in report.findings if it.severity == "error")
    return found if played is None else ()
