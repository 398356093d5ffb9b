"""Errors in the form of an order: keys, stealth, and orders that it depends on."""

from __future__ import annotations

from typing import ClassVar, Literal

from chronicle.diagnostics.report import Problem
from chronicle.records import dataclass
from chronicle.rules.shared import diagnostics as shared
from chronicle.rules.shared.diagnostics import quoted_list


@dataclass(frozen=True, slots=True, kw_only=True)
class UnusedKey(shared.UnusedKey):
    """An order has a key that its action does not use.

    An unused key is an error because it may be a mistake, or meant for another action.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: toil, lieutenant: kess, action: work, units: [knives], pay: double}
    ```
    ```right
    , pay: double =>
    ```
    """

    code: ClassVar[str] = "LT050"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotExactlyOne(Problem):
    """A key that takes one thing has none, or several.

    `target:` and `take:` contain one key, which says what kind of thing is meant, as in `{unit:
    knives}`. `buy:` names what is bought in the same way.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: raid, lieutenant: kess, action: raid, at: mill, take: {capital: 2, item: crown}}
    ```
    ```right
    capital: 2, item: crown => capital: 2
    ```
    """

    code: ClassVar[str] = "LT051"
    key: str
    kinds: tuple[str, ...]

    def message(self) -> str:
        return f"`{self.key}:` must name exactly one thing"

    def help(self) -> str:
        return f"write one of {quoted_list(self.kinds)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetKindNotAllowed(Problem):
    """An action does not work on this kind of thing.

    For example, a raid can't take a lieutenant, and nobody can recruit an item. The rules of each
    action say what it works on (L-ACT). A unit or a facility can't be taken together with other
    things.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: raid, lieutenant: kess, action: raid, take: {lieutenant: fox}}
    ```
    ```right
    action: raid, take: {lieutenant: fox} => action: raid, at: mill, take: {capital: 2}
    ```
    """

    code: ClassVar[str] = "LT052"
    action: str
    kind: str
    kinds: tuple[str, ...]
    #: The kinds allowed in this place: in a list of several things, fewer than the action has.
    allowed_here: tuple[str, ...]

    def message(self) -> str:
        if self.kind in self.kinds:
            return f"`{self.action}` can't take {_named(self.kind)} together with other things"
        return f"`{self.action}` does not work on {_named(self.kind)}"

    def help(self) -> str:
        if self.kind in self.kinds:
            return f"give it its own order; a list can hold {quoted_list(self.allowed_here)}"
        return f"`{self.action}` works on {quoted_list(self.kinds)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongAssetKind(Problem):
    """Something is named as another kind of thing than it is.

    For example, `{unit: fox}` is wrong if `fox` is a lieutenant.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: watch, lieutenant: ada, action: surveil, target: {unit: fox}}
    ```
    ```right
    unit: fox => lieutenant: fox
    ```
    """

    code: ClassVar[str] = "LT053"
    name: str
    kind: str
    wanted: str

    def message(self) -> str:
        return f"`{self.name}` is {_named(self.kind)}, not {_named(self.wanted)}"

    def help(self) -> str:
        return f"name {_named(self.wanted)}"


def _named(kind: str) -> str:
    match kind:
        case "information" | "capital":
            return kind
        case "item":
            return "an item"
        case "other":
            return "free text"
        case _:
            return f"a {kind}"


@dataclass(frozen=True, slots=True, kw_only=True)
class StealthNotAllowed(Problem):
    """An order is stealthy, but its action can't be.

    Some actions can be unnoticed, some unidentified, and the others neither (L-STL-2). A Move is
    stealthy with units that move others unseen, or if underground ways lead from every place of
    departure to every place of arrival.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: toil, lieutenant: kess, action: work, units: [knives], stealthy: true}
    ```
    ```right
    , stealthy: true =>
    ```
    """

    code: ClassVar[str] = "LT054"
    action: str
    word: str
    open_to: tuple[str, ...]

    def message(self) -> str:
        if self.action == "move" and not self.word:
            return "this move can't be stealthy"
        how = self.word or "stealthy"
        return f"`{self.action}` can't be {how}"

    def help(self) -> str:
        if self.action == "move" and not self.word:
            return "assign smugglers, or use underground ways from start to end (L-STL-2)"
        if self.open_to:
            return f"it can be {quoted_list(self.open_to)} (L-STL-2)"
        return "remove `stealthy:` (L-STL-2)"


@dataclass(frozen=True, slots=True, kw_only=True)
class NeedsLaterOrder(Problem):
    """An order needs another order that is not carried out before it.

    Orders are carried out as listed in the file. An order can need the gain of another one above it
    (L-TURN-4).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - id: a
            lieutenant: ada
            action: gain-influence
            npc: watch
            needs: b
            otherwise: nothing
          - {id: b, lieutenant: kess, action: gain-influence, npc: watch}
    ```
    ```right
            needs: b =>
            otherwise: nothing =>
    ```
    """

    code: ClassVar[str] = "LT055"
    name: str

    def message(self) -> str:
        return f"`{self.name}` is not carried out before this order"

    def help(self) -> str:
        return "move the needed order above this one (L-TURN-4)"


@dataclass(frozen=True, slots=True, kw_only=True)
class NeedsForeignOrder(Problem):
    """An order needs an order of another faction.

    A faction can plan only with its own gains (L-TURN-4).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      oru:
        actions:
          - {id: a, lieutenant: fox, action: gain-influence, npc: watch}
      vael:
        actions:
          - id: b
            lieutenant: ada
            action: gain-influence
            npc: watch
            needs: oru/a
            otherwise: nothing
    ```
    ```right
            needs: oru/a =>
            otherwise: nothing =>
    ```
    """

    code: ClassVar[str] = "LT056"
    name: str

    def message(self) -> str:
        return f"`{self.name}` is an order of another faction"

    def help(self) -> str:
        return "`needs:` must name an earlier order of the same faction (L-TURN-4)"


@dataclass(frozen=True, slots=True, kw_only=True)
class NeedsWithoutOtherwise(Problem):
    """An order has only one of `needs:` and `otherwise:`.

    An order that needs a gain must say what is done if the gain is not made: `otherwise: nothing`,
    or another action (L-TURN-4).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: a, lieutenant: kess, action: gain-influence, npc: watch}
          - {id: b, lieutenant: ada, action: gain-influence, npc: watch, needs: a}
    ```
    ```right
    needs: a => needs: a, otherwise: nothing
    ```
    """

    code: ClassVar[str] = "LT057"
    lacking: Literal["needs", "otherwise"]

    def message(self) -> str:
        if self.lacking == "otherwise":
            return "`needs:` is given without `otherwise:`"
        return "`otherwise:` is given without `needs:`"

    def help(self) -> str:
        if self.lacking == "otherwise":
            return "add `otherwise: nothing`, or another action under `otherwise:` (L-TURN-4)"
        return "add `needs:` with the earlier order, or remove `otherwise:` (L-TURN-4)"


@dataclass(frozen=True, slots=True, kw_only=True)
class ZeroModifier(Problem):
    """A modifier of 0 changes nothing.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - id: a
            lieutenant: kess
            action: gain-influence
            npc: watch
            modifiers: [{value: 0, because: a fair day}]
    ```
    ```right
    value: 0 => value: 1
    ```
    """

    code: ClassVar[str] = "LT058"

    def message(self) -> str:
        return "a modifier of 0 changes nothing"

    def help(self) -> str:
        return "give it another value, or remove it"


@dataclass(frozen=True, slots=True, kw_only=True)
class RepeatedName(Problem):
    """A list contains the same item twice.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: bar, lieutenant: kess, action: block, at: market, against: [oru, oru]}
    ```
    ```right
    [oru, oru] => [oru]
    ```
    """

    code: ClassVar[str] = "LT059"
    name: str

    def message(self) -> str:
        return f"`{self.name}` is listed twice"

    def help(self) -> str:
        return "remove one of them"
