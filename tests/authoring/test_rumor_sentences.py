"""The sentences of rumors: enough of them, true of their events, and right around every name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, get_type_hints

import pytest

from chronicle.authoring.rumor_grammar import (
    RumorGrammar,
    SentenceTable,
    needed_names,
    placeholders_in,
    possessive,
    read_grammar,
)
from chronicle.diagnostics.report import Report
from chronicle.files.source import Source
from chronicle.model.facts import Fact, Facts, Ref
from chronicle.rules import RULESETS
from chronicle.yaml.parser import compose
from tests.order_form_text import LANGUAGES
from tests.shipped_theme import shipped_theme

#: The codes of tellings that are no news for others: own orders and accounts, what befell one's
#: own, what a GM changed or reveals and says in a text, what all have read, and shadow's board.
SILENT: Final[Mapping[str, str]] = {
    "freeform": "ordered told told-line changed revealed",
    "lieutenants": """
        aggressive-attack cautious-attack raid steal purchase sell gain-influence ally claim rally
        move work research train conceal ambush block surveil investigate recruit seduce custom
        undone intercepted earned upkeep altered turn-over suffered approached left-us unmasked""",
    "shadow": """
        adjusted placed actor-placed revealed sequence raise mobilize attack-resource attack-actor
        set-aside resource-taken dominance assisted unmasked public-line""",
    "wwn": """
        carries yields mends exposes cloaks demands afflicts move repair expand create hide sell
        undone clash demanded afflicted mended touched sequence income upkeep start goal altered
        over unmasked""",
}
each_ruleset = pytest.mark.parametrize("ruleset", sorted(RULESETS))
each_grammar = pytest.mark.parametrize(
    ("ruleset", "language"), [(one, word) for one in sorted(RULESETS) for word in LANGUAGES]
)


@lru_cache
def grammar(ruleset: str, language: str = "en") -> RumorGrammar:
    """The sentences of the theme that is shipped."""
    theme = shipped_theme(language)
    path = f"rules/{ruleset}/rumors/{language}.yaml"
    report = Report()
    compose(Source(path, theme.sources[path].text), report)
    assert not report.findings
    found = read_grammar(theme, ruleset, report)
    assert found is not None
    return found


def keyed(found: RumorGrammar) -> Iterator[tuple[tuple[bool, str, str], SentenceTable]]:
    """All tables by whether they are for distorted rumors, their code and their outcome."""
    for twisted, tables in ((False, found.said), (True, found.twisted)):
        for code, of_code in tables.items():
            for table in of_code:
                yield (twisted, code, table.outcome), table


# ── Enough sentences ─────────────────────────────────────────────────────────────────────────────


@each_grammar
def test_every_code_has_sentences_or_is_no_news(ruleset: str, language: str) -> None:
    found, silent = grammar(ruleset, language), set(SILENT[ruleset].split())
    assert set(found.said) | silent == set(RULESETS[ruleset].telling_facts)
    assert not set(found.said) & silent
    assert set(found.twisted) <= set(found.said)


@each_grammar
def test_each_outcome_has_eight_sentences_that_need_the_same_names(
    ruleset: str, language: str
) -> None:
    for key, table in keyed(grammar(ruleset, language)):
        assert len(set(table.sentences)) >= 8, key
        assert len({frozenset(needed_names(one)) for one in table.sentences}) == 1, key


@each_grammar
def test_no_sentence_is_in_two_tables(ruleset: str, language: str) -> None:
    found = grammar(ruleset, language)
    counted = Counter(one for table in found.tables() for one in table.sentences)
    assert [one for one, times in counted.items() if times > 1] == []


def _shape(sentence: str) -> str:
    """The words of a sentence, whatever names are in it."""
    one = re.sub(r"\{\w+:([^}|]*)\|[^}]*\}", r"\1", sentence)
    return " ".join(re.findall(r"\w+", re.sub(r"\{[^}]*\}", "NAME", one).lower()))


@each_grammar
def test_no_rumor_says_what_all_have_read_in_the_same_words(ruleset: str, language: str) -> None:
    words = shipped_theme(language).words.values()
    texts = (text for one in words for text in ([one] if isinstance(one, str) else one.values()))
    read = {_shape(text) for text in texts}
    said = {
        _shape(text)
        for table in grammar(ruleset, language).tables()
        for sentence in table.sentences
        for text in (re.sub(r"\[[^]]*\]", "", sentence), re.sub(r"[][]", "", sentence))
    }
    assert {shape for shape in said & read if len(shape.split()) > 2} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_at_most_half_of_the_sentences_of_a_whisper_begin_with_one_word(language: str) -> None:
    for key, table in keyed(grammar("shadow", language)):
        beginnings = Counter(re.split(r"[\s\[]", one)[0] for one in table.sentences)
        assert max(beginnings.values()) <= len(table.sentences) // 2, key


@each_grammar
def test_frames_and_links_are_enough_not_to_repeat(ruleset: str, language: str) -> None:
    found = grammar(ruleset, language)
    for kind in (found.again, found.witness, found.same_place, found.same_people):
        assert not kind or len(set(kind)) == len(kind) >= 5
        assert all(one[0].isupper() and one[-1] in ".!?" for one in kind)
    assert found.again
    named = {name for one in found.tables() for name in needed_names(one.sentences[0])}
    places = any("{place}" in one for table in found.tables() for one in table.sentences)
    assert bool(found.same_people) == ("who" in named)
    assert bool(found.same_place) == places


@each_ruleset
def test_all_languages_have_the_same_tables(ruleset: str) -> None:
    english, *others = (
        [(key, table.when, {*needed_names(table.sentences[0])}) for key, table in keyed(found)]
        for found in (grammar(ruleset, language) for language in ("en", "de", "fr"))
    )
    assert LANGUAGES == ("de", "en", "fr")
    assert all(other == english for other in others)


@each_grammar
def test_sentences_name_only_facts_of_their_telling(ruleset: str, language: str) -> None:
    for (_, code, _), table in keyed(grammar(ruleset, language)):
        facts = set(get_type_hints(RULESETS[ruleset].telling_facts[code]))
        assert {key.partition(".")[0] for key in table.when} <= facts
        for sentence in table.sentences:
            assert set(placeholders_in(sentence)) <= facts | {"place", "goal"}, sentence
            assert (
                sentence.count("[")
                == sentence.count("]")
                == len(re.findall(r"\[[^\[\]]*\]", sentence))
            )


@each_ruleset
def test_in_german_a_name_alone_after_a_colon_says_who_somebody_is(ruleset: str) -> None:
    somebody = re.compile(r"\b(?:andere|ihn|jemand|jemanden|sie)\b", re.IGNORECASE)
    sentences = [one for table in grammar(ruleset, "de").tables() for one in table.sentences]
    named = [
        found[1]
        for one in sentences
        for found in re.finditer(r"([^.:]*)\[: \{(?!name|place|goal)\w+\}\]", one)
    ]
    assert all(map(somebody.search, named)), named


@each_grammar
def test_details_name_only_facts_of_their_telling(ruleset: str, language: str) -> None:
    for code, sentences in grammar(ruleset, language).details.items():
        facts = set(get_type_hints(RULESETS[ruleset].telling_facts[code]))
        assert all(set(placeholders_in(one)) <= facts for one in sentences)
        assert grammar(ruleset).details.keys() == grammar(ruleset, language).details.keys()


# ── True sentences ───────────────────────────────────────────────────────────────────────────────


class Case(NamedTuple):
    """Facts of a telling, the names that are known, and the table for it, by hand."""

    ruleset: str
    code: str
    facts: Mapping[str, Fact]
    outcome: str
    known: str = "who"


def gone(*fates: str) -> Facts:
    return Facts(gone=tuple(Facts(fate=fate) for fate in fates))


def bans(*lifted: bool) -> tuple[Fact, ...]:
    return tuple(Facts(lifted=one) for one in lifted)


CASES: Final = (
    # A success is told as one, a failure as one, and what nobody knows as neither.
    *(
        Case("lieutenants", code, {"action": action, "won": won, "sabotage": False}, outcome, known)
        for code, action, outcomes in (
            ("seen-attack", "aggressive-attack", ("won", "lost")),
            ("seen-attack", "cautious-attack", ("won", "lost")),
            ("seen-taking", "raid", ("took", "failed")),
            ("seen-taking", "steal", ("took", "failed")),
            ("seen-trade", "purchase", ("bought", "not-bought")),
            ("seen-trade", "sell", ("sold", "not-sold")),
            ("seen-influence", "gain-influence", ("courted", "in-vain")),
            ("seen-influence", "ally", ("allied", "in-vain")),
            ("seen-influence", "claim", ("claimed", "in-vain")),
            ("seen-influence", "rally", ("rallied", "in-vain")),
        )
        for won, outcome, known in (
            (True, outcomes[0], "who"),
            (False, outcomes[1], "who"),
            (None, "vague", "who"),
            (True, "vague", ""),
            (False, "vague", ""),
        )
    ),
    Case("lieutenants", "seen-taking", {"won": True, "sabotage": True}, "wrecked"),
    Case("lieutenants", "seen-taking", {"won": True, "sabotage": True}, "vague", ""),
    Case("lieutenants", "seen-move", {"won": True}, "came"),
    Case("lieutenants", "seen-move", {"won": True}, "vague", ""),
    Case("lieutenants", "seen-work", {"action": "work", "won": True}, "worked"),
    Case("lieutenants", "seen-work", {"action": "research", "won": False}, "studied"),
    Case("lieutenants", "seen-work", {"action": "train", "won": True}, "studied"),
    Case("lieutenants", "seen-work", {"action": "conceal", "won": True}, "hid"),
    Case("lieutenants", "seen-work", {"action": "conceal", "won": True}, "vague", ""),
    Case("lieutenants", "seen-stance", {"kind": "ambush"}, "ambush"),
    Case("lieutenants", "seen-stance", {"kind": "block"}, "block"),
    Case("lieutenants", "seen-stance", {"kind": "block"}, "vague", ""),
    Case("lieutenants", "seen-inquiry", {"action": "surveil"}, "watched"),
    Case("lieutenants", "seen-inquiry", {"action": "investigate"}, "asked"),
    Case("lieutenants", "seen-inquiry", {"action": "recruit"}, "approached"),
    Case("lieutenants", "seen-inquiry", {"action": "seduce"}, "approached"),
    Case("lieutenants", "seen-inquiry", {"action": "seduce"}, "vague", ""),
    Case("lieutenants", "seen-custom", {}, "did"),
    Case("lieutenants", "seen-custom", {}, "vague", ""),
    Case("lieutenants", "seen-meeting", {"outcome": "attacked"}, "fought", "who mover"),
    Case("lieutenants", "seen-meeting", {"outcome": "attack"}, "fought", "who mover"),
    Case("lieutenants", "seen-meeting", {"outcome": "stopped"}, "stopped", "who mover"),
    Case("lieutenants", "seen-meeting", {"outcome": "round"}, "passed", "who mover"),
    Case("lieutenants", "seen-meeting", {"outcome": "pass"}, "passed", "who mover"),
    Case("lieutenants", "seen-meeting", {"outcome": "stopped"}, "vague", "who"),
    Case("lieutenants", "seen-meeting", {"outcome": "stopped"}, "vague", "mover"),
    *(
        Case("wwn", "seen-clash", {"part": part, "won": won, "nobody": nobody}, outcome, known)
        for part, won, nobody, outcome, known in (
            ("", True, False, "won", "who against"),
            ("contest", True, False, "won", "who"),
            ("", False, False, "lost", "who against"),
            ("contest", False, False, "lost", "who"),
            ("", None, False, "undecided", "who"),
            ("", None, True, "unopposed", "who"),
            ("rogue", True, False, "mutiny", "who"),
            ("rogue", False, False, "mutiny", "who"),
            ("rogue", None, True, "mutiny", "who"),
            ("", True, False, "vague", ""),
            ("rogue", False, False, "vague", ""),
        )
    ),
    Case("wwn", "seen-move", {}, "moved"),
    Case("wwn", "seen-move", {}, "vague", ""),
    Case("wwn", "seen-start", {"legs": (Facts(),), "gone": ()}, "arrived"),
    Case("wwn", "seen-start", {"legs": (), "gone": (Facts(),)}, "perished"),
    Case("wwn", "seen-start", {"legs": (Facts(),), "gone": ()}, "vague", ""),
    Case("wwn", "seen-create", {}, "raised"),
    Case("wwn", "seen-create", {}, "vague", ""),
    Case("wwn", "seen-expand", {}, "settled"),
    Case("wwn", "seen-expand", {}, "vague", ""),
    Case("wwn", "seen-affliction", {"outcome": "done"}, "harmed"),
    Case("wwn", "seen-affliction", {"outcome": "failed"}, "foiled"),
    Case("wwn", "seen-affliction", {"outcome": "failed"}, "vague", ""),
    Case("wwn", "seen-gone", gone("sold", "sold"), "sold"),
    Case("wwn", "seen-gone", gone("rogue"), "mutinied"),
    Case("wwn", "seen-gone", gone("destroyed"), "lost"),
    Case("wwn", "seen-gone", gone("surrendered"), "lost"),
    Case("wwn", "seen-gone", gone("forfeit", "lost"), "lost"),
    Case("wwn", "seen-gone", gone("sold", "rogue"), "lost"),
    Case("wwn", "seen-gone", gone(), "lost"),
    Case("wwn", "seen-gone", gone("sold"), "vague", ""),
    Case("wwn", "unveiled", {}, "found"),
    Case("wwn", "unveiled", {}, "vague", "against"),
    Case("wwn", "collapse", {"by": Ref("faction", "b")}, "destroyed", "who by"),
    Case("wwn", "collapse", {"by": Ref("faction", "b")}, "fell", "who"),
    Case("wwn", "collapse", {"by": None}, "fell"),
    Case("wwn", "collapse", {"by": None}, "vague", ""),
    Case("wwn", "declared", {"places": bans(False, False)}, "closed"),
    Case("wwn", "declared", {"places": bans(True)}, "opened"),
    Case("wwn", "declared", {"places": bans(True, False)}, "vague"),
    Case("wwn", "declared", {"places": bans(True)}, "vague", ""),
    Case("wwn", "declared", {"places": ()}, ""),
    Case("shadow", "whisper", {"kind": "raise", "level": 1}, "befriending", ""),
    Case("shadow", "whisper", {"kind": "raise", "level": 2}, "gathering-favours", ""),
    Case("shadow", "whisper", {"kind": "raise", "level": 3}, "reaching-for-all", ""),
    Case("shadow", "whisper", {"kind": "mobilize", "level": 0}, "mobilizing", ""),
    Case("shadow", "whisper", {"kind": "attack-resource", "level": 0}, "raiding", ""),
    Case("shadow", "whisper", {"kind": "attack-actor", "level": 0}, "striking-at-a-life", ""),
    # A rumor of a line that everybody has read would add nothing.
    Case("shadow", "public-line", {}, "", "text sphere"),
    Case("freeform", "told-line", {}, "", "text"),
    Case("freeform", "changed-line", {}, "counted", "counter before after"),
)  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.code}-{case.outcome}")
def test_an_event_is_told_by_its_outcome(case: Case, language: str) -> None:
    found = grammar(case.ruleset, language).table(
        case.code, Facts(case.facts), dict.fromkeys(case.known.split(), "x")
    )
    assert (found.outcome if found else "") == case.outcome


@each_ruleset
def test_every_table_has_a_case(ruleset: str) -> None:
    cases = {(one.code, one.outcome) for one in CASES if one.ruleset == ruleset and one.outcome}
    said = {key[1:] for key, _ in keyed(grammar(ruleset)) if not key[0]}
    assert cases == said


def test_a_distorted_rumor_is_about_its_own_kind_of_event() -> None:
    for kind in ("raise", "mobilize", "attack-resource", "attack-actor"):
        facts = Facts(kind=kind, level=1 if kind == "raise" else 0)
        said, twisted = (
            grammar("shadow").table("whisper", facts, {}, twisted=far) for far in (False, True)
        )
        assert said is not None
        assert twisted is not None
        assert said.outcome == twisted.outcome


# ── Names ────────────────────────────────────────────────────────────────────────────────────────

#: Names as GMs give them, and how they stand within a sentence.
AWKWARD: Final[Mapping[str, str]] = {
    "The Town Hall": "the Town Hall",
    "Moor": "Moor",
    "the Aunts": "the Aunts",
    "The Aunts": "the Aunts",
    "St. Odo's": "St. Odo's",
    "A. B.": "A. B.",
    "Theodora": "Theodora",
    "Moss": "Moss",
    "de Witt": "de Witt",
    "Moor (north)": "Moor (north)",
    "Moor [old]": "Moor [old]",
    "The": "The",
    "THE GANG": "THE GANG",
}


def filled(sentence: str, name: str, *, hidden: Sequence[str] = ()) -> str:
    values = {one: "" if one in hidden else name for one in placeholders_in(sentence)}
    return grammar("wwn").fill(sentence, values)


def names_shown(sentence: str, hidden: Sequence[str]) -> int:
    """How many names a sentence shows if some are not known."""
    parts = re.split(r"(\[[^\[\]]*\])", sentence)
    shown = [one for one in parts if one[:1] != "[" or not {*placeholders_in(one)} & {*hidden}]
    return len(placeholders_in("".join(shown)))


@each_ruleset
@pytest.mark.parametrize("name", AWKWARD)
def test_names_fit_every_sentence(ruleset: str, name: str) -> None:
    begins = name[0].upper() + name[1:]
    for table in grammar(ruleset).tables():
        for sentence in table.sentences:
            needed = needed_names(sentence)
            optional = [one for one in placeholders_in(sentence) if one not in needed]
            for hidden in ([], optional, *([one] for one in optional)):
                text = filled(sentence, name, hidden=hidden)
                assert text[0].isupper() or not text[0].isalpha(), text
                assert not re.search(
                    r"\s\s|\s[.,;:]|[,;:][.,;:]|\.\.|[{}]|[Tt]he [Tt]he\b", text
                ), text
                assert not text[0].isspace(), text
                assert not text[-1].isspace(), text
                forms = {begins, AWKWARD[name]}
                assert sum(map(text.count, forms)) >= names_shown(sentence, hidden), text


@pytest.mark.parametrize(
    ("sentence", "name", "text"),
    [
        ("{who} came to {who}.", "The Town Hall", "The Town Hall came to the Town Hall."),
        ("It was {who}.", "A. B.", "It was A. B."),
        ("It was {who}. {who} came.", "the Aunts", "It was the Aunts. The Aunts came."),
        ("This: {who}.", "The Aunts", "This: the Aunts."),
        ("They say “{who}”.", "The Aunts", "They say “The Aunts”."),
        ("Gone[ from {who}].", "", "Gone."),
        ("[{who}: ]gone.", "", "Gone."),
        ("[{who}: ]gone.", "Moor [old]", "Moor [old]: gone."),
        ("{who's} wares.", "the Aunts", "The Aunts' wares."),
        ("All {who's} wares.", "Moor", "All Moor's wares."),
        ("All {who's} wares.", "St. Odo's", "All St. Odo's wares."),
    ],
)  # fmt: skip
def test_a_sentence_is_filled(sentence: str, name: str, text: str) -> None:
    assert filled(sentence, name) == text


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Moor", "Moor's"),
        ("the Aunts", "the Aunts'"),
        ("Moss", "Moss'"),
        ("St. Odo's", "St. Odo's"),
        ("the Aunts'", "the Aunts'"),
    ],
)
def test_the_possessive_of_a_name(name: str, text: str) -> None:
    assert possessive(name) == text


#: The facts that are names of factions, which may be singular or plural.
_FACTION: Final = r"\{(?:who|against|npc|target|mover|by)\}"
_SUBJECT: Final = re.compile(
    rf"(?:^|[.:;,“] |\[[:,;] |\band |\bbut |\bif |\bwhen |\bwhat |\bwhom |\bthat |\bhow |\buntil )"
    rf"{_FACTION}\]? ([a-z]+)"
)


@each_ruleset
def test_only_verbs_that_fit_one_and_many_follow_a_name(ruleset: str) -> None:
    numbered = re.compile(r"(?:is|are|was|were|has|have|does|do|mean|\w+[^s']s)$")
    subjects = [
        (verb, sentence)
        for table in grammar(ruleset).tables()
        for sentence in table.sentences
        for verb in _SUBJECT.findall(sentence)
    ]
    assert [one for one in subjects if numbered.match(one[0])] == []
    assert bool(subjects) == (ruleset in ("lieutenants", "wwn"))


@each_grammar
def test_places_can_be_left_out_and_stand_beside_words_that_fit_all(
    ruleset: str, language: str
) -> None:
    """Whether one is in, at or on a place, its name does not say; “at” fits most."""
    for table in grammar(ruleset, language).tables():
        for sentence in table.sentences:
            assert not {"place", "goal"} & set(needed_names(sentence)), sentence
            assert not re.search(
                r"\b(?:in|on|in der|im|auf|von|bei|nach|zu) \{(?:place|goal)\}", sentence
            )
            assert not re.search(r"\b(?:an?|the|der|die|das) \{", sentence, re.IGNORECASE)
