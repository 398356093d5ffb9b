"""Destiny Dice at stake, and how they change hands (S-STAKE)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import cycle
from typing import Annotated, Literal, TypeAlias

from chronicle.model.facts import Ref
from chronicle.records import Record, replace
from chronicle.rules.kit.projector import EVERYBODY, Told
from chronicle.rules.shadow.state import CHALICE, State

StakeRole = Literal["conspirator", "help", "block", "defence"]
#: Who has Destiny Dice: a power, the Chalice or the GM's hand.
Account: TypeAlias = Annotated[str, Told("account", Ref | str)]


class Transfer(Record):
    """Destiny Dice moved between accounts."""

    source: Annotated[Account, EVERYBODY]
    target: Annotated[Account, EVERYBODY]
    dice: Annotated[int, EVERYBODY]
    rule: Annotated[str, EVERYBODY]


def moved(state: State, transfers: Iterable[Transfer]) -> State:
    """Return the board after dice have changed hands."""
    for transfer in transfers:
        state = _credited(state, transfer.source, -transfer.dice)
        state = _credited(state, transfer.target, transfer.dice)
    return state


def _credited(state: State, account: str, dice: int) -> State:
    if account == CHALICE:
        return replace(state, chalice=state.chalice + dice)
    power = state.powers.get(account)
    # The GM's hand holds no dice: dice taken from it are created, dice put into it are destroyed.
    return state if power is None else state.with_power(replace(power, dice=power.dice + dice))


class Stake(Record):
    """Destiny Dice placed for one conspiracy; ``wanted`` is what the order asked for.

    They differ when the power's pool or the resource's strength was too small (S-DICE-1).
    """

    power: str
    resource: str
    role: StakeRole
    dice: int
    wanted: int


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
