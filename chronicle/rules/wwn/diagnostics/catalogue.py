"""Errors in a campaign's own assets and tags, apart from syntax."""

from __future__ import annotations

from typing import ClassVar, Literal

from chronicle.diagnostics.report import Problem
from chronicle.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongBearer(Problem):
    """An effect for tags is given to an asset, or one for assets to a tag.

    A tag belongs to a faction, which is not at any place, so effects that work at a place are for
    assets. `throws`, `income` and `starts-hidden` are for both.

    ```yaml campaign.yaml
    title: Banners
    ruleset: wwn
    seed: one
    rules:
      catalogue:
        tags:
          well-travelled: {name: Well Travelled, effects: [{does: shelters}]}
    ```
    ```right
    does: shelters => does: starts-hidden
    ```
    """

    code: ClassVar[str] = "WN040"
    does: str
    bearer: Literal["asset", "tag"]
    known: tuple[str, ...]

    def message(self) -> str:
        if self.bearer == "asset":
            return f"`{self.does}` is an effect for tags, but this is an asset"
        return f"`{self.does}` is an effect for assets, but this is a tag"

    def help(self) -> str:
        if self.bearer == "asset":
            return "move it to a tag, and give that tag to a faction"
        return "tags can have " + ", ".join(f"`{word}`" for word in self.known)


@dataclass(frozen=True, slots=True, kw_only=True)
class IneffectiveKey(Problem):
    """A key has no effect in combination with another.

    For example, an asset that moves only itself (`who: self`) has no passenger whose kind could
    matter, and a tag is not at any place, so it has no reach.

    ```yaml campaign.yaml
    title: Banners
    ruleset: wwn
    seed: one
    rules:
      catalogue:
        assets:
          smugglers: {effects: [{does: carries, who: self, kinds: [wealth]}]}
    ```
    ```right
    , kinds: [wealth] =>
    ```
    """

    code: ClassVar[str] = "WN041"
    key: str
    beside: str

    def message(self) -> str:
        return f"`{self.key}` has no effect with {self.beside}"

    def help(self) -> str:
        return f"remove `{self.key}:`"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExactlyOneOfTwo(Problem):
    """An effect needs exactly one of two keys.

    `yields` needs either `table:`, from which a die chooses the profit, or `amount:`. `empowers`
    raises Magic by a number of `steps:` or to a `grade:`.

    ```yaml campaign.yaml
    title: Banners
    ruleset: wwn
    seed: one
    rules:
      catalogue:
        assets:
          farmers: {effects: [{does: yields, hurts: 1d4}]}
    ```
    ```right
    does: yields, hurts: 1d4 => does: yields, amount: 1d4
    ```
    """

    code: ClassVar[str] = "WN042"
    does: str
    keys: tuple[str, str]
    both: bool

    def message(self) -> str:
        first, second = self.keys
        if self.both:
            return f"`{self.does}` can't have both `{first}:` and `{second}:`"
        return f"`{self.does}` needs `{first}:` or `{second}:`"

    def help(self) -> str:
        first, second = self.keys
        if self.both:
            return f"remove `{first}:` or `{second}:`"
        return f"add `{first}:` or `{second}:`"


@dataclass(frozen=True, slots=True, kw_only=True)
class HitDoesNothing(Problem):
    """An asset can attack, but its hits do nothing.

    An attack without damage needs an effect for its hits: `afflicts`, `robs`, or `converts` with
    `when: won`. Alternatively, an effect can have a check that replaces the attack: `exposes`, or
    `demands` with `attributes:`. For an asset that can't attack, write `attack: null`.

    ```yaml campaign.yaml
    title: Banners
    ruleset: wwn
    seed: one
    rules:
      catalogue:
        assets:
          infantry: {attack: {damage: null}}
    ```
    ```right
    damage: null => damage: 1d6
    ```
    """

    code: ClassVar[str] = "WN043"

    def message(self) -> str:
        return "a hit does nothing: the attack has neither damage nor an effect"

    def help(self) -> str:
        return "add `damage:` to the attack, or write `attack: null`"


@dataclass(frozen=True, slots=True, kw_only=True)
class NeverAttacks(Problem):
    """An effect needs an attack, but the asset can't attack.

    Some effects, such as `robs`, are the result of an attack. They need an asset with an `attack:`.

    ```yaml campaign.yaml
    title: Banners
    ruleset: wwn
    seed: one
    rules:
      catalogue:
        assets:
          farmers: {effects: [{does: robs, amount: 1d4}]}
    ```
    ```right
    does: robs => does: yields
    ```
    """

    code: ClassVar[str] = "WN044"
    does: str

    def message(self) -> str:
        return f"`{self.does}` needs an attack, but this asset can't attack"

    def help(self) -> str:
        return "give the asset an `attack:`, or remove the effect"


@dataclass(frozen=True, slots=True, kw_only=True)
class SameFreeAction(Problem):
    """An asset has two free actions with the same name.

    An order names the asset and, if it has several free actions, the one to use (`use:`). Free
    actions with the same name can't be told apart.

    ```yaml campaign.yaml
    title: Banners
    ruleset: wwn
    seed: one
    rules:
      catalogue:
        assets:
          farmers:
            effects: [{does: yields, amount: 1d4}, {does: yields, amount: 1d6, hurts: 1d4}]
    ```
    ```right
    {does: yields, amount: 1d6, hurts: 1d4} => {does: mends, amount: 1}
    ```
    """

    code: ClassVar[str] = "WN045"
    does: str

    def message(self) -> str:
        return f"`{self.does}` appears twice, and an order can't tell one from the other"

    def help(self) -> str:
        return "combine them into one effect, or make two assets"


@dataclass(frozen=True, slots=True, kw_only=True)
class TagHasNoBearer(Problem):
    """A tag changes checks that only assets can change.

    A tag can change the dice of its own faction (`whose: owner`) of all others (`whose: others`)
    and of its rivals in checks against it (`whose: rivals`). `bearer` and `allies` are for assets.

    ```yaml campaign.yaml
    title: Banners
    ruleset: wwn
    seed: one
    rules:
      catalogue:
        tags:
          brave: {name: Brave, effects: [{does: throws, more: 1, when: [defence], whose: bearer}]}
    ```
    ```right
    whose: bearer => whose: owner
    ```
    """

    code: ClassVar[str] = "WN046"
    whose: str

    def message(self) -> str:
        return f"a tag can't have `whose: {self.whose}`"

    def help(self) -> str:
        return "write `whose: owner`, `whose: others` or `whose: rivals`"
