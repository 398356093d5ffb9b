"""What players have before turn 1 is played: a front page and a dossier that are whole."""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import cycle
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.pipeline import SealOptions, build_files
from chronicle.rules import RULESETS
from chronicle.seal import Keys, phrase_of, with_logins
from chronicle.seal.logins import phrase_fingerprint
from chronicle.seal.unseal import open_dossiers
from chronicle.serve.live_campaign import LiveCampaign, PreviewOptions
from chronicle.starters import StarterOptions, starter_files
from tests.render.html_checks import parse
from tests.schemas.schema_validation import OFFERED
from tests.shipped_theme import shipped_theme

#: Each ruleset in a language, and each language in a ruleset.
CASES: Final = tuple(zip(sorted(RULESETS), cycle(("de", "fr", "en"))))
in_each = pytest.mark.parametrize(("ruleset", "language"), CASES)
FRONT, DOSSIER, FIRST = "index.html", "dossier/0.html", "dossier/1.html"
#: What the starters say of the Press and its rivals at the start, and where the Press sits.
FIGURES: Final = {"freeform": "5", "shadow": "2", "lieutenants": "12", "wwn": "5"}
OWN: Final = {
    "freeform": "",
    "shadow": "Bastable",
    "lieutenants": "Nan Coker",
    "wwn": "the Carters",
}
SEAT: Final = {
    "freeform": "",
    "shadow": "places/cross",
    "lieutenants": "places/press-house",
    "wwn": "places/cross",
}
RIVAL: Final = {"freeform": "0", "shadow": "Canon Pell", "lieutenants": "1", "wwn": "Ladder Men"}


@cache
def campaign(ruleset: str, language: str, turns: int = 0) -> FileTree:
    """The starter of a ruleset with its first turns, which waits for orders."""
    options = StarterOptions(ruleset, "any words", language=language, zone="Europe/London")
    found = {
        path.removeprefix("content/"): content
        for path, content in starter_files(options, OFFERED).items()
        if path.startswith("content/") and not path.startswith("content/.")
    }
    text = found["campaign.yaml"].decode()
    due = "next: {deadline: 2030-12-01 20:00, "
    assert "\nnext: {" in text
    found["campaign.yaml"] = text.replace("\nnext: {", f"\n{due}").encode()
    return FileTree("content", {p: text for p, text in found.items() if _is_kept(p, turns)})


def _is_kept(path: str, turns: int) -> bool:
    number = re.fullmatch(r"turns/(\d+)\.yaml", path)
    return number is None or int(number[1]) <= turns


def page(tree: FileTree, path: str, reader: str = "press") -> str:
    """A page of a reader's edition; empty if there is none."""
    shown = LiveCampaign().state(tree, PreviewOptions(reader, ()))
    report = Report([*shown.findings])
    content = shown.file(path, report)
    assert report.findings == ()
    return (content or b"").decode()


def links(text: str) -> list[str]:
    return [tag.attributes["href"] or "" for tag in parse(text).tags if "href" in tag.attributes]


def own_dossier(text: str) -> str:
    """Where the main menu says that the reader's dossier is."""
    return next(link for link in links(text) if "dossier/" in link)


@in_each
def test_a_dossier_before_turn_1_is_whole(ruleset: str, language: str) -> None:
    text = page(campaign(ruleset, language), DOSSIER)
    main = text.partition("<main")[2].partition("</main>")[0]
    words = shipped_theme(language).words
    for key in ("opening.heading", "dossier.figures", "dossier.others", "site.people"):
        assert f">{words[key]}<" in main or f"{words[key]}\n" in main, key
    for said in (FIGURES[ruleset], OWN[ruleset], RIVAL[ruleset], "Odile Crabb", "iron screw"):
        assert said in main
    assert {"../orders.html", "../deadline.ics"} <= set(links(main))
    assert f"../{SEAT[ruleset]}" in "".join(links(main))
    # Nothing has happened yet, and no turn is over.
    assert f"{words['dossier.no_orders']}" not in main
    assert not re.search(r"\b(turn|Zug|tour) 0\b", main, re.IGNORECASE)


@in_each
def test_the_front_page_of_players_before_turn_1_leads_to_all_of_it(
    ruleset: str, language: str
) -> None:
    text = page(campaign(ruleset, language), FRONT)
    main = text.partition("<main")[2].partition("</main>")[0]
    for said in (FIGURES[ruleset], "Odile Crabb", "eleven thousand apple"):
        assert said in main
    assert {"orders.html", "deadline.ics", DOSSIER, f"{DOSSIER}#other-hive"} <= set(links(main))
    assert "map.html" in links(main)
    assert SEAT[ruleset] in "".join(links(main))
    assert not re.search(r"\b(turn|Zug|tour) 0\b", main, re.IGNORECASE)
    public = page(campaign(ruleset, language), FRONT, "everyone")
    assert "dossier/" not in "".join(links(public))


@in_each
def test_the_public_front_page_before_turn_1_says_what_will_be_here(
    ruleset: str, language: str
) -> None:
    tree = campaign(ruleset, language)
    said = str(shipped_theme(language).words["home.before"])
    text = page(tree, FRONT, "everyone")
    assert said not in text, "its introduction does"
    assert {"deadline.ics", "factions/press.html"} <= set(links(text))
    head = tree.files["campaign.yaml"]
    assert isinstance(head, bytes)
    bare = re.sub(r"(?m)^introduction:.*\n(?:(?: .*)?\n)*", "", head.decode()).encode()
    files = {**tree.files, "campaign.yaml": bare}
    without = page(FileTree("content", files), FRONT, "everyone")
    assert said in without
    assert {"deadline.ics", "factions/press.html"} <= set(links(without))


def test_the_figures_of_a_turn_that_was_not_played_are_left_out() -> None:
    text = page(campaign("lieutenants", "en"), FRONT)
    gauges = text.partition('class="gauges"')[2].partition("</dl>")[0]
    assert "Capital" in gauges
    assert "Income" not in gauges


@pytest.mark.parametrize(
    ("turns", "expected"), [(0, DOSSIER), (1, FIRST), (2, "dossier/index.html")]
)
def test_my_dossier_leads_to_the_only_one(turns: int, expected: str) -> None:
    tree = campaign("freeform", "en", turns)
    assert own_dossier(page(tree, FRONT)) == expected
    # What leads from a dossier to the list of all is the same when another turn is played.
    assert bool(page(tree, "dossier/index.html")) == (turns > 0)
    if turns:
        (trail,) = re.findall(r'(?s)<nav class="trail".*?</nav>', page(tree, FIRST))
        assert 'href="../dossier/index.html"' in trail


def test_the_gm_finds_every_dossier_before_turn_1() -> None:
    found = links(page(campaign("wwn", "en"), "gm/dossier/index.html", "gm"))
    assert {f"../../{id}/{DOSSIER}" for id in ("press", "hive", "barn")} <= set(found)


def test_the_dossier_in_one_file_begins_before_turn_1() -> None:
    text = page(campaign("shadow", "en"), "dossier.html")
    assert 'id="dossier-0"' in text
    assert "<title>Dossier of the First Press – Windfall</title>" in text
    assert "turn 0" not in text.lower()


def test_a_sealed_dossier_has_its_pages_before_turn_1() -> None:
    bare = Keys(bytes(range(32)), rotations={}, generations={}, own={}, logins={}, demo=False)
    keys = with_logins(bare, ("press", "hive", "barn"))
    report = Report()
    files = build_files(campaign("shadow", "de"), report, seal=SealOptions(keys))
    assert report.findings == ()
    assert files is not None
    site = {
        path.removeprefix("site/"): it for path, it in files.items() if path.startswith("site/")
    }
    login = keys.logins[phrase_fingerprint(keys, phrase_of(keys, "press"))]
    opened = open_dossiers(site, login) or {}
    assert list(opened) == ["press"]
    volume = opened["press"]
    pages = {**json.loads(volume.book)["pages"], **json.loads(volume.pages)["pages"]}
    assert {FRONT, DOSSIER, "orders.html"} <= pages.keys()
    assert DOSSIER in pages[FRONT]["main"]
    assert "Bastable" in pages[DOSSIER]["main"]
