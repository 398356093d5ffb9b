"""Errors of the shadow ruleset: opening, orders and effects."""

from __future__ import annotations

from chronicle.diagnostics.catalogue.references import file_of_faction
from chronicle.diagnostics.report import Problem, did_you_mean, quoted_list
from chronicle.files.source import Span
from chronicle.rules.kit import diagnostics as shared


class BadSeating(Problem):
    code = "SH001"

    missing: tuple[str, ...]
    extra: tuple[str, ...]
    known: tuple[str, ...]

    def message_text(self) -> str:
        if self.extra:
            return f"`{self.extra[0]}` is not a power, or is listed twice"
        return f"missing in the seating: {quoted_list(self.missing)}"

    def help_text(self) -> str:
        if self.extra and self.missing:
            return did_you_mean(self.extra[0], self.missing)
        each = ""
        if self.extra and self.extra[0] not in self.known:
            each = "; each is a file such as `factions/lantern-guild.yaml`"
        return f"list every faction once, clockwise{each}"

    def missing_file(self) -> str:
        return file_of_faction(self.extra[0], self.known) if self.extra else ""


class HiddenFromPower(Problem):
    code = "SH002"
    message = "all powers see the whole board, but {lacking} may not know this {what}"
    help = "write `for: factions`, or `for: everyone`"

    what: str
    lacking: tuple[str, ...]


class SharedSphere(Problem):
    code = "SH003"
    message = "`{resource}` and `{other}` would both be in `{sphere}`"
    help = "place one of them elsewhere or in `reserve` (S-ROUND-1)"

    resource: str
    other: str
    sphere: str


class DominanceTaken(Problem):
    code = "SH004"
    message = "`{holder}` already has Influence 3 in `{sphere}`, and only one power can"
    help = "lower one of the two to 2 or less"

    sphere: str
    holder: str


class ResourceBusy(Problem):
    code = "SH005"
    message = "`{resource}` is used twice in this round"
    label = "first used on line {first.line}"
    help = "a resource can serve, help or block only one conspiracy (S-ROUND-5)"

    resource: str
    first: Span


class StakeAboveStrength(Problem):
    code = "SH006"
    message = "`{resource}` has strength {strength} and can't stake {stake} dice"
    label = "at most {strength}"
    help = "stake at most the strength of the resource (S-DICE-1, S-STAKE-5)"

    stake: int
    strength: int
    resource: str


class StakeAbovePool(Problem):
    code = "SH007"
    message = "`{power}` can have at most {most} Destiny Dice here, not {stake}"
    label = "at most {most}"
    help = "stake at most the dice in the pool (S-DICE-1)"

    stake: int
    most: int
    power: str


class LevelNotHigher(Problem):
    code = "SH008"
    message = "the power already has Influence {present} in `{sphere}`"
    label = "must be above {present}"
    help = "choose a level above the present one (S-ACT-1)"

    present: int
    sphere: str


class NotInSameSphere(Problem):
    code = "SH009"
    help = "both must be in the same sphere; place the resource there"

    what: str
    where: str
    resource: str
    sphere: str

    def message_text(self) -> str:
        place = f"in `{self.where}`" if self.where else "in no sphere"
        return f"{self.what} is {place}, but `{self.resource}` is in `{self.sphere}`"


class NotPlaced(Problem):
    code = "SH010"
    message = "`{resource}` is in reserve and can't act"
    help = "place it: `place: {{{resource}: …}}`"

    resource: str


class SupportsMobilize(Problem):
    code = "SH011"
    message = "a resource that mobilizes can't be helped or blocked"
    help = "remove this, or choose another conspiracy (S-ACT-2)"


class OwnTarget(Problem):
    code = "SH012"
    message = "a power can't {deed} itself"
    help = "choose another power"

    deed: str


class HelpsAndBlocks(Problem):
    code = "SH013"
    message = "the power both helps and blocks `{conspiracy}`"
    help = "keep one of the two (S-STAKE-5)"

    conspiracy: str


class NewResourceWithoutDominance(Problem):
    code = "SH014"
    message = "only a raise to 3 earns a new resource"
    help = "write `to: 3`, or remove `new_resource`"


class ActorEliminated(Problem):
    code = "SH015"
    message = "the actor of `{power}` is eliminated"
    help = "the GM can bring it back with the adjustment `actor: active`"

    power: str


class AssistUsed(Problem):
    code = "SH016"
    message = "`{power}` has already given assistance in this story"
    help = "assistance is available again in the next story"

    power: str


class UnclearEffect(shared.UnclearEffect):
    code = "SH017"
    message = "this effect must change exactly one value"
    help = (
        "write one of {{power, sphere, influence}}, {{power, resource, strength}}, {{power, dd}}, "
        "{{power, actor}}, {{chalice}}"
    )

    def help_text(self) -> str:
        return self._fill_in(self.help)


class EffectTooFar(shared.EffectTooFar):
    code = "SH018"

    def message_text(self) -> str:
        is_same = self.before == self.after
        return "this changes nothing" if is_same else super().message_text()


class NoNarrative(Problem):
    code = "SH019"
    severity = "warning"
    message = "this conspiracy has no narrative, so it fails without a roll (S-DICE-4)"
    help = "add `narrative:`; if it should fail, write `narrative: false`"


class UnclearTarget(Problem):
    code = "SH020"
    message = "`{target}` does not say whose resource is attacked"
    help = "write the power, a slash and the resource, like `oru/whalers`"

    target: str


class NoOpening(shared.NoOpening):
    code = "SH021"
    message = "this power has no `opening:` with its actor, Influence and resources"
    help = "add `opening:` with at least `actor: {{name: …}}`"


class MobilizeGainsNothing(Problem):
    code = "SH022"
    severity = "warning"
    message = "`{resource}` already has strength {most} and gains nothing"
    help = "{most} is the most (S-ACT-2); give it another order"

    resource: str
    most: int
