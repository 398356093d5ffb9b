"""Attack a resource (S-ACT-3) or an actor (S-ACT-4) of another power, which defends (S-ACT-5)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, ClassVar, Final, Literal

from chronicle.model.facts import Facts, faction_ref
from chronicle.records import replace
from chronicle.rules.kit.projector import EVERYBODY, FactionId
from chronicle.rules.order_form import ActionChoice, FieldChoice, ProbabilityRange, SelectField
from chronicle.rules.protocol import Sighting
from chronicle.rules.shadow import diagnostics, dice
from chronicle.rules.shadow.actions import common
from chronicle.rules.shadow.events import Conspired, Details, actor_nowhere
from chronicle.rules.shadow.orders import Command, Conspiracy, PieceRefusal, Scene
from chronicle.rules.shadow.state import Power, Resource, State
from chronicle.rules.shadow.view import Piece
from chronicle.yaml import decode


class _AttackOrder(Command):
    """Attack something of another power."""

    power: str

    @property
    def defender(self) -> str:
        return self.power


class _AttackResult(Details):
    """Something of another power is attacked."""

    power: Annotated[FactionId, EVERYBODY]

    @property
    def aimed_at(self) -> str:
        return self.power


# ── A resource ───────────────────────────────────────────────────────────────────────────────────

RESOURCE_CODE: Final = "attack-resource"
RESOURCE_RULE: Final = "S-ACT-3"


class AttackResourceInput(common.ConspiracyInput):
    """`action: attack-resource`."""

    action: Literal["attack-resource"]
    target: decode.NonEmptyText
    stake: common.StakeNumber = 0

    def command(self) -> AttackResourceOrder:
        power, _, resource = self.target.partition("/")
        return AttackResourceOrder(power, resource)


class AttackResourceOrder(_AttackOrder):
    """Weaken a resource of another power by a point, and one more for each 6."""

    RULE: ClassVar = RESOURCE_RULE

    resource: str

    def guard(self, board: State, acting: Resource | None) -> Resource | None:  # noqa: ARG002  the target itself
        owner = board.powers.get(self.power)
        return owner.resources.get(self.resource) if owner is not None else None

    def refusals(self, board: State, plot: Conspiracy) -> Iterator[PieceRefusal]:
        if not self.resource:
            unclear = diagnostics.UnclearTarget(at=None, target=self.power)
            yield PieceRefusal(unclear, ("target",))
            return
        yield from (wrong := tuple(common.power_refusals(board, plot, self.power)))
        if wrong:
            return
        owned = board.powers[self.power].resources
        if self.resource not in owned:
            gone = common.unknown("resource", self.resource, owned)
            yield PieceRefusal(gone, ("target",), "target-lost")
            return
        own, target = (plot.power, plot.resource), (self.power, self.resource)
        what, where = f"`{self.power}/{self.resource}`", owned[self.resource].sphere
        yield from common.sphere_refusals(board, own, "target", what, target, where)

    def details(self, scene: Scene, *, won: bool = False, sixes: int = 0) -> AttackResourceResult:
        target = scene.piece(self.power, self.resource)
        return AttackResourceResult(self.power, target, 1 + sixes if won else 0)


class AttackResourceResult(_AttackResult):
    """A resource is attacked: its strength before, and its loss, which may exceed that."""

    CODE: ClassVar = RESOURCE_CODE

    resource: Annotated[Piece, EVERYBODY]
    lost: Annotated[int, EVERYBODY]

    @property
    def before(self) -> Annotated[int, EVERYBODY]:
        """The strength of the target before the attack."""
        return self.resource.strength

    @property
    def after(self) -> Annotated[int, EVERYBODY]:
        """The strength that it is left."""
        return max(0, self.resource.strength - self.lost)

    def applied(self, state: State, event: Conspired) -> State:  # noqa: ARG002  the target is in the details
        weakened = replace(self.resource, strength=self.after)
        return state.with_power(state.powers[self.power].with_resource(weakened))

    def gain(self) -> Facts:
        return Facts(lost=self.before - self.after, destroyed=self.after == 0)


def resource_choices(board: State, power: Power, item: Resource) -> Iterator[ActionChoice]:
    """Yield others' resources, with chances for those last seen in this one's sphere."""
    targets = tuple(
        FieldChoice(
            f"{other.id}/{target.id}",
            target.name,
            Facts(power=faction_ref(other.id), strength=target.strength),
            _contest(board, power, item, other, target.strength)
            if item.sphere and target.sphere == item.sphere
            else None,
        )
        for other in board.powers.values()
        for target in other.resources.values()
        if common.is_open(board, power, item, AttackResourceOrder(other.id, target.id))
    )
    if targets:
        target = SelectField("target", targets, needed=True)
        yield common.choice(
            RESOURCE_CODE, RESOURCE_RULE, item, target, *common.staking(power, item)
        )


ATTACK_RESOURCE: Final = common.ConspiracyAction(
    AttackResourceInput, AttackResourceResult, resource_choices
)

# ── An actor ─────────────────────────────────────────────────────────────────────────────────────

ACTOR_CODE: Final = "attack-actor"
ACTOR_RULE: Final = "S-ACT-4"


class AttackActorInput(common.ConspiracyInput):
    """`action: attack-actor`."""

    action: Literal["attack-actor"]
    target: common.PowerName
    stake: common.StakeNumber = 0

    def command(self) -> AttackActorOrder:
        return AttackActorOrder(self.target)


class AttackActorOrder(_AttackOrder):
    """Eliminate the actor of another power."""

    RULE: ClassVar = ACTOR_RULE

    def guard(self, board: State, acting: Resource | None) -> Resource | None:
        """Return the defender's resource in the sphere, the only one that can stake."""
        owner = board.powers.get(self.power)
        return owner.at(acting.sphere) if owner is not None and acting is not None else None

    def refusals(self, board: State, plot: Conspiracy) -> Iterator[PieceRefusal]:
        yield from (wrong := tuple(common.power_refusals(board, plot, self.power)))
        if wrong:
            return
        actor = board.powers[self.power].actor
        if not actor.active:
            gone = diagnostics.ActorEliminated(at=None, power=self.power)
            yield PieceRefusal(gone, ("target",), "target-lost")
            return
        own, what = (plot.power, plot.resource), f"the actor of `{self.power}`"
        yield from common.sphere_refusals(
            board, own, "target", what, (self.power, ""), actor.sphere
        )

    def details(self, scene: Scene, *, won: bool = False, sixes: int = 0) -> AttackActorResult:  # noqa: ARG002  an actor has no strength
        return AttackActorResult(self.power, scene.board.powers[self.power].actor.name)


class AttackActorResult(_AttackResult):
    """A shadow actor is attacked."""

    CODE: ClassVar = ACTOR_CODE

    name: str

    @property
    def actor(self) -> Annotated[str, EVERYBODY]:
        """The name of the actor."""
        return self.name

    def sightings(self) -> tuple[Sighting, ...]:
        return (actor_nowhere(self.power),)

    def applied(self, state: State, event: Conspired) -> State:  # noqa: ARG002  the target is in the details
        hunted = state.powers[self.power]
        gone = replace(hunted.actor, active=False, sphere="")
        return state.with_power(replace(hunted, actor=gone))


def actor_choices(board: State, power: Power, item: Resource) -> Iterator[ActionChoice]:
    """Yield others' actors, with chances for those last seen in this resource's sphere."""
    targets = []
    for other in board.powers.values():
        command = AttackActorOrder(other.id)
        if not common.is_open(board, power, item, command):
            continue
        near = bool(item.sphere) and other.actor.sphere == item.sphere
        guard = command.guard(board, item)
        stake = guard.strength if guard is not None else 0
        chance = _contest(board, power, item, other, stake) if near else None
        facts = Facts(power=faction_ref(other.id))
        targets.append(FieldChoice(other.id, other.actor.name, facts, chance))
    if targets:
        target = SelectField("target", tuple(targets), needed=True)
        yield common.choice(ACTOR_CODE, ACTOR_RULE, item, target, *common.staking(power, item))


ATTACK_ACTOR: Final = common.ConspiracyAction(AttackActorInput, AttackActorResult, actor_choices)


def _contest(
    board: State, power: Power, item: Resource, other: Power, guard: int
) -> ProbabilityRange:
    """Return the chances of an attack against a full stake in defence, and against none."""
    alone = common.pool_size(board, other, item.sphere)
    guarded = alone + min(guard, other.dice)

    def chances(own: int) -> tuple[Fraction, Fraction]:
        # Without dice it fails (S-DICE-1).
        if not own:
            return Fraction(0), Fraction(0)
        return dice.attack_chance(own, guarded), dice.attack_chance(own, alone)

    return common.likely(board, power, item, chances)
