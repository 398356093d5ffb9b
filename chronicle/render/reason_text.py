"""Reasons as text, for pages of the GM's edition and for the command line."""

from __future__ import annotations

from collections.abc import Mapping

from chronicle.model.audience import Audience
from chronicle.model.facts import Fact, Ref
from chronicle.project.access_report import AccessReport, AudienceAccess
from chronicle.records import Record
from chronicle.render.messages import MissingMessageError
from chronicle.render.name_forms import without_marks
from chronicle.render.theme import Theme


class ReasonFormatter(Record):
    """The theme's texts on who knows what; ``names`` are the factions' names by id."""

    theme: Theme
    ruleset: str
    names: Mapping[str, str]

    def reason(self, account: AudienceAccess) -> str:
        """Why an audience knows a thing or does not, in one sentence."""
        code = account.reason.code
        key = f"{self.ruleset}.why.{code}" if account.of_rules else f"why.{code}"
        facts = account.reason.facts
        return self.say(key, **{name: self._fact(facts[name]) for name in facts})

    def how(self, account: AudienceAccess) -> str:
        """What an audience was told about an event; empty for anything else."""
        return self.say(f"{self.ruleset}.code.{account.how}") if account.how else ""

    def since(self, account: AudienceAccess) -> str:
        """Since when an audience knows a thing, if at all."""
        if account.since is None:
            return self.say("why.never")
        if account.since == 0:
            return self.say("why.start")
        return self.say("why.since", turn=self.say("turn.inline", n=account.since))

    def audience(self, audience: Audience) -> str:
        """The name of an audience."""
        return self.say("why.gm_name") if audience.is_gm else self.reader(audience.word)

    def reader(self, word: str) -> str:
        """The name for a word under ``for:``, such as a faction's name."""
        return self.names.get(word) or self.say(f"readers.{word}")

    def thing(self, thing: AccessReport) -> str:
        """The subject of a report: its kind, its id, and its name or first words."""
        kind = self.say(f"why.kind.{thing.kind}")
        named = self.say("why.thing", kind=kind, id=thing.id)
        gm = next(one for one in thing.accounts if one.audience.is_gm)
        title = thing.title or self.how(gm)
        return self.say("why.titled", thing=named, title=title) if title else named

    def say(self, key: str, **values: object) -> str:
        """The message for a key, with values inserted."""
        words = self.theme.words.get(key)
        if not isinstance(words, str):
            raise MissingMessageError(key)
        return without_marks(self.theme.words.name_forms.settle(words.format(**values)))

    def _marked(self, name: str) -> str:
        return self.theme.words.name_forms.mark(name)

    def _fact(self, fact: Fact) -> str:
        match fact:
            case tuple():
                words = [self._marked(self.reader(str(word))) for word in fact]
                if len(words) == 1:
                    return words[0]
                return self.say("and", first=", ".join(words[:-1]), last=words[-1])
            case Ref(id=id):
                return self._marked(self.names.get(id, id))
            case _:
                return str(fact)
