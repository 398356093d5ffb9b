"""What can be wrong with how an order is put: its keys, its stealth, and what it builds on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from chronicle.diagnostics.report import Problem
from chronicle.rules.shared import diagnostics as shared
from chronicle.rules.shared.diagnostics import quoted_list


@dataclass(frozen=True, slots=True, kw_only=True)
class StrayPart(shared.UnusedKey):
    """An order has a key that its action does not use.

    What has no effect is not ignored: it may be meant for another action, or be a slip.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: toil, lieutenant: kess, action: work, units: [knives], pay: double}
    ```
    """

    code: ClassVar[str] = "LT050"


@dataclass(frozen=True, slots=True, kw_only=True)
class OneThing(Problem):
    """A key that names one thing names none, or several.

    `target:` and `take:` hold one key that says what kind of thing is meant and which, as in
    `{unit: knives}`; `buy:` names what is bought in the same way.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: raid, lieutenant: kess, action: raid, at: mill, take: {capital: 2, item: crown}}
    ```
    """

    code: ClassVar[str] = "LT051"
    key: str
    kinds: tuple[str, ...]

    def message(self) -> str:
        return f"`{self.key}:` names exactly one thing"

    def help(self) -> str:
        return f"write one of {quoted_list(self.kinds)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnfitKind(Problem):
    """An action is aimed at a kind of thing that it can't be aimed at.

    Raids take no lieutenants, and nobody recruits a crown; the rules of each action say what it is
    for (L-ACT).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: raid, lieutenant: kess, action: raid, take: {lieutenant: fox}}
    ```
    """

    code: ClassVar[str] = "LT052"
    action: str
    kind: str
    kinds: tuple[str, ...]

    def message(self) -> str:
        return f"`{self.action}` is not aimed at {_named(self.kind)}"

    def help(self) -> str:
        return f"`{self.action}` takes {quoted_list(self.kinds)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherKind(Problem):
    """A thing is called by the name of another kind of thing.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: watch, lieutenant: ada, action: surveil, target: {unit: fox}}
    ```
    """

    code: ClassVar[str] = "LT053"
    name: str
    kind: str
    wanted: str

    def message(self) -> str:
        return f"`{self.name}` is {_named(self.kind)} and not {_named(self.wanted)}"

    def help(self) -> str:
        return f"name {_named(self.wanted)}"


def _named(kind: str) -> str:
    match kind:
        case "information" | "capital":
            return kind
        case "item":
            return "an item"
        case "other":
            return "a matter in words"
        case _:
            return f"a {kind}"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoStealth(Problem):
    """An action is to be stealthy that can't be.

    Some actions can stay unnoticed, some unidentified, and the rest neither (L-STL-2). A Move is
    stealthy with units that move others unseen, or where ways underground lead from every place of
    departure to every place of arrival.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: toil, lieutenant: kess, action: work, units: [knives], stealthy: true}
    ```
    """

    code: ClassVar[str] = "LT054"
    action: str
    word: str
    open_to: tuple[str, ...]

    def message(self) -> str:
        if self.action == "move" and not self.word:
            return "nothing hides this move"
        how = self.word or "stealthy"
        return f"`{self.action}` can't be {how}"

    def help(self) -> str:
        if self.action == "move" and not self.word:
            return "assign smugglers, or go by ways underground from door to door (L-STL-2)"
        if self.open_to:
            return f"it can be {quoted_list(self.open_to)} (L-STL-2)"
        return "take `stealthy:` out (L-STL-2)"


@dataclass(frozen=True, slots=True, kw_only=True)
class NeedsLater(Problem):
    """An order builds on one that is not handled before it.

    Orders are handled in the order of the file, and one may count on the gain of another that comes
    earlier (L-TURN-4).

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
    """

    code: ClassVar[str] = "LT055"
    name: str

    def message(self) -> str:
        return f"`{self.name}` is not handled before this order"

    def help(self) -> str:
        return "put the order that is needed above this one (L-TURN-4)"


@dataclass(frozen=True, slots=True, kw_only=True)
class NeedsOthers(Problem):
    """An order builds on an order of another faction.

    A faction plans with gains of its own (L-TURN-4).

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
    """

    code: ClassVar[str] = "LT056"
    name: str

    def message(self) -> str:
        return f"`{self.name}` is another faction's order"

    def help(self) -> str:
        return "`needs:` names an earlier order of the same faction (L-TURN-4)"


@dataclass(frozen=True, slots=True, kw_only=True)
class HalfAPlan(Problem):
    """An order has `needs:` or `otherwise:` without the other.

    Who counts on a gain says what is done when it is not made: `otherwise: nothing`, or another
    action (L-TURN-4).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: a, lieutenant: kess, action: gain-influence, npc: watch}
          - {id: b, lieutenant: ada, action: gain-influence, npc: watch, needs: a}
    ```
    """

    code: ClassVar[str] = "LT057"
    lacking: Literal["needs", "otherwise"]

    def message(self) -> str:
        if self.lacking == "otherwise":
            return "this does not say what is done when the gain is not made"
        return "this does not say on which order it depends"

    def help(self) -> str:
        if self.lacking == "otherwise":
            return "add `otherwise: nothing`, or another action there (L-TURN-4)"
        return "add `needs:` with the earlier order, or take `otherwise:` out (L-TURN-4)"


@dataclass(frozen=True, slots=True, kw_only=True)
class IdleModifier(Problem):
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
    """

    code: ClassVar[str] = "LT058"

    def message(self) -> str:
        return "a modifier of 0 changes nothing"

    def help(self) -> str:
        return "give it another value, or take it out"


@dataclass(frozen=True, slots=True, kw_only=True)
class Twice(Problem):
    """One thing stands twice in one list.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: bar, lieutenant: kess, action: block, at: market, against: [oru, oru]}
    ```
    """

    code: ClassVar[str] = "LT059"
    name: str

    def message(self) -> str:
        return f"`{self.name}` stands here twice"

    def help(self) -> str:
        return "take it out once"
