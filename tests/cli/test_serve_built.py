"""`chronicle serve --built` shows exactly what was written, and nothing beside it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Final

import pytest

from chronicle.cli import serve
from chronicle.cli.built_site import read_file_in
from chronicle.diagnostics.report import Report
from chronicle.seal import phrase_of
from chronicle.seal.key_file import load_keys
from chronicle.serve.application import Responder
from tests.cli.command_runner import Ran, lay, prepared, run
from tests.small_campaign import SOUND

#: What the server is asked for.
PATHS: Final = (
    *("/", "/gm/", "/vael/dossier/1.html", "/dossier.html"),
    *("/.chronicle/live.js", "/../published.yaml"),
)


@dataclass
class Ended:
    """A server that ends at once: what it would have opened, and what it answers."""

    opened: list[str] = field(default_factory=list)
    bodies: dict[str, bytes] = field(default_factory=dict)

    def open(self, _: int, respond: Responder, news: object) -> SimpleNamespace:
        del news
        for path in PATHS:
            answer = respond(path)
            if answer.status == 200:
                self.bodies[path] = answer.body
        return SimpleNamespace(url="http://127.0.0.1:8000/")

    def run(self, _: object, address: str = "") -> None:
        self.opened.append(address)


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> Ended:
    ended = Ended()
    monkeypatch.setattr(serve, "open_server", ended.open)
    monkeypatch.setattr(serve, "serve_until_interrupted", ended.run)
    return ended


@pytest.fixture
def sealed(here: Path) -> Path:
    """A built campaign with a key, and a player of one of its two factions."""
    return prepared(here, _seal)


def _seal(here: Path) -> None:
    lay(here / "content", {"campaign.yaml": SOUND["campaign.yaml"] + "players: {ada: vael}\n"})
    assert run("keys", "init").code == 0
    assert run("build").code == 0


def shown(*words: str) -> Ran:
    """What the command says that shows a built site, at any free port."""
    return run("serve", *words, "--built", "--port", "0")


def test_the_public_home_page_is_opened_from_disk(sealed: Path, ended: Ended) -> None:
    ran = shown("--open")
    assert ran.code == 0, ran.err
    assert ended.opened == [ran.out.strip()]
    assert ended.bodies["/"] == (sealed / "output" / "site" / "index.html").read_bytes()
    assert set(ended.bodies) == {"/", "/dossier.html"}


def test_a_faction_s_sealed_dossier_is_opened_with_a_phrase(sealed: Path, ended: Ended) -> None:
    ran = shown("--as", "vael", "--open")
    address, _, phrase = ran.out.strip().partition("/dossier.html#k=")
    assert address.startswith("http://127.0.0.1:")
    keys = load_keys(Path("content"), Report())
    assert keys is not None
    assert phrase == phrase_of(keys, "ada").replace(" ", "-")
    assert ended.opened == [ran.out.strip()]
    assert ended.bodies["/dossier.html"] == (sealed / "output/site/dossier.html").read_bytes()
    assert "the phrase of ada" in ran.err


def test_the_gm_gets_the_private_edition(sealed: Path, ended: Ended) -> None:
    ran = shown("--as", "gm")
    assert ran.code == 0
    assert ended.opened == [""]
    assert ran.out.endswith("/gm/\n")
    assert ended.bodies["/gm/"] == (sealed / "output/private/gm/index.html").read_bytes()
    # Its pages link to the dossiers of the factions.
    dossier = (sealed / "output/private/vael/dossier/1.html").read_bytes()
    assert ended.bodies["/vael/dossier/1.html"] == dossier


def test_without_a_key_the_private_edition_is_opened_with_a_note(
    sealed: Path, ended: Ended
) -> None:
    unread = shown("--as", "oru")
    assert ended.bodies["/"] == (sealed / "output/private/oru/index.html").read_bytes()
    assert "oru has no player" in unread.err
    (sealed / "content" / "chronicle.key").unlink()
    keyless = shown("--as", "vael")
    assert "chronicle keys init content" in keyless.err


def test_a_site_that_is_not_built_is_a_usage_error(built: Path, ended: Ended) -> None:
    (built / "output").rename("elsewhere")
    missing = shown()
    assert missing.code == 2
    assert "`chronicle build content` makes it" in missing.err
    Path("elsewhere").rename("output")
    (built / "output/site/index.html").write_bytes(b"unchanged")
    assert shown().code == 0
    assert ended.bodies["/"] == b"unchanged"


def test_private_pages_of_a_multi_site_need_a_campaign(here: Path, ended: Ended) -> None:
    lay(here / "shelf" / "one", {})
    lay(here / "shelf" / "two", {})
    ran = shown("shelf", "--as", "vael")
    assert ran.code == 2
    assert "chronicle serve shelf/one --built --as vael" in ran.err
    assert ended.opened == []


def test_no_request_escapes_the_folder(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_bytes(b"secret")
    site = tmp_path / "site"
    (site / "in").mkdir(parents=True)
    (site / "in" / "page.html").write_bytes(b"page")
    (site / "link.txt").symlink_to(tmp_path / "secret.txt")
    (site / "out").symlink_to(tmp_path, target_is_directory=True)
    assert read_file_in(site, "in/page.html") == b"page"
    for path in ("link.txt", "out/secret.txt", "../secret.txt", "in/../../secret.txt", "in", "x\0"):
        assert read_file_in(site, path) is None, path
