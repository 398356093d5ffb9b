"""The commands `dice sheet` and `dice verify`."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from chronicle.cli import campaign_argument, output
from chronicle.cli.build_run import read_one_campaign
from chronicle.cli.help_text import CommandGroup
from chronicle.diagnostics.report import Report

if TYPE_CHECKING:
    from chronicle.authoring.verify_dice import TurnDice, VerifiedRoll

JSON_FORMAT: Final = "chronicle-dice"
SHEET_FORMAT: Final = "chronicle-dice-sheet"
JSON_VERSION: Final = 1


@click.group(cls=CommandGroup)
def dice() -> None:
    """List the dice to throw at the table, and verify those of a campaign."""


@dice.command()
@output.CONTENT_ARGUMENT
@output.turn_option()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@output.FORMAT_OPTION
def sheet(content: Path, turn: int | None, *, as_json: bool) -> None:
    """Print the dice that a turn needs, to throw at the table.

    Lists each roll with its dice, what it is for, and its modifiers, and then the lines of `rolls:`
    for the turn's file, with places for the faces. Fill them in, and run the command again: some
    rolls depend on the results of others. Nothing is written.

    Example: chronicle dice sheet --turn 1
    """
    from chronicle.authoring.dice_sheet import sheet_of_turn
    from chronicle.authoring.turn_file import turn_path
    from chronicle.cli.dice_output import sheet_as_json, sheet_lines
    from chronicle.model.campaign import names_of_things
    from chronicle.render import Renderer
    from chronicle.render.roll_text import RollFormatter

    report = Report()
    campaign, ruleset = campaign_argument.read_campaign(content, report)
    number = campaign_argument.turn_number(campaign, turn)
    found = output.result_or_exit(sheet_of_turn(campaign, ruleset, number, report), report)
    theme = campaign_argument.read_campaign_theme(campaign, content, report)
    words = RollFormatter(
        Renderer.of(theme, campaign.ruleset), campaign.ruleset, names_of_things(campaign)
    )
    told = Report()
    if as_json:
        output.print_json(SHEET_FORMAT, JSON_VERSION, sheet_as_json(found, words, told))
    else:
        factions = {one.id: one.name for one in campaign.factions}
        path = output.display_path(content / turn_path(number))
        click.echo("\n".join(sheet_lines(found, words, factions, path, told)))
    output.exit_on_errors(told, result=True)


@dice.command()
@output.CONTENT_ARGUMENT
@output.turn_option("Only this turn, with its seed and every digest.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with every digest.")
@output.FORMAT_OPTION
def verify(content: Path, turn: int | None, *, as_json: bool) -> None:
    """Recompute every recorded roll and compare.

    Rolls are recomputed from the campaign's seed by a second implementation, following "How the
    dice work" in the documentation. Dice rolled at the table are compared with `rolls:`. With
    --turn it also prints the turn's seed and each digest, so that players can repeat the
    computation with any tool for HMAC-SHA256.

    Example: chronicle dice verify --turn 1
    """
    from chronicle.authoring.verify_dice import verify_rolls
    from chronicle.pipeline import resolve_campaign as play

    report = Report()
    played = output.result_or_exit(play(read_one_campaign(content, report), report), report)
    campaign_argument.refuse_later_turn(len(played.history.turns), turn)
    found = verify_rolls(played, turn)
    if as_json:
        output.print_json(JSON_FORMAT, JSON_VERSION, _to_json(found))
    else:
        for one in found:
            for line in _in_full(one) if turn is not None else (_in_short(one),):
                click.echo(line)
    wrong = [roll for one in found for roll in one.wrong]
    if wrong:
        click.echo(_complaint(wrong), err=True)
        sys.exit(output.EXIT_BUG)
    if not as_json:
        click.echo(_verdict(found))


def _in_short(one: TurnDice) -> str:
    """One turn as one line."""
    return f"turn {one.turn}: {_counted(one.rolls)}, {_sources((one,))}"


def _in_full(one: TurnDice) -> Iterator[str]:
    """The lines of one turn: its seed, every roll and every digest."""
    yield f"turn {one.turn}"
    yield f"  seed {one.seed}"
    for roll in one.rolls:
        faces = " ".join(map(str, roll.faces)) or "no dice"
        kind = "from the table" if roll.source == "table" else "computed"
        yield f"\n{roll.id}: {faces} (d{roll.sides}, {kind}: {_said(roll)})"
        for draw in roll.draws:
            yield f"  {'·'.join(map(str, draw.message))}  {draw.digest}  {draw.face or 'again'}"
    if one.rolls:
        yield ""


def _said(roll: VerifiedRoll) -> str:
    match roll.verdict:
        case "right":
            return "as written" if roll.source == "table" else "confirmed"
        case "other faces":
            faces = " ".join(str(draw.face) for draw in roll.draws if draw.face)
            return f"recomputed: {faces}"
        case "not as written":
            return "`rolls:` of the turn has other faces, or none"
        case "name of another":
            return "another roll has the same name, or the name belongs to another turn"


def _verdict(found: Sequence[TurnDice]) -> str:
    rolls = [roll for one in found for roll in one.rolls]
    if not rolls:
        return "no dice were rolled"
    return f"all rolls are correct: {_counted(rolls)}, {_sources(found)}"


def _counted(rolls: Sequence[VerifiedRoll]) -> str:
    return f"{len(rolls)} roll{'' if len(rolls) == 1 else 's'}"


def _sources(found: Sequence[TurnDice]) -> str:
    computed = sum(one.dice("computed") for one in found)
    table = sum(one.dice("table") for one in found)
    dice = "die" if computed == 1 else "dice"
    return f"{computed} {dice} computed and {table} from the table"


def _complaint(wrong: Sequence[VerifiedRoll]) -> str:
    lines = [f"{roll.id} is wrong: {_said(roll)}" for roll in wrong]
    return "\n".join([*lines, "This is a bug in chronicle; please report it."])


def _to_json(found: Sequence[TurnDice]) -> dict[str, object]:
    return {
        "right": not any(one.wrong for one in found),
        "turns": [
            {"turn": one.turn, "seed": one.seed, "rolls": [_roll(roll) for roll in one.rolls]}
            for one in found
        ],
    }


def _roll(roll: VerifiedRoll) -> dict[str, object]:
    return {
        "id": roll.id,
        "sides": roll.sides,
        "faces": list(roll.faces),
        "source": roll.source,
        "verdict": roll.verdict,
        "draws": [
            {"message": list(draw.message), "digest": draw.digest, "face": draw.face}
            for draw in roll.draws
        ],
    }
