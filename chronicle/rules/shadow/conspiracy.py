"""One conspiracy from its stakes to its outcome (S-ACT)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from chronicle.model.dice import Dice, Modifier, Roll
from chronicle.model.facts import Facts
from chronicle.records import MutableRecord, field
from chronicle.rules.kit.refusals import first_reason
from chronicle.rules.protocol import Chance
from chronicle.rules.shadow import dice as dice_pool
from chronicle.rules.shadow.actions.common import acting_refusals
from chronicle.rules.shadow.events import Conspired, LostReason, Outcome, ResourceTaken
from chronicle.rules.shadow.orders import Conspiracy, Orders, Scene
from chronicle.rules.shadow.stakes import (
    Stake,
    StakeRole,
    Transfer,
    transfers_after_failure,
    transfers_after_success,
)
from chronicle.rules.shadow.state import CHALICE, Power, Resource, State


def resolve_conspiracy(
    scene: Scene, orders: Orders, dice: Dice
) -> Iterator[Conspired | ResourceTaken]:
    """Yield the event of a conspiracy, and of any resource ordered for reaching dominance."""
    event = ConspiracyResolver(scene, orders).event(dice)
    yield event
    new = scene.plot.command.new_resource
    if new is not None and event.outcome == "success":
        yield take_resource(event.applied(scene.board), scene.plot, new, orders.turn)


def take_resource(state: State, plot: Conspiracy, new: Resource, turn: int) -> ResourceTaken:
    """Return the event of a new resource of strength 1 for one die, if there is one (S-ACT-1)."""
    taken = state.powers[plot.power].dice > 0
    return ResourceTaken(
        id=f"{turn}/{plot.key}/new-resource",
        power=plot.power,
        order=plot.id,
        resource=new,
        taken=taken,
        transfers=(Transfer(plot.power, CHALICE, 1, "S-ACT-1"),) if taken else (),
    )


class ConspiracyResolver(MutableRecord):
    """Resolves one conspiracy; everything it mentions existed before all conspiracies."""

    scene: Scene
    orders: Orders
    stakes: list[Stake] = field(default_factory=list)

    @property
    def plot(self) -> Conspiracy:
        return self.scene.plot

    def event(self, dice: Dice) -> Conspired:
        """Return its event; some outcomes need no dice."""
        refusal = self.refusal()
        if refusal:
            return self.build_event("refused", refusal=refusal)
        outcome = self.outcome_without_dice()
        if outcome is not None:
            return self.build_event(outcome)
        pools = self.pools()
        rolls = [
            dice_pool.throw(dice, f"{self.plot.key}/{purpose}", parts)
            for purpose, parts in pools.items()
        ]
        shown = [dice_pool.shown_by(roll.faces) for roll in rolls]
        # Without a defender it has to reach the level.
        against = shown[1] if len(shown) > 1 else dice_pool.needed(self.plot.command.level)
        won = dice_pool.wins(shown[0], against)
        chance = sum(self.chances_won(pools).values(), Fraction(0))
        return self.build_event(
            "success" if won else "failure", tuple(rolls), sixes=shown[0][1], chance=chance
        )

    def results(self) -> Iterator[tuple[Conspired, Fraction]]:
        """Yield its event for each result that differs in what it does, with its probability."""
        refusal = self.refusal()
        if refusal:
            yield self.build_event("refused", refusal=refusal), Fraction(1)
            return
        outcome = self.outcome_without_dice()
        if outcome is not None:
            yield self.build_event(outcome), Fraction(1)
            return
        lost = Fraction(1)
        for sixes, chance in self.chances_won(self.pools()).items():
            lost -= chance
            yield self.build_event("success", sixes=sixes, chance=chance), chance
        if lost:
            yield self.build_event("failure", chance=lost), lost

    def odds(self) -> tuple[Chance, ...]:
        """Return the chance of each outcome; none if no dice decide."""
        if self.refusal():
            return ()
        outcome = self.outcome_without_dice()
        if outcome is not None:
            certain = Chance("failure", Facts(), Fraction(1))
            return (certain,) if outcome in ("blocked", "no-dice") else ()
        gains: dict[Facts, Fraction] = {}
        for sixes, chance in self.chances_won(self.pools()).items():
            gain = self.plot.command.details(self.scene, won=True, sixes=sixes).gain()
            gains[gain] = gains.get(gain, Fraction(0)) + chance
        won = [Chance("success", gain, chance) for gain, chance in gains.items()]
        lost = Chance("failure", Facts(), 1 - sum(gains.values(), Fraction(0)))
        return tuple(chance for chance in (*won, lost) if chance.probability)

    def refusal(self) -> LostReason:
        """Return why it is refused: what it needs was lost since the conspiracies began."""
        board, plot = self.scene.board, self.plot
        acting = acting_refusals(board, plot.power, plot.resource)
        return first_reason((*acting, *plot.command.refusals(board, plot)))

    def outcome_without_dice(self) -> Outcome | None:
        """Place all stakes and return the outcome; None if the dice decide it."""
        if not self.plot.command.ROLLS:
            return "vetoed" if self.plot.veto else "success"
        self.place_stakes()
        # A vetoed order (S-DICE-4) and one without dice (S-DICE-3) fail without a roll.
        if self.plot.veto:
            return "vetoed"
        if not self.plot.narrative:
            return "no-narrative"
        size = dice_pool.size(self.own_pool())
        if size > 0:
            return None
        blocks = sum(stake.dice for stake in self.stakes if stake.role == "block")
        return "blocked" if size + blocks > 0 else "no-dice"

    # ── Stakes and pools ─────────────────────────────────────────────────────────────────────────

    def place_stakes(self) -> None:
        """Place all stakes in order: the conspirator's, then helpers' and blockers' as listed."""
        plot, powers = self.plot, self.scene.board.powers
        self.stake(plot.power, self.scene.resource, "conspirator", plot.stake)
        for support in self.orders.supports_of(plot.key):
            tool = powers[support.power].resources.get(support.resource)
            if tool is not None:
                role: StakeRole = "block" if support.blocks else "help"
                self.stake(support.power, tool, role, support.stake)

    def stake(self, power: str, tool: Resource, role: StakeRole, wanted: int | None) -> None:
        """Place the wanted stake, as far as strength and pool allow (S-DICE-1, S-STAKE-5).

        Without an order for a defence, the wanted stake is the most allowed (S-ACT-5).
        """
        out = sum(stake.dice for stake in self.stakes if stake.power == power)
        held = self.scene.board.powers[power].dice - out
        most = max(0, min(tool.strength, held))
        dice = most if wanted is None else min(wanted, most)
        self.stakes.append(Stake(power, tool.id, role, dice, dice if wanted is None else wanted))

    def own_pool(self) -> tuple[Modifier, ...]:
        return (
            *self.base_dice(self.scene.own),
            *dice_pool.staked_dice(self.stakes),
            *dice_pool.turn_dice(self.orders.modifiers, self.plot.power),
        )

    def base_dice(self, power: Power) -> tuple[Modifier, ...]:
        return dice_pool.base_dice(self.scene.board, power, self.scene.resource.sphere)

    def pools(self) -> dict[str, tuple[Modifier, ...]]:
        """Return the pools to roll, by purpose; a defender stakes now (S-ACT-5)."""
        command, board = self.plot.command, self.scene.board
        if not command.defender:
            return {"pool": self.own_pool()}
        guard = command.guard(board, self.scene.resource)
        if guard is not None:
            wanted = self.orders.defence_of(command.defender)
            self.stake(command.defender, guard, "defence", wanted)
        defence = (
            *self.base_dice(board.powers[command.defender]),
            *dice_pool.defence_dice(self.stakes),
            *dice_pool.turn_dice(self.orders.modifiers, command.defender),
        )
        return {"attack": self.own_pool(), "defence": defence}

    def chances_won(self, pools: Mapping[str, tuple[Modifier, ...]]) -> Mapping[int, Fraction]:
        """Return the chance to succeed, by the number of 6s where they matter."""
        own, *defence = map(dice_pool.size, pools.values())
        if defence:
            return dice_pool.attack_chances(own, *defence)
        return {0: dice_pool.raise_chance(own, self.plot.command.level)}

    # ── Events ───────────────────────────────────────────────────────────────────────────────────

    def build_event(
        self,
        outcome: Outcome,
        rolls: tuple[Roll, ...] = (),
        *,
        sixes: int = 0,
        chance: Fraction | None = None,
        refusal: LostReason = "",
    ) -> Conspired:
        plot, tool = self.plot, self.scene.resource
        details = plot.command.details(self.scene, won=outcome == "success", sixes=sixes)
        return Conspired(
            id=f"{self.orders.turn}/{plot.key}",
            rule=plot.command.RULE,
            power=plot.power,
            order=plot.id,
            resource=tool,
            sphere=tool.sphere,
            details=details,
            outcome=outcome,
            refusal=refusal,
            narrative=plot.narrative,
            veto=plot.veto,
            public=plot.public,
            stakes=tuple(self.stakes),
            transfers=self.transfers(outcome, has_rolled=chance is not None),
            rolls=rolls,
            chance=chance,
        )

    def transfers(self, outcome: Outcome, *, has_rolled: bool) -> tuple[Transfer, ...]:
        command = self.plot.command
        if outcome != "success":
            # Without a roll there was no contest for a defender to win.
            return transfers_after_failure(self.stakes, command.defender if has_rolled else "")
        won = transfers_after_success(self.stakes, self.plot.power)
        gained = min(command.level, self.scene.board.chalice)
        if gained:
            return (*won, Transfer(CHALICE, self.plot.power, gained, command.RULE))
        return won
