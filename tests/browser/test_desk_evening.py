"""An evening at the desk by each ruleset: from an empty folder to the second turn online.

All that the GM does is done with the mouse and the keyboard. Meanwhile somebody writes comments
into the same files with a text editor.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Error

from chronicle.records import Record
from tests.browser.http_host import served
from tests.browser.readers import CHROMIUM, FIREFOX, Reader
from tests.browser.webdriver import DriverError
from tests.cli.command_runner import surroundings


class Filled(Record):
    """An order in an order sheet: who gives it, and what is chosen or said there."""

    key: str
    said: str
    is_text: bool = False


class Evening(Record):
    """What is ordered in two turns.

    The First sends mails with ``orders``; for the Second its sheet is ``filled`` in.
    """

    orders: tuple[str, str]
    filled: tuple[Filled, Filled]


_WATCH: Final = """\
actions:
    - {id: watch, lieutenant: first-leader, action: surveil, target: {location: first-place}}"""
EVENINGS: Final[Mapping[str, Evening]] = {
    "freeform": Evening(
        (
            "actions: [{id: dig, order: They dig by night.}]",
            "actions: [{id: fill, order: They fill it up again.}]",
        ),
        (
            Filled("First order", "We watch the mill.", is_text=True),
            Filled("First order", "We go home.", is_text=True),
        ),
    ),
    "shadow": Evening(
        (
            "conspiracies: [{id: a, action: mobilize, resource: first-contacts, narrative: They}]",
            "place: {first-contacts: reserve}",
        ),
        (
            Filled("the Contacts of The Second", "Mobilize"),
            Filled("the Contacts of The Second", "Mobilize"),
        ),
    ),
    "lieutenants": Evening(
        (_WATCH, _WATCH),
        (
            Filled("The Head of The Second", "Keep watch at home"),
            Filled("The Head of The Second", "Keep watch at home"),
        ),
    ),
    "wwn": Evening(
        (
            "create: {id: hire, asset: ears, type: informers, at: first-place}",
            "create: {id: hire, asset: arms, type: armed-guards, at: first-place}",
        ),
        (Filled("New goal", "Expand Influence"), Filled("New goal", "Invincible Valor")),
    ),
}
MAIL: Final = "Hello!\n\nturn: {turn}\nfaction: first\norders:\n  {orders}\n\nSee you on Sunday\n"
#: What browsers report that is as it should be: the preview is of another host and has no page of
#: what a reader does not know; a text can be refused; Chromium styles what it is about to replace.
EXPECTED: Final = re.compile("foreign: http://localhost|sandbox|40[49]|inline style")
#: The lines that the editor shows, once a text is among them.
_EDITED: Final = """(part) => [(document.querySelector("#text > div").shadowRoot
  .querySelector(".cm-content").innerText)].find((it) => it.includes(part))"""
#: The whole text of an option that begins so.
_OPTION: Final = """(css, start) => [...document.querySelector(`main ${css}`).options]
  .find((it) => it.text.startsWith(start)).text.trim()"""
_FORMS: Final = "document.querySelectorAll('.tasks form').length"
_STATUS: Final = """(() => {
  const said = document.querySelector("#status").textContent;
  return said === "Working…" ? "" : said;
})()"""


class Gm:
    """A GM at the desk."""

    def __init__(self, reader: Reader, address: str) -> None:
        self._reader = reader
        reader.resize(1440, 900)
        reader.open(address)

    def begin(self, title: str, ruleset: str) -> None:
        """Creates the campaign, in the form of an empty folder."""
        self._reader.fill("[name=title]", title)
        self._click("label", ruleset)
        self._click("label", "An empty campaign")
        self._click("label", "Create a key")
        self._click("button", "Create the campaign")
        self._reader.text("nav", "Board")

    def create(self, kind: str, name: str) -> None:
        self._turn_to("Files")
        self._reader.choose("#create [name=kind]", kind)
        self._reader.fill("#create [name=name]", name)
        self._click("#create button")
        self._text(f"name: {name}")

    def start_turn(self, deadline: str) -> None:
        self._turn_to("Board")
        self._reader.fill("[name=deadline]", deadline)
        if self._reader.shows("[name=zone]"):
            self._reader.fill("[name=zone]", "Europe/London")
        self._act("Start the turn")

    def take_mail(self, mail: str) -> None:
        self._turn_to("Orders")
        self._reader.fill("#letter", mail)
        self._run("Show the changes")
        self._take()

    def fill_sheet(self, faction: str, filled: Filled) -> None:
        """Writes an order of a faction in its own order sheet."""
        self._turn_to("Board")
        self._click(f"a[href$='faction={faction}']")
        self._reader.until("document.title.startsWith('Orders')")
        order = f".order[data-key='{filled.key}']"
        with self._reader.within("#shown"):
            self._reader.text(order)
            if not self._reader.evaluate(f"document.querySelector(`main {order}`).open"):
                self._click(f"{order} > summary")
            if filled.is_text:
                self._reader.fill(f"{order} textarea", filled.said)
            elif self._reader.shows(f"{order} .search-list"):
                self._click(f"{order} .search-list summary")
                self._click(f"{order} .search-list button", filled.said)
            else:
                css = f"{order} select"
                self._reader.choose(css, self._reader.until(_OPTION, css, filled.said))
            self._click("[data-do=copy]")
        self._reader.text("#changes")
        self._take()

    def play(self) -> None:
        """Plays the turn although the orders of a faction are missing."""
        self._turn_to("Board")
        self._reader.text(".none", "missing")
        self._act("Play without them", is_asked=True)

    def decide(self) -> None:
        """Words each result, and tells each event, that the board asks for."""
        self._turn_to("Board")
        while left := self._reader.evaluate(_FORMS):
            self._click(".tasks summary")
            if self._reader.shows(".tasks [name=result]"):
                self._reader.fill(".tasks [name=result]", "It works")
            else:
                self._click(".tasks label", "Everyone")
                self._reader.fill(".tasks [name=text]", "It has been seen.")
            self._click(".tasks form button")
            self._reader.until(f"(left) => {_FORMS} < left", left)

    def write_title(self, file: Path, hand: Hand) -> None:
        """Types a title while somebody else writes into other lines, and into the same."""
        self._turn_to("Files")
        self._click(".paths a", file.name)
        self._text()
        hand.write(f"turns/{file.name}")
        self._find('title: ""')
        self._reader.type("title: Gulls")
        # What the other has written is there as soon as this is saved.
        self._text(hand.written[-1])
        mine = written(file, "\ntitle: Gulls\n")
        self._reader.text("#saved", "Saved.")
        file.write_text(mine.replace("title: Gulls\n", "title: Terns\n"), encoding="utf-8")
        # What is typed while it is asked must not answer.
        self._reader.type(" and terns")
        self._reader.text("#asked", "changed elsewhere")
        self._click("#asked button", "Keep your text")
        written(file, "\ntitle: Gulls ")
        self._reader.text("#saved", "Saved.")

    def add(
        self, kind: str, readers: Sequence[str], text: str, link: str = "", **fields: str
    ) -> None:
        """Adds an entry to the turn; ``link`` is the name of a thing that its text ends with."""
        self._turn_to("Writing")
        self._reader.choose("[name=kind]", kind)
        for name in readers:
            self._click(".chips label", name)
        for name, said in {**fields, "text": text}.items():
            self._reader.fill(f"[name={name.rstrip('_')}]", said)
        if link:
            self._reader.focus("[name=text]")
            self._reader.type(f"[[{link[:-2]}")
            self._reader.text("[role=option]", link)
            self._reader.press("Enter")
        self._click("main button", "Add to the turn")
        assert self._reader.until(_STATUS) == "It is in the turn."

    def create_key(self) -> None:
        self._turn_to("Out")
        self._run("Create the key")

    def publish(self, remote: Path | None = None) -> None:
        """Puts the turn online: in a repository, or where the last one is."""
        self._turn_to("Out")
        if remote is not None:
            self._reader.fill("[name=remote]", str(remote))
        said = self._run("Publish and deploy", is_asked=True)
        assert "published and locked" in said, said

    def phrase_of(self, player: str) -> str:
        """The phrase in the message that is ready for a player."""
        self._turn_to("Board")
        self._turn_to("Out")
        self._click("summary", f"Invitation for {player}")
        field = f"document.querySelector('[aria-label=\"Message to {player}\"]').value"
        return str(self._reader.until(f"/phrase:\\n(.*)/.exec({field})[1]"))

    def _turn_to(self, room: str) -> None:
        self._click("nav a", room)
        self._reader.until(
            "(room) => document.querySelector('[aria-current]').textContent === room", room
        )

    def _click(self, css: str, text: str = "") -> None:
        """Clicks, again where the page was loaded anew meanwhile."""
        for _ in range(4):
            with suppress(DriverError, Error):
                self._reader.click(css, text)
                return
        self._reader.click(css, text)

    def _press(self, button: str, *, is_asked: bool) -> None:
        self._click("main button", button)
        if is_asked:
            self._click("#asked button", button)

    def _act(self, button: str, *, is_asked: bool = False) -> None:
        """Gives a command of the board, and closes what it says."""
        self._press(button, is_asked=is_asked)
        said = self._reader.text("#said")
        assert "did not work" not in said, said
        self._click("#said button")
        self._reader.gone("#said")

    def _run(self, button: str, *, is_asked: bool = False) -> str:
        """What a command says below its button."""
        self._press(button, is_asked=is_asked)
        self._reader.until("document.querySelector('#status').textContent !== 'Working…'")
        return self._reader.text("#changes")

    def _take(self) -> None:
        self._click("main button", "Take the orders")
        said = self._reader.until(_STATUS)
        assert said == "The orders are in the turn.", self._reader.text("#changes")

    def _text(self, part: str = "") -> str:
        """The text in the editor, as soon as that is a part of it."""
        return str(self._reader.until(_EDITED, part))

    def _find(self, said: str) -> None:
        """Marks a text in the open file, so that what is typed next takes its place."""
        self._click("#text")
        self._reader.press("Control+Home", "Control+f", *said, "Enter", "Escape")


class Hand:
    """Somebody who writes comments into a campaign's files with a text editor."""

    def __init__(self, content: Path) -> None:
        self._content = content
        self.written: list[str] = []

    def write(self, path: str) -> None:
        """Writes a comment above a file, one behind its first key, and one at its end."""
        file, count = self._content / path, len(self.written)
        above, behind, below = (f"# Mind {path}, {count + n}!" for n in range(3))
        text = re.sub(
            r"^(\w+: \w[^#]*?)( *#.*)?$",
            lambda it: f"{it[1]}  {behind}{it[2] or ''}",
            file.read_text(encoding="utf-8"),
            count=1,
            flags=re.MULTILINE,
        )
        file.write_text(f"{above}\n{text}{below}\n", encoding="utf-8")
        self.written += [above, behind, below]

    def kept(self) -> list[str]:
        """What is in the files once."""
        texts = "".join(it.read_text(encoding="utf-8") for it in self._content.rglob("*.yaml"))
        return [it for it in self.written if texts.count(it) == 1]


def written(file: Path, part: str) -> str:
    """The text of a file, as soon as that is a part of it."""
    end = time.monotonic() + 20
    while part not in (text := file.read_text(encoding="utf-8")):
        assert time.monotonic() < end, text
        time.sleep(0.05)
    return text


@contextmanager
def desk(folder: Path) -> Iterator[str]:
    """The address of the desk of a folder, as its own program."""
    words = (sys.executable, "-m", "chronicle", "desk", str(folder), "--port", "0")
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, text=True, env=surroundings({}), cwd=folder.parent
    ) as running:
        assert running.stdout is not None
        try:
            yield running.stdout.readline().strip()
        finally:
            running.terminate()


def git(folder: Path, *words: str) -> str:
    ran = subprocess.run(["git", *words], cwd=folder, capture_output=True, check=True)
    return ran.stdout.decode()


#: What `make test` plays. Sheets of every ruleset are filled in by the tests of order sheets.
FEW: Final = ((CHROMIUM, "shadow"), (FIREFOX, "wwn"))


@pytest.mark.parametrize(
    ("reader", "ruleset"),
    [
        pytest.param(
            *(*engine.values, ruleset),
            marks=(
                *engine.marks,
                *([] if (engine, ruleset) in FEW else [pytest.mark.thorough]),
            ),
        )
        for engine in (CHROMIUM, FIREFOX)
        for ruleset in EVENINGS
    ],
    indirect=["reader"],
)
def test_two_turns_are_played_and_online(reader: Reader, tmp_path: Path, ruleset: str) -> None:
    game, online, public = tmp_path / "game", tmp_path / "online.git", tmp_path / "public"
    git(tmp_path, "init", "--bare", "-q", str(online))
    reader.wrong()
    with desk(game) as address:
        gm = Gm(reader, address)
        gm.begin("The Mill", ruleset)
        git(game, "init", "-q")
        git(game, "add", "-A")
        hand = Hand(game / "content")
        play(gm, hand, EVENINGS[ruleset], game / "content", online)
        phrase = gm.phrase_of("first")
        assert [it for it in reader.wrong() if not EXPECTED.search(it)] == []
    assert hand.kept() == hand.written
    assert set(git(game, "diff", "--name-only", "--", "*.yaml").split()) == {
        f"content/{it}.yaml" for it in ("campaign", "places", "factions/first")
    }
    git(tmp_path, "clone", "-q", "--branch", "gh-pages", str(online), str(public))
    files = [it for it in public.rglob("*") if it.is_file() and ".git" not in it.parts]
    shown = "\n".join(it.read_bytes().decode(errors="replace") for it in files)
    for turn in (1, 2):
        for words, is_public in (("gulls", True), ("rumor", True), ("letter", False)):
            assert (f"The {words} of turn {turn}" in shown) is is_public, (words, turn)
        assert f"The secret of turn {turn}" not in shown
    assert "# Mind" not in shown
    check = (sys.executable, "-m", "chronicle", "check", str(game / "content"))
    checked = subprocess.run(check, env=surroundings({}), capture_output=True, check=False)
    assert (checked.returncode, b"error" in checked.stdout) == (0, False), checked.stderr
    with served(public) as port:
        reader.open(f"http://127.0.0.1:{port}/dossier.html")
        reader.until('document.documentElement.dataset.lock === "locked"')
        reader.fill("[data-part=phrase]", phrase)
        reader.press("Enter")
        reader.until('document.documentElement.dataset.lock === "open"')
        reader.evaluate("() => { location.hash = '#/turns/2.html'; }")
        reader.text("main", "The letter of turn 2")


def play(gm: Gm, hand: Hand, evening: Evening, content: Path, online: Path) -> None:
    for path in ("campaign.yaml", "factions/first.yaml", "places.yaml"):
        hand.write(path)
    gm.create("A faction", "The Third")
    hand.write("factions/the-third.yaml")
    for turn, orders, filled in zip((1, 2), evening.orders, evening.filled, strict=True):
        path = f"turns/{turn:03}.yaml"
        gm.start_turn("2031-12-01 20:00")
        hand.write(path)
        gm.take_mail(MAIL.format(turn=turn, orders=orders))
        gm.fill_sheet("second", filled)
        hand.write(path)
        gm.play()
        gm.decide()
        if turn == 1:
            gm.create("A person", "Ada Mott")
            gm.write_title(content / path, hand)
            gm.create_key()
        gm.add(
            "News",
            ["Everyone"],
            f"The gulls of turn {turn} came to ",
            link="The First Place",
            title="Gulls",
        )
        gm.add("A letter", ["The First"], f"The letter of turn {turn}", from_="A boy")
        gm.add("News", ["The GM alone"], f"The secret of turn {turn}")
        gm.add("A rumor", ["Everyone"], f"The rumor of turn {turn}")
        gm.publish(online if turn == 1 else None)
        hand.write(path)
