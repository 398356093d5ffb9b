"""What may be ordered has words in every language: all that a form can hold, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

import pytest

from chronicle.model.facts import Facts
from chronicle.project import next_order_form
from chronicle.records import replace
from chronicle.rules import RULESETS
from chronicle.rules.order_form import (
    ActionChoice,
    ActionField,
    FieldChoice,
    Form,
    FormPart,
    FormVocabulary,
    MultiSelectField,
    SelectField,
    walk_parts,
)
from tests.order_form_text import LANGUAGES, Say
from tests.order_form_words import needed, stated
from tests.properties.editable_campaign import played
from tests.properties.generators import sample
from tests.rules.contract.test_rulesets import of_ruleset
from tests.shipped_theme import shipped_theme

#: What campaigns are generated from.
SEEDS: Final = (1, 3)
#: Blanks that no form here has, and where there is one that has them.
ELSEWHERE: Final[Mapping[str, str]] = {
    "led": "tests/rules/lieutenants/test_order_form.py",
    "stash": "tests/rules/lieutenants/test_order_form.py",
}
each_ruleset = pytest.mark.parametrize("id", sorted(RULESETS))
each_language = pytest.mark.parametrize("language", LANGUAGES)


@cache
def forms(id: str) -> tuple[Form, ...]:
    """What all factions may order at the end of the sample and of generated campaigns."""
    made = (
        next_order_form(it.campaign, it.history, it.ruleset, faction.id)
        for it in (of_ruleset(id), *(played(sample(id, seed).tree()) for seed in SEEDS))
        for faction in it.campaign.factions
    )
    return tuple(form for form in made if form is not None)


@cache
def parts(id: str) -> tuple[FormPart, ...]:
    """All texts in these forms."""
    return tuple(part for form in forms(id) for part in walk_parts(form.parts))


def said(id: str, language: str, section: str) -> Iterator[tuple[str, ...]]:
    """The keys of the words for forms below a section, part by part."""
    prefix = f"{id}.form.{section}."
    for key in shipped_theme(language).words:
        if key.startswith(prefix):
            yield tuple(key.removeprefix(prefix).split("."))


def wanted(blanks: FormVocabulary) -> Mapping[str, set[tuple[str, ...]]]:
    """The keys that there have to be, by section."""
    return {
        "ask": {(code,) for code in blanks.asks},
        "nothing": {(code,) for code in blanks.asks},
        "case": {(code,) for code in blanks.cases},
        "key": {(key,) for key in blanks.keys},
        "value": {(key or "any", it) for key, held in blanks.values.items() for it in held},
    }


@each_ruleset
def test_every_word_of_an_order_form_is_declared(id: str) -> None:
    blanks = RULESETS[id].form_vocabulary
    assert len(forms(id)) > 6
    assert needed(forms(id), blanks) - stated(blanks) == frozenset()
    # All of those of `wwn` are in tests/rules/wwn/test_order_form.py.
    idle = {word[-1] for word in stated(blanks) - needed(forms(id), blanks)}
    assert id == "wwn" or idle <= ELSEWHERE.keys()


@each_language
@each_ruleset
def test_exactly_the_declared_words_have_messages(id: str, language: str) -> None:
    blanks = RULESETS[id].form_vocabulary
    assert {name: set(said(id, language, name)) for name in wanted(blanks)} == wanted(blanks)
    # What a sheet has beside its cases may have own names, too.
    assert {code for code, _ in said(id, language, "for")} <= {*blanks.cases, "rest"}
    assert {key for _, key in said(id, language, "for")} <= set(blanks.keys)
    assert {name for (name,) in said(id, language, "fact")} <= set(blanks.facts)
    hinted = {"ask": blanks.asks, "case": blanks.cases, "key": blanks.keys}
    assert {(kind, code) for kind, code in said(id, language, "hint")} <= {
        (kind, code) for kind, codes in hinted.items() for code in codes
    }


@each_ruleset
def test_a_fact_without_a_note_is_part_of_what_a_case_is_called(id: str) -> None:
    say, notes = Say(id), {name for (name,) in said(id, "en", "fact")}
    for case in dict.fromkeys(_cases(id)):
        for name in case.facts.keys() - notes:
            less = Facts({key: fact for key, fact in case.facts.items() if key != name})
            assert say("case", replace(case, facts=less)) != say("case", case), name
    others = {name for part in parts(id) for facts in _beside(part) for name in facts}
    assert others <= notes


def _cases(id: str) -> Iterator[ActionChoice]:
    for part in parts(id):
        if isinstance(part, ActionField):
            yield from (replace(case, parts=(), likely=None) for case in part.cases)


def _beside(part: FormPart) -> Iterator[Facts]:
    """The facts of actors and choices."""
    match part:
        case ActionField(facts=facts):
            yield facts
        case SelectField(choices=choices) | MultiSelectField(choices=choices):
            yield from (choice.facts for choice in choices)
        case _:
            return


@each_language
@each_ruleset
def test_every_order_form_can_be_rendered(id: str, language: str) -> None:
    say, keys = Say(id, language), set(RULESETS[id].form_vocabulary.keys)
    choices: dict[tuple[str, FieldChoice], FormPart] = {}
    for part in parts(id):
        match part:
            case ActionField():
                assert all(say(macro, part) for macro in ("ask", "nothing"))
                assert say("who", part) or part.who is None
                assert bool(say("notes", part.facts)) == bool(part.facts)
            case SelectField(choices=found) | MultiSelectField(choices=found):
                choices |= {(part.key, replace(it, likely=None)): part for it in found}
                assert say("label", part)
            case _ if part.key in keys:
                assert say("label", part)
            case _:
                pass
    assert all(say("choice", part, choice) for (_, choice), part in choices.items())
    # An order in words has nothing to choose from.
    assert not choices or len({say("notes", choice.facts) for _, choice in choices}) > 1
    assert all(say("case", case) for case in dict.fromkeys(_cases(id)))
