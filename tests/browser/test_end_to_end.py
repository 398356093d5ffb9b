"""The evening of a campaign, acted through: from an empty folder to a published turn.

A game master sits at a terminal, a player in a browser; both do what the documentation tells them
to do, and nothing else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from chronicle.records import Record
from tests.browser.http_host import served, watched
from tests.browser.sealed_site import turn_to
from tests.browser.terminal import Terminal
from tests.thorough import beginning

#: What a player means to do, with all that could come to grief on its way to the game master.
PLAN: Final = 'They say: "the bees know" – and # wait: who brings a gift?'
NEWS: Final = """\
news:
  - for: everyone
    title: The Open Door
    text: |
      The door under the tree stands open this morning.

      ::: secret hive
      One of yours has the key in her apron.
      :::
"""
#: The stub of news in a file that `chronicle turn new` wrote.
STUB: Final = """\
news:
  # - for: everyone
  #   text: >
  #     FILL-IN: what is told, in your own words
"""


class Play(Record):
    """What the Hive Wives order under a ruleset: how it is filled in, and what is to come of it.

    ``shown`` is in its own dossier of the turn, and ``unknown`` in no other dossier.
    """

    fill: Callable[[Locator], None]
    orders: str
    shown: tuple[str, ...]
    unknown: tuple[str, ...]


def _conspire(form: Locator) -> None:
    gossips = _open(form, "the Gossips")
    _choose(gossips.get_by_role("combobox", name="Order"), "Raise Influence")
    _choose(gossips.get_by_role("combobox", name="Raise to"), "Influence 3")
    gossips.get_by_role("spinbutton", name="Destiny Dice staked").fill("1")
    gossips.get_by_role("textbox", name="How it is done").fill(PLAN)


def _spy(form: Locator) -> None:
    tansy = _open(form, "Widow Tansy")
    _search(tansy, "Order", "surveil location")
    _choose(tansy.get_by_role("combobox", name=re.compile("^Location")), "The Press House")
    tansy.get_by_role("textbox", name="How it is done").fill(PLAN)
    _search(_open(form, "Little Wren"), "Order", "gain influence")


def _attack(form: Locator) -> None:
    turn = _open(form, "The turn's action")
    _choose(turn.get_by_role("combobox", name="The turn's action"), "Attack")
    gossips = turn.get_by_role("group", name="the Gossips")
    _choose(gossips.get_by_role("combobox", name="Attack"), "Attack")
    _choose(gossips.get_by_role("combobox", name="Against"), "The Tithe Barn")


def _open(form: Locator, who: str) -> Locator:
    """The opened order of somebody."""
    order = form.locator(".order").filter(has=form.page.locator("summary", has_text=who)).first
    order.locator("summary").first.click()
    return order


def _search(order: Locator, label: str, words: str) -> None:
    """Takes the first that a search finds."""
    order.locator(".search-list > summary").filter(has_text=label).first.click()
    order.get_by_role("searchbox").fill(words)
    order.get_by_role("searchbox").press("Enter")


def _choose(control: Locator, begins: str) -> None:
    """Takes the first of the options that begin so."""
    found = [it for it in control.locator("option").all_inner_texts() if it.startswith(begins)]
    assert found, control.locator("option").all_inner_texts()
    control.select_option(label=found[0])


PLAYS: Final[Mapping[str, Play]] = {
    "shadow": Play(
        _conspire,
        """\
    conspiracies:
      - id: gossips
        action: raise
        resource: gossips
        to: 3
        stake: 1
        narrative: "They say: \\"the bees know\\" – and # wait: who brings a gift?"
""",
        ("Raise Influence", "the bees know", "and # wait: who brings a gift?"),
        ("the bees know",),
    ),
    "lieutenants": Play(
        _spy,
        """\
    actions:
      - id: tansy
        lieutenant: tansy
        action: surveil
        target:
          location: press-house
        plan: "They say: \\"the bees know\\" – and # wait: who brings a gift?"
      - id: wren
        lieutenant: wren
        action: gain-influence
        npc: barn
""",
        ("Surveil", "the bees know", "and # wait: who brings a gift?"),
        ("the bees know",),
    ),
    "wwn": Play(
        _attack,
        """\
    attack:
      - id: gossips-attack
        asset: gossips
        against: barn
""",
        ("the Gossips", "The Tithe Barn"),
        (),  # an attack is there for all to see
    ),
}


@pytest.fixture
def player(browser: Browser) -> Iterator[BrowserContext]:
    """A player's browser, in which pages may write to the clipboard and the test reads it."""
    with browser.new_context() as context:
        context.set_default_timeout(20_000)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        yield context


@pytest.mark.parametrize("ruleset", beginning(list(PLAYS), 1))
def test_a_campaign_from_an_empty_folder_to_a_published_turn(
    ruleset: str, tmp_path: Path, player: BrowserContext
) -> None:
    play = PLAYS[ruleset]
    desk = begun(tmp_path, ruleset)
    phrases = phrases_of(desk)
    with online(desk, tmp_path / "first") as site:
        sent = ordered(player, site, phrases["hive"], play)

    # The turn begins, and what the player sent comes in.
    desk.types('chronicle turn new --deadline "2030-09-28 20:00" --zone Europe/London')
    turn = desk.folder / "content/turns/002.yaml"
    assert "-----BEGIN CHRONICLE ORDERS-----" in sent
    assert "the bees know" not in sent
    (desk.folder / "mail.txt").write_text(f"Hello! Here you are:\n\n{sent}\nHive\n", "utf-8")
    said = desk.types("chronicle orders import mail.txt", "y")
    assert "written: content/turns/002.yaml, with orders of hive" in said
    assert f"  hive:\n{play.orders}" in turn.read_text("utf-8")
    told = json.loads(desk.prints("chronicle status --json"))["campaigns"][0]
    states = {it["faction"]: it["state"] for it in told["factions"]}
    assert (states["hive"], states["press"]) == ("ready", "none")

    # Nobody waits for the others.
    assert "turn 2 is played" in desk.types("chronicle turn close", "y")
    if ruleset == "shadow":  # the rest of the evening is the same under all
        write(player, desk, turn)
        draft_rumors(desk, turn)
    else:
        turn.write_text(turn.read_text("utf-8").replace(STUB, NEWS), "utf-8")

    # It goes out, as one commit, and everybody reads what is theirs.
    assert "turn 2 published" in desk.types("chronicle deploy", "y")
    with online(desk, tmp_path / "second") as site:
        read(player, site, phrases, play)
    assert "turn: 2\n" in (desk.folder / "content/published.yaml").read_text("utf-8")


# ── The game master ──────────────────────────────────────────────────────────────────────────────


def begun(folder: Path, ruleset: str) -> Terminal:
    """A terminal in a new campaign whose first turn is online, with a deadline to come."""
    home = Terminal(folder)
    home.types("git init --quiet --bare site.git")
    home.types('chronicle new windfall --seed "apple weather"', ruleset, "")
    desk = Terminal(folder / "windfall")
    desk.types("chronicle keys init")
    campaign = desk.folder / "content/campaign.yaml"
    written = campaign.read_text("utf-8")
    remote = '# deploy: {remote: "git@github.com:ada/windfall-site.git"}'
    assert remote in written
    campaign.write_text(written.replace(remote, "deploy: {remote: ../../site.git}"), "utf-8")
    said = desk.types("chronicle deploy", "y")
    assert "turn 1 published" in said
    return desk


def phrases_of(desk: Terminal) -> Mapping[str, str]:
    """The phrase of the player of each faction that has one."""
    listed = json.loads(desk.prints("chronicle keys list --json"))["players"]
    players = [it for it in listed if it["player"] != "gm"]
    return {own["faction"]: it["phrase"] for it in players for own in it["dossiers"]}


@contextmanager
def online(desk: Terminal, folder: Path) -> Iterator[str]:
    """The address at which a host serves what was pushed to it: one commit, the site alone."""
    home = Terminal(desk.folder.parent)
    home.types(f"git clone --quiet --branch gh-pages site.git {folder.name}")
    assert home.prints("git -C site.git rev-list --count gh-pages") == "1\n"
    with served(folder) as port:
        yield f"http://127.0.0.1:{port}"


def draft_rumors(desk: Terminal, turn: Path) -> None:
    """What people say is drafted and accepted."""
    desk.types("chronicle check")
    desk.types("chronicle rumors")
    drafted = turn.read_text("utf-8")
    assert "draft: true" in drafted
    turn.write_text(drafted.replace("    draft: true\n", ""), "utf-8")


def write(context: BrowserContext, desk: Terminal, turn: Path) -> None:
    """News of the turn with a mistake, written while a browser shows the page."""
    stub = turn.read_text("utf-8")
    assert STUB in stub
    with desk.goes_on("chronicle serve --as hive --port 0") as address:
        page = context.new_page()
        page.goto(f"{address}turns/2.html")
        turn.write_text(stub.replace(STUB, NEWS.replace("title:", "titel:")), "utf-8")
        expect(page.get_by_role("heading", name="error C002")).to_be_visible()
        line = turn.read_text("utf-8").splitlines().index("    titel: The Open Door") + 1
        expect(page.get_by_text(f"content/turns/002.yaml:{line}:5")).to_be_visible()
        turn.write_text(stub.replace(STUB, NEWS), "utf-8")
        expect(page.get_by_text("The door under the tree stands open")).to_be_visible()
        expect(page.get_by_text("the key in her apron")).to_be_visible()
        page.close()


# ── The player ───────────────────────────────────────────────────────────────────────────────────


def unlock(page: Page, site: str, phrase: str) -> None:
    page.goto(f"{site}/dossier.html")
    page.get_by_label("Your passphrase").fill(phrase)
    page.keyboard.press("Enter")
    page.wait_for_selector('#main[data-path="index.html"]')


def ordered(context: BrowserContext, site: str, phrase: str, play: Play) -> str:
    """What a player copies from the order sheet of the own dossier, sealed for the game master."""
    page = context.new_page()
    wrong = watched(page, site)
    unlock(page, site, phrase)
    page.get_by_role("link", name="Orders", exact=True).first.click()
    expect(page.get_by_role("heading", name="Orders for turn 2")).to_be_visible()
    play.fill(page.locator(".order-form"))
    expect(
        page.get_by_role("status").filter(has_text=re.compile(r"^Complete: (\d) of \1$"))
    ).to_be_visible()
    page.get_by_text("Text to send").click()
    page.get_by_role("button", name="Copy sealed").click()
    expect(page.get_by_role("status").filter(has_text="Copied, sealed")).to_be_visible()
    sent: str = page.evaluate("navigator.clipboard.readText()")
    page.close()
    assert wrong == []
    return sent


def read(context: BrowserContext, site: str, phrases: Mapping[str, str], play: Play) -> None:
    """The public, the player, and another player look at the turn that was published."""
    page = context.new_page()
    page.goto(f"{site}/turns/2.html")
    expect(page.get_by_text("The door under the tree stands open")).to_be_visible()
    assert "the key in her apron" not in page.content()
    assert "the bees know" not in page.content()
    page.close()
    for player, may in (("hive", True), ("press", False)):
        page = context.new_page()  # each in its own tab, which keeps its own login
        unlock(page, site, phrases[player])
        turn_to(page, "turns/2.html")
        assert ("the key in her apron" in page.locator("main").inner_text()) is may, player
        turn_to(page, "dossier/2.html")
        shown = page.locator("main").inner_text()
        words = play.shown if may else play.unknown
        assert [word for word in words if (word in shown) is not may] == [], (player, shown)
        page.close()
