"""Parse the assets and bases of the opening board, and warn of unusual ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from chronicle.diagnostics.catalogue import content, references
from chronicle.diagnostics.report import Report
from chronicle.files.source import Span
from chronicle.model.facts import PieceName
from chronicle.records import MutableRecord, field
from chronicle.rules.shared.parser import check_known
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
    """Adds the assets and bases in ``shapes`` to ``state``, a board of factions and places.

    Ids are unique in the whole campaign; if one is given twice, the first keeps it.
    """

    state: State
    shapes: Mapping[str, FactionOpeningInput]
    report: Report
    first: dict[str, tuple[str, Span]] = field(default_factory=dict)

    def parse(self) -> State:
        """Return the board with all valid assets and bases, faction by faction."""
        for faction, shape in self.shapes.items():
            check_headquarters(faction, shape, self.report)
            for base in shape.bases:
                self.base(base, faction)
            for asset in shape.assets:
                self.asset(asset, faction)
        for faction, own in self.written():
            self.warn_of(own, faction)
        return self.state

    def written(self) -> Iterator[tuple[str, AssetInput]]:
        """Yield all asset shapes with their factions."""
        for faction, shape in self.shapes.items():
            yield from ((faction, asset) for asset in shape.assets)

    def base(self, shape: BaseInput, faction: str) -> None:
        taken = self.check_id("a base", shape)
        found = parse_base(shape, faction, self.state, self.report)
        if found is not None and not taken:
            self.state = self.state.with_base(found)

    def asset(self, shape: AssetInput, faction: str) -> None:
        taken = self.check_id("an asset", shape)
        found = parse_asset(shape, faction, self.state, self.report)
        if found is not None and not taken:
            self.state = self.state.with_asset(found)

    def check_id(self, what: str, shape: AssetInput | BaseInput) -> bool:
        """Return whether an id is already taken, and report it if so."""
        at = shape.at("id")
        if shape.id in self.state.factions:
            self.report.add(problems.IdTaken(at=at, what="a faction", name=shape.id))
        if shape.id not in self.first:
            self.first[shape.id] = (what, at)
            return False
        other, first = self.first[shape.id]
        self.report.add(references.DuplicateId(at=at, what=other, name=shape.id, first=first))
        return True

    def parsed_asset(self, shape: AssetInput) -> Asset | None:
        """Return the asset of a shape, if it is valid and has its id to itself."""
        _, first = self.first[shape.id]
        return self.state.assets.get(shape.id) if first == shape.at("id") else None

    def warn_of(self, shape: AssetInput, faction: str) -> None:
        """Warn of an asset at a forbidden place, or that its faction could not buy."""
        asset = self.parsed_asset(shape)
        if asset is None:
            return
        if not is_covered(self.state, asset) and is_shut_out(self.state, faction, asset.at):
            at = shape.at("at")
            self.report.add(problems.ForbiddenHere(at=at, place=asset.at, faction=faction))
        kind, owner = self.state.type_of(asset), self.state.factions[faction]
        if not asset.above and kind.level > owner.rating(kind.attribute):
            own = str(owner.rating(kind.attribute))
            self.report_beyond_means(shape, kind.attribute, str(kind.level), own)
        if magic_rank(kind.magic) > magic_rank_at(self.state, faction, asset.at, ()):
            self.report_beyond_means(shape, "magic", f"`{kind.magic}`", f"`{owner.magic}`")

    def report_beyond_means(self, shape: AssetInput, what: str, needed: str, own: str) -> None:
        at = shape.at("type")
        self.report.add(problems.BeyondMeans(at=at, what=what, needed=needed, own=own))

    def unread(self) -> UnreadIds:
        """Return the ids in the files that are missing on the board."""
        there = {*self.state.assets, *self.state.bases}
        missing = frozenset(self.first) - there
        return UnreadIds(missing, more=set(self.shapes) < set(self.state.factions))


def check_headquarters(faction: str, shape: FactionOpeningInput, report: Report) -> None:
    """Check that a faction has exactly one headquarters (W-ENT-4).

    One that is asleep may have none: it joins later.
    """
    seats = [base for base in shape.bases if base.headquarters]
    if not seats and not shape.asleep:
        report.add(problems.NoHeadquarters(at=shape.key_at("bases"), faction=faction))
    for base in seats[1:]:
        at = base.key_at("headquarters")
        report.add(problems.SecondHeadquarters(at=at, faction=faction, first=seats[0].id))


def parse_asset(shape: AssetInput, faction: str, state: State, report: Report) -> Asset | None:
    """Return the asset of a shape as it enters play on this board; None after errors.

    An asset of a type that enters play Stealthed is Stealthed unless `stealth:` says otherwise.
    """
    types = state.house.catalogue.assets
    is_known = check_known("asset type", shape.type, types, shape.at("type"), report)
    if not check_place(shape.where, state, shape.at("at"), report) or not is_known:
        return None
    kind, errors = types[shape.type], report.errors
    check_hit_points(shape, shape.hp, kind.hp, report)
    check_water(kind, shape.name or kind.name, shape.where, state, shape.at("at"), report)
    if report.errors > errors:
        return None
    hidden = (
        shape.stealth if shape.has("stealth") else any(True for _ in kind.effects_of(StartsHidden))
    )
    return Asset(
        id=shape.id,
        name=PieceName(shape.name) if shape.name else kind.name,
        faction=faction,
        at=shape.where,
        type=shape.type,
        hp=kind.hp if shape.hp is None else shape.hp,
        stealth="hidden" if hidden else "",
        above=purchase_permission(state, faction, kind)[1],
    )


def check_water(
    kind: AssetType, name: str, place: str, state: State, at: Span, report: Report
) -> None:
    """Check that an asset that needs water is at a place by water (W-FX-WATERBORNE)."""
    if any(True for _ in kind.effects_of(Waterborne)) and not state.places[place].water:
        report.add(problems.NotByWater(at=at, name=name, place=place))


def check_hit_points(
    shape: AssetInput | BaseInput | FactionOpeningInput,
    hp: int | None,
    maximum: int,
    report: Report,
) -> bool:
    """Return whether hit points are missing, or between 1 and a maximum; report it if not."""
    sound = hp is None or 1 <= hp <= maximum
    if not sound:
        report.add(problems.BadHitPoints(at=shape.at("hp"), hp=hp or 0, maximum=maximum))
    return sound


def parse_base(shape: BaseInput, faction: str, state: State, report: Report) -> Base | None:
    """Return the base of a shape; None after errors.

    By default, a headquarters has as many hit points as its faction, and another base is undamaged.
    """
    errors, owner = report.errors, state.factions[faction]
    check_place(shape.where, state, shape.at("at"), report)
    maximum = _parse_maximum(shape, owner, report)
    if maximum is None:
        return None
    hp = shape.hp
    if hp is None:
        hp = owner.hp if shape.headquarters else maximum
    elif check_hit_points(shape, hp, maximum, report) and shape.headquarters and hp < owner.hp:
        report.add(problems.WeakHeadquarters(at=shape.at("hp"), hp=hp, faction=owner.hp))
    if report.errors > errors:
        return None
    name = PieceName(shape.name) if shape.name else name_from_id(shape.id)
    return Base(shape.id, name, faction, shape.where, hp, maximum, shape.headquarters)


def _parse_maximum(shape: BaseInput, owner: FactionState, report: Report) -> int | None:
    """Return a base's maximum hit points; None after an error (W-ENT-4)."""
    most, at = owner.maximum, shape.at("max")
    if shape.headquarters:
        if shape.max not in (None, most):
            report.add(problems.MaximumOfHeadquarters(at=at, maximum=most))
            return None
        return most
    if shape.max is None:
        report.add(content.MissingKey(at=shape.at(), key="max"))
    elif not shape.max:
        report.add(content.OutOfRange(at=at, bound="at least 1"))
    elif shape.max > most:
        report.add(problems.BaseTooStrong(at=at, maximum=most))
    else:
        return shape.max
    return None
