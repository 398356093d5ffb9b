"""Plays a campaign with its ruleset while it is written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from benchmarks.campaigns.yaml_output import yaml
from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree, Source
from chronicle.load import load_campaign
from chronicle.load.calendar import TurnDayParser
from chronicle.load.context import LoadContext
from chronicle.load.turns import TurnParser
from chronicle.model.campaign import Campaign
from chronicle.model.dice import Dice, turn_seed
from chronicle.rules import RULESETS
from chronicle.rules.protocol import PlayedTurn, steps_of
from chronicle.yaml.parser import compose

#: A turn, or a part of one, as plain values.
Content = dict[str, Any]


class Table:
    """A campaign being played, turn by turn, by the rules themselves."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        report = Report()
        campaign = load_campaign(FileTree("campaign", dict(files)), report)
        if campaign is None or report.has_errors:
            raise ValueError(_said(report))
        self.campaign: Campaign = campaign
        self.ruleset = RULESETS[campaign.ruleset]
        self.state: Any = self.ruleset.opening(campaign, report)
        if self.state is None:
            raise ValueError(_said(report))

    def take(self, turn: Content) -> str:
        """The file of a turn, without the orders that don't stand; the board moves on."""
        text = yaml(turn)
        after, _ = self._played(text, turn["turn"])
        if after is None:
            turn = {**turn, "orders": self._standing(turn)}
            text = yaml(turn)
            after, report = self._played(text, turn["turn"])
            if after is None:
                raise ValueError(f"turn {turn['turn']}: {_said(report)}")
        self.state = after
        return text

    def _standing(self, turn: Content) -> Content:
        """The orders that can be given, one after another."""
        kept: Content = {}
        for faction, own in turn["orders"].items():
            for piece in _pieces(own):
                tried = {**kept, faction: _joined(kept.get(faction, {}), piece)}
                after, _ = self._played(yaml({**turn, "orders": tried}), turn["turn"])
                if after is not None:
                    kept = tried
        return kept

    def _played(self, text: str, number: int) -> tuple[Any, Report]:
        """The board after a turn; None when findings say why it can't be played."""
        report = Report()
        node = compose(Source(f"turns/{number:03}.yaml", text), report)
        names = LoadContext(tuple(faction.id for faction in self.campaign.factions), report)
        reader = TurnParser(names, TurnDayParser(self.campaign.calendar, report))
        turn = reader.read(node, number, number) if node is not None else None
        dice = Dice(turn_seed(self.campaign.seed, number), number, {})
        orders = self.ruleset.orders(turn, self.state, dice, report) if turn is not None else None
        if turn is None or orders is None:
            return None, report
        events = self.ruleset.resolve(self.state, orders, dice)
        steps = tuple(steps_of(self.ruleset, self.state, events))
        after = steps[-1].after if steps else self.state
        self.ruleset.review(turn, PlayedTurn(number, self.state, after, orders, steps), report)
        return (None if report.has_errors else after), report


def _pieces(own: Content) -> Iterator[Content]:
    """A faction's orders one by one."""
    for key, value in own.items():
        if isinstance(value, list):
            yield from ({key: [item]} for item in value)
        else:
            yield {key: value}


def _joined(own: Content, piece: Content) -> Content:
    ((key, value),) = piece.items()
    return {**own, key: [*own.get(key, []), *value] if isinstance(value, list) else value}


def _said(report: Report) -> str:
    wrong = [finding for finding in report.findings if finding.severity == "error"]
    return "\n".join(f"{finding.code}: {finding.message}" for finding in wrong)
