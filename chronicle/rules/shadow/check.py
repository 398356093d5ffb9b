"""Check conspiracies, help, blocks and assistance against a board, with a finding at each error."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from chronicle.diagnostics.catalogue import references
from chronicle.diagnostics.report import Report
from chronicle.files.source import Span
from chronicle.records import MutableRecord, field
from chronicle.rules.shadow import diagnostics
from chronicle.rules.shadow.actions.assistance import assist_refusals
from chronicle.rules.shadow.actions.common import ConspiracyInput, acting_refusals
from chronicle.rules.shadow.actions.support import SupportInput, support_refusals
from chronicle.rules.shadow.dice_limits import DiceLimits, dice_limits
from chronicle.rules.shadow.inputs import PowerOrdersInput
from chronicle.rules.shadow.orders import Conspiracy, Orders, Piece, PieceRefusal, Support
from chronicle.rules.shadow.state import State
from chronicle.yaml.decode import InputModel


class OrderCheck(MutableRecord, dict=True):
    """Checks a turn's orders on the board before conspiracies.

    ``unread`` powers could have any orders. What depends on the sphere of ``lost`` pieces is not
    reported: their orders name none.
    """

    entries: Mapping[str, PowerOrdersInput]
    orders: Orders
    board: State
    report: Report
    unread: frozenset[str]
    lost: set[Piece]
    used_resources: dict[Piece, Span] = field(default_factory=dict)

    @cached_property
    def limits(self) -> DiceLimits:
        """The dice that powers can have at each order."""
        return dice_limits(self.board, self.orders)

    def check(self) -> None:
        """Add all findings."""
        for power, entry in self.entries.items():
            own = self.orders.powers[power]
            self.check_ids(power, entry)
            for plot, plot_entry in zip(own.conspiracies, entry.conspiracies, strict=True):
                self.check_conspiracy(plot, plot_entry)
            supports = (*entry.help, *entry.block)
            for support, support_entry in zip(own.supports, supports, strict=True):
                self.check_support(support, support_entry)
            if own.assist is not None and entry.assist is not None:
                refusals = assist_refusals(self.board, self.orders.turn, power, own.assist)
                self.add(refusals, entry.assist)

    def add(self, refusals: Iterable[PieceRefusal], entry: InputModel) -> None:
        """Add the findings of refusals that depend on no lost piece."""
        for refusal in refusals:
            if self.lost.isdisjoint(refusal.pieces):
                refusal.add_to(self.report, entry)

    def check_ids(self, power: str, entry: PowerOrdersInput) -> None:
        """Check that orders, and resources to be taken, have ids of their own."""
        seen: dict[str, Span] = {}
        plots = self.orders.powers[power].conspiracies
        for plot, plot_entry in zip(plots, entry.conspiracies, strict=True):
            at = plot_entry.at("id")
            if plot.id in seen:
                first = seen[plot.id]
                self.report.add(
                    references.DuplicateId(at=at, what="an order", name=plot.id, first=first)
                )
            seen.setdefault(plot.id, at)
            new = plot.command.new_resource
            earlier = (one.command.new_resource for one in plots[: plots.index(plot)])
            taken = {*self.board.powers[power].resources, *(it.id for it in earlier if it)}
            if new is not None and new.id in taken:
                at = plot_entry.at("new_resource", "id")
                self.report.add(
                    references.DuplicateId(at=at, what="a resource", name=new.id, first=at)
                )

    def check_conspiracy(self, plot: Conspiracy, entry: ConspiracyInput) -> None:
        self.check_acting(plot.power, plot.resource, entry)
        self.check_stake(plot.power, plot.resource, plot.stake, plot.key, entry.at("stake"))
        is_missing = not plot.narrative and entry.narrative is not False
        if is_missing and not plot.veto and plot.command.ROLLS:
            self.report.add(diagnostics.NoNarrative(at=entry.at("id")))
        self.add(plot.command.refusals(self.board, plot), entry)

    def check_support(self, support: Support, entry: SupportInput) -> None:
        power, resource = support.power, support.resource
        self.check_acting(power, resource, entry)
        self.check_stake(power, resource, support.stake, f"{power}/{resource}", entry.at("stake"))
        if support.conspiracy.partition("/")[0] not in self.unread:
            self.add(support_refusals(self.board, self.orders, support), entry)
        other_side = (
            other.conspiracy == support.conspiracy and not other.blocks
            for other in self.orders.powers[power].supports
        )
        if support.blocks and any(other_side):
            at = entry.at("conspiracy")
            self.report.add(diagnostics.HelpsAndBlocks(at=at, conspiracy=support.conspiracy))

    def check_acting(
        self, power: str, resource: str, entry: ConspiracyInput | SupportInput
    ) -> None:
        """Check that a resource can act, and does so only once."""
        self.add(acting_refusals(self.board, power, resource), entry)
        if resource not in self.board.powers[power].resources:
            return
        at = entry.at("resource")
        if (power, resource) in self.used_resources:
            first = self.used_resources[power, resource]
            self.report.add(diagnostics.ResourceBusy(at=at, resource=resource, first=first))
        self.used_resources.setdefault((power, resource), at)

    def check_stake(self, power: str, resource: str, stake: int, key: str, at: Span) -> None:
        """Check that strength (S-DICE-1, S-STAKE-5) and pool allow a stake."""
        tool = self.board.powers[power].resources.get(resource)
        if tool is not None and stake > tool.strength:
            high = diagnostics.StakeAboveStrength(
                at=at, stake=stake, strength=tool.strength, resource=resource
            )
            self.report.add(high)
        # Dice from unread orders may fill the pool (S-STAKE-3, 4).
        elif not self.unread and stake > (most := self.limits.most_dice(power, key)):
            self.report.add(diagnostics.StakeAbovePool(at=at, stake=stake, most=most, power=power))
