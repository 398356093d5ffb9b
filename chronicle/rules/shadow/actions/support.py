"""Help or block others' conspiracies (S-STAKE-5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final

from chronicle.rules import order_form as forms
from chronicle.rules.shadow import diagnostics
from chronicle.rules.shadow.actions.common import ResourceName, sphere_refusals, unknown
from chronicle.rules.shadow.orders import Orders, PieceRefusal, Support
from chronicle.rules.shadow.state import Resource, State
from chronicle.yaml import decode

RULE: Final = "S-STAKE-5"
#: What a form calls the two.
SIDES: Final = ("help", "block")


class SupportInput(decode.InputModel):
    """An entry of `help:` or `block:`."""

    conspiracy: decode.NonEmptyText
    resource: ResourceName
    stake: Annotated[int, decode.Field(ge=1, le=1000)] = 1

    def support(self, power: str, *, blocks: bool) -> Support:
        """Return the order of a power."""
        return Support(power, self.resource, self.conspiracy, self.stake, blocks)


def support_refusals(board: State, orders: Orders, support: Support) -> Iterator[PieceRefusal]:
    """Yield why a conspiracy can't be helped or blocked by a power."""
    plot = orders.conspiracy(support.conspiracy)
    if plot is None:
        plots = (plot.key for plot in orders.conspiracies())
        yield PieceRefusal(unknown("conspiracy", support.conspiracy, plots), ("conspiracy",))
    elif not plot.command.ROLLS:
        yield PieceRefusal(diagnostics.SupportsMobilize(at=None), ("conspiracy",))
    elif plot.power == support.power:
        deed = "block" if support.blocks else "help"
        yield PieceRefusal(diagnostics.OwnTarget(at=None, deed=deed), ("conspiracy",))
    else:
        acting = board.powers[plot.power].resources.get(plot.resource)
        # A conspiracy without a place is a separate finding.
        if acting is not None and acting.sphere:
            own, target = (support.power, support.resource), (plot.power, plot.resource)
            what = f"`{plot.key}`"
            yield from sphere_refusals(board, own, "conspiracy", what, target, acting.sphere)


def support_choices(board: State, item: Resource) -> Iterator[forms.ActionChoice]:
    """Yield help and block, for whatever others may do."""
    if len(board.powers) > 1:
        for side in SIDES:
            stake = forms.IntegerField("stake", 1, item.strength, usual=1, price=1)
            which = forms.TextField("conspiracy", needed=True)
            entry = forms.ListItem(side, (forms.FixedField("resource", item.id), which, stake))
            yield forms.ActionChoice(side, RULE, (entry,))
