"""Check orders against the board at the start of their turn, with a finding at each error."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from chronicle.diagnostics.catalogue import references
from chronicle.diagnostics.report import Report
from chronicle.files.source import Span
from chronicle.records import MutableRecord, field, replace
from chronicle.rules.kit.parser import check_known
from chronicle.rules.shadow import diagnostics
from chronicle.rules.shadow.dice_limits import DiceLimits, dice_limits
from chronicle.rules.shadow.inputs import ConspiracyInput, PowerOrdersInput, SupportInput
from chronicle.rules.shadow.orders import (
    AttackActorOrder,
    AttackResourceOrder,
    Conspiracy,
    MobilizeOrder,
    Orders,
    RaiseOrder,
    Support,
)
from chronicle.rules.shadow.state import MAX_INFLUENCE, MAX_STRENGTH, RESERVE, Power, State
from chronicle.yaml.decode import InputModel
from chronicle.yaml.nodes import MapNode


class OrdersValidator(MutableRecord, dict=True):
    """Checks a turn's orders against a board, as if ``unread`` powers had any; reports findings."""

    entries: Mapping[str, PowerOrdersInput]
    orders: Orders
    board: State
    report: Report
    unread: frozenset[str] = frozenset()
    used_resources: dict[tuple[str, str], Span] = field(default_factory=dict)
    #: Resources, and actors under an empty name, whose order names no sphere: their place is
    #: unknown, so no further errors are reported for them.
    lost: set[tuple[str, str]] = field(default_factory=set)

    @cached_property
    def limits(self) -> DiceLimits:
        """The dice that powers can have at each order."""
        return dice_limits(self.board, self.orders)

    def check_placements(self) -> None:
        """Add findings for the placement of resources and actors (S-ROUND-1, 2)."""
        for power in self.unread:
            resources = self.board.powers[power].resources
            self.lost |= {(power, ""), *((power, resource) for resource in resources)}
        for power, entry in self.entries.items():
            self.check_resource_placements(self.board.powers[power], entry)
            if entry.actor is not None:
                if not self.sphere(entry.actor, entry.at("actor")):
                    self.lost.add((power, ""))
                self.check_actor_active(power, entry.at("actor"))

    def valid_orders(self) -> Orders:
        """Return the orders without impossible placements."""
        return replace(
            self.orders,
            powers={
                power: replace(
                    own,
                    place={id: at for id, at in own.place.items() if (power, id) not in self.lost},
                    actor=None if (power, "") in self.lost else own.actor,
                )
                for power, own in self.orders.powers.items()
            },
        )

    def sphere(self, name: str, at: Span) -> bool:
        return check_known("sphere", name, tuple(self.board.neighbours), at, self.report)

    def check_actor_active(self, power: str, at: Span) -> None:
        if not self.board.powers[power].actor.active:
            self.report.add(diagnostics.ActorEliminated(at=at, power=power))

    def check_resource_placements(self, power: Power, entry: PowerOrdersInput) -> None:
        where = {resource.id: resource.sphere for resource in power.resources.values()}
        own = self.orders.powers[power.id]
        for resource, sphere in own.place.items():
            at = entry.at("place", resource)
            key = _key_at(entry, "place", resource)
            if not check_known("resource", resource, tuple(power.resources), key, self.report):
                self.lost.add((power.id, resource))
            elif sphere == RESERVE or self.sphere(sphere, at):
                where[resource] = sphere
            else:
                self.lost.add((power.id, resource))
                where.pop(resource, None)
        taken: dict[str, str] = {}
        # Those that stay come first, so that the finding is at a placement of this turn.
        for resource in sorted(where, key=lambda id: id in own.place):
            sphere = where[resource]
            if sphere and sphere in taken:
                self.report.add(
                    diagnostics.SharedSphere(
                        at=entry.at("place", resource),
                        resource=resource,
                        other=taken[sphere],
                        sphere=sphere,
                    )
                )
            taken.setdefault(sphere, resource)

    def conspiracies(self) -> None:
        """Add findings for conspiracies, help, blocks and assistance."""
        for power, entry in self.entries.items():
            own = self.orders.powers[power]
            self.check_distinct_ids(entry)
            for plot, plot_entry in zip(own.conspiracies, entry.conspiracies, strict=True):
                self.plot(plot, plot_entry)
            for support, support_entry in self.supports(power):
                self.support(support, support_entry)
            self.check_both_sides(power)
            if entry.assist is not None:
                self.sphere(entry.assist.sphere, entry.assist.at("sphere"))
                story = self.board.story_of(self.orders.turn)
                if self.board.powers[power].assisted == story:
                    self.report.add(diagnostics.AssistUsed(at=entry.assist.at(), power=power))

    def supports(self, power: str) -> Iterator[tuple[Support, SupportInput]]:
        entry = self.entries[power]
        yield from zip(self.orders.powers[power].supports, [*entry.help, *entry.block], strict=True)

    def check_distinct_ids(self, entry: PowerOrdersInput) -> None:
        seen: dict[str, Span] = {}
        for plot in entry.conspiracies:
            if plot.id in seen:
                self.report.add(
                    references.DuplicateId(
                        at=plot.at("id"), what="an order", name=plot.id, first=seen[plot.id]
                    )
                )
            seen.setdefault(plot.id, plot.at("id"))

    def acting(self, power: str, resource: str, at: Span) -> str:
        """Return the sphere where a resource acts; empty after a finding."""
        owner = self.board.powers[power]
        if not check_known("resource", resource, tuple(owner.resources), at, self.report):
            return ""
        if (power, resource) in self.used_resources:
            first = self.used_resources[power, resource]
            self.report.add(diagnostics.ResourceBusy(at=at, resource=resource, first=first))
        self.used_resources.setdefault((power, resource), at)
        if (power, resource) in self.lost:
            return ""
        sphere = owner.resources[resource].sphere
        if not sphere:
            self.report.add(diagnostics.NotPlaced(at=at, resource=resource))
        return sphere

    def stake(self, power: str, resource: str, stake: int, key: str, at: Span) -> None:
        tool = self.board.powers[power].resources.get(resource)
        if tool is not None and stake > tool.strength:
            self.report.add(
                diagnostics.StakeAboveStrength(
                    at=at, stake=stake, strength=tool.strength, resource=resource
                )
            )
            return
        if self.unread:
            # Dice from their orders may fill the pool (S-STAKE-3, 4).
            return
        most = self.limits.most_dice(power, key)
        if stake > most:
            self.report.add(diagnostics.StakeAbovePool(at=at, stake=stake, most=most, power=power))

    def plot(self, plot: Conspiracy, entry: ConspiracyInput) -> None:
        sphere = self.acting(plot.power, plot.resource, entry.at("resource"))
        self.stake(plot.power, plot.resource, plot.stake, plot.key, entry.at("stake"))
        is_missing = not plot.narrative and entry.narrative is not False
        if is_missing and not plot.veto and not isinstance(plot.command, MobilizeOrder):
            self.report.add(diagnostics.NoNarrative(at=entry.at("id")))
        match plot.command:
            case RaiseOrder() as command:
                self.check_raise(plot, command, entry, sphere)
            case AttackResourceOrder(power=other, resource=target):
                self.check_attack_on_resource(plot, entry, sphere, (other, target))
            case AttackActorOrder(power=other):
                self.check_attack_on_actor(plot, entry, sphere, other)
            case MobilizeOrder():
                self.check_mobilize(plot, entry)

    def check_mobilize(self, plot: Conspiracy, entry: ConspiracyInput) -> None:
        tool = self.board.powers[plot.power].resources.get(plot.resource)
        if tool is not None and tool.strength >= MAX_STRENGTH:
            self.report.add(
                diagnostics.MobilizeGainsNothing(
                    at=entry.at("resource"), resource=tool.id, most=MAX_STRENGTH
                )
            )

    def check_raise(
        self, plot: Conspiracy, command: RaiseOrder, entry: ConspiracyInput, sphere: str
    ) -> None:
        own = self.board.powers[plot.power]
        if sphere and command.level <= own.standing(sphere):
            self.report.add(
                diagnostics.LevelNotHigher(
                    at=entry.at("to"), present=own.standing(sphere), sphere=sphere
                )
            )
        if not command.resource_id:
            return
        at = entry.at("new_resource", "id")
        if command.level < MAX_INFLUENCE:
            self.report.add(
                diagnostics.NewResourceWithoutDominance(at=entry.key_at("new_resource"))
            )
        taken = [
            other.command.resource_id
            for other in self._earlier(plot)
            if isinstance(other.command, RaiseOrder) and other.command.resource_id
        ]
        if command.resource_id in own.resources or command.resource_id in taken:
            self.report.add(
                references.DuplicateId(at=at, what="a resource", name=command.resource_id, first=at)
            )

    def _earlier(self, plot: Conspiracy) -> Sequence[Conspiracy]:
        plots = self.orders.powers[plot.power].conspiracies
        return plots[: plots.index(plot)]

    def check_attack_on_resource(
        self, plot: Conspiracy, entry: ConspiracyInput, sphere: str, target: tuple[str, str]
    ) -> None:
        at = entry.at("target")
        power, resource = target
        if not resource:
            self.report.add(diagnostics.UnclearTarget(at=at, target=power))
            return
        if not self.check_other_power(plot, power, at):
            return
        owned = self.board.powers[power].resources
        if not check_known("resource", resource, tuple(owned), at, self.report):
            return
        if target not in self.lost:
            what, where = f"`{power}/{resource}`", owned[resource].sphere
            self.check_same_sphere(what, where, plot.resource, sphere, at)

    def check_attack_on_actor(
        self, plot: Conspiracy, entry: ConspiracyInput, sphere: str, power: str
    ) -> None:
        at = entry.at("target")
        if not self.check_other_power(plot, power, at):
            return
        actor = self.board.powers[power].actor
        if not actor.active:
            self.report.add(diagnostics.ActorEliminated(at=at, power=power))
            return
        if (power, "") not in self.lost:
            what = f"the actor of `{power}`"
            self.check_same_sphere(what, actor.sphere, plot.resource, sphere, at)

    def check_other_power(self, plot: Conspiracy, power: str, at: Span) -> bool:
        if not check_known("power", power, tuple(self.board.powers), at, self.report):
            return False
        if power == plot.power:
            self.report.add(diagnostics.OwnTarget(at=at, deed="attack"))
        return power != plot.power

    def check_same_sphere(
        self, what: str, where: str, resource: str, sphere: str, at: Span
    ) -> None:
        if sphere and where != sphere:
            self.report.add(
                diagnostics.NotInSameSphere(
                    at=at, what=what, where=where, resource=resource, sphere=sphere
                )
            )

    def support(self, support: Support, entry: SupportInput) -> None:
        sphere = self.acting(support.power, support.resource, entry.at("resource"))
        key = f"{support.power}/{support.resource}"
        self.stake(support.power, support.resource, support.stake, key, entry.at("stake"))
        at = entry.at("conspiracy")
        if support.conspiracy.partition("/")[0] in self.unread:
            return
        plots = [plot.key for own in self.orders.powers.values() for plot in own.conspiracies]
        if not check_known("conspiracy", support.conspiracy, plots, at, self.report):
            return
        plot = self.orders.conspiracy(support.conspiracy)
        if plot is None:
            return
        if isinstance(plot.command, MobilizeOrder):
            self.report.add(diagnostics.SupportsMobilize(at=at))
        elif plot.power == support.power:
            verb = "block" if support.blocks else "help"
            self.report.add(diagnostics.OwnTarget(at=at, deed=verb))
        elif (plot.power, plot.resource) not in self.lost:
            acting = self.board.powers[plot.power].resources.get(plot.resource)
            # A conspiracy without a place is a separate finding.
            if acting is not None and acting.sphere:
                self.check_same_sphere(f"`{plot.key}`", acting.sphere, support.resource, sphere, at)

    def check_both_sides(self, power: str) -> None:
        helped = {item.conspiracy for item, _ in self.supports(power) if not item.blocks}
        for item, entry in self.supports(power):
            if item.blocks and item.conspiracy in helped:
                at = entry.at("conspiracy")
                self.report.add(diagnostics.HelpsAndBlocks(at=at, conspiracy=item.conspiracy))


def _key_at(entry: InputModel, *path: str) -> Span:
    """Return the place of a key inside a record's inner mapping."""
    inner = entry.node.get(path[0])
    found = inner.key(path[1]) if isinstance(inner, MapNode) else None
    return found.span if found is not None else entry.at(path[0])
