"""Errors in the form of an order and in who carries it out."""

from __future__ import annotations

from typing import ClassVar

from chronicle.diagnostics.report import Problem
from chronicle.files.source import Span
from chronicle.records import dataclass
from chronicle.rules.shared import diagnostics as shared
from chronicle.rules.shared.diagnostics import quoted_list


@dataclass(frozen=True, slots=True, kw_only=True)
class UnusedKey(shared.UnusedKey):
    """An order has a key that it does not use.

    The keys of a free action depend on what the asset can do: a move takes `to:`, a search takes
    `against:`. An unused key is an error because it may be a mistake.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        abilities: [{id: look, asset: eyes, against: oru, to: mill}]
    ```
    ```right
    , against: oru, to: mill => , against: oru
    ```
    """

    code: ClassVar[str] = "WN050"


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoActions(Problem):
    """A faction takes two kinds of action in one turn.

    It takes one kind, with as many assets as it likes (W-TURN-5). Free actions under `abilities:`
    don't count.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        repair: [{id: mend, asset: riders}]
        sell: [{id: part, asset: fields}]
    ```
    ```right
        sell: [{id: part, asset: fields}] =>
    ```
    """

    code: ClassVar[str] = "WN051"
    first: str
    second: str

    def message(self) -> str:
        return f"only one kind of action is allowed per turn, and `{self.first}:` is already one"

    def help(self) -> str:
        return f"move `{self.second}:` to another turn (W-TURN-5)"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReservedId(Problem):
    """The id of an order is reserved.

    Parts of a faction's turn, such as `income`, use ids of the same kind as orders, so that every
    event has a unique name. Orders can't use the ids of those parts.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        abilities: [{id: income, asset: fields}]
    ```
    ```right
    id: income => id: reap
    ```
    """

    code: ClassVar[str] = "WN052"
    name: str
    reserved: tuple[str, ...]

    def message(self) -> str:
        return f"the id `{self.name}` is reserved"

    def help(self) -> str:
        return f"choose another id; reserved ids are {quoted_list(self.reserved)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotOwn(Problem):
    """An order names something that belongs to another faction.

    A faction acts with its own assets, and repairs, hides and sells only its own.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        abilities: [{id: ride, asset: wagons, to: ford}]
    ```
    ```right
    id: ride, asset: wagons, to: ford => id: look, asset: eyes, against: oru
    ```
    """

    code: ClassVar[str] = "WN053"
    name: str
    owner: str
    faction: str

    def message(self) -> str:
        return f"`{self.name}` belongs to `{self.owner}`, not to `{self.faction}`"

    def help(self) -> str:
        return f"name something that belongs to `{self.faction}`"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotFriendly(Problem):
    """A free action is about an asset of a faction that is no ally.

    With `friends: allies` a faction can carry and heal what belongs to its allies. Two factions are
    allies if the last relation that both may know of says so (W-ENT-3).

    ```yaml campaign.yaml
    title: Banners
    ruleset: wwn
    seed: one
    rules: {friends: allies}
    ```
    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - for: gm
        because: a test
        faction: vael
        new_asset: {id: wizards, type: magical-logistics, at: redhaven}
      - {for: gm, because: a test, asset: traders, at: redhaven}
    orders:
      vael:
        abilities: [{id: heal, asset: wizards, target: traders}]
    ```
    ```right
    target: traders => target: riders
    ```
    """

    code: ClassVar[str] = "WN102"
    name: str
    owner: str
    faction: str

    def message(self) -> str:
        return f"`{self.name}` belongs to `{self.owner}`, which is no ally of `{self.faction}`"

    def help(self) -> str:
        both = f"[{self.faction}, {self.owner}]"
        return (
            f"name something that belongs to `{self.faction}`, or write under `relations:` of this "
            f"turn `{{between: {both}, as: allies, for: {both}}}`"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class UnusableAsset(Problem):
    """An asset can't do what it is ordered to do.

    A new asset can be used from its owner's next turn on (W-ACT-5). Rivals can block an asset, pin
    it to its place or stop its free actions. Some assets obey nobody until they are paid, and
    assets given up this turn are gone. The state at the start of the turn counts, including the
    turn's adjustments.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - for: gm
        because: a test
        faction: oru
        new_asset: {id: scouts, type: informers, at: mill}
    orders:
      oru:
        abilities: [{id: ride, asset: wagons, target: wagons, to: ford}]
    ```
    ```right
    target: wagons => target: scouts
    ```
    """

    code: ClassVar[str] = "WN054"
    name: str
    why: str

    def message(self) -> str:
        return f"`{self.name}` {self.why}"

    def help(self) -> str:
        return "name another asset, or move this order to a later turn"


@dataclass(frozen=True, slots=True, kw_only=True)
class DoneTwice(Problem):
    """Something is done twice that can be done only once per turn.

    Each asset attacks, moves, is hidden or is sold once per turn (W-ACT), and uses each of its free
    actions once unless the effect says otherwise (W-TURN-4). To repair more, add `times:` to the
    order.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        abilities:
          - {id: reap, asset: fields}
          - {id: again, asset: fields}
    ```
    ```right
          - {id: again, asset: fields} =>
    ```
    """

    code: ClassVar[str] = "WN056"
    name: str
    doing: str
    first: Span

    def message(self) -> str:
        return f"`{self.name}` {self.doing} per turn"

    def label(self) -> str:
        return f"the first is on line {self.first.line}"

    def help(self) -> str:
        return "remove one of the two"


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnFactionTargeted(Problem):
    """A faction acts against itself.

    Attacks, searches, demands and bans are only for rivals, and so are the factions under
    `contest:`.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - for: gm
        because: a test
        faction: vael
        new_asset: {id: ring, type: monopoly, at: mill}
    orders:
      vael:
        abilities: [{id: press, asset: ring, target: fields}]
    ```
    ```right
    target: fields => target: wagons
    ```
    """

    code: ClassVar[str] = "WN057"
    name: str
    faction: str

    def message(self) -> str:
        if self.name == self.faction:
            return f"`{self.faction}` can't act against itself"
        return f"`{self.name}` belongs to `{self.faction}` itself"

    def help(self) -> str:
        return (
            "name a rival"
            if self.name == self.faction
            else "name something that belongs to a rival"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class IsAsleep(Problem):
    """A faction that is asleep gives orders.

    It has no turns. Its assets and bases stay where they are and defend themselves.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, faction: oru, asleep: true}
    orders:
      oru:
        abilities: [{id: ride, asset: wagons, to: ford}]
    ```
    ```right
    , asleep: true => , treasure: +1
    ```
    """

    code: ClassVar[str] = "WN101"
    faction: str

    def message(self) -> str:
        return f"`{self.faction}` is asleep and has no turn"

    def help(self) -> str:
        return "remove its orders, or wake it with an adjustment `asleep: false`"


@dataclass(frozen=True, slots=True, kw_only=True)
class IdleFaction(Problem):
    """A faction acts in the turn after it gave up a goal.

    Giving up a goal costs the action and free actions of the next turn (W-GOAL). Income, upkeep and
    what the faction does in other factions' turns continue.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael: {abandon: true}
    ```
    ```yaml turns/002.yaml
    turn: 2
    orders:
      vael:
        abilities: [{id: reap, asset: fields}]
    ```
    ```right
        abilities: [{id: reap, asset: fields}] =>
    ```
    """

    code: ClassVar[str] = "WN059"
    key: str
    faction: str

    def message(self) -> str:
        return f"`{self.faction}` gave up its goal last turn, so it can't use `{self.key}:` now"

    def help(self) -> str:
        return f"remove `{self.key}:` (W-GOAL)"


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongPieceKind(Problem):
    """An asset is named where a base is needed, or a base where an asset is.

    Bases are attacked, repaired and lost like assets, but do nothing else (W-ENT-4).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        sell: [{id: part, asset: ford-hall}]
    ```
    ```right
    asset: ford-hall => asset: guards
    ```
    """

    code: ClassVar[str] = "WN060"
    name: str
    base: bool

    def message(self) -> str:
        if self.base:
            return f"`{self.name}` is a base, not an asset"
        return f"`{self.name}` is an asset, not a base"

    def help(self) -> str:
        return "name an asset" if self.base else "name a base"
