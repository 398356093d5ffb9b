"""One conspiracy from its stakes to its outcome (S-ACT)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import cycle

from chronicle.model.dice import Dice, Modifier, Roll
from chronicle.model.facts import PieceName
from chronicle.records import MutableRecord, field, replace
from chronicle.rules.shadow import dice_pool, events, probability
from chronicle.rules.shadow.apply import apply
from chronicle.rules.shadow.events import Stake, StakeRole, Transfer
from chronicle.rules.shadow.orders import (
    AttackActorOrder,
    AttackResourceOrder,
    Conspiracy,
    MobilizeOrder,
    Orders,
    RaiseOrder,
)
from chronicle.rules.shadow.state import (
    CHALICE,
    MAX_INFLUENCE,
    MAX_STRENGTH,
    Power,
    Resource,
    State,
)

RULE_BY_ACTION = {
    RaiseOrder: "S-ACT-1",
    MobilizeOrder: "S-ACT-2",
    AttackResourceOrder: "S-ACT-3",
    AttackActorOrder: "S-ACT-4",
}


def resolve_conspiracy(
    start: State, state: State, orders: Orders, plot: Conspiracy, dice: Dice
) -> Iterator[events.Event]:
    """Yield the event of a conspiracy, and of any resource ordered for reaching dominance.

    ``start`` is the board before all conspiracies, ``state`` the current one.
    """
    event = ConspiracyResolver(start, state, orders, plot, dice).event()
    yield event
    if (
        isinstance(plot.command, RaiseOrder)
        and plot.command.resource_id
        and event.outcome == "success"
    ):
        yield _take_resource(apply(state, event), plot, plot.command, orders.turn)


def _take_resource(
    state: State, plot: Conspiracy, command: RaiseOrder, turn: int
) -> events.ResourceTaken:
    """Return the event of a new resource of strength 1 for one die, if there is one (S-ACT-1)."""
    taken = state.powers[plot.power].dice > 0
    transfers = (events.Transfer(plot.power, CHALICE, 1, "S-ACT-1"),) if taken else ()
    resource = Resource(
        command.resource_id, PieceName(command.resource_name), command.resource_type, 1, ""
    )
    id = f"{turn}/{plot.key}/new-resource"
    return events.ResourceTaken(id, plot.power, plot.id, resource, taken, transfers)


class ConspiracyResolver(MutableRecord):
    """Resolves one conspiracy; everything it mentions existed on the ``start`` board."""

    start: State
    state: State
    orders: Orders
    plot: Conspiracy
    dice: Dice
    stakes: list[events.Stake] = field(default_factory=list)

    @property
    def own(self) -> Power:
        return self.state.powers[self.plot.power]

    @property
    def resource(self) -> Resource | None:
        return self.own.resources.get(self.plot.resource)

    @property
    def sphere(self) -> str:
        """The sphere where the resource acts, or was until it was lost."""
        return self.tool.sphere

    @property
    def tool(self) -> Resource:
        return self.resource or self.lost(self.plot.power, self.plot.resource)

    @property
    def defender(self) -> str:
        """The power that defends; empty without a contest."""
        command = self.plot.command
        return command.power if isinstance(command, AttackResourceOrder | AttackActorOrder) else ""

    def event(self) -> events.Conspired:
        refusal = self.refusal()
        if refusal:
            return self.end_without_roll("refused", refusal)
        if isinstance(self.plot.command, MobilizeOrder):
            if self.plot.veto:
                return self.end_without_roll("vetoed")
            return self.build_event("success", self.details(won=True), (), None)
        self.place_stakes()
        # A vetoed order (S-DICE-4) and one without dice (S-DICE-3) fail without a roll.
        if self.plot.veto:
            return self.end_without_roll("vetoed")
        if not self.plot.narrative:
            return self.end_without_roll("no-narrative")
        parts = self.pool_modifiers()
        if dice_pool.size(parts) <= 0:
            blocks = sum(stake.dice for stake in self.stakes if stake.role == "block")
            return self.end_without_roll(
                "blocked" if dice_pool.size(parts) + blocks > 0 else "no-dice"
            )
        return self.resolve_contest(parts) if self.defender else self.resolve_raise(parts)

    def refusal(self) -> events.Refusal:
        """Return why the order is refused: what it needs was lost since the conspiracies began."""
        if self.resource is None:
            return "resource-lost"
        match self.plot.command:
            case AttackResourceOrder(power=power, resource=resource):
                return "" if resource in self.state.powers[power].resources else "target-lost"
            case AttackActorOrder(power=power):
                return "" if self.state.powers[power].actor.active else "target-lost"
            case _:
                return ""

    def place_stakes(self) -> None:
        """Place all stakes in order: the conspirator's, then helpers' and blockers' as listed."""
        if self.resource is not None:
            self.stake(self.plot.power, self.resource, "conspirator", self.plot.stake)
        for support in self.orders.supports_of(self.plot.key):
            tool = self.state.powers[support.power].resources.get(support.resource)
            if tool is not None:
                role: events.StakeRole = "block" if support.blocks else "help"
                self.stake(support.power, tool, role, support.stake)

    def stake(self, power: str, tool: Resource, role: events.StakeRole, wanted: int | None) -> None:
        """Place the wanted stake, as far as strength and pool allow (S-DICE-1, S-STAKE-5).

        Without an order for a defence, the wanted stake is the most allowed (S-ACT-5).
        """
        out = sum(stake.dice for stake in self.stakes if stake.power == power)
        held = self.state.powers[power].dice - out
        most = max(0, min(tool.strength, held))
        dice = most if wanted is None else min(wanted, most)
        self.stakes.append(
            events.Stake(power, tool.id, role, dice, dice if wanted is None else wanted)
        )

    def pool_modifiers(self) -> tuple[Modifier, ...]:
        return (
            *dice_pool.base_dice(self.state, self.own, self.sphere),
            *dice_pool.staked_dice(self.stakes),
            *dice_pool.turn_dice(self.orders.modifiers, self.plot.power),
        )

    def resolve_raise(self, parts: tuple[Modifier, ...]) -> events.Conspired:
        """Raise Influence: needs as many successes as the level (S-ACT-1)."""
        level = self.plot.command.level if isinstance(self.plot.command, RaiseOrder) else 0
        roll = dice_pool.throw(self.dice, f"{self.plot.key}/pool", parts)
        chance = probability.at_least(dice_pool.size(parts), level)
        won = dice_pool.successes(roll.faces) >= level
        return self.build_event(
            "success" if won else "failure", self.details(won=won), (roll,), chance
        )

    def resolve_contest(self, parts: tuple[Modifier, ...]) -> events.Conspired:
        """Roll an attack against a defence (S-ACT-3, S-ACT-4, S-ACT-5)."""
        guard = self.defending()
        if guard is not None:
            self.stake(self.defender, guard, "defence", self.orders.defence_of(self.defender))
        defence = (
            *dice_pool.base_dice(self.state, self.state.powers[self.defender], self.sphere),
            *dice_pool.defence_dice(self.stakes),
            *dice_pool.turn_dice(self.orders.modifiers, self.defender),
        )
        attack_roll = dice_pool.throw(self.dice, f"{self.plot.key}/attack", parts)
        defence_roll = dice_pool.throw(self.dice, f"{self.plot.key}/defence", defence)
        won = dice_pool.attacker_wins(attack_roll.faces, defence_roll.faces)
        return self.build_event(
            "success" if won else "failure",
            self.details(won=won, sixes=dice_pool.sixes(attack_roll.faces)),
            (attack_roll, defence_roll),
            probability.attack_win_chance(dice_pool.size(parts), dice_pool.size(defence)),
        )

    def defending(self) -> Resource | None:
        """Return the resource with the defender's stake: the target, or one near the actor."""
        power = self.state.powers[self.defender]
        if isinstance(self.plot.command, AttackResourceOrder):
            return power.resources[self.plot.command.resource]
        return power.at(power.actor.sphere)

    def details(self, *, won: bool = False, sixes: int = 0) -> events.ActionDetails:
        match self.plot.command:
            case RaiseOrder(level=level):
                displaced = self.displaced() if won and level == MAX_INFLUENCE else ()
                return events.RaiseResult(level, self.own.standing(self.sphere), displaced)
            case MobilizeOrder():
                present = self.tool.strength
                return events.MobilizeResult(
                    present, min(MAX_STRENGTH, present + 1) if won else present
                )
            case AttackResourceOrder(power=power, resource=id):
                target = self.state.powers[power].resources.get(id)
                return events.AttackResourceResult(
                    power, target or self.lost(power, id), 1 + sixes if won else 0
                )
            case AttackActorOrder(power=power):
                return events.AttackActorResult(power, self.state.powers[power].actor.name)

    def lost(self, power: str, id: str) -> Resource:
        """Return a resource destroyed since the conspiracies began, with no strength left."""
        return replace(self.start.powers[power].resources[id], strength=0)

    def displaced(self) -> tuple[tuple[str, int], ...]:
        return tuple(
            (seat, self.state.powers[seat].standing(self.sphere))
            for seat in self.state.seating
            if seat != self.plot.power and self.state.powers[seat].standing(self.sphere)
        )

    def end_without_roll(
        self, outcome: events.Outcome, refusal: events.Refusal = ""
    ) -> events.Conspired:
        return self.build_event(outcome, self.details(), (), None, refusal)

    def build_event(
        self,
        outcome: events.Outcome,
        details: events.ActionDetails,
        rolls: tuple[Roll, ...],
        chance: Fraction | None,
        refusal: events.Refusal = "",
    ) -> events.Conspired:
        plot = self.plot
        return events.Conspired(
            id=f"{self.orders.turn}/{plot.key}",
            rule=RULE_BY_ACTION[type(plot.command)],
            power=plot.power,
            order=plot.id,
            resource=self.tool,
            sphere=self.sphere,
            details=details,
            outcome=outcome,
            refusal=refusal,
            narrative=plot.narrative,
            veto=plot.veto,
            public=plot.public,
            stakes=tuple(self.stakes),
            transfers=self.transfers(outcome, rolls, details),
            rolls=rolls,
            chance=chance,
        )

    def transfers(
        self, outcome: events.Outcome, rolls: tuple[Roll, ...], details: events.ActionDetails
    ) -> tuple[events.Transfer, ...]:
        if outcome != "success":
            # Without a roll there was no contest for a defender to win.
            return transfers_after_failure(self.stakes, self.defender if rolls else "")
        won = transfers_after_success(self.stakes, self.plot.power)
        if isinstance(details, events.RaiseResult):
            gained = min(details.level, self.state.chalice)
            if gained:
                return (*won, events.Transfer(CHALICE, self.plot.power, gained, "S-ACT-1"))
        return won


def stakes_in_roles(stakes: Sequence[Stake], *roles: StakeRole) -> list[Stake]:
    """Return the stakes in these roles that hold any dice, in the order they were placed."""
    return [stake for stake in stakes if stake.role in roles and stake.dice]


def transfers_after_success(stakes: Sequence[Stake], conspirator: str) -> tuple[Transfer, ...]:
    """Return own and helpers' dice (S-STAKE-1); blockers' (S-STAKE-4) and a defender's are won."""
    return tuple(
        Transfer(
            stake.power,
            conspirator,
            stake.dice,
            "S-STAKE-4" if stake.role == "block" else "S-ACT-3",
        )
        for stake in stakes_in_roles(stakes, "block", "defence")
    )


def transfers_after_failure(stakes: Sequence[Stake], defender: str = "") -> tuple[Transfer, ...]:
    """Move stakes to the defender who won a contest, else to blockers, else to the Chalice.

    A defender takes the attacker's own stake (S-ACT-3); helpers' stakes go to the blockers
    (S-STAKE-3) or into the Chalice (S-STAKE-2), as do all stakes where nobody defended.
    """
    lost = stakes_in_roles(stakes, "conspirator", "help")
    blockers = [stake.power for stake in stakes_in_roles(stakes, "block")]
    moved: list[Transfer] = []
    if defender:
        won = [stake for stake in lost if stake.role == "conspirator"]
        moved += [Transfer(stake.power, defender, stake.dice, "S-ACT-3") for stake in won]
        lost = [stake for stake in lost if stake.role == "help"]
    if not blockers:
        moved += [Transfer(stake.power, CHALICE, stake.dice, "S-STAKE-2") for stake in lost]
        return tuple(moved)
    return (*moved, *_split_among_blockers(lost, blockers))


def _split_among_blockers(lost: Sequence[Stake], blockers: Sequence[str]) -> list[Transfer]:
    """Deal lost dice to blockers one at a time, in the order they were listed (S-STAKE-3)."""
    dealt: dict[tuple[str, str], int] = {}
    turn = cycle(blockers)
    for stake in lost:
        for _ in range(stake.dice):
            pair = (stake.power, next(turn))
            dealt[pair] = dealt.get(pair, 0) + 1
    return [Transfer(source, target, dice, "S-STAKE-3") for (source, target), dice in dealt.items()]
