"""`chronicle desk`, asked over a real connection: who may ask, and what it does to the files."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Final

import pytest

from chronicle.cli.desk import _COMMANDS, DeskCampaign, _words
from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.load import load_campaign
from chronicle.load.turns import KnownTurnFiles
from chronicle.markup.images import MAX_PICTURE_BYTES
from chronicle.model.campaign import Campaign
from chronicle.records import Record
from chronicle.serve.desk.routes import create_desk
from chronicle.serve.http_server import LocalServer, open_port
from chronicle.serve.preview import CHANGES_PATH
from tests.cli.command_runner import CREEP, lay, run, surroundings
from tests.markup.images.sample_images import png
from tests.serve.running_server import start
from tests.small_campaign import SOUND

TURN: Final = "turns/001.yaml"
CAMPAIGN: Final = Path("content")
ORDERS: Final = """\
turn: 1
faction: vael
orders:
  conspiracies:
    - {id: creep, action: raise, resource: eyes, to: 2, narrative: They creep.}
"""


class Answer(Record):
    """What the desk answered."""

    status: int
    body: str

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Asked(Record):
    """A desk that runs; ``token`` is in the address of its pages, ``other`` in the preview's."""

    port: int
    token: str
    other: str

    def get(self, path: str, *, host: str = "127.0.0.1") -> Answer:
        return self._ask("GET", path, {"Host": f"{host}:{self.port}"})

    def send(
        self,
        path: str,
        value: Mapping[str, object],
        method: str = "POST",
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """What a page of the desk itself asks for, or with other ``headers`` somebody else."""
        own = {
            "Host": f"127.0.0.1:{self.port}",
            "Origin": f"http://127.0.0.1:{self.port}",
            "Content-Type": "application/json",
        }
        sent = {name: it for name, it in {**own, **(headers or {})}.items() if it}
        return self._ask(method, f"/{self.token}/{path}", sent, json.dumps(value))

    def drop(self, name: str, content: bytes) -> Any:
        """What is said to a picture that is dropped on a text."""
        own = {
            "Host": f"127.0.0.1:{self.port}",
            "Origin": f"http://127.0.0.1:{self.port}",
            "Content-Type": "application/octet-stream",
        }
        return self._ask("POST", f"/{self.token}/pictures/{name}", own, content).json

    def save(self, text: str, version: str, path: str = TURN) -> Answer:
        return self.send(f"text/{path}", {"text": text, "version": version, "page": "1"}, "PUT")

    def text(self, path: str = TURN) -> tuple[str, str]:
        found = self.get(f"/{self.token}/text/{path}").json
        return found["text"], found["version"]

    def _ask(
        self, method: str, path: str, headers: dict[str, str], body: str | bytes = ""
    ) -> Answer:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request(method, path, body or None, headers)
        response = connection.getresponse()
        answer = Answer(response.status, response.read().decode())
        connection.close()
        return answer


@contextmanager
def opened(content: Path = CAMPAIGN) -> Iterator[Asked]:
    campaign = DeskCampaign(content)
    campaign.preview.reload()
    app = create_desk(campaign, CHANGES_PATH, "token", "other")
    server = LocalServer(open_port(0), app, campaign.news)
    thread = start(server)
    try:
        yield Asked(server.port, "token", "other")
    finally:
        server.stop()
        thread.join(20)


@pytest.fixture
def desk(here: Path) -> Iterator[Asked]:
    lay(here / CAMPAIGN, {TURN: f"# What happened\n{CREEP}"})
    with opened() as asked:
        yield asked


def held() -> dict[str, bytes]:
    return {str(it): it.read_bytes() for it in CAMPAIGN.rglob("*") if it.is_file()}


# ── Who may ask ──────────────────────────────────────────────────────────────────────────────────


def test_only_the_address_with_the_token_opens_the_desk(desk: Asked) -> None:
    assert desk.get(f"/{desk.token}/").status == 200
    assert desk.get(f"/{desk.other}/gm/", host="localhost").status == 200
    strangers = ["/", "/orders", f"/{desk.token[:-1]}/", f"/{desk.token}x/", f"/{desk.other}/gm/"]
    for path in strangers:
        assert desk.get(path).status == 404, path
    for path in ("/", "/gm/", f"/{desk.token}/", f"/{desk.token}/text/{TURN}"):
        assert desk.get(path, host="localhost").status == 404, path
    for host in ("evil.example", "127.0.0.1.evil.example"):
        assert desk.get(f"/{desk.token}/", host=host).status == 403


@pytest.mark.parametrize(
    "headers",
    [
        pytest.param({"Origin": ""}, id="no origin"),
        pytest.param({"Origin": "null"}, id="a sandbox"),
        pytest.param({"Origin": "http://evil.example"}, id="another site"),
        pytest.param({"Origin": "http://localhost:{}"}, id="the preview"),
        pytest.param({"Content-Type": "text/plain"}, id="a form"),
    ],
)
def test_only_pages_of_the_desk_change_anything(desk: Asked, headers: Mapping[str, str]) -> None:
    before = held()
    named = {name: it.format(desk.port) for name, it in headers.items()}
    value = {"text": "turn: 1\n", "version": desk.text()[1], "page": "1"}
    assert desk.send(f"text/{TURN}", value, "PUT", named).status == 403
    assert desk.send("run/new", {}, headers=named).status == 403
    assert desk.send("undo", {}, headers=named).status == 403
    assert held() == before


def test_pages_let_in_no_other_site(desk: Asked) -> None:
    connection = HTTPConnection("127.0.0.1", desk.port, timeout=20)
    connection.request("GET", f"/{desk.token}/")
    headers = connection.getresponse().headers
    connection.close()
    policy = dict(it.strip().split(" ", 1) for it in headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == policy["form-action"] == policy["frame-ancestors"] == "'none'"
    assert policy["script-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-src"] == f"http://localhost:{desk.port}"
    assert (headers["Cache-Control"], headers["Referrer-Policy"]) == ("no-store", "no-referrer")


@pytest.mark.parametrize(
    "path",
    ["../note.md", "published.yaml", ".chronicle/turn.yaml", "turns/../../x.yaml", "turns/1.yml"],
)
def test_only_what_authors_write_is_edited(desk: Asked, here: Path, path: str) -> None:
    (here / "note.md").write_text("mine", encoding="utf-8")
    before = held()
    assert desk.get(f"/{desk.token}/text/{path}").status == 404
    assert desk.save("mine too", desk.text()[1], path).status != 200
    assert held() == before
    assert (here / "note.md").read_text(encoding="utf-8") == "mine"


def test_the_key_is_not_shown(here: Path) -> None:
    lay(here / CAMPAIGN, {"campaign.yaml": "players: {ada: vael}\n"})
    lay(here / CAMPAIGN, {})
    assert run("keys", "init").code == 0
    (key,) = CAMPAIGN.glob("*.key")
    with opened() as desk:
        assert desk.get(f"/{desk.token}/text/{key.name}").status == 404
        assert key.name not in desk.get(f"/{desk.token}/files").body


# ── Texts ────────────────────────────────────────────────────────────────────────────────────────


def test_a_text_is_written_as_it_was_typed(desk: Asked) -> None:
    text, version = desk.text()
    said = text.replace("turn: 1\n", "turn: 1\ntitle: Gulls  # for now\n")
    saved = desk.save(said, version)
    assert (saved.status, saved.json["text"], saved.json["tasks"]) == (200, None, [])
    assert (CAMPAIGN / TURN).read_bytes() == said.encode()
    assert "Gulls" in desk.get(f"/{desk.other}/everyone/turns/1.html", host="localhost").body


def test_a_mistake_is_saved_and_named_with_its_line(desk: Asked) -> None:
    text, version = desk.text()
    saved = desk.save(text.replace("turn: 1\n", "turn: 1\ntitel: Gulls\n"), version)
    (task,) = saved.json["tasks"]
    assert (task["path"], task["line"], task["error"]) == (TURN, 3, True)
    assert "unknown key `titel`" in task["text"]
    board = desk.get(f"/{desk.token}/").body
    assert "Correct the errors below." in board
    assert f"{TURN}:3" in board


@pytest.mark.parametrize("page", ["", "orders", "writing", "dice", "world", "out", "files"])
def test_a_page_loads_the_campaign_once_and_only_after_a_change(
    desk: Asked, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded: list[FileTree] = []

    def noted(
        tree: FileTree, report: Report, known: KnownTurnFiles | None = None
    ) -> Campaign | None:
        loaded.append(tree)
        return load_campaign(tree, report, known)

    for module in ("load", "serve.live_campaign", "authoring.turn_status"):
        monkeypatch.setattr(f"chronicle.{module}.load_campaign", noted)
    assert desk.get(f"/{desk.token}/{page}").status == 200
    assert loaded == []
    (CAMPAIGN / TURN).write_text(f"{CREEP}# later\n", encoding="utf-8")
    assert desk.get(f"/{desk.token}/{page}").status == 200
    assert len(loaded) == 1
    text, version = desk.text()
    assert len(loaded) == 1
    desk.save(text.replace("creep", "crawl"), version)
    assert len(loaded) == 2


def test_edits_from_both_sides_are_joined(desk: Asked) -> None:
    text, version = desk.text()
    theirs = text.replace("They creep.", "They run.")
    (CAMPAIGN / TURN).write_text(theirs, encoding="utf-8")
    saved = desk.save(text.replace("# What happened\n", "# Much happened\n"), version)
    both = theirs.replace("# What happened\n", "# Much happened\n")
    assert (saved.status, saved.json["text"]) == (200, both)
    assert (CAMPAIGN / TURN).read_bytes() == both.encode()


def test_what_is_typed_while_the_other_side_is_joined_takes_nothing_back(desk: Asked) -> None:
    text, version = desk.text()
    (CAMPAIGN / TURN).write_text(text.replace("They creep.", "They run."), encoding="utf-8")
    mine = text.replace("# What happened\n", "# Much happened\n")
    saved = desk.save(mine, version).json
    # What was typed meanwhile began as what was sent, not as what it was joined with.
    more = mine.replace("turn: 1\n", "turn: 1\ntitle: Gulls\n")
    assert desk.save(more, saved["sent"]).status == 200
    written = (CAMPAIGN / TURN).read_text(encoding="utf-8")
    assert written == more.replace("They creep.", "They run.")


def test_a_text_that_cannot_be_written_is_refused_in_words(desk: Asked) -> None:
    text, version = desk.text()
    large = desk.save(f"{text}# {'x' * 1_100_000}\n", version)
    assert (large.status, large.json["error"]) == (507, "the text is larger than 1024 kB")
    (CAMPAIGN / TURN).unlink()
    gone = desk.save(text, version)
    assert (gone.status, gone.json["error"].startswith(f"{TURN} is gone")) == (507, True)
    assert not (CAMPAIGN / TURN).exists()


def test_modules_in_the_current_folder_are_not_run(desk: Asked, here: Path) -> None:
    (here / "click.py").write_text("raise SystemExit('mine')\n", encoding="utf-8")
    ran = desk.send("run/check", {}).json
    assert "mine" not in ran["out"] + ran["err"]
    assert ran["code"] == 0


def test_two_entries_are_two_steps(desk: Asked) -> None:
    texts = []
    for word in ("They came.", "They went."):
        texts.append((CAMPAIGN / TURN).read_bytes())
        assert desk.send("add/news", {"for": "everyone", "text": word}).json["said"] == ""
    for before in reversed(texts):
        desk.send("undo", {})
        assert (CAMPAIGN / TURN).read_bytes() == before


def test_a_correction_needs_a_reason(desk: Asked) -> None:
    for name in ("correct", "plan-correction"):
        assert desk.send(f"run/{name}", {"reason": " "}).status == 400


def test_of_two_edits_of_one_line_neither_is_lost(desk: Asked) -> None:
    text, version = desk.text()
    theirs = text.replace("They creep.", "They run.")
    (CAMPAIGN / TURN).write_text(theirs, encoding="utf-8")
    refused = desk.save(text.replace("They creep.", "They walk."), version)
    assert (refused.status, refused.json["text"]) == (409, theirs)
    assert (CAMPAIGN / TURN).read_bytes() == theirs.encode()
    mine = text.replace("They creep.", "They walk.")
    assert desk.save(mine, refused.json["version"]).status == 200
    assert (CAMPAIGN / TURN).read_bytes() == mine.encode()


@pytest.mark.parametrize("content", [b"turn: 1\r\n# x\r\n", b"\xef\xbb\xbfturn: 1\n", b"turn: 1"])
def test_a_file_keeps_its_line_ends_and_marks(desk: Asked, content: bytes) -> None:
    (CAMPAIGN / TURN).write_bytes(content)
    text, version = desk.text()
    assert desk.save(text, version).status == 200
    assert (CAMPAIGN / TURN).read_bytes() == content
    assert desk.save(text.replace("1", "1  # one"), version).status == 200
    assert (CAMPAIGN / TURN).read_bytes() == content.replace(b"1", b"1  # one")


def test_a_file_in_another_encoding_is_left_alone(desk: Asked) -> None:
    version = desk.text()[1]
    (CAMPAIGN / TURN).write_bytes(b"turn: 1\ntitle: Caf\xe9\n")
    assert desk.get(f"/{desk.token}/text/{TURN}").status == 404
    assert desk.save("turn: 1\n", version).status == 507
    assert (CAMPAIGN / TURN).read_bytes() == b"turn: 1\ntitle: Caf\xe9\n"


def test_a_text_in_a_field_is_no_option() -> None:
    assert [*_words(_COMMANDS["correct"], "camp", {"reason": "--typo"})] == [
        *("deploy", "camp", "--yes", "--without-orders", "--amend=--typo")
    ]
    assert [*_words(_COMMANDS["deploy-to"], "camp", {"to": "", "remote": "-x"})] == [
        *("deploy", "camp", "--yes", "--without-orders", "--remote=-x")
    ]


def test_the_desk_outlives_its_folder(desk: Asked, here: Path) -> None:
    CAMPAIGN.rename("away")
    assert desk.get(f"/{desk.token}/").status == 200
    assert desk.get(f"/{desk.token}/writing").status == 200
    (here / "away").rename(CAMPAIGN)
    assert "Crowns" in desk.get(f"/{desk.token}/").body


def test_a_wrong_theme_stops_no_page_of_the_desk(desk: Asked) -> None:
    head = SOUND["campaign.yaml"]
    lay(CAMPAIGN, {"campaign.yaml": f"{head}theme: nowhere\n", TURN: CREEP})
    assert desk.get(f"/{desk.token}/").status == 200
    assert desk.send("new/faction", {"name": "Ash"}).json["said"].startswith("The theme has errors")


def test_what_one_page_types_is_one_step_to_undo(desk: Asked) -> None:
    before = held()
    text, version = desk.text()
    for word in ("G", "Gu", "Gulls"):
        version = desk.save(text.replace("turn: 1\n", f"turn: 1\ntitle: {word}\n"), version).json[
            "version"
        ]
    assert "Undone" in desk.send("undo", {}).json["said"]
    assert held() == before
    assert desk.send("undo", {}).json["said"] == "There is nothing to undo."


def test_undo_loses_nothing_that_was_written_elsewhere(desk: Asked) -> None:
    text, version = desk.text()
    desk.save(text.replace("creep", "crawl"), version)
    (CAMPAIGN / TURN).write_text(text + "# later\n", encoding="utf-8")
    assert "Nothing was undone" in desk.send("undo", {}).json["said"]
    assert (CAMPAIGN / TURN).read_text(encoding="utf-8") == text + "# later\n"


def test_an_entry_of_a_form_goes_into_the_last_turn(desk: Asked) -> None:
    before = (CAMPAIGN / TURN).read_bytes()
    given = {"for": "everyone", "title": "Gulls", "text": "They came."}
    assert desk.send("add/news", given).json["said"] == ""
    added = b'news:\n  - for: everyone\n    title: "Gulls"\n    text: "They came."\n'
    assert (CAMPAIGN / TURN).read_bytes() == before + added
    assert "Gulls" in desk.get(f"/{desk.other}/everyone/turns/1.html", host="localhost").body
    assert desk.send("add/news", {"text": "They went."}).json["said"].endswith("is missing.")
    assert desk.send("add/secrets", given).status == 404
    desk.send("undo", {})
    assert (CAMPAIGN / TURN).read_bytes() == before


def test_a_dropped_picture_is_in_the_campaign_until_it_is_taken_back(desk: Asked) -> None:
    before = held()
    answer = desk.drop("The%20Bay.png", png())
    assert answer == {"markdown": "![The Bay](the-bay.png)", "said": ""}
    assert held() == {**before, "content/media/the-bay.png": png()}
    given = {"for": "everyone", "text": answer["markdown"]}
    assert desk.send("add/news", given).json["said"] == ""
    shown = desk.get(f"/{desk.other}/everyone/turns/1.html", host="localhost").body
    assert 'alt="The Bay"' in shown
    desk.send("undo", {})
    # The same again is no other file, and no step.
    assert desk.drop("the-bay.png", png())["markdown"] == "![the bay](the-bay.png)"
    desk.send("undo", {})
    assert held() == before


def test_an_entry_with_a_mistake_is_refused_in_words(desk: Asked) -> None:
    before = held()
    given = {"for": "everyone", "text": "Cold as <b>stone</b>."}
    said = desk.send("add/news", given).json["said"]
    assert said.startswith("Not written: ")
    assert "is HTML" in said
    assert held() == before


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_nothing_is_written_through_a_linked_folder(desk: Asked, here: Path) -> None:
    outside = here / "outside"
    outside.mkdir()
    for folder in ("people", "media"):
        (CAMPAIGN / folder).symlink_to(outside, target_is_directory=True)
    created = desk.send("new/person", {"name": "Ada Mott"}).json
    assert (created["path"], "people is a symbolic link" in created["said"]) == ("", True)
    dropped = desk.drop("bay.png", png())
    assert (dropped["markdown"], "media is a symbolic link" in dropped["said"]) == ("", True)
    assert [*outside.iterdir()] == []


def test_a_file_that_is_no_picture_is_refused_in_words(desk: Asked) -> None:
    before = held()
    refused = desk.drop("bay.svg", b"<svg/>")
    assert (refused["markdown"], "SVG" in refused["said"]) == ("", True)
    large = desk.drop("bay.png", png() + b"x" * MAX_PICTURE_BYTES)
    assert (large["markdown"], large["said"]) == ("", "The picture has more than 10 MB.")
    assert held() == before


def test_what_readers_learn_follows_the_files(desk: Asked) -> None:
    def learned() -> dict[str, list[str]]:
        found = desk.get(f"/{desk.token}/learned").json
        return {it["folder"]: [thing["text"] for thing in it["things"]] for it in found["readers"]}

    assert "Gulls" not in learned()["vael"]
    desk.send("add/news", {"for": "vael", "title": "Gulls", "text": "They came."})
    assert {reader for reader, texts in learned().items() if "Gulls" in texts} == {"vael"}
    (CAMPAIGN / TURN).write_text("turn: 1\ntitel: Gulls\n", encoding="utf-8")
    text, version = desk.text()
    desk.save(text, version)
    assert desk.get(f"/{desk.token}/learned").json == {"turn": 0, "readers": []}


def test_what_becomes_known_is_chosen_by_name(desk: Asked) -> None:
    text = (
        f"{CREEP}news:\n  - {{id: fire, for: vael, text: 'The mill burns, and nobody saw who.'}}\n"
    )
    lay(CAMPAIGN, {TURN: text, "turns/002.yaml": "turn: 2\n"})
    offered = desk.get(f"/{desk.token}/writing").body
    known = dict(re.findall(r'<option value="(\w+:[^"]*)">([^<]*)</option>', offered))
    assert known["news:1/fire"] == "Turn 1: The mill burns, and nobody saw who."
    assert known["event:1/vael/creep"] == "1/vael/creep"
    assert known["place:marsh"]
    given = {"for": ["everyone"], "reveals": "event:1/vael/creep"}
    assert desk.send("add/reveal", given).json["said"] == ""
    assert (
        (CAMPAIGN / "turns/002.yaml")
        .read_text(encoding="utf-8")
        .endswith('reveals:\n  - event: "1/vael/creep"\n    for: everyone\n')
    )
    assert run("check").code == 0


def test_faces_from_the_table_are_the_ones_that_count(desk: Asked) -> None:
    sheet = json.loads(desk.send("run/dice", {}).json["out"])
    (roll, *_) = [it for it in sheet["rolls"] if it["dice"]]
    faces = [1] * sum(it["count"] for it in roll["dice"])
    assert desk.send("rolls", {roll["id"]: faces}).json["said"] == ""
    assert f"  {roll['id']}: {faces}\n" in (CAMPAIGN / TURN).read_text(encoding="utf-8")
    again = json.loads(desk.send("run/dice", {}).json["out"])
    (thrown,) = [it for it in again["rolls"] if it["id"] == roll["id"]]
    assert (thrown["state"] != "needed", thrown["faces"]) == (True, faces)
    for wrong in ({"x: y": [1]}, {roll["id"]: faces, "a/b/c": [1, None]}, {roll["id"]: [1.5]}):
        assert desk.send("rolls", wrong).status == 400


@pytest.mark.skipif(sys.platform == "win32", reason="signals are others there")
def test_a_text_that_was_acknowledged_outlives_a_killed_program(here: Path) -> None:
    lay(here / CAMPAIGN, {TURN: CREEP})
    words = [sys.executable, "-m", "chronicle", "desk", "--port", "0"]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, text=True, env=surroundings({})
    ) as running:
        assert running.stdout is not None
        _, _, address, token, _ = running.stdout.readline().split("/")
        desk = Asked(int(address.rpartition(":")[2]), token, "")
        text, version = desk.text()
        for word in ("G", "Gulls"):
            saved = desk.save(text.replace("turn: 1\n", f"turn: 1\ntitle: {word}\n"), version)
            version = saved.json["version"]
        running.kill()
    assert saved.status == 200
    assert "title: Gulls\n" in (CAMPAIGN / TURN).read_text(encoding="utf-8")


def test_a_new_thing_gets_a_file_that_can_be_undone(desk: Asked) -> None:
    before = held()
    assert desk.send("new/person", {"name": "Ada Mott"}).json == {
        "path": "people/ada-mott.md",
        "said": "",
    }
    assert held() == {
        **before,
        "content/people/ada-mott.md": b"---\nname: Ada Mott\nfor: gm\n---\n",
    }
    assert desk.text("people/ada-mott.md")[0].startswith("---\n")
    again = desk.send("new/person", {"name": "Ada Mott"}).json
    assert (again["path"], "already" in again["said"]) == ("", True)
    desk.send("undo", {})
    assert held() == before


def test_a_place_is_moved_and_stays_as_it_is_written(desk: Asked) -> None:
    path = CAMPAIGN / "places.yaml"
    before = path.read_text(encoding="utf-8")
    assert desk.send("places/marsh", {"x": 12.5, "y": 40}, "PUT").json["said"] == ""
    assert desk.send("places/marsh", {"x": 13, "y": 40.25}, "PUT").json["said"] == ""
    after = path.read_text(encoding="utf-8")
    added = [line for line in after.splitlines() if line not in before.splitlines()]
    assert len(added) == 1
    assert "position: [13, 40.25]" in added[0]
    assert 'data-x="13.0"' in desk.get(f"/{desk.token}/world").body
    assert desk.send("places/nowhere", {"x": 1, "y": 1}, "PUT").json["said"]
    assert desk.send("places/marsh", {"x": "1"}, "PUT").status == 400
    desk.send("undo", {})
    assert path.read_text(encoding="utf-8") == before


def test_places_and_ways_are_written_unless_an_error_comes_of_it(desk: Asked) -> None:
    path = CAMPAIGN / "places.yaml"
    before = path.read_text(encoding="utf-8")
    given = {"name": "The Old Fair", "within": "", "neighbours": ["marsh"], "for": ["everyone"]}
    assert desk.send("places", given).json["said"] == ""
    assert desk.send("ways", {"from": "the-old-fair", "to": "marsh", "kind": "road"}).json == {
        "said": ""
    }
    added = "  the-old-fair:\n    name: The Old Fair\n    for: everyone\n    ways: {marsh: road}\n"
    assert path.read_text(encoding="utf-8") == before + added
    assert 'class="road"' in desk.get(f"/{desk.token}/world").body
    for wrong in (
        {**given, "name": "X", "within": "nowhere"},
        {**given, "name": "X", "for": ["vael"]},
        given,
    ):
        said = desk.send("places", wrong).json["said"]
        assert said, wrong
        assert "Files" not in said
    assert desk.send("places", {**given, "within": "a: b"}).status == 400
    assert path.read_text(encoding="utf-8") == before + added
    desk.send("undo", {})
    desk.send("undo", {})
    assert path.read_text(encoding="utf-8") == before


# ── Commands ─────────────────────────────────────────────────────────────────────────────────────


def test_actions_do_what_the_commands_do(here: Path) -> None:
    (here / CAMPAIGN / TURN).unlink()
    shutil.copytree(CAMPAIGN, "copy")
    before = held()
    with opened() as desk:
        assert "Start" in desk.get(f"/{desk.token}/").body
        assert desk.send("run/new", {}).json["code"] == 0
        started = held()
        assert "orders are awaited" in desk.get(f"/{desk.token}/").body
        assert desk.send("run/close", {}).json["code"] != 0
        assert held() == started
        assert desk.send("run/close-without-orders", {}).json["code"] == 0
        closed = held()
        assert desk.send("run/nothing", {}).status == 404
        desk.send("undo", {})
        assert held() == started
        desk.send("undo", {})
        assert held() == before
    assert run("turn", "new", "copy", "--yes").code == 0
    assert run("turn", "close", "copy", "--yes", "--without-orders").code == 0
    assert {it: content.replace(b"copy", b"content") for it, content in closed.items()} == {
        it.replace("copy", "content"): content for it, content in _files("copy").items()
    }


def test_orders_are_taken_from_a_message_after_a_look_at_what_they_change(here: Path) -> None:
    lay(here / CAMPAIGN, {TURN: "turn: 1\nstate: open\n# of the GM\norders:\n"})
    mail = {"text": f"Hello!\n\n{ORDERS}\nBye\n"}
    with opened() as desk:
        before = held()
        tried = desk.send("run/try-orders", mail).json
        assert (tried["code"], held()) == (0, before)
        assert "They creep." in tried["out"]
        taken = desk.send("run/import-orders", mail).json
        assert taken["code"] == 0
        written = (CAMPAIGN / TURN).read_text(encoding="utf-8")
        assert "They creep." in written
        assert "# of the GM" in written
        wrong = desk.send("run/import-orders", {"text": ORDERS.replace("eyes", "ears")}).json
    assert wrong["code"] != 0
    assert "ears" in wrong["err"]
    assert (CAMPAIGN / TURN).read_text(encoding="utf-8") == written


def _files(folder: str) -> dict[str, bytes]:
    return {str(it): it.read_bytes() for it in Path(folder).rglob("*") if it.is_file()}
