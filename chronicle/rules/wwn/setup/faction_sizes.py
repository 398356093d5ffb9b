"""Standard sizes of factions (W-ENT-2); deviations are only worth a warning."""

from __future__ import annotations

from typing import Final, Literal

from chronicle.diagnostics.report import Report
from chronicle.records import Record
from chronicle.rules.wwn.catalogue.records import Catalogue
from chronicle.rules.wwn.diagnostics import setup as problems
from chronicle.rules.wwn.inputs import AssetInput, FactionOpeningInput
from chronicle.rules.wwn.state import FactionState
from chronicle.rules.wwn.terms import Attribute

FactionSizeName = Literal["small", "medium", "large"]


class FactionSize(Record):
    """A size: ranges of the ratings from best to worst, and numbers of assets.

    ``assets`` is the number for the best attribute, and for the two others together.
    """

    name: FactionSizeName
    bounds: tuple[tuple[int, int], tuple[int, int], tuple[int, int]]
    assets: int

    def fits(self, ratings: tuple[int, ...]) -> bool:
        """Return whether ratings, the best first, fit this size."""
        pairs = zip(ratings, self.bounds, strict=True)
        return all(low <= rating <= high for rating, (low, high) in pairs)


FACTION_SIZES: Final = (
    FactionSize("small", ((3, 4), (2, 3), (1, 2)), 1),
    FactionSize("medium", ((5, 6), (4, 5), (2, 3)), 2),
    FactionSize("large", ((7, 8), (6, 7), (3, 4)), 4),
)


def size_named(name: FactionSizeName) -> FactionSize:
    """Return the size with this name."""
    return next(size for size in FACTION_SIZES if size.name == name)


def check_size(
    entry: FactionOpeningInput, faction: FactionState, catalogue: Catalogue, report: Report
) -> None:
    """Warn of ratings that fit no size, and of more assets than the size has.

    A faction of the GM's own size has what its file says.
    """
    if entry.size == "own":
        return
    best, second, third = sorted(faction.ratings, reverse=True)
    size = next((size for size in FACTION_SIZES if size.fits((best, second, third))), None)
    if size is None:
        report.add(problems.UnusualRatings(at=entry.at(), ratings=(best, second, third)))
        return
    # If two attributes are equally high, either may count as the best.
    ways = [_assets_above(entry, size, name, catalogue) for name in sorted(faction.highest)]
    for asset, of_best in min(ways, key=len):
        at = asset.at("id")
        report.add(problems.ManyAssets(at=at, size=size.name, common=size.assets, best=of_best))


def _assets_above(
    entry: FactionOpeningInput, size: FactionSize, best: Attribute, catalogue: Catalogue
) -> list[tuple[AssetInput, bool]]:
    """Return the first asset of either kind beyond the number for the size."""
    counts, found = {True: 0, False: 0}, list[tuple[AssetInput, bool]]()
    for asset in entry.assets:
        kind = catalogue.assets.get(asset.type)
        if kind is None:
            continue
        of_best = kind.attribute == best
        counts[of_best] += 1
        if counts[of_best] == size.assets + 1:
            found.append((asset, of_best))
    return found
