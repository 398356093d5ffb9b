"""Parse the assets of the opening state, and check them against each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from chronicle.diagnostics.catalogue import references
from chronicle.diagnostics.report import Report
from chronicle.files.source import Span
from chronicle.records import MutableRecord, field
from chronicle.rules.lieutenants.diagnostics import setup as problems
from chronicle.rules.lieutenants.inputs import (
    FacilityInput,
    FactionOpeningInput,
    InformationInput,
    ItemInput,
    LieutenantInput,
    UnitInput,
)
from chronicle.rules.lieutenants.setup import asset_parser
from chronicle.rules.lieutenants.setup.consistency import (
    check_holder,
    check_leadership,
    check_level_cap,
    check_link,
)
from chronicle.rules.lieutenants.setup.name_checks import SetupContext
from chronicle.rules.lieutenants.state import OUT_OF_ACTION, Asset, owners

AssetInput: TypeAlias = LieutenantInput | UnitInput | ItemInput | InformationInput | FacilityInput


class AssetParser(MutableRecord):
    """Parser of the assets in ``entries``; ``found`` holds the valid ones.

    Ids are unique in the whole campaign; a duplicate id belongs to the first asset that has it.
    """

    setting: SetupContext
    entries: Mapping[str, FactionOpeningInput]
    report: Report
    found: dict[str, Asset] = field(default_factory=dict)
    first: dict[str, Span] = field(default_factory=dict)
    doubled: set[str] = field(default_factory=set)

    def assets(self) -> dict[str, Asset]:
        """Return the assets of all factions, in the order of their files and grouped by kind."""
        for faction, entry in self.written_assets():
            if not self.check_id(entry):
                asset = parse_asset(entry, faction, self.setting, self.report)
                if asset is not None:
                    self.found[asset.id] = asset
        for faction, entry in self.written_assets():
            self.check_asset(faction, entry)
        self.check_leadership()
        return self.found

    def written_assets(self) -> Iterator[tuple[str, AssetInput]]:
        for faction, own in self.entries.items():
            kinds = (own.lieutenants, own.units, own.items, own.information, own.facilities)
            yield from ((faction, entry) for kind in kinds for entry in kind)

    def check_id(self, entry: AssetInput) -> bool:
        at = entry.at("id")
        if entry.id in self.setting.places:
            self.report.add(problems.IdTaken(at=at, what="a place", name=entry.id))
        if entry.id not in self.first:
            self.first[entry.id] = at
            return False
        first = self.first[entry.id]
        self.doubled.add(entry.id)
        self.report.add(references.DuplicateId(at=at, what="an asset", name=entry.id, first=first))
        return True

    def check_asset(self, faction: str, entry: AssetInput) -> None:
        """Check what depends on other assets: the holder, and the ends of a link.

        The check is skipped if the other asset is invalid or its id is ambiguous.
        """
        asset = self.sound_asset(entry)
        holder = asset.holder if asset is not None else ""
        unread = holder in self.doubled or (holder in self.first and holder not in self.found)
        if asset is None or unread:
            return
        if len(self.entries) == len(self.setting.factions):
            check_holder(asset, entry, self.found, self.report)
        if all(self.sound_asset(way) for way in self.entries[faction].facilities):
            check_link(asset, entry, self.found, self.setting.places, self.report)

    def sound_asset(self, entry: AssetInput) -> Asset | None:
        """Return the asset of an entry; None if it is invalid, or an earlier one has its id."""
        first = self.first.get(entry.id) == entry.at("id")
        return self.found.get(entry.id) if first else None

    def check_leadership(self) -> None:
        """Check the number and the levels of each faction's lieutenants (L-ENT)."""
        for faction, own in self.entries.items():
            led = 0
            for entry in own.lieutenants:
                check_level_cap(entry.level, own.level_cap, entry.at("level"), self.report)
                led += entry.condition not in OUT_OF_ACTION
                if entry.condition not in OUT_OF_ACTION:
                    check_leadership(faction, led, own.leadership, entry.at("id"), self.report)

    def payable(self, faction: str) -> tuple[str, ...]:
        """Return the ids that a faction can pay upkeep for: its assets, agents and locations."""
        own = [entry.id for owner, entry in self.written_assets() if owner == faction]
        agents = [asset.id for asset in self.found.values() if faction in owners(asset)]
        places = [place.id for place in self.setting.places.values() if place.owner == faction]
        return (*dict.fromkeys((*own, *agents)), *places)


def parse_asset(
    entry: AssetInput, faction: str, setting: SetupContext, report: Report
) -> Asset | None:
    """Return the asset of an entry of any kind; None after errors."""
    match entry:
        case LieutenantInput():
            return asset_parser.parse_lieutenant(entry, faction, setting, report)
        case UnitInput():
            return asset_parser.parse_unit(entry, faction, setting, report)
        case ItemInput():
            return asset_parser.parse_item(entry, faction, setting, report)
        case InformationInput():
            return asset_parser.parse_information(entry, faction, setting, report)
        case FacilityInput():
            return asset_parser.parse_facility(entry, faction, setting, report)
