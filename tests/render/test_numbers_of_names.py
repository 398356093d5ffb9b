"""Verbs agree with the names beside them, in every language."""

from __future__ import annotations

import re

import pytest

from chronicle.authoring.rumor_grammar import RumorGrammar, read_grammar
from chronicle.diagnostics.report import Report
from chronicle.model.campaign import NameNumber
from chronicle.render.messages import MessageCatalogue, as_markup, format_message
from chronicle.render.name_forms import ARTICLE_MARK, PLURAL_MARK, NameForms, without_marks
from tests.shipped_theme import shipped_theme
from tests.small_campaign import SOUND, loaded

LANGUAGES = ("en", "de", "fr")
RULESETS = ("freeform", "lieutenants", "shadow", "wwn")
#: Names by language, and whether they are many.
NAMES = {
    ("en", False): (
        "The Glass, The Choir of Lies, The Hall of Wicks, The Agency of the Outer Port, St. Odo's, "
        "The Brass Omen, The Chaos, The Salt Watch, The Crow in the Rushes, The Fox and Hounds, "
        "Amber, the Tenor, A bathhouse boy"
    ),
    ("en", True): (
        "The Wet Gloves, The Women of the Basins, The Sixteen, the Oars, The Country Folk, "
        "Shapeshifters of the Pale Crown, The Fishwives, Contract Miners, The Brothers of the Glass"
    ),
    ("de", False): (
        "Die Kammer, Die Goldene Gans, Die Gilde der Weber, Die Wache, Der Garten, Das Wirtshaus, "
        "Die Alte Mühle, Die Salzgasse, Nasse Handschuhe, Vaime, Die Erste Kelter"
    ),
    ("de", True): (
        "Die Nassen Handschuhe, Die Fischer, Die Frauen der Becken, Die Sechzehn, Die Weber, "
        "Die Bienen, Die Knechte, Die Langen Netze, die Ruderer, Die Brüder Kolk"
    ),
    ("fr", False): "Le Chœur des Mensonges, La Garde, L’Ordre, Orrow, Gants, le Fils",
    ("fr", True): "Les Gants, les Sauniers, Les Femmes du Lavoir",
}
#: A name as the subject of a verb in the present, or of one whose past forms differ.
SUBJECT = re.compile(
    r"(?:^|[.,;:(] ?|\b(?:and|but|that|if|who|when|und|dass|doch|et|que|mais) )"
    r"\{(?:actor|against|attacker|backs|by|defender|faction|name|names|npc|mover|other|place|power|"
    r"resource|sphere|subject|target|waiting|what|who)\}(?:\{\w+\}|\[[^\]]*\])*(?: |, dit-on, )"
    r"(?:gladly |now |not |en )?(?P<verb>[a-zäöüß’éèêàç]+)"
)
#: In German, a name as the subject of a verb before it: “Gekauft hat: {who}”.
SUBJECT_AFTER = re.compile(
    r"(?:[.;!?,\[] ?)(?P<clause>[^.;:!?,\[\]{}]*\b(?P<verb>[a-zäöüß]+)"
    r"(?: (?:auch|dabei|es|ihn|nicht|nun|sich|sie|so)){0,2}):? "
    r"\{(?:against|by|lieutenant|mover|npc|target|who)\}"
)
#: The same in French, after a word that asks: “ce que faisait {who}”.
SUBJECT_AFTER_ASKING = re.compile(
    r"\b(?:où|que) (?P<verb>(?:se )?[a-zéèêàç]+) \{(?:actor|attacker|defender|name|npc|who)\}"
)
#: Subjects of their own.
_OTHER_SUBJECT = re.compile(r"\b(?:einer|jemand|keiner|man|niemand|was|wer)\b", re.IGNORECASE)
#: Verbs of which there is another form for many.
SINGULAR_VERB = {
    "en": re.compile(r"was|is|has|does|(?!(?:as|his|its|this|towards|always|perhaps)$)\w+[^s']s"),
    "de": re.compile(
        r"ist|war|wird|wurde|hat|\w{2,}(?:te|iert)|will|kann|muss|griff|kam|ging|verlor|fand|hielt|blieb|"
        r"stand|sagt|gab|schrieb|steht|lächelt|bekam"
    ),
    "fr": re.compile(
        r"(?:n’|s’)?(?:a|y|est|fut|va|veut|peut|tire|était|avait)|\w{3,}(?:ait|ira|era)"
    ),
}


@pytest.mark.parametrize(
    ("language", "name", "many"),
    [(language, name, many) for (language, many), row in NAMES.items() for name in row.split(", ")],
)
def test_a_name_says_whether_it_is_many(language: str, name: str, many: bool) -> None:
    assert shipped_theme(language).words.name_forms.is_many(name) == many


def test_people_and_places_are_many_only_with_an_article() -> None:
    numbers: dict[str, NameNumber] = {
        "Agnes": "proper",
        "Three Rivers": "proper",
        "The Twins": "proper",
        "Oars": "one",
        "The Choir": "many",
    }
    forms = NameForms.of(shipped_theme("en").words, numbers)
    assert {name for name in numbers if forms.is_many(name)} == {"The Twins", "The Choir"}


@pytest.mark.parametrize(
    ("who", "said"),
    [
        ("The Wet Gloves", "The Wet Gloves were hurt, and the Wet Gloves know it"),
        ("The Glass", "The Glass was hurt, and the Glass knows it"),
    ],
)
@pytest.mark.parametrize("tag", ["", '<a class="who" href="x"><svg><use/></svg>'])
def test_a_word_agrees_with_a_name(who: str, said: str, tag: str) -> None:
    english = shipped_theme("en").words
    words = "{who} {who:was|were} hurt, and {who} {who:knows|know} it"
    marked = as_markup(tag + english.name_forms.mark(who))
    html = format_message(MessageCatalogue(english, key=words), "key", {"who": marked})
    assert html.replace(PLURAL_MARK, "").replace(ARTICLE_MARK, "").replace(tag, "") == said


def test_a_word_agrees_with_the_first_of_two_names() -> None:
    english = shipped_theme("en").words
    mark = english.name_forms.mark
    catalogue = MessageCatalogue(english, of="{name} of {faction}", key="{who} {who:was|were} hurt")
    inner = format_message(catalogue, "of", {"name": "Sette", "faction": mark("The Wet Gloves")})
    assert "was hurt" in format_message(catalogue, "key", {"who": inner})
    inner = format_message(catalogue, "of", {"name": mark("the Oars"), "faction": "Vael"})
    assert "were hurt" in format_message(catalogue, "key", {"who": inner})


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_verb_whose_subject_is_a_name_has_both_forms(language: str) -> None:
    """A message or a sentence of rumors that has a verb for one alone would be wrong for many."""
    wrong = [
        (words, found["verb"])
        for words in (*messages(language), *rumor_sentences(language))
        for found in SUBJECT.finditer(words)
        if SINGULAR_VERB[language].fullmatch(found["verb"])
    ]
    wrong += [
        (words, found["verb"])
        for words in (*messages(language), *rumor_sentences(language))
        for found in SUBJECT_AFTER.finditer(words)
        if language == "de"
        and SINGULAR_VERB[language].fullmatch(found["verb"])
        and not _OTHER_SUBJECT.search(found["clause"])
    ]
    wrong += [
        (words, found["verb"])
        for words in (*messages(language), *rumor_sentences(language))
        for found in SUBJECT_AFTER_ASKING.finditer(words)
        if language == "fr" and SINGULAR_VERB[language].fullmatch(found["verb"].removeprefix("se "))
    ]
    assert not wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_stands_beside_a_name_on_a_map_is_no_verb(language: str) -> None:
    found = re.compile(r"(?:\w+\.)?map\.(?:rules|seated|present)")
    said = [
        text
        for key, words in shipped_theme(language).words.items()
        if found.fullmatch(key)
        for text in ([words] if isinstance(words, str) else words.values())
    ]
    assert len(said) > 9
    assert [one for one in said if SINGULAR_VERB[language].fullmatch(one.partition(" ")[0])] == []


def messages(language: str) -> list[str]:
    found = shipped_theme(language).words.values()
    return [
        text for words in found for text in ([words] if isinstance(words, str) else words.values())
    ]


def rumor_sentences(language: str) -> list[str]:
    grammars = [read_grammar(shipped_theme(language), ruleset, Report()) for ruleset in RULESETS]
    return [one for it in grammars if it for table in it.tables() for one in table.sentences]


def test_a_rumor_agrees_with_a_name() -> None:
    grammar = read_grammar(shipped_theme("en"), "wwn", Report())
    assert isinstance(grammar, RumorGrammar)
    words = "{who} {who:was|were} seen[ with {other}, who {other:is|are} ill]."
    assert grammar.fill(words, {"who": "The Wet Gloves"}) == "The Wet Gloves were seen."
    said = grammar.fill(words, {"who": "The Glass", "other": "the Oars"})
    assert said == "The Glass was seen with the Oars, who are ill."


def test_an_author_states_the_number_of_a_name() -> None:
    """In any file that gives a name; the names of people and places are known as such."""
    vael = SOUND["factions/vael.yaml"].replace("name:", "plural: true\nname:", 1)
    order = (
        "action: raise, resource: eyes, narrative: So., to: 3, "
        "new_resource: {id: oars, type: contacts, name: Oars, plural: true}"
    )
    files = {
        "factions/vael.yaml": vael.replace("name: the Eyes", "name: the Eyes, plural: false"),
        "turns/001.yaml": f"turn: 1\norders: {{vael: {{conspiracies: [{{id: a, {order}}}]}}}}\n",
    }
    numbers = loaded(files).numbers
    assert {name: it for name, it in numbers.items() if it != "proper"} == {
        "House Vael": "many",
        "the Eyes": "one",
        "Oars": "many",
    }
    assert {"Lady Vael", "The Harbour"} <= numbers.keys()
    assert "the Knives" not in numbers


@pytest.mark.parametrize(
    ("language", "sender", "said"),
    [
        ("en", "A bathhouse boy", "A letter from a bathhouse boy"),
        ("fr", "Un garçon de bains", "Une lettre d’un garçon de bains"),
        ("fr", "Des amis", "Une lettre d’amis"),
    ],
)
def test_the_article_of_a_sender_fits_within_a_sentence(
    language: str, sender: str, said: str
) -> None:
    words = shipped_theme(language).words
    html = format_message(words, "home.letter", {"sender": words.name_forms.mark(sender)})
    assert without_marks(html) == said
