"""What many runs of a simulation have in common: bands of figures, and shares of runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from statistics import fmean
from typing import Final, TypeAlias

from chronicle.authoring.simulation.run import RunResult
from chronicle.model.character import Aim
from chronicle.records import Record

#: The figures of a band, as shares of the runs that have no more.
QUANTILES: Final = (Fraction(1, 10), Fraction(1, 2), Fraction(9, 10))
#: The 10th, 50th and 90th percentile of a figure.
Band: TypeAlias = tuple[float, float, float]
_DIGITS: Final = 6


class MeasureBands(Record):
    """The bands of one measure of a faction, at the start and after each turn.

    None where no run has a value.
    """

    measure: str
    faction: str
    bands: tuple[Band | None, ...]


class Prospect(Record):
    """Whether a faction rises or falls, by the ruleset's own measure of who is ahead.

    ``before`` and ``after`` are its values, ``rises``, ``falls`` and ``leads`` the shares of runs
    in which it ends higher or lower than it began, and ahead of all; ``gone`` that of runs in which
    it gives no more orders in the end.
    """

    faction: str
    before: float
    after: Band
    rises: Fraction
    falls: Fraction
    leads: Fraction
    gone: Fraction


class AimProspect(Record):
    """How often an aim is met, in which turn half of those runs have met it first, and in the end.

    ``turn`` is None if no run meets it; the last played turn if it is met already.
    """

    faction: str
    aim: Aim
    met: Fraction
    turn: int | None
    in_the_end: Fraction


class PurchaseWorth(Record):
    """Whether something bought was worth its price to a faction.

    ``runs`` are those in which it bought at least one. ``gain`` is how much further ahead it is in
    the end of these, on average, than of the others; None if there are none.
    """

    faction: str
    kind: str
    price: float
    runs: int
    gain: float | None


class Simulation(Record):
    """The summary of the runs of a simulation; ``first`` is its first turn."""

    first: int
    turns: int
    runs: int
    prospects: tuple[Prospect, ...]
    measures: tuple[MeasureBands, ...]
    aims: tuple[AimProspect, ...]
    purchases: tuple[PurchaseWorth, ...]
    left_out: int


def summary_of(results: Sequence[RunResult], first: int, turns: int) -> Simulation:
    """The summary of one or more runs; it does not depend on their order."""
    results = sorted(results, key=lambda it: it.name)
    return Simulation(
        first,
        turns,
        len(results),
        tuple(_prospects(results)),
        tuple(_measures(results)),
        tuple(_aims(results)),
        tuple(_purchases(results)),
        sum(count for it in results for count in it.left_out.values()),
    )


def band_of(values: Iterable[float]) -> Band | None:
    """The percentiles of a band by nearest rank; None without values."""
    ordered = sorted(values)
    if not ordered:
        return None
    low, middle, high = (ordered[-(-len(ordered) * it // 1) - 1] for it in QUANTILES)
    return low, middle, high


def _prospects(results: Sequence[RunResult]) -> Iterator[Prospect]:
    for faction, line in results[0].winning.items():
        ends = [it.winning[faction][-1] for it in results]
        band = band_of(ends)
        if band is None:
            continue
        most = [max(it.winning[id][-1] for id in it.winning if id != faction) for it in results]
        yield Prospect(
            faction,
            line[0],
            band,
            _share(end > line[0] for end in ends),
            _share(end < line[0] for end in ends),
            _share(end > other for end, other in zip(ends, most, strict=True)),
            _share(faction in it.gone for it in results),
        )


def _measures(results: Sequence[RunResult]) -> Iterator[MeasureBands]:
    """Bands by measure, then by faction, as the first run that has them lists them."""
    names = dict.fromkeys(
        (name, faction) for it in results for faction, own in it.measures.items() for name in own
    )
    order = {name: place for place, name in enumerate(dict.fromkeys(name for name, _ in names))}
    for name, faction in sorted(names, key=lambda it: (order[it[0]], it[1])):
        lines = [own[name] for it in results if name in (own := it.measures.get(faction, {}))]
        columns = zip(*lines, strict=True)
        bands = tuple(band_of(it for it in column if it is not None) for column in columns)
        yield MeasureBands(name, faction, bands)


def _aims(results: Sequence[RunResult]) -> Iterator[AimProspect]:
    for place, one in enumerate(results[0].aims):
        found = [it.aims[place] for it in results]
        turns = band_of(it.turn for it in found if it.turn is not None)
        yield AimProspect(
            one.faction,
            one.aim,
            _share(it.turn is not None for it in found),
            int(turns[1]) if turns is not None else None,
            _share(it.in_the_end for it in found),
        )


def _purchases(results: Sequence[RunResult]) -> Iterator[PurchaseWorth]:
    """What was bought, by faction; of each what was worth most first."""
    prices: dict[tuple[str, str], list[int]] = {}
    for result in results:
        for it in result.purchases:
            prices.setdefault((it.faction, it.kind), []).append(it.price)
    found = [_worth(results, faction, kind, paid) for (faction, kind), paid in prices.items()]
    yield from sorted(
        found, key=lambda it: (it.faction, it.gain is None, -(it.gain or 0.0), it.kind)
    )


def _worth(
    results: Sequence[RunResult], faction: str, kind: str, prices: Sequence[int]
) -> PurchaseWorth:
    buying: list[float] = []
    others: list[float] = []
    for result in results:
        has_bought = any((it.faction, it.kind) == (faction, kind) for it in result.purchases)
        (buying if has_bought else others).append(result.winning[faction][-1])
    gain = round(fmean(buying) - fmean(others), _DIGITS) if others else None
    return PurchaseWorth(faction, kind, round(fmean(prices), _DIGITS), len(buying), gain)


def _share(found: Iterable[bool]) -> Fraction:
    listed = list(found)
    return Fraction(sum(listed), len(listed))


def by_measure(found: Sequence[MeasureBands]) -> Mapping[str, tuple[MeasureBands, ...]]:
    """The bands of all factions for each measure."""
    names = dict.fromkeys(it.measure for it in found)
    return {name: tuple(it for it in found if it.measure == name) for name in names}
