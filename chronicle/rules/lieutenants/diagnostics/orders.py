"""Errors and warnings about orders: keys, actors, targets, routes, projects and influence."""

from __future__ import annotations

from chronicle.diagnostics.report import Problem, quoted_list
from chronicle.files.source import Span
from chronicle.rules.kit import diagnostics as shared
from chronicle.rules.lieutenants.catalogue import Skill


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


class LieutenantBusy(Problem):
    code = "LT040"
    message = "`{name}` already has an action this turn"
    label = "the other action is on line {first.line}"
    help = "a lieutenant has one action per turn (L-TURN-2): give this one to another"

    name: str
    first: Span


class OutOfAction(Problem):
    code = "LT041"
    message = "`{name}` {why}"
    help = "name one that is available, or bring this one back with an adjustment"

    name: str
    why: str


class NotOwn(Problem):
    code = "LT042"
    message = "`{name}` does not belong to `{faction}`"
    help = "name something that belongs to `{faction}`"

    name: str
    faction: str


class TooManyUnits(Problem):
    code = "LT043"
    message = "{count} units are assigned, but the lieutenant can command only {most}"
    help = "remove some, or give them to another lieutenant ({rule})"

    count: int
    most: int
    rule: str

    def label_text(self) -> str:
        return "one too many" if self.count == self.most + 1 else "too many from here on"


class UnitBusy(Problem):
    code = "LT044"
    message = "`{name}` is already assigned this turn"
    label = "the other assignment is on line {first.line}"
    help = "a unit follows one lieutenant per turn (L-TURN-3)"

    name: str
    first: Span


class NotInLocale(Problem):
    code = "LT045"
    help = "an action happens in the lieutenant's locale (L-MOVE); use a Move to reach another"

    name: str
    where: str
    other: str
    locale: str

    def message_text(self) -> str:
        place = f"in `{self.where}`" if self.where else "in no locale"
        return f"`{self.name}` is {place}, but `{self.other}` is in `{self.locale}`"


class NotAdmitted(Problem):
    code = "LT046"
    message = "`{owner}` does not admit `{faction}` to `{place}`"
    help = "name a location that is unowned, the faction's own, or open to it (L-MOVE)"

    place: str
    owner: str
    faction: str


class NotInReach(Problem):
    code = "LT047"
    help = "use it where it is, or give the order to its holder; a Move can carry it"

    name: str
    where: str
    lieutenant: str

    def message_text(self) -> str:
        place = f"at `{self.where}`" if self.where else "nowhere"
        return f"`{self.name}` is {place}, out of reach of `{self.lieutenant}`"


class NotInOrder(Problem):
    code = "LT048"
    message = "`{name}` is not assigned by this order"
    help = "add it to `units:`, or remove it here"

    name: str


class NoCapableUnit(Problem):
    code = "LT049"
    message = "no assigned unit can {deed}"
    help = "assign {who}"

    deed: str
    who: str


class UnusedKey(shared.UnusedKey):
    code = "LT050"


class NotExactlyOne(Problem):
    code = "LT051"
    message = "`{key}:` must name exactly one thing"
    help = "write one of {kinds}"

    key: str
    kinds: tuple[str, ...]


class TargetKindNotAllowed(Problem):
    code = "LT052"

    action: str
    kind: str
    kinds: tuple[str, ...]
    #: The kinds allowed in this place: in a list of several things, fewer than the action has.
    allowed_here: tuple[str, ...]

    def message_text(self) -> str:
        if self.kind in self.kinds:
            return f"`{self.action}` can't take {_named(self.kind)} together with other things"
        return f"`{self.action}` does not work on {_named(self.kind)}"

    def help_text(self) -> str:
        if self.kind in self.kinds:
            return f"give it its own order; a list can hold {quoted_list(self.allowed_here)}"
        return f"`{self.action}` works on {quoted_list(self.kinds)}"


class WrongAssetKind(Problem):
    code = "LT053"

    name: str
    kind: str
    wanted: str

    def message_text(self) -> str:
        return f"`{self.name}` is {_named(self.kind)}, not {_named(self.wanted)}"

    def help_text(self) -> str:
        return f"name {_named(self.wanted)}"


class NotStealthy(Problem):
    code = "LT054"


class StealthNotAllowed(NotStealthy):
    action: str
    word: str
    open_to: tuple[str, ...]

    def message_text(self) -> str:
        return f"`{self.action}` can't be {self.word or 'stealthy'}"

    def help_text(self) -> str:
        if self.open_to:
            return f"it can be {quoted_list(self.open_to)} (L-STL-2)"
        return "remove `stealthy:` (L-STL-2)"


class MoveSeen(NotStealthy):
    message = "this move can't be stealthy"
    help = "assign smugglers, or use underground ways from start to end (L-STL-2)"


class NeedsLaterOrder(Problem):
    code = "LT055"
    message = "`{name}` is not carried out before this order"
    help = "move the needed order above this one (L-TURN-4)"

    name: str


class NeedsForeignOrder(Problem):
    code = "LT056"
    message = "`{name}` is an order of another faction"
    help = "`needs:` must name an earlier order of the same faction (L-TURN-4)"

    name: str


class NeedsWithoutOtherwise(Problem):
    code = "LT057"
    message = "`needs:` is given without `otherwise:`"
    help = "add `otherwise: nothing`, or another action under `otherwise:` (L-TURN-4)"


class OtherwiseWithoutNeeds(NeedsWithoutOtherwise):
    message = "`otherwise:` is given without `needs:`"
    help = "add `needs:` with the earlier order, or remove `otherwise:` (L-TURN-4)"


class ZeroModifier(Problem):
    code = "LT058"
    message = "a modifier of 0 changes nothing"
    help = "give it another value, or remove it"


class RepeatedName(shared.ListedTwice):
    code = "LT059"


class OwnTarget(Problem):
    code = "LT060"
    help = "name another target"

    action: str
    name: str
    faction: str

    def message_text(self) -> str:
        if self.name == self.faction:
            return f"this `{self.action}` sets `{self.name}` against itself"
        return f"`{self.name}` belongs to `{self.faction}`, which can't `{self.action}` its own"


class NotForSale(Problem):
    code = "LT061"

    name: str
    owner: str = ""
    currency: str = ""

    def message_text(self) -> str:
        if self.owner:
            return f"`{self.name}` is not for sale: it belongs to `{self.owner}`"
        if self.currency:
            return f"`{self.name}` is not for sale: it was paid for in {self.currency}"
        return f"`{self.name}` is not for sale: it has no cost"

    def help_text(self) -> str:
        if self.owner:
            return "claim it, or remove its owner with an adjustment"
        if self.currency:
            return "sell something with a price in capital"
        return "add `cost:` to its `opening:`"


class PaidInInfluence(Problem):
    code = "LT062"

    type: str
    needed: bool

    def message_text(self) -> str:
        if self.needed:
            return f"`{self.type}` costs influence, but `from:` is missing"
        return f"`{self.type}` is bought on the open market, not from a faction"

    def help_text(self) -> str:
        if self.needed:
            return "add `from:` with the NPC faction"
        return "remove `from:`"


class BadRoute(Problem):
    code = "LT063"
    help = "a Move stays in one locale or goes to one neighbouring locale (L-ACT-MOVE)"


class SeveralOrigins(BadRoute):
    message = "`{name}` starts in `{locale}`, but others in `{other}`"

    name: str
    locale: str
    other: str


class SeveralGoals(BadRoute):
    message = "`{name}` is in `{locale}`, but others go to `{other}`"

    name: str
    locale: str
    other: str


class NotNeighbours(BadRoute):
    message = "`{locale}` and `{other}` are not neighbours"

    locale: str
    other: str


class BlockTooFar(NotNeighbours):
    help = "a block is at a location or on the way to a neighbouring locale (L-ACT-BLOCK)"


class LieutenantElsewhere(BadRoute):
    message = "`{name}` is in `{locale}`, but this move neither starts nor ends there"
    help = "the lieutenant must be where the move starts or ends (L-ACT-MOVE)"

    name: str
    locale: str


class AlreadyThere(BadRoute):
    message = "`{name}` is already at `{place}`"
    help = "name another location, or remove it"

    name: str
    place: str


class OpenStrike(Problem):
    code = "LT064"
    message = "only a stealthy attack can strike at one asset"
    help = "add `stealthy: true`, or remove `strike:` (L-AST-STRIKES-ONE)"


class StrikeWithoutSneak(OpenStrike):
    message = "`{name}` has no sneak competency, so it can't join a strike at one asset"
    help = "remove the unit, or remove `strike:` (L-AST-STRIKES-ONE)"

    name: str


class WrongRally(Problem):
    code = "LT065"
    message = "`{name}` rallies `{npc}` against `{target}`; this is another attack"
    help = "order it for the first faction, against the second, or remove `answers:`"

    name: str
    npc: str
    target: str


class NoCommonSkill(Problem):
    code = "LT066"
    help = "assign units that share one (L-ACT-WORK)"

    units: tuple[tuple[str, tuple[Skill, ...]], ...]

    def message_text(self) -> str:
        if len(self.units) == 1:
            return f"`{self.units[0][0]}` has no competency to work with"
        return "these units have no competency in common"

    def label_text(self) -> str:
        return "; ".join(f"{name}: {', '.join(skills) or 'none'}" for name, skills in self.units)


class TrainerTooLow(Problem):
    code = "LT067"
    message = "`{trainer}` has level {level}, but needs at least level {wanted}"
    help = "use a trainer of higher level; lieutenants can be `sent_away` (L-ACT-TRAIN)"

    trainer: str
    level: int
    wanted: int


class AlreadyOfType(Problem):
    code = "LT068"
    message = "`{name}` already has this type"
    help = "name another type, or write `gain: level` (L-ACT-TRAIN)"

    name: str


class TypeNotTrained(AlreadyOfType):
    message = "`{name}` comes only from an NPC faction, not from training"


class LieutenantWithoutType(AlreadyOfType):
    message = "`{name}` is a lieutenant and has no type"
    help = "write `gain: level` and `statistic:` with the one to raise (L-ACT-TRAIN)"


class WrongProject(Problem):
    code = "LT069"
    message = "`{name}` is already a {kind} project of `{faction}`"
    help = "choose another id for this one"

    name: str
    kind: str
    faction: str


class ProjectBlocked(Problem):
    code = "LT070"
    message = "`{name}` is blocked: something that it needs is missing"
    help = "when it has been found, add the adjustment `cleared: true` for this project"

    name: str


class ProjectDiffers(Problem):
    code = "LT071"
    message = "`{name}` was started with another `{key}:`, `{present}`"
    help = "remove it here; the GM can change projects with adjustments"

    name: str
    key: str
    present: str


class OneOpponent(Problem):
    code = "LT072"
    message = "`{action}` can be against only one faction"
    help = "keep one of them"

    action: str


class TooMuchInfluence(Problem):
    code = "LT073"
    message = "an action can use at most {most} influence, not {spent}"
    label = "at most {most}"
    help = "spend less, or raise `influence_limit:` in campaign.yaml (L-CHK-7)"

    spent: int
    most: int


class NotEnoughInfluence(TooMuchInfluence):
    message = "the faction has {most} influence with `{npc}`, not {spent}"
    help = "spend less, or name the order that gains it under `needs:` (L-CHK-7)"

    npc: str


class InfluenceUnused(Problem):
    code = "LT074"
    message = "influence has no effect here: the action concerns no NPC faction"
    help = "remove `influence:` (L-CHK-7)"


class PayMissing(Problem):
    code = "LT075"
    severity = "warning"
    message = "without `pay:`, this `{action}` has no effect even on a success"
    help = "add `pay: influence` or `pay: capital`, or `pay: none` to pay nothing"

    action: str


class CostsNoRespect(Problem):
    code = "LT076"
    message = "`{name}` costs no respect"
    help = "name something with upkeep in respect, or remove this (L-TURN-6)"

    name: str


class NotEnoughRespect(Problem):
    code = "LT077"
    label = "somebody must leave"

    faction: str
    respect: int
    reach: int
    candidates: tuple[tuple[str, int], ...]

    def message_text(self) -> str:
        return (
            f"`{self.faction}` needs {self.respect} respect but has reach {self.reach}: "
            f"{self.respect - self.reach} too little"
        )

    def help_text(self) -> str:
        named = ", ".join(f"`{name}` ({cost}r)" for name, cost in self.candidates)
        return f"name who leaves under `leaves:` (L-TURN-6): {named}"


class NoDestination(Problem):
    code = "LT078"
    message = "`{name}` is assigned but has no destination"
    help = "name its destination under `to:`, or remove it from `units:`"

    name: str


class RallyUnanswered(Problem):
    code = "LT079"
    severity = "warning"
    message = "`{npc}` was rallied by `{by}` against `{target}` in turn {turn}, but does not attack"
    help = "order the attack for `{npc}`, with `answers: {rally}` (L-ACT-RALLY)"

    rally: str
    npc: str
    by: str
    target: str
    turn: int


class NotKnown(Problem):
    code = "LT080"
    message = "`{faction}` does not know where `{name}` is"
    help = "let it surveil or investigate first, or say why it knows, as in `known: a map`"

    name: str
    faction: str


class NotBrought(Problem):
    code = "LT081"
    severity = "warning"
    message = "`{order}` can't bring this any more, so it was left out"
    help = "write another effect, or give it as an adjustment of a later turn"

    order: str


class NotToBeFound(Problem):
    code = "LT082"
    severity = "warning"
    message = "`{name}` {why}, so this will not be carried out"
    help = (
        "its faction may not know; if it does, say why, as in `known: a map`, or change the order"
    )

    name: str
    why: str


class UnitOfTwoMasters(Problem):
    code = "LT083"
    severity = "warning"
    message = "`{first}` and then `{order}` use `{name}`, which serves both factions"
    help = (
        "nothing is wrong: it works for the first that is carried out, as only you know (L-TURN-3)"
    )

    name: str
    order: str
    first: str
