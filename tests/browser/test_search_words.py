"""What both searches take for a word: of the public pages, and of an opened dossier."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from chronicle.diagnostics.report import Report
from chronicle.pipeline import SealOptions, build_files
from tests.browser.http_host import served
from tests.browser.sealed_site import CAMPAIGN, KEYS, Hosted, enter
from tests.sample_campaigns import write_files
from tests.small_campaign import tree_of

JAPANESE: Final = "夜の船は灯火を持たず、無人の港に着く。第３章。"
FRENCH: Final = "Le sceau d’Artois est brisé."


class Case(NamedTuple):
    """Words typed to find a text, and whether they do."""

    text: str
    typed: str
    is_found: bool = True


CASES: Final = (
    # Scripts without blanks: a word may begin at any letter.
    Case(JAPANESE, "夜の船"),
    Case(JAPANESE, "船"),
    Case(JAPANESE, "灯火"),
    Case(JAPANESE, "灯火 港"),
    Case(JAPANESE, "火灯", is_found=False),
    Case(JAPANESE, "灯火 山", is_found=False),
    Case(JAPANESE, "3章"),
    Case("ガラスの塔のTowerで", "tower"),
    Case("ガラスの塔のTowerで", "塔のtower"),
    Case("ガラスの塔のTowerで", "owerで", is_found=False),
    Case("かぎを持つ", "かき", is_found=False),
    Case("他们在夜里\n渡河。", "夜里渡"),
    Case("他们在夜里\n渡河。", "渡河"),
    Case("เรือออกจากท่าตอนกลางคืน", "กลางคืน"),
    Case("เรือออกจากท่าตอนกลางคืน", "ท่า"),
    Case("ເຮືອອອກຈາກທ່າ", "ທ່າ"),
    Case("ទូក\u200bចេញ\u200bពី\u200bកំពង់ផែ", "ចេញពី"),
    Case("လှေသည်ညတွင်ထွက်သည်", "ညတွင်"),
    # Korean has blanks.
    Case("한국 배", "한국"),
    Case("한국 배", "호기", is_found=False),
    # An apostrophe parts a word, and joins it.
    *(Case(FRENCH, f"d{sign}Artois") for sign in "'’‘ʼʻ`´′＇"),
    *(Case(f"Le sceau d{sign}Artois", "d'artois") for sign in "'ʼʻ`´′＇"),
    *(Case(f"Le sceau d{sign}Artois", "artois") for sign in "'ʼʻ`´′＇"),
    Case(FRENCH, "Artois"),
    Case(FRENCH, "tois", is_found=False),
    Case("L’or du roi", "d'or", is_found=False),
    Case("Kael’thas rides", "kaelthas"),
    Case("Kael’thas rides", "kael'th"),
    # Letters stored in two ways, with marks and without.
    Case(unicodedata.normalize("NFD", "Élan du Café"), "élan"),
    Case(unicodedata.normalize("NFD", "Élan du Café"), "elan cafe"),
    Case("Élan du Café", unicodedata.normalize("NFD", "élan")),
    Case("Во\u0301лга течёт", "волга"),
    Case("שָׁלוֹם", "שלום"),
    Case("ὉΔΌΣ", "οδος"),
    Case("Zoë", "zoe"),
    Case("Donau\u00addampf", "donaudampf"),
    # Signs part words, typed ones as well.
    Case("The lamp-hour struck", "lamp-hour"),
    Case("The lamp-hour struck", '"lamp hour"'),
    Case("The lamp-hour struck", "amp", is_found=False),
    Case("The lamp-hour struck", "(lamp"),
    Case("Ships ⛵\ufe0f of the 7⚓", "⛵"),
    Case("Ships ⛵\ufe0f of the 7⚓", "☠", is_found=False),
)


def _leaf(text: str) -> str:
    """The page that has a text, named so that no words of a case find its name."""
    texts = list(dict.fromkeys(case.text for case in CASES))
    return f"zq{texts.index(text):02}"


def _pages() -> Mapping[str, str]:
    names = {_leaf(case.text): case.text for case in CASES}
    return {
        f"pages/{name}.md": f"---\ntitle: {name}\nfor: everyone\n---\n{text}\n"
        for name, text in names.items()
    }


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    files = build_files(tree_of({**CAMPAIGN, **_pages()}), Report(), seal=SealOptions(KEYS))
    assert files is not None
    top = tmp_path_factory.mktemp("words")
    folder = write_files(files, top / "some" / "sub path")
    with served(top) as port:
        yield Hosted(files, folder, port, f"http://127.0.0.1:{port}/some/sub%20path/site")


@pytest.fixture(scope="module")
def public(browser: Browser, library: Hosted) -> Iterator[Page]:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{library.site}/index.html")
        page.keyboard.press("/")
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("searchbox").fill("harbour")
        expect(dialog.locator("li").first).to_be_visible()
        yield page


@pytest.fixture(scope="module")
def dossier(browser: Browser, library: Hosted) -> Iterator[Page]:
    with browser.new_context() as context:
        page = context.new_page()
        enter(page, library)
        page.get_by_role("searchbox").fill("harbour")
        expect(page.locator(".found li").first).to_be_visible()
        yield page


@pytest.mark.parametrize("case", CASES, ids=lambda case: ascii(case.typed))
def test_the_public_search_finds_words(public: Page, case: Case) -> None:
    dialog = public.get_by_role("dialog")
    dialog.get_by_role("searchbox").fill(case.typed)
    leaf = _leaf(case.text)
    links = dialog.locator("li a")
    found = [
        one for one in links.all() if (one.get_attribute("href") or "").endswith(f"{leaf}.html")
    ]
    assert bool(found) == case.is_found
    if found:
        assert found[0].locator("mark").count() > 0


@pytest.mark.parametrize("case", CASES, ids=lambda case: ascii(case.typed))
def test_the_search_of_a_dossier_finds_words(dossier: Page, case: Case) -> None:
    old = "document.querySelector('#main').firstElementChild"
    for typed in ("", case.typed):
        dossier.evaluate(f"() => {{ {old}.dataset.old = 'true'; }}")
        dossier.get_by_role("searchbox").fill(typed)
        dossier.wait_for_function(f"() => !{old}.dataset.old")
    found = dossier.locator(f'.found li:has(a[href$="{_leaf(case.text)}.html"])')
    assert bool(found.count()) == case.is_found
    if case.is_found:
        assert found.locator("mark").count() > 0
