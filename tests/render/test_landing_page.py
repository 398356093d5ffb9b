"""The landing page of a shelf: what it says of its campaigns is what the public may know."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from chronicle.diagnostics.report import Finding
from chronicle.files.source import FileTree
from chronicle.load.multi_site import RESERVED_NAMES
from chronicle.model.audience import EVERYONE
from chronicle.pipeline import BuildOptions, MultiSiteCampaign, build_multi_site
from chronicle.project import audiences_of, project
from chronicle.render import shipped_themes_folder
from chronicle.render.landing_page import summarize_campaign
from chronicle.rules import RULESETS
from tests.golden.campaigns import TIDE_BELL
from tests.render import html_checks
from tests.sample_campaigns import SAMPLES, shelf_files, write_files
from tests.shipped_theme import shipped_theme
from tests.small_campaign import SOUND, play_files, tree_of

HEAD = SOUND["campaign.yaml"]
NOWHERE = Path("no", "such", "folder")
#: A turn, and a word in each place that the public may not look into.
SECRET = {
    "turns/001.yaml": """\
turn: 1
title: The Tide Bell
date: 1 Frostmonth
news:
  - {for: vael, title: Canary, text: Canary.}
  - for: everyone
    text: |
      A bell rang.

      ::: secret vael
      Canary.
      :::
orders:
  vael:
    conspiracies:
      - {id: canary, action: raise, resource: eyes, to: 2, stake: 1, narrative: Canary.}
rumors: [{text: Canary., heard_by: oru, truth: false}]
notes: Canary.
""",
    "factions/oru.yaml": SOUND["factions/oru.yaml"]
    + "profile: [{for: oru, text: Canary.}]\nnotes: Canary.\n",
    "pages/canary.md": "---\ntitle: Canary\nfor: gm\n---\nCanary.\n",
    "campaign.yaml": HEAD
    + "introduction: [{for: gm, text: Canary.}]\ntagline: A tide and a bell.\n",
}


def made(
    campaigns: Mapping[str, Mapping[str, str]], shelf: str = "", *, themes: Path = NOWHERE
) -> tuple[Mapping[str, bytes] | None, tuple[Finding, ...]]:
    """The pages of several sound campaigns with files added to each, and the findings.

    ``themes`` is the folder of themes that every campaign has for itself.
    """
    shelved = [
        MultiSiteCampaign(id, FileTree(id, tree_of(files).files), themes)
        for id, files in campaigns.items()
    ]
    tree = FileTree("", {"shelf.yaml": shelf.encode()} if shelf else {})
    files, report, _ = build_multi_site(tree, shelved)
    return files, report.findings


def landing(campaigns: Mapping[str, Mapping[str, str]], shelf: str = "") -> str:
    """The landing page of a shelf."""
    files, findings = made(campaigns, shelf)
    assert files is not None, [finding.message for finding in findings]
    return files["site/index.html"].decode()


def words(page: str) -> str:
    """The words of a page in one line, without its markup."""
    main = page[page.index("<main") : page.index("</main>")]
    return " ".join(re.sub(r"<[^>]*>", " ", main).split())


def test_a_campaign_card_shows_title_tagline_rules_and_latest_turn() -> None:
    page = landing({"salt": {**TIDE_BELL, "campaign.yaml": HEAD + "tagline: One harbour.\n"}})
    assert words(page) == (
        "Campaigns All campaigns of this group. "
        "Crowns One harbour. Latest turn Low Water 2 Frostmonth 2 turns Rules: Shadow Powers"
    )
    assert '<a href="salt/index.html">Crowns</a>' in page


def test_a_campaign_card_without_turns_or_tagline_is_complete() -> None:
    assert words(landing({"salt": {}})).endswith("Crowns Not started yet Rules: Shadow Powers")
    page = landing({"salt": {"turns/001.yaml": "turn: 1\n"}})
    assert words(page).endswith("Crowns 1 turn Rules: Shadow Powers")
    assert not re.search(r"<(p|h2)(?: [^>]*)?>\s*</", page)


def test_texts_of_the_multi_site_override_the_theme() -> None:
    shelf = "title: Two & One\ntagline: Kept by us.\nintroduction: |\n  We *sit*.\n"
    page = landing({"salt": {}}, shelf)
    assert words(page).startswith("Two &amp; One Kept by us. We sit . Crowns")
    assert "<title>Two &amp; One</title>" in page
    assert 'content="Kept by us."' in page
    assert "<em>sit</em>" in page


def test_campaigns_are_in_the_order_of_their_ids() -> None:
    page = landing({id: {} for id in ("birch", "crowns", "alder")})
    assert re.findall(r'href="(\w+)/index.html"', page) == ["alder", "birch", "crowns"]


def test_what_the_public_may_not_know_is_not_on_the_landing_page() -> None:
    page = landing({"salt": SECRET})
    assert "A tide and a bell." in page
    assert "canary" not in page.casefold()


def test_a_secret_block_of_the_introduction_is_cut() -> None:
    shelf = "introduction: |\n  Rain.\n\n  ::: secret gm\n  Canary.\n  :::\n\n  Snow.\n"
    page = landing({"salt": {}}, shelf)
    assert "Rain." in page
    assert "Snow." in page
    assert "Canary" not in page


def test_secrets_do_not_change_the_landing_page() -> None:
    plain = {**SECRET, "turns/001.yaml": "turn: 1\ntitle: The Tide Bell\ndate: 1 Frostmonth\n"}
    assert landing({"salt": SECRET}) == landing({"salt": plain})


def test_only_public_editions_are_listed() -> None:
    played = play_files(TIDE_BELL)
    for audience in audiences_of(played.campaign):
        edition = project(played.campaign, played.history, played.ruleset, audience)
        if audience == EVERYONE:
            assert summarize_campaign("salt", edition).title == "Crowns"
        else:
            with pytest.raises(ValueError, match="is for everyone"):
                summarize_campaign("salt", edition)


def test_the_words_of_a_campaign_in_another_language_are_marked_as_such(tmp_path: Path) -> None:
    for path in ("lang", "rules/shadow/lang"):
        text = (shipped_themes_folder() / "annals" / path / "en.yaml").read_bytes()
        write_files({f"annals/{path}/de.yaml": text}, tmp_path)
    campaign = {**TIDE_BELL, "campaign.yaml": HEAD + "language: de\n"}
    files, findings = made({"salt": campaign, "tide": TIDE_BELL}, themes=tmp_path)
    assert files is not None, findings
    page = html_checks.parse(files["site/index.html"].decode())
    foreign = [tag.name for tag in page.tags if tag.attributes.get("lang") == "de"]
    assert foreign == ["h2", "p", "p"]
    assert next(tag for tag in page.tags if tag.name == "html").attributes["lang"] == "en"


@pytest.mark.parametrize("id", RULESETS)
def test_every_ruleset_has_a_name_in_words(id: str) -> None:
    theme = shipped_theme()
    assert theme.words.get(f"{id}.name")


def test_a_ruleset_that_the_theme_has_no_name_for_goes_by_its_id(tmp_path: Path) -> None:
    text = (shipped_themes_folder() / "annals" / "lang" / "en.yaml").read_bytes()
    write_files({"annals/lang/nl.yaml": text}, tmp_path)
    shelved = [MultiSiteCampaign("salt", FileTree("salt", tree_of({}).files), NOWHERE)]
    tree = FileTree("", {"shelf.yaml": b"language: nl\n"})
    files, report, _ = build_multi_site(tree, shelved, BuildOptions((tmp_path,)))
    assert files is not None, report.findings
    assert words(files["site/index.html"].decode()).endswith("Rules: Shadow")


@pytest.mark.parametrize(
    ("shelf", "code"),
    [
        ("introduction: See [[Karnu]].\n", "C015"),
        ("introduction: |\n  ::: secret vael\n  x\n  :::\n", "N002"),
        ("introduction: <b>x</b>\n", "P006"),
        ("introduction: [{for: gm, text: x}]\n", "C003"),
        ("title: 7\n", "C003"),
        ("themes: annals\n", "C002"),
        ("- title\n", "C008"),
        ("# nothing\n", "R006"),
    ],
)
def test_a_mistake_in_the_multi_site_file_is_a_finding(shelf: str, code: str) -> None:
    files, findings = made({"salt": {}}, shelf)
    assert files is None
    assert {finding.code for finding in findings} == {code}
    assert {finding.at and finding.at.path for finding in findings} == {"shelf.yaml"}


def test_landing_page_files_cannot_collide_with_campaign_ids() -> None:
    files, _ = made({"salt": {}})
    assert files is not None
    own = {path.split("/")[1] for path in files if path.startswith("site/")} - {"salt"}
    assert {name for name in own if "." not in name} <= set(RESERVED_NAMES)


# ── The samples' own ─────────────────────────────────────────────────────────────────────────────


def test_the_samples_landing_page_is_valid_and_links_to_each_campaign() -> None:
    files = shelf_files()
    page = html_checks.parse(files["site/index.html"].decode())
    assert html_checks.markup_faults(page) == []
    assert html_checks.id_faults(page) == []
    assert html_checks.head_faults(page) == []
    assert html_checks.heading_faults(page) == []
    site = [path.removeprefix("site/") for path in files if path.startswith("site/")]
    assert (
        html_checks.link_faults("index.html", page, site, {"index.html": html_checks.ids_of(page)})
        == []
    )
    homes = [
        path for path in html_checks.targets("index.html", page) if path.endswith("/index.html")
    ]
    assert homes == [f"{id}/index.html" for id in sorted(SAMPLES)]
    assert [tag for tag in page.tags if tag.name in ("iframe", "style")] == []
    (script,) = [tag for tag in page.tags if tag.name == "script"]
    assert "/startup." in (script.attributes["src"] or "")
