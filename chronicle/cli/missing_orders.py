"""The question before a turn goes on without the orders of some factions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import click

from chronicle.cli.output import can_prompt

if TYPE_CHECKING:
    from chronicle.model.campaign import Faction

WITHOUT_ORDERS_OPTION: Final = click.option(
    "--without-orders", is_flag=True, help="Go on although factions have no orders, without asking."
)


def missing_orders_text(turn: int, factions: Sequence[Faction]) -> str:
    """The line that names the factions without orders for a turn."""
    names = ", ".join(f"{faction.name} ({faction.id})" for faction in factions)
    return f"turn {turn} has no orders of {names}"


def accept_missing_orders(
    lines: Sequence[str], question: str, *, yes: bool, without_orders: bool
) -> bool:
    """Whether the GM goes on although factions have no orders.

    ``lines`` name them; if there are none, nothing is asked. ``--yes`` alone does not answer the
    question. Raises a usage error if there is no answer.
    """
    if not lines:
        return True
    for line in lines:
        click.echo(line, err=True)
    if without_orders:
        return True
    if yes or not can_prompt():
        raise click.UsageError("to go on without these orders, add --without-orders")
    return click.confirm(question, err=True)
