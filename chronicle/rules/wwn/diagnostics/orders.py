"""Errors and warnings about orders: keys, actors, attacks, moves, purchases and goals."""

from __future__ import annotations

from typing import Literal

from chronicle.diagnostics.report import Misspelling, Problem, quoted_list
from chronicle.files.source import Span
from chronicle.rules.kit import diagnostics as shared

#: The key to use instead of `abilities:`; empty if there is none.
OtherFreeActionKey = Literal["", "helped_by", "redo"]


def _capital(words: tuple[str, ...]) -> str:
    return " or ".join(word.capitalize() for word in words)


def moves_text(count: int) -> str:
    """Return a distance as text, such as "2 moves"."""
    return "one move" if count == 1 else f"{count} moves"


class UnusedKey(shared.UnusedKey):
    code = "WN050"


class TwoActions(Problem):
    code = "WN051"
    message = "only one kind of action is allowed per turn, and `{first}:` is already one"
    help = "move `{second}:` to another turn (W-TURN-5)"

    first: str
    second: str


class ReservedId(Problem):
    code = "WN052"
    message = "the id `{name}` is reserved"
    help = "choose another id; reserved ids are {reserved}"

    name: str
    reserved: tuple[str, ...]


class NotOwn(Problem):
    code = "WN053"
    message = "`{name}` belongs to `{owner}`, not to `{faction}`"
    help = "name something that belongs to `{faction}`"

    name: str
    owner: str
    faction: str


class UnusableAsset(Problem):
    code = "WN054"
    message = "`{name}` {why}"
    help = "name another asset, or move this order to a later turn"

    name: str
    why: str


class DoneTwice(Problem):
    code = "WN056"
    message = "`{name}` {doing} per turn"
    label = "the first is on line {first.line}"
    help = "remove one of the two"

    name: str
    doing: str
    first: Span


class OwnFactionTargeted(Problem):
    code = "WN057"

    name: str
    faction: str

    def message_text(self) -> str:
        if self.name == self.faction:
            return f"`{self.faction}` can't act against itself"
        return f"`{self.name}` belongs to `{self.faction}` itself"

    def help_text(self) -> str:
        return (
            "name a rival"
            if self.name == self.faction
            else "name something that belongs to a rival"
        )


class IdleFaction(Problem):
    code = "WN059"
    message = "`{faction}` gave up its goal last turn, so it can't use `{key}:` now"
    help = "remove `{key}:` (W-GOAL)"

    key: str
    faction: str


class BaseNotAsset(Problem):
    code = "WN060"
    message = "`{name}` is a base, not an asset"
    help = "name an asset"

    name: str


class AssetNotBase(BaseNotAsset):
    message = "`{name}` is an asset, not a base"
    help = "name a base"


class NoFreeAction(Problem):
    code = "WN061"
    message = "`{name}` ({type}) has no free action to use here"

    name: str
    type: str
    elsewhere: OtherFreeActionKey

    def help_text(self) -> str:
        match self.elsewhere:
            case "helped_by":
                return "name it under `helped_by:` of the purchase"
            case "redo":
                return "name it under `redo:`, with the roll"
            case _:
                return "remove it, or use it in an action"


class UnclearFreeAction(Problem):
    code = "WN062"
    message = "`{name}` has several free actions: say which to use"
    help = "add `use:` with one of {words}"

    name: str
    words: tuple[str, ...]


class UnfitKind(Problem):
    code = "WN063"

    name: str
    attribute: str
    kinds: tuple[str, ...]

    def message_text(self) -> str:
        return (
            f"`{self.name}` is a {self.attribute.capitalize()} asset, "
            f"but this is only for {_capital(self.kinds)} assets"
        )

    def help_text(self) -> str:
        return f"name a {_capital(self.kinds)} asset"


class OutOfReach(Problem):
    code = "WN064"
    message = "`{name}` is in `{where}`, but `{other}` is in `{place}`"

    name: str
    where: str
    other: str
    place: str
    reach: int

    def help_text(self) -> str:
        if not self.reach:
            return "both must be in the same place"
        return f"the reach is {moves_text(self.reach)}"


class AlreadyThere(Problem):
    code = "WN065"
    message = "`{name}` is already in `{to}`"
    help = "name another place"

    name: str
    to: str


class RouteTooLong(AlreadyThere):
    message = "`{to}` is too far from `{place}` for `{name}`"

    place: str
    reach: int

    def help_text(self) -> str:
        if not self.reach:
            return "the move must start or end at the place of the asset that carries it"
        return f"it can go {moves_text(self.reach)} at most (W-ACT-2)"


class Barred(Problem):
    code = "WN066"
    help = "hide it first, or send a Subtle asset (W-ACT-2)"

    name: str
    place: str
    ruler: str
    faction: str

    def message_text(self) -> str:
        if not self.ruler:
            return f"`{self.place}` is closed to `{self.faction}`, and `{self.name}` is not hidden"
        return (
            f"`{self.ruler}` shuts `{self.faction}` out of `{self.place}`, "
            f"and `{self.name}` is not hidden"
        )


class NeedsWater(Problem):
    code = "WN067"
    message = "`{place}` is not by water, and `{name}` carries assets only by water"
    help = "name a place with `water: true` in its `opening:`"

    name: str
    place: str


class AlreadyHidden(Problem):
    code = "WN068"
    help = "name another asset, or remove the order"

    name: str
    quality: Literal["stealth", "subtle"]

    def message_text(self) -> str:
        return f"`{self.name}` is already {'Subtle' if self.quality == 'subtle' else 'Stealthed'}"


class NoFreeExpand(Problem):
    code = "WN069"
    message = "no tag of `{faction}` lets it expand as a free action"
    help = "make it the turn's action, under `expand:` (W-ACT-4)"

    faction: str


class HiddenTarget(Problem):
    code = "WN070"
    severity = "warning"
    message = "`{name}` is Stealthed and can't be targeted"
    help = "its faction may not know; it can name an asset in the open, or find it first (W-ENT-5)"

    name: str


class CantAttack(Problem):
    code = "WN071"
    message = "`{name}` ({type}) can't attack"
    help = "attack with another asset (W-ACT-1)"

    name: str
    type: str


class ActsInstead(CantAttack):
    message = "`{name}` ({type}) does something else instead of attacking"
    help = "add `target:` with the asset it acts on"


class SeveralFoes(Problem):
    code = "WN072"
    message = "this attacks `{name}`, but another attack this turn is on `{other}`"
    label = "the other attack is on line {first.line}"
    help = "attack only one faction per turn (W-ACT-1)"

    name: str
    other: str
    first: Span


class NobodyThere(Problem):
    code = "WN073"
    severity = "warning"
    message = "`{rival}` has nothing in `{place}` that can defend against `{name}`"
    help = (
        "its faction may not know; it can attack where the rival has assets, with one that can "
        "fight them (W-ACT-1)"
    )

    name: str
    place: str
    rival: str


class DependsOnOthers(Problem):
    code = "WN074"
    severity = "warning"
    message = "at the start of the turn, {said}"
    help = "another order can change that this turn; if it comes too late, nothing happens"

    said: str


class RollNotMade(Misspelling):
    code = "WN075"
    severity = "warning"
    message = "the roll `{name}` was not made"
    help = "no rival rolled dice this turn"


class ExactlyOneKey(Problem):
    code = "WN076"
    message = "this needs exactly one of {keys}"
    help = "keep or add exactly one of {keys}"

    keys: tuple[str, ...]


class NothingToHeal(Problem):
    code = "WN077"
    severity = "warning"

    name: str
    lacking: int
    heals: int
    enough: int

    def message_text(self) -> str:
        if not self.lacking:
            return f"`{self.name}` is undamaged at the start of the turn"
        return f"`{self.name}` lacks {self.lacking} HP, and each repair heals {self.heals}"

    def help_text(self) -> str:
        if not self.lacking:
            return "remove this, unless you expect damage earlier in the turn"
        return f"`times: {self.enough}` is enough, unless you expect damage earlier in the turn"


class HealsWithFaction(Problem):
    code = "WN078"
    message = "`{name}` is the headquarters and heals with its faction"
    help = "write `faction: true` instead of `base:` (W-ENT-4)"

    name: str


class NoAssetThere(Problem):
    code = "WN079"

    place: str
    hidden: tuple[str, ...]

    def message_text(self) -> str:
        if self.hidden:
            return f"in `{self.place}` the faction has only Stealthed assets"
        return f"the faction has no asset in `{self.place}`"

    def help_text(self) -> str:
        if self.hidden:
            return f"name an asset to reveal under `declares:`: {quoted_list(self.hidden)}"
        return "move an asset there first (W-ACT-4)"


class HasBase(Problem):
    code = "WN080"
    message = "the faction already has a base in `{place}`: `{base}`"
    help = "choose another place (W-ACT-4)"

    place: str
    base: str


class NoBase(Problem):
    code = "WN083"
    message = "the faction has no base in `{place}`"
    help = "create it where the faction has a base: {places} (W-ACT-5)"

    place: str
    places: tuple[str, ...]


class RatingTooLow(Problem):
    code = "WN084"

    what: str
    attribute: str
    needs: int
    has: int
    rule: str

    def message_text(self) -> str:
        name = self.attribute.capitalize()
        return f"{self.what} needs {name} {self.needs}, but the faction has {self.has}"

    def help_text(self) -> str:
        return f"raise {self.attribute.capitalize()} first, or order something else ({self.rule})"


class MagicTooLow(Problem):
    code = "WN085"
    message = "this asset needs Magic `{needs}`, but the faction has `{has}` here"
    help = "buy it where an asset raises Magic, or buy something else (W-ACT-5)"

    needs: str
    has: str


class CantHelp(Problem):
    code = "WN086"
    help = "remove it from `helped_by:`"

    name: str
    type: str
    place: str

    def message_text(self) -> str:
        if self.place:
            return f"`{self.name}` ({self.type}) helps only with purchases in `{self.place}`"
        return f"`{self.name}` ({self.type}) does not help with purchases"


class BeyondLimit(Problem):
    code = "WN087"
    severity = "warning"

    attribute: str
    count: int
    rating: int

    def message_text(self) -> str:
        name = self.attribute.capitalize()
        return f"this will be {name} asset number {self.count}, but the rating is {self.rating}"

    def help_text(self) -> str:
        cost = self.count - self.rating
        return f"from next turn on, keeping them all costs {cost} Treasure per turn (W-TURN-3)"


class NotEnough(Problem):
    code = "WN088"
    message = "this costs {price} {what}, but at most {has} is left"
    help = "order less, or remove a more expensive order above it"

    what: Literal["Treasure", "Treasure for repairs", "XP"]
    price: int
    has: int


class MaybeNotEnough(Problem):
    code = "WN089"
    severity = "warning"
    message = "this can cost {price} {what}, but maybe only {least} is left"
    help = "keep it if the risk is worth it; if unpaid, it is not carried out"

    what: Literal["Treasure", "Treasure for repairs", "XP"]
    price: int
    least: int


class RivalBase(Problem):
    code = "WN091"
    message = "`{name}` is in `{place}`, where `{rival}` has a base"
    help = "move it to another place first (W-ACT-6)"

    name: str
    place: str
    rival: str


class CantSell(Problem):
    code = "WN092"
    message = "`{name}` ({type}) can't be sold or given up"
    help = "name another asset"

    name: str
    type: str


class SoldDamaged(Problem):
    code = "WN093"
    severity = "warning"
    message = "`{name}` has {hp} of {maximum} HP, so it sells for nothing"
    help = "repair it first, or sell it anyway to get rid of it (W-ACT-7)"

    name: str
    hp: int
    maximum: int


class NotRuler(Problem):
    code = "WN094"
    help = "remove it, or make the faction the ruler with an adjustment"

    place: str
    ruler: str

    def message_text(self) -> str:
        if not self.ruler:
            return f"nobody rules `{self.place}`"
        return f"`{self.place}` is ruled by `{self.ruler}`"


class NotInExcess(Problem):
    code = "WN095"
    help = "remove `{name}`, or sell it (W-TURN-3)"

    name: str
    attribute: str
    excess: int

    def message_text(self) -> str:
        name = self.attribute.capitalize()
        if not self.excess:
            return f"the faction has no more {name} assets than its rating allows"
        return f"the faction can give up only {self.excess} of its {name} assets"


class NotRollName(Problem):
    code = "WN096"
    message = "`{name}` is not the name of a roll"
    help = "write `faction/order/purpose`, such as `oru/hit/check`"

    name: str


class OwnRoll(NotRollName):
    message = "`{name}` is the faction's own roll"
    help = "name a roll made by a rival"


class RollOfRival(NotRollName):
    message = "`{name}` is a rival's roll"
    help = "name a roll made by this faction"


class HasGoalAlready(Problem):
    code = "WN097"
    severity = "warning"
    message = "the faction still has the goal `{kind}`, which can't be met this turn"
    help = "add `abandon: true`, or remove `goal:` (W-GOAL)"

    kind: str


class NoGoal(Problem):
    code = "WN098"
    message = "the faction has no goal to give up"
    help = "remove `abandon:` (W-GOAL)"


class NotWealthOfKingdoms(NoGoal):
    message = "the faction does not have the goal `wealth-of-kingdoms`"
    help = "remove `lavish:` (W-GOAL)"


class RatingAtMaximum(Problem):
    code = "WN099"
    help = "remove it from `raises:` (W-ENT-1)"

    attribute: str
    most: int

    def message_text(self) -> str:
        return f"{self.attribute.capitalize()} can't be raised above {self.most}"


class GoalNotTaken(Problem):
    code = "WN100"
    severity = "warning"
    message = "the faction could not take up the goal `{kind}`: what it needs was not there"
    help = "choose another goal in the next turn (W-GOAL)"

    kind: str


class IsAsleep(Problem):
    code = "WN101"
    message = "`{faction}` is asleep and has no turn"
    help = "remove its orders, or wake it with an adjustment `asleep: false`"

    faction: str


class NotFriendly(Problem):
    code = "WN102"
    message = "`{name}` belongs to `{owner}`, which is no ally of `{faction}`"
    help = (
        "name something that belongs to `{faction}`, or write under `relations:` of this turn "
        "`{{between: [{faction}, {owner}], as: allies, for: [{faction}, {owner}]}}`"
    )

    name: str
    owner: str
    faction: str


class NotAsKnown(Problem):
    code = "WN103"
    severity = "warning"
    message = "`{name}` {why}, so this will not be carried out"
    help = "its faction may not know; if it does, change the order"

    name: str
    why: str
