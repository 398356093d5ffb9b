"""Reasons in words, the same on a page of the GM's edition and from the command line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from chronicle.model.audience import Audience
from chronicle.model.facts import Fact, Ref
from chronicle.project.access_report import AccessReport, AudienceAccess
from chronicle.render.messages import MissingMessageError
from chronicle.render.theme import Theme


@dataclass(frozen=True, slots=True)
class ReasonFormatter:
    """A theme's words for accounts of who knows what; ``names`` are those of the factions."""

    theme: Theme
    ruleset: str
    names: Mapping[str, str]

    def reason(self, account: AudienceAccess) -> str:
        """Why somebody knows a thing or does not, in one sentence."""
        code = account.reason.code
        key = f"{self.ruleset}.why.{code}" if account.of_rules else f"why.{code}"
        facts = account.reason.facts
        return self.say(key, **{name: self._fact(facts[name]) for name in facts})

    def how(self, account: AudienceAccess) -> str:
        """What somebody was told of an event; empty for all else."""
        return self.say(f"{self.ruleset}.code.{account.how}") if account.how else ""

    def since(self, account: AudienceAccess) -> str:
        """Since when somebody knows a thing, if at all."""
        if account.since is None:
            return self.say("why.never")
        if account.since == 0:
            return self.say("why.start")
        return self.say("why.since", turn=self.say("turn.inline", n=account.since))

    def audience(self, audience: Audience) -> str:
        """An audience as the GM calls it."""
        return self.say("why.gm_name") if audience.is_gm else self.reader(audience.word)

    def reader(self, word: str) -> str:
        """A word under ``for:``: a faction by its name."""
        return self.names.get(word) or self.say(f"readers.{word}")

    def thing(self, thing: AccessReport) -> str:
        """What is asked about: its kind, its id, and its name or how it begins."""
        kind = self.say(f"why.kind.{thing.kind}")
        named = self.say("why.thing", kind=kind, id=thing.id)
        gm = next(one for one in thing.accounts if one.audience.is_gm)
        title = thing.title or self.how(gm)
        return self.say("why.titled", thing=named, title=title) if title else named

    def say(self, key: str, **values: object) -> str:
        """The words for a key, with values put in."""
        words = self.theme.words.get(key)
        if not isinstance(words, str):
            raise MissingMessageError(key)
        return words.format(**values)

    def _fact(self, fact: Fact) -> str:
        match fact:
            case tuple():
                words = [self.reader(str(word)) for word in fact]
                if len(words) == 1:
                    return words[0]
                return self.say("and", first=", ".join(words[:-1]), last=words[-1])
            case Ref(id=id):
                return self.names.get(id, id)
            case _:
                return str(fact)
