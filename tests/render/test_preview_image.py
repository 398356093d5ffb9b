"""The card: one picture of what everybody knows, for chats and networks that show a link."""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.model.audience import EVERYONE, Audience, faction_audience
from chronicle.outline.frame import drawn_preview_image
from chronicle.outline.pages import outline
from chronicle.pipeline import build_files
from chronicle.project import project
from chronicle.records import replace
from chronicle.render import render_site
from chronicle.render.font_metrics import FittedText, fit_text, load_face
from chronicle.render.landing_page import LandingPage, render_landing_page
from chronicle.render.preview_image import _png_of
from tests.markup.images.sample_images import png
from tests.small_campaign import SOUND, play_files, tree_of
from tests.theme_fragments import renderer

ADDRESS: Final = "https://play.example.com/crowns/"
HOSTED: Final = {"campaign.yaml": f"{SOUND['campaign.yaml']}address: {ADDRESS}\n"}
HIDDEN: Final = SOUND["factions/oru.yaml"].replace("for: everyone", "for: factions")
OWN: Final = "card: {picture: bay.png, words: The bay at low water.}\n"


def files_for(
    audience: Audience, files: Mapping[str, str], hosted: str = ADDRESS
) -> dict[str, bytes]:
    """The files of one audience's site, of a campaign that all lies under an address."""
    played = play_files(files)
    edition = project(played.campaign, played.history, played.ruleset, audience)
    # What a page needs is its head; leave out all but one for speed.
    site = outline(edition, Report(), base_url=hosted)
    kept = [it for it in site.pages if it.path == "index.html" or it.path.endswith(".png")]
    home = replace(site, pages=tuple(kept))
    report = Report()
    drawn = render_site(home, renderer("shadow"), report)
    assert not report.findings
    return drawn


def card_of(files: Mapping[str, str]) -> bytes:
    return files_for(EVERYONE, files)[drawn_preview_image().path]


@lru_cache(maxsize=1)
def plain() -> bytes:
    return card_of(HOSTED)


def metas(page: bytes) -> dict[str, str]:
    found = re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)">', page.decode())
    return {name: content for name, content in found if name.startswith(("og:image", "twitter"))}


def test_the_card_is_a_png_of_the_size_that_pages_state() -> None:
    assert plain()[:8] == b"\x89PNG\r\n\x1a\n"
    assert (
        struct.unpack(">LL", plain()[16:24])
        == (drawn_preview_image().width, drawn_preview_image().height)
        == (1200, 630)
    )
    assert metas(files_for(EVERYONE, HOSTED)["index.html"]) == {
        "og:image": f"{ADDRESS}card.png",
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": "The title “Crowns” above the shields of its factions.",
        "twitter:card": "summary_large_image",
    }


def test_the_same_words_and_shields_make_the_same_bytes() -> None:
    first = plain()
    _png_of.cache_clear()
    assert card_of(HOSTED) == first


@pytest.mark.parametrize(
    "files",
    [
        {"campaign.yaml": HOSTED["campaign.yaml"].replace("Crowns", "Clowns")},
        {"campaign.yaml": f"{HOSTED['campaign.yaml']}tagline: A winter.\n"},
        {**HOSTED, "factions/oru.yaml": SOUND["factions/oru.yaml"].replace("moon", "star")},
        {**HOSTED, "factions/oru.yaml": SOUND["factions/oru.yaml"].replace("1f4e7a", "1f4e7b")},
    ],
    ids=["title", "tagline", "sigil", "colour"],
)
def test_the_card_shows_title_tagline_and_shields(files: Mapping[str, str]) -> None:
    assert card_of(files) != plain()


def test_the_card_shows_only_public_facts() -> None:
    hidden = card_of({**HOSTED, "factions/oru.yaml": HIDDEN})
    assert hidden != plain()
    assert hidden == card_of({**HOSTED, "factions/oru.yaml": HIDDEN.replace("moon", "star")})


def test_only_public_sites_with_an_address_have_a_card() -> None:
    for audience, hosted in ((faction_audience("vael"), ADDRESS), (EVERYONE, "")):
        drawn = files_for(audience, SOUND, hosted)
        assert drawn_preview_image().path not in drawn
        assert "og:image" not in metas(drawn["index.html"])


def test_each_turn_has_a_card_with_its_title() -> None:
    told = {
        **HOSTED,
        "turns/001.yaml": "turn: 1\ntitle: Ash\norders: {}\n",
        "turns/002.yaml": "turn: 2\ntitle: Salt\norders: {}\n",
    }
    played = play_files(told)
    edition = project(played.campaign, played.history, played.ruleset, EVERYONE)
    site = outline(edition, Report(), base_url=ADDRESS)
    report = Report()
    files = render_site(site, renderer("shadow"), report)
    assert not report.findings
    cards = {path: content for path, content in files.items() if path.endswith(".png")}
    assert sorted(cards) == ["card.png", "cards/turn-1.png", "cards/turn-2.png"]
    assert len(set(cards.values())) == 3
    assert metas(files["turns/2.html"]) == {
        "og:image": f"{ADDRESS}cards/turn-2.png",
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": "The title of turn 2 of “Crowns”.",
        "twitter:card": "summary_large_image",
    }
    assert metas(files["index.html"])["og:image"] == f"{ADDRESS}card.png"


def test_a_preview_image_of_the_author_replaces_the_card() -> None:
    tree = tree_of({"campaign.yaml": HOSTED["campaign.yaml"] + OWN, "media/bay.png": png()})
    report = Report()
    files = build_files(tree, report)
    assert files is not None, report.findings
    assert not report.findings
    said = metas(files["site/index.html"])
    path = said["og:image"].removeprefix(ADDRESS)
    assert path.startswith("pictures/")
    assert f"site/{path}" in files
    assert "site/card.png" not in files
    assert (said["og:image:width"], said["og:image:height"]) == ("4", "3")
    assert said["og:image:alt"] == "The bay at low water."


def test_text_width_matches_the_font_metrics() -> None:
    upright = load_face("upright")
    assert upright.has("Żółć, Чехов, Ωμέγα & Nguyễn – “ß”")
    assert not upright.has("王冠")
    assert upright.width("iii") < upright.width("mmm")
    assert 0.2 < upright.width("n") < 0.8


def test_text_is_fitted_and_balanced_to_its_width() -> None:
    sizes = (116, 92, 70)

    def title(text: str) -> FittedText:
        return fit_text(text, "upright", 1000, sizes, 52)

    assert title("Crowns") == FittedText(116, ("Crowns",))
    assert title("The Alderman's Clock").lines == ("The Alderman's Clock",)
    two = title("The Chronicle of the Two Hundred and Twelfth Ice")
    widths = [load_face("upright").width(line) * two.size for line in two.lines]
    assert len(two.lines) == 2
    assert 70 < two.size <= 92
    assert 600 < min(widths) <= max(widths) <= 1000
    cut = title("Ice and more ice " * 40)
    assert (cut.size, len(cut.lines)) == (52, 3)
    assert cut.lines[-1].endswith("…")
    assert title("").lines == title("王冠").lines == ()


def test_a_multi_site_with_an_address_has_its_own_card() -> None:
    def landed(title: str, address: str) -> dict[str, bytes]:
        return render_landing_page(LandingPage(title, "", "", (), address), renderer(), Report())

    card, other = (
        landed(title, ADDRESS)[drawn_preview_image().path] for title in ("", "Three Winters")
    )
    assert card != other
    assert struct.unpack(">LL", card[16:24]) == (
        drawn_preview_image().width,
        drawn_preview_image().height,
    )
    said = metas(landed("", ADDRESS)["index.html"])
    assert said["og:image:alt"] == "The title “Campaigns”."
    assert drawn_preview_image().path not in landed("", "")
