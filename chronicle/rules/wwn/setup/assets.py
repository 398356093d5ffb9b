"""Parse the assets and bases of the opening board, and warn of unusual ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from chronicle.diagnostics.catalogue import content, references
from chronicle.diagnostics.report import Report
from chronicle.files.source import Span
from chronicle.model.facts import PieceName
from chronicle.records import MutableRecord, field
from chronicle.rules.kit.parser import check_known
from chronicle.rules.wwn.catalogue.records import AssetType
from chronicle.rules.wwn.diagnostics import setup as problems
from chronicle.rules.wwn.distance import is_covered, is_shut_out
from chronicle.rules.wwn.effects import StartsHidden, Waterborne
from chronicle.rules.wwn.inputs import AssetInput, BaseInput, FactionOpeningInput
from chronicle.rules.wwn.prices import magic_rank_at, purchase_permission
from chronicle.rules.wwn.setup.name_checks import UnreadIds, check_place, name_from_id
from chronicle.rules.wwn.state import Asset, Base, FactionState, State
from chronicle.rules.wwn.terms import magic_rank


class AssetParser(MutableRecord):
    """Adds the assets and bases in ``entries`` to ``state``, a board of factions and places.

    Ids are unique in the whole campaign; if one is given twice, the first keeps it.
    """

    state: State
    entries: Mapping[str, FactionOpeningInput]
    report: Report
    first: dict[str, tuple[str, Span]] = field(default_factory=dict)

    def parse(self) -> State:
        """Return the board with all valid assets and bases, faction by faction."""
        for faction, entry in self.entries.items():
            check_headquarters(faction, entry, self.report)
            for base in entry.bases:
                self.base(base, faction)
            for asset in entry.assets:
                self.asset(asset, faction)
        for faction, own in self.written():
            self.warn_of(own, faction)
        return self.state

    def written(self) -> Iterator[tuple[str, AssetInput]]:
        """Yield all asset entries with their factions."""
        for faction, entry in self.entries.items():
            yield from ((faction, asset) for asset in entry.assets)

    def base(self, entry: BaseInput, faction: str) -> None:
        taken = self.check_id("a base", entry)
        found = parse_base(entry, faction, self.state, self.report)
        if found is not None and not taken:
            self.state = self.state.with_base(found)

    def asset(self, entry: AssetInput, faction: str) -> None:
        taken = self.check_id("an asset", entry)
        found = parse_asset(entry, faction, self.state, self.report)
        if found is not None and not taken:
            self.state = self.state.with_asset(found)

    def check_id(self, what: str, entry: AssetInput | BaseInput) -> bool:
        """Return whether an id is already taken, and report it if so."""
        at = entry.at("id")
        if entry.id in self.state.factions:
            self.report.add(problems.IdTaken(at=at, what="a faction", name=entry.id))
        if entry.id not in self.first:
            self.first[entry.id] = (what, at)
            return False
        other, first = self.first[entry.id]
        self.report.add(references.DuplicateId(at=at, what=other, name=entry.id, first=first))
        return True

    def parsed_asset(self, entry: AssetInput) -> Asset | None:
        """Return the asset of an entry, if it is valid and has its id to itself."""
        _, first = self.first[entry.id]
        return self.state.assets.get(entry.id) if first == entry.at("id") else None

    def warn_of(self, entry: AssetInput, faction: str) -> None:
        """Warn of an asset at a forbidden place, or that its faction could not buy."""
        asset = self.parsed_asset(entry)
        if asset is None:
            return
        if not is_covered(self.state, asset) and is_shut_out(self.state, faction, asset.at):
            at = entry.at("at")
            self.report.add(problems.ForbiddenHere(at=at, place=asset.at, faction=faction))
        kind, owner = self.state.type_of(asset), self.state.factions[faction]
        if not asset.above and kind.level > owner.rating(kind.attribute):
            own = str(owner.rating(kind.attribute))
            self.report_beyond_means(entry, kind.attribute, str(kind.level), own)
        if magic_rank(kind.magic) > magic_rank_at(self.state, faction, asset.at, ()):
            self.report_beyond_means(entry, "magic", f"`{kind.magic}`", f"`{owner.magic}`")

    def report_beyond_means(self, entry: AssetInput, what: str, needed: str, own: str) -> None:
        at = entry.at("type")
        self.report.add(problems.BeyondMeans(at=at, what=what, needed=needed, own=own))

    def unread(self) -> UnreadIds:
        """Return the ids in the files that are missing on the board."""
        there = {*self.state.assets, *self.state.bases}
        missing = frozenset(self.first) - there
        return UnreadIds(missing, more=set(self.entries) < set(self.state.factions))


def check_headquarters(faction: str, entry: FactionOpeningInput, report: Report) -> None:
    """Check that a faction has one headquarters (W-ENT-4), or none while it is asleep."""
    seats = [base for base in entry.bases if base.headquarters]
    if not seats and not entry.asleep:
        report.add(problems.NoHeadquarters(at=entry.key_at("bases"), faction=faction))
    for base in seats[1:]:
        at = base.key_at("headquarters")
        report.add(problems.SecondHeadquarters(at=at, faction=faction, first=seats[0].id))


def parse_asset(entry: AssetInput, faction: str, state: State, report: Report) -> Asset | None:
    """Return the asset of an entry as it enters play on this board; None after errors.

    An asset of a type that enters play Stealthed is Stealthed unless `stealth:` says otherwise.
    """
    types = state.house.catalogue.assets
    is_known = check_known("asset type", entry.type, types, entry.at("type"), report)
    if not check_place(entry.where, state, entry.at("at"), report) or not is_known:
        return None
    kind, errors = types[entry.type], report.errors
    check_hit_points(entry, entry.hp, kind.hp, report)
    check_water(kind, entry.name or kind.name, entry.where, state, entry.at("at"), report)
    if report.errors > errors:
        return None
    hidden = entry.stealth if entry.has("stealth") else bool(kind.effects_of(StartsHidden))
    return Asset(
        id=entry.id,
        name=PieceName(entry.name) if entry.name else kind.name,
        faction=faction,
        at=entry.where,
        type=entry.type,
        hp=kind.hp if entry.hp is None else entry.hp,
        stealth="hidden" if hidden else "",
        above=purchase_permission(state, faction, kind)[1],
    )


def check_water(
    kind: AssetType, name: str, place: str, state: State, at: Span, report: Report
) -> None:
    """Check that an asset that needs water is at a place by water (W-FX-WATERBORNE)."""
    if kind.effects_of(Waterborne) and not state.places[place].water:
        report.add(problems.NotByWater(at=at, name=name, place=place))


def check_hit_points(
    entry: AssetInput | BaseInput | FactionOpeningInput,
    hp: int | None,
    maximum: int,
    report: Report,
) -> bool:
    """Return whether hit points are missing, or between 1 and a maximum; report it if not."""
    sound = hp is None or 1 <= hp <= maximum
    if not sound:
        report.add(problems.BadHitPoints(at=entry.at("hp"), hp=hp or 0, maximum=maximum))
    return sound


def parse_base(entry: BaseInput, faction: str, state: State, report: Report) -> Base | None:
    """Return the base of an entry; None after errors.

    By default, a headquarters has as many hit points as its faction, and another base is undamaged.
    """
    errors, owner = report.errors, state.factions[faction]
    check_place(entry.where, state, entry.at("at"), report)
    maximum = _parse_maximum(entry, owner, report)
    if maximum is None:
        return None
    hp = entry.hp
    if hp is None:
        hp = owner.hp if entry.headquarters else maximum
    elif check_hit_points(entry, hp, maximum, report) and entry.headquarters and hp < owner.hp:
        report.add(problems.WeakHeadquarters(at=entry.at("hp"), hp=hp, faction=owner.hp))
    if report.errors > errors:
        return None
    name = PieceName(entry.name) if entry.name else name_from_id(entry.id)
    return Base(entry.id, name, faction, entry.where, hp, maximum, entry.headquarters)


def _parse_maximum(entry: BaseInput, owner: FactionState, report: Report) -> int | None:
    """Return a base's maximum hit points; None after an error (W-ENT-4)."""
    most, at = owner.maximum, entry.at("max")
    if entry.headquarters:
        if entry.max not in (None, most):
            report.add(problems.MaximumOfHeadquarters(at=at, maximum=most))
            return None
        return most
    if entry.max is None:
        report.add(content.MissingKey(at=entry.at(), key="max"))
    elif not entry.max:
        report.add(content.OutOfRange(at=at, bound="at least 1"))
    elif entry.max > most:
        report.add(problems.BaseTooStrong(at=at, maximum=most))
    else:
        return entry.max
    return None
