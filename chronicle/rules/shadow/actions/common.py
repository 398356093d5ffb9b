"""What the actions of conspiracies share: keys, refusals, and parts of their order forms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Annotated, Literal, TypeAlias

from chronicle.diagnostics.catalogue import references
from chronicle.records import Record
from chronicle.rules import order_form as forms
from chronicle.rules.shadow import diagnostics, dice
from chronicle.rules.shadow.events import Details
from chronicle.rules.shadow.orders import Command, Conspiracy, Piece, PieceRefusal
from chronicle.rules.shadow.state import Power, Resource, State
from chronicle.yaml import decode

SphereName: TypeAlias = Annotated[decode.NonEmptyText, decode.NameHint("place")]
PowerName: TypeAlias = Annotated[decode.NonEmptyText, decode.NameHint("faction")]
ResourceName: TypeAlias = Annotated[decode.NonEmptyText, decode.NameHint("resource", open=True)]
NewResourceName: TypeAlias = Annotated[decode.Id, decode.NewNameHint("resource")]
StakeNumber: TypeAlias = Annotated[int, decode.Field(ge=0, le=1000)]


class ConspiracyInput(decode.InputModel):
    """The keys that all conspiracies share."""

    id: decode.Id
    resource: ResourceName
    narrative: str | Literal[False] = ""
    veto: decode.NonEmptyText | None = None
    public: decode.NonEmptyText | bool | None = None

    def command(self) -> Command:
        """Return what is ordered by the keys of its action."""
        raise NotImplementedError

    def conspiracy(self, power: str) -> Conspiracy:
        """Return the order of a power."""
        public: str | None = "" if self.public is False else None
        return Conspiracy(
            power=power,
            id=self.id,
            resource=self.resource,
            command=self.command(),
            stake=getattr(self, "stake", 0),
            narrative=(self.narrative or "").strip(),
            # `false` means silence; `true` or nothing asks for a draft.
            public=public if isinstance(self.public, bool) else self.public,
            veto=self.veto or "",
        )


class ConspiracyAction(Record):
    """An action that a conspiracy can be: its keys, what it does, and what a form offers of it."""

    entry: type[ConspiracyInput]
    details: type[Details]
    choices: Callable[[State, Power, Resource], Iterator[forms.ActionChoice]]

    @property
    def code(self) -> str:
        """The word in `action:`, which is also the code of what powers are told."""
        return self.details.CODE


# ── Why not ──────────────────────────────────────────────────────────────────────────────────────


def acting_refusals(board: State, power: str, resource: str) -> Iterator[PieceRefusal]:
    """Yield why a resource can't act: it has to be one of the power's, in a sphere."""
    own = board.powers[power].resources
    if resource not in own:
        problem = unknown("resource", resource, own)
        yield PieceRefusal(problem, ("resource",), "resource-lost")
    elif not own[resource].sphere:
        in_reserve = diagnostics.NotPlaced(at=None, resource=resource)
        yield PieceRefusal(in_reserve, ("resource",), pieces=((power, resource),))


def power_refusals(board: State, plot: Conspiracy, power: str) -> Iterator[PieceRefusal]:
    """Yield why a power can't be attacked."""
    if power not in board.powers:
        yield PieceRefusal(unknown("power", power, board.powers), ("target",))
    elif power == plot.power:
        yield PieceRefusal(diagnostics.OwnTarget(at=None, deed="attack"), ("target",))


def sphere_refusals(
    board: State, own: Piece, path: str, what: str, target: Piece, where: str
) -> Iterator[PieceRefusal]:
    """Yield that a resource is not in the sphere of its target."""
    acting = board.powers[own[0]].resources.get(own[1])
    # A resource in reserve is a finding of its own.
    if acting is not None and acting.sphere and acting.sphere != where:
        apart = diagnostics.NotInSameSphere(
            at=None, what=what, where=where, resource=acting.id, sphere=acting.sphere
        )
        yield PieceRefusal(apart, (path,), pieces=(own, target))


def unknown(what: str, name: str, names: Iterable[str]) -> references.UnknownName:
    """Return the finding for a name that is none of these."""
    return references.UnknownName(at=None, what=what, name=name, known=tuple(names))


# ── Forms ────────────────────────────────────────────────────────────────────────────────────────


def is_open(board: State, power: Power, item: Resource, command: Command) -> bool:
    """Return whether a resource may carry something out, wherever the power places it."""
    plot = Conspiracy(power.id, item.id, item.id, command)
    return all(refusal.pieces for refusal in command.refusals(board, plot))


def choice(action: str, rule: str, item: Resource, *parts: forms.FormPart) -> forms.ActionChoice:
    """Return an action of a resource, with its keys."""
    settled = (
        forms.FixedField("id", item.id),
        forms.FixedField("action", action),
        forms.FixedField("resource", item.id),
    )
    return forms.ActionChoice(action, rule, (forms.ListItem("conspiracies", (*settled, *parts)),))


def staking(power: Power, item: Resource) -> tuple[forms.FormPart, ...]:
    """Return the keys of an order that needs dice (S-DICE-1, S-DICE-4).

    The stake may exceed the pool: dice can be won before the order's place in the round.
    """
    most = min(item.strength, power.dice)
    stake = forms.IntegerField(
        "stake", 0, item.strength, usual=0, suggested=most, sets_odds=True, price=1
    )
    return stake, forms.TextField("narrative", long=True, needed=True)


def likely(
    board: State, power: Power, item: Resource, chances: Callable[[int], tuple[Fraction, Fraction]]
) -> forms.ProbabilityRange:
    """Return the chances of an action without help or blocks, from no stake to a full one.

    ``chances`` gives the lowest and the highest for a number of own dice.
    """
    own = pool_size(board, power, item.sphere)
    by_stake = tuple(
        forms.ProbabilityRange(*chances(own + stake)) for stake in range(item.strength + 1)
    )
    full = chances(own + min(item.strength, power.dice))
    return forms.ProbabilityRange(by_stake[0].least, full[1], by_stake)


def pool_size(board: State, power: Power, sphere: str) -> int:
    """Return the dice that a power has in a sphere without a stake; none in reserve."""
    return dice.size(dice.base_dice(board, power, sphere)) if sphere else 0
