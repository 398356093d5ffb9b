"""Every language of the shipped theme says all that English says, and pages hold no other words."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from functools import cache
from string import Formatter
from typing import Final

import pytest
from markupsafe import escape

from chronicle.diagnostics.report import Report
from chronicle.pipeline import SealOptions, build_files
from chronicle.render import read_theme, shipped_themes_folder
from chronicle.rules import RULESETS
from chronicle.seal import Keys
from tests.golden.campaigns import BANNERS, FORDS, LEDGER, TIDE_BELL
from tests.rules.freeform.small_campaign import SOUND as FREEFORM
from tests.rules.lieutenants.small_campaign import SOUND as LIEUTENANTS
from tests.rules.wwn.small_campaign import SOUND as WWN
from tests.seal.small_bundles import cheap
from tests.small_campaign import SOUND as SHADOW
from tests.small_campaign import tree_of

ANNALS: Final = shipped_themes_folder() / "annals"
LANGUAGES: Final = sorted({path.stem for path in (ANNALS / "lang").glob("*.yaml")} - {"en"})
#: Words that are the same in both languages: loans, a preposition, and months.
SHARED: Final[Mapping[str, frozenset[str]]] = {
    "de": frozenset(
        (
            *("Dossier", "Dossiers", "Dossiers – {campaign}", "Person", "Name", "in"),
            *("April", "August", "September", "November"),
        )
    ),
}
#: A small campaign of each ruleset, as files and what they are laid over.
CAMPAIGNS: Final = {
    "shadow": (TIDE_BELL, SHADOW),
    "freeform": (LEDGER, FREEFORM),
    "lieutenants": (FORDS, LIEUTENANTS),
    "wwn": (BANNERS, WWN),
}
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
    report = Report()
    theme = read_theme("annals", language, (shipped_themes_folder(),), report)
    assert theme is not None
    assert report.findings == ()
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


@pytest.mark.parametrize("ruleset", sorted(CAMPAIGNS.keys() - {"freeform"}))
def test_a_line_of_the_street_reads_the_same_wherever_it_stands(ruleset: str) -> None:
    made = pages(ruleset, "en")
    told = 0
    for path, page in made.items():
        found = re.fullmatch(r"site/turns/(\d+)\.html", path)
        if found is None:
            continue
        for line in re.findall(r'<li id="s\d+">(.*?)&nbsp;', page, re.DOTALL):
            bare = plain(line).rstrip(".")
            for other in (f"site/rumors/{found[1]}.html", "site/feed.xml"):
                assert bare in plain(made[other]), (other, bare)
            told += 1
    assert told > 1


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
    made = build_files(tree_of({**files, "campaign.yaml": head}, over=over), report, seal=lock)
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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", CAMPAIGNS)
def test_a_campaign_uses_one_language_only(ruleset: str, language: str) -> None:
    drawn = {path: page for path, page in pages(ruleset, language).items() if "<html" in page}
    assert drawn
    assert [path for path, page in drawn.items() if f'<html lang="{language}"' not in page] == []
    assert len({said for _, said in spoken(ruleset, language, language)}) > len(drawn)
    assert sorted(spoken(ruleset, language, "en")) == []


def own_words(template: str) -> set[str]:
    """The words in a template that stand in no catalogue."""
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


@pytest.mark.parametrize(
    ("language", "day"), [("en", "November 14, 2026"), ("de", "14. November 2026")]
)
def test_dates_follow_the_language(language: str, day: str) -> None:
    files = {**SHADOW, "turns/001.yaml": "turn: 1\nplayed: 2026-11-14\n"}
    files["campaign.yaml"] += f"language: {language}\n"
    made = build_files(tree_of({}, over=files), Report())
    assert made is not None
    assert f'<time datetime="2026-11-14">{day}</time>' in made["site/turns/1.html"].decode()
