"""The command `whatif`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from chronicle.cli import output
from chronicle.cli.campaign_argument import read_campaign, read_campaign_theme, turn_number
from chronicle.cli.completers import complete_turns
from chronicle.diagnostics.report import Report

if TYPE_CHECKING:
    from chronicle.authoring.json_export import Json
    from chronicle.authoring.what_if import FactionDifference, OtherLines, WhatIf
    from chronicle.model.campaign import Campaign
    from chronicle.render.sheet_text import SheetFormatter
    from chronicle.yaml.nodes import Node

JSON_FORMAT: Final = "chronicle-whatif"
#: Increased for incompatible changes; additions do not count.
JSON_VERSION: Final = 1


@click.command()
@click.argument("turn", type=click.IntRange(min=1), shell_complete=complete_turns)
@output.CONTENT_ARGUMENT
@click.option(
    "--roll",
    "rolls",
    multiple=True,
    metavar="ID=FACES",
    help="Other faces for a roll, as in hive/raid/check=6,5; can be given several times.",
)
@click.option(
    "--orders",
    "file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="A file with `orders:` as in a turn's file, in place of those of its factions.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@output.FORMAT_OPTION
def whatif(
    turn: int, content: Path, rolls: tuple[str, ...], file: Path | None, *, as_json: bool
) -> None:
    """Show what would have been in a turn with other dice or orders.

    Plays TURN again, with the faces and orders that you give and all else as it was, and prints
    what would be different at its end for each faction: its figures, what happened (`-`) and what
    would have happened (`+`), and the same of its sheet. Nothing is written. `chronicle dice sheet`
    lists the ids of a turn's rolls; dice that the turn would newly need are computed.

    The output is for the GM only.

    Example: chronicle whatif 1 my-campaign --roll ferry/last-boat/pool=1,1,2
    """
    from chronicle.authoring.what_if import WhatIfError, differences, what_if
    from chronicle.render import Renderer
    from chronicle.render.sheet_text import SheetFormatter

    if not rolls and file is None:
        raise click.UsageError(
            "say what would be different: --orders FILE, or --roll ID=FACES with an id that"
            " chronicle dice sheet lists"
        )
    given = _faces(rolls)
    report = Report()
    campaign, ruleset = read_campaign(content, report)
    number = turn_number(campaign, turn, "TURN")
    orders = _orders(file, campaign, report) if file is not None else {}
    output.exit_on_errors(report, result=True)
    try:
        found = what_if(campaign, ruleset, number, given, orders, report)
    except WhatIfError as refused:
        raise click.BadParameter(str(refused), param_hint="--roll") from None
    found = output.result_or_exit(found, report)
    theme = read_campaign_theme(campaign, content, report)
    told = Report()
    words = SheetFormatter.of(Renderer.of(theme, campaign.ruleset), campaign, told)
    parts = differences(found, campaign, ruleset, words)
    if as_json:
        output.print_json(JSON_FORMAT, JSON_VERSION, _to_json(found, orders, parts, words))
    else:
        click.echo("\n".join(_lines(found, campaign, orders, parts, words)))
    output.exit_on_errors(told, result=True)


def _faces(rolls: Sequence[str]) -> Mapping[str, tuple[int, ...]]:
    """The faces for each roll. Raises click.BadParameter."""
    found: dict[str, tuple[int, ...]] = {}
    for written in rolls:
        name, _, faces = written.partition("=")
        numbers = faces.replace(",", " ").split()
        if not name or not numbers or not all(it.isdecimal() and len(it) < 4 for it in numbers):
            raise click.BadParameter(
                f"{written} is not a roll with faces, as in hive/raid/check=6,5",
                param_hint="--roll",
            )
        found[name.strip()] = tuple(map(int, numbers))
    return found


def _orders(file: Path, campaign: Campaign, report: Report) -> Mapping[str, Node]:
    """The orders in a file, by faction; empty after an error."""
    from chronicle.authoring.what_if import orders_in_file
    from chronicle.files.source import FileTree, ReadFailure
    from chronicle.load.text_encoding import decode_source

    name = output.display_path(file)
    if not file.exists():
        raise click.BadParameter(f"no such file: {name}", param_hint="--orders")
    try:
        read: bytes | ReadFailure = file.read_bytes()
    except OSError as error:
        read = ReadFailure("unreadable", error.strerror or "")
    source = decode_source(FileTree("", {name: read}), name, report)
    return orders_in_file(source, campaign, report) if source is not None else {}


def _lines(
    found: WhatIf,
    campaign: Campaign,
    orders: Mapping[str, Node],
    parts: Sequence[FactionDifference],
    words: SheetFormatter,
) -> Iterator[str]:
    """The difference in words and figures, faction by faction."""
    names = {it.id: it.name for it in campaign.factions}
    yield f"Turn {found.turn} would have been otherwise with"
    for roll in found.rolls:
        was = f" instead of {_listed(roll.was)}" if roll.was else ", a new roll"
        yield f"  {roll.id}: {_listed(roll.faces)}{was}"
    for faction in orders:
        yield f"  other orders of {names[faction]}"
    unchanged = [names[it.faction] for it in parts if it.is_empty and it.faction]
    for part in parts:
        if not part.is_empty:
            yield ""
            yield names.get(part.faction, "Beside the factions")
            yield from _part_lines(part, words)
    if unchanged:
        yield ""
        yield f"No difference for {', '.join(unchanged)}."


def _part_lines(part: FactionDifference, words: SheetFormatter) -> Iterator[str]:
    figures = tuple(f"{words.figure(it.name)}:" for it in part.figures)
    for named, figure in zip(figures, part.figures, strict=True):
        was = "none" if figure.was is None else figure.was
        would_be = "none" if figure.would_be is None else figure.would_be
        yield f"  {named} {would_be} instead of {was}"
    for other in (*part.events, *part.sheet):
        # A row of a sheet that is one of these figures is not repeated.
        yield from (f"  - {it}" for it in other.was if not it.startswith(figures))
        yield from (f"  + {it}" for it in other.would_be if not it.startswith(figures))


def _listed(faces: Sequence[int]) -> str:
    return ", ".join(map(str, faces))


def _to_json(
    found: WhatIf,
    orders: Mapping[str, Node],
    parts: Sequence[FactionDifference],
    words: SheetFormatter,
) -> dict[str, Json]:
    return {
        "turn": found.turn,
        "rolls": [
            {"id": it.id, "was": list(it.was), "faces": list(it.faces)} for it in found.rolls
        ],
        "orders": list(orders),
        "factions": [_part_as_json(part, words) for part in parts],
    }


def _part_as_json(part: FactionDifference, words: SheetFormatter) -> Json:
    return {
        "faction": part.faction,
        "figures": [
            {
                "name": it.name,
                "words": words.figure(it.name),
                "was": it.was,
                "would_be": it.would_be,
            }
            for it in part.figures
        ],
        "events": _lines_as_json(part.events),
        "sheet": _lines_as_json(part.sheet),
    }


def _lines_as_json(lines: Sequence[OtherLines]) -> Json:
    return [{"was": list(it.was), "would_be": list(it.would_be)} for it in lines]
