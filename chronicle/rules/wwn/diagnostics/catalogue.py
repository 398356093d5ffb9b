"""What can be wrong with a campaign's own assets and tags, beside how they are written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from chronicle.diagnostics.report import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongBearer(Problem):
    """An asset has an effect that only tags can have, or a tag one that only assets can have.

    A tag belongs to a faction, which stands nowhere: what works at a place is for assets. `throws`,
    `income` and `starts-hidden` are for both.

    ```yaml campaign.yaml
    title: Banners
    ruleset: wwn
    seed: one
    rules:
      catalogue:
        tags:
          well-travelled: {name: Well Travelled, effects: [{does: shelters}]}
    ```
    """

    code: ClassVar[str] = "WN040"
    does: str
    bearer: Literal["asset", "tag"]
    known: tuple[str, ...]

    def message(self) -> str:
        if self.bearer == "asset":
            return f"`{self.does}` is an effect of tags, and this is an asset"
        return f"`{self.does}` is an effect of assets, and this is a tag"

    def help(self) -> str:
        if self.bearer == "asset":
            return "give it to a tag, and the tag to a faction"
        return "a tag can have " + ", ".join(f"`{word}`" for word in self.known)


@dataclass(frozen=True, slots=True, kw_only=True)
class IneffectiveKey(Problem):
    """An effect has a key that counts for nothing beside another.

    What goes by itself has no passenger whose kind could matter, and a tag stands nowhere, so that
    nothing is in its reach.

    ```yaml campaign.yaml
    title: Banners
    ruleset: wwn
    seed: one
    rules:
      catalogue:
        assets:
          smugglers: {effects: [{does: carries, who: self, kinds: [wealth]}]}
    ```
    """

    code: ClassVar[str] = "WN041"
    key: str
    beside: str

    def message(self) -> str:
        return f"`{self.key}` counts for nothing with {self.beside}"

    def help(self) -> str:
        return f"take `{self.key}:` out"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExactlyOneOfTwo(Problem):
    """An effect says neither or both of two things of which it needs one.

    A profit is what one die tells by a `table:`, or an `amount:`. Magic counts for so many `steps:`
    more, or as a `grade:`.

    ```yaml campaign.yaml
    title: Banners
    ruleset: wwn
    seed: one
    rules:
      catalogue:
        assets:
          farmers: {effects: [{does: yields, hurts: 1d4}]}
    ```
    """

    code: ClassVar[str] = "WN042"
    does: str
    keys: tuple[str, str]
    both: bool

    def message(self) -> str:
        first, second = self.keys
        if self.both:
            return f"`{self.does}` has `{first}:` and `{second}:`, and only one can count"
        return f"`{self.does}` has neither `{first}:` nor `{second}:`"

    def help(self) -> str:
        first, second = self.keys
        if self.both:
            return f"keep one of `{first}:` and `{second}:`"
        return f"add `{first}:` or `{second}:`"


@dataclass(frozen=True, slots=True, kw_only=True)
class HitDoesNothing(Problem):
    """An asset attacks without damage, and no effect says what a hit does instead.

    Without damage it needs `afflicts`, `robs`, or `converts` with `when: won`; or an effect whose
    check stands in place of an attack: `exposes`, or `demands` with `attributes:`. An asset that
    can't attack has `attack: null`.

    ```yaml campaign.yaml
    title: Banners
    ruleset: wwn
    seed: one
    rules:
      catalogue:
        assets:
          infantry: {attack: {damage: null}}
    ```
    """

    code: ClassVar[str] = "WN043"

    def message(self) -> str:
        return "a hit does nothing: the attack has no damage, and no effect says what it does"

    def help(self) -> str:
        return "add `damage:` to the attack, or write `attack: null`"


@dataclass(frozen=True, slots=True, kw_only=True)
class NeverAttacks(Problem):
    """An effect is about the attacks of an asset that can't attack.

    ```yaml campaign.yaml
    title: Banners
    ruleset: wwn
    seed: one
    rules:
      catalogue:
        assets:
          farmers: {effects: [{does: robs, amount: 1d4}]}
    ```
    """

    code: ClassVar[str] = "WN044"
    does: str

    def message(self) -> str:
        return f"`{self.does}` is about an attack, and this asset can't attack"

    def help(self) -> str:
        return "give it an `attack:`, or take the effect out"


@dataclass(frozen=True, slots=True, kw_only=True)
class SameFreeAction(Problem):
    """An asset has two free actions of one word, and an order can't tell which it means.

    An order names the asset, and where that can do several things the word under `use:`.

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
    """

    code: ClassVar[str] = "WN045"
    does: str

    def message(self) -> str:
        return f"`{self.does}` stands here twice, and an order can't tell one from the other"

    def help(self) -> str:
        return "make one effect of them, or two assets"


@dataclass(frozen=True, slots=True, kw_only=True)
class TagHasNoBearer(Problem):
    """A tag changes the checks of something that a tag has none of.

    A tag can change the dice of the faction that has it (`whose: owner`) and of those that attack
    it (`whose: attackers`). A bearer and its allies are assets.

    ```yaml campaign.yaml
    title: Banners
    ruleset: wwn
    seed: one
    rules:
      catalogue:
        tags:
          brave: {name: Brave, effects: [{does: throws, more: 1, when: [defence], whose: bearer}]}
    ```
    """

    code: ClassVar[str] = "WN046"
    whose: str

    def message(self) -> str:
        return f"a tag can't change checks of `whose: {self.whose}`"

    def help(self) -> str:
        return "write `whose: owner` or `whose: attackers`"
