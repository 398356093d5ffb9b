"""Every page of every edition of the samples is valid, ordered, and links only to what is there."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from functools import lru_cache

import pytest

from chronicle.render.single_file import SINGLE_FILE_PATH
from tests.render import html_checks
from tests.render.strict_html import covering, parse_strictly
from tests.sample_campaigns import SAMPLES, editions_of, sample_files

_DOSSIER = re.compile(r"private/[\w-]+/dossier/\d+\.html$")
#: The public's, the GM's and that of a faction first: the others have the same kinds of pages.
FIRST_EDITIONS = 3
#: The public's and the GM's, which has what the editions of factions are made of.
PARSED_TWICE = 2
#: How many letters there are at most in the first words of a rumor.
LONGEST_EXCERPT = 90
CHECKS = (
    "markup_faults",
    "id_faults",
    "drawing_faults",
    "head_faults",
    "heading_faults",
    "landmark_faults",
)


def editions(first: int) -> pytest.MarkDecorator:
    """Every edition of the samples, of which `make test` tries the first ones.

    All tests of an edition are run by one process, which parses its pages once.
    """
    return pytest.mark.parametrize(
        ("id", "edition"),
        [
            pytest.param(
                *(id, edition),
                marks=[
                    pytest.mark.xdist_group(f"pages of {id} {edition}"),
                    *([pytest.mark.thorough] if at >= first else []),
                ],
            )
            for id in SAMPLES
            for at, edition in enumerate(editions_of(id))
        ],
    )


each_edition = editions(FIRST_EDITIONS)


@lru_cache(maxsize=2)
def parsed(id: str, edition: str) -> Mapping[str, html_checks.Parsed]:
    """The pages of one edition by their path within it."""
    return {path: parse_strictly(page) for path, page in written(id, edition).items()}


def written(id: str, edition: str) -> Mapping[str, str]:
    """The same pages in the output folder."""
    start = f"{edition}/"
    return {
        path.removeprefix(start): page.decode()
        for path, page in sample_files(id).items()
        if path.startswith(start) and path.endswith(".html")
    }


def faults_of(id: str, edition: str, check: str) -> dict[str, list[str]]:
    """What one check finds on the pages of an edition, by path."""
    found = {path: getattr(html_checks, check)(page) for path, page in parsed(id, edition).items()}
    return {path: faults for path, faults in found.items() if faults}


@each_edition
def test_each_edition_has_a_home_and_a_page_for_every_turn(id: str, edition: str) -> None:
    turns = len(list((SAMPLES[id] / "turns").glob("*.yaml")))
    assert turns >= 8
    wanted = {"index.html", *(f"turns/{n}.html" for n in range(1, turns + 1))}
    assert wanted <= parsed(id, edition).keys()


@each_edition
def test_pages_are_valid(id: str, edition: str) -> None:
    assert {check: found for check in CHECKS if (found := faults_of(id, edition, check))} == {}


@each_edition
def test_every_link_resolves_within_the_edition(id: str, edition: str) -> None:
    pages = parsed(id, edition)
    start = f"{edition}/"
    files = {path.removeprefix(start) for path in sample_files(id) if path.startswith(start)}
    if edition == "private/gm":
        # Its pages link to the dossiers in the editions of the factions.
        files |= {f"../{path[8:]}" for path in sample_files(id) if _DOSSIER.match(path)}
    ids = {path: html_checks.ids_of(page) for path, page in pages.items()}
    found = {path: html_checks.link_faults(path, page, files, ids) for path, page in pages.items()}
    assert {path: faults for path, faults in found.items() if faults} == {}


@each_edition
def test_every_page_can_be_reached_from_the_home_page(id: str, edition: str) -> None:
    pages = parsed(id, edition)
    reached, ahead = set[str](), ["index.html"]
    while ahead:
        path = ahead.pop()
        if path in reached or path not in pages:
            continue
        reached.add(path)
        ahead += html_checks.targets(path, pages[path])
    assert pages.keys() - reached == set()


@editions(PARSED_TWICE)
def test_the_parser_of_the_standard_reads_the_same_pages(id: str, edition: str) -> None:
    """On few pages, which hold every combination of elements that the edition has."""
    texts, pages = written(id, edition), parsed(id, edition)
    for path in covering(pages, {path: len(text) for path, text in texts.items()}):
        assert html_checks.parse(texts[path]) == pages[path], path


@pytest.mark.parametrize(
    "id", [pytest.param(id, marks=pytest.mark.xdist_group(f"pages of {id} site")) for id in SAMPLES]
)
def test_public_pages_request_nothing_from_other_hosts(id: str) -> None:
    """The tests of their policy say which of this site's scripts they run."""
    for path, page in parsed(id, "site").items():
        assert not [tag for tag in page.tags if tag.name == "iframe"], path
        asked = [
            tag.attributes.get("src") or tag.attributes.get("href") or ""
            for tag in page.tags
            if tag.name in ("link", "img", "source", "script")
        ]
        assert [address for address in asked if "//" in address] == [], path


class TestTheChecks:
    """Each check sees the fault it is for."""

    SOUND = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>t</title>'
        '<meta name="viewport" content="width=device-width"><meta name="description" content="d">'
        '</head><body><header></header><main><h1 id="a">A</h1><p><a href="#a">a</a></p></main>'
        "<footer></footer></body></html>"
    )

    def test_a_valid_page_has_no_faults(self) -> None:
        page = html_checks.parse(self.SOUND)
        assert html_checks.markup_faults(page) == []
        assert html_checks.id_faults(page) == []
        assert html_checks.head_faults(page) == []
        assert html_checks.heading_faults(page) == []
        assert html_checks.drawing_faults(page) == []
        assert html_checks.landmark_faults(page) == []
        assert (
            html_checks.link_faults(
                "x.html", page, ["x.html"], {"x.html": html_checks.ids_of(page)}
            )
            == []
        )

    @pytest.mark.parametrize(
        ("check", "old", "new"),
        [
            ("markup_faults", "</p>", "</p></b>"),
            ("markup_faults", "<p>", "<p><span><div></div></span>"),
            ("markup_faults", "<p>", "<p><img src='x'>"),
            ("markup_faults", "<p>", "<p><dossier>x</dossier>"),
            ("markup_faults", "<p>", "<ul><b>x</b></ul><p>"),
            ("markup_faults", "<p>", "<a href='#a'><button>b</button></a><p>"),
            ("markup_faults", "<p>", "<p align='left'>"),
            ("id_faults", "<p>", "<p id='a'>"),
            ("id_faults", "<p>", "<p aria-labelledby='gone'>"),
            ("drawing_faults", "<p>", "<svg><symbol id='s'></symbol></svg><p>"),
            ("drawing_faults", "<footer>", "<svg><use href='#a'></use></svg><footer>"),
            ("head_faults", ' lang="en"', ""),
            ("head_faults", "<p>", "<h1>B</h1><p>"),
            ("head_faults", "description", "summary"),
            ("heading_faults", "<p>", "<h3>C</h3><p>"),
            ("landmark_faults", "header", "div"),
            ("landmark_faults", "<p>", "<nav></nav><nav></nav><p>"),
        ],
    )
    def test_each_fault_is_detected(self, check: str, old: str, new: str) -> None:
        page = html_checks.parse(self.SOUND.replace(old, new, 1))
        assert getattr(html_checks, check)(page) != []

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ("</p>", "</p></b>"),
            ("<p>", "<p><span>"),
            ("<p>", "<p><br/><i>a</i"),
            ('"#a"', "'#a'"),
            ("<p>", "<p>3 < 4"),
            ("<p>", "<p>a & b"),
            ("<p>", "<p><i class=a></i>"),
            ("<footer>", ""),
        ],
    )
    def test_the_strict_parser_detects_each_fault(self, old: str, new: str) -> None:
        sound = parse_strictly(self.SOUND)
        assert sound == html_checks.parse(self.SOUND)
        assert sound.errors == ()
        assert parse_strictly(self.SOUND.replace(old, new, 1)).errors != ()

    def test_a_page_with_a_new_combination_is_chosen(self) -> None:
        pages = {
            "a": parse_strictly("<p><b></b></p>"),
            "b": parse_strictly("<p></p>"),
            "c": parse_strictly("<p><b><i></i></b></p>"),
            "d": parse_strictly('<p class="x"></p>'),
        }
        assert set(covering(pages, dict.fromkeys(pages, 9))) == {"c", "d"}

    @pytest.mark.parametrize("address", ["#gone", "gone.html", "/x.html", "//x.org/a", "../x.html"])
    def test_a_broken_link_is_detected(self, address: str) -> None:
        page = html_checks.parse(self.SOUND.replace("#a", address, 1))
        ids = {"x.html": html_checks.ids_of(page)}
        assert html_checks.link_faults("x.html", page, ["x.html"], ids) != []

    @pytest.mark.parametrize("part", ["srcset='x.html 1x, gone.png 2x'", "data-index='gone.json'"])
    def test_a_missing_resource_is_detected(self, part: str) -> None:
        page = html_checks.parse(self.SOUND.replace("<p>", f"<p><img alt='' {part}>"))
        ids = {"x.html": html_checks.ids_of(page)}
        assert len(html_checks.link_faults("x.html", page, ["x.html"], ids)) == 1


def test_the_map_of_vaime_changes_in_its_second_turn() -> None:
    """The ruleset shows the public no holders, so a place becomes known."""
    _, _, following = written("vaime", "site")["map.html"].partition('<div id="turn-2"')
    assert "<li>Arusk: new on the map</li>" in following.partition("</div>")[0]


_RUMOR = re.compile(r'<article class="rumor[^>]*>\s*<div class="prose">(.*?)</div>', re.DOTALL)


def said(markup: str) -> str:
    """The words of some markup."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", "", markup)).split())


@each_edition
def test_a_rumor_is_told_in_full_on_one_page_alone(id: str, edition: str) -> None:
    """Elsewhere it is cut; the file with all pages and the search are something else."""
    pages = {path: page for path, page in written(id, edition).items() if path != SINGLE_FILE_PATH}
    broadsheets = [path for path in pages if re.fullmatch(r"rumors/\d+\.html", path)]
    told = {said(rumor) for path in broadsheets for rumor in _RUMOR.findall(pages[path])}
    told = {words for words in told if len(words) > LONGEST_EXCERPT}
    assert len(told) > 1
    texts = {path: said(page) for path, page in pages.items()}
    for words in told:
        assert len([path for path, text in texts.items() if words in text]) == 1, words
