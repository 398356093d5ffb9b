"""What can be wrong with a game of shadow powers: its opening, orders and effects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from chronicle.diagnostics import Problem, did_you_mean
from chronicle.source import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class BadSeating(Problem):
    """The seating does not name every power exactly once.

    Seats decide who conspires first among equals, and who comes after whom (S-ROUND-5). List the
    ids of all factions clockwise under `rules: seating:`.

    ```yaml campaign.yaml
    title: Crowns
    ruleset: shadow
    seed: one
    rules: {seating: [vael]}
    ```
    """

    code: ClassVar[str] = "SH001"
    missing: tuple[str, ...]
    extra: tuple[str, ...]

    def message(self) -> str:
        if self.extra:
            return f"`{self.extra[0]}` is no power, or sits here twice"
        return "the seating lacks " + ", ".join(f"`{name}`" for name in self.missing)

    def help(self) -> str:
        if self.extra and self.missing:
            return did_you_mean(self.extra[0], self.missing)
        return "name every faction once, clockwise"


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenFromPower(Problem):
    """A power may not know of another power, or of a sphere.

    All powers see the whole board from the reveal on (S-ROUND-3), so that both have to be known to
    all of them. Write `for: factions` to keep something from the public alone.

    ```yaml places.yaml
    for: everyone
    places:
      harbour: {name: The Harbour, neighbours: [marsh]}
      marsh: {name: The Marsh, for: vael}
    ```
    """

    code: ClassVar[str] = "SH002"
    what: str
    lacking: tuple[str, ...]

    def message(self) -> str:
        who = ", ".join(f"`{name}`" for name in self.lacking)
        return f"the powers share one board, and {who} may not know this {self.what}"

    def help(self) -> str:
        return "write `for: factions`, or `for: everyone`"


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedSphere(Problem):
    """Two resources of one power stand in one sphere.

    A power has at most one resource in a sphere (S-ROUND-1). A resource that a turn does not
    place stays where it is; `reserve` takes it off the board.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        place: {eyes: marsh, knives: marsh}
    ```
    """

    code: ClassVar[str] = "SH003"
    resource: str
    other: str
    sphere: str

    def message(self) -> str:
        return f"`{self.resource}` and `{self.other}` would share the sphere `{self.sphere}`"

    def help(self) -> str:
        return "one resource to a sphere (S-ROUND-1): place one elsewhere or in `reserve`"


@dataclass(frozen=True, slots=True, kw_only=True)
class DominanceTaken(Problem):
    """Two powers would hold Influence 3 in one sphere.

    Three is dominance, and one power alone can have it (S-ENT).

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, power: vael, sphere: harbour, influence: +2}
      - {for: gm, because: a test, power: oru, sphere: harbour, influence: +3}
    ```
    """

    code: ClassVar[str] = "SH004"
    sphere: str
    holder: str

    def message(self) -> str:
        return f"`{self.holder}` holds Influence 3 in `{self.sphere}`, and only one power can"


@dataclass(frozen=True, slots=True, kw_only=True)
class ResourceBusy(Problem):
    """One resource serves twice in a round.

    Each resource serves one conspiracy, or helps or blocks one (S-ROUND-5); it may defend besides.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        conspiracies:
          - {id: creep, action: raise, resource: eyes, to: 2, narrative: They creep.}
          - {id: drill, action: mobilize, resource: eyes}
    ```
    """

    code: ClassVar[str] = "SH005"
    resource: str
    first: Span

    def message(self) -> str:
        return f"`{self.resource}` serves a second time in this round"

    def label(self) -> str:
        return f"it serves already on line {self.first.line}"

    def help(self) -> str:
        return "a resource serves one conspiracy, or helps or blocks one (S-ROUND-5)"


@dataclass(frozen=True, slots=True, kw_only=True)
class StakeAboveStrength(Problem):
    """A stake is larger than the strength of the resource that carries it.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        conspiracies:
          - {id: creep, action: raise, resource: eyes, to: 2, stake: 2, narrative: They creep.}
    ```
    """

    code: ClassVar[str] = "SH006"
    stake: int
    strength: int
    resource: str

    def message(self) -> str:
        return f"`{self.resource}` has strength {self.strength} and can't carry {self.stake} dice"

    def label(self) -> str:
        return f"at most {self.strength}"

    def help(self) -> str:
        return "a stake is at most the strength of its resource (S-DICE-1, S-STAKE-5)"


@dataclass(frozen=True, slots=True, kw_only=True)
class StakeAbovePool(Problem):
    """A stake is larger than the power's Destiny Dice can be when it is put down.

    What the power could still win earlier in the round is counted in its favour; what is then
    missing at the table is left out of the stake, and the record says so.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      oru:
        conspiracies:
          - {id: push, action: raise, resource: giants, to: 2, stake: 4, narrative: They push.}
    ```
    """

    code: ClassVar[str] = "SH007"
    stake: int
    most: int
    power: str

    def message(self) -> str:
        return f"`{self.power}` can have {self.most} Destiny Dice here and not {self.stake}"

    def label(self) -> str:
        return f"at most {self.most}"

    def help(self) -> str:
        return "a stake is at most what the pool holds (S-DICE-1)"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotAbove(Problem):
    """Influence would be raised to a level that the power has already.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        conspiracies:
          - {id: creep, action: raise, resource: eyes, to: 1, narrative: They creep.}
    ```
    """

    code: ClassVar[str] = "SH008"
    present: int
    sphere: str

    def message(self) -> str:
        return f"the power has Influence {self.present} in `{self.sphere}` already"

    def label(self) -> str:
        return f"has to be above {self.present}"

    def help(self) -> str:
        return "Influence is raised to a level above the present one (S-ACT-1)"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotThere(Problem):
    """A resource acts on something that is in another sphere.

    Attack, help and block take place in the sphere where the resource stands (S-ACT-3, S-ACT-4,
    S-STAKE-5).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        conspiracies:
          - {id: burn, action: attack-resource, resource: eyes, target: oru/giants}
    ```
    """

    code: ClassVar[str] = "SH009"
    what: str
    where: str
    resource: str
    sphere: str

    def message(self) -> str:
        place = f"in `{self.where}`" if self.where else "on no sphere"
        return f"{self.what} is {place}, and `{self.resource}` in `{self.sphere}`"

    def help(self) -> str:
        return "both have to be in the same sphere; place the resource there"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotPlaced(Problem):
    """A resource is to act and stands on no sphere.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        place: {eyes: reserve}
        conspiracies:
          - {id: creep, action: raise, resource: eyes, to: 2, narrative: They creep.}
    ```
    """

    code: ClassVar[str] = "SH010"
    resource: str

    def message(self) -> str:
        return f"`{self.resource}` is in reserve and can't act"

    def help(self) -> str:
        return f"place it: `place: {{{self.resource}: …}}`"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoPartInMobilize(Problem):
    """A resource that mobilizes can be neither helped nor blocked (S-ACT-2).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        place: {eyes: marsh}
        help:
          - {conspiracy: oru/drill, resource: eyes}
      oru:
        conspiracies:
          - {id: drill, action: mobilize, resource: giants}
    ```
    """

    code: ClassVar[str] = "SH011"

    def message(self) -> str:
        return "nobody can help or block a resource that mobilizes"


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnTarget(Problem):
    """A power helps, blocks or attacks itself.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        conspiracies:
          - {id: feint, action: attack-actor, resource: eyes, target: vael, narrative: A feint.}
    ```
    """

    code: ClassVar[str] = "SH012"
    deed: str

    def message(self) -> str:
        return f"a power can't {self.deed} itself"


@dataclass(frozen=True, slots=True, kw_only=True)
class BothSides(Problem):
    """One power helps and blocks the same conspiracy (S-STAKE-5).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        place: {eyes: marsh, knives: harbour}
        help:
          - {conspiracy: oru/push, resource: eyes}
        block:
          - {conspiracy: oru/push, resource: knives}
      oru:
        conspiracies:
          - {id: push, action: raise, resource: giants, to: 2, narrative: They push.}
    ```
    """

    code: ClassVar[str] = "SH013"
    conspiracy: str

    def message(self) -> str:
        return f"the power helps `{self.conspiracy}` and blocks it"


@dataclass(frozen=True, slots=True, kw_only=True)
class TooSoonForResource(Problem):
    """A new resource is asked for without reaching for dominance.

    Only a raise to 3 that succeeds earns a new resource (S-ACT-1).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        conspiracies:
          - id: creep
            action: raise
            resource: eyes
            to: 2
            narrative: They creep.
            new_resource: {id: ears, name: the Ears, type: agents}
    ```
    """

    code: ClassVar[str] = "SH014"

    def message(self) -> str:
        return "a new resource comes with a raise to 3"

    def help(self) -> str:
        return "raise `to: 3`, or take `new_resource` out"


@dataclass(frozen=True, slots=True, kw_only=True)
class ActorGone(Problem):
    """An actor that is eliminated is to be placed or attacked.

    The GM can bring it back: `adjustments: - {power: …, actor: active, because: …, for: …}`.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: factions, because: a fever, power: vael, actor: eliminated}
    orders:
      vael: {actor: marsh}
    ```
    """

    code: ClassVar[str] = "SH015"
    power: str

    def message(self) -> str:
        return f"the actor of `{self.power}` is eliminated"

    def help(self) -> str:
        return "only the GM brings an actor back, by an adjustment with `actor: active`"


@dataclass(frozen=True, slots=True, kw_only=True)
class AssistUsed(Problem):
    """A power assists its player character a second time in one story (S-ROUND-7).

    Stories start where `campaign.yaml` says so under `stories:`.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        assist: {sphere: harbour, request: A boat.}
    ```
    ```yaml turns/002.yaml
    turn: 2
    orders:
      vael:
        assist: {sphere: harbour, request: Another boat.}
    ```
    """

    code: ClassVar[str] = "SH016"
    power: str

    def message(self) -> str:
        return f"`{self.power}` has given its assistance in this story"

    def help(self) -> str:
        return "assistance is free again when the next story starts"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnclearEffect(Problem):
    """An effect does not say which one figure it changes.

    An effect is one of `{power, sphere, influence}`, `{power, resource, strength}`, `{power, dd}`,
    `{power, actor}` and `{chalice}`.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: factions, because: a test, power: vael, influence: +1}
    ```
    """

    code: ClassVar[str] = "SH017"

    def message(self) -> str:
        return "this does not say which one figure changes"

    def help(self) -> str:
        return (
            "write one of {power, sphere, influence}, {power, resource, strength}, {power, dd}, "
            "{power, actor}, {chalice}"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectTooFar(Problem):
    """An effect would take a figure out of its range, or change nothing.

    Influence goes from 0 to 3, strength from 0 (destroyed) to 5, and no pool holds less than
    nothing.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: factions, because: a test, power: vael, dd: -3}
    ```
    """

    code: ClassVar[str] = "SH018"
    before: int
    after: int
    low: int
    high: int | None

    def message(self) -> str:
        if self.before == self.after:
            return "this changes nothing"
        return f"this would take {self.before} to {self.after}"

    def help(self) -> str:
        if self.high is None:
            return f"the figure may not fall below {self.low}"
        return f"the figure goes from {self.low} to {self.high}"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoNarrative(Problem):
    """A conspiracy has no narrative and will fail without a roll (S-DICE-4).

    This is allowed, and a warning so that it does not happen by a slip.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        conspiracies:
          - {id: creep, action: raise, resource: eyes, to: 2}
    ```
    """

    code: ClassVar[str] = "SH019"
    severity: ClassVar = "warning"

    def message(self) -> str:
        return "without a narrative this fails without a roll (S-DICE-4)"

    def help(self) -> str:
        return "add `narrative:`, unless it is meant to fail"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnclearTarget(Problem):
    """The target of an attack on a resource is not written as power and resource.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        conspiracies:
          - {id: burn, action: attack-resource, resource: eyes, target: giants, narrative: Fire.}
    ```
    """

    code: ClassVar[str] = "SH020"
    target: str

    def message(self) -> str:
        return f"`{self.target}` does not say whose resource is attacked"

    def help(self) -> str:
        return "write the power, a slash and the resource, as in `oru/whalers`"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoOpening(Problem):
    """A faction has no opening figures.

    Under `opening:` stand its actor, Influence and resources.

    ```yaml factions/vael.yaml
    name: Vael
    for: everyone
    colors: ["#7a1f2b", "#e8d8b0"]
    sigil: key
    ```
    """

    code: ClassVar[str] = "SH021"

    def message(self) -> str:
        return "this power has no `opening:` with its actor, Influence and resources"
