"""The assets of the first board, read faction by faction and checked against each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from chronicle.diagnostics.catalogue import references
from chronicle.diagnostics.report import Report
from chronicle.files.source import Span
from chronicle.rules.lieutenants import diagnostics
from chronicle.rules.lieutenants.inputs import (
    FacilityShape,
    FactionShape,
    InformationShape,
    ItemShape,
    LieutenantShape,
    UnitShape,
)
from chronicle.rules.lieutenants.setup.asset_parser import (
    facility_of,
    information_of,
    item_of,
    lieutenant_of,
    unit_of,
)
from chronicle.rules.lieutenants.setup.consistency import (
    check_cap,
    check_holder,
    check_led,
    check_link,
)
from chronicle.rules.lieutenants.setup.name_checks import Setting
from chronicle.rules.lieutenants.state import OUT, Asset, Information, Item, owners

AssetShape: TypeAlias = LieutenantShape | UnitShape | ItemShape | InformationShape | FacilityShape


@dataclass(slots=True)
class Belongings:
    """Reads what stands under ``shapes``; ``found`` holds the assets that are sound.

    Ids are unique in the whole campaign; where one is given twice, the first keeps it.
    """

    setting: Setting
    shapes: Mapping[str, FactionShape]
    report: Report
    found: dict[str, Asset] = field(default_factory=dict)
    first: dict[str, Span] = field(default_factory=dict)
    doubled: set[str] = field(default_factory=set)

    def assets(self) -> dict[str, Asset]:
        """The assets of all factions in order of their files, kind by kind."""
        for faction, shape in self.written():
            if not self.taken(shape):
                asset = asset_of(shape, faction, self.setting, self.report)
                if asset is not None:
                    self.found[asset.id] = asset
        for faction, shape in self.written():
            self.check(faction, shape)
        self.ranks()
        return self.found

    def written(self) -> Iterator[tuple[str, AssetShape]]:
        """All shapes of assets with their factions."""
        for faction, own in self.shapes.items():
            kinds = (own.lieutenants, own.units, own.items, own.information, own.facilities)
            yield from ((faction, shape) for kind in kinds for shape in kind)

    def taken(self, shape: AssetShape) -> bool:
        at = shape.at("id")
        if shape.id in self.setting.places:
            self.report.add(diagnostics.IdTaken(at=at, what="a place", name=shape.id))
        if shape.id not in self.first:
            self.first[shape.id] = at
            return False
        first = self.first[shape.id]
        self.doubled.add(shape.id)
        self.report.add(references.DuplicateId(at=at, what="an asset", name=shape.id, first=first))
        return True

    def check(self, faction: str, shape: AssetShape) -> None:
        """What of an asset depends on the others: in whose hands it is, and where it ends.

        What hangs on another that can't be read, or may be either of two, is passed over.
        """
        asset = self.sound(shape)
        holder = asset.holder if isinstance(asset, Item | Information) else ""
        unread = holder in self.doubled or (holder in self.first and holder not in self.found)
        if asset is None or unread:
            return
        if len(self.shapes) == len(self.setting.factions):
            check_holder(asset, shape, self.found, self.report)
        if all(self.sound(way) for way in self.shapes[faction].facilities):
            check_link(asset, shape, self.found, self.setting.places, self.report)

    def sound(self, shape: AssetShape) -> Asset | None:
        """The asset that a shape stands for, if it could be read and has its id to itself."""
        first = self.first.get(shape.id) == shape.at("id")
        return self.found.get(shape.id) if first else None

    def ranks(self) -> None:
        """A faction leads as many lieutenants as it can, none above its level cap (L-ENT)."""
        for faction, own in self.shapes.items():
            led = 0
            for shape in own.lieutenants:
                check_cap(shape.level, own.level_cap, shape.at("level"), self.report)
                led += shape.condition not in OUT
                if shape.condition not in OUT:
                    check_led(faction, led, own.leadership, shape.at("id"), self.report)

    def payable(self, faction: str) -> tuple[str, ...]:
        """Ids of what a faction may pay upkeep for: its assets, its agents, its locations."""
        own = [shape.id for owner, shape in self.written() if owner == faction]
        agents = [asset.id for asset in self.found.values() if faction in owners(asset)]
        places = [place.id for place in self.setting.places.values() if place.owner == faction]
        return (*dict.fromkeys((*own, *agents)), *places)


def asset_of(shape: AssetShape, faction: str, setting: Setting, report: Report) -> Asset | None:
    """The asset of a shape of any kind; None after findings."""
    match shape:
        case LieutenantShape():
            return lieutenant_of(shape, faction, setting, report)
        case UnitShape():
            return unit_of(shape, faction, setting, report)
        case ItemShape():
            return item_of(shape, faction, setting, report)
        case InformationShape():
            return information_of(shape, faction, setting, report)
        case FacilityShape():
            return facility_of(shape, faction, setting, report)
