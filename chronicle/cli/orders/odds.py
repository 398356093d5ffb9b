"""The command `orders odds`."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from chronicle.cli import output
from chronicle.cli.campaign_argument import read_campaign, read_campaign_theme, turn_number
from chronicle.diagnostics.report import Report, did_you_mean
from chronicle.records import Record

if TYPE_CHECKING:
    from chronicle.authoring.json_export import Json
    from chronicle.play.turn_odds import OrderOdds
    from chronicle.render.odds_text import OddsFormatter
    from chronicle.rules.protocol import Chance

JSON_FORMAT: Final = "chronicle-odds"
#: Increased for incompatible changes; additions do not count.
JSON_VERSION: Final = 1
#: Columns of the output, and those for the text of an outcome.
_WIDTH: Final = 80
_WORDS: Final = 46
#: Longer fractions are shown in JSON only.
_LONGEST: Final = 17
_NO_DICE: Final = "no dice are rolled for it"
_TOO_MANY: Final = "no odds are computed for its dice"


@click.command()
@output.CONTENT_ARGUMENT
@output.turn_option()
@click.option("--order", metavar="FACTION/ID", help="Only this order, as in ferry/last-boat.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@output.FORMAT_OPTION
def odds(content: Path, turn: int | None, order: str | None, *, as_json: bool) -> None:
    """Print the probability of each outcome of a turn's orders.

    Probabilities are exact; those of one order add up to 1. They apply to the start of the turn
    with the orders as written; rolled dice are ignored. Expected values, such as damage, are
    printed below the outcome. The output is for the GM only.

    Example: chronicle orders odds --turn 1
    """
    from chronicle.play.turn_odds import compute_odds
    from chronicle.render import Renderer
    from chronicle.render.odds_text import OddsFormatter

    report = Report()
    campaign, ruleset = read_campaign(content, report)
    number = turn_number(campaign, turn)
    found = output.result_or_exit(compute_odds(campaign, ruleset, number, report), report)
    chosen = _chosen(found, order, number)
    theme = read_campaign_theme(campaign, content, report)
    names = {one.id: one.name for one in campaign.factions}
    words = OddsFormatter(Renderer.of(theme, campaign.ruleset), campaign.ruleset, names)
    told = Report()
    if as_json:
        output.print_json(JSON_FORMAT, JSON_VERSION, _to_json(chosen, words, number, told))
    else:
        click.echo("\n".join(_lines(chosen, words, names, told)))
    output.exit_on_errors(told, result=True)


def _chosen(found: Sequence[OrderOdds], order: str | None, number: int) -> Sequence[OrderOdds]:
    if order is None:
        return found
    chosen = [one for one in found if one.order == order]
    if not chosen:
        known = [one.order for one in found]
        advice = did_you_mean(
            order, known, otherwise=f"chronicle orders odds --turn {number} lists them"
        )
        raise click.BadParameter(
            f"turn {number} has no order {order}; {advice}", param_hint="--order"
        )
    return chosen


class _Row(Record):
    """One outcome as a line: its text, fraction, percentage and expected values."""

    words: str
    fraction: str
    percent: str
    expected: str


def _row(chance: Chance, words: OddsFormatter, report: Report) -> _Row:
    outcome = words.outcome(chance, report)
    fraction = str(chance.probability)
    return _Row(
        outcome.words,
        fraction if len(fraction) <= _LONGEST else "",
        f"{outcome.percent} %",
        outcome.expected,
    )


def _lines(
    found: Sequence[OrderOdds], words: OddsFormatter, names: Mapping[str, str], report: Report
) -> Iterator[str]:
    if not found:
        yield "no orders"
    faction = ""
    for one in found:
        if one.faction != faction:
            yield from ([""] if faction else [])
            faction = one.faction
            yield names.get(faction, faction)
        yield f"  {one.order}: {words.action(one.code)}"
        if not one.chances:
            yield f"    {_TOO_MANY if one.thrown else _NO_DICE}"
        for chance in one.chances:
            yield from _wrapped(_row(chance, words, report))


def _wrapped(row: _Row) -> Iterator[str]:
    """The lines of one outcome, wrapped to the width of the output."""
    first, *more = textwrap.wrap(row.words, _WORDS) or [""]
    yield f"    {first:<{_WORDS}} {row.fraction:>{_LONGEST}} {row.percent:>7}".rstrip()
    for line in more:
        yield f"    {line}"
    for line in textwrap.wrap(row.expected, _WIDTH - 8):
        yield f"      {line}"


def _to_json(
    found: Sequence[OrderOdds], words: OddsFormatter, number: int, report: Report
) -> dict[str, Json]:
    return {"turn": number, "orders": [_order(one, words, report) for one in found]}


def _order(one: OrderOdds, words: OddsFormatter, report: Report) -> Json:
    from chronicle.authoring.json_export import to_json

    return {
        "order": one.order,
        "code": one.code,
        "action": words.action(one.code),
        "thrown": one.thrown,
        "chances": [
            {
                "outcome": chance.outcome,
                "words": words.outcome(chance, report).words,
                "expected": words.outcome(chance, report).expected,
                "times": chance.probability.numerator,
                "of": chance.probability.denominator,
                "facts": to_json(chance.facts),
            }
            for chance in one.chances
        ],
    }
