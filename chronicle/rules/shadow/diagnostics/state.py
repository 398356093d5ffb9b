"""Errors of the board: seating, spheres, placement and changes by the GM."""

from __future__ import annotations

from typing import ClassVar

from chronicle.diagnostics.report import Problem, did_you_mean
from chronicle.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class BadSeating(Problem):
    """The seating does not list every power exactly once.

    Seats decide who conspires first among equals, and who follows whom (S-ROUND-5). List the ids of
    all factions clockwise under `seating:` in `rules:`.

    ```yaml campaign.yaml
    title: Crowns
    ruleset: shadow
    seed: one
    rules: {seating: [vael]}
    ```
    ```right
    [vael] => [vael, oru]
    ```
    """

    code: ClassVar[str] = "SH001"
    missing: tuple[str, ...]
    extra: tuple[str, ...]

    def message(self) -> str:
        if self.extra:
            return f"`{self.extra[0]}` is not a power, or is listed twice"
        return "missing in the seating: " + ", ".join(f"`{name}`" for name in self.missing)

    def help(self) -> str:
        if self.extra and self.missing:
            return did_you_mean(self.extra[0], self.missing)
        return "list every faction once, clockwise"


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenFromPower(Problem):
    """Another power, or a sphere, is hidden from a power.

    From the reveal on, all powers see the whole board (S-ROUND-3), so all of them must know every
    power and sphere. To hide something from the public only, write `for: factions`.

    ```yaml places.yaml
    for: everyone
    places:
      harbour: {name: The Harbour, neighbours: [marsh]}
      marsh: {name: The Marsh, for: vael}
    ```
    ```right
    for: vael => for: factions
    ```
    """

    code: ClassVar[str] = "SH002"
    what: str
    lacking: tuple[str, ...]

    def message(self) -> str:
        who = ", ".join(f"`{name}`" for name in self.lacking)
        return f"all powers see the whole board, but {who} may not know this {self.what}"

    def help(self) -> str:
        return "write `for: factions`, or `for: everyone`"


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedSphere(Problem):
    """Two resources of one power are in the same sphere.

    A power has at most one resource in a sphere (S-ROUND-1). A resource that a turn does not place
    stays where it is; `reserve` takes it off the board.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        place: {eyes: marsh, knives: marsh}
    ```
    ```right
    knives: marsh => knives: harbour
    ```
    """

    code: ClassVar[str] = "SH003"
    resource: str
    other: str
    sphere: str

    def message(self) -> str:
        return f"`{self.resource}` and `{self.other}` would both be in `{self.sphere}`"

    def help(self) -> str:
        return "place one of them elsewhere or in `reserve` (S-ROUND-1)"


@dataclass(frozen=True, slots=True, kw_only=True)
class DominanceTaken(Problem):
    """Two powers would have Influence 3 in the same sphere.

    Influence 3 is dominance, which only one power can have in a sphere (S-ENT).

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, power: vael, sphere: harbour, influence: +2}
      - {for: gm, because: a test, power: oru, sphere: harbour, influence: +3}
    ```
    ```right
    influence: +3 => influence: +2
    ```
    """

    code: ClassVar[str] = "SH004"
    sphere: str
    holder: str

    def message(self) -> str:
        return f"`{self.holder}` already has Influence 3 in `{self.sphere}`, and only one power can"

    def help(self) -> str:
        return "lower one of the two to 2 or less"


@dataclass(frozen=True, slots=True, kw_only=True)
class ActorEliminated(Problem):
    """An eliminated actor is placed or attacked.

    The GM can bring it back: `adjustments: - {power: …, actor: active, because: …, for: …}`.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: factions, because: a fever, power: vael, actor: eliminated}
    orders:
      vael: {actor: marsh}
    ```
    ```right
    actor: eliminated => dd: +1
    ```
    """

    code: ClassVar[str] = "SH015"
    power: str

    def message(self) -> str:
        return f"the actor of `{self.power}` is eliminated"

    def help(self) -> str:
        return "the GM can bring it back with the adjustment `actor: active`"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnclearEffect(Problem):
    """An effect does not say which one value it changes.

    An effect is one of `{power, sphere, influence}`, `{power, resource, strength}`, `{power, dd}`,
    `{power, actor}` and `{chalice}`.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: factions, because: a test, power: vael, influence: +1}
    ```
    ```right
    power: vael, influence: +1 => power: vael, sphere: harbour, influence: +1
    ```
    """

    code: ClassVar[str] = "SH017"

    def message(self) -> str:
        return "this effect must change exactly one value"

    def help(self) -> str:
        return (
            "write one of {power, sphere, influence}, {power, resource, strength}, {power, dd}, "
            "{power, actor}, {chalice}"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectTooFar(Problem):
    """An effect would take a value out of its range, or change nothing.

    Influence goes from 0 to 3, strength from 0 (destroyed) to 5, and no pool is below 0.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: factions, because: a test, power: vael, dd: -3}
    ```
    ```right
    dd: -3 => dd: -1
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
        return f"this would change the value from {self.before} to {self.after}"

    def help(self) -> str:
        if self.high is None:
            return f"the value can't be below {self.low}"
        return f"the value must be from {self.low} to {self.high}"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoOpening(Problem):
    """A faction has no opening values.

    `opening:` contains its actor, Influence and resources.

    ```yaml factions/vael.yaml
    name: Vael
    for: everyone
    colors: ["#7a1f2b", "#e8d8b0"]
    sigil: key
    ```
    ```right factions/vael.yaml
    name: Vael
    for: everyone
    colors: ["#7a1f2b", "#e8d8b0"]
    sigil: key
    opening:
      actor: {name: Lady Vael}
      influence: {harbour: 1}
      resources: [{id: eyes, name: the Eyes, type: agents, strength: 1, sphere: harbour}]
    ```
    """

    code: ClassVar[str] = "SH021"

    def message(self) -> str:
        return "this power has no `opening:` with its actor, Influence and resources"

    def help(self) -> str:
        return "add `opening:` with at least `actor: {name: …}`"
