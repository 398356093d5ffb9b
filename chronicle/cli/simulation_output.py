"""The output of the command `simulate`: text in columns, or JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from chronicle.model.campaign import names_of_things
from chronicle.model.character import Aim, AimKind
from chronicle.model.facts import Ref, faction_ref

if TYPE_CHECKING:
    from chronicle.authoring.json_export import Json
    from chronicle.authoring.simulation.summary import Band, PurchaseWorth, Simulation
    from chronicle.model.campaign import Campaign
    from chronicle.render.sheet_text import SheetFormatter
    from chronicle.render.simulation_page import SimulationView

_AIMS: Final[Mapping[AimKind, str]] = {
    "take": "take",
    "hold": "hold",
    "ruin": "ruin",
    "befriend": "befriend",
    "grow-rich": "grow rich",
    "find-out": "find out about",
}


def simulation_lines(found: Simulation, campaign: Campaign, words: SheetFormatter) -> Iterator[str]:
    """The summary of a simulation in tables."""
    names = names_of_things(campaign)
    last = found.first + found.turns - 1
    turns = f"Turn {last}" if found.turns == 1 else f"Turns {found.first} to {last}"
    times = "once" if found.runs == 1 else f"{found.runs} times"
    yield f"{turns} played {times}. Of three figures one run in ten has no more than the first,"
    yield "half have no more than the second, and nine in ten no more than the third."
    yield ""
    yield "Who rises, who falls, by the rules' own measure of who is ahead"
    yield from _table(
        ("", "now", "in the end", "rises", "falls", "leads", "gone"),
        [
            (
                names[faction_ref(it.faction)],
                _number(it.before),
                _band(it.after),
                *map(_percent, (it.rises, it.falls, it.leads, it.gone)),
            )
            for it in found.prospects
        ],
    )
    for measure in dict.fromkeys(it.measure for it in found.measures):
        yield ""
        yield _capitalized(words.figure(measure))
        yield from _table(
            ("", "now", "in the end"),
            [
                (names[faction_ref(it.faction)], _middle(it.bands[0]), _band(it.bands[-1]))
                for it in found.measures
                if it.measure == measure
            ],
        )
    if found.aims:
        yield ""
        yield "Aims"
        yield from _table(
            ("", "met", "first by", "in the end"),
            [
                (
                    f"{names[faction_ref(it.faction)]}: {aim_text(it.aim, names)}",
                    _percent(it.met),
                    "–" if it.turn is None else _first_met(it.turn, found.first),
                    _percent(it.in_the_end),
                )
                for it in found.aims
            ],
        )
    if found.purchases:
        yield ""
        yield "What was bought, and how much further ahead its owner was than in other runs"
        yield from _table(
            ("", "price", "runs", "ahead by"),
            [_purchase(it, names, words) for it in found.purchases],
        )
    if found.left_out:
        yield ""
        yield f"{found.left_out} orders could not be given together with others and were left out."


def aim_text(aim: Aim, names: Mapping[Ref, str]) -> str:
    """An aim in words."""
    if aim.target is None:
        return _AIMS[aim.kind]
    return f"{_AIMS[aim.kind]} {names.get(aim.target, aim.target.id)}"


def simulation_view(found: Simulation, campaign: Campaign, words: SheetFormatter) -> SimulationView:
    """What a page with charts shows of a simulation."""
    from chronicle.outline.charts.forecasts import forecast_chart
    from chronicle.render.simulation_page import AimRow, ProspectRow, PurchaseRow, SimulationView

    names = names_of_things(campaign)
    lines: dict[str, dict[str, tuple[Band | None, ...]]] = {}
    for one in found.measures:
        lines.setdefault(one.measure, {})[one.faction] = one.bands
    return SimulationView(
        found.first,
        found.first + found.turns - 1,
        found.runs,
        tuple(
            ProspectRow(it.faction, it.before, it.after, it.rises, it.falls, it.leads, it.gone)
            for it in found.prospects
        ),
        tuple(forecast_chart(name, found.first, own) for name, own in lines.items()),
        tuple(
            AimRow(
                it.faction,
                it.aim.kind,
                "" if it.aim.target is None else names.get(it.aim.target, it.aim.target.id),
                it.met,
                it.turn if it.turn is None or it.turn >= found.first else 0,
                it.in_the_end,
            )
            for it in found.aims
        ),
        tuple(
            PurchaseRow(it.faction, words.action(it.kind), it.price, it.runs, it.gain)
            for it in found.purchases
        ),
    )


def _first_met(turn: int, first: int) -> str:
    return "now" if turn < first else f"turn {turn}"


def _purchase(
    it: PurchaseWorth, names: Mapping[Ref, str], words: SheetFormatter
) -> tuple[str, ...]:
    return (
        f"{names[faction_ref(it.faction)]}: {words.action(it.kind)}",
        _number(it.price),
        str(it.runs),
        "all runs" if it.gain is None else f"{it.gain:+.1f}",
    )


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Rows in columns, the first one to the left and the others to the right."""
    listed = [heads, *rows]
    widths = [max(map(len, column)) for column in zip(*listed, strict=True)]
    for row in listed:
        first, *others = (
            cell.ljust(width) if place == 0 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  " + "  ".join((first, *others)).rstrip()


def _band(band: Band | None) -> str:
    return "–" if band is None else "  ".join(_number(it).rjust(5) for it in band)


def _middle(band: Band | None) -> str:
    return "–" if band is None else _number(band[1])


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _percent(share: Fraction) -> str:
    return f"{round(100 * share)} %"


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]


def simulation_as_json(found: Simulation, seed: str) -> dict[str, Json]:
    """The summary of a simulation for other programs."""
    return {
        "first": found.first,
        "turns": found.turns,
        "runs": found.runs,
        "seed": seed,
        "prospects": [
            {
                "faction": it.faction,
                "before": it.before,
                "after": list(it.after),
                "rises": _share(it.rises),
                "falls": _share(it.falls),
                "leads": _share(it.leads),
                "gone": _share(it.gone),
            }
            for it in found.prospects
        ],
        "measures": [
            {
                "measure": it.measure,
                "faction": it.faction,
                "bands": [None if band is None else list(band) for band in it.bands],
            }
            for it in found.measures
        ],
        "aims": [
            {
                "faction": it.faction,
                "kind": it.aim.kind,
                "target": None if it.aim.target is None else str(it.aim.target.id),
                "met": _share(it.met),
                "turn": it.turn,
                "in_the_end": _share(it.in_the_end),
            }
            for it in found.aims
        ],
        "purchases": [
            {
                "faction": it.faction,
                "kind": it.kind,
                "price": it.price,
                "bought_in": it.runs,
                "gain": it.gain,
            }
            for it in found.purchases
        ],
        "left_out": found.left_out,
    }


def _share(share: Fraction) -> float:
    return round(float(share), 6)
