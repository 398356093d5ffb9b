"""Every language of the shipped theme says all that English says, and pages hold no other words."""

from __future__ import annotations

import html
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from string import Formatter
from typing import Final

import pytest
from babel import Locale
from markupsafe import escape

from chronicle.authoring.rumor_grammar import read_grammar
from chronicle.diagnostics.report import Report
from chronicle.pipeline import SealOptions, build_files
from chronicle.render import shipped_themes_folder
from chronicle.render.messages import Message, MessageCatalogue, as_markup, format_message
from chronicle.render.name_forms import NameForms, without_marks
from chronicle.rules import RULESETS
from chronicle.seal import Keys
from tests.golden.campaigns import BANNERS, FORDS, LEDGER, TIDE_BELL
from tests.rules.freeform.small_campaign import SOUND as FREEFORM
from tests.rules.lieutenants.small_campaign import SOUND as LIEUTENANTS
from tests.rules.wwn.small_campaign import SOUND as WWN
from tests.seal.small_bundles import cheap
from tests.shipped_theme import shipped_theme
from tests.small_campaign import SOUND as SHADOW
from tests.small_campaign import tree_of
from tests.thorough import beginning, thorough

ANNALS: Final = shipped_themes_folder() / "annals"
LANGUAGES: Final = sorted({path.stem for path in (ANNALS / "lang").glob("*.yaml")} - {"en"})
#: Words that are the same in both languages: loans, a preposition, and months.
SHARED: Final[Mapping[str, frozenset[str]]] = {
    "de": frozenset(
        (
            *("Dossier", "Dossiers", "Dossiers – {campaign}", "Person", "Name"),
            *("April", "August", "September", "November", "Zoom"),
        )
    ),
    # French and English share many words of power, trade and print.
    "fr": frozenset(
        (
            *("Dossier", "Dossiers", "Dossiers – {campaign}", "Page", "{n} page", "{n} pages"),
            *("Menu", "Zoom"),
            *("Faction", "Factions", "Factions – {campaign}", "Licences", "Corrections"),
            *("Relation", "Relations", "Relations – {campaign}", "{n} miles", "Type"),
            *("Influence", "Influence 1", "Influence 2", "Influence 3", "Influence {n}"),
            *("Force", "force", "force {value}", "Capital", "Points", "bonus {value}", "total {n}"),
            *("Lieutenant", "Lieutenants", "lieutenant", "alliance", "loyal", "information"),
            *("Raid", "Condition", "Placement", "Bases", "base", "secret", "{n} six"),
        )
    ),
}
#: A small campaign of each ruleset, as files and the campaign they are added to.
CAMPAIGNS: Final = {
    "shadow": (TIDE_BELL, SHADOW),
    "freeform": (LEDGER, FREEFORM),
    "lieutenants": (FORDS, LIEUTENANTS),
    "wwn": (BANNERS, WWN),
}
#: The letters before which French words lose their own vowel.
VOWELS: Final = "aàâeéèêëiîïoôuùûœæ"
#: As many words in a row are a sentence, and no accident.
SENTENCE: Final = 4
#: Codes that nobody reads: what macros hand to each other, and what a policy allows.
CODES: Final[Mapping[str, frozenset[str]]] = {
    "rules/lieutenants/parts.html": frozenset(["pick", "check", "fate", "hurt", "stealth"]),
    "rules/wwn/words.html": frozenset(["nobody", "taken", "both", "perished", "spared"]),
    "unlock.html": frozenset(["blob"]),
}
_COMMENT: Final = re.compile(r"\{#.*?#\}", re.DOTALL)
_JINJA: Final = re.compile(r"\{[{%].*?[%}]\}", re.DOTALL)
_READ_ALOUD: Final = re.compile(r"\b(?:alt|aria-label|placeholder|title)=\"([^\"]*)\"")
_MARKUP: Final = re.compile(r"<[^>]*>|[\w-]+=\"[^\"]*\"|&\w+;")
_WORD: Final = re.compile(r"[^\W\d_]{2,}")


@cache
def words(language: str) -> Mapping[str, Mapping[str, str]]:
    """The words of the shipped theme by key and then by number; those without one under ``""``."""
    theme = shipped_theme(language)
    return {key: {"": said} if isinstance(said, str) else said for key, said in theme.words.items()}


def literals(said: str) -> tuple[str, ...]:
    """What stands between the placeholders of some words."""
    return tuple(literal for literal, *_ in Formatter().parse(said))


def placeholders(said: str) -> frozenset[str]:
    """The names of the values that are put in."""
    return frozenset(name for _, name, *_ in Formatter().parse(said) if name is not None)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_message_keys(language: str) -> None:
    assert words(language).keys() == words("en").keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_use_the_same_placeholders(language: str) -> None:
    def values(language: str) -> dict[tuple[str, str], frozenset[str]]:
        found = words(language).items()
        return {(key, n): placeholders(said) for key, forms in found for n, said in forms.items()}

    there, english = values(language), values("en")
    assert {key: there.get(key) for key in english if there.get(key) != english[key]} == {}


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_what_the_street_tells_has_eight_wordings_of_the_same_values(language: str) -> None:
    """Two wordings that took different values would not tell the same facts."""
    wordings: dict[str, list[str]] = {}
    for key, forms in words(language).items():
        kind, _, number = key.rpartition(".")
        if re.search(r"\.(?:street|whisper)\.", key) and number.isdecimal():
            wordings.setdefault(kind, []).append(forms[""])
    assert {kind.partition(".")[0] for kind in wordings} == {"shadow", "lieutenants", "wwn"}
    assert {kind: len({*said}) for kind, said in wordings.items() if len({*said}) < 8} == {}
    values = {kind: {placeholders(one) for one in said} for kind, said in wordings.items()}
    assert {kind: found for kind, found in values.items() if len(found) > 1} == {}


def plain(page: str) -> str:
    """The text of a page without markup."""
    return re.sub(r"<[^>]*>", "", html.unescape(html.unescape(page)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_is_left_untranslated(language: str) -> None:
    same = {
        said
        for key, forms in words(language).items()
        for said in forms.values()
        if said in words("en")[key].values() and _WORD.search("".join(literals(said)))
    }
    assert same == SHARED[language]


@cache
def sentences(language: str) -> frozenset[str]:
    """The longer pieces of a language's words as they stand on a page."""
    return frozenset(
        str(escape(literal.strip()))
        for forms in words(language).values()
        for said in forms.values()
        for literal in literals(said)
        if len(literal.split()) >= SENTENCE
    )


@cache
def pages(ruleset: str, language: str) -> Mapping[str, str]:
    """The pages of every edition of a ruleset's campaign; one of them has sealed dossiers."""
    files, over = CAMPAIGNS[ruleset]
    head = f"{over['campaign.yaml']}language: {language}\naddress: https://ada.example/\n"
    lock = (
        SealOptions(cheap(Keys(bytes(32)), ["vael", "oru", "gm"])) if ruleset == "shadow" else None
    )
    report = Report()
    first = {**over, **files}["turns/001.yaml"]
    # A turn is in the feed once a day is known for it.
    dated = first if "\nplayed:" in first else f"{first.rstrip()}\nplayed: 2026-01-05\n"
    laid = {**files, "campaign.yaml": head, "turns/001.yaml": dated}
    made = build_files(tree_of(laid, over=over), report, seal=lock)
    assert [finding for finding in report.findings if finding.severity == "error"] == []
    assert made is not None
    return {path: made[path].decode() for path in made if path.endswith((".html", ".xml"))}


def spoken(ruleset: str, shown: str, language: str) -> Iterator[tuple[str, str]]:
    """The sentences of one language on the pages in another, with the page of each."""
    for path, page in pages(ruleset, shown).items():
        for sentence in sentences(language):
            if sentence in page:
                yield path, sentence


def test_every_ruleset_is_covered() -> None:
    assert CAMPAIGNS.keys() == RULESETS.keys()


#: Of each language half of the rulesets first.
PAIRS: Final = sorted(
    product(sorted(CAMPAIGNS), LANGUAGES),
    key=lambda pair: (sorted(CAMPAIGNS).index(pair[0]) + LANGUAGES.index(pair[1])) % 2,
)


@pytest.mark.parametrize(("ruleset", "language"), beginning(PAIRS, len(CAMPAIGNS)))
def test_a_campaign_uses_one_language_only(ruleset: str, language: str) -> None:
    drawn = {path: page for path, page in pages(ruleset, language).items() if "<html" in page}
    assert drawn
    assert [path for path, page in drawn.items() if f'<html lang="{language}"' not in page] == []
    assert len({said for _, said in spoken(ruleset, language, language)}) > len(drawn)
    assert sorted(spoken(ruleset, language, "en")) == []


#: The rulesets whose street tells of its own.
STREETS: Final = sorted(CAMPAIGNS.keys() - {"freeform"})


@pytest.mark.parametrize(
    ("ruleset", "language"),
    [
        *(pair for pair in PAIRS[: len(CAMPAIGNS)] if pair[0] in STREETS),
        *thorough((ruleset, "en") for ruleset in STREETS),
    ],
)
def test_a_line_of_the_street_reads_the_same_wherever_it_stands(
    ruleset: str, language: str
) -> None:
    made = pages(ruleset, language)
    told = 0
    for path, page in made.items():
        found = re.fullmatch(r"site/turns/(\d+)\.html", path)
        if found is None:
            continue
        for line in re.findall(r'<li id="s\d+"[^>]*>(.*?)&nbsp;', page, re.DOTALL):
            bare = plain(line).rstrip(".")
            for other in (f"site/rumors/{found[1]}.html", "site/feed.xml"):
                assert bare in plain(made[other]), (other, bare)
            told += 1
    assert told > 1


def own_words(template: str) -> set[str]:
    """The words in a template that are in no catalogue."""
    bare = _JINJA.sub("", _COMMENT.sub("", template))
    aloud = " ".join(_READ_ALOUD.findall(bare))
    return {*_WORD.findall(_MARKUP.sub(" ", bare)), *_WORD.findall(aloud)}


def test_templates_hold_no_untranslated_text() -> None:
    assert own_words('<p title="Now">{# no #}{{ t("a") }} and&nbsp;on</p>') == {"Now", "and", "on"}
    found = {
        path.relative_to(ANNALS).as_posix(): own_words(path.read_text(encoding="utf-8"))
        for path in ANNALS.rglob("*.html")
    }
    assert {
        name: left for name, said in found.items() if (left := said - CODES.get(name, set()))
    } == {}


# ── Grammar ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
@pytest.mark.parametrize("n", [0, 1, 2, 3, 11, 21, 101])
def test_a_number_takes_the_form_that_the_language_has_for_it(language: str, n: int) -> None:
    """The Unicode tables of languages say which numbers are singular."""
    ones, forms = words(language)["number.one"][""], {"one": "one", "other": ""}
    catalogue: dict[str, Message] = {"number.one": ones, "x": forms}
    is_singular = Locale.parse(language).plural_form(n) == "one"
    assert (format_message(MessageCatalogue(catalogue), "x", {"n": n}) == "one") == is_singular


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
@pytest.mark.parametrize("month", range(1, 13))
def test_months_and_weekdays_are_those_of_the_language(language: str, month: int) -> None:
    said = words(language)
    assert said[f"date.month.{month}"][""] == Locale.parse(language).months["format"]["wide"][month]
    if month <= 7:
        days = Locale.parse(language).days["format"]["wide"]
        assert said[f"deadline.weekday.{month}"][""] == days[month - 1]


@pytest.mark.parametrize(
    ("word", "article", "joined"),
    [
        ("de", "le", "du "),
        ("de", "la", "de la "),
        ("de", "les", "des "),
        ("de", "l’", "de l’"),
        ("à", "le", "au "),
        ("à", "la", "à la "),
        ("à", "les", "aux "),
        ("à", "l’", "à l’"),
        ("par", "le", "par le "),
        ("contre", "les", "contre les "),
        ("chez", "l’", "chez l’"),
    ],
)
@pytest.mark.parametrize("name", ["Sauniers", "Orrow", "Île"])
def test_in_french_prepositions_contract_with_articles(
    word: str, article: str, joined: str, name: str
) -> None:
    french = {key: forms[""] for key, forms in words("fr").items() if "" in forms}
    space = "" if article.endswith("’") else " "
    marked = NameForms.of(french).mark(f"{article.title()}{space}{name}")
    said = format_message(
        MessageCatalogue(french, x=f"Oui, {word} {{name}}"), "x", {"name": marked}
    )
    assert without_marks(said) == f"Oui, {joined}{name}"


@pytest.mark.parametrize("vowel", "aâàeéèêiîïoôuûüœAÂEÉÈÊIÎOÔUŒ")
@pytest.mark.parametrize(("word", "elided"), [("de", "d’"), ("que", "qu’"), ("à", "à ")])
def test_in_french_words_lose_their_vowel_before_another(
    vowel: str, word: str, elided: str
) -> None:
    french = {key: forms[""] for key, forms in words("fr").items() if "" in forms}
    for name, before in ((f"{vowel}brac", elided), ("Brac", f"{word} ")):
        said = format_message(
            MessageCatalogue(french, x=f"Oui, {word} {{name}}"),
            "x",
            {"name": NameForms.of(french).mark(name)},
        )
        assert said == f"Oui, {before}{name}"


@pytest.mark.parametrize(
    ("name", "declined"),
    [
        ("Der Stadel", "den Stadel"),
        ("Der Lange Alte Turm", "den Langen Alten Turm"),
        ("Der Orden vom Nassen Stein", "den Orden vom Nassen Stein"),
        ("Der See", "den See"),
        ("Die Lange Wache", "die Lange Wache"),
        ("Das Alte Tor", "das Alte Tor"),
    ],
)
@pytest.mark.parametrize("word", ["auf", "für", "gegen", "über", "an", "durch", "ohne", "um"])
def test_in_german_names_are_declined_after_words_with_the_accusative(
    name: str, declined: str, word: str
) -> None:
    german = {key: forms[""] for key, forms in words("de").items() if "" in forms}
    marked = as_markup(f"<a>{NameForms.of(german).mark(name)}</a>")
    catalogue = MessageCatalogue(german, x=f"Ja, {word} {{name}} eine Weile")
    said = format_message(catalogue, "x", {"name": marked})
    assert re.sub("<[^>]*>", "", without_marks(said)) == f"Ja, {word} {declined} eine Weile"


def test_french_has_no_word_that_should_have_joined_with_the_next() -> None:
    """Nor does it put one before something that the reader does not know."""
    unjoined = re.compile(rf"\b(?:de|que) [{VOWELS}]", re.IGNORECASE)
    assert {said for said in all_texts("fr") if unjoined.search(said)} == {"De ou vers"}
    unknown = re.compile(r"some(?:one|where)|\w+\.(?:unknown|unseen)(?:\.\w+)?")
    values = [forms[""] for key, forms in words("fr").items() if unknown.fullmatch(key)]
    assert len(values) > 10
    joining = re.compile(rf"(?:[{VOWELS}]|les? )", re.IGNORECASE)
    # These never stand after “de”.
    assert [value for value in values if joining.match(value)] == ["une base"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_label_before_a_name_ends_with_a_word_that_should_join_with_it(language: str) -> None:
    pattern = r't\("([\w.]+)"\) \}\}(?:</\w+>)? \{\{ (?:piece|link|name|m\.who|m\.where|m\.named)\('
    labels = {
        key
        for path in ANNALS.rglob("*.html")
        for key in re.findall(pattern, path.read_text(encoding="utf-8"))
    }
    joining = {word for word, _ in shipped_theme(language).words.name_forms.contractions}
    assert len(labels) > 2
    said = {words(language)[key][""] for key in labels}
    assert [one for one in said if one.lower().rpartition(" ")[2] in joining] == []


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_street_talk_of_one_kind_has_many_shapes(language: str) -> None:
    kinds: dict[str, list[str]] = {}
    for key, forms in words(language).items():
        if key.startswith("shadow.whisper."):
            kinds.setdefault(key.rpartition(".")[0], []).append(forms[""])
    assert len(kinds) == 6
    for kind, said in kinds.items():
        beginnings = Counter(one.split()[0] for one in said)
        assert max(beginnings.values()) <= len(said) // 2, kind
        assert any("?" in one or "!" in one or one[0] in "“„«" for one in said), kind


def all_texts(language: str) -> frozenset[str]:
    """All texts of a language, also the sentences of rumors, without a part that may be missing."""
    theme = shipped_theme(language)
    rules = ("contractions", "elisions")
    found = {
        said
        for key, forms in words(language).items()
        if key not in rules
        for said in forms.values()
    }
    for ruleset in RULESETS:
        grammar = read_grammar(theme, ruleset, Report())
        assert grammar is not None
        found |= {*grammar.again, *grammar.witness, *grammar.same_place, *grammar.same_people}
        found |= {said for table in grammar.tables() for said in table.sentences}
    return frozenset(found)


@pytest.mark.parametrize("sign", ":;!?»")
def test_in_french_a_space_that_does_not_break_stands_before_a_sign(sign: str) -> None:
    # Addresses, the clock and forms of a word have a colon without one, and `code` is no French.
    ahead = re.compile(rf"(?<![\u00a0\u202f{{}}]){re.escape(sign)}(?!//)")
    texts = {re.sub(r"`[^`]*`|\{\w+:[^}]*\}", "", said) for said in all_texts("fr")}
    assert sign == "!" or any(sign in said for said in texts)
    assert {said for said in texts if ahead.search(said)} == set()


def test_french_quotations_and_apostrophes_are_those_of_printed_books() -> None:
    texts = all_texts("fr")
    assert {said for said in texts if re.search("[“”„\"']|«(?!\u00a0)", said)} == set()


def test_a_rumor_joins_words_with_names() -> None:
    theme = shipped_theme("fr")
    grammar = read_grammar(theme, "wwn", Report())
    assert grammar is not None
    told = {
        ("{who} : une fête[ du côté de {place}].", "Les Halles"): (
            "Les Halles : une fête du côté des Halles."
        ),
        ("La fin de {who}[ du côté de {place}].", "Orrow"): "La fin d’Orrow du côté d’Orrow.",
        ("Adieu à {who}.", "le Conseil"): "Adieu au Conseil.",
        ("Adieu à {who}.", "La Garde"): "Adieu à la Garde.",
    }
    for (sentence, name), text in told.items():
        assert grammar.fill(sentence, {"who": name, "place": name}) == text


@pytest.mark.parametrize("language", LANGUAGES)
def test_assets_and_tags_that_come_along_have_the_names_of_the_language(language: str) -> None:
    """Those that a campaign has named itself keep their names, and so do orders to paste."""
    named = re.compile(r"^wwn\.(?:type|tag)\.")
    english = {forms[""] for key, forms in words("en").items() if named.match(key)}
    said = {forms[""] for key, forms in words(language).items() if named.match(key)}
    found, seen = set[str](), set[str]()
    for page in pages("wwn", language).values():
        shown = re.sub(r"<(pre|script)\b.*?</\1>", "", page, flags=re.DOTALL)
        nodes = {html.unescape(node).strip(" ,.:\n") for node in re.findall(r">([^<]+)<", shown)}
        found |= nodes & (english - said)
        seen |= nodes & said
    assert found == set()
    assert len(seen) > 3


@pytest.mark.parametrize(
    ("language", "written", "day"),
    [
        ("en", "2026-11-14", "November 14, 2026"),
        ("de", "2026-11-14", "14. November 2026"),
        ("fr", "2026-11-14", "14 novembre 2026"),
        ("en", "2026-08-01", "August 1, 2026"),
        ("de", "2026-08-01", "1. August 2026"),
        ("fr", "2026-08-01", "1er août 2026"),
    ],
)
def test_dates_follow_the_language(language: str, written: str, day: str) -> None:
    files = {**SHADOW, "turns/001.yaml": f"turn: 1\nplayed: {written}\n"}
    files["campaign.yaml"] += f"language: {language}\n"
    made = build_files(tree_of({}, over=files), Report())
    assert made is not None
    assert f'<time datetime="{written}">{day}</time>' in made["site/turns/1.html"].decode()


def test_the_name_that_a_link_shows_fits_into_its_sentence() -> None:
    """If the author has written its id; a name stands as it is written."""
    text = "The rain fell on [[harbour]], *[[harbour]]*. [[harbour]] and [[The Harbour]] are wet."
    news = json.dumps([{"for": "everyone", "text": f"{text}\n\n[[harbour]]!"}])
    made = build_files(
        tree_of({}, over={**SHADOW, "turns/001.yaml": f"turn: 1\nnews: {news}\n"}), Report()
    )
    assert made is not None
    shown = re.sub("<[^>]*>", "", made["site/turns/1.html"].decode())
    assert "fell on the Harbour, the Harbour. The Harbour and The Harbour are wet." in shown
    assert "The Harbour!" in shown
    assert "fell on the Harbour, the Harbour." in made["site/index.html"].decode()
