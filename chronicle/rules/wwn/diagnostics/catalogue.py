"""Errors in a campaign's own assets and tags, apart from syntax."""

from __future__ import annotations

from typing import Literal

from chronicle.diagnostics.report import Problem, quoted_list


class WrongBearer(Problem):
    code = "WN040"

    does: str
    bearer: Literal["asset", "tag"]
    known: tuple[str, ...]

    def message_text(self) -> str:
        if self.bearer == "asset":
            return f"`{self.does}` is an effect for tags, but this is an asset"
        return f"`{self.does}` is an effect for assets, but this is a tag"

    def help_text(self) -> str:
        if self.bearer == "asset":
            return "move it to a tag, and give that tag to a faction"
        return f"tags can have {quoted_list(self.known)}"


class IneffectiveKey(Problem):
    code = "WN041"
    message = "`{key}` has no effect with {beside}"
    help = "remove `{key}:`"

    key: str
    beside: str


class ExactlyOneOfTwo(Problem):
    code = "WN042"

    does: str
    keys: tuple[str, str]
    both: bool

    def message_text(self) -> str:
        first, second = self.keys
        if self.both:
            return f"`{self.does}` can't have both `{first}:` and `{second}:`"
        return f"`{self.does}` needs `{first}:` or `{second}:`"

    def help_text(self) -> str:
        first, second = self.keys
        if self.both:
            return f"remove `{first}:` or `{second}:`"
        return f"add `{first}:` or `{second}:`"


class HitDoesNothing(Problem):
    code = "WN043"
    message = "a hit does nothing: the attack has neither damage nor an effect"
    help = "add `damage:` to the attack, or write `attack: null`"


class NeverAttacks(Problem):
    code = "WN044"
    message = "`{does}` needs an attack, but this asset can't attack"
    help = "give the asset an `attack:`, or remove the effect"

    does: str


class SameFreeAction(Problem):
    code = "WN045"
    message = "`{does}` appears twice, and an order can't tell one from the other"
    help = "combine them into one effect, or make two assets"

    does: str


class TagHasNoBearer(Problem):
    code = "WN046"
    message = "a tag can't have `whose: {whose}`"
    help = "write `whose: owner`, `whose: others` or `whose: rivals`"

    whose: str
