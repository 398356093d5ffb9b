"""Invite cards: one for each reader, with a link that leads in, and never among what is hosted."""

from __future__ import annotations

import re
import stat
from pathlib import Path
from urllib.parse import unquote

import pytest
import segno

from chronicle.render.invite_cards import QUIET_ZONE, invite_link, qr_code_of
from chronicle.seal import normalise_phrase
from tests.cli.command_runner import CREEP, lay, run
from tests.cli.keys.key_queries import OWN, made, phrases, piped, refused
from tests.render import html_checks

ADDRESS = "https://ada.example/vaime/"


def cards(*words: str) -> str:
    """The page of cards that a command makes."""
    ran = run("keys", "cards", *words)
    assert (ran.code, ran.out) == (0, "")
    return Path("cards.html").read_text(encoding="utf-8")


def players(page: str) -> list[str]:
    """For whom there is a card."""
    return re.findall(r"<h2>For (.+?)</h2>", page)


def shown_phrases(page: str) -> list[str]:
    """The phrase on each card."""
    found = re.findall(r'<p class="phrase".*?>(.*?)</p>', page)
    return [" ".join(re.findall(r"<span>(.*?)</span>", words)) for words in found]


def links(page: str) -> list[str]:
    return re.findall(r'<a href="(.*?)">', page)


def matrix(side: int, path: str) -> list[list[int]]:
    """A drawn QR code as rows of modules, the white ones around it left out."""
    rows = [[0] * side for _ in range(side)]
    for left, top, width, back in re.findall(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z", path):
        assert width == back
        for column in range(int(left), int(left) + int(width)):
            rows[int(top)][column] = 1
    assert not any(rows[0]), "white around it"
    return [row[QUIET_ZONE:-QUIET_ZONE] for row in rows[QUIET_ZONE:-QUIET_ZONE]]


def test_there_is_a_card_for_each_player_and_the_gm_with_the_phrase(here: Path) -> None:
    made()
    page = cards()
    assert players(page) == ["ada", "bo", "cy", "the GM"]
    assert shown_phrases(page) == list(phrases().values())
    assert page.count("House Vael") == 2
    assert page.count("Opens every dossier") == 1
    assert here.is_dir()


@pytest.mark.parametrize(("player", "shown"), [("bo", "bo"), ("gm", "the GM")])
def test_a_card_can_be_made_alone(player: str, shown: str, here: Path) -> None:
    made()
    page = cards("--player", player)
    assert players(page) == [shown]
    assert shown_phrases(page) == [phrases()[player]]
    others = [phrase for name, phrase in phrases().items() if name != player]
    assert not any(phrase in page or phrase.replace(" ", "-") in page for phrase in others)
    assert here.is_dir()


def test_a_card_for_nobody_is_refused(here: Path) -> None:
    made()
    assert refused(run("keys", "cards", "--player", "dee"), "K014")
    assert not (here / "cards.html").exists()


def test_with_an_address_cards_have_a_link_and_its_code(here: Path) -> None:
    made()
    page = cards("--address", ADDRESS)
    assert links(page) == [
        f"{ADDRESS}dossier.html#k={phrase.replace(' ', '-')}" for phrase in phrases().values()
    ]
    drawn = re.findall(r'viewBox="0 0 (\d+) \1".*?<path fill="#000" d="(.*?)"/>', page)
    assert len(drawn) == 4
    for link, (side, path) in zip(links(page), drawn, strict=True):
        wanted = segno.make(link, micro=False, error="m").matrix
        assert matrix(int(side), path) == [list(row) for row in wanted]
    assert here.is_dir()


def test_codes_of_two_links_differ() -> None:
    """So that the comparison above can fail."""
    one, other = (qr_code_of(invite_link(ADDRESS, f"{OWN} {word}")) for word in ("tea", "tee"))
    assert one.side == other.side
    assert matrix(one.side, one.path) != matrix(other.side, other.path)


def test_the_address_is_the_campaigns_unless_told_otherwise(here: Path) -> None:
    head = (here / "content" / "campaign.yaml").read_text()
    lay(here / "content", {"campaign.yaml": f"{head}address: {ADDRESS}\n", "turns/001.yaml": CREEP})
    made()
    assert links(cards())[0].startswith(f"{ADDRESS}dossier.html#k=")
    for told in ("http://localhost:8000", "http://localhost:8000/"):
        assert links(cards("--address", told))[0].startswith("http://localhost:8000/dossier.html#")


def test_without_an_address_there_is_no_link_and_that_is_said(here: Path) -> None:
    made()
    ran = run("keys", "cards")
    assert "4 cards in cards.html" in ran.err
    assert "They have no link" in ran.err
    page = (here / "cards.html").read_text()
    assert links(page) == []
    assert "<svg" not in page
    assert "They have no link" not in run("keys", "cards", "--address", ADDRESS).err


@pytest.mark.parametrize(
    "address",
    ["ada.example", "javascript:alert(1)", 'https://x/"><b>', "https://x/?a#b", "file:///x"],
)
def test_an_invalid_address_is_a_usage_error(address: str, here: Path) -> None:
    made()
    ran = run("keys", "cards", "--address", address)
    assert ran.code == 2
    assert "not a site address" in ran.err
    assert not (here / "cards.html").exists()


def test_a_custom_phrase_works_by_its_link(here: Path) -> None:
    made()
    typed = "Über-Fähre, d’Or & <Zinn> 100% schräg"
    assert piped(typed, "keys", "phrase", "ada").code == 0
    page = cards("--address", ADDRESS)
    link = links(page)[0]
    assert re.fullmatch(r"[!-~]+", link)
    assert normalise_phrase(unquote(link.partition("#k=")[2])) == normalise_phrase(typed)
    assert "&lt;Zinn&gt;" in page
    assert here.is_dir()


def test_the_card_page_is_valid_and_self_contained(here: Path) -> None:
    made()
    for words in ((), ("--address", ADDRESS)):
        page = cards(*words)
        parsed = html_checks.parse(page)
        faults = (
            html_checks.markup_faults(parsed),
            html_checks.id_faults(parsed),
            html_checks.head_faults(parsed),
            html_checks.heading_faults(parsed),
        )
        assert faults == ([], [], [], [])
        names = {tag.name for tag in parsed.tags}
        assert names & {"script", "link", "img", "iframe", "object", "form"} == set()
        assert not re.search(r"url\(|@import", page)
        assert "default-src 'none'" in page
    assert here.is_dir()


# ── Where cards lie ──────────────────────────────────────────────────────────────────────────────


def test_the_card_file_is_readable_by_its_owner_only(here: Path) -> None:
    made()
    cards()
    assert stat.S_IMODE((here / "cards.html").stat().st_mode) == 0o600


def test_only_an_earlier_card_file_is_overwritten(here: Path) -> None:
    made()
    cards()
    run("keys", "rotate", "vael", "--from-turn", "2")
    assert shown_phrases(cards()) == list(phrases().values())
    (here / "menu.html").write_text("<p>Soup</p>")
    assert refused(run("keys", "cards", "-o", "menu.html"), "K013")
    assert (here / "menu.html").read_text() == "<p>Soup</p>"


@pytest.mark.parametrize("name", ["output/site/cards.html", "output/private/cards.html"])
@pytest.mark.parametrize("words", [("cards", "-o"), ("backup",)], ids=lambda words: words[0])
def test_cards_are_not_written_into_the_site(words: tuple[str, ...], name: str, here: Path) -> None:
    made()
    (here / name).parent.mkdir(parents=True)
    (here / "output" / ".chronicle.json").write_text("{}")
    ran = run("keys", *words, name)
    assert refused(ran, "K012")
    assert not (here / name).exists()


def test_a_copied_site_is_recognised_by_its_keyring(here: Path) -> None:
    made()
    (here / "host" / "vaime" / "sealed").mkdir(parents=True)
    (here / "host" / "vaime" / "sealed" / "keyring.json").write_text("{}")
    assert refused(run("keys", "cards", "-o", "host/vaime/cards.html"), "K012")
    assert run("keys", "cards", "-o", "host/cards.html").code == 0


def test_a_folder_that_is_not_there_is_a_finding(here: Path) -> None:
    made()
    assert refused(run("keys", "cards", "-o", "nowhere/cards.html"), "K011")
    assert not (here / "nowhere").exists()


def test_a_theme_may_draw_its_own_cards_and_its_mistakes_are_findings(here: Path) -> None:
    made()
    own = here / "content" / "themes" / "annals" / "cards.html"
    own.parent.mkdir(parents=True)
    own.write_text("{{ mark }}{% for card in cards %}<h2>For {{ card.nobody }}</h2>{% endfor %}")
    ran = run("keys", "cards")
    assert ran.code == 1
    assert "themes/annals/cards.html, line 1" in ran.err
    own.write_text(
        "{{ mark }}{% for card in cards %}<h2>For {{ card.invite.player }}</h2>{% endfor %}"
    )
    assert players(cards()) == ["ada", "bo", "cy", "gm"]
