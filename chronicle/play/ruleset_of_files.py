"""The ruleset that the files of a campaign are written for, found by their keys."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.diagnostics.report import Report
from chronicle.model.campaign import Campaign
from chronicle.rules import RULESETS
from chronicle.yaml.decode import decode
from chronicle.yaml.nodes import MapNode, Node


def ruleset_of_files(campaign: Campaign) -> str:
    """The other ruleset that fits the files of a campaign; empty if there is none, or several.

    A campaign whose files have no key that its own ruleset lacks has no other.
    """
    parts = tuple(_parts(campaign))
    if "C002" not in _codes(campaign.ruleset, parts):
        return ""
    others = [id for id in RULESETS if id != campaign.ruleset and not _codes(id, parts)]
    return others[0] if len(others) == 1 else ""


def _parts(campaign: Campaign) -> Iterator[tuple[str, MapNode]]:
    """What a ruleset reads: the name of the part as in `FileModels`, and its keys and values."""
    turns = (*campaign.turns, *([campaign.open_turn] if campaign.open_turn else ()))
    parts: list[tuple[str, Node | None]] = [("rules", campaign.rules)]
    parts += [("faction", faction.opening) for faction in campaign.factions]
    parts += [("place", place.opening) for place in campaign.places]
    parts += [("orders", orders) for turn in turns for orders in turn.orders.values()]
    return ((name, node) for name, node in parts if isinstance(node, MapNode))


def _codes(ruleset: str, parts: tuple[tuple[str, MapNode], ...]) -> set[str]:
    """The codes of the errors if these parts are read by a ruleset."""
    models = RULESETS[ruleset].file_models().parts
    report = Report()
    for name, node in parts:
        if name not in models:
            return {"C002"}
        decode(models[name], node, report)
    return {finding.code for finding in report.findings}
